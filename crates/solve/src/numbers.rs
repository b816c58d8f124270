//! Sets of numbers from a huge range, built in one go and then asked often from many threads.

/// A set of numbers: sorted, with a directory by their high bits.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    sorted: Vec<u64>,
    /// Where the numbers begin whose high bits are at least this.
    starts: Vec<u32>,
    shift: u32,
}

impl Numbers {
    /// The set of these numbers, which may come in any order and more than once.
    pub(crate) fn new(mut numbers: Vec<u64>) -> Numbers {
        // Stable sorting is quick where there are long sorted stretches, as here.
        numbers.sort();
        numbers.dedup();
        let most = numbers.last().copied().unwrap_or(0);
        // About two numbers for each entry.
        let shift = (most / (numbers.len() as u64 / 2).max(1)).max(1).ilog2();
        let mut starts = vec![0; (most >> shift) as usize + 2];
        for number in &numbers {
            starts[(number >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Numbers { sorted: numbers, starts, shift }
    }

    /// Whether a number is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, number: u64) -> bool {
        let high = (number >> self.shift) as usize;
        let Some([from, to, ..]) = self.starts.get(high..) else { return false };
        self.sorted[*from as usize..*to as usize].contains(&number)
    }

    /// Its numbers in rising order.
    pub(crate) fn sorted(&self) -> &[u64] {
        &self.sorted
    }

    /// The set of these numbers and others.
    pub(crate) fn with(self, others: &Numbers) -> Numbers {
        let mut all = self.sorted;
        all.extend(&others.sorted);
        Numbers::new(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::random::Random;

    #[test]
    fn sets_have_exactly_their_numbers() {
        assert!(!Numbers::default().contains(0));
        let mut random = Random::new(1);
        for (count, range) in [(0, 1), (1, 1), (1, 1 << 40), (1000, 1200), (5000, 1 << 33)] {
            let mut numbers: Vec<u64> = (0..count).map(|_| random.below(range) as u64).collect();
            let half = Numbers::new(numbers[..count / 2].to_vec());
            let set = half.with(&Numbers::new(numbers[count / 2..].to_vec()));
            for asked in numbers.iter().flat_map(|n| n.saturating_sub(1)..n + 2) {
                assert_eq!(set.contains(asked), numbers.contains(&asked), "{asked}");
            }
            assert!(!set.contains(u64::MAX));
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(set.sorted(), numbers);
        }
    }
}
