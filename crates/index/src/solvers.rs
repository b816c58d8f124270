//! What each solver asks of a game beside its [`Index`]: one short trait each.

use std::ops::ControlFlow;

use damier_core::{Game, Symmetric};

use crate::index::Index;
use crate::tier::Slot;
use crate::{PositionOf, TurnOf};

/// Work that differs by the solver a game is made for. [`Index::solver`] calls the one method that
/// fits, so that nothing is compiled for a game that it does not use.
pub trait SolverChoice<I: Index> {
    /// What the work yields.
    type Output;

    /// For a game solved with a value for every position.
    fn dense(self, index: &I) -> Self::Output
    where
        I: Dense;

    /// For a game solved by counting turns.
    fn counting(self, index: &I) -> Self::Output
    where
        I: Counting;

    /// For a game with keys that forbid a turn.
    fn keyed(self, index: &I) -> Self::Output
    where
        I: Keyed;

    /// For a game of which only the decided positions are kept.
    fn sparse(self, index: &I) -> Self::Output
    where
        I: Sparse;
}

/// Calls `visit` with every turn of a position.
fn every_turn<I: Index>(index: &I, position: &PositionOf<I>, visit: &mut impl FnMut(TurnOf<I>)) {
    let _ = index.game().turns(position, &mut |turn| {
        visit(turn);
        ControlFlow::Continue(())
    });
}

/// For the dense solver, which works with any game.
pub trait Dense: Index {
    /// REQUIRED. Calls `visit` with positions that are not over and have a turn to `position`,
    /// which is not over either: all of its group, up to equivalence. Repetitions do no harm,
    /// positions without such a turn do.
    fn predecessors(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(PositionOf<Self>));

    /// OPTIONAL. Calls `visit` with every turn that leaves the position's group or ends the game
    /// (and others, if that is simpler), and returns whether there are turns it left out.
    /// Without it every turn is looked at, and those inside the group for nothing.
    #[inline(always)]
    fn exits(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(TurnOf<Self>)) -> bool {
        every_turn(self, position, visit);
        false
    }
}

/// For the counting solver. Turns inside a group can be counted backwards and forwards alike and
/// leave the opponent's pawns where they are.
///
/// Positions with the same opponent's pawns, up to symmetry, have numbers next to each other: a
/// *block*. All predecessors of a position, of its group, are in one block; that is the block in
/// which this board would be if the other player were to move.
pub trait Counting: Index {
    /// REQUIRED. Where the block begins that a number is in.
    fn block_start(&self, slot: Slot) -> u64;

    /// REQUIRED. The number that this position's board would have if the other player were to move,
    /// whether or not it were over then; `None` if no tier holds it, which says that no turn inside
    /// the group leads to this position.
    fn reversed(&self, slot: Slot) -> Option<u64>;

    /// REQUIRED. Calls `visit` for each turn inside the group that leads to the position whose
    /// [`Counting::reversed`] number this is: with the number of the position it comes from, and
    /// for how many turns of that position it stands.
    ///
    /// If P stands for p different positions (its images) and Q for q, then the turns from P to
    /// images of Q are to the turns back from Q to images of P as q to p. So each turn back from Q
    /// stands for `stabiliser(P) / stabiliser(Q)` turns of P, here counted in
    /// [`crate::STABILISER_UNIT`].
    fn predecessor_numbers(&self, reversed: Slot, visit: &mut impl FnMut(u64, u32));

    /// OPTIONAL. Calls `visit` with every turn that leaves the position's group or ends the game
    /// (and others, if that is simpler), and returns how many turns it left out. Without it every
    /// turn is looked at, and those inside the group only to be counted.
    #[inline(always)]
    fn exits(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(TurnOf<Self>)) -> u32 {
        every_turn(self, position, visit);
        0
    }
}

/// For the solver of games with move-forbidding keys. Numbers of turns count to the next capture
/// ([`crate::Distance::Capture`]), captures lead to earlier tiers, and who has a turn that a key may
/// forbid has another in the same group. Other keys are gone two turns later.
pub trait Keyed: Index<Game: Symmetric> {
    /// REQUIRED. Which turn the position's key forbids, from 1 on; 0 if it has none. The key that a
    /// turn leaves has the number of the key that forbids that turn.
    fn key(&self, position: &PositionOf<Self>) -> u8;

    /// REQUIRED. Calls `visit` with every turn that leaves the position's group, which are the
    /// captures.
    fn exits(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(TurnOf<Self>));

    /// REQUIRED. How many turns stay in the group: all others.
    fn stays(&self, position: &PositionOf<Self>) -> u32;

    /// REQUIRED. Calls `visit` for each turn inside the group that leads to `position`, which
    /// carries no key: with what [`Index::rank_keyed`] says about the position before if it carried
    /// the key that forbids this very turn, and with the key that the turn leaves as it is for
    /// `position`.
    fn keyed_predecessors(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(u64, u8, u8));
}

/// For the sparse solver: one tier, whose first group alone may loop.
pub trait Sparse: Index {
    /// REQUIRED. As [`Dense::predecessors`], for positions of the first group.
    fn predecessors(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(PositionOf<Self>));

    /// REQUIRED. Whether the player to move, in a position of the first group, wins with this turn.
    fn wins_at_once(&self, position: &PositionOf<Self>) -> bool;

    /// REQUIRED. Into how many slices the first group is cut for [`Sparse::lost_soon`]; always as
    /// many for the same rules.
    fn slices(&self) -> usize;

    /// REQUIRED. Calls `found` with the positions of a slice whose every turn loses at once or lets
    /// the opponent win at once, and with the number of turns they last: one or two. All slices
    /// together find each such position at least once, up to equivalence.
    fn lost_soon(&self, slice: usize, found: &mut impl FnMut(PositionOf<Self>, u16));
}
