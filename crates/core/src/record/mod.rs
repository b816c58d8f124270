//! Records: a whole game as text, with comments and variations, after the habits of PGN. A
//! [`Record`] exists only if every turn in it is legal and its result is the one the turns lead
//! to, so whoever holds one need not check again. Reading and writing are inverse to each other.

mod json;
mod read;
mod tags;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

use crate::any::{AnyGame, AnyPlay};
use crate::budget::Budget;
use crate::game::Outcome;
use crate::play::{Ending, Termination};
use crate::side::Side;
use crate::words::{Lang, Message, Phrase};

pub use tags::Tags;

/// How deep variations may nest. More than anybody needs, and little enough that the JSON of a
/// record stays within the nesting that common readers accept (127).
pub const MAX_DEPTH: usize = 24;

/// Opens a game by its name and rule options, as `damier_games::open` does.
pub type Open<'a> = &'a dyn Fn(&str, &str) -> Result<Box<dyn AnyGame>, Message>;

/// A game and how far it has been played.
pub type Begun = (Box<dyn AnyGame>, Box<dyn AnyPlay>);

/// A checked game with its variations, comments and tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    game: String,
    rules: String,
    start: String,
    /// Whether the start is the ordinary one of the game under its rules.
    ordinary: bool,
    tags: Tags,
    line: Line,
    result: Score,
    termination: Option<Termination>,
}

/// A line of turns: the game itself or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    comment: String,
    turns: Vec<Node>,
}

/// A turn in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    turn: String,
    position: String,
    comment: String,
    variations: Vec<Line>,
}

/// The result of a game as its record writes it. The first player is the one who begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// `1-0`
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    Open,
}

impl Score {
    /// All of them, with their texts.
    pub const ALL: [(Score, &'static str); 4] = [
        (Score::First, "1-0"),
        (Score::Second, "0-1"),
        (Score::Draw, "1/2-1/2"),
        (Score::Open, "*"),
    ];

    /// As records write it.
    #[must_use]
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Reads what [`Score::text`] writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Score> {
        Self::ALL.into_iter().find(|(_, word)| *word == text).map(|(score, _)| score)
    }

    /// The result of a game that `first` began.
    #[must_use]
    pub fn of(outcome: Outcome, first: Side) -> Score {
        match outcome {
            Outcome::Drawn => Score::Draw,
            Outcome::Won(side) if side == first => Score::First,
            Outcome::Won(_) => Score::Second,
        }
    }

    /// Who won, in a game that `first` began; `None` if the game goes on.
    #[must_use]
    pub fn outcome(self, first: Side) -> Option<Outcome> {
        match self {
            Score::First => Some(Outcome::Won(first)),
            Score::Second => Some(Outcome::Won(first.other())),
            Score::Draw => Some(Outcome::Drawn),
            Score::Open => None,
        }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line of the text, from 1; 0 if the record did not come from a text.
    pub line: usize,
    /// The turn with its number, as in `3... d4-d3A`.
    pub turn: Option<String>,
    /// What is wrong.
    pub message: Message,
}

impl RecordError {
    /// The whole complaint.
    #[must_use]
    pub fn say(&self) -> Message {
        const ON_LINE: Phrase = Phrase::new("line {0}: {1}", "ligne {0} : {1}");
        const AT_TURN: Phrase = Phrase::new("turn {0}: {1}", "tour {0} : {1}");
        const AT_BOTH: Phrase = Phrase::new("line {0}, turn {1}: {2}", "ligne {0}, tour {1} : {2}");
        let place = match (self.line, self.turn.as_deref()) {
            (0, None) => return self.message.clone(),
            (0, Some(turn)) => AT_TURN.with(turn),
            (line, None) => ON_LINE.with(line),
            (line, Some(turn)) => AT_BOTH.with(line).with(turn),
        };
        place.with(self.message.clone())
    }

    /// The whole complaint in one language.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        self.say().text(lang)
    }
}

/// In English; [`RecordError::text`] gives the other languages.
impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// The record of a game that was played, without comments or variations.
    #[must_use]
    pub fn of(game: &dyn AnyGame, play: &dyn AnyPlay, tags: Tags) -> Record {
        let node = |(i, turn)| Node {
            turn,
            position: play.at(i + 1).text(),
            comment: String::new(),
            variations: Vec::new(),
        };
        let ending = play.ending();
        Record {
            game: game.id().to_string(),
            rules: game.options(),
            ordinary: play.start() == game.start(),
            start: play.start(),
            tags,
            line: Line {
                comment: String::new(),
                turns: play.line().into_iter().enumerate().map(node).collect(),
            },
            result: ending.map_or(Score::Open, |e| Score::of(e.outcome, play.first())),
            termination: ending.map(|e| e.how),
        }
    }

