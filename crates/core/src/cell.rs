//! A cell of any board, named as in chess: files `a b c …` from the left, ranks `1 2 3 …`
//! from the bottom. The name does not depend on the board, so clicks, effects and drawings of
//! all games speak of cells in the same way; each board maps cells to the bits of its own sets.

use std::fmt;

use crate::words::Argument;

/// A cell by file and rank, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl From<Cell> for Argument {
    fn from(cell: Cell) -> Argument {
        Argument::Plain(cell.to_string())
    }
}

impl Cell {
    /// The cell in this file (below 16) and rank (below 9).
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Cell {
        debug_assert!(file < 16 && rank < 9);
        Cell(rank << 4 | file)
    }

    /// Counted from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// Counted from 0 at the bottom.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Reads a name such as `c4`; `None` if it is no cell name at all (whether the cell is on a
    /// given board is the board's affair).
    #[must_use]
    pub fn read(name: &str) -> Option<Cell> {
        match name.as_bytes() {
            [f @ b'a'..=b'p', r @ b'1'..=b'9'] => Some(Cell::new(f - b'a', r - b'1')),
            _ => None,
        }
    }

    /// The two bytes of the name.
    #[inline]
    #[must_use]
    pub const fn name(self) -> [u8; 2] {
        [b'a' + self.file(), b'1' + self.rank()]
    }
}

/// Alphabetical order of the names: by file, then by rank.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.name().cmp(&other.name())
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.name();
        write!(f, "{}{}", file as char, rank as char)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
