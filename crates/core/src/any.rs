//! Any game behind text: the object-safe face that command line, server, page and bindings use.
//! One blanket implementation serves all games; nothing here is on a hot path.

mod entering;
mod position;

use std::any::Any;

pub use self::entering::{Entering, Offer};
pub(crate) use self::position::scene_of;
pub use self::position::{AnyPosition, Listed};
use self::position::{At, first};
use crate::entry::{Effect, Step};
use crate::game::{Notation, Playable};
use crate::options::{OptionSpec, Options};
use crate::play::{Ending, Play};
use crate::question::Question;
use crate::reason::Reason;
use crate::setup::Setup;
use crate::side::Side;
use crate::value::Value;
use crate::view::{Scene, View};
use crate::words::{Lang, Message, Phrase};

/// A game with its options chosen.
#[derive(Clone, Debug)]
pub struct Opened<G> {
    /// The rules.
    pub game: G,
    options: Options,
}

impl<G: Playable> Opened<G> {
    /// Opens the game with options such as `teleport=one,first=black`.
    pub fn new(rules: &str) -> Result<Opened<G>, Message> {
        let options = Options::read(G::options(), rules)?;
        Ok(Opened { game: G::new(&options), options })
    }

    /// The same game behind text.
    pub fn any(&self) -> &dyn AnyGame {
        self
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
    /// What a player is to reach, in a sentence.
    fn aim(&self) -> Phrase;
    /// The value of the start under the default rules, for the player who begins, if tables of
    /// this program prove it.
    fn known(&self) -> Option<Value>;
    /// A position that shows the game off, for pictures.
    fn sample(&self) -> &'static str;
    /// The buttons of its turns, with their names for people.
    fn buttons(&self) -> &'static [(&'static str, Phrase)];
    /// The words of a question that is asked while a turn is entered.
    fn question(&self, asked: Question) -> Phrase;
    /// What people call the choice that the notation has this letter for.
    fn choice(&self, tag: char) -> Option<Phrase>;
    /// The rule options it knows.
    fn option_specs(&self) -> &'static [OptionSpec];
    /// The options that are not at their default, as `name=value,…`.
    fn options(&self) -> String;
    /// The rules as Markdown.
    fn rules(&self, lang: Lang) -> &'static str;
    /// The drawing of the board.
    fn view(&self) -> View;
    /// The position an ordinary game begins with.
    fn start(&self) -> String;
    /// The position of the rematch after a win, if the rules grant one.
    fn sequel(&self, winner: Side) -> Option<String>;
    /// What people call that rematch.
    fn sequel_name(&self) -> Option<Phrase>;
    /// Whether people draw lots for who begins.
    fn beginner_by_lot(&self) -> bool;
    /// Reads a position. Text becomes a checked position here, and nowhere else.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, Message>;
    /// A game in progress from this position, or from the ordinary start.
    fn begin(&self, start: Option<&str>) -> Result<Box<dyn AnyPlay>, Message>;
}

/// For those who ask one thing of a position: each reads it.
impl dyn AnyGame + '_ {
    /// Checks a position and writes it the normal way.
    pub fn check(&self, position: &str) -> Result<String, Message> {
        Ok(self.position(position)?.text())
    }

    /// [`AnyPosition::scene`] of this position.
    pub fn scene(&self, position: &str) -> Result<Scene, Message> {
        Ok(self.position(position)?.scene())
    }

    /// [`AnyPosition::turns`] of this position.
    pub fn turns(&self, position: &str) -> Result<Vec<(String, String)>, Message> {
        Ok(self.position(position)?.turns(usize::MAX).turns)
    }

    /// The position after a turn, or why the turn is refused.
    pub fn play(&self, position: &str, turn: &str) -> Result<String, Message> {
        Ok(self.position(position)?.play(turn)?.text())
    }

    /// [`AnyPosition::steps`] of this position.
    pub fn steps(&self, position: &str, turn: &str) -> Result<Vec<Step>, Message> {
        self.position(position)?.steps(turn)
    }

    /// [`AnyPosition::enter`] at this position.
    pub fn enter(&self, position: &str, clicks: &[&str]) -> Result<Entering, Message> {
        self.position(position)?.enter(clicks)
    }
}

