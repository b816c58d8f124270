//! Several things in one sentence: `a, b and c`, as the section `list` of a language file says.

use crate::{Argument, Lang, Phrase, format, phrase};

/// Things that a sentence names one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    manner: Manner,
    items: Vec<Argument>,
}

/// How the things belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// All of them: `a, b and c`.
    And,
    /// Any of them: `a, b or c`.
    Or,
    /// No word between the last two: `a, b, c`.
    Plain,
}

impl List {
    /// A list of this manner.
    pub fn new<T: Into<Argument>>(manner: Manner, items: impl IntoIterator<Item = T>) -> List {
        List { manner, items: items.into_iter().map(Into::into).collect() }
    }

    /// `a, b, c`.
    pub fn plain<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> List {
        List::new(Manner::Plain, items)
    }

    pub(crate) fn write(&self, lang: Lang, out: &mut String) {
        let written = |item: &Argument| {
            let mut text = String::new();
            format::argument(item, lang, &mut text);
            text
        };
        let joined = |phrase: Phrase, a: String, b: String| phrase.with(a).with(b).text(lang);
        let Some((last, others)) = self.items.split_last() else { return };
        let before = others.iter().map(written).reduce(|a, b| joined(phrase!("list.plain"), a, b));
        let link = match self.manner {
            Manner::And => phrase!("list.and"),
            Manner::Or => phrase!("list.or"),
            Manner::Plain => phrase!("list.plain"),
        };
        let last = written(last);
        out.push_str(&match before {
            Some(before) => joined(link, before, last),
            None => last,
        });
    }
}
