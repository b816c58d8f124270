//! The board of Rooya as bits: two plates, of which the inner one turns, and the lines that win.
//!
//! ```text
//! 5  20 21 22 23 24     o o o o o
//! 4  15 16 17 18 19     o i i i o     o  outer plate
//! 3  10 11 12 13 14     o i i i o     i  inner plate
//! 2   5  6  7  8  9     o i i i o
//! 1   0  1  2  3  4     o o o o o
//!     a  b  c  d  e
//! ```

use damier_core::{Outcome, Side, Symmetric, symmetry};

use super::Rooya;
use crate::five::{BORDER, CELLS, INNER, NEIGHBOURS, map_bit, map_set};

/// A position: the white and the black pawns, the player to move, the end if it has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) pawns: [u32; 2],
    pub(super) to_move: Side,
    /// Whether pawns are still in hand.
    pub(super) placing: bool,
    pub(super) over: Option<Outcome>,
}

impl Position {
    /// A position of the second phase: 8 pawns each, no cell taken twice, the game not over.
    #[inline]
    #[must_use]
    pub const fn moving(pawns: [u32; 2], to_move: Side) -> Position {
        Position { pawns, to_move, placing: false, over: None }
    }

    /// The white and the black pawns.
    #[inline]
    #[must_use]
    pub const fn pawns(&self) -> [u32; 2] {
        self.pawns
    }

    /// The pawns of the player to move and those of the opponent.
    #[inline]
    #[must_use]
    pub const fn sets(&self) -> (u32, u32) {
        (self.pawns[self.to_move.index()], self.pawns[self.to_move.other().index()])
    }

    /// Whether pawns are still in hand.
    #[inline]
    #[must_use]
    pub const fn is_placing(&self) -> bool {
        self.placing
    }
}

/// A turn; cells are given by their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A pawn comes from the hand.
    Place {
        /// Where it will stand.
        cell: u8,
    },
    /// A pawn goes to an empty cell.
    Step {
        /// Where it stood.
        from: u8,
        /// Where it will stand.
        to: u8,
    },
    /// A pawn changes plates by a step and makes another one.
    StepStep {
        /// Where it stood.
        from: u8,
        /// Where it arrived on its new plate.
        via: u8,
        /// Where it will stand.
        to: u8,
    },
    /// A pawn changes plates by a step and then changes places with an enemy pawn.
    StepSwap {
        /// Where it stood.
        from: u8,
        /// Where it arrived on its new plate.
        via: u8,
        /// Where the enemy pawn stood.
        to: u8,
    },
    /// A pawn changes places with an enemy pawn.
    Swap {
        /// Where the own pawn stood.
        from: u8,
        /// Where the enemy pawn stood.
        to: u8,
    },
    /// The inner plate turns.
    Rotate(Rotation),
}

/// How the inner plate can turn, seen from above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Rotation {
    /// A quarter turn clockwise.
    Clockwise,
    /// A quarter turn anticlockwise.
    Anticlockwise,
    /// A half turn.
    Half,
}

/// For each rotation and each content of the inner plate, packed into 9 bits, the content after
/// the rotation, unpacked.
static ROTATED: [[u32; 512]; 3] = [rotated_by(1), rotated_by(3), rotated_by(2)];

const fn rotated_by(quarters: usize) -> [u32; 512] {
    let mut table = [0; 512];
    let mut content = 0;
    while content < table.len() {
        let mut bit = 0;
        while bit < 9 {
            if content >> bit & 1 == 1 {
                let (mut file, mut rank) = (1 + bit % 3, 1 + bit / 3);
                let mut done = 0;
                while done < quarters {
                    (file, rank) = (rank, 4 - file);
                    done += 1;
                }
                table[content] |= 1 << (rank * 5 + file);
            }
            bit += 1;
        }
        content += 1;
    }
    table
}

impl Rotation {
    /// All of them.
    pub const ALL: [Rotation; 3] = [Rotation::Clockwise, Rotation::Anticlockwise, Rotation::Half];

