//! Sets of cells as bits of a word: the few helpers all bit boards share.

use crate::cell::Cell;

/// The bits of a set, lowest first, as their numbers.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// The bits of a set, lowest first.
#[inline]
#[must_use]
pub fn bits(set: impl Into<u64>) -> Bits {
    Bits(set.into())
}

/// How a board's cells are laid out in the bits of a set: bit `rank * stride + file`. A stride
/// wider than the board leaves empty columns that keep shifts from wrapping round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Bits from one rank to the next.
    pub stride: u8,
}

impl Layout {
    /// The bit of a cell, or `None` if the cell is not within this board's files and ranks.
    #[inline]
    #[must_use]
    pub const fn bit(self, cell: Cell) -> Option<u32> {
        if cell.file() < self.files && cell.rank() < self.ranks {
            Some(cell.rank() as u32 * self.stride as u32 + cell.file() as u32)
        } else {
            None
        }
    }

    /// The cell of a bit.
    #[inline]
    #[must_use]
    pub const fn cell(self, bit: u32) -> Cell {
        Cell::new((bit % self.stride as u32) as u8, (bit / self.stride as u32) as u8)
    }

    /// Every bit that stands for a cell.
    #[must_use]
    pub const fn all(self) -> u64 {
        let mut set = 0;
        let mut rank = 0;
        while rank < self.ranks {
            set |= ((1u64 << self.files) - 1) << (rank * self.stride);
            rank += 1;
        }
        set
    }

    /// All cells, rank by rank from the bottom.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        bits(self.all()).map(move |bit| self.cell(bit))
    }

    /// The set of these cells; cells off the board are left out.
    #[must_use]
    pub fn set(self, cells: impl IntoIterator<Item = Cell>) -> u64 {
        cells.into_iter().filter_map(|cell| self.bit(cell)).fold(0, |set, bit| set | 1 << bit)
    }
}
