//! Sets read in place, wherever their bytes are.

use std::ops::Range;

use damier_core::bits::bits;

use super::DIRECTORY_STEP;

/// Where the parts of a set lie in the bytes that hold it. Kept apart from the bytes, so that
/// one owner can keep both.
#[derive(Clone, Debug)]
pub struct Sparse {
    numbers: Numbers,
    planes: Vec<Plane>,
}

#[derive(Clone, Debug)]
enum Plane {
    Plain(Range<usize>),
    Sparse(Numbers),
}

#[derive(Clone, Debug)]
struct Numbers {
    count: u64,
    range: u64,
    low_bits: u32,
    directory: Range<usize>,
    high: Range<usize>,
    low: Range<usize>,
}

/// Bytes that hold sets, read word by word.
pub trait Words {
    /// How many bytes there are.
    fn length(&self) -> usize;

    /// The word at a byte; 0 past the end, which [`Sparse::read`] has ruled out.
    fn word(&self, at: usize) -> u64;
}

impl Words for [u8] {
    fn length(&self) -> usize {
        self.len()
    }

    #[inline]
    fn word(&self, at: usize) -> u64 {
        match self.get(at..at + 8) {
            Some(b) => u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]),
            None => 0,
        }
    }
}

#[inline]
fn bit_at<W: Words + ?Sized>(bytes: &W, part: &Range<usize>, bit: u64) -> bool {
    bytes.word(part.start + (bit / 64) as usize * 8) >> (bit % 64) & 1 == 1
}

/// Takes words off the front of a part of the bytes.
struct Cursor<'a, W: ?Sized> {
    bytes: &'a W,
    at: usize,
    end: usize,
}

impl<W: Words + ?Sized> Cursor<'_, W> {
    fn word(&mut self) -> Option<u64> {
        let part = self.words(1)?;
        Some(self.bytes.word(part.start))
    }

    fn words(&mut self, n: u64) -> Option<Range<usize>> {
        let bytes = usize::try_from(n.checked_mul(8)?).ok()?;
        let start = self.at;
        self.at = start.checked_add(bytes).filter(|at| *at <= self.end)?;
        Some(start..self.at)
    }

    fn numbers(&mut self) -> Option<(Numbers, u32)> {
        let (count, range, shape) = (self.word()?, self.word()?, self.word()?);
        let (low_bits, planes) = (shape as u32, (shape >> 32) as u32);
        if low_bits > 63 || planes > 16 || count > range {
            return None;
        }
        let zeros = (range >> low_bits) + 1;
        let directory = self.words(zeros.div_ceil(DIRECTORY_STEP) + 1)?;
        let high = self.words(count.checked_add(zeros)?.div_ceil(64))?;
        let low = self.words(count.checked_mul(u64::from(low_bits))?.div_ceil(64))?;
        Some((Numbers { count, range, low_bits, directory, high, low }, planes))
    }
}

impl Sparse {
    /// Finds the parts of the set that `bytes[part]` holds, all of it; `None` if it holds none.
    #[must_use]
    pub fn read<W: Words + ?Sized>(bytes: &W, part: Range<usize>) -> Option<Sparse> {
        let mut cursor = Cursor { bytes, at: part.start, end: part.end.min(bytes.length()) };
        let (numbers, count) = cursor.numbers()?;
        let mut planes = Vec::new();
        for _ in 0..count {
            planes.push(match cursor.word()? {
                0 => Plane::Plain(cursor.words(numbers.count.div_ceil(64))?),
                1 => Plane::Sparse(cursor.numbers().filter(|(_, inner)| *inner == 0)?.0),
                _ => return None,
            });
        }
        (cursor.at == part.end).then_some(Sparse { numbers, planes })
    }

