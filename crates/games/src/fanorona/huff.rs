//! The sheet's penalty, played as at a table (`capture=huff`): a player may refuse to capture,
//! and the opponent then takes off one of the pawns that could have.

use std::ops::ControlFlow;

use damier_core::bits::bits;

use super::Fanorona;
use super::board::{ALL, Position};
use super::chains::Chain;
use super::turn::{Kind, Step, Turn, Way};
use super::turns::{after_removal, steppers};

/// Calls `visit` with each turn that begins with taking a pawn off.
pub(super) fn visit(
    game: Fanorona,
    position: &Position,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (own, enemy) = position.sets();
    for pawn in bits(position.huff) {
        let (left, turn) = (enemy & !(1 << pawn), Turn::huffing(pawn));
        match left {
            0 => visit(turn)?,
            _ => after_removal(game, position, own, left, turn, visit)?,
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with each step that captures nothing, though there are captures. A step that
/// would capture always does, so it is none of these.
pub(super) fn refusals(
    own: u64,
    enemy: u64,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for way in Way::ALL {
        for pawn in bits(steppers(own, ALL & !(own | enemy), way)) {
            let hits = Chain::new(pawn, own, enemy).hits();
            if !Kind::BOTH.iter().any(|kind| hits.has(Step::new(way, *kind))) {
                visit(turn.by(pawn).stepping(way))?;
            }
        }
    }
    ControlFlow::Continue(())
}
