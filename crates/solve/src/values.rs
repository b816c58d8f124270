//! Values in memory while a game is being solved: two bytes for each position.

use damier_core::index::{Index, Slot};
use damier_core::value::Value;

use crate::job::Job;
use crate::{counting, dense};

/// A value in two bytes: 0 for a draw, or for a position not decided yet; all ones for a number
/// that no position has; otherwise the number of turns and whether it is a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(pub(crate) u16);

impl Entry {
    /// Not decided; in the end: drawn.
    pub(crate) const OPEN: Entry = Entry(0);
    pub(crate) const UNUSED: Entry = Entry(u16::MAX);

    #[inline(always)]
    pub(crate) const fn win(turns: u16) -> Entry {
        Entry(turns << 1)
    }

    #[inline(always)]
    pub(crate) const fn loss(turns: u16) -> Entry {
        Entry(turns << 1 | 1)
    }

    /// The number of turns, of a position that is decided.
    #[inline(always)]
    pub(crate) const fn turns(self) -> u16 {
        self.0 >> 1
    }

    /// Whether this is a loss, of a number that is used.
    #[inline(always)]
    pub(crate) const fn is_loss(self) -> bool {
        self.0 & 1 == 1
    }

    /// In how many turns a position is lost.
    #[inline(always)]
    pub(crate) fn lost(self) -> Option<u16> {
        (self.is_loss() && self != Entry::UNUSED).then_some(self.turns())
    }

    /// The value this stands for; `None` if no position has this number.
    #[inline(always)]
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            Entry::OPEN => Some(Value::Draw),
            Entry::UNUSED => None,
            entry if entry.is_loss() => Some(Value::Loss(Some(entry.turns()))),
            entry => Some(Value::Win(Some(entry.turns()))),
        }
    }
}

/// The values of the tiers solved so far, by tier and number.
#[derive(Debug, Default)]
pub struct Solved(pub(crate) Vec<Vec<Entry>>);

impl Solved {
    /// Solves the next tier.
    pub fn solve_tier<I: Index>(&mut self, job: &Job<'_, I>) {
        let values = match I::COUNTED {
            true => counting::solve_tier(job, self),
            false => dense::solve_tier(job, self),
        };
        self.0.push(values);
    }

    /// What is noted at a slot of a solved tier.
    #[inline(always)]
    pub(crate) fn entry(&self, slot: Slot) -> Option<Entry> {
        self.0.get(slot.tier)?.get(slot.number as usize).copied()
    }

    /// The value at a slot of a solved tier.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        self.entry(slot)?.value()
    }

    /// Every slot of a tier with its value, unused numbers left out.
    pub fn values(&self, tier: usize) -> impl Iterator<Item = (u64, Value)> + '_ {
        let entries = self.0[tier].iter().zip(0u64..);
        entries.filter_map(|(entry, n)| Some((n, entry.value()?)))
    }
}