    /// Plays the main line again, with its ending. A win or draw that the turns do not show and
    /// no termination explains counts as resigned or agreed.
    pub fn replay(&self, open: Open<'_>) -> Result<Begun, RecordError> {
        self.replay_within(open, &Budget::unlimited())
    }

    /// The same within a budget, of which each turn costs one unit.
    pub fn replay_within(&self, open: Open<'_>, budget: &Budget<'_>) -> Result<Begun, RecordError> {
        let general = |message| RecordError { line: 0, turn: None, message };
        let game = open(&self.game, &self.rules).map_err(general)?;
        let mut play = game.begin(Some(&self.start)).map_err(general)?;
        for (i, node) in self.line.turns.iter().enumerate() {
            let played = budget.spend(1).and_then(|()| play.play(&node.turn));
            played.map_err(|message| RecordError {
                line: 0,
                turn: Some(format!("{} {}", number(i), node.turn)),
                message,
            })?;
        }
        if let (None, Some(outcome)) = (play.ending(), self.result.outcome(play.first())) {
            let otherwise = match outcome {
                Outcome::Won(_) => Termination::Resigned,
                Outcome::Drawn => Termination::Agreement,
            };
            let how = self.termination.unwrap_or(otherwise);
            play.end(Ending { outcome, how }).map_err(general)?;
        }
        Ok((game, play))
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rule options that are not at their default.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Whether that is the ordinary start.
    #[must_use]
    pub fn ordinary_start(&self) -> bool {
        self.ordinary
    }

    /// The tags other than those this type has methods for.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The same tags, to be changed.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The game itself.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Who won.
    #[must_use]
    pub fn result(&self) -> Score {
        self.result
    }

    /// What ended the game, if it has ended and that is known.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Sets the comment after the first `n` turns of the main line (0: before the first turn);
    /// `false` if it has fewer. A closing brace, which would end the comment, becomes a
    /// parenthesis, control characters other than line breaks and tabs become spaces.
    pub fn set_comment(&mut self, n: usize, text: &str) -> bool {
        let place = match n {
            0 => Some(&mut self.line.comment),
            _ => self.line.turns.get_mut(n - 1).map(|node| &mut node.comment),
        };
        place.map(|comment| *comment = clean(text)).is_some()
    }
}

impl Record {
    /// Takes over what another record of the same game says about the turns both begin with:
    /// comments and variations.
    pub fn keep_notes(&mut self, other: &Record) {
        let about =
            |record: &Record| (record.game.clone(), record.rules.clone(), record.start.clone());
        if about(self) != about(other) {
            return;
        }
        self.line.comment.clone_from(&other.line.comment);
        let both = self.line.turns.iter_mut().zip(&other.line.turns);
        for (own, other) in both.take_while(|(own, other)| own.turn == other.turn) {
            own.clone_from(other);
        }
    }
}

impl Line {
    /// What is said before the first turn; empty if nothing.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The turns.
    #[must_use]
    pub fn turns(&self) -> &[Node] {
        &self.turns
    }

    /// Adds a comment where the line stands: after its last turn, or at its beginning.
    fn add_comment(&mut self, text: &str) {
        let place = self.turns.last_mut().map_or(&mut self.comment, |node| &mut node.comment);
        let text = clean(text);
        if !place.is_empty() && !text.is_empty() {
            place.push(' ');
        }
        place.push_str(&text);
    }
}

impl Node {
    /// The turn.
    #[must_use]
    pub fn turn(&self) -> &str {
        &self.turn
    }

    /// The position after it.
    #[must_use]
    pub fn position(&self) -> &str {
        &self.position
    }

    /// What is said about it; empty if nothing.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The lines that could have been played instead, beginning with another turn in place of
    /// this one.
    #[must_use]
    pub fn variations(&self) -> &[Line] {
        &self.variations
    }
}

/// The number before turn `ply` (0 is the first): `1.`, `1...`, `2.` …
#[must_use]
pub fn number(ply: usize) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// A comment as records keep it.
fn clean(text: &str) -> String {
    let keep = |c| match c {
        '}' => ')',
        '\n' | '\t' => c,
        c if c.is_control() => ' ',
        c => c,
    };
    text.replace("\r\n", "\n").chars().map(keep).collect::<String>().trim().to_string()
}
