//! Retrograde analysis by counting, for games whose turns inside a group can be counted from both
//! ends ([`Counting`]): a value or a counter for every position, and no look forward after the
//! first.
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
//! them. With some of them known nothing is gained: the counters need every step. So a checkpoint
//! inside a group holds values and counters as they are. Which positions a part has still to tell
//! of follows from that: those decided in as many turns as the next step goes back from, or more.

mod part;
mod partition;

use std::ops::Range;

use damier_index::{Counting, Slot};
use damier_tables::TableError;
use rayon::prelude::*;

use self::part::{Begin, Cell, Part, StepBack};
use self::partition::Partition;
use crate::cpu::fast;
use crate::known::Knowledge;
use crate::progress::ProgressCounter;
use crate::tier_job::{GroupCells, TierJob, lost};
use crate::values::{PackedValue, Solved};

/// With less to look at than this, one thread is faster than several.
const FEW: usize = 1000;
/// How many values a thread takes at a time when a group is finished.
const CHUNK: usize = 1 << 16;

/// Bytes of memory for each number: its value, its cell, and what parts tell each other.
pub(crate) const BYTES_PER_SLOT: u64 = 8;

/// Solves the next tier.
pub fn solve_tier<I: Counting>(
    job: &TierJob<'_, I>,
    solved: &mut Solved,
) -> Result<(), TableError> {
    // On one of the pool's own threads: another would be woken at every step and sent to sleep.
    let values = rayon::scope(|_| {
        let mut values = job.storage.array::<u16>(job.about().slots())?;
        for (number, range) in job.about().groups().enumerate() {
            let earlier = &values[..range.start as usize];
            job.save_if_due(number, 0, losses(earlier), std::iter::empty());
            let partition = Partition::new(job.index, job.tier, &range)?;
            let mut cells = job.storage.array::<u32>(range.end - range.start)?;
            let group = Group { job, number, solved, earlier, range: range.clone(), partition };
            group.solve(&mut cells);
            let found = values[range.start as usize..range.end as usize].par_chunks_mut(CHUNK);
            found.zip(cells.par_chunks(CHUNK)).for_each(|(values, cells)| {
                for (value, cell) in values.iter_mut().zip(cells) {
                    *value = Cell(*cell).value().0;
                }
            });
        }
        Ok(values)
    })?;
    solved.0.push(Some(values));
    Ok(())
}

/// The losses among the values a tier begins with.
fn losses(values: &[u16]) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
    lost(values.iter().map(|value| PackedValue(*value)))
}

/// A group that is being solved.
struct Group<'a, I> {
    job: &'a TierJob<'a, I>,
    /// Which one of its tier.
    number: usize,
    solved: &'a Solved,
    /// The values of the groups before this one.
    earlier: &'a [u16],
    range: Range<u64>,
    partition: Partition,
}

impl<I: Counting> Group<'_, I> {
    /// Finds the values of all cells.
    fn solve(&self, cells: &mut [u32]) {
        let mut counter = self.job.counter(self.number);
        let resumed = self.job.cells.filter(|cells| cells.group == self.number);
        let (mut parts, first) = match resumed {
            Some(from) => (self.resume(cells, from, &counter), from.turns),
            None => (self.begin(cells, &counter), 0),
        };
        for turns in first.. {
            let waiting = deliver(&mut parts);
            if waiting == 0 && parts.iter().all(|part| part.is_done(turns)) {
                break;
            }
            counter.back(turns);
            let step = |part| fast(StepBack { group: self, part, turns, counter: &counter });
            match waiting < FEW {
                true => parts.iter_mut().for_each(step),
                false => parts.par_iter_mut().for_each(step),
            }
            if !self.is_known() {
                let cells: Vec<&[u32]> = parts.iter().map(|part| &*part.cells).collect();
                self.job.save_cells_if_due(self.number, turns + 1, losses(self.earlier), &cells);
            }
        }
    }

    /// The first look at every position.
    fn begin<'c>(&self, cells: &'c mut [u32], counter: &ProgressCounter<'_>) -> Vec<Part<'c>> {
        let parts = self.partition.split(cells).into_par_iter();
        parts.map(|part| fast(Begin { group: self, part, counter })).collect()
    }

    /// Goes on from the cells of a checkpoint.
    fn resume<'c>(
        &self,
        cells: &'c mut [u32],
        from: GroupCells<'_>,
        counter: &ProgressCounter<'_>,
    ) -> Vec<Part<'c>> {
        for (cell, bytes) in cells.iter_mut().zip(from.bytes.as_chunks().0) {
            *cell = u32::from_le_bytes(*bytes);
        }
        counter.add(self.range.end - self.range.start);
        let mut parts = self.partition.split(cells);
        parts.par_iter_mut().for_each(|part| fast(|| part.resume(self, from.turns)));
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
    fn outside(&self, slot: Slot) -> PackedValue {
        match slot.tier == self.job.tier {
            true => PackedValue(self.earlier[slot.number as usize]),
            false => self.solved.at(slot),
        }
    }
}

/// Brings what the parts have to tell to those concerned; returns how much there is.
fn deliver(parts: &mut [Part<'_>]) -> usize {
    let mut count = 0;
    for from in 0..parts.len() {
        for to in 0..parts.len() {
            let decided = std::mem::take(&mut parts[from].outbox[to]);
            count += decided.len();
            parts[from].outbox[to] = std::mem::replace(&mut parts[to].inbox[from], decided);
        }
    }
    count
}
