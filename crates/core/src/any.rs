//! Any game behind text: the object-safe face that command line, server, page and bindings use.
//! One blanket implementation serves all games; nothing here is on a hot path.

use std::any::Any;
use std::ops::ControlFlow;

use crate::bits::Layout;
use crate::cell::Cell;
use crate::entry::{Click, Effect, Next, Refuse, Step, read_turn, refusal};
use crate::game::{Complete, Notation, Outcome};
use crate::hints::Hints;
use crate::options::{OptionSpec, Options};
use crate::play::{Ending, Play};
use crate::setup::Setup;
use crate::side::Side;
use crate::value::Value;
use crate::view::{Scene, View};
use crate::walk::{Numbered, Offers, Walk};
use crate::words::{Lang, Message, Phrase};

/// A game with its options chosen.
#[derive(Clone, Debug)]
pub struct Opened<G> {
    /// The rules.
    pub game: G,
    options: Options,
}

impl<G: Complete> Opened<G> {
    /// Opens the game with options such as `teleport=one,first=black`.
    pub fn new(rules: &str) -> Result<Opened<G>, Message> {
        let options = Options::read(G::options(), rules)?;
        Ok(Opened { game: G::new(&options), options })
    }

    /// Reads a position.
    pub fn read(&self, text: &str) -> Result<G::Position, Message> {
        read_position(&self.game, text)
    }

    /// A game in progress from this position, under the repetition rule that was chosen.
    pub fn play_from(&self, start: G::Position) -> Play<G> {
        let repetition = self.options.chosen(crate::options::REPETITION.name) == 0;
        Play::new(self.game, start, repetition)
    }
}

/// Reads a position of this game.
pub fn read_position<G: Notation>(game: &G, text: &str) -> Result<G::Position, Message> {
    game.check(&Setup::read::<G>(text)?)
}

/// The text of a position.
pub fn position_text<G: Notation>(game: &G, position: &G::Position) -> String {
    let mut out = String::new();
    game.setup(position).write::<G>(&mut out);
    out
}

/// The text of a turn.
pub fn turn_text<G: Notation>(game: &G, position: &G::Position, turn: G::Turn) -> String {
    let mut out = String::new();
    game.write_turn(position, turn, &mut out);
    out
}

/// A turn that is being entered.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Entering {
    /// The clicks so far, those without alternative included.
    pub clicks: Vec<Click>,
    /// The effects of each of them.
    pub effects: Vec<Vec<Effect>>,
    /// The clicks that can follow.
    pub next: Vec<Offer>,
    /// The turn that the clicks make, once complete.
    pub turn: Option<String>,
    /// The position after it.
    pub after: Option<String>,
    /// What all turns that these clicks can still become have in common in writing, down to the
    /// last whole cell.
    pub text: String,
}

/// A click that can follow.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Offer {
    /// The click.
    pub click: Click,
    /// What it does.
    pub effects: Vec<Effect>,
    /// How the notation calls what it chooses, where it has a letter for it.
    pub tag: Option<char>,
    /// The turn it completes, if it does.
    pub turn: Option<String>,
    /// The position after that turn.
    pub after: Option<String>,
}

/// Turns of a position, each with the position it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The turns, sorted by their texts.
    pub turns: Vec<(String, String)>,
    /// Whether there are others.
    pub more: bool,
}

