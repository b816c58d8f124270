//! Pushing the bits of a set together and spreading them out again: two instructions where the
//! processor has them, tables of bytes elsewhere.
//!
//! This module has the only `unsafe` code of the crate: the two instructions may be called only
//! where the processor has them. They stand here rather than in the solver because the numbering
//! that uses them in its innermost loops is shared with the tables' readers.

use std::sync::LazyLock;

/// Pushing the bits of sets together and spreading them out again, as fast as the machine can:
/// having found out what it can do once makes a difference in loops that do little else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packer {
    /// Whether the processor has BMI2; never true otherwise.
    #[cfg(target_arch = "x86_64")]
    bmi2: bool,
}

impl Packer {
    pub(crate) fn new() -> Packer {
        Packer {
            #[cfg(target_arch = "x86_64")]
            bmi2: std::arch::is_x86_feature_detected!("bmi2"),
        }
    }

    #[inline(always)]
    pub(crate) fn extract(self, set: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has this instruction.
            #[allow(unsafe_code)]
            return unsafe { std::arch::x86_64::_pext_u64(set, mask) };
        }
        extract_by_table(set, mask)
    }

    #[inline(always)]
    pub(crate) fn deposit(self, set: u64, mask: u64) -> u64 {
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

pub(crate) fn extract_by_table(set: u64, mask: u64) -> u64 {
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

pub(crate) fn deposit_by_table(set: u64, mask: u64) -> u64 {
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
