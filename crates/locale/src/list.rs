//! Several things in one sentence: `a, b and c`, as the section `list` of a language file says.

use crate::{Argument, Lang, Phrase, format, phrase};

/// Things that a sentence names one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    /// What stands between the last two.
    link: Phrase,
    items: Vec<Argument>,
}

impl List {
    /// `a, b, c`.
    pub fn plain<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> List {
        List::linked(phrase!("list.plain"), items)
    }

    /// All of them: `a, b and c`.
    pub fn and<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> List {
        List::linked(phrase!("list.and"), items)
    }

    /// Any of them: `a, b or c`.
    pub fn or<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> List {
        List::linked(phrase!("list.or"), items)
    }

    fn linked<T: Into<Argument>>(link: Phrase, items: impl IntoIterator<Item = T>) -> List {
        List { link, items: items.into_iter().map(Into::into).collect() }
    }

    pub(crate) fn write(&self, lang: Lang, out: &mut String) {
        let mut all: Option<String> = None;
        for (i, item) in self.items.iter().enumerate() {
            let mut longer = String::new();
            match all {
                None => format::argument(item, lang, &mut longer),
                Some(before) => {
                    let last = i + 1 == self.items.len();
                    let link = if last { self.link } else { phrase!("list.plain") };
                    let pair = [Argument::Plain(before), item.clone()];
                    format::fill(link.text(lang), &pair, lang, None, &mut longer);
                }
            }
            all = Some(longer);
        }
        out.extend(all);
    }
}