    /// How many numbers the set has.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.numbers.count
    }

    /// The range the numbers come from.
    #[must_use]
    pub fn range(&self) -> u64 {
        self.numbers.range
    }

    /// The class of a number, if it is in the set. Reads a few words and allocates nothing.
    #[inline]
    #[must_use]
    pub fn class<W: Words + ?Sized>(&self, bytes: &W, number: u64) -> Option<u16> {
        let i = self.numbers.find(bytes, number)?;
        let mut class = 0;
        for (k, plane) in self.planes.iter().enumerate() {
            let set = match plane {
                Plane::Plain(part) => bit_at(bytes, part, i),
                Plane::Sparse(numbers) => numbers.find(bytes, i).is_some(),
            };
            class |= u16::from(set) << k;
        }
        Some(class)
    }

    /// Calls `visit` with every number of a range that is in the set and its class, in rising
    /// order.
    pub fn each<W: Words + ?Sized>(
        &self,
        bytes: &W,
        range: Range<u64>,
        mut visit: impl FnMut(u64, u16),
    ) {
        if range.start >= self.numbers.range {
            return;
        }
        let high = range.start >> self.numbers.low_bits;
        let first = self.numbers.bucket(bytes, high);
        // Damaged sets must not panic, whatever comes of it.
        let (mut i, mut skip) = (first.wrapping_sub(high), first % 64);
        for w in first as usize / 64..self.numbers.high.len() / 8 {
            let word = bytes.word(self.numbers.high.start + w * 8);
            for bit in bits(word >> skip << skip) {
                let place = w as u64 * 64 + u64::from(bit);
                let high = place.wrapping_sub(i) << self.numbers.low_bits;
                let number = high | self.numbers.low(bytes, i);
                if number >= range.end {
                    return;
                }
                if number >= range.start {
                    visit(number, self.class_at(bytes, i));
                }
                i = i.wrapping_add(1);
            }
            skip = 0;
        }
    }

    fn class_at<W: Words + ?Sized>(&self, bytes: &W, i: u64) -> u16 {
        let bit = |plane: &Plane| match plane {
            Plane::Plain(part) => bit_at(bytes, part, i),
            Plane::Sparse(numbers) => numbers.find(bytes, i).is_some(),
        };
        self.planes.iter().enumerate().fold(0, |class, (k, p)| class | u16::from(bit(p)) << k)
    }
}

impl Numbers {
    /// The low bits of the i-th number.
    #[inline]
    fn low<W: Words + ?Sized>(&self, bytes: &W, i: u64) -> u64 {
        let bit = i * u64::from(self.low_bits);
        let (at, shift) = (self.low.start + (bit / 64) as usize * 8, bit % 64);
        let mut value = bytes.word(at) >> shift;
        if shift + u64::from(self.low_bits) > 64 {
            value |= bytes.word(at + 8) << (64 - shift);
        }
        value & ((1 << self.low_bits) - 1)
    }

    /// The place of a number in the order of the set, if it is there.
    #[inline]
    fn find<W: Words + ?Sized>(&self, bytes: &W, number: u64) -> Option<u64> {
        if number >= self.range {
            return None;
        }
        let (high, low) = (number >> self.low_bits, number & ((1 << self.low_bits) - 1));
        let mut place = self.bucket(bytes, high);
        while bit_at(bytes, &self.high, place) {
            let i = place - high;
            match self.low(bytes, i).cmp(&low) {
                std::cmp::Ordering::Less => place += 1,
                std::cmp::Ordering::Equal => return Some(i),
                std::cmp::Ordering::Greater => return None,
            }
            if i + 1 >= self.count {
                return None;
            }
        }
        None
    }

    /// Where the ones of this bucket begin in the high bits: just after the zero that closes
    /// the bucket before it.
    #[inline]
    fn bucket<W: Words + ?Sized>(&self, bytes: &W, high: u64) -> u64 {
        let entry = self.directory.start + (high / DIRECTORY_STEP) as usize * 8;
        let mut place = bytes.word(entry);
        let mut left = high % DIRECTORY_STEP;
        // Skip `left` zeros from `place` on, word by word.
        while left > 0 && place < self.high.len() as u64 * 8 {
            let word = bytes.word(self.high.start + (place / 64) as usize * 8);
            let zeros = !word >> (place % 64);
            let here = 64 - place % 64;
            let seen = u64::from((zeros & mask(here)).count_ones());
            if seen < left {
                left -= seen;
                place += here;
            } else {
                return place + nth_one(zeros, left) + 1;
            }
        }
        place
    }
}

const fn mask(bits: u64) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The place of the n-th one, counted from 1.
#[inline]
fn nth_one(mut word: u64, n: u64) -> u64 {
    for _ in 1..n {
        word &= word - 1;
    }
    u64::from(word.trailing_zeros())
}
