//! Puzzles: positions in which few turns are good, with the turns that are. They are found where
//! exact values are known, so that every claim can be checked again, and nothing here knows one game
//! from another.
//!
//! `compose` makes a puzzle of a position, if there is one in it, and `verify` checks one that
//! somebody else made; both ask `judge` for the values of turns. `source` draws the
//! positions in which they are looked for, `difficulty` lets the levels try, `theme` says what a
//! solution is about, `generate` does all of it, and `text` is the format of the files in the
//! games' folders.

pub mod compose;
pub mod difficulty;
pub mod generate;
mod judge;
pub mod source;
pub mod text;
pub mod theme;
pub mod verify;

pub use compose::Composed;
pub use text::{Kind, Puzzle};
pub use theme::Theme;
