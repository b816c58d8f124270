//! Solving games exactly: retrograde analysis, the tables it fills, and their verification.

mod cpu;
pub mod dense;
pub mod progress;
pub mod store;
pub mod verify;
