//! How much a player may think: time, positions, depth; and the memory it has for it.

use std::time::Duration;

use damier_core::{Message, Phrase, phrase};

/// How much a player may think about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// This long.
    pub time: Option<Duration>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So many turns ahead.
    pub depth: Option<u32>,
}

impl Budget {
    /// This budget, or the other one if this sets no limit at all.
    pub fn or(self, other: Budget) -> Budget {
        if self == Budget::default() { other } else { self }
    }

    /// Sets a limit by its name, such as `nodes` to `1000`; `false` if there is none of this name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, Message> {
        let bad = || BAD_VALUE.with(name).with(value);
        match name {
            "time" => self.time = Some(seconds(value).ok_or_else(bad)?),
            "nodes" => self.nodes = Some(positive(value).ok_or_else(bad)?),
            "depth" => {
                let depth = positive(value).and_then(|n| n.try_into().ok());
                self.depth = Some(depth.ok_or_else(bad)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

const BAD_VALUE: Phrase = phrase!("engine.bad-value");
/// The transposition table of a search in a game; levels have their own.
pub(crate) const SEARCH_BYTES: usize = 16 << 20;

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= 1e7)?;
    Some(Duration::from_secs_f64(seconds))
}

fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|n| *n > 0)
}
