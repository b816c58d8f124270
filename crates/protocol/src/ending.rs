//! Parts that several answers share.

use damier_core::play::Ending;
use damier_core::reason::Reason;
use damier_core::value::Value;
use damier_core::{AnyGame, Cell, Lang, Message, Outcome, Phrase, Side};
use serde::{Deserialize, Serialize};

use crate::words;

/// A text in all languages, for what a page keeps: an object with a text for each.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Texts(pub Phrase);

impl From<Phrase> for Texts {
    fn from(phrase: Phrase) -> Texts {
        Texts(phrase)
    }
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// The light side.
    Light,
    /// The dark side.
    Dark,
    /// Nobody.
    Draw,
}

impl From<Outcome> for OutcomeKind {
    fn from(outcome: Outcome) -> OutcomeKind {
        match outcome {
            Outcome::Won(Side::Light) => OutcomeKind::Light,
            Outcome::Won(Side::Dark) => OutcomeKind::Dark,
            Outcome::Drawn => OutcomeKind::Draw,
        }
    }
}

impl From<OutcomeKind> for Outcome {
    fn from(kind: OutcomeKind) -> Outcome {
        match kind {
            OutcomeKind::Light => Outcome::Won(Side::Light),
            OutcomeKind::Dark => Outcome::Won(Side::Dark),
            OutcomeKind::Draw => Outcome::Drawn,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingAnswer {
    /// Who won.
    pub outcome: OutcomeKind,
    /// Why, in the word that records use: `goal`, `repetition`, `resigned` …
    pub how: &'static str,
    /// Who won and why, in a sentence, in the game's own words.
    pub words: String,
    /// Why, alone and in lower case, without a full stop.
    pub why: String,
    /// The cells that show why, if any do: the line, the pawns that are left.
    pub cells: Vec<Cell>,
}

impl EndingAnswer {
    /// `reason` is why the position is over, if that is what ended the game.
    pub(crate) fn new(
        game: &dyn AnyGame,
        ending: Ending,
        reason: Option<Reason>,
        lang: Lang,
    ) -> EndingAnswer {
        let Ending { outcome, how } = ending;
        let (why, cells) = match reason {
            Some(Reason { words, cells }) => (words, cells),
            None => (how.words().say(), Vec::new()),
        };
        let reason = why.text(lang);
        let words = verdict(game, outcome, why).text(lang);
        EndingAnswer { outcome: outcome.into(), how: how.text(), words, why: reason, cells }
    }
}

/// How a game ended, in words.
fn verdict(game: &dyn AnyGame, outcome: Outcome, why: Message) -> Message {
    match outcome {
        Outcome::Won(side) => words::WINS.with(game.sides()[side.index()]).with(why),
        Outcome::Drawn => words::DRAWN.with(why),
    }
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// That player wins.
    Win,
    /// That player loses.
    Loss,
    /// Neither can win.
    Draw,
    /// No table at hand tells.
    Unknown,
}

impl From<Option<Value>> for ValueKind {
    fn from(value: Option<Value>) -> ValueKind {
        match value {
            Some(Value::Win(_)) => ValueKind::Win,
            Some(Value::Loss(_)) => ValueKind::Loss,
            Some(Value::Draw) => ValueKind::Draw,
            None => ValueKind::Unknown,
        }
    }
}

/// What a position is worth, exactly, to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueAnswer {
    /// Whether it is won, lost or drawn, or unknown.
    pub kind: ValueKind,
    /// How many turns the win or the loss takes if both play their best. Absent where tables count only
    /// to the next capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u16>,
}

impl From<Option<Value>> for ValueAnswer {
    fn from(value: Option<Value>) -> ValueAnswer {
        let turns = match value {
            Some(Value::Win(n) | Value::Loss(n)) => n,
            _ => None,
        };
        ValueAnswer { kind: value.into(), turns }
    }
}
