//! Sets of cells up to the board's symmetries.

use crate::ranking::{Ranker, SetMaps, binomial, sets};

/// The symmetries of a board as permutations of its cells, number 0 the identity.
#[derive(Clone, Debug)]
pub struct Symmetries {
    cells: u32,
    /// The image of each cell under each symmetry.
    images: Vec<Vec<u32>>,
}

impl Symmetries {
    /// From the image of each cell under each symmetry.
    #[must_use]
    pub fn new(cells: u32, count: usize, map: impl Fn(usize, u32) -> u32) -> Symmetries {
        let image = |s| (0..cells).map(|cell| map(s, cell)).collect();
        Symmetries { cells, images: (0..count).map(image).collect() }
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.images.len()
    }

    /// The same as maps of whole sets.
    #[must_use]
    pub fn set_maps(&self) -> SetMaps {
        SetMaps::new(self.cells, self.count(), |s, cell| self.images[s][cell as usize])
    }

    /// How many orbits the sets of `size` cells have. By Burnside's lemma that is the mean, over
    /// all symmetries, of the number of sets left as they are; and a set is left as it is if it is
    /// a union of cycles of the permutation. So nothing needs to be listed.
    #[must_use]
    pub fn orbits(&self, size: u32) -> u64 {
        let fixed = |images: &Vec<u32>| unions(&cycles(images), size as usize);
        self.images.iter().map(fixed).sum::<u64>() / self.count() as u64
    }
}

/// The lengths of a permutation's cycles.
fn cycles(images: &[u32]) -> Vec<usize> {
    let mut seen = vec![false; images.len()];
    let mut lengths = Vec::new();
    for start in 0..images.len() {
        let (mut cell, mut length) = (start, 0);
        while !seen[cell] {
            seen[cell] = true;
            length += 1;
            cell = images[cell] as usize;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// How many choices of cycles have so many cells in all.
fn unions(lengths: &[usize], size: usize) -> u64 {
    let mut ways = vec![0; size + 1];
    ways[0] = 1;
    for &length in lengths {
        for cells in (length..=size).rev() {
            ways[cells] += ways[cells - length];
        }
    }
    ways[size]
}

/// The sets of one size, up to symmetry.
#[derive(Clone, Debug)]
pub struct Orbits {
    /// For the rank of each set: its orbit, and in the low 3 bits the symmetry that maps it to
    /// the orbit's representative.
    of: Box<[u32]>,
    /// The representative of each orbit, and the symmetries that leave it as it is.
    representatives: Vec<(u64, u8)>,
}

impl Orbits {
    /// The orbits of the `size`-subsets of a board's cells.
    #[must_use]
    pub fn new(ranker: &Ranker, maps: &SetMaps, size: u32) -> Orbits {
        let total = binomial(u64::from(ranker.cells), u64::from(size));
        let mut of = vec![u32::MAX; total as usize];
        let mut representatives = Vec::new();
        for (rank, set) in sets(ranker.cells, size).enumerate() {
            if of[rank] != u32::MAX {
                continue;
            }
            assert!(representatives.len() < 1 << 29, "more orbits than 29 bits can number");
            let orbit = representatives.len() as u32;
            let mut stabiliser = 0;
            // Backwards, so that among several symmetries the lowest number stays.
            for s in (0..maps.count()).rev() {
                let image = maps.map(s, set);
                of[ranker.rank(image) as usize] = orbit << 3 | maps.inverse(s) as u32;
                stabiliser |= u8::from(image == set) << s;
            }
            of[rank] = orbit << 3;
            representatives.push((set, stabiliser));
        }
        Orbits { of: of.into(), representatives }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The orbit of the set with this rank, and a symmetry that maps it to the representative.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, rank: u64) -> (usize, usize) {
        let entry = self.of[rank as usize];
        ((entry >> 3) as usize, (entry & 7) as usize)
    }

    /// An orbit's representative, and as bits the symmetries that leave it as it is.
    #[inline(always)]
    #[must_use]
    pub fn representative(&self, orbit: usize) -> (u64, u8) {
        self.representatives[orbit]
    }
}