/// Any game, text in and text out.
pub trait AnyGame: Send + Sync {
    /// The name programs use.
    fn id(&self) -> &'static str;
    /// The name for people.
    fn name(&self) -> Phrase;
    /// The players' names for people.
    fn sides(&self) -> [Phrase; 2];
    /// The letters of the light and the dark pawns.
    fn letters(&self) -> [char; 2];
    /// The keys that its positions may carry, besides the one that says who won.
    fn keys(&self) -> &'static [&'static str];
    /// The game in a sentence or two.
    fn about(&self) -> Phrase;
    /// The value of the start under the default rules, for the player who begins, if tables of
    /// this program prove it.
    fn known(&self) -> Option<Value>;
    /// A position that shows the game off, for pictures.
    fn sample(&self) -> &'static str;
    /// How many levels of opponents it has.
    fn levels(&self) -> usize;
    /// The buttons of its turns, with their names for people.
    fn buttons(&self) -> &'static [(&'static str, Phrase)];
    /// The rule options it knows.
    fn option_specs(&self) -> &'static [OptionSpec];
    /// The options that are not at their default, as `name=value,…`.
    fn options(&self) -> String;
    /// The rules as Markdown.
    fn rules(&self, lang: Lang) -> &'static str;
    /// The drawing of the board.
    fn view(&self) -> View;
    /// What stands on the board in this position.
    fn scene(&self, position: &str) -> Result<Scene, Message>;
    /// A special rule in force that no mark on the board shows.
    fn remark(&self, position: &str) -> Result<Option<Message>, Message>;
    /// The position an ordinary game begins with.
    fn start(&self) -> String;
    /// The position of the rematch after a win, if the rules grant one.
    fn sequel(&self, winner: Side) -> Option<String>;
    /// What people call that rematch.
    fn sequel_name(&self) -> Option<Phrase>;
    /// Whether people draw lots for who begins.
    fn beginner_by_lot(&self) -> bool;
    /// Checks a position and writes it the normal way.
    fn check(&self, position: &str) -> Result<String, Message>;
    /// Whose turn it is, and how the game ended if it has.
    fn status(&self, position: &str) -> Result<(Side, Option<Outcome>), Message>;
    /// At most so many legal turns with the positions they lead to. Where there are more, which
    /// of them are listed is the same every time and means nothing.
    fn some_turns(&self, position: &str, most: usize) -> Result<Listed, Message>;
    /// All legal turns with the positions they lead to, sorted by turn text: tens of thousands in
    /// some positions, so whoever serves others asks for [`AnyGame::some_turns`].
    fn turns(&self, position: &str) -> Result<Vec<(String, String)>, Message> {
        Ok(self.some_turns(position, usize::MAX)?.turns)
    }
    /// The position after a turn, or why the turn is refused.
    fn play(&self, position: &str, turn: &str) -> Result<String, Message>;
    /// How a legal turn is entered: its clicks with their effects, in one of the orders permitted.
    fn steps(&self, position: &str, turn: &str) -> Result<Vec<Step>, Message>;
    /// Follows clicks, making those without alternative; an error says why one is refused.
    fn enter(&self, position: &str, clicks: &[&str]) -> Result<Entering, Message>;
    /// Which pawns can, or must, begin a turn.
    fn hints(&self, position: &str) -> Result<Hints, Message>;
    /// A game in progress from this position, or from the ordinary start.
    fn begin(&self, start: Option<&str>) -> Result<Box<dyn AnyPlay>, Message>;
}

impl dyn AnyGame + '_ {
    /// What a legal turn does on the board, click by click.
    pub fn effects(&self, position: &str, turn: &str) -> Result<Vec<Vec<Effect>>, Message> {
        let steps = self.steps(position, turn)?;
        Ok(steps.into_iter().map(|step| step.effects).collect())
    }
}

/// Any game in progress, text in and text out.
pub trait AnyPlay: Send + Sync {
    /// Where it began.
    fn start(&self) -> String;
    /// The position now.
    fn position(&self) -> String;
    /// The position after the first `n` turns.
    fn position_at(&self, n: usize) -> String;
    /// The turns played.
    fn line(&self) -> Vec<String>;
    /// What turn number `n` (0 is the first) did on the board, click by click.
    fn effects_at(&self, n: usize) -> Vec<Vec<Effect>>;
    /// The player who began.
    fn first(&self) -> Side;
    /// Whose turn it is.
    fn to_move(&self) -> Side;
    /// How it ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// How often the position now has occurred.
    fn occurrences(&self) -> usize;
    /// Plays a turn, or says why not.
    fn play(&mut self, turn: &str) -> Result<(), Message>;
    /// Takes the last turn back.
    fn undo(&mut self) -> bool;
    /// Ends the game by something other than a turn.
    fn end(&mut self, ending: Ending) -> Result<(), Message>;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPlay>;
    /// The [`Play`] itself, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Complete> AnyPlay for Play<G> {
    fn start(&self) -> String {
        position_text(self.game(), Play::start(self))
    }

