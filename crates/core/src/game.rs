//! What a game is: all traits a game implements, in one place. [`Game`] is the rules and nothing
//! else, made for static dispatch in hot loops. The other traits add one thing each:
//!
//! | | |
//! |---|---|
//! | [`Notation`], [`Entry`], [`Show`] | text, clicks, pictures: together [`Playable`], the same game behind text is [`crate::any::AnyGame`] |
//! | [`Symmetric`] | the board's symmetries |
//! | [`Evaluate`], [`TurnOrder`], [`Progress`], [`Opponents`] | what a search asks: together [`Searchable`] |
//! | [`Learned`] | what training asks |

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::bits::Layout;
use crate::cell::Cell;
use crate::entry::{Button, Click, Next, Step, Tried};
use crate::options::{OptionSpec, Options};
use crate::question::Question;
use crate::random::Random;
use crate::reason::Reason;
use crate::setup::Setup;
use crate::side::Side;
use crate::symmetry;
use crate::value::Value;
use crate::view::{Mark, View};
use crate::words::{Lang, Message, Phrase};

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Won(Side),
    /// Nobody did.
    Drawn,
}

/// The rules of a game with its options chosen: a small value that is passed around freely.
pub trait Game: Copy + Send + Sync + 'static {
    /// The name programs use, as in `damier moves kono`.
    const ID: &'static str;

    /// A position: board, player to move, keys. Never history.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// One whole turn.
    type Turn: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The rule options, [`crate::options::REPETITION`] among them. The one that says who begins is
    /// called `first`: programs that draw lots look for it.
    fn options() -> &'static [OptionSpec];

    /// The game under these options, which were read against [`Game::options`].
    fn new(options: &Options) -> Self;

    /// Where an ordinary game begins.
    fn start(&self) -> Self::Position;

    /// Where the rematch begins that this game's rules grant after a win, if they do.
    fn sequel(&self, winner: Side) -> Option<Self::Position> {
        let _ = winner;
        None
    }

    /// The player whose turn it is (or would be, if the game is over).
    fn to_move(&self, position: &Self::Position) -> Side;

    /// Calls `visit` with each legal turn once, until it breaks; a finished position has none.
    fn turns(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Self::Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The position after a turn that [`Game::turns`] gave for this very position. With any
    /// other turn the result means nothing. [`crate::play::Play`] checks first.
    fn play(&self, position: &Self::Position, turn: Self::Turn) -> Self::Position;

    /// How the game ended, if it has.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Whether a finished position was lost for want of a legal turn.
    fn ended_without_turn(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// [`Game::turns`] for code that is not in a hurry: the generator is compiled once for all of
    /// it, not anew for each use.
    fn each_turn(
        &self,
        position: &Self::Position,
        visit: &mut dyn FnMut(Self::Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.turns(position, &mut |turn| visit(turn))
    }

    /// All legal turns, for code that is not in a hurry.
    fn all_turns(&self, position: &Self::Position) -> Vec<Self::Turn> {
        let mut all = Vec::new();
        let _ = self.each_turn(position, &mut |turn| {
            all.push(turn);
            ControlFlow::Continue(())
        });
        all
    }

    /// A legal turn drawn uniformly, `None` if there is none: number [`Random::below`] in the
    /// order of [`Game::turns`]. A game that can draw it without listing the others should.
    /// `buffer` is room to work in, so that a long run allocates nothing.
    #[inline]
    fn random_turn(
        &self,
        position: &Self::Position,
        random: &mut Random,
        buffer: &mut Vec<Self::Turn>,
    ) -> Option<Self::Turn> {
        buffer.clear();
        let _ = self.turns(position, &mut |turn| {
            buffer.push(turn);
            ControlFlow::Continue(())
        });
        match buffer.len() {
            0 => None,
            n => Some(buffer[random.below(n)]),
        }
    }

    /// Whether this turn is among the legal ones. A game of very many turns should tell without
    /// going through them.
    fn is_legal(&self, position: &Self::Position, turn: Self::Turn) -> bool {
        let found = self.each_turn(position, &mut |legal| match legal == turn {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }
}

/// Positions and turns as text, exactly as the rules page writes them.
pub trait Notation: Game {
    /// Board size and bits.
    const LAYOUT: Layout;
    /// The letters of the light and the dark pawns.
    const LETTERS: [char; 2];
    /// The keys a position may carry besides `won`, in the order they are written.
    const KEYS: &'static [&'static str];

    /// The name of the game for people.
    fn name() -> Phrase;

    /// The players' names for people.
    fn sides() -> [Phrase; 2];

    /// A checked position from one whose form is right ([`Setup::read`] saw to that).
    fn check(&self, setup: &Setup) -> Result<Self::Position, Message>;

    /// The position in its written parts; the inverse of [`Notation::check`].
    fn setup(&self, position: &Self::Position) -> Setup;

    /// Appends the text of a legal turn.
    fn write_turn(&self, position: &Self::Position, turn: Self::Turn, out: &mut String);
}

/// Entry by clicks, and why a click is refused.
pub trait Entry: Game {
    /// The buttons this game's turns use, with their names for people.
    fn buttons() -> &'static [(Button, Phrase)];

    /// The clicks that can follow the clicks `entered`, which are a valid prefix: in the order in
    /// which [`Game::turns`] and [`Entry::sequences`] give the turns that come of them, each click
    /// once. Nothing if the game is over. It must not cost more where there are more turns; a game
    /// of few can use [`crate::entry::next_of_turns`].
    fn next(&self, position: &Self::Position, entered: &[Click]) -> Vec<Next<Self::Turn>>;

    /// Some of the turns that `entered` can still become, such that they have no more in common in
    /// writing than all of them. `None` if one for each click that can follow will do, as where
    /// turns are written in the order in which they are clicked.
    fn telling(&self, position: &Self::Position, entered: &[Click]) -> Option<Vec<Self::Turn>> {
        let _ = (position, entered);
        None
    }

    /// The words of a question that is asked while a turn is entered.
    #[must_use]
    fn question(asked: Question) -> Phrase {
        asked.words()
    }

    /// What people call the choice that the notation has this letter for, in lower case; `None`
    /// where it has no name but the letter.
    #[must_use]
    fn choice(tag: char) -> Option<Phrase> {
        let _ = tag;
        None
    }

    /// The click sequences of a legal turn, one per permitted order of its parts.
    fn sequences(&self, position: &Self::Position, turn: Self::Turn) -> Vec<Vec<Step>>;

    /// What somebody who typed `text` would have clicked (several guesses if the order is
    /// open), whether legal or not; an error if the text is not of the form of a turn.
    fn tried(&self, position: &Self::Position, text: &str) -> Result<Vec<Vec<Tried>>, Message>;

    /// Why `click` cannot follow the clicks `entered`, which are a valid prefix.
    /// The game is not over and the cell is on the board.
    fn refuse(&self, position: &Self::Position, entered: &[Click], click: Click) -> Message;

    /// Why `click` cannot follow the clicks `entered`, which make a whole turn, if there is more
    /// to say than that the turn is complete. Any click may be asked about.
    fn refuse_more(
        &self,
        position: &Self::Position,
        entered: &[Click],
        click: Click,
    ) -> Option<Message> {
        let _ = (position, entered, click);
        None
    }
}

/// Drawing data and texts.
pub trait Show: Game {
    /// Whether people draw lots for who begins, unless they choose otherwise. Positions and
    /// records say who does; only programs that start games between people ask this.
    const BEGINNER_BY_LOT: bool = false;

    /// A position in the middle of a game that shows what it is about, for pictures.
    const SAMPLE: &'static str;

    /// The game in a sentence or two, for somebody who has never heard of it.
    fn about() -> Phrase;

    /// What a player is to reach, in a sentence, for somebody who plays the game for the first time.
    #[must_use]
    fn aim() -> Phrase {
        Self::about()
    }

    /// The value of the start under the default rules, for the player who begins, if tables that
    /// this program builds and verifies prove it. Where it is given the program offers an opponent
    /// that never errs. Without a number of turns (`Value::Win(None)`), which people are not told;
    /// the tests compare it with the tables.
    fn known() -> Option<Value> {
        None
    }

    /// What people call the rematch of [`Game::sequel`], if there is one.
    fn sequel_name() -> Option<Phrase> {
        None
    }

    /// The board: cells, surfaces, pawns and marks, for whoever draws it.
    fn view() -> View;

    /// What the position's keys put on the board.
    fn marks(&self, position: &Self::Position) -> Vec<Mark> {
        let _ = position;
        Vec::new()
    }

    /// A special rule in force that no mark shows, in a few words for the player to move.
    fn remark(&self, position: &Self::Position) -> Option<Message> {
        let _ = position;
        None
    }

    /// Why the game is over, in its own words; `None` while it is not.
    fn reason(&self, position: &Self::Position) -> Option<Reason>;

    /// Pawns not placed yet, light and dark.
    fn hand(&self, position: &Self::Position) -> [u8; 2] {
        let _ = position;
        [0, 0]
    }

    /// The rules as Markdown.
    fn rules(lang: Lang) -> &'static str;
}

/// The board's symmetries. Number 0 is the identity.
pub trait Symmetric: Notation {
    /// How many there are, the identity included.
    const SYMMETRIES: usize;

    /// The number of the symmetry that undoes symmetry `s`; by default as [`symmetry`] numbers
    /// those of a rectangle.
    #[must_use]
    fn inverse(s: usize) -> usize {
        symmetry::inverse(s)
    }

    /// The image of a cell, likewise.
    #[must_use]
    fn map_cell(s: usize, cell: Cell) -> Cell {
        symmetry::map_cell(Self::LAYOUT, s, cell)
    }

    /// The image of a position.
    fn map_position(&self, s: usize, position: &Self::Position) -> Self::Position;

    /// The image of a turn of `position`.
    fn map_turn(&self, s: usize, position: &Self::Position, turn: Self::Turn) -> Self::Turn;
}

/// How well players stand. Positions are never over.
pub trait Evaluate: Game {
    /// How well the player to move stands, in hundredths of a pawn or what is worth one; less
    /// than [`EVALUATED`] either way.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// OPTIONAL. The hand-written evaluation, where [`Evaluate::evaluate`] is a learned one that
    /// has to be better.
    fn evaluate_handcrafted(&self, position: &Self::Position) -> i32 {
        self.evaluate(position)
    }
}

/// Which turns a search tries first, and which it never leaves out. Positions are never over.
pub trait TurnOrder: Game {
    /// The score of a turn for turn ordering, before anything is searched. Above 0 the turn is
    /// *tactical* (a capture, a win): the quiescence search tries it, and no evaluation holds before
    /// it was tried. Turns with a greater score are tried first; the scale is the game's own (one
    /// for each pawn taken, say), and above 4096 all rank alike. At 0 and below the turn is quiet,
    /// and what the search has learned about it (a number up to some ten thousands) is added.
    fn turn_score(&self, position: &Self::Position, turn: Self::Turn) -> i32;

    /// Whether the player to move has a tactical turn; may be wrong now and then.
    fn has_tactical_turn(&self, position: &Self::Position) -> bool;

    /// A number below [`HISTORY_SIZE`], the same for turns that do the same thing in other positions.
    fn history_index(&self, turn: Self::Turn) -> usize;
}

/// How far a game has got: what cannot come back, and how much is still to come.
pub trait Progress: Game {
    /// A number that never grows during a game: no position from before it shrank can recur, so
    /// the search for repetitions ends there. Always 0 is right, and slow where games are long.
    fn irreversible_count(&self, position: &Self::Position) -> u32;

    /// OPTIONAL. After about how many turns of the player to move the game will be decided: who
    /// plays by the clock shares the time out among them.
    fn turns_to_go(&self, _position: &Self::Position) -> u32 {
        25
    }
}

/// The opponents that a game offers, and what the weak ones overlook.
pub trait Opponents: Game {
    /// How strong they are, weakest first.
    fn levels() -> &'static [Level];

    /// How many things a player has to see at once to find this turn: 1 for a plain step or a pawn
    /// placed, 2 for a capture, one more for each further part; 4 and more count alike. Weak levels
    /// miss costly turns.
    fn visibility_cost(&self, position: &Self::Position, turn: Self::Turn) -> u32;
}

/// What a learned evaluation of the game is shown; only training asks.
pub trait Learned: Game {
    /// OPTIONAL. Sets of cells, made of the pawns of the player to move and the opponent's, which
    /// come first.
    #[must_use]
    fn inputs(own: u64, enemy: u64) -> Vec<u64> {
        vec![own, enemy]
    }
}

/// Evaluations stay below this, either way; scores above it say that the end is in sight.
pub const EVALUATED: i32 = 20_000;

/// The limit of [`TurnOrder::history_index`].
pub const HISTORY_SIZE: usize = 4096;

/// The strength of an opponent: how much it looks at and how often it errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// It looks at so many positions at most.
    pub nodes: u64,
    /// It looks so many turns ahead at most.
    pub depth: u32,
    /// Per thousand, how often it does not see a turn of the highest visibility cost (4); a turn
    /// of cost 1 is missed a quarter as often.
    pub blunder_permille: u32,
    /// The greatest error of its evaluations, in hundredths of a pawn.
    pub eval_noise: i32,
}

/// A game that people can play and look at: rules, text, clicks, pictures. Listing turns, printing
/// rules and drawing boards ask for nothing more.
pub trait Playable: Game + Notation + Entry + Show {}
impl<G: Game + Notation + Entry + Show> Playable for G {}

/// A game that a search can think about.
pub trait Searchable: Evaluate + TurnOrder + Progress + Opponents {}
impl<G: Evaluate + TurnOrder + Progress + Opponents> Searchable for G {}

/// A game that has everything the program needs.
pub trait Complete: Playable + Symmetric + Searchable + Learned {}
impl<G: Playable + Symmetric + Searchable + Learned> Complete for G {}
