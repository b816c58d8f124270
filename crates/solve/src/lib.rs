//! Solving games exactly: retrograde analysis, the tables it fills, and their verification.

pub mod build;
pub mod checkpoint;
pub mod counting;
mod cpu;
pub mod dense;
pub mod keyed;
pub mod known;
pub mod manifest;
pub mod needs;
mod numbers;
pub mod progress;
pub mod quick;
pub mod sparse;
pub mod storage;
pub mod store;
pub mod summary;
pub mod tier_job;
pub mod values;
pub mod verify;
mod write;
