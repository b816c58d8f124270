//! Retrograde analysis with a value for every position in memory. Made for games whose decided
//! positions are many; [`crate::sparse`] is for those where they are few.
//!
//! A group is solved backwards, turn by turn. First every position is looked at once for turns
//! that leave the group: to the end of the game, or to positions already solved. Then, for
//! n = 1, 2, …, the positions lost in n make their predecessors won in n + 1, and the positions
//! won in n make their predecessors candidates for lost: a candidate is lost if a look forward
//! finds nothing but won positions. What is left is drawn. Every loss is confirmed forwards, so
//! positions that are their own mirror image need no special care. Games with keys that forbid a
//! turn have a solver of their own, [`crate::keyed`].
//!
//! Losses that are known already are noted at the first look, and nobody looks for them again.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use damier_core::Side;
use damier_core::game::{Game, Outcome};
use damier_core::value::Value;
use damier_index::{Dense, PositionOf, Slot};
use damier_tables::TableError;
use rayon::prelude::*;

use crate::known::Knowledge;
use crate::progress::ProgressCounter;
use crate::tier_job::{TierJob, lost};
use crate::values::{PackedValue, Solved, number};

/// How many slots a thread takes at a time.
const CHUNK: usize = 4096;

/// Bytes of memory for each number: its value.
pub(crate) const BYTES_PER_SLOT: u64 = 2;

/// Solves the next tier.
pub fn solve_tier<I: Dense>(job: &TierJob<'_, I>, solved: &mut Solved) -> Result<(), TableError> {
    let about = job.about();
    let values = job.storage.array::<AtomicU16>(about.slots())?;
    for (number, range) in about.groups().enumerate() {
        let save = |turns| {
            let packed = values.iter().map(|value| PackedValue(value.load(Relaxed)));
            job.save_if_due(number, turns, lost(packed), std::iter::empty());
        };
        save(0);
        let group = Group { job, number, solved, values: &values, range };
        let mut counter = job.counter(number);
        let mut most = group.begin(&counter);
        let mut turns = 1;
        while turns <= most {
            counter.back(turns);
            most = most.max(group.step_back(turns, &counter));
            turns += 1;
            save(turns);
        }
    }
    solved.0.push(Some(values.settled()));
    Ok(())
}

/// A group that is being solved.
struct Group<'a, I> {
    job: &'a TierJob<'a, I>,
    /// Which one of its tier.
    number: usize,
    solved: &'a Solved,
    /// The values of its tier.
    values: &'a [AtomicU16],
    range: Range<u64>,
}

/// What all turns of a position that leave the group come to, and the others if they count.
struct TurnSummary {
    /// The quickest win, or `u16::MAX`.
    win: u16,
    /// How many turns the slowest loss takes that was found.
    loss: u16,
    /// Whether some turn neither wins nor loses as far as is known.
    open: bool,
}

impl TurnSummary {
    /// Adds a turn that leads to a position of this value.
    #[inline(always)]
    fn add(&mut self, after: Option<Value>) {
        match after {
            Some(Value::Loss(Some(n))) => self.win = self.win.min(n + 1),
            Some(Value::Win(Some(n))) => self.loss = self.loss.max(n + 1),
            _ => self.open = true,
        }
    }
}

