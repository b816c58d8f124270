//! Reasons for refusing a click that several games share, so that the same mistake is answered
//! with the same words everywhere.

use crate::bits::Layout;
use crate::cell::Cell;
use crate::words::{Message, Phrase, phrase};

/// An empty cell was chosen as a pawn.
pub const EMPTY: Phrase = phrase!("refusal.empty");
/// The opponent's pawn was chosen.
pub(crate) const ENEMY: Phrase = phrase!("refusal.enemy");
/// A pawn without a turn was chosen.
pub const STUCK: Phrase = phrase!("refusal.stuck");
/// The destination holds an own pawn.
pub const OWN: Phrase = phrase!("refusal.own");
/// The destination holds some pawn and must be empty.
pub const TAKEN: Phrase = phrase!("refusal.taken");
/// Capturing is compulsory and possible.
pub const MUST_CAPTURE: Phrase = phrase!("refusal.must-capture");
/// The destination is not next to the pawn.
pub const TOO_FAR: Phrase = phrase!("refusal.too-far");
/// The step is diagonal where only ranks and files count.
pub const DIAGONAL: Phrase = phrase!("refusal.diagonal");
/// A pawn is to be placed on a cell that is taken.
pub const PLACE_TAKEN: Phrase = phrase!("refusal.place-taken");
/// A pawn is to be placed away from the border.
pub const PLACE_BORDER: Phrase = phrase!("refusal.place-border");

/// Why `cell` cannot be the pawn that moves, judged by who stands there; `None` if an own pawn
/// does.
#[must_use]
pub fn choose_pawn(layout: Layout, own: u64, enemy: u64, cell: Cell) -> Option<Message> {
    let has = |set: u64| layout.bit(cell).is_some_and(|bit| set >> bit & 1 == 1);
    match (has(own), has(enemy)) {
        (true, _) => None,
        (_, true) => Some(ENEMY.with(cell)),
        _ => Some(EMPTY.with(cell)),
    }
}

/// Why an orthogonal step from `from` cannot reach `to`, judged by distance alone; `None` if the
/// cells are neighbours.
#[must_use]
pub fn orthogonal_step(from: Cell, to: Cell) -> Option<Message> {
    let (df, dr) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    match (df, dr) {
        (0, 1) | (1, 0) => None,
        (1, 1) => Some(DIAGONAL.say()),
        _ => Some(TOO_FAR.with(to).with(from)),
    }
}
