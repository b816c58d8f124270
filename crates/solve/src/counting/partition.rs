//! How a group is cut into parts for the counting solver.

use std::ops::Range;

use damier_core::{Phrase, phrase};
use damier_index::{Counting, Slot};
use damier_tables::TableError;

use super::part::Part;

/// How many numbers a part should have at least: as many as are near each other in memory.
const SMALLEST: u64 = 1 << 15;
/// How many parts there should be at most, since each tells each other.
const MOST: u64 = 256;

const TOO_LARGE: Phrase = phrase!("solve.too-large");

/// How a group is cut into parts, at the borders of blocks. A number of the group, however large,
/// is a part and a place there, and places fit into 32 bits.
pub(super) struct Partition {
    /// Where the parts begin, and where the last one ends.
    ends: Vec<u64>,
    /// The numbers of a part, but for the block at its border, as a power of two.
    shift: u32,
}

impl Partition {
    /// An error if a part would have more than 2³² numbers.
    pub(super) fn new<I: Counting>(
        index: &I,
        tier: usize,
        range: &Range<u64>,
    ) -> Result<Partition, TableError> {
        Partition::at(range, |number| index.block_start(Slot { tier, number }))
    }

    /// Given where the block of a number begins.
    fn at(range: &Range<u64>, block_start: impl Fn(u64) -> u64) -> Result<Partition, TableError> {
        let length = range.end - range.start;
        let shift = SMALLEST.max(length.div_ceil(MOST)).next_power_of_two().ilog2();
        let inner = (range.clone()).step_by(1 << shift).skip(1).map(block_start);
        let ends: Vec<u64> = std::iter::once(range.start).chain(inner).chain([range.end]).collect();
        if ends.windows(2).any(|ends| ends[1] - ends[0] > 1 << 32) {
            let why = TOO_LARGE.with(length);
            return Err(TableError::Refused { file: "solve".into(), why });
        }
        Ok(Partition { ends, shift })
    }

    /// Cuts the cells of the group.
    pub(super) fn split<'c>(&self, mut cells: &'c mut [u32]) -> Vec<Part<'c>> {
        let mut parts = Vec::new();
        for ends in self.ends.windows(2) {
            let (part, rest) = cells.split_at_mut((ends[1] - ends[0]) as usize);
            parts.push(Part::new(self.ends.len() - 1, ends[0], part));
            cells = rest;
        }
        parts
    }

    /// The part that a number is in, and its place there.
    #[inline(always)]
    pub(super) fn locate(&self, number: u64) -> (usize, u32) {
        let mut part = ((number - self.ends[0]) >> self.shift) as usize;
        // Parts begin at the borders of blocks, so a little earlier.
        while number >= self.ends[part + 1] {
            part += 1;
        }
        // No part has more numbers than that.
        (part, (number - self.ends[part]) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::random::Random;

    /// Fanorona's three against five pawns have 6.0 × 10⁹ numbers: more than 32 bits can tell
    /// apart, in a group that may itself begin beyond them.
    #[test]
    fn numbers_above_2_to_the_32_stay_apart() {
        for (range, block) in [
            (0..6_000_000_000, 658_008),
            (7 << 33..(7 << 33) + 12_000_000_000, 38_320_568),
            (5_000_000_000..5_000_100_000, 100),
            (1 << 40..1 << 41, 1 << 31),
        ] {
            let start = |number: u64| number - (number - range.start) % block;
            let partition = Partition::at(&range, start).expect("parts that fit");
            assert!(partition.ends.len() <= 257 && partition.ends.is_sorted());
            let mut random = Random::new(1);
            let length = range.end - range.start;
            let drawn = (0..5_000).map(|_| range.start + random.below(length as usize) as u64);
            let borders =
                partition.ends.clone().into_iter().flat_map(|end| end.max(1) - 1..end + 2);
            let ends = [range.start, range.end - 1];
            for number in drawn.chain(borders).chain(ends).filter(|n| range.contains(n)) {
                let (part, place) = partition.locate(number);
                assert_eq!(partition.ends[part] + u64::from(place), number);
                assert!(number < partition.ends[part + 1]);
                // A block is never cut.
                assert_eq!(partition.locate(start(number)).0, part, "{number} {block}");
            }
        }
    }

    #[test]
    fn blocks_that_are_too_large_are_refused_at_once() {
        let range = 0..3 << 33;
        let one = Partition::at(&range, |_| 0).err().expect("refused").to_string();
        assert!(one.contains("25769803776 numbers cannot be cut"), "{one}");
    }
}