    fn position(&self) -> String {
        position_text(self.game(), Play::position(self))
    }

    fn position_at(&self, n: usize) -> String {
        position_text(self.game(), Play::position_at(self, n))
    }

    fn line(&self) -> Vec<String> {
        let line = Play::line(self).iter().enumerate();
        line.map(|(i, (turn, _))| turn_text(self.game(), Play::position_at(self, i), *turn))
            .collect()
    }

    fn effects_at(&self, n: usize) -> Vec<Vec<Effect>> {
        let Some((turn, _)) = Play::line(self).get(n) else { return Vec::new() };
        let sequences = self.game().sequences(Play::position_at(self, n), *turn);
        let steps = sequences.into_iter().next().unwrap_or_default();
        steps.into_iter().map(|step| step.effects).collect()
    }

    fn first(&self) -> Side {
        self.game().to_move(Play::start(self))
    }

    fn to_move(&self) -> Side {
        Play::to_move(self)
    }

    fn ending(&self) -> Option<Ending> {
        Play::ending(self)
    }

    fn occurrences(&self) -> usize {
        Play::occurrences(self)
    }

    fn play(&mut self, turn: &str) -> Result<(), Message> {
        self.play_text(turn)
    }

    fn undo(&mut self) -> bool {
        Play::undo(self)
    }

    fn end(&mut self, ending: Ending) -> Result<(), Message> {
        Play::end(self, ending.outcome, ending.how)
    }

    fn boxed(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reads a click: a cell's name or a button's.
fn read_click(text: &str, buttons: &[(&'static str, Phrase)]) -> Result<Click, Message> {
    const UNKNOWN: Phrase =
        Phrase::new("`{0}` is neither a cell nor a button", "`{0}` n’est ni une case ni un bouton");
    let button = || buttons.iter().find(|(b, _)| *b == text).map(|(b, _)| Click::Button(b));
    Cell::read(text).map(Click::Cell).or_else(button).ok_or_else(|| UNKNOWN.with(text))
}

impl Entering {
    /// Follows clicks given as text. `written` gives the text of the turn with a number and of the
    /// position after it.
    fn new(
        offers: &dyn Offers,
        clicks: &[&str],
        buttons: &[(&'static str, Phrase)],
        written: &dyn Fn(usize) -> (String, String),
        refuse: Refuse<'_>,
    ) -> Result<Entering, Message> {
        let mut walk = Walk::new(offers);
        for given in clicks {
            let click = read_click(given, buttons)?;
            if !walk.follow(click) {
                return Err(refuse(&walk.clicks, walk.turn.is_some(), click));
            }
        }
        walk.skip();
        let text = walk.written();
        let offer = |Next { step, completes }: Next<usize>| {
            let (turn, after) = completes.map(written).unzip();
            Offer { click: step.click, effects: step.effects, tag: step.tag, turn, after }
        };
        let (turn, after) = walk.turn.map(written).unzip();
        Ok(Entering {
            clicks: walk.clicks,
            effects: walk.effects,
            next: walk.next.into_iter().map(offer).collect(),
            turn,
            after,
            text,
        })
    }
}

/// The legal turns of a position in text, at most so many, unsorted; and whether there are more.
fn listed<G: Complete>(game: &G, position: &G::Position, most: usize) -> Listed {
    let mut turns = Vec::new();
    let cut = game.each_turn(position, &mut |turn| {
        if turns.len() == most {
            return ControlFlow::Break(());
        }
        let after = game.play(position, turn);
        turns.push((turn_text(game, position, turn), position_text(game, &after)));
        ControlFlow::Continue(())
    });
    turns.sort_unstable();
    Listed { turns, more: cut.is_break() }
}

impl<G: Complete> AnyGame for Opened<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> Phrase {
        G::name()
    }

    fn sides(&self) -> [Phrase; 2] {
        G::sides()
    }

    fn letters(&self) -> [char; 2] {
        G::LETTERS
    }

    fn keys(&self) -> &'static [&'static str] {
        G::KEYS
    }

    fn about(&self) -> Phrase {
        G::about()
    }

    fn known(&self) -> Option<Value> {
        G::known()
    }

    fn sample(&self) -> &'static str {
        G::SAMPLE
    }

    fn levels(&self) -> usize {
        G::levels().len()
    }

    fn buttons(&self) -> &'static [(&'static str, Phrase)] {
        G::buttons()
    }

    fn option_specs(&self) -> &'static [OptionSpec] {
        G::options()
    }

