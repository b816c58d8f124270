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

use std::ops::Range;

use damier_core::bits::bits;

/// How many zeros of the high bits share a directory entry.
pub const DIRECTORY_STEP: u64 = 256;

/// Appends a set: numbers below `range` in rising order, each with its class. The items are gone
/// through twice rather than kept.
pub fn write(items: impl Iterator<Item = (u64, u16)> + Clone, range: u64, out: &mut Vec<u8>) {
    let (mut count, mut most) = (0, 0);
    for (_, class) in items.clone() {
        count += 1;
        most = most.max(class);
    }
    let planes = u16::BITS - most.leading_zeros();
    let mut plain = Planes::new(planes, count);
    let numbers = items.map(|(number, class)| {
        plain.push(class);
        number
    });
    write_numbers(numbers, count, range, planes, out);
    plain.finish().into_iter().for_each(|plane| write_plane(plane, count, out));
}

/// Appends a plane: the sparse way if that is shorter, otherwise plainly.
fn write_plane(plane: BitWriter, range: u64, out: &mut Vec<u8>) {
    let count = plane.0.iter().map(|word| u64::from(word.count_ones())).sum();
    if 3 + Shape::new(count, range).words() < range.div_ceil(64) {
        word(1, out);
        write_numbers(plane.ones(), count, range, 0, out);
    } else {
        word(0, out);
        plane.finish(out);
    }
}

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

fn write_numbers(
    numbers: impl Iterator<Item = u64>,
    count: u64,
    range: u64,
    planes: u32,
    out: &mut Vec<u8>,
) {
    let Shape { low_bits, zeros, directory: entries, .. } = Shape::new(count, range);
    let low_bits = u64::from(low_bits);
    word(count, out);
    word(range, out);
    word(low_bits | u64::from(planes) << 32, out);
    let mut high = BitWriter::new(count + zeros);
    let mut low = BitWriter::new(count * low_bits);
    let mut directory = vec![0];
    for (number, i) in numbers.zip(0u64..) {
        debug_assert!(number < range);
        // The zeros before this one that begin a new stretch of the directory.
        while directory.len() as u64 * DIRECTORY_STEP <= number >> low_bits {
            directory.push(directory.len() as u64 * DIRECTORY_STEP + i);
        }
        high.set((number >> low_bits) + i);
        low.put(i * low_bits, number & ((1 << low_bits) - 1));
    }
    while (directory.len() as u64) < entries {
        directory.push((directory.len() as u64 * DIRECTORY_STEP).min(zeros) + count);
    }
    directory.iter().for_each(|place| word(*place, out));
    high.finish(out);
    low.finish(out);
}

fn word(value: u64, out: &mut Vec<u8>) {
    out.extend(value.to_le_bytes());
}

/// The planes of classes that come one after the other.
struct Planes {
    planes: Vec<BitWriter>,
    /// The bits of the last word of each plane, and how many there are.
    last: [u64; 16],
    bits: u64,
}

impl Planes {
    fn new(planes: u32, count: u64) -> Planes {
        let room = || BitWriter(Vec::with_capacity(count.div_ceil(64) as usize));
        Planes { planes: (0..planes).map(|_| room()).collect(), last: [0; 16], bits: 0 }
    }

    #[inline(always)]
    fn push(&mut self, class: u16) {
        for (k, last) in self.last[..self.planes.len()].iter_mut().enumerate() {
            *last |= u64::from(class >> k & 1) << self.bits;
        }
        self.bits += 1;
        if self.bits == 64 {
            self.next_word();
        }
    }

    fn next_word(&mut self) {
        for (plane, last) in self.planes.iter_mut().zip(&mut self.last) {
            plane.0.push(std::mem::take(last));
        }
        self.bits = 0;
    }

    fn finish(mut self) -> Vec<BitWriter> {
        if self.bits > 0 {
            self.next_word();
        }
        self.planes
    }
}

/// Bits in 64-bit words, written in any order.
struct BitWriter(Vec<u64>);

impl BitWriter {
    fn new(bits: u64) -> BitWriter {
        BitWriter(vec![0; bits.div_ceil(64) as usize])
    }

    fn set(&mut self, bit: u64) {
        self.0[(bit / 64) as usize] |= 1 << (bit % 64);
    }

    /// Puts a value at a bit; it may cross into the next word.
    fn put(&mut self, bit: u64, value: u64) {
        let (i, shift) = ((bit / 64) as usize, bit % 64);
        if value != 0 {
            self.0[i] |= value << shift;
            if shift != 0 && value >> (64 - shift) != 0 {
                self.0[i + 1] |= value >> (64 - shift);
            }
        }
    }

    /// The places of the bits that are set.
    fn ones(&self) -> impl Iterator<Item = u64> + '_ {
        let each = |(word, start): (&u64, u64)| bits(*word).map(move |bit| start + u64::from(bit));
        self.0.iter().zip((0..).step_by(64)).flat_map(each)
    }

    fn finish(self, out: &mut Vec<u8>) {
        self.0.into_iter().for_each(|w| word(w, out));
    }
}

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

#[cfg(test)]
mod tests {
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
