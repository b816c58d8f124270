//! Retrograde analysis with a value for every position in memory. Made for games whose decided
//! positions are many; [`crate::sparse`] is for those where they are few.
//!
//! A group is solved backwards, turn by turn. First every position is looked at once for turns
//! that leave the group: to the end of the game, or to positions already solved. Then, for
//! n = 1, 2, …, the positions lost in n make their predecessors won in n + 1, and the positions
//! won in n make their predecessors candidates for lost: a candidate is lost if a look forward
//! finds nothing but won positions. What is left is drawn. Every loss is confirmed forwards, so
//! positions that are their own mirror image need no special care. Games with keys that forbid a
//! turn have a solver of their own, [`bound`].
//!
//! Losses that are known already are noted at the first look, and nobody looks for them again.

pub mod bound;
mod captures;
mod word;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use damier_core::game::{Game, Outcome};
use damier_core::index::{Index, Slot};
use damier_core::value::Value;
use rayon::prelude::*;

use crate::job::{Job, lost};
use crate::known::Knowledge;
use crate::progress::Pace;
use crate::values::{Entry, Solved};

/// How many slots a thread takes at a time.
const CHUNK: usize = 4096;

/// Solves a tier, those before it being solved.
pub fn solve_tier<I: Index>(job: &Job<'_, I>, solved: &Solved) -> Vec<Entry> {
    let about = job.about();
    let values: Vec<_> = (0..about.slots()).into_par_iter().map(|_| AtomicU16::new(0)).collect();
    for (number, range) in about.groups().enumerate() {
        let save = |turns| {
            let entries = values.iter().map(|value| Entry(value.load(Relaxed)));
            job.save_if_due(number, turns, lost(entries), std::iter::empty());
        };
        save(0);
        let group = Group { job, number, solved, values: &values, range };
        let mut pace = job.pace(number);
        let mut most = group.begin(&pace);
        let mut turns = 1;
        while turns <= most {
            pace.back(turns);
            most = most.max(group.step_back(turns, &pace));
            turns += 1;
            save(turns);
        }
    }
    values.into_iter().map(|value| Entry(value.into_inner())).collect()
}

/// A group that is being solved.
struct Group<'a, I> {
    job: &'a Job<'a, I>,
    /// Which one of its tier.
    number: usize,
    solved: &'a Solved,
    /// The values of its tier.
    values: &'a [AtomicU16],
    range: Range<u64>,
}

type PositionOf<I> = <<I as Index>::Game as Game>::Position;

/// What all turns of a position that leave the group come to, and the others if they count.
struct Look {
    /// The quickest win, or `u16::MAX`.
    win: u16,
    /// The slowest loss.
    loss: u16,
    /// Whether some turn neither wins nor loses as far as is known.
    open: bool,
}

impl Look {
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

impl<I: Index> Group<'_, I> {
    /// The first look at a position: at the turns that leave the group.
    #[inline(always)]
    fn look_outside(&self, position: &PositionOf<I>) -> Look {
        let game = self.job.index.game();
        let mut look = Look { win: u16::MAX, loss: 0, open: false };
        let left_out = self.job.index.exits(position, &mut |turn| {
            look.add(self.value_after(&game.play(position, turn), game.to_move(position), 0));
        });
        look.open |= left_out;
        look
    }

