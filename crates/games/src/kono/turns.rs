//! Steps and jumps by shifting whole sets: one shift finds every pawn that can go one way.

use std::ops::ControlFlow;

use damier_core::bits::{Counted, bits};
use damier_core::random::Random;
use damier_core::{Outcome, Side};

use super::board::{Position, Turn};

const FILE_A: u16 = 0x1111;
const FILE_D: u16 = 0x8888;

/// The pawns that can step right, up, left and down.
#[inline(always)]
pub(super) fn steppers(own: u16, empty: u16) -> [u16; 4] {
    [
        own & !FILE_D & (empty >> 1),
        own & (empty >> 4),
        own & !FILE_A & (empty << 1),
        own & (empty << 4),
    ]
}

/// The cells next to a set.
#[inline(always)]
pub(super) fn next_to(set: u16) -> u16 {
    (set & !FILE_D) << 1 | (set & !FILE_A) >> 1 | set << 4 | set >> 4
}

/// The pawns that can jump over an own pawn onto an enemy right, up, left and down.
#[inline(always)]
fn jumpers(own: u16, enemy: u16) -> [u16; 4] {
    const LEFT_HALF: u16 = FILE_A | FILE_A << 1;
    [
        own & LEFT_HALF & (own >> 1) & (enemy >> 2),
        own & (own >> 4) & (enemy >> 8),
        own & !LEFT_HALF & (own << 1) & (enemy << 2),
        own & (own << 4) & (enemy << 8),
    ]
}

/// The way from a pawn's bit to the bit one cell right, up, left and down.
pub(super) const WAYS: [i8; 4] = [1, 4, -1, -4];

/// Calls `visit` with each legal turn.
#[inline(always)]
pub(super) fn visit(
    mandatory: bool,
    position: &Position,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if position.over.is_some() {
        return ControlFlow::Continue(());
    }
    let (own, enemy) = position.sets();
    let jumpers = jumpers(own, enemy);
    if !(mandatory && jumpers != [0; 4]) {
        each(steppers(own, !(own | enemy)), 1, visit)?;
    }
    each(jumpers, 2, visit)
}

/// A legal turn drawn uniformly: the sets of all ways lie side by side in one word, in which a
/// random bit is found without going through the others.
#[inline(always)]
pub(super) fn random_turn(
    mandatory: bool,
    position: &Position,
    random: &mut Random,
) -> Option<Turn> {
    if position.over.is_some() {
        return None;
    }
    let (own, enemy) = position.sets();
    let jumps = Counted::new(side_by_side(jumpers(own, enemy)));
    let steps = Counted::new(match mandatory && jumps.count() != 0 {
        true => 0,
        false => side_by_side(steppers(own, !(own | enemy))),
    });
    let drawn = random.below((steps.count() + jumps.count()) as usize) as u32;
    let (bit, length) = match drawn.checked_sub(steps.count()) {
        None => (steps.nth(drawn), 1),
        Some(drawn) => (jumps.nth(drawn), 2),
    };
    let from = bit as u8 & 15;
    Some(Turn { from, to: from.wrapping_add_signed(way(bit >> 4) * length) })
}

#[inline(always)]
fn side_by_side([right, up, left, down]: [u16; 4]) -> u64 {
    u64::from(right) | u64::from(up) << 16 | u64::from(left) << 32 | u64::from(down) << 48
}

#[inline(always)]
fn each(
    movers: [u16; 4],
    length: i8,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (set, way) in movers.into_iter().zip(WAYS) {
        for from in bits(set) {
            let from = from as u8;
            visit(Turn { from, to: from.wrapping_add_signed(way * length) })?;
        }
    }
    ControlFlow::Continue(())
}

/// The steps of the pawns `own` to cells of `empty`: the bits left and reached. The four ways lie
/// side by side in one word, so that there is one loop instead of four short ones.
#[inline(always)]
pub(super) fn each_step(own: u16, empty: u16) -> impl Iterator<Item = (u32, u32)> {
    bits(side_by_side(steppers(own, empty))).map(|bit| {
        let from = bit & 15;
        (from, (from as i8 + way(bit >> 4)) as u32)
    })
}

/// One of [`WAYS`]; shifting it out of a word is faster than looking it up.
#[inline(always)]
const fn way(number: u32) -> i8 {
    const WORD: u32 = u32::from_le_bytes([1, 4, -1i8 as u8, -4i8 as u8]);
    (WORD >> (8 * (number & 3))) as i8
}

/// Calls `visit` with each capture.
#[inline(always)]
pub(super) fn each_jump(own: u16, enemy: u16, visit: &mut impl FnMut(Turn)) {
    let _ = each(jumpers(own, enemy), 2, &mut |turn| {
        visit(turn);
        ControlFlow::Continue(())
    });
}

/// Whether the player with the pawns `own` has any turn.
#[inline(always)]
pub(super) fn can_move(own: u16, enemy: u16) -> bool {
    let any = |sets: [u16; 4]| sets[0] | sets[1] | sets[2] | sets[3] != 0;
    any(steppers(own, !(own | enemy))) || any(jumpers(own, enemy))
}

/// Whether the player with the pawns `own` can capture.
#[inline(always)]
pub(super) fn can_jump(own: u16, enemy: u16) -> bool {
    jumpers(own, enemy) != [0; 4]
}

/// The position after a legal turn.
#[inline(always)]
pub(super) fn play(position: &Position, turn: Turn) -> Position {
    let mover = position.to_move;
    let (own, enemy) = position.sets();
    let to = 1 << turn.to;
    let (own, enemy) = (own & !(1 << turn.from) | to, enemy & !to);
    let beaten = enemy & enemy.wrapping_sub(1) == 0 || !can_move(enemy, own);
    Position {
        pawns: match mover {
            Side::Light => [own, enemy],
            Side::Dark => [enemy, own],
        },
        to_move: mover.other(),
        over: beaten.then_some(Outcome::Won(mover)),
    }
}

impl Position {
    /// The pawns of the player to move and those of the opponent.
    #[inline(always)]
    pub(super) fn sets(&self) -> (u16, u16) {
        let [yellow, red] = self.pawns;
        match self.to_move {
            Side::Light => (yellow, red),
            Side::Dark => (red, yellow),
        }
    }
}
