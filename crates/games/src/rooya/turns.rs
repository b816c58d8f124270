//! Placing, stepping, swapping and turning. Whole sets are shifted to find every pawn that can
//! go one way; second steps and rotations are looked up in tables. The functions on bare sets are
//! public: a solver has no use for positions.
//!
//! # There is always a legal turn
//!
//! So nobody loses for want of one, whatever position was read. While pawns are in hand, 16
//! pawns are placed on 16 border cells, so one of these is free. In the second phase the player
//! to move has exactly 8 pawns and the 25 cells are connected by their links, so one of the pawns
//! has a neighbour that is not an own pawn: it can step there if the cell is empty, and swap if an
//! enemy stands there. No key and no option forbids either.

use std::ops::ControlFlow;

use damier_core::bits::bits;
use damier_core::{Outcome, Side};

use super::Rooya;
use super::board::{PLATE_NEIGHBOURS, Position, Rotation, Turn, gains_line, lines_of_both};
use super::paths::{self, PATHS, Path};
use crate::five::{ALL, INNER, WAYS, each_step};
use crate::placing;

/// Calls `visit` with each legal turn.
#[inline]
pub(super) fn visit(
    game: Rooya,
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
    game.moves(own, enemy, visit)
}

impl Rooya {
    /// Calls `visit` with each turn of the second phase that the player with the pawns `own`
    /// has, until it breaks.
    #[inline]
    pub fn moves(
        self,
        own: u32,
        enemy: u32,
        visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let empty = ALL & !(own | enemy);
        each_step(WAYS.map(|way| own & way.onto(enemy)), &mut |from, to| {
            visit(Turn::Swap { from, to })
        })?;
        each_step(WAYS.map(|way| own & way.onto(empty)), &mut |from, to| {
            visit(Turn::Step { from, to })
        })?;
        let open = paths::FROM.any_of(own) & paths::VIA.any_of(empty);
        for path in bits(open & paths::TO.any_of(empty)) {
            let Path { from, via, to } = PATHS[path as usize];
            visit(Turn::StepStep { from, via, to })?;
        }
        if self.replay_swap {
            for path in bits(open & paths::TO.any_of(enemy)) {
                let Path { from, via, to } = PATHS[path as usize];
                visit(Turn::StepSwap { from, via, to })?;
            }
        }
        self.rotations(own, enemy, visit)
    }

    /// The enemies that a pawn which has just changed plates to `via` may swap with.
    #[inline]
    const fn second_swaps(self, via: u8, enemy: u32) -> u32 {
        match self.replay_swap {
            true => PLATE_NEIGHBOURS[via as usize] & enemy,
            false => 0,
        }
    }

    /// Where a pawn that steps from `from` to `to` may go on to: empty cells, and enemies it may
    /// swap with. Nowhere if the step stays on its plate.
    pub(super) fn second_goals(self, own: u32, enemy: u32, from: u8, to: u8) -> u32 {
        match INNER >> from & 1 == INNER >> to & 1 {
            true => 0,
            false => {
                let empty = ALL & !(own | enemy);
                PLATE_NEIGHBOURS[to as usize] & empty | self.second_swaps(to, enemy)
            }
        }
    }

    #[inline]
    fn rotations(
        self,
        own: u32,
        enemy: u32,
        visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for rotation in Rotation::ALL {
            if self.null_rotation || rotation.of(own) != own || rotation.of(enemy) != enemy {
                visit(Turn::Rotate(rotation))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// How the turn of `mover` that changed its pawns and the opponent's from `before` to `after`
    /// ends the game, if it does.
    #[inline]
    #[must_use]
    pub const fn judge(
        self,
        mover: Side,
        before: (u32, u32),
        after: (u32, u32),
    ) -> Option<Outcome> {
        // Hardly ever is there a line at all.
        match lines_of_both(after) {
            0 => None,
            _ => self.judge_lines(mover, before, after),
        }
    }

    #[cold]
    const fn judge_lines(
        self,
        mover: Side,
        before: (u32, u32),
        after: (u32, u32),
    ) -> Option<Outcome> {
        match (gains_line(before.0, after.0), gains_line(before.1, after.1)) {
            (false, false) => None,
            (true, true) if self.both_draw => Some(Outcome::Drawn),
            (true, _) => Some(Outcome::Won(mover)),
            (false, true) => Some(Outcome::Won(mover.other())),
        }
    }
}

/// The pawns of the player who moved and those of the opponent after a turn.
#[inline]
#[must_use]
pub fn after(own: u32, enemy: u32, turn: Turn) -> (u32, u32) {
    match turn {
        Turn::Place { cell } => (own | 1 << cell, enemy),
        Turn::Step { from, to } | Turn::StepStep { from, to, .. } => {
            (own ^ (1 << from | 1 << to), enemy)
        }
        Turn::Swap { from, to } => {
            let both = 1 << from | 1 << to;
            (own ^ both, enemy ^ both)
        }
        // The enemy pawn takes the place where the pawn came to stand first.
        Turn::StepSwap { from, via, to } => {
            (own ^ (1 << from | 1 << to), enemy ^ (1 << via | 1 << to))
        }
        Turn::Rotate(rotation) => (rotation.of(own), rotation.of(enemy)),
    }
}

/// The position after a legal turn.
#[inline]
pub(super) fn play(game: Rooya, position: &Position, turn: Turn) -> Position {
    let mover = position.to_move;
    let before = position.sets();
    let (own, enemy) = after(before.0, before.1, turn);
    let pawns = match mover {
        Side::Light => [own, enemy],
        Side::Dark => [enemy, own],
    };
    Position {
        pawns,
        to_move: mover.other(),
        placing: position.placing && placing::ON_BORDER.free(pawns) != 0,
        // A line made by placing wins nothing.
        over: match position.placing {
            true => None,
            false => game.judge(mover, before, (own, enemy)),
        },
    }
}
