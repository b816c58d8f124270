//! Opponents: search, exact play by tables, and levels from a first game to perfect.
//!
//! One algorithm per file: [`alpha_beta`] searches with a [`transposition`] table, [`perfect`] plays
//! by tables. [`think`] makes players of them. Nothing here has a clock or
//! randomness of its own: a search is an object that is run in slices, and time, seed and stop
//! come from whoever runs it.

pub mod alpha_beta;
pub mod any;
#[cfg(not(target_family = "wasm"))]
pub mod parallel;
pub mod perfect;
pub mod score;
pub mod think;
pub mod time;
pub mod transposition;
pub mod tuning;
