//! The first part of a Vela: the previous winner gives up all pawns but five, one at a time.

use std::ops::ControlFlow;

use damier_core::bits::bits;

use super::board::{ALL, Position};
use super::chains::{Chain, capturers, single};
use super::turn::{Turn, Way};
use super::turns::{settled, steppers, steps};

/// With this many pawns left the giver plays by the ordinary rules.
pub(super) const KEPT: u32 = 5;

/// Calls `visit` with each legal turn.
pub(super) fn visit(
    position: &Position,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (own, enemy) = position.sets();
    if position.is_giving() {
        return gifts(own, enemy, visit);
    }
    let able = capturers(own, enemy);
    if able == 0 {
        return steps(own, ALL & !(own | enemy), Turn::empty(), visit);
    }
    for pawn in bits(able) {
        single(Chain::new(pawn, own, enemy).hits(), Turn::empty().by(pawn), visit)?;
    }
    ControlFlow::Continue(())
}

/// The giver's steps: those that leave a capture, or all if none does.
fn gifts(own: u64, enemy: u64, visit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut none = true;
    each_gift(own, enemy, &mut |turn| {
        none = false;
        visit(turn)
    })?;
    match none {
        true => steps(own, ALL & !(own | enemy), Turn::empty(), visit),
        false => ControlFlow::Continue(()),
    }
}

fn each_gift(
    own: u64,
    enemy: u64,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for way in Way::ALL {
        for pawn in bits(steppers(own, ALL & !(own | enemy), way)) {
            if offers(own, enemy, pawn, way) {
                visit(Turn::empty().by(pawn).stepping(way))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether this step of a pawn of `own` leaves the opponent a capture.
pub(super) fn offers(own: u64, enemy: u64, pawn: u32, way: Way) -> bool {
    capturers(enemy, own & !(1 << pawn) | 1 << way.from(pawn)) != 0
}

/// The position after a capture: of the line only the nearest pawn is taken.
pub(super) fn capture(position: &Position, turn: Turn) -> Position {
    let (mut own, mut enemy) = position.sets();
    for step in turn.steps() {
        own = own & !(1 << turn.from()) | 1 << step.way().from(turn.from());
        enemy &= !(1 << step.nearest(turn.from()));
    }
    let vela = position.vela.filter(|_| enemy.count_ones() > KEPT);
    settled(position, own, enemy, 0, vela)
}
