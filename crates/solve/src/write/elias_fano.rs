//! The sorted numbers of a set in Elias and Fano's code, chunk by chunk.

use std::io;

use damier_tables::sparse::{DIRECTORY_STEP, Shape};

use super::Sink;

/// Some bits of a section: whole words, the first of which holds the bit they begin at.
#[derive(Default)]
pub(super) struct Bits {
    /// Which word of the section is the first.
    start: u64,
    words: Vec<u64>,
}

impl Bits {
    /// No bits yet, of which the first will be this one.
    pub(super) fn at(bit: u64) -> Bits {
        Bits { start: bit / 64, words: Vec::new() }
    }

    fn word(&mut self, word: u64) -> &mut u64 {
        let place = (word - self.start) as usize;
        if self.words.len() <= place {
            self.words.resize(place + 1, 0);
        }
        &mut self.words[place]
    }

    /// Sets a bit of the section.
    pub(super) fn set(&mut self, bit: u64) {
        *self.word(bit / 64) |= 1 << (bit % 64);
    }

    /// Puts a value of so many bits at a bit; it may cross into the next word.
    fn put(&mut self, bit: u64, value: u64, bits: u32) {
        let shift = bit % 64;
        if bits > 0 {
            *self.word(bit / 64) |= value << shift;
            if shift + u64::from(bits) > 64 {
                *self.word(bit / 64 + 1) |= value >> (64 - shift);
            }
        }
    }
}

/// A section of words in the file, which is filled in order.
pub(super) struct Section {
    /// Its place in the file.
    at: u64,
    /// A word that may not be complete, and which one it is.
    last: Option<(u64, u64)>,
}

impl Section {
    pub(super) fn new(at: u64) -> Section {
        Section { at, last: None }
    }

    /// Writes the next bits.
    pub(super) fn put(&mut self, sink: &mut impl Sink, mut bits: Bits) -> io::Result<()> {
        let Some(last) = bits.words.pop() else { return Ok(()) };
        let end = bits.start + bits.words.len() as u64;
        let mut last = (end, last);
        match self.last.take() {
            Some((word, value)) if word == end => last.1 |= value,
            Some((word, value)) if word == bits.start => bits.words[0] |= value,
            before => {
                self.last = before;
                self.finish(sink)?;
            }
        }
        self.last = Some(last);
        write_words(sink, self.at + bits.start * 8, &bits.words)
    }

    /// Writes the last word.
    pub(super) fn finish(&mut self, sink: &mut impl Sink) -> io::Result<()> {
        match self.last.take() {
            Some((word, value)) => write_words(sink, self.at + word * 8, &[value]),
            None => Ok(()),
        }
    }
}

/// Writes words, little-endian.
pub(super) fn write_words(sink: &mut impl Sink, at: u64, words: &[u64]) -> io::Result<()> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    sink.write_at(at, &bytes)
}

/// What a chunk adds to a set of numbers.
pub(super) struct Fragment {
    high: Bits,
    low: Bits,
    /// Entries of the directory, and which they are.
    directory: Vec<(usize, u64)>,
}

/// A set of numbers that is being written.
pub(super) struct EliasFano {
    shape: Shape,
    at: u64,
    directory: Vec<u64>,
    high: Section,
    low: Section,
}

impl EliasFano {
    /// A set of this shape whose directory, high bits and low bits begin there.
    pub(super) fn new(shape: Shape, at: u64) -> EliasFano {
        let high = at + shape.directory * 8;
        let low = high + shape.high_words() * 8;
        // Where no number follows any more: all zeros but for the last ones come before.
        let end = |i: u64| (i * DIRECTORY_STEP).min(shape.zeros) + shape.count;
        let mut directory: Vec<u64> = (0..shape.directory).map(end).collect();
        directory[0] = 0;
        EliasFano { shape, at, directory, high: Section::new(high), low: Section::new(low) }
    }

    /// What some numbers add: those from the `first`-th on, after the number `before` if there is
    /// one.
    pub(super) fn fragment(
        shape: &Shape,
        numbers: impl Iterator<Item = u64>,
        first: u64,
        before: Option<u64>,
    ) -> Fragment {
        let low_bits = shape.low_bits;
        let mut entry = before.map_or(0, |number| (number >> low_bits) / DIRECTORY_STEP) + 1;
        let mut fragment: Option<Fragment> = None;
        for (number, i) in numbers.zip(first..) {
            let high = number >> low_bits;
            let fragment = fragment.get_or_insert_with(|| Fragment {
                high: Bits::at(high + i),
                low: Bits::at(i * u64::from(low_bits)),
                directory: Vec::new(),
            });
            // The zeros before this one that begin a new stretch of the directory.
            while entry * DIRECTORY_STEP <= high {
                fragment.directory.push((entry as usize, entry * DIRECTORY_STEP + i));
                entry += 1;
            }
            fragment.high.set(high + i);
            fragment.low.put(i * u64::from(low_bits), number & ((1 << low_bits) - 1), low_bits);
        }
        let none = || Fragment { high: Bits::at(0), low: Bits::at(0), directory: Vec::new() };
        fragment.unwrap_or_else(none)
    }

    /// Writes what the next chunk adds.
    pub(super) fn put(&mut self, sink: &mut impl Sink, fragment: Fragment) -> io::Result<()> {
        for (entry, place) in fragment.directory {
            self.directory[entry] = place;
        }
        self.high.put(sink, fragment.high)?;
        self.low.put(sink, fragment.low)
    }

    /// Writes what is left.
    pub(super) fn finish(mut self, sink: &mut impl Sink) -> io::Result<()> {
        self.high.finish(sink)?;
        self.low.finish(sink)?;
        debug_assert_eq!(self.directory.len() as u64, self.shape.directory);
        write_words(sink, self.at, &self.directory)
    }
}
