//! The domain with invented time and without anything around it.

mod conduct;
mod deadlines;
mod room;

use super::{Setting, Setup};

/// A game with both seats taken.
fn setup(game: &str, clock: Option<Setting>) -> Setup {
    Setup {
        game: game.into(),
        rules: String::new(),
        start: None,
        opening: None,
        clock,
        seats: [Some("l".into()), Some("d".into())],
        previous: None,
    }
}
