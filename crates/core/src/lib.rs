//! What all games of Damier share: the traits a game implements, text, entry by clicks, games in
//! progress, and the checks every game must pass. No game is named here and nothing is
//! read or written outside memory.

pub mod any;
pub mod bits;
pub mod budget;
pub mod cell;
pub mod conformance;
pub mod entry;
pub mod game;
pub mod hints;
pub mod key;
pub mod lot;
pub mod mark;
pub mod options;
pub mod perft;
pub mod play;
pub mod preview;
pub mod question;
pub mod random;
pub mod reason;
pub mod refusals;
#[cfg(feature = "schema")]
mod schema;
pub mod setup;
pub mod side;
pub mod symmetry;
pub mod tree;
pub mod value;
pub mod view;
mod walk;

pub use any::{AnyGame, AnyPlay};
pub use cell::Cell;
pub use damier_locale as words;
pub use game::{
    Complete, Entry, Evaluate, Game, Learned, Level, Notation, Opponents, Outcome, Playable,
    Progress, Searchable, Show, Symmetric, TurnOrder,
};
pub use side::Side;
pub use words::{Lang, List, Message, Phrase, phrase};
