//! A sentence in every language, found by its id while the program is compiled.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Argument, Lang, Message};

/// A sentence in every language, as the language files write it: `{0}`, `{1}` … are the places of
/// its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Phrase(
    /// One language after the other, with a zero between them: in the browser's module a table of
    /// places and lengths for every sentence would weigh more than a tenth of the sentences.
    &'static str,
);

/// The phrase of an id, such as `phrase!("record.not-over")`. An id that no language file has does
/// not compile.
#[macro_export]
macro_rules! phrase {
    ($id:literal) => {
        const { $crate::find($id) }
    };
}

/// As [`phrase!`], which sees to it that this is done while compiling.
#[must_use]
pub const fn find(id: &str) -> Phrase {
    Phrase(crate::lang::place(id))
}

impl Phrase {
    /// The text in one language, places of arguments and all.
    #[must_use]
    pub fn text(self, lang: Lang) -> &'static str {
        self.0.split('\0').nth(lang as usize).unwrap_or_default()
    }

    /// This phrase as a message without arguments.
    #[must_use]
    pub fn say(self) -> Message {
        Message::new(self)
    }

    /// This phrase with its first argument; [`Message::with`] gives the next ones.
    #[must_use]
    pub fn with(self, argument: impl Into<Argument>) -> Message {
        self.say().with(argument)
    }
}

/// As an object with the text of every language, by its code.
impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Lang::ALL.map(|lang| (lang.code(), self.text(lang))))
    }
}

/// In English.
impl fmt::Debug for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(Lang::En).fmt(f)
    }
}
