//! The transposition table: of fixed size, shared by all threads of a search without locks. An
//! entry is two words, the second xor-ed into the first (Hyatt and Mann's lockless hashing), so that
//! halves of two different entries never pass for one.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How the stored score bounds the position's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Equal to it.
    Exact,
    /// A lower bound: the search failed high.
    AtLeast,
    /// An upper bound: the search failed low.
    AtMost,
}

/// The result of searching a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The score, counted from this position.
    pub(crate) score: i32,
    /// Whether the score is exact or a bound.
    pub(crate) bound: Bound,
    /// The depth it was searched to, in plies.
    pub(crate) depth: u8,
    /// The number of the best turn in the order of generation.
    pub(crate) turn: u16,
}

/// No turn.
pub(crate) const NO_TURN: u16 = u16::MAX;

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        let bound = self.bound as u64;
        (self.score as i16 as u16 as u64)
            | u64::from(self.turn) << 16
            | u64::from(self.depth) << 32
            | bound << 40
            | u64::from(age) << 48
    }

    fn unpack(word: u64) -> TtEntry {
        let bound = match word >> 40 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        TtEntry {
            score: i32::from(word as u16 as i16),
            bound,
            depth: (word >> 32) as u8,
            turn: (word >> 16) as u16,
        }
    }
}

/// Entries per bucket: one cache line.
const BUCKET: usize = 4;

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// Entries no deeper than this, which are most, have a part of their own that stays in a
/// processor's cache: they are needed again soon or never.
const SHALLOW: u8 = 2;

/// The size of that part, at most.
const NEAR: usize = 1 << 19;

/// The table: a small part for shallow entries, a large one for the others.
pub struct TranspositionTable {
    near: Box<[Bucket]>,
    far: Box<[Bucket]>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of about so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> TranspositionTable {
        let near = NEAR.min(bytes / 4);
        TranspositionTable {
            near: buckets(near),
            far: buckets(bytes - near),
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.near.iter().chain(&self.far).flat_map(|bucket| &bucket.0) {
            entry.mixed.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
    }

    /// Begins a new generation: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// The entry of a position that is about to be searched to `depth`.
    #[inline]
    pub(crate) fn get(&self, key: u64, depth: i32) -> Option<TtEntry> {
        // A shallow entry cannot cut off a deeper search, but its turn still orders the turns.
        let deep = || find(bucket(&self.far, key), key);
        let shallow = || find(bucket(&self.near, key), key);
        match depth > SHALLOW.into() {
            true => deep().or_else(shallow),
            false => shallow(),
        }
    }

    /// Stores an entry, replacing the shallowest or oldest of its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: TtEntry) {
        let age = self.age.load(Relaxed);
        // The entry of this very position, or the least valuable one.
        let value = |entry: &Slot| {
            let data = entry.data.load(Relaxed);
            if data == 0 || entry.mixed.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let generations = age.wrapping_sub((data >> 48) as u8);
            i32::from(TtEntry::unpack(data).depth) - 8 * i32::from(generations)
        };
        let part = if entry.depth > SHALLOW { &self.far } else { &self.near };
        let Some(slot) = bucket(part, key).0.iter().min_by_key(|entry| value(entry)) else {
            return;
        };
        // Never 0: that is an empty place. Bit 63 is always set.
        let data = entry.pack(age) | 1 << 63;
        slot.mixed.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
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

/// The entry of a position in its bucket.
#[inline]
fn find(bucket: &Bucket, key: u64) -> Option<TtEntry> {
    bucket.0.iter().find_map(|entry| {
        let data = entry.data.load(Relaxed);
        (data != 0 && entry.mixed.load(Relaxed) ^ data == key).then(|| TtEntry::unpack(data))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_what_was_put() {
        let table = TranspositionTable::new(1 << 12);
        let known = TtEntry { score: -29_993, bound: Bound::AtMost, depth: 17, turn: 300 };
        assert_eq!(table.get(77, 17), None);
        table.put(77, known);
        assert_eq!(table.get(77, 17), Some(known));
        assert_eq!(table.get(78, 17), None);
        let better = TtEntry { depth: 18, bound: Bound::Exact, ..known };
        table.put(77, better);
        assert_eq!(table.get(77, 17), Some(better));
        table.clear();
        assert_eq!(table.get(77, 17), None);
    }

    #[test]
    fn a_shallow_look_is_remembered_where_a_deeper_one_finds_it() {
        let table = TranspositionTable::new(1 << 12);
        let known = |depth| TtEntry { score: 5, bound: Bound::Exact, depth, turn: 9 };
        table.put(77, known(SHALLOW));
        assert_eq!(table.get(77, SHALLOW.into()), Some(known(SHALLOW)));
        assert_eq!(table.get(77, 9), Some(known(SHALLOW)), "nothing deeper is known");
        table.put(77, known(9));
        assert_eq!(table.get(77, 9), Some(known(9)));
    }

    #[test]
    fn a_full_near_part_forgets_the_shallowest_and_nothing_deep() {
        let table = TranspositionTable::new(1);
        let known = |depth| TtEntry { score: 0, bound: Bound::Exact, depth, turn: 0 };
        table.put(9, known(9));
        table.put(1, known(1));
        (2..=5).for_each(|key| table.put(key, known(SHALLOW)));
        assert_eq!(table.get(1, 1), None);
        assert!((2..=5).all(|key| table.get(key, 1).is_some()));
        assert_eq!(table.get(9, 9), Some(known(9)));
    }

    #[test]
    fn shallow_entries_give_way_first() {
        let table = TranspositionTable::new(1);
        let known = |depth| TtEntry { score: 0, bound: Bound::Exact, depth, turn: 0 };
        for depth in 11..=14 {
            table.put(depth.into(), known(depth));
        }
        table.put(15, known(15));
        assert_eq!(table.get(11, 11), None);
        assert!((12..=15).all(|key| table.get(key, 11).is_some()));
        table.new_search();
        table.put(16, known(10));
        assert_eq!((table.get(12, 10), table.get(16, 10).is_some()), (None, true));
    }
}
