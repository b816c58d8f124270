//! The second step of a pawn that has changed plates. There are so few ways to make both steps
//! that they are numbered, and a set of them fits a word: a handful of look-ups finds all that a
//! position allows.

use super::board::PLATE_NEIGHBOURS;
use crate::five::{CELLS, NEIGHBOURS};

/// A step that changes plates and a second one on the new plate: the three cells of such a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// Where it begins.
    pub from: u8,
    /// Where it arrives on the other plate.
    pub via: u8,
    /// Where it ends.
    pub to: u8,
}

/// All paths: inwards 12 first steps, of which 4 can go on in three directions and 8 in two;
/// outwards 12, all of which can go on in two.
pub const PATHS: [Path; 52] = {
    let mut all = [Path { from: 0, via: 0, to: 0 }; 52];
    let (mut found, mut from) = (0, 0);
    while from < CELLS {
        let mut vias = NEIGHBOURS[from] & !PLATE_NEIGHBOURS[from];
        while vias != 0 {
            let via = vias.trailing_zeros();
            let mut goals = PLATE_NEIGHBOURS[via as usize];
            while goals != 0 {
                let to = goals.trailing_zeros();
                all[found] = Path { from: from as u8, via: via as u8, to: to as u8 };
                found += 1;
                goals &= goals - 1;
            }
            vias &= vias - 1;
        }
        from += 1;
    }
    all
};

/// Finds, for a set of cells, the paths that have one of them at a certain place. The set is
/// looked up in four pieces.
pub(super) struct Finder([[u64; 128]; 4]);

/// The paths that begin on one of the cells.
pub(super) static FROM: Finder = Finder::new(0);
/// The paths that change plates to one of the cells.
pub(super) static VIA: Finder = Finder::new(1);
/// The paths that end on one of the cells.
pub(super) static TO: Finder = Finder::new(2);

impl Finder {
    const fn new(place: usize) -> Finder {
        let mut pieces = [[0; 128]; 4];
        let mut path = 0;
        while path < PATHS.len() {
            let Path { from, via, to } = PATHS[path];
            let bit = [from, via, to][place] as usize;
            let mut content = 0;
            while content < 128 {
                if content >> (bit % 7) & 1 == 1 {
                    pieces[bit / 7][content] |= 1 << path;
                }
                content += 1;
            }
            path += 1;
        }
        Finder(pieces)
    }

    /// The paths, by their numbers.
    #[inline]
    pub(super) fn any_of(&self, set: u32) -> u64 {
        let piece = |i: usize| self.0[i][(set >> (7 * i) & 127) as usize];
        piece(0) | piece(1) | piece(2) | piece(3)
    }
}
