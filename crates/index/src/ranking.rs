//! Ranking sets of cells, and mapping them by the board's symmetries: a few look-ups each.

use crate::packing::Packer;

/// `n` over `k`.
#[must_use]
pub const fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

/// Ranks sets by the order of their binary numbers among the sets of the same size: the sum of
/// `binomial(bit, i + 1)` over the bits, `i` counting them from the lowest. A table for each
/// byte, by the number of bits below it, makes that a few look-ups; on small boards one table for
/// all bits makes it a single one.
#[derive(Clone, Debug)]
pub struct Ranker {
    pub(crate) cells: u32,
    /// How many tables there are for each byte; 0 if there is only one for all bits.
    sizes: usize,
    table: Box<[u32]>,
    packer: Packer,
}

impl Ranker {
    /// For subsets of up to `size` of `cells` cells.
    ///
    /// # Panics
    /// If there are more than 2³² sets of some such size.
    #[must_use]
    pub fn new(cells: u32, size: u32) -> Ranker {
        let most = (0..=size.min(cells)).map(|k| binomial(cells.into(), k.into())).max();
        assert!(most <= Some(1 << 32), "more sets of one size than 32 bits can number");
        let (bits, sizes) = if cells <= 16 { (cells, 0) } else { (8, size as usize + 1) };
        let tables = cells.div_ceil(8) as usize * sizes;
        let mut table = Vec::with_capacity(tables.max(1) << bits);
        let mut binomials = [[0; 64]; 64];
        for (n, row) in binomials.iter_mut().enumerate().take(cells as usize) {
            row.iter_mut().zip(0..).for_each(|(entry, k)| *entry = binomial(n as u64, k));
        }
        for i in 0..tables.max(1) {
            let (first, below) = (i / sizes.max(1) * 8, i % sizes.max(1));
            table.push(0);
            for set in 1..1usize << bits {
                let high = set.ilog2();
                let rest = u64::from(table[i << bits | set ^ 1 << high]);
                let n = below + set.count_ones() as usize;
                // Sets of more than `size` cells are never ranked; their entries may be cut off.
                table.push((rest + binomials[first + high as usize][n.min(63)]) as u32);
            }
        }
        Ranker { cells, sizes, table: table.into(), packer: Packer::new() }
    }

    /// The rank of a set of at most the size given to [`Ranker::new`].
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, mut set: u64) -> u64 {
        if self.sizes == 0 {
            return self.table[set as usize].into();
        }
        let (mut rank, mut row, mut below) = (0u64, 0, 0);
        while set != 0 {
            let byte = (set & 255) as usize;
            rank += u64::from(self.table[(row + below) * 256 + byte]);
            below += (byte as u8).count_ones() as usize;
            row += self.sizes;
            set >>= 8;
        }
        rank
    }

    /// The rank of a subset of `mask` among the subsets of its size.
    #[inline(always)]
    #[must_use]
    pub(crate) fn rank_within(&self, set: u64, mask: u64) -> u64 {
        self.rank(self.packer.extract(set, mask))
    }

    /// As `deposit`.
    #[inline(always)]
    pub(crate) fn deposit(&self, set: u64, mask: u64) -> u64 {
        self.packer.deposit(set, mask)
    }

    /// The set of `size` cells with this rank.
    #[must_use]
    pub fn unrank(&self, size: u32, mut rank: u64) -> u64 {
        let (mut set, mut cell) = (0, u64::from(self.cells));
        for left in (1..=u64::from(size)).rev() {
            loop {
                cell -= 1;
                let before = binomial(cell, left);
                if before <= rank {
                    rank -= before;
                    set |= 1 << cell;
                    break;
                }
            }
        }
        set
    }
}

/// All sets of `size` of the first `cells` cells, in the order of their ranks.
pub(crate) fn sets(cells: u32, size: u32) -> impl Iterator<Item = u64> {
    // The next number with as many ones.
    let next = |set: &u64| {
        let carry = set + (set & set.wrapping_neg());
        Some(carry | (set ^ carry).checked_shr(set.trailing_zeros() + 2).unwrap_or(0))
    };
    let count = binomial(cells.into(), size.into());
    std::iter::successors(Some((1 << size) - 1), next).take(count as usize)
}

/// The symmetries of a board as maps of sets, by tables for each byte.
#[derive(Clone, Debug)]
pub struct SetMaps {
    bytes: usize,
    table: Box<[u64]>,
    count: usize,
    inverse: Vec<usize>,
}

impl SetMaps {
    /// From the image of each cell under each symmetry, number 0 the identity.
    ///
    /// # Panics
    /// If the maps are not closed under inversion.
    #[must_use]
    pub fn new(cells: u32, count: usize, map: impl Fn(usize, u32) -> u32) -> SetMaps {
        let bytes = cells.div_ceil(8) as usize;
        let image = |s: usize, byte: usize, value: usize| {
            let bits =
                (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| (byte * 8 + bit) as u32);
            bits.filter(|bit| *bit < cells).fold(0u64, |set, bit| set | 1 << map(s, bit))
        };
        let all =
            (0..count * bytes * 256).map(|i| image(i / 256 / bytes, i / 256 % bytes, i % 256));
        let undoes = |s: usize, t: usize| (0..cells).all(|cell| map(t, map(s, cell)) == cell);
        let inverse = (0..count)
            .map(|s| (0..count).find(|t| undoes(s, *t)).expect("the inverse of a symmetry is one"));
        SetMaps { bytes, count, inverse: inverse.collect(), table: all.collect() }
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self, s: usize) -> usize {
        self.inverse[s]
    }

    /// The image of a set.
    #[inline(always)]
    #[must_use]
    pub fn map(&self, s: usize, mut set: u64) -> u64 {
        let (mut out, mut row) = (0, s * self.bytes * 256);
        while set != 0 {
            out |= self.table[row + (set & 255) as usize];
            row += 256;
            set >>= 8;
        }
        out
    }
}