    fn options(&self) -> String {
        self.options.text()
    }

    fn rules(&self, lang: Lang) -> &'static str {
        G::rules(lang)
    }

    fn view(&self) -> View {
        G::view()
    }

    fn scene(&self, position: &str) -> Result<Scene, Message> {
        let position = self.read(position)?;
        Ok(scene_of(&self.game, &position))
    }

    fn remark(&self, position: &str) -> Result<Option<Message>, Message> {
        Ok(self.game.remark(&self.read(position)?))
    }

    fn start(&self) -> String {
        position_text(&self.game, &self.game.start())
    }

    fn sequel(&self, winner: Side) -> Option<String> {
        self.game.sequel(winner).map(|position| position_text(&self.game, &position))
    }

    fn sequel_name(&self) -> Option<Phrase> {
        G::sequel_name()
    }

    fn beginner_by_lot(&self) -> bool {
        G::BEGINNER_BY_LOT
    }

    fn check(&self, position: &str) -> Result<String, Message> {
        Ok(position_text(&self.game, &self.read(position)?))
    }

    fn status(&self, position: &str) -> Result<(Side, Option<Outcome>), Message> {
        let position = self.read(position)?;
        Ok((self.game.to_move(&position), self.game.outcome(&position)))
    }

    fn some_turns(&self, position: &str, most: usize) -> Result<Listed, Message> {
        Ok(listed(&self.game, &self.read(position)?, most))
    }

    fn play(&self, position: &str, turn: &str) -> Result<String, Message> {
        let position = self.read(position)?;
        let turn = read_turn(&self.game, &position, turn)?;
        Ok(position_text(&self.game, &self.game.play(&position, turn)))
    }

    fn steps(&self, position: &str, turn: &str) -> Result<Vec<Step>, Message> {
        let position = self.read(position)?;
        let turn = read_turn(&self.game, &position, turn)?;
        Ok(self.game.sequences(&position, turn).into_iter().next().unwrap_or_default())
    }

    fn enter(&self, position: &str, clicks: &[&str]) -> Result<Entering, Message> {
        let (game, position) = (&self.game, self.read(position)?);
        let turns = Numbered::new(game, &position);
        let refuse =
            |entered: &[Click], whole, click| refusal(game, &position, entered, whole, click);
        let written = |number: usize| {
            let after = game.play(&position, turns.turn(number));
            (turns.text(number), position_text(game, &after))
        };
        Entering::new(&turns, clicks, G::buttons(), &written, &refuse)
    }

    fn hints(&self, position: &str) -> Result<Hints, Message> {
        let position = self.read(position)?;
        let own = self.game.setup(&position).pawns[self.game.to_move(&position).index()];
        Ok(Hints::new(&Walk::new(&Numbered::new(&self.game, &position)), G::LAYOUT, own))
    }

    fn begin(&self, start: Option<&str>) -> Result<Box<dyn AnyPlay>, Message> {
        let start = match start {
            Some(text) => self.read(text)?,
            None => self.game.start(),
        };
        Ok(Box::new(self.play_from(start)))
    }
}

/// What stands on the board in this position.
pub fn scene_of<G: Complete>(game: &G, position: &G::Position) -> Scene {
    let pieces = pieces(G::LAYOUT, game.setup(position).pawns);
    Scene { pieces, hand: game.hand(position), marks: game.marks(position), ..Scene::default() }
}

/// The pawns of both sides, rank by rank.
fn pieces(layout: Layout, pawns: [u64; 2]) -> Vec<(Cell, Side)> {
    let owner = |cell: Cell| {
        let bit = layout.bit(cell)?;
        let side = Side::BOTH.into_iter().find(|side| pawns[side.index()] >> bit & 1 == 1)?;
        Some((cell, side))
    };
    layout.cells().filter_map(owner).collect()
}
