//! The free tags of a record: players, date, place, and whatever else somebody wrote down.

use damier_core::{Message, Phrase, phrase};

/// Tags with a place in every record; they come first, in this order.
const KNOWN: [&str; 5] = ["First", "Second", "Date", "Event", "Site"];

/// Tags that say what the record itself says, and are therefore not free.
pub(super) const RESERVED: [&str; 5] = ["Game", "Rules", "Start", "Result", "Termination"];

const BAD_NAME: Phrase = phrase!("record.bad-name");
const NOT_FREE: Phrase = phrase!("record.not-free");

/// Names with values, each name once. The usual ones come first, the others in the order they
/// were set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    #[must_use]
    pub const fn new() -> Tags {
        Tags(Vec::new())
    }

    /// Sets a tag, replacing its former value. Control characters, line breaks among them,
    /// become spaces.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Message> {
        if !is_name(name) {
            return Err(BAD_NAME.with(name));
        }
        if RESERVED.contains(&name) {
            return Err(NOT_FREE.with(name));
        }
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.0.iter_mut().find(|(n, _)| n == name) {
            Some(tag) => tag.1 = value,
            None => {
                let at = self.0.partition_point(|(n, _)| rank(n) <= rank(name));
                self.0.insert(at, (name.to_string(), value));
            }
        }
        Ok(())
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(n, _)| n != name);
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

fn rank(name: &str) -> usize {
    KNOWN.iter().position(|known| *known == name).unwrap_or(KNOWN.len())
}

/// Whether this can be the name of a tag.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
