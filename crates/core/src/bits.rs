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

/// A set whose bits have been counted, so that any of them can be found by its place in the
/// order without going through those before it.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    set: u64,
    /// In each byte, how many bits there are up to its end.
    sums: u64,
}

impl Counted {
    /// 1 in each byte.
    const ONES: u64 = u64::MAX / 255;

    /// Counts the bits of a set.
    #[inline]
    #[must_use]
    pub const fn new(set: u64) -> Counted {
        const HALVES: [u64; 3] = [Counted::ONES * 0x55, Counted::ONES * 0x33, Counted::ONES * 0x0F];
        let pairs = set - (set >> 1 & HALVES[0]);
        let quads = (pairs & HALVES[1]) + (pairs >> 2 & HALVES[1]);
        let bytes = (quads + (quads >> 4)) & HALVES[2];
        Counted { set, sums: bytes.wrapping_mul(Self::ONES) }
    }

    /// How many bits there are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// The number of the bit that `n` lower ones precede (0 for the lowest); there must be more
    /// than `n`.
    #[inline]
    #[must_use]
    pub const fn nth(self, n: u32) -> u32 {
        // The bytes that end before the wanted bit keep their highest bit, the others lose it.
        let high = Self::ONES << 7;
        let before = ((n as u64 * Self::ONES) | high) - self.sums;
        let byte = (!before & high).trailing_zeros() & 56;
        let n = n - ((self.sums << 8 >> byte) as u32 & 0xFF);
        byte + NTH_OF_BYTE[n as usize & 7][(self.set >> byte) as usize & 0xFF] as u32
    }
}

/// For each `n` and each byte, the number of its `n`-th bit.
static NTH_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

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

    /// The cells of a set, in alphabetical order.
    #[must_use]
    pub fn cells_of(self, set: u64) -> Vec<Cell> {
        let all = (0..self.files).flat_map(|f| (0..self.ranks).map(move |r| Cell::new(f, r)));
        all.filter(|cell| self.bit(*cell).is_some_and(|bit| set >> bit & 1 == 1)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn counted_agrees_with_going_through_the_bits() {
        let mut random = Random::new(1);
        let sparse = |random: &mut Random| random.bits() & random.bits() & random.bits();
        let mut sets = vec![0, 1, 1 << 63, u64::MAX, 0xFF << 8, 0x8080_8080_8080_8080];
        sets.extend((0..500).map(|_| random.bits()));
        sets.extend((0..500).map(|_| sparse(&mut random)));
        for set in sets {
            assert_eq!(Counted::new(set).count(), set.count_ones());
            for (n, bit) in bits(set).enumerate() {
                assert_eq!(Counted::new(set).nth(n as u32), bit, "{set:#x} {n}");
            }
        }
    }

    #[test]
    fn cells_of_a_set_come_in_alphabetical_order() {
        let layout = Layout { files: 3, ranks: 2, stride: 4 };
        let set = layout.set(["c1", "a2", "b1"].map(|name| Cell::read(name).expect(name)));
        let names: Vec<String> = layout.cells_of(set).iter().map(Cell::to_string).collect();
        assert_eq!(names, ["a2", "b1", "c1"]);
    }
}
