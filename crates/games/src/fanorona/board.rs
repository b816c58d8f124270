//! The board of Fanorona as bits, ten to a rank:
//!
//! ```text
//! 5  40 41 42 43 44 45 46 47 48
//! 4  30 31 32 33 34 35 36 37 38   .
//! 3  20 21 22 23 24 25 26 27 28   .
//! 2  10 11 12 13 14 15 16 17 18   .
//! 1   0  1  2  3  4  5  6  7  8   .
//!     a  b  c  d  e  f  g  h  i
//! ```
//!
//! The tenth column and the bits above 48 are always empty. A step off the board therefore never
//! comes out on its far side, whether a set is shifted or rotated: it ends on an empty bit.

use std::hash::{Hash, Hasher};

use damier_core::bits::Layout;
use damier_core::{Cell, Outcome, Side, Symmetric, symmetry};

use super::Fanorona;
use super::turn::Turn;

/// 9×5 points with an empty column beside them.
pub(super) const LAYOUT: Layout = Layout { files: 9, ranks: 5, stride: 10 };

/// Every point.
pub(super) const ALL: u64 = LAYOUT.all();

/// The points with diagonals: file and rank numbers have an even sum.
pub(super) const EVEN: u64 = {
    let (mut set, mut bit) = (0, 0);
    while bit < 49 {
        let cell = LAYOUT.cell(bit);
        if (cell.file() + cell.rank()).is_multiple_of(2) {
            set |= 1 << bit;
        }
        bit += 1;
    }
    set & ALL
};

/// The points one step away from a set along the lines; bits off the board may be among them.
#[inline]
pub(super) const fn next_to(set: u64) -> u64 {
    let strong = set & EVEN;
    let orthogonal = set << 1 | set >> 1 | set << 10 | set >> 10;
    orthogonal | strong << 9 | strong >> 9 | strong << 11 | strong >> 11
}

/// A position: the white and the black pawns, the player to move, the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pawns: [u64; 2],
    /// The pawns of the player not to move of which one is now taken off; usually none.
    pub(super) huff: u64,
    pub(super) to_move: Side,
    /// Who has not made the first turn yet: bit 0 for White, bit 1 for Black.
    pub(super) open: u8,
    /// While it lasts, the player who gives up pawns in a Vela; all but five have to go.
    pub(super) vela: Option<Side>,
    pub(super) over: Option<Outcome>,
}

/// The board needs 49 bits: the keys are put above those of White's pawns, so that a search, which
/// does this for every position, has two words to mix instead of eight.
impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let side = |side: Side| side.index() as u64;
        let vela = self.vela.map_or(0, |giver| 1 + side(giver));
        let over = match self.over {
            None => 0,
            Some(Outcome::Drawn) => 1,
            Some(Outcome::Won(winner)) => 2 + side(winner),
        };
        let keys = side(self.to_move) | u64::from(self.open) << 1 | vela << 3 | over << 5;
        state.write_u64(self.pawns[0] | keys << 49);
        state.write_u64(self.pawns[1]);
        if self.huff != 0 {
            state.write_u64(self.huff);
        }
    }
}

impl Position {
    /// The pawns of the player to move and those of the opponent.
    #[inline]
    pub(super) fn sets(&self) -> (u64, u64) {
        let [white, black] = self.pawns;
        match self.to_move {
            Side::Light => (white, black),
            Side::Dark => (black, white),
        }
    }

    /// Whether the player to move has not made its first turn yet.
    #[inline]
    pub(super) const fn is_first_turn(&self) -> bool {
        self.open >> self.to_move.index() & 1 == 1
    }

    /// Whether the player to move gives up pawns in a Vela.
    pub(super) fn is_giving(&self) -> bool {
        self.vela == Some(self.to_move)
    }
}

/// The pawns at the start, of White and of Black.
pub(super) const START: [u64; 2] = {
    // On the middle rank White has b3 d3 g3 i3 and Black a3 c3 f3 h3.
    let rank = (1 << 9) - 1;
    let white = rank | rank << 10 | 0b1_0100_1010 << 20;
    [white, ALL & !white & !(1 << 24)]
};

/// The cell of a bit.
pub(super) fn cell(bit: u32) -> Cell {
    LAYOUT.cell(bit)
}

/// The cells of a set in alphabetical order.
pub(super) fn cells(set: u64) -> Vec<Cell> {
    LAYOUT.cells_of(set)
}

impl Symmetric for Fanorona {
    const SYMMETRIES: usize = symmetry::OBLONG;

    fn map_position(&self, s: usize, position: &Position) -> Position {
        let map = |set| symmetry::map_set(LAYOUT, s, set);
        Position { pawns: position.pawns.map(map), huff: map(position.huff), ..*position }
    }

    fn map_turn(&self, s: usize, _: &Position, turn: Turn) -> Turn {
        let map = |bit: u32| symmetry::map_set(LAYOUT, s, 1 << bit).trailing_zeros();
        turn.mapped(map)
    }
}
