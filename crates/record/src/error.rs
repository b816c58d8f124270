//! Complaints about a record, with the place in its text.

use std::fmt;

use damier_core::{Lang, Message, Phrase, phrase};

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
    /// The whole complaint: line, turn and reason.
    #[must_use]
    pub fn say(&self) -> Message {
        const ON_LINE: Phrase = phrase!("record.on-line");
        const AT_TURN: Phrase = phrase!("record.at-turn");
        const AT_BOTH: Phrase = phrase!("record.at-both");
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