/// Any game in progress, text in and text out.
pub trait AnyPlay: Send + Sync {
    /// Where it began.
    fn start(&self) -> String;
    /// The position after the first `n` turns, or after the last if there are fewer.
    fn at(&self, n: usize) -> Box<dyn AnyPosition>;
    /// How many turns were played.
    fn len(&self) -> usize;
    /// Whether none was played.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Turn number `n` (0 is the first); empty if it was not played.
    fn turn_at(&self, n: usize) -> String;
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
    /// Whether the third occurrence of a position ends it.
    fn ends_by_repetition(&self) -> bool;
    /// Plays a turn, or says why not.
    fn play(&mut self, turn: &str) -> Result<(), Message>;
    /// Takes the last turn back.
    fn undo(&mut self) -> bool;
    /// Ends the game by something other than a turn.
    fn end(&mut self, ending: Ending) -> Result<(), Message>;
    /// A copy, to be played on from here.
    fn boxed(&self) -> Box<dyn AnyPlay>;
    /// The [`Play`] itself, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

impl dyn AnyPlay + '_ {
    /// The position now.
    #[must_use]
    pub fn position(&self) -> String {
        self.now().text()
    }

    /// The position now, to be asked.
    #[must_use]
    pub fn now(&self) -> Box<dyn AnyPosition> {
        self.at(self.len())
    }

    /// The turns played.
    #[must_use]
    pub fn line(&self) -> Vec<String> {
        (0..self.len()).map(|n| self.turn_at(n)).collect()
    }

    /// Why it ended, if it has: as the game says it, or what else ended it.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        let ending = self.ending()?;
        let other = || Reason { words: ending.how.words().say(), cells: Vec::new() };
        Some(self.now().reason().unwrap_or_else(other))
    }
}

impl<G: Playable> Play<G> {
    /// The same game in progress behind text.
    pub fn any(&self) -> &dyn AnyPlay {
        self
    }
}

impl<G: Playable> AnyPlay for Play<G> {
    fn start(&self) -> String {
        position_text(self.game(), Play::start(self))
    }

    fn at(&self, n: usize) -> Box<dyn AnyPosition> {
        let position = *Play::position_at(self, n.min(self.len()));
        Box::new(At { game: *self.game(), position })
    }

    fn len(&self) -> usize {
        Play::line(self).len()
    }

    fn turn_at(&self, n: usize) -> String {
        let Some((turn, _)) = Play::line(self).get(n) else { return String::new() };
        turn_text(self.game(), Play::position_at(self, n), *turn)
    }

    fn effects_at(&self, n: usize) -> Vec<Vec<Effect>> {
        let Some((turn, _)) = Play::line(self).get(n) else { return Vec::new() };
        effects(first(self.game().sequences(Play::position_at(self, n), *turn)))
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

    fn ends_by_repetition(&self) -> bool {
        Play::ends_by_repetition(self)
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

/// What the clicks of a turn do.
#[inline(never)]
fn effects(steps: Vec<Step>) -> Vec<Vec<Effect>> {
    steps.into_iter().map(|step| step.effects).collect()
}

impl<G: Playable> AnyGame for Opened<G> {
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

    fn aim(&self) -> Phrase {
        G::aim()
    }

    fn sample(&self) -> &'static str {
        G::SAMPLE
    }

    fn buttons(&self) -> &'static [(&'static str, Phrase)] {
        G::buttons()
    }

    fn question(&self, asked: Question) -> Phrase {
        G::question(asked)
    }

    fn choice(&self, tag: char) -> Option<Phrase> {
        G::choice(tag)
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

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, Message> {
        Ok(Box::new(At { game: self.game, position: self.read(text)? }))
    }

    fn begin(&self, start: Option<&str>) -> Result<Box<dyn AnyPlay>, Message> {
        let start = match start {
            Some(text) => self.read(text)?,
            None => self.game.start(),
        };
        Ok(Box::new(self.play_from(start)))
    }
}
