//! Numbers for positions, and what each solver asks of a game.
//!
//! A game that wants to be solved implements [`Index`], which numbers its positions for tables and
//! solvers alike, and the trait of the one solver it is made for:
//!
//! | solver | trait | made for |
//! |---|---|---|
//! | dense | [`Dense`] | anything: a value for every position, losses confirmed by looking forward |
//! | counting | [`Counting`] | turns inside a group move only one's own pawns: several times faster |
//! | keyed | [`Keyed`] | positions may carry a key that forbids one turn |
//! | sparse | [`Sparse`] | almost nothing is decided: only the decided positions are kept |
//!
//! Every item of these traits is REQUIRED, or OPTIONAL with the price of leaving it out. A game of
//! two sets of pawns that play by the same rules needs none of them: it implements [`PairGame`] and
//! says `type Index = PairIndex<Self>`. A game that cannot be solved says `type Index =
//! Unsolved<Self>`.

mod index;
mod orbits;
mod packing;
mod pair_index;
mod pairs;
mod ranking;
mod solvers;
#[cfg(test)]
mod tests;
mod tier;

pub use index::{Distance, Index, QUICK, Solvable, Unsolved, quick_tiers};
pub use orbits::{Orbits, Symmetries};
pub use packing::{deposit, extract};
pub use pair_index::{PairGame, PairIndex};
pub use pairs::{FirstSetBlock, PairIndexer, STABILISER_UNIT};
pub use ranking::{Ranker, SetMaps, binomial};
pub use solvers::{Counting, Dense, Keyed, SolverChoice, Sparse};
pub use tier::{Group, PairTier, Slot, Tier, divisions};

use damier_core::Game;

/// The positions that an index numbers.
pub type PositionOf<I> = <<I as Index>::Game as Game>::Position;
/// The turns of the game that an index numbers.
pub type TurnOf<I> = <<I as Index>::Game as Game>::Turn;
