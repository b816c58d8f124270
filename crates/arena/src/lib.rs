//! Players against each other: who they are ([`spec`]), a game ([`game`]), a match of many
//! ([`run`]) from [`openings`], its score ([`tally`]) and what it says about strength ([`elo`]);
//! and the Universal Game Interface, by which other programs take part ([`ugi`]).

pub mod elo;
pub mod game;
pub mod lines;
pub mod openings;
pub mod run;
pub mod spec;
pub mod tally;
pub mod text;
pub mod ugi;

#[cfg(test)]
mod tests;
