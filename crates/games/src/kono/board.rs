//! The board of Kono as bits.
//!
//! ```text
//! 4  12 13 14 15
//! 3   8  9 10 11
//! 2   4  5  6  7
//! 1   0  1  2  3
//!     a  b  c  d
//! ```

use damier_core::bits::Layout;
use damier_core::{Outcome, Side, Symmetric, symmetry};

use super::Kono;

/// 4×4 cells, without gaps.
pub(super) const LAYOUT: Layout = Layout { files: 4, ranks: 4, stride: 4 };

/// A position: the yellow and the red pawns, the player to move, the end if it has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) pawns: [u16; 2],
    pub(super) to_move: Side,
    pub(super) over: Option<Outcome>,
}

/// A step, or a capture if it goes two cells far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Turn {
    /// Whether an enemy pawn is taken.
    #[inline]
    pub(super) const fn captures(self) -> bool {
        matches!(self.from.abs_diff(self.to), 2 | 8)
    }
}

impl Symmetric for Kono {
    const SYMMETRIES: usize = symmetry::SQUARE;

    fn map_position(&self, s: usize, position: &Position) -> Position {
        let map = |set: u16| symmetry::map_set(LAYOUT, s, u64::from(set)) as u16;
        Position { pawns: position.pawns.map(map), ..*position }
    }

    fn map_turn(&self, s: usize, _: &Position, turn: Turn) -> Turn {
        let map = |bit: u8| symmetry::map_set(LAYOUT, s, 1 << bit).trailing_zeros() as u8;
        Turn { from: map(turn.from), to: map(turn.to) }
    }
}
