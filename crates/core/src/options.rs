//! Rule options: alternatives worth playing, named `name=value`. Each game lists its own; a
//! choice of values is checked once, at the door, and carried by the game value from then on.

use crate::words::{List, Message, Phrase, phrase};

/// One option of a game, its values (the default first) and what to call them.
#[derive(Debug)]
pub struct OptionSpec {
    /// As it is written before the `=`.
    pub name: &'static str,
    /// What it decides, for people.
    pub label: Phrase,
    /// The values as they are written after the `=`, each with its name for people.
    pub values: &'static [(&'static str, Phrase)],
}

/// Every game has this one: whether the third occurrence of a position ends the game.
pub const REPETITION: OptionSpec = OptionSpec {
    name: "repetition",
    label: phrase!("options.option-repetition"),
    values: &[
        ("3", phrase!("options.option-repetition-3")),
        ("off", phrase!("options.option-repetition-off")),
    ],
};

/// A value for each option of a game.
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    chosen: Vec<usize>,
}

const NO_SUCH_OPTION: Phrase = phrase!("options.no-such-option");
const NO_SUCH_VALUE: Phrase = phrase!("options.no-such-value");
const TWICE: Phrase = phrase!("options.twice");
const NO_EQUALS: Phrase = phrase!("options.no-equals");

impl Options {
    /// All defaults.
    #[must_use]
    pub fn default_for(specs: &'static [OptionSpec]) -> Options {
        Options { specs, chosen: vec![0; specs.len()] }
    }

    /// Reads `name=value,name=value`; what is not named keeps its default.
    pub fn read(specs: &'static [OptionSpec], text: &str) -> Result<Options, Message> {
        let mut options = Options::default_for(specs);
        let mut seen = vec![false; specs.len()];
        for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| NO_EQUALS.with(part))?;
            let i = specs.iter().position(|spec| spec.name == name).ok_or_else(|| {
                NO_SUCH_OPTION.with(name).with(list(specs.iter().map(|spec| spec.name)))
            })?;
            if std::mem::replace(&mut seen[i], true) {
                return Err(TWICE.with(name));
            }
            options.chosen[i] =
                specs[i].values.iter().position(|v| v.0 == value).ok_or_else(|| {
                    let values = list(specs[i].values.iter().map(|v| v.0));
                    NO_SUCH_VALUE.with(name).with(value).with(values)
                })?;
        }
        Ok(options)
    }

    /// The number of the value chosen for this option (0 is the default).
    ///
    /// # Panics
    /// If the game has no such option: the name comes from the game's own code.
    #[must_use]
    pub fn chosen(&self, name: &str) -> usize {
        let i = self.specs.iter().position(|spec| spec.name == name);
        self.chosen[i.expect("a game asks only for its own options")]
    }

    /// `name=value,…` for every option that is not at its default; empty if none.
    #[must_use]
    pub fn text(&self) -> String {
        let parts: Vec<String> = (self.specs.iter().zip(&self.chosen))
            .filter(|(_, chosen)| **chosen != 0)
            .map(|(spec, chosen)| format!("{}={}", spec.name, spec.values[*chosen].0))
            .collect();
        parts.join(",")
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> List {
    List::plain(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    static SPECS: [OptionSpec; 2] = [
        OptionSpec {
            name: "first",
            label: phrase!("options.option-repetition"),
            values: &[
                ("white", phrase!("options.option-repetition")),
                ("black", phrase!("options.option-repetition")),
            ],
        },
        REPETITION,
    ];

    #[test]
    fn reading_and_writing_agree_and_leave_defaults_out() {
        for (text, written) in [
            ("", ""),
            ("first=white", ""),
            ("repetition=off,first=black", "first=black,repetition=off"),
            (" first=black , repetition=3", "first=black"),
        ] {
            assert_eq!(Options::read(&SPECS, text).unwrap().text(), written);
        }
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_would_be_right() {
        for (text, says) in [
            ("second=white", "there is no option `second`; the options are first, repetition"),
            ("first=red", "option `first` has no value `red`; its values are white, black"),
            ("first=white,first=black", "option `first` is given twice"),
            ("white", "`white` is no option"),
            ("first=white,", "`` is no option"),
        ] {
            let error = Options::read(&SPECS, text).unwrap_err().to_string();
            assert!(error.starts_with(says), "{text}: {error}");
        }
    }
}
