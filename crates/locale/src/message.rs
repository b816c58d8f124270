//! A sentence about something particular.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Lang, List, Phrase};

/// What a sentence is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The same in every language: a cell, a turn, the input itself.
    Plain(String),
    /// A whole number, which may decide about the words around it.
    Number(u64),
    /// A number with a fraction, written with a point; see [`decimal`].
    Decimal(String),
    /// Words, translated with the rest.
    Words(Message),
    /// Several, joined as the language joins them.
    List(List),
}

impl From<Phrase> for Argument {
    fn from(phrase: Phrase) -> Argument {
        Argument::Words(phrase.say())
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Words(message)
    }
}

impl From<List> for Argument {
    fn from(list: List) -> Argument {
        Argument::List(list)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Plain(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Plain(text)
    }
}

impl From<char> for Argument {
    fn from(c: char) -> Argument {
        Argument::Plain(c.to_string())
    }
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl From<$t> for Argument {
            fn from(value: $t) -> Argument {
                Argument::Number(value as u64)
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, usize);

/// A number with a fraction of so many digits, as an argument.
#[must_use]
pub fn decimal(value: f64, digits: usize) -> Argument {
    Argument::Decimal(format!("{value:.digits$}"))
}

/// A phrase with its arguments. Boxed, since results of all kinds carry it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message(Box<Content>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Content {
    phrase: Phrase,
    arguments: Vec<Argument>,
}

impl Message {
    pub(crate) fn new(phrase: Phrase) -> Message {
        Message(Box::new(Content { phrase, arguments: Vec::new() }))
    }

    /// Gives the next argument.
    #[must_use]
    pub fn with(mut self, argument: impl Into<Argument>) -> Message {
        self.0.arguments.push(argument.into());
        self
    }

    /// The whole text in one language.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let mut out = String::new();
        self.write(lang, &mut out);
        out
    }

    pub(crate) fn write(&self, lang: Lang, out: &mut String) {
        crate::format::fill(self.0.phrase.text(lang), &self.0.arguments, lang, None, out);
    }
}

/// As a phrase: an object with a text for each language.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Lang::ALL.map(|lang| (lang.code(), self.text(lang))))
    }
}

/// In English; [`Message::text`] gives the other languages.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Message {}
