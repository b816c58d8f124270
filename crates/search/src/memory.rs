//! What was found out about positions: a table of fixed size that all threads of a search share
//! without locks. An entry is two words, the second xor-ed into the first, so that halves of two
//! different entries never pass for one.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What the score of an entry says about the position's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    AtLeast,
    /// The score is at most this.
    AtMost,
}

/// What is remembered about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// The score, counted from this position.
    pub(crate) score: i32,
    /// What it says.
    pub(crate) bound: Bound,
    /// How many turns deep it was searched.
    pub(crate) depth: u8,
    /// The number of the best turn in the order of generation.
    pub(crate) turn: u16,
}

/// No turn.
pub(crate) const NO_TURN: u16 = u16::MAX;

impl Known {
    fn pack(self, age: u8) -> u64 {
        let bound = self.bound as u64;
        (self.score as i16 as u16 as u64)
            | u64::from(self.turn) << 16
            | u64::from(self.depth) << 32
            | bound << 40
            | u64::from(age) << 48
    }

    fn unpack(word: u64) -> Known {
        let bound = match word >> 40 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Known {
            score: i32::from(word as u16 as i16),
            bound,
            depth: (word >> 32) as u8,
            turn: (word >> 16) as u16,
        }
    }
}

/// Entries that may stand in for each other.
const BUCKET: usize = 4;

#[derive(Default)]
struct Entry {
    mixed: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// A table of positions.
pub struct Memory {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl Memory {
    /// A table of about so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Memory {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let buckets = std::iter::repeat_with(Bucket::default).take(count).collect();
        Memory { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.mixed.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
    }

    /// Another search begins: what earlier ones left gives way first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// What is known about a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (data != 0 && entry.mixed.load(Relaxed) ^ data == key).then(|| Known::unpack(data))
        })
    }

    /// Remembers something about a position.
    #[inline]
    pub(crate) fn put(&self, key: u64, known: Known) {
        let age = self.age.load(Relaxed);
        // The entry of this very position, or the one that is worth least.
        let worth = |entry: &Entry| {
            let data = entry.data.load(Relaxed);
            if data == 0 || entry.mixed.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let years = age.wrapping_sub((data >> 48) as u8);
            i32::from(Known::unpack(data).depth) - 8 * i32::from(years)
        };
        let Some(entry) = self.bucket(key).0.iter().min_by_key(|entry| worth(entry)) else {
            return;
        };
        // Never 0: that is an empty place. Bit 63 is always set.
        let data = known.pack(age) | 1 << 63;
        entry.mixed.store(key ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_what_was_put() {
        let memory = Memory::new(1 << 12);
        let known = Known { score: -29_993, bound: Bound::AtMost, depth: 17, turn: 300 };
        assert_eq!(memory.get(77), None);
        memory.put(77, known);
        assert_eq!(memory.get(77), Some(known));
        assert_eq!(memory.get(78), None);
        let better = Known { depth: 18, bound: Bound::Exact, ..known };
        memory.put(77, better);
        assert_eq!(memory.get(77), Some(better));
        memory.clear();
        assert_eq!(memory.get(77), None);
    }

    #[test]
    fn shallow_entries_give_way_first() {
        let memory = Memory::new(1);
        let known = |depth| Known { score: 0, bound: Bound::Exact, depth, turn: 0 };
        for depth in 1..=4 {
            memory.put(depth.into(), known(depth));
        }
        memory.put(5, known(5));
        assert_eq!(memory.get(1), None);
        assert!((2..=5).all(|key| memory.get(key).is_some()));
        memory.grow_older();
        memory.put(6, known(1));
        assert_eq!((memory.get(2), memory.get(6).is_some()), (None, true));
    }
}
