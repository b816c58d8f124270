//! Sets as bytes, written from the first number to the last.

use damier_core::bits::bits;

use super::{DIRECTORY_STEP, Shape};

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
