//! Computer players and what they think with, the same wherever they play: in the terminal, in
//! matches, behind the Universal Game Interface and the command line.
//!
//! [`agent`] is what a player of any kind can do; [`computer`] is our own; [`timed`] searches one
//! position with a clock, cancellation and progress reports; [`tables`] loads exact values and
//! builds those that take seconds; [`budget`] says how much a player may think, and how much
//! memory it has to do so. [`advice`] puts what was found into words, [`files`] what went wrong with
//! a file.

pub mod advice;
pub mod agent;
pub mod budget;
pub mod computer;
pub mod files;
pub mod tables;
pub mod timed;
