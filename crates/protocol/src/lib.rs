//! The text door: every question one can ask Damier, as JSON in and JSON out. The browser's
//! module, the server and bindings all go through [`Door::answer`], so that they agree; people
//! who read the answers get them in their language. `docs/protocol.md` lists the questions.
//!
//! There is no clock, no randomness and no input or output here: seeds, budgets and tables are
//! handed in.

mod answer;
mod door;
mod enter;
mod fault;
mod game;
mod games;
mod look;
mod oracles;
#[cfg(feature = "full")]
mod picture;
mod reach;
mod record;
mod request;
mod text_board;
mod think;
mod turns;
mod value;
mod words;

pub use door::{Door, VERBS, WORK};
pub use fault::Code;
pub use oracles::{Oracles, Refused};
