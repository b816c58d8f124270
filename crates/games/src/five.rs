//! The board of 5×5 cells as bits, for the games that are played on one.
//!
//! ```text
//! 5  20 21 22 23 24
//! 4  15 16 17 18 19
//! 3  10 11 12 13 14
//! 2   5  6  7  8  9
//! 1   0  1  2  3  4
//!     a  b  c  d  e
//! ```

use std::ops::ControlFlow;

use damier_core::bits::{Layout, bits};
use damier_core::{Cell, symmetry};

/// 5×5 cells, without gaps.
pub const LAYOUT: Layout = Layout { files: 5, ranks: 5, stride: 5 };
/// How many cells there are.
pub const CELLS: usize = 25;
/// Every cell.
pub const ALL: u32 = (1 << CELLS) - 1;
/// The 16 cells of the border.
pub const BORDER: u32 = 0b11111_10001_10001_10001_11111;
/// The 3×3 cells inside the border.
pub const INNER: u32 = ALL & !BORDER;
/// The cell in the middle.
pub const CENTRE: u32 = 1 << 12;
/// The 8 cells around the middle.
pub const RING: u32 = INNER & !CENTRE;

/// One of the four ways to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// From a cell's bit to its neighbour's.
    delta: i8,
    /// The cells that have a neighbour this way.
    inside: u32,
}

/// Right, up, left and down.
pub const WAYS: [Way; 4] = [
    Way { delta: 1, inside: 0b01111_01111_01111_01111_01111 },
    Way { delta: 5, inside: 0b00000_11111_11111_11111_11111 },
    Way { delta: -1, inside: 0b11110_11110_11110_11110_11110 },
    Way { delta: -5, inside: 0b11111_11111_11111_11111_00000 },
];

impl Way {
    /// The cells whose neighbour this way is in `set`.
    #[inline]
    #[must_use]
    pub const fn onto(self, set: u32) -> u32 {
        // A rotation by a number below 0 goes the other way; what wraps round is masked.
        set.rotate_right(self.delta as u32 & 31) & self.inside
    }

    /// The neighbour this way of a cell that has one.
    #[inline]
    #[must_use]
    pub const fn from(self, bit: u8) -> u8 {
        bit.wrapping_add_signed(self.delta)
    }
}

/// Calls `visit` with the two ends of every step: each of the pawns `movers[i]` goes the way
/// `WAYS[i]`.
///
/// Two ways share a word: that makes fewer loops, whose ends the processor cannot foresee.
#[inline]
pub fn each_step(
    movers: [u32; 4],
    visit: &mut impl FnMut(u8, u8) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for pair in [0, 2] {
        let both = u64::from(movers[pair]) | u64::from(movers[pair + 1]) << 32;
        for bit in bits(both) {
            let from = (bit & 31) as u8;
            visit(from, WAYS[pair + (bit >> 5) as usize].from(from))?;
        }
    }
    ControlFlow::Continue(())
}

/// The orthogonal neighbours of each cell.
pub const NEIGHBOURS: [u32; CELLS] = {
    let mut all = [0; CELLS];
    let mut bit = 0;
    while bit < CELLS {
        let mut way = 0;
        while way < WAYS.len() {
            all[bit] |= WAYS[way].onto(1 << bit);
            way += 1;
        }
        bit += 1;
    }
    all
};

/// The cell of a bit.
#[must_use]
pub const fn cell(bit: u8) -> Cell {
    LAYOUT.cell(bit as u32)
}

/// The set that holds this cell alone, or nothing if it is not on the board.
#[must_use]
pub const fn set_of(cell: Cell) -> u32 {
    match LAYOUT.bit(cell) {
        Some(bit) => 1 << bit,
        None => 0,
    }
}

/// The cells of a set, in alphabetical order.
#[must_use]
pub fn cells_of(set: u32) -> Vec<Cell> {
    LAYOUT.cells_of(set.into())
}

/// The image of a set under a symmetry of the square.
#[must_use]
pub fn map_set(s: usize, set: u32) -> u32 {
    symmetry::map_set(LAYOUT, s, u64::from(set)) as u32
}

/// The image of a bit under a symmetry of the square.
#[must_use]
pub fn map_bit(s: usize, bit: u8) -> u8 {
    map_set(s, 1 << bit).trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_to_orthogonal_neighbours() {
        for from in 0..CELLS as u8 {
            let mut reached = 0;
            for way in WAYS.into_iter().filter(|way| way.onto(ALL) >> from & 1 == 1) {
                let (a, b) = (cell(from), cell(way.from(from)));
                assert_eq!(a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()), 1);
                assert_eq!(way.onto(set_of(b)), set_of(a));
                reached |= set_of(b);
            }
            assert_eq!(reached, NEIGHBOURS[from as usize]);
        }
        let links: u32 = NEIGHBOURS.iter().map(|set| set.count_ones()).sum();
        assert_eq!(links, 80, "40 links, seen from both ends");
    }

    #[test]
    fn rings_are_what_they_say() {
        let sizes = [ALL, BORDER, INNER, RING, CENTRE].map(u32::count_ones);
        assert_eq!(sizes, [25, 16, 9, 8, 1]);
        assert!(bits(BORDER).all(|bit| NEIGHBOURS[bit as usize].count_ones() < 4));
        assert_eq!(cells_of(CENTRE)[0].to_string(), "c3");
    }
}
