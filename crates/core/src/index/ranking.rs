//! Ranking sets of cells, and mapping them by the board's symmetries: a few look-ups each.

use std::sync::LazyLock;

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

/// Pushing the bits of sets together and spreading them out again, as fast as the machine can:
/// having found out what it can do once makes a difference in loops that do little else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packer {
    /// Whether the processor has BMI2; never true otherwise.
    #[cfg(target_arch = "x86_64")]
    bmi2: bool,
}

impl Packer {
    pub(super) fn new() -> Packer {
        Packer {
            #[cfg(target_arch = "x86_64")]
            bmi2: std::arch::is_x86_feature_detected!("bmi2"),
        }
    }

    #[inline(always)]
    pub(super) fn extract(self, set: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has this instruction.
            #[allow(unsafe_code)]
            return unsafe { std::arch::x86_64::_pext_u64(set, mask) };
        }
        extract_by_table(set, mask)
    }

    #[inline(always)]
    pub(super) fn deposit(self, set: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has this instruction.
            #[allow(unsafe_code)]
            return unsafe { std::arch::x86_64::_pdep_u64(set, mask) };
        }
        deposit_by_table(set, mask)
    }
}

/// The set without the cells of `mask`'s complement, its bits pushed together: bit `i` of the
/// result is the bit of `set` at the `i`-th bit of `mask`.
#[inline(always)]
#[must_use]
pub fn extract(set: u64, mask: u64) -> u64 {
    Packer::new().extract(set, mask)
}

/// The inverse of [`extract`]: spreads the low bits of `set` over the bits of `mask`.
#[inline(always)]
#[must_use]
pub fn deposit(set: u64, mask: u64) -> u64 {
    Packer::new().deposit(set, mask)
}

pub(super) fn extract_by_table(set: u64, mask: u64) -> u64 {
    let table = &TABLES[0];
    let (mut out, mut shift, mut set, mut mask) = (0u64, 0, set, mask);
    while mask != 0 {
        out |= u64::from(table[byte_pair(mask, set)]) << shift;
        shift += (mask as u8).count_ones();
        set >>= 8;
        mask >>= 8;
    }
    out
}

pub(super) fn deposit_by_table(set: u64, mask: u64) -> u64 {
    let table = &TABLES[1];
    let (mut out, mut shift, mut set, mut mask) = (0u64, 0, set, mask);
    while mask != 0 {
        out |= u64::from(table[byte_pair(mask, set)]) << shift;
        shift += 8;
        set >>= (mask as u8).count_ones();
        mask >>= 8;
    }
    out
}

/// Where the tables below keep what belongs to the lowest bytes of `mask` and `set`.
#[inline]
const fn byte_pair(mask: u64, set: u64) -> usize {
    (mask as u8 as usize) << 8 | set as u8 as usize
}

/// [`extract`] and [`deposit`] for single bytes: two tables of 64 KiB, made when they are first
/// needed, since most machines and most uses of a browser's module never do.
static TABLES: LazyLock<[Box<[u8]>; 2]> = LazyLock::new(|| {
    let [mut extract, mut deposit] = [0, 1].map(|_| vec![0u8; 1 << 16].into_boxed_slice());
    for i in 0..1usize << 16 {
        let (mut mask, set, mut n) = (i >> 8, i & 255, 0);
        while mask != 0 {
            let bit = mask.trailing_zeros();
            extract[i] |= ((set >> bit & 1) << n) as u8;
            deposit[i] |= ((set >> n & 1) << bit) as u8;
            mask &= mask - 1;
            n += 1;
        }
    }
    [extract, deposit]
});

/// Ranks sets by the order of their binary numbers among the sets of the same size: the sum of
/// `binomial(bit, i + 1)` over the bits, `i` counting them from the lowest. A table for each
/// byte, by the number of bits below it, makes that a few look-ups; on small boards one table for
/// all bits makes it a single one.
#[derive(Clone, Debug)]
pub struct Ranker {
    pub(super) cells: u32,
    /// How many tables there are for each byte; 0 if there is only one for all bits.
    sizes: usize,
    table: Box<[u32]>,
    packer: Packer,
}

impl Ranker {
    /// For subsets of up to `size` of `cells` cells.
    #[must_use]
    pub fn new(cells: u32, size: u32) -> Ranker {
        let (bits, sizes) = if cells <= 16 { (cells, 0) } else { (8, size as usize + 1) };
        let tables = cells.div_ceil(8) as usize * sizes;
        let mut table = Vec::with_capacity(tables.max(1) << bits);
        for i in 0..tables.max(1) {
            let (first, below) = (i / sizes.max(1) * 8, i % sizes.max(1));
            table.push(0);
            for set in 1..1usize << bits {
                let high = set.ilog2();
                let rest = u64::from(table[i << bits | set ^ 1 << high]);
                let n = below as u64 + u64::from(set.count_ones());
                // Sets of more than `size` cells are never ranked; their entries may be cut off.
                table.push((rest + binomial(first as u64 + u64::from(high), n)) as u32);
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
    pub fn rank_within(&self, set: u64, mask: u64) -> u64 {
        self.rank(self.packer.extract(set, mask))
    }

    /// As [`deposit`].
    #[inline(always)]
    pub(super) fn deposit(&self, set: u64, mask: u64) -> u64 {
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
pub(super) fn sets(cells: u32, size: u32) -> impl Iterator<Item = u64> {
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