    /// Quarter turns clockwise; negative the other way.
    #[must_use]
    pub const fn quarters(self) -> i8 {
        match self {
            Rotation::Clockwise => 1,
            Rotation::Anticlockwise => -1,
            Rotation::Half => 2,
        }
    }

    /// What becomes of the pawns `set`: those on the inner plate turn with it.
    #[inline]
    #[must_use]
    pub fn of(self, set: u32) -> u32 {
        let packed = set >> 6 & 0o7 | set >> 8 & 0o70 | set >> 10 & 0o700;
        set & BORDER | ROTATED[self as usize][packed as usize]
    }
}

/// The neighbours of each cell that are on the same plate.
pub const PLATE_NEIGHBOURS: [u32; CELLS] = {
    let mut all = NEIGHBOURS;
    let mut bit = 0;
    while bit < CELLS {
        all[bit] &= if BORDER >> bit & 1 == 1 { BORDER } else { INNER };
        bit += 1;
    }
    all
};

/// The complete lines of a set of pawns, one bit for each of the five columns (bits 0 to 4) and
/// the five rows (bits 5, 10, 15, 20 and 25).
#[inline]
#[must_use]
pub const fn lines(set: u32) -> u32 {
    lines_of_both((set, 0)) as u32
}

/// The complete lines of two sets, those of the second shifted by 32. Both are found in one go:
/// no line reaches beyond its own half of the word.
#[inline]
#[must_use]
pub const fn lines_of_both((first, second): (u32, u32)) -> u64 {
    const BOTH: u64 = 1 | 1 << 32;
    const COLUMNS: u64 = BOTH * 0b11111;
    const ROWS: u64 = BOTH * 0b00001_00001_00001_00001_00001;
    let set = first as u64 | (second as u64) << 32;
    let (up2, right2) = (set & set >> 5, set & set >> 1);
    let (up4, right4) = (up2 & up2 >> 10, right2 & right2 >> 2);
    up4 & set >> 20 & COLUMNS | (right4 & set >> 4 & ROWS) << 5
}

/// The cells of each column, then of each row.
pub(super) const LINES: [u32; 10] = {
    let mut all = [0; 10];
    let mut i = 0;
    while i < 5 {
        all[i] = 0b00001_00001_00001_00001_00001 << i;
        all[5 + i] = 0b11111 << (5 * i);
        i += 1;
    }
    all
};

/// The cells of the complete lines of a set of pawns.
#[must_use]
pub(super) fn line_cells(set: u32) -> u32 {
    LINES.into_iter().filter(|line| set & line == *line).fold(0, |all, line| all | line)
}

/// Whether a line is there after a turn that was not there before it.
#[inline]
#[must_use]
pub const fn gains_line(before: u32, after: u32) -> bool {
    lines(after) & !lines(before) != 0
}

impl Symmetric for Rooya {
    const SYMMETRIES: usize = symmetry::SQUARE;

    fn map_position(&self, s: usize, position: &Position) -> Position {
        Position { pawns: position.pawns.map(|set| map_set(s, set)), ..*position }
    }

    fn map_turn(&self, s: usize, _: &Position, turn: Turn) -> Turn {
        let map = |bit| map_bit(s, bit);
        match turn {
            Turn::Place { cell } => Turn::Place { cell: map(cell) },
            Turn::Step { from, to } => Turn::Step { from: map(from), to: map(to) },
            Turn::StepStep { from, via, to } => {
                Turn::StepStep { from: map(from), via: map(via), to: map(to) }
            }
            Turn::StepSwap { from, via, to } => {
                Turn::StepSwap { from: map(from), via: map(via), to: map(to) }
            }
            Turn::Swap { from, to } => Turn::Swap { from: map(from), to: map(to) },
            Turn::Rotate(Rotation::Clockwise) if symmetry::mirrors(s) => {
                Turn::Rotate(Rotation::Anticlockwise)
            }
            Turn::Rotate(Rotation::Anticlockwise) if symmetry::mirrors(s) => {
                Turn::Rotate(Rotation::Clockwise)
            }
            Turn::Rotate(_) => turn,
        }
    }
}
