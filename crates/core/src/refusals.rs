//! Reasons for refusing a click that several games share, so that the same mistake is answered
//! with the same words everywhere.

use crate::bits::Layout;
use crate::cell::Cell;
use crate::words::{Message, Phrase};

/// An empty cell was chosen as a pawn.
pub const EMPTY: Phrase = Phrase::new("there is no pawn on {0}", "il n’y a pas de pion en {0}");
/// The opponent's pawn was chosen.
pub const ENEMY: Phrase =
    Phrase::new("the pawn on {0} is your opponent’s", "le pion en {0} est à l’adversaire");
/// A pawn without a turn was chosen.
pub const STUCK: Phrase =
    Phrase::new("the pawn on {0} cannot move now", "le pion en {0} ne peut pas bouger maintenant");
/// The destination holds an own pawn.
pub const OWN: Phrase =
    Phrase::new("{0} holds one of your own pawns", "{0} est occupée par l’un de vos pions");
/// The destination holds some pawn and must be empty.
pub const TAKEN: Phrase = Phrase::new("{0} is occupied", "{0} est occupée");
/// Capturing is compulsory and possible.
pub const MUST_CAPTURE: Phrase = Phrase::new("you must capture", "il faut prendre");
/// The destination is not next to the pawn.
pub const TOO_FAR: Phrase = Phrase::new(
    "a pawn goes to a neighbouring cell; {0} is not next to {1}",
    "un pion va sur une case voisine ; {0} n’est pas à côté de {1}",
);
/// The step is diagonal where only ranks and files count.
pub const DIAGONAL: Phrase = Phrase::new(
    "pawns move along ranks and files, never diagonally",
    "les pions se déplacent horizontalement ou verticalement, jamais en diagonale",
);
/// A pawn is to be placed on a cell that is taken.
pub const PLACE_TAKEN: Phrase = Phrase::new(
    "{0} is occupied; place the pawn on a free cell",
    "{0} est occupée ; posez le pion sur une case libre",
);
/// A pawn is to be placed away from the border.
pub const PLACE_BORDER: Phrase = Phrase::new(
    "pawns are placed on the border cells only",
    "les pions se posent seulement sur les cases du bord",
);

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