impl<I: Dense> Group<'_, I> {
    /// The first look at a position: at the turns that leave the group.
    #[inline(always)]
    fn look_outside(&self, position: &PositionOf<I>) -> TurnSummary {
        let game = self.job.index.game();
        let mut summary = TurnSummary { win: u16::MAX, loss: 0, open: false };
        let left_out = self.job.index.exits(position, &mut |turn| {
            summary.add(self.value_after(&game.play(position, turn), game.to_move(position), 0));
        });
        summary.open |= left_out;
        summary
    }

    /// Whether a position has nothing but turns to positions won within `turns` turns (or won
    /// outside the group), and then how long it lasts.
    #[inline(always)]
    fn lost(&self, position: &PositionOf<I>, turns: u16) -> Option<u16> {
        let game = self.job.index.game();
        let mut summary = TurnSummary { win: u16::MAX, loss: 0, open: false };
        let all = game.turns(position, &mut |turn| {
            summary.add(self.value_after(
                &game.play(position, turn),
                game.to_move(position),
                turns,
            ));
            match summary.open || summary.win != u16::MAX {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        all.is_continue().then_some(summary.loss)
    }

    /// The value of the position after a turn, as far as it is known.
    #[inline(always)]
    fn value_after(&self, after: &PositionOf<I>, mover: Side, settled: u16) -> Option<Value> {
        match self.job.index.game().outcome(after) {
            Some(Outcome::Won(side)) if side == mover => Some(Value::Loss(Some(0))),
            Some(Outcome::Won(_)) => Some(Value::Win(Some(0))),
            Some(Outcome::Drawn) => Some(Value::Draw),
            None => {
                let slot = number(self.job.index, after);
                let value = match slot.tier == self.job.tier {
                    true => PackedValue(self.values[slot.number as usize].load(Relaxed)),
                    false => self.solved.at(slot),
                };
                let inside = slot.tier == self.job.tier && self.range.contains(&slot.number);
                match value {
                    PackedValue::OPEN | PackedValue::UNUSED => None,
                    value if inside && value.turns() > settled => None,
                    known => known.value(),
                }
            }
        }
    }

    /// The first look at every position. Returns the highest number of turns found.
    fn begin(&self, counter: &ProgressCounter<'_>) -> u16 {
        self.chunks(|numbers| {
            let mut most = 0;
            for number in numbers.clone() {
                let slot = Slot { tier: self.job.tier, number };
                let value = match self.job.index.unrank(slot) {
                    None => PackedValue::UNUSED,
                    Some(position) => {
                        let summary = self.look_outside(&position);
                        match (summary.win, summary.open) {
                            (u16::MAX, true) => PackedValue::OPEN,
                            (u16::MAX, false) => PackedValue::loss(summary.loss),
                            (win, _) => PackedValue::win(win),
                        }
                    }
                };
                if value != PackedValue::UNUSED {
                    most = most.max(value.turns());
                }
                self.values[number as usize].store(value.0, Relaxed);
            }
            counter.add(numbers.end - numbers.start);
            if self.knowledge() != Knowledge::Nothing {
                self.job.known.each_lost(numbers, |number, turns| {
                    most = most.max(turns);
                    self.values[number as usize].store(PackedValue::loss(turns).0, Relaxed);
                });
            }
            most
        })
    }

    fn knowledge(&self) -> Knowledge {
        self.job.knowledge(self.number)
    }

    /// One turn back from the positions decided in `turns`. Returns the highest number of turns
    /// found.
    fn step_back(&self, turns: u16, counter: &ProgressCounter<'_>) -> u16 {
        let (won, lost) = (PackedValue::win(turns).0, PackedValue::loss(turns).0);
        let wins_matter = !self.knowledge().covers(turns + 1);
        self.chunks(|numbers| {
            let (mut most, mut count) = (0, 0);
            for number in numbers {
                let value = self.values[number as usize].load(Relaxed);
                if value != lost && (value != won || !wins_matter) {
                    continue;
                }
                let slot = Slot { tier: self.job.tier, number };
                let Some(position) = self.job.index.unrank(slot) else { continue };
                count += 1;
                self.job.index.predecessors(&position, &mut |before| {
                    most = most.max(self.decide(&before, turns, value == lost));
                });
            }
            counter.add(count);
            most
        })
    }

    /// Decides a predecessor of a position that is lost (or won) in `turns`, if that can be done
    /// now; returns its number of turns, or 0.
    #[inline(always)]
    fn decide(&self, before: &PositionOf<I>, turns: u16, after_is_lost: bool) -> u16 {
        let slot = number(self.job.index, before);
        let place = &self.values[slot.number as usize];
        let known = PackedValue(place.load(Relaxed));
        if after_is_lost {
            // A win by leaving the group may have been noted that takes longer.
            let slower = known == PackedValue::OPEN || known.0 & 1 == 0 && known.0 >> 1 > turns + 1;
            if slower && known != PackedValue::UNUSED {
                place.store(PackedValue::win(turns + 1).0, Relaxed);
                return turns + 1;
            }
        } else if known == PackedValue::OPEN
            && let Some(lost) = self.lost(before, turns)
        {
            place.store(PackedValue::loss(lost).0, Relaxed);
            return lost;
        }
        0
    }

    /// Runs `work` over the group's numbers in parallel; the maximum of what it returns.
    fn chunks(&self, work: impl Fn(Range<u64>) -> u16 + Sync) -> u16 {
        let (start, end) = (self.range.start, self.range.end);
        let count = (end - start).div_ceil(CHUNK as u64);
        let chunk = |i: u64| {
            let from = start + i * CHUNK as u64;
            crate::cpu::fast(|| work(from..(from + CHUNK as u64).min(end)))
        };
        (0..count).into_par_iter().map(chunk).max().unwrap_or(0)
    }
}