    /// Whether a position has nothing but turns to positions won within `turns` turns (or won
    /// outside the group), and then how long it lasts.
    #[inline(always)]
    fn lost(&self, position: &PositionOf<I>, turns: u16) -> Option<u16> {
        let game = self.job.index.game();
        let mut look = Look { win: u16::MAX, loss: 0, open: false };
        let all = game.turns(position, &mut |turn| {
            look.add(self.value_after(&game.play(position, turn), game.to_move(position), turns));
            match look.open || look.win != u16::MAX {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        all.is_continue().then_some(look.loss)
    }

    /// The value of the position after a turn, as far as it is known.
    #[inline(always)]
    fn value_after(
        &self,
        after: &PositionOf<I>,
        mover: damier_core::Side,
        settled: u16,
    ) -> Option<Value> {
        match self.job.index.game().outcome(after) {
            Some(Outcome::Won(side)) if side == mover => Some(Value::Loss(Some(0))),
            Some(Outcome::Won(_)) => Some(Value::Win(Some(0))),
            Some(Outcome::Drawn) => Some(Value::Draw),
            None => {
                let slot = self.job.index.rank(after)?;
                let entry = match slot.tier == self.job.tier {
                    true => Entry(self.values[slot.number as usize].load(Relaxed)),
                    false => self.solved.entry(slot)?,
                };
                let inside = slot.tier == self.job.tier && self.range.contains(&slot.number);
                match entry {
                    Entry::OPEN | Entry::UNUSED => None,
                    Entry(e) if inside && e >> 1 > settled => None,
                    known => known.value(),
                }
            }
        }
    }

    /// The first look at every position. Returns the highest number of turns found.
    fn begin(&self, pace: &Pace<'_>) -> u16 {
        self.chunks(|numbers| {
            let mut most = 0;
            for number in numbers.clone() {
                let slot = Slot { tier: self.job.tier, number };
                let entry = match self.job.index.unrank(slot) {
                    None => Entry::UNUSED,
                    Some(position) => {
                        let look = self.look_outside(&position);
                        match (look.win, look.open) {
                            (u16::MAX, true) => Entry::OPEN,
                            (u16::MAX, false) => Entry::loss(look.loss),
                            (win, _) => Entry::win(win),
                        }
                    }
                };
                if entry != Entry::UNUSED {
                    most = most.max(entry.0 >> 1);
                }
                self.values[number as usize].store(entry.0, Relaxed);
            }
            pace.add(numbers.end - numbers.start);
            if self.knowledge() != Knowledge::Nothing {
                self.job.known.each_lost(numbers, |number, turns| {
                    most = most.max(turns);
                    self.values[number as usize].store(Entry::loss(turns).0, Relaxed);
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
    fn step_back(&self, turns: u16, pace: &Pace<'_>) -> u16 {
        let (won, lost) = (Entry::win(turns).0, Entry::loss(turns).0);
        let wins_matter = !self.knowledge().covers(turns + 1);
        self.chunks(|numbers| {
            let (mut most, mut count) = (0, 0);
            for number in numbers {
                let entry = self.values[number as usize].load(Relaxed);
                if entry != lost && (entry != won || !wins_matter) {
                    continue;
                }
                let slot = Slot { tier: self.job.tier, number };
                let Some(position) = self.job.index.unrank(slot) else { continue };
                count += 1;
                self.job.index.predecessors(&position, &mut |before| {
                    most = most.max(self.decide(&before, turns, entry == lost));
                });
            }
            pace.add(count);
            most
        })
    }

    /// Decides a predecessor of a position that is lost (or won) in `turns`, if that can be done
    /// now; returns its number of turns, or 0.
    #[inline(always)]
    fn decide(&self, before: &PositionOf<I>, turns: u16, after_is_lost: bool) -> u16 {
        let Some(slot) = self.job.index.rank(before) else { return 0 };
        let place = &self.values[slot.number as usize];
        let known = Entry(place.load(Relaxed));
        if after_is_lost {
            // A win by leaving the group may have been noted that takes longer.
            let slower = known == Entry::OPEN || known.0 & 1 == 0 && known.0 >> 1 > turns + 1;
            if slower && known != Entry::UNUSED {
                place.store(Entry::win(turns + 1).0, Relaxed);
                return turns + 1;
            }
        } else if known == Entry::OPEN
            && let Some(lost) = self.lost(before, turns)
        {
            place.store(Entry::loss(lost).0, Relaxed);
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
