//! Placing, stepping, capturing and swapping by shifting whole sets: one shift finds every pawn
//! that can go one way.
//!
//! # There is always a legal turn
//!
//! So nobody loses for want of one, whatever position was read. While pawns are in hand, 16
//! pawns are placed on 16 border cells, so one of these is free. In the second phase let the
//! player to move have at least one pawn, and recall that it has at most 8.
//!
//! - If one of its pawns stands on the border, consider a longest run of its pawns along the
//!   border's cycle of 16 cells. The run has at most 8 cells, so the two cells just beyond its
//!   ends are different, and neither holds an own pawn. A pawn at an end can step out there
//!   along its level, or swap out with an enemy. `nc` forbids only climbing; `ko` forbids
//!   swapping one pair of cells, and the two ends are two different pairs.
//! - Otherwise one of its pawns stands on the ring or the centre. If one stands on the ring, it
//!   has a border cell next to it, on which no own pawn stands: it steps or captures down, which
//!   no key forbids. If only the centre is occupied, the same goes for a cell of the ring.

use std::ops::ControlFlow;

use damier_core::bits::bits;
use damier_core::{Outcome, Side};

use super::board::{Position, SLOPES, Turn};
use crate::five::{CENTRE, each_step};
use crate::placing;

/// A player with no more pawns than this has lost.
pub(super) const LOST: u32 = 2;

/// Calls `visit` with each legal turn.
#[inline]
pub(super) fn visit(
    position: &Position,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if position.over.is_some() {
        return ControlFlow::Continue(());
    }
    if position.placing {
        for cell in bits(placing::ON_BORDER.free(position.pawns)) {
            visit(Turn::Place { cell: cell as u8 })?;
        }
        return ControlFlow::Continue(());
    }
    let (own, enemy) = position.sets();
    let empty = !(own | enemy);
    // The pawn of a no-climb key may be the opponent's: then it is none of these.
    let steps = SLOPES.map(|slope| own & slope.way.onto(empty) & !(slope.up & position.no_climb));
    each_step(steps, &mut |from, to| visit(Turn::Step { from, to }))?;
    let captures = SLOPES.map(|slope| own & slope.way.onto(enemy) & slope.down);
    each_step(captures, &mut |from, to| visit(Turn::Capture { from, to }))?;
    let ko = position.ko;
    let swaps =
        SLOPES.map(|slope| own & slope.way.onto(enemy) & slope.along & !(ko & slope.way.onto(ko)));
    each_step(swaps, &mut |from, to| visit(Turn::Swap { from, to }))
}

/// The position after a legal turn. `ko` says whether a swap may not be undone at once.
#[inline]
pub(super) fn play(ko: bool, position: &Position, turn: Turn) -> Position {
    let mover = position.to_move;
    let (mut own, mut enemy) = position.sets();
    let theirs = position.no_climb & enemy;
    let mut after = Position { ko: 0, to_move: mover.other(), ..*position };
    match turn {
        Turn::Place { cell } => own |= 1 << cell,
        Turn::Step { from, to } => own ^= 1 << from | 1 << to,
        Turn::Capture { from, to } => {
            own ^= 1 << from | 1 << to;
            enemy &= !(1 << to);
        }
        Turn::Swap { from, to } => {
            let both = 1 << from | 1 << to;
            own ^= both;
            enemy ^= both;
            after.ko = if ko { both } else { 0 };
        }
    }
    after.no_climb = no_climb_after(theirs, own, enemy, turn);
    after.pawns = match mover {
        Side::Light => [own, enemy],
        Side::Dark => [enemy, own],
    };
    after.placing &= placing::ON_BORDER.free(after.pawns) != 0;
    if !after.placing && enemy.count_ones() <= LOST {
        after.over = Some(Outcome::Won(mover));
        (after.ko, after.no_climb) = (0, 0);
    }
    after
}

/// The no-climb key after a turn, given the opponent's pawn that carried it before, if one did,
/// and the sets after the turn: a capture from the centre sets the key; otherwise it is kept while
/// the pawn still stands there and the centre is empty. The mover's own has done its work.
#[inline]
fn no_climb_after(theirs: u32, own: u32, enemy: u32, turn: Turn) -> u32 {
    match turn {
        Turn::Capture { from, to } if 1 << from == CENTRE => 1 << to,
        _ if (own | enemy) & CENTRE != 0 => 0,
        _ => theirs & enemy,
    }
}
