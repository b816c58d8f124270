//! All legal turns, and what a turn does. Captures are in `chains`; the two special ways to play
//! are in `huff` and `vela`.

use std::ops::ControlFlow;

use damier_core::bits::bits;
use damier_core::{Outcome, Side};

use super::board::{ALL, EVEN, Position, next_to};
use super::chains::{Chain, Profile, Schadd, Sheet, capturers, chains, single};
use super::turn::{Turn, Way};
use super::{Fanorona, Rules, huff, vela};

/// Calls `visit` with each legal turn.
#[inline]
pub(super) fn visit(
    game: Fanorona,
    position: &Position,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if position.over.is_some() {
        return ControlFlow::Continue(());
    }
    if position.vela.is_some() {
        return vela::visit(position, visit);
    }
    if position.huff != 0 {
        return huff::visit(game, position, visit);
    }
    let (own, enemy) = position.sets();
    after_removal(game, position, own, enemy, Turn::empty(), visit)
}

/// Calls `visit` with every way to go on with `turn`, which has no step yet, when no pawn is to
/// be taken off any more.
#[inline]
pub(super) fn after_removal(
    game: Fanorona,
    position: &Position,
    own: u64,
    enemy: u64,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let able = capturers(own, enemy);
    if able == 0 {
        return steps(own, ALL & !(own | enemy), turn, visit);
    }
    match game.rules {
        Rules::Schadd => captures::<Schadd>(able, own, enemy, turn, visit)?,
        Rules::Sheet if position.is_first_turn() => {
            first_captures(able, own, enemy, turn, visit)?;
        }
        Rules::Sheet => captures::<Sheet>(able, own, enemy, turn, visit)?,
    }
    match game.huff {
        true => huff::refusals(own, enemy, turn, visit),
        false => ControlFlow::Continue(()),
    }
}

/// Calls `visit` with every way to go on with `turn`, which has no step yet and no pawn to be taken
/// off any more, by one single step, in the order of [`visit`]: where chains begin, whether or not
/// they may stop there.
pub(super) fn beginnings(
    game: Fanorona,
    position: &Position,
    own: u64,
    enemy: u64,
    turn: Turn,
    visit: &mut dyn FnMut(Turn),
) {
    let visit = &mut |turn| {
        visit(turn);
        ControlFlow::Continue(())
    };
    let _ = match (position.vela.is_some(), capturers(own, enemy)) {
        (true, _) => vela::visit(position, visit),
        (_, 0) => steps(own, ALL & !(own | enemy), turn, visit),
        (_, able) => {
            for pawn in bits(able) {
                let hits = game.allowed(position, Chain::new(pawn, own, enemy));
                let _ = single(hits, turn.by(pawn), visit);
            }
            match game.huff {
                true => huff::refusals(own, enemy, turn, visit),
                false => ControlFlow::Continue(()),
            }
        }
    };
}

/// Chains of the pawns that are `able` to capture.
#[inline]
fn captures<P: Profile>(
    able: u64,
    own: u64,
    enemy: u64,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for pawn in bits(able) {
        let chain = Chain::new(pawn, own, enemy);
        chains::<P>(chain, P::hits(chain), turn.by(pawn), visit)?;
    }
    ControlFlow::Continue(())
}

/// Single captures, as the sheet has them on a player's first turn.
fn first_captures(
    able: u64,
    own: u64,
    enemy: u64,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for pawn in bits(able) {
        single(Sheet::hits(Chain::new(pawn, own, enemy)), turn.by(pawn), visit)?;
    }
    ControlFlow::Continue(())
}

/// The pawns of `own` that can step this way.
#[inline]
pub(super) fn steppers(own: u64, empty: u64, way: Way) -> u64 {
    let on_line = if way.is_diagonal() { EVEN } else { ALL };
    own & on_line & empty.rotate_right(way.turn())
}

/// Steps that capture nothing, to the points of `empty`.
#[inline]
pub(super) fn steps(
    own: u64,
    empty: u64,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let movers = Way::ALL.map(|way| steppers(own, empty, way));
    for (set, way) in movers.into_iter().zip(Way::ALL) {
        for pawn in bits(set) {
            visit(turn.by(pawn).stepping(way))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether any pawn of `own` can step to one of the points of `empty`. A player who can, has a
/// legal turn: if none of the steps captures, each of them is one, otherwise the captures are.
#[inline]
pub(super) fn can_step(own: u64, empty: u64) -> bool {
    own & next_to(empty) != 0
}

/// The position after a legal turn.
#[inline]
pub(super) fn play(game: Fanorona, position: &Position, turn: Turn) -> Position {
    let (own, mut enemy) = position.sets();
    if let Some(pawn) = turn.huffed() {
        enemy &= !(1 << pawn);
    }
    if turn.len() == 0 {
        return settled(position, own, enemy, 0, None);
    }
    if turn.is_plain() {
        return step(game, position, own, enemy, turn);
    }
    if position.vela.is_some() {
        return vela::capture(position, turn);
    }
    let mut chain = Chain::new(turn.from(), own, enemy);
    for step in turn.steps() {
        chain = chain.after(step);
    }
    let own = own & !(1 << turn.from()) | 1 << chain.at();
    settled(position, own, chain.enemy(), 0, None)
}

/// The position after a turn that captures nothing.
#[inline]
fn step(game: Fanorona, position: &Position, own: u64, enemy: u64, turn: Turn) -> Position {
    let from = turn.from();
    let to = turn.steps().next().map_or(from, |step| step.way().from(from));
    let moved = |set: u64| match set >> from & 1 {
        1 => set & !(1 << from) | 1 << to,
        _ => set,
    };
    // Who could have captured is judged before the step; the pawns are named where they are now.
    let refused = match game.huff && position.vela.is_none() {
        true => moved(capturers(own, enemy)),
        false => 0,
    };
    settled(position, moved(own), enemy, refused, position.vela)
}

/// The position with the opponent to move, given the pawns of the player who moved, those of the
/// opponent, and the keys; or the end of the game.
#[inline]
pub(super) fn settled(
    before: &Position,
    own: u64,
    enemy: u64,
    huff: u64,
    vela: Option<Side>,
) -> Position {
    let mover = before.to_move;
    let pawns = match mover {
        Side::Light => [own, enemy],
        Side::Dark => [enemy, own],
    };
    let to_move = mover.other();
    match has_turn(enemy, own, huff) {
        true => {
            let open = before.open & !(1 << mover.index());
            Position { pawns, huff, to_move, open, vela, over: None }
        }
        false => {
            let over = Some(Outcome::Won(mover));
            Position { pawns, huff: 0, to_move, open: 0, vela: None, over }
        }
    }
}

/// Whether the player with the pawns `own` has a legal turn when one of the pawns `huff` is to be
/// taken off first, if there are any. A step onto the point that becomes empty counts.
#[inline]
pub(super) fn has_turn(own: u64, enemy: u64, huff: u64) -> bool {
    can_step(own, ALL & !(own | enemy) | huff)
        || own != 0 && huff != 0 && huff == enemy && huff.is_power_of_two()
}
