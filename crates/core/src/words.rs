//! Everything Damier says to people, in every language it speaks. Texts are constant pairs
//! ([`Phrase`]); what is said about a particular input is a phrase with its gaps filled
//! ([`Message`]). Rules, readers and refusals return messages, so that terminal and page say the
//! same thing and the language is chosen last.

use std::fmt;

/// A language Damier speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The two-letter code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// Reads a two-letter code.
    #[must_use]
    pub fn read(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }
}

/// A text in every language. `{0}`, `{1}` … are gaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phrase {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Phrase {
    /// A text in both languages.
    #[must_use]
    pub const fn new(en: &'static str, fr: &'static str) -> Phrase {
        Phrase { en, fr }
    }

    /// The text in one language, gaps and all.
    #[must_use]
    pub const fn text(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }

    /// This phrase as a message without gaps.
    #[must_use]
    pub fn say(self) -> Message {
        Message(Box::new(Said { phrase: self, gaps: Vec::new() }))
    }

    /// This phrase with its first gap filled; [`Message::with`] fills the next ones.
    #[must_use]
    pub fn with(self, gap: impl Into<Gap>) -> Message {
        self.say().with(gap)
    }
}

/// What fills a gap of a phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gap {
    /// The same in every language: a cell, a turn, a number, the input itself.
    Plain(String),
    /// Words, translated with the rest.
    Words(Message),
}

impl From<Phrase> for Gap {
    fn from(phrase: Phrase) -> Gap {
        Gap::Words(phrase.say())
    }
}

impl From<Message> for Gap {
    fn from(message: Message) -> Gap {
        Gap::Words(message)
    }
}

macro_rules! plain_gaps {
    ($($t:ty),*) => {$(
        impl From<$t> for Gap {
            fn from(value: $t) -> Gap {
                Gap::Plain(value.to_string())
            }
        }
    )*};
}
plain_gaps!(&str, String, char, u8, u32, u64, usize, crate::cell::Cell);

/// A phrase with its gaps filled. Boxed, since results of all kinds carry it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message(Box<Said>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    phrase: Phrase,
    gaps: Vec<Gap>,
}

impl Message {
    /// Fills the next gap.
    #[must_use]
    pub fn with(mut self, gap: impl Into<Gap>) -> Message {
        self.0.gaps.push(gap.into());
        self
    }

    /// The whole text in one language.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let mut out = String::new();
        let mut rest = self.0.phrase.text(lang);
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}').map(|i| open + i) else { break };
            out.push_str(&rest[..open]);
            match rest[open + 1..close].parse().ok().and_then(|i: usize| self.0.gaps.get(i)) {
                Some(Gap::Plain(text)) => out.push_str(text),
                Some(Gap::Words(message)) => out.push_str(&message.text(lang)),
                None => out.push_str(&rest[open..=close]),
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        out
    }
}

/// In English; [`Message::text`] gives the other languages.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Message {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_in_the_order_of_each_language() {
        const SWAPPED: Phrase = Phrase::new("{0} before {1}", "{1} après {0}");
        let message = SWAPPED.with("a1").with(Phrase::new("two", "deux"));
        assert_eq!(message.text(Lang::En), "a1 before two");
        assert_eq!(message.text(Lang::Fr), "deux après a1");
    }

    #[test]
    fn braces_in_the_input_are_left_alone() {
        assert_eq!(Phrase::new("bad {0}!", "").with("{1}{").to_string(), "bad {1}{!");
    }
}
