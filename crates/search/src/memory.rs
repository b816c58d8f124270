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

/// Positions looked at no deeper than this, which are most, are remembered in a part of their own
/// that stays in a processor's cache: they are needed again soon or never.
const SHALLOW: u8 = 2;

/// The size of that part, at most.
const NEAR: usize = 1 << 19;

/// A table of positions.
pub struct Memory {
    near: Box<[Bucket]>,
    far: Box<[Bucket]>,
    age: AtomicU8,
}

impl Memory {
    /// A table of about so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Memory {
        let near = NEAR.min(bytes / 4);
        Memory { near: buckets(near), far: buckets(bytes - near), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.near.iter().chain(&self.far).flat_map(|bucket| &bucket.0) {
            entry.mixed.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
    }

    /// Another search begins: what earlier ones left gives way first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// What is known about a position that is to be looked at so deeply.
    #[inline]
    pub(crate) fn get(&self, key: u64, depth: i32) -> Option<Known> {
        // What is known deeply is asked for deeply; the turn found by a shallower look helps, too.
        let deep = || find(bucket(&self.far, key), key);
        let shallow = || find(bucket(&self.near, key), key);
        match depth > SHALLOW.into() {
            true => deep().or_else(shallow),
            false => shallow(),
        }
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
        let part = if known.depth > SHALLOW { &self.far } else { &self.near };
        let Some(entry) = bucket(part, key).0.iter().min_by_key(|entry| worth(entry)) else {
            return;
        };
        // Never 0: that is an empty place. Bit 63 is always set.
        let data = known.pack(age) | 1 << 63;
        entry.mixed.store(key ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }
}

/// Buckets of about so many bytes together.
fn buckets(bytes: usize) -> Box<[Bucket]> {
    let count = (bytes / size_of::<Bucket>()).max(1);
    std::iter::repeat_with(Bucket::default).take(count).collect()
}

/// The bucket of a position.
#[inline]
fn bucket(buckets: &[Bucket], key: u64) -> &Bucket {
    let place = (u128::from(key) * buckets.len() as u128) >> 64;
    &buckets[place as usize]
}

/// What a bucket knows about a position.
#[inline]
fn find(bucket: &Bucket, key: u64) -> Option<Known> {
    bucket.0.iter().find_map(|entry| {
        let data = entry.data.load(Relaxed);
        (data != 0 && entry.mixed.load(Relaxed) ^ data == key).then(|| Known::unpack(data))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_what_was_put() {
        let memory = Memory::new(1 << 12);
        let known = Known { score: -29_993, bound: Bound::AtMost, depth: 17, turn: 300 };
        assert_eq!(memory.get(77, 17), None);
        memory.put(77, known);
        assert_eq!(memory.get(77, 17), Some(known));
        assert_eq!(memory.get(78, 17), None);
        let better = Known { depth: 18, bound: Bound::Exact, ..known };
        memory.put(77, better);
        assert_eq!(memory.get(77, 17), Some(better));
        memory.clear();
        assert_eq!(memory.get(77, 17), None);
    }

    #[test]
    fn a_shallow_look_is_remembered_where_a_deeper_one_finds_it() {
        let memory = Memory::new(1 << 12);
        let known = |depth| Known { score: 5, bound: Bound::Exact, depth, turn: 9 };
        memory.put(77, known(SHALLOW));
        assert_eq!(memory.get(77, SHALLOW.into()), Some(known(SHALLOW)));
        assert_eq!(memory.get(77, 9), Some(known(SHALLOW)), "nothing deeper is known");
        memory.put(77, known(9));
        assert_eq!(memory.get(77, 9), Some(known(9)));
    }

    #[test]
    fn a_full_near_part_forgets_the_shallowest_and_nothing_deep() {
        let memory = Memory::new(1);
        let known = |depth| Known { score: 0, bound: Bound::Exact, depth, turn: 0 };
        memory.put(9, known(9));
        memory.put(1, known(1));
        (2..=5).for_each(|key| memory.put(key, known(SHALLOW)));
        assert_eq!(memory.get(1, 1), None);
        assert!((2..=5).all(|key| memory.get(key, 1).is_some()));
        assert_eq!(memory.get(9, 9), Some(known(9)));
    }

    #[test]
    fn shallow_entries_give_way_first() {
        let memory = Memory::new(1);
        let known = |depth| Known { score: 0, bound: Bound::Exact, depth, turn: 0 };
        for depth in 11..=14 {
            memory.put(depth.into(), known(depth));
        }
        memory.put(15, known(15));
        assert_eq!(memory.get(11, 11), None);
        assert!((12..=15).all(|key| memory.get(key, 11).is_some()));
        memory.grow_older();
        memory.put(16, known(10));
        assert_eq!((memory.get(12, 10), memory.get(16, 10).is_some()), (None, true));
    }
}
