//! Solving games exactly: retrograde analysis and its verification.

mod cpu;
pub mod dense;
pub mod progress;
