//! Parts of answers that several requests share, and how answers become text.

use damier_core::play::{Ending, Termination};
use damier_core::value::Value;
use damier_core::{AnyGame, Lang, Message, Outcome, Phrase, Side};
use serde::Serialize;

use crate::fault::Fault;
use crate::words;

/// An answer as text, or why there is none.
pub(crate) type Answer = Result<String, Fault>;

/// The text of an answer.
pub(crate) fn json(answer: &impl Serialize) -> String {
    // It fails only for maps whose keys are no texts and for writers that fail; there are none.
    serde_json::to_string(answer).unwrap_or_default()
}

/// The text of an answer that is no refusal: an object with fields, before which `ok` is put.
pub(crate) fn good(answer: &impl Serialize) -> Answer {
    let mut text = json(answer);
    text.insert_str(1, "\"ok\":true,");
    Ok(text)
}

/// A text in all languages, for what a page keeps.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Both(Phrase);

impl From<Phrase> for Both {
    fn from(phrase: Phrase) -> Both {
        Both(phrase)
    }
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct Over {
    /// `light`, `dark` or `draw`.
    outcome: &'static str,
    /// As records write it.
    how: &'static str,
    words: String,
}

/// The words for outcomes in requests and answers.
pub(crate) const OUTCOMES: [(&str, Outcome); 3] = [
    ("light", Outcome::Won(Side::Light)),
    ("dark", Outcome::Won(Side::Dark)),
    ("draw", Outcome::Drawn),
];

impl Over {
    pub(crate) fn new(game: &dyn AnyGame, ending: Ending, lang: Lang) -> Over {
        let Ending { outcome, how } = ending;
        let word = OUTCOMES.iter().find(|(_, o)| *o == outcome).map_or("draw", |(word, _)| word);
        Over { outcome: word, how: how.text(), words: verdict(game, outcome, how).text(lang) }
    }
}

/// How a game ended, in words.
fn verdict(game: &dyn AnyGame, outcome: Outcome, how: Termination) -> Message {
    match outcome {
        Outcome::Won(side) => words::WINS.with(game.sides()[side.index()]).with(how.words()),
        Outcome::Drawn => words::DRAWN.with(how.words()),
    }
}

/// An exact value.
#[derive(Serialize)]
pub(crate) struct Worth {
    /// `win`, `loss`, `draw` or `unknown`.
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u16>,
}

impl From<Option<Value>> for Worth {
    fn from(value: Option<Value>) -> Worth {
        let (kind, turns) = match value {
            Some(Value::Win(n)) => ("win", n),
            Some(Value::Loss(n)) => ("loss", n),
            Some(Value::Draw) => ("draw", None),
            None => ("unknown", None),
        };
        Worth { kind, turns }
    }
}
