//! The symmetries of a square board, numbered 0 to 7: bit 2 first exchanges files and ranks,
//! then bit 0 mirrors the files and bit 1 the ranks. The first four are also those of an oblong
//! board.

use crate::bits::{Layout, bits};
use crate::cell::Cell;

/// How many symmetries a square has.
pub const SQUARE: usize = 8;
/// How many symmetries an oblong has.
pub const OBLONG: usize = 4;

/// The symmetry that undoes `s`.
#[must_use]
pub const fn inverse(s: usize) -> usize {
    match s {
        5 => 6,
        6 => 5,
        _ => s,
    }
}

/// Whether `s` turns clockwise into anticlockwise.
#[must_use]
pub const fn mirrors(s: usize) -> bool {
    (s & 7).count_ones() % 2 == 1
}

/// The image of a cell.
#[must_use]
pub const fn map_cell(layout: Layout, s: usize, cell: Cell) -> Cell {
    let (mut file, mut rank) = (cell.file(), cell.rank());
    if s & 4 != 0 {
        (file, rank) = (rank, file);
    }
    if s & 1 != 0 {
        file = layout.files - 1 - file;
    }
    if s & 2 != 0 {
        rank = layout.ranks - 1 - rank;
    }
    Cell::new(file, rank)
}

/// The image of a set of cells. Slow and plain; solvers use tables built with it.
#[must_use]
pub fn map_set(layout: Layout, s: usize, set: u64) -> u64 {
    layout.set(bits(set).map(|bit| map_cell(layout, s, layout.cell(bit))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_undo_and_all_eight_differ() {
        let layout = Layout { files: 5, ranks: 5, stride: 5 };
        let images = |s| -> Vec<Cell> { layout.cells().map(|c| map_cell(layout, s, c)).collect() };
        for s in 0..SQUARE {
            for cell in layout.cells() {
                assert_eq!(map_cell(layout, inverse(s), map_cell(layout, s, cell)), cell);
            }
            assert!((0..s).all(|t| images(t) != images(s)));
        }
    }
}
