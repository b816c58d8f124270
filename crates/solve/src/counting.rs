//! Retrograde analysis by counting, for games whose turns inside a group can be counted from both
//! ends ([`Index::COUNTED`]): a value or a counter for every position, and no look forward after
//! the first.
//!
//! The counter of a position says how many of its turns inside the group are not yet known to
//! lose. Each position that turns out to be won takes its share off the counters of its
//! predecessors; at zero they are lost.
//!
//! A group is cut into parts at the borders of blocks, so that the predecessors of a position are
//! all in one part. Going one turn back, each part by itself takes note of what was decided
//! elsewhere or here, and then tells the parts that are concerned what it has decided for the next
//! step. So no two threads ever touch the same position.
//!
//! Where the losses of a group are known already only the wins are found, going one turn back from
//! them. With some of them known nothing is gained: the counters need every step. So checkpoints
//! are written between groups.

mod part;

use std::ops::Range;

use damier_core::index::{Index, Slot};
use rayon::prelude::*;

use self::part::{Begin, Part, StepBack};
use crate::cpu::fast;
use crate::job::{Job, lost};
use crate::known::Knowledge;
use crate::values::{Entry, Solved};

/// How many numbers a part should have at least: as many as are near each other in memory.
const SMALLEST: u64 = 1 << 15;
/// How many parts there should be at most, since each tells each other.
const MOST: u64 = 256;
/// With less to look at than this, one thread is faster than several.
const FEW: usize = 1000;

/// Solves a tier, those before it being solved.
pub fn solve_tier<I: Index>(job: &Job<'_, I>, solved: &Solved) -> Vec<Entry> {
    // On one of the pool's own threads: another would be woken at every step and sent to sleep.
    rayon::scope(|_| {
        let mut values = Vec::with_capacity(job.about().slots() as usize);
        for (number, range) in job.about().groups().enumerate() {
            job.save_if_due(number, 0, lost(values.iter().copied()), std::iter::empty());
            let cuts = Cuts::new(job.index, job.tier, &range);
            let group = Group { job, number, solved, earlier: &values, range, cuts };
            let parts = group.solve();
            parts.iter().for_each(|part| values.extend(part.values()));
        }
        values
    })
}

/// How a group is cut into parts.
struct Cuts {
    /// Where the parts begin, and where the last one ends.
    ends: Vec<u64>,
    /// The numbers of a part, but for the block at its border, as a power of two.
    shift: u32,
}

impl Cuts {
    fn new<I: Index>(index: &I, tier: usize, range: &Range<u64>) -> Cuts {
        let length = range.end - range.start;
        let shift = SMALLEST.max(length.div_ceil(MOST)).next_power_of_two().ilog2();
        let border = |number| index.block_start(Slot { tier, number });
        let inner = (range.clone()).step_by(1 << shift).skip(1).map(border);
        let ends = std::iter::once(range.start).chain(inner).chain([range.end]).collect();
        Cuts { ends, shift }
    }

    /// How many parts there are.
    fn count(&self) -> usize {
        self.ends.len() - 1
    }

    /// The part that a number is in.
    #[inline(always)]
    fn part_of(&self, number: u64) -> usize {
        let mut part = ((number - self.ends[0]) >> self.shift) as usize;
        // Parts begin at the borders of blocks, so a little earlier.
        while number >= self.ends[part + 1] {
            part += 1;
        }
        part
    }
}

/// A group that is being solved.
struct Group<'a, I> {
    job: &'a Job<'a, I>,
    /// Which one of its tier.
    number: usize,
    solved: &'a Solved,
    /// The values of the groups before this one.
    earlier: &'a [Entry],
    range: Range<u64>,
    cuts: Cuts,
}

impl<I: Index> Group<'_, I> {
    fn solve(&self) -> Vec<Part> {
        let mut pace = self.job.pace(self.number);
        let numbers = self.cuts.ends.par_windows(2).map(|ends| ends[0]..ends[1]);
        let begin = |numbers| fast(Begin { group: self, numbers, pace: &pace });
        let mut parts: Vec<Part> = numbers.map(begin).collect();
        for turns in 0.. {
            let waiting = deliver(&mut parts);
            if waiting == 0 && parts.iter().all(|part| part.is_done(turns)) {
                break;
            }
            pace.back(turns);
            let step = |part| fast(StepBack { group: self, part, turns, pace: &pace });
            match waiting < FEW {
                true => parts.iter_mut().for_each(step),
                false => parts.par_iter_mut().for_each(step),
            }
        }
        parts
    }

    /// Whether all its losses are known.
    #[inline(always)]
    fn is_known(&self) -> bool {
        self.job.knowledge(self.number) == Knowledge::All
    }

    /// Whether a slot is in the group.
    #[inline(always)]
    fn contains(&self, slot: Slot) -> bool {
        slot.tier == self.job.tier && self.range.contains(&slot.number)
    }

    /// What is noted at a slot outside the group.
    #[inline(always)]
    fn entry(&self, slot: Slot) -> Option<Entry> {
        match slot.tier == self.job.tier {
            true => self.earlier.get(slot.number as usize).copied(),
            false => self.solved.entry(slot),
        }
    }
}

/// Brings what the parts have to tell to those concerned; returns how much there is.
fn deliver(parts: &mut [Part]) -> usize {
    let mut count = 0;
    for from in 0..parts.len() {
        for to in 0..parts.len() {
            let news = std::mem::take(&mut parts[from].outbox[to]);
            count += news.len();
            parts[from].outbox[to] = std::mem::replace(&mut parts[to].inbox[from], news);
        }
    }
    count
}
