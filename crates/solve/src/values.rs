//! Values in memory while a game is being solved: two bytes for each position.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use damier_core::index::Slot;
use damier_core::value::Value;
use rayon::prelude::*;

/// A value in two bytes: the number of turns and whether it is a loss; 0 for a draw; with the
/// highest bit, still open; all ones for a number that no position has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(pub(crate) u16);

impl Entry {
    pub(crate) const DRAW: Entry = Entry(0);
    pub(crate) const UNUSED: Entry = Entry(u16::MAX);
    const OPEN: u16 = 1 << 15;

    #[inline(always)]
    pub(crate) const fn win(turns: u16) -> Entry {
        Entry(turns << 1)
    }

    #[inline(always)]
    pub(crate) const fn loss(turns: u16) -> Entry {
        Entry(turns << 1 | 1)
    }

    /// Still open; the longest of the turns known to lose takes so many turns.
    #[inline(always)]
    pub(crate) const fn open(longest_losing: u16) -> Entry {
        Entry(Entry::OPEN | longest_losing)
    }

    #[inline(always)]
    pub(crate) const fn is_open(self) -> bool {
        self.0 & Entry::OPEN != 0 && self.0 != Entry::UNUSED.0
    }

    /// What [`Entry::open`] was told.
    #[inline(always)]
    pub(crate) const fn longest_losing(self) -> u16 {
        self.0 & !Entry::OPEN
    }

    /// The number of turns of a decided position, 0 otherwise.
    #[inline(always)]
    pub(crate) const fn turns(self) -> u16 {
        if self.0 & Entry::OPEN != 0 { 0 } else { self.0 >> 1 }
    }

    /// Whether this is a win that takes more than so many turns.
    #[inline(always)]
    pub(crate) const fn wins_after(self, turns: u16) -> bool {
        self.0 & (Entry::OPEN | 1) == 0 && self.0 >> 1 > turns
    }

    /// The value this stands for; `None` if no position has this number.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            Entry::UNUSED => None,
            Entry(0) => Some(Value::Draw),
            Entry(e) if e & Entry::OPEN != 0 => Some(Value::Draw),
            Entry(e) if e & 1 == 1 => Some(Value::Loss(Some(e >> 1))),
            Entry(e) => Some(Value::Win(Some(e >> 1))),
        }
    }
}

/// The values of the tiers solved so far, by tier and number.
#[derive(Debug, Default)]
pub struct Solved(Vec<Vec<AtomicU16>>);

impl Solved {
    /// Makes room for the next tier.
    pub(crate) fn add_tier(&mut self, slots: u64) {
        self.0.push((0..slots).into_par_iter().map(|_| AtomicU16::new(0)).collect());
    }

    /// The values of a tier.
    pub(crate) fn tier(&self, tier: usize) -> &[AtomicU16] {
        &self.0[tier]
    }

    /// The value at a slot of a solved tier.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        Entry(self.0.get(slot.tier)?.get(slot.number as usize)?.load(Relaxed)).value()
    }

    /// Every slot of a tier with its value, unused numbers left out.
    pub fn values(&self, tier: usize) -> impl Iterator<Item = (u64, Value)> + '_ {
        let entries = self.0[tier].iter().zip(0u64..);
        entries.filter_map(|(entry, n)| Some((n, Entry(entry.load(Relaxed)).value()?)))
    }
}
