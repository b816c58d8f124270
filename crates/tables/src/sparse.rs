//! A set of numbers that is small against the range they come from, each with a small class, in
//! little more space than information theory asks for and readable in place: Elias and Fano's
//! code for the numbers, bit planes for the classes.
//!
//! A number is cut into `high` and `low` (its last `low_bits` bits). The low parts stand one
//! after the other; the high parts are a string of bits in which the i-th number is a one at
//! place `high + i`, so the zeros separate the buckets of equal high parts. A directory tells
//! where every 256th zero stands. Plane `k` holds bit `k` of each number's class: either
//! plainly, a bit for each number, or, if few bits are set, as a set of this same kind.
//!
//! ```text
//! u64 count   u64 range   u32 low_bits   u32 planes
//! u64 × ⌈zeros/256⌉ + 1   directory
//! u64 …                     high bits
//! u64 …                     low bits
//! for each plane: u64 kind (0 plain, 1 sparse), then u64 … bits or a set without planes
//! ```
//! All words are little-endian.

mod read;
mod write;

pub use read::{Sparse, Words};
pub use write::write;

/// How many zeros of the high bits share a directory entry.
pub const DIRECTORY_STEP: u64 = 256;

/// How so many numbers out of a range are laid out, without the three words that begin a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many numbers there are.
    pub count: u64,
    /// The range they come from.
    pub range: u64,
    /// How many bits of each stand plainly.
    pub low_bits: u32,
    /// The zeros among the high bits.
    pub zeros: u64,
    /// The entries of the directory.
    pub directory: u64,
}

impl Shape {
    /// Of so many numbers out of a range.
    #[must_use]
    pub fn new(count: u64, range: u64) -> Shape {
        let low_bits = (range / count.max(1)).max(1).ilog2();
        let zeros = (range >> low_bits) + 1;
        Shape { count, range, low_bits, zeros, directory: zeros.div_ceil(DIRECTORY_STEP) + 1 }
    }

    /// The words of the high bits.
    #[must_use]
    pub fn high_words(&self) -> u64 {
        (self.count + self.zeros).div_ceil(64)
    }

    /// The words of directory, high bits and low bits together.
    #[must_use]
    pub fn words(&self) -> u64 {
        let low = (self.count * u64::from(self.low_bits)).div_ceil(64);
        self.directory + self.high_words() + low
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use damier_core::random::Random;

    fn round_trip(items: &[(u64, u16)], range: u64) {
        let mut bytes = vec![7; 3];
        write(items.iter().copied(), range, &mut bytes);
        let set = Sparse::read(&bytes[..], 3..bytes.len()).expect("well formed");
        assert_eq!((set.count(), set.range()), (items.len() as u64, range));
        let each = |range: Range<u64>| {
            let mut all = Vec::new();
            set.each(&bytes[..], range, |number, class| all.push((number, class)));
            all
        };
        assert_eq!(each(0..u64::MAX), items);
        for start in [0, 1, range / 3, range / 2 + 1, range] {
            for end in [start, start + 1, start + range / 5, range] {
                let inside = items.iter().filter(|(n, _)| (start..end).contains(n));
                assert_eq!(each(start..end), inside.copied().collect::<Vec<_>>(), "{start}..{end}");
            }
        }
        let known: std::collections::BTreeMap<u64, u16> = items.iter().copied().collect();
        let near = items.iter().flat_map(|(n, _)| n.saturating_sub(2)..n + 3);
        let ends = (0..range.min(300)).chain(range.saturating_sub(300)..range + 2);
        for number in near.chain(ends) {
            assert_eq!(set.class(&bytes[..], number), known.get(&number).copied(), "{number}");
        }
        assert!(Sparse::read(&bytes[..], 3..bytes.len() - 8).is_none(), "cut short");
    }

    #[test]
    fn sets_of_all_densities_are_read_as_written() {
        round_trip(&[], 0);
        round_trip(&[], 1_000_000);
        round_trip(&[(0, 0)], 1);
        round_trip(&[(5, 3)], 1 << 40);
        let mut random = Random::new(11);
        for (range, keep) in [(100, 2), (5_000, 1), (100_000, 3), (1 << 20, 5_000), (1 << 33, 1)] {
            for classes in [1, 2, 60] {
                let step = if range > 1 << 21 { 1 << 17 } else { 1 };
                let mut items = Vec::new();
                let mut n = 0;
                while n < range {
                    if random.below(keep) == 0 {
                        items.push((n, (random.below(classes) as u16).saturating_sub(1)));
                    }
                    n += 1 + random.below(step) as u64;
                }
                round_trip(&items, range);
            }
        }
    }

    #[test]
    fn garbage_is_never_read_out_of_bounds() {
        let mut random = Random::new(5);
        let mut good = Vec::new();
        write([(3, 1), (9, 0), (77, 2)].into_iter(), 100, &mut good);
        for _ in 0..20_000 {
            let mut bytes = good.clone();
            for _ in 0..3 {
                let at = random.below(bytes.len());
                bytes[at] = random.bits() as u8;
            }
            if let Some(set) = Sparse::read(&bytes[..], 0..bytes.len()) {
                for number in 0..120 {
                    let _ = set.class(&bytes[..], number);
                }
                set.each(&bytes[..], 50..120, |number, _| assert!((50..120).contains(&number)));
            }
        }
    }
}
