//! Retrograde analysis by counting, for games whose turns inside a group can be counted from both
//! ends: a value and a counter for every position, and no look forward after the first.
//!
//! The counter of a position says how many of its turns inside the group are not yet known to
//! lose. Each position that turns out to be won takes its share off the counters of its
//! predecessors; at zero they are lost. A turn is counted by the symmetries it stands for: if P
//! stands for p different positions (its images) and Q for q, then the turns from P to images of
//! Q are to the turns back from Q to images of P as q to p. So each turn back from Q counts
//! `stabiliser(P) / stabiliser(Q)` turns of P, in eighths, since no board has more than eight
//! symmetries.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use damier_core::game::{Game, Outcome, Symmetric};
use damier_core::index::{Index, Slot};
use damier_core::value::Value;
use rayon::prelude::*;

use crate::cpu::{Work, fast};
use crate::progress::{Pace, Pass, Progress};
use crate::values::{Entry, Solved};

/// How many parts a turn is counted in.
const PARTS: u32 = 8;
/// The counter of a position that has a turn which does not lose, whatever becomes of the others.
const NEVER: u8 = u8::MAX;
/// How many slots a thread takes at a time; a multiple of [`BLOCK`].
const CHUNK: u64 = 4096;
/// How many slots share a word of [`Group::marks`].
const BLOCK: u64 = 64;

type PositionOf<I> = <<I as Index>::Game as Game>::Position;
type TurnOf<I> = <<I as Index>::Game as Game>::Turn;

/// Solves the first `tiers` tiers.
pub fn solve<I: Index>(index: &I, tiers: usize, progress: &dyn Progress) -> Solved {
    let mut solved = Solved::default();
    for (t, tier) in index.tiers()[..tiers].iter().enumerate() {
        solved.add_tier(tier.slots());
        let counters: Vec<AtomicU8> =
            (0..tier.slots()).into_par_iter().map(|_| AtomicU8::new(NEVER)).collect();
        let marks: Vec<AtomicU64> = (0..=tier.slots() / BLOCK).map(|_| AtomicU64::new(0)).collect();
        for (g, range) in tier.groups().enumerate() {
            let pace = |pass| Pace::new(progress, tier, g, pass);
            let group = Group {
                index,
                solved: &solved,
                values: solved.tier(t),
                counters: &counters,
                marks: &marks,
                tier: t,
                range: range.clone(),
            };
            let mut most = group.begin(&pace(Pass::Look));
            let mut turns = 1;
            while turns <= most {
                most = most.max(group.step_back(turns, &pace(Pass::Back(turns))));
                turns += 1;
            }
            group.finish();
        }
    }
    solved
}

/// A group that is being solved.
struct Group<'a, I> {
    index: &'a I,
    solved: &'a Solved,
    values: &'a [AtomicU16],
    counters: &'a [AtomicU8],
    /// For each block of slots, which numbers of turns occur there, modulo 64: most blocks have
    /// nothing to do at most steps back.
    marks: &'a [AtomicU64],
    tier: usize,
    range: Range<u64>,
}

impl<I: Index> Group<'_, I> {
    /// The first look at every position, at the turns that leave the group. Returns the highest
    /// number of turns found.
    fn begin(&self, pace: &Pace<'_>) -> u16 {
        self.chunks(pace, |numbers| Begin { group: self, numbers })
    }

    /// One turn back from the positions decided in `turns`. Returns the highest number of turns
    /// found.
    fn step_back(&self, turns: u16, pace: &Pace<'_>) -> u16 {
        self.chunks(pace, |numbers| StepBack { group: self, numbers, turns })
    }

    /// What the turns that leave the group say, and how many stay. An open position remembers
    /// the longest of its losing turns.
    #[inline(always)]
    fn look(&self, position: &PositionOf<I>, exits: &mut Vec<TurnOf<I>>) -> (Entry, u8) {
        let game = self.index.game();
        let (mut win, mut loss, mut saved, mut inside) = (u16::MAX, 0, false, 0);
        // First listed, then looked at: in one loop, which is compiled for this machine.
        exits.clear();
        let left_out = self.index.exits(position, &mut |turn| exits.push(turn));
        for turn in exits.iter() {
            let after = game.play(position, *turn);
            let value = match game.outcome(&after) {
                Some(Outcome::Drawn) => Value::Draw,
                Some(outcome) => Value::of_end(outcome, game.to_move(&after)),
                None => match self.index.rank(&after) {
                    Some(slot) if slot.tier == self.tier && self.range.contains(&slot.number) => {
                        inside += 1;
                        continue;
                    }
                    slot => slot.and_then(|s| self.solved.value(s)).unwrap_or(Value::Draw),
                },
            };
            match value {
                Value::Loss(n) => win = win.min(n.unwrap_or(0) + 1),
                Value::Win(n) => loss = loss.max(n.unwrap_or(0) + 1),
                Value::Draw => saved = true,
            }
        }
        if left_out {
            inside += self.index.stays(position);
        }
        match (win, inside) {
            (u16::MAX, _) if saved => (Entry::open(0), NEVER),
            (u16::MAX, 0) => (Entry::loss(loss), NEVER),
            (u16::MAX, _) => (Entry::open(loss), (inside * PARTS).min(254) as u8),
            (win, _) => (Entry::win(win), NEVER),
        }
    }

    /// Notes the value of a position.
    #[inline(always)]
    fn decide(&self, number: u64, entry: Entry) -> u16 {
        self.values[number as usize].store(entry.0, Relaxed);
        self.marks[(number / BLOCK) as usize].fetch_or(1 << (entry.turns() % 64), Relaxed);
        entry.turns()
    }

    /// A turn to a lost position: won, unless that was known to be so as quickly.
    #[inline(always)]
    fn win(&self, number: u64, turns: u16) -> u16 {
        let known = Entry(self.values[number as usize].load(Relaxed));
        match known.is_open() || known.wins_after(turns) {
            true => self.decide(number, Entry::win(turns)),
            false => 0,
        }
    }

    /// A turn less that does not lose, in parts; lost if it was the last.
    #[inline(always)]
    fn lose(&self, number: u64, parts: u32, turns: u16) -> u16 {
        let known = Entry(self.values[number as usize].load(Relaxed));
        let counter = &self.counters[number as usize];
        if !known.is_open() || counter.load(Relaxed) == NEVER {
            return 0;
        }
        if u32::from(counter.fetch_sub(parts as u8, Relaxed)) != parts {
            return 0;
        }
        self.decide(number, Entry::loss(turns.max(known.longest_losing())))
    }

    /// What is still open is drawn.
    fn finish(&self) {
        let Range { start, end } = self.range;
        for place in &self.values[start as usize..end as usize] {
            if Entry(place.load(Relaxed)).is_open() {
                place.store(Entry::DRAW.0, Relaxed);
            }
        }
    }

    /// Does the work for all of the group's numbers in parallel; the maximum of what it yields.
    fn chunks<W: Work<Output = u16>>(
        &self,
        pace: &Pace<'_>,
        work: impl Fn(Range<u64>) -> W + Sync,
    ) -> u16 {
        let Range { start, end } = self.range;
        let chunk = |i: u64| {
            let from = start + i * CHUNK;
            let most = fast(work(from..(from + CHUNK).min(end)));
            pace.add(CHUNK);
            most
        };
        (0..(end - start).div_ceil(CHUNK)).into_par_iter().map(chunk).max().unwrap_or(0)
    }
}

/// The first look at some positions.
struct Begin<'a, I> {
    group: &'a Group<'a, I>,
    numbers: Range<u64>,
}

impl<I: Index> Work for Begin<'_, I> {
    type Output = u16;

    #[inline(always)]
    fn run(self) -> u16 {
        let Begin { group, numbers } = self;
        let (mut most, mut exits) = (0, Vec::new());
        for number in numbers {
            let (entry, counter) = match group.index.unrank(Slot { tier: group.tier, number }) {
                None => (Entry::UNUSED, NEVER),
                Some(position) => group.look(&position, &mut exits),
            };
            group.counters[number as usize].store(counter, Relaxed);
            most = most.max(group.decide(number, entry));
        }
        most
    }
}

/// One turn back from those of some positions that are decided in `turns`.
struct StepBack<'a, I> {
    group: &'a Group<'a, I>,
    numbers: Range<u64>,
    turns: u16,
}

impl<I: Index> Work for StepBack<'_, I> {
    type Output = u16;

    #[inline(always)]
    fn run(self) -> u16 {
        let StepBack { group, numbers, turns } = self;
        let Range { start, end } = numbers;
        let (mut most, mut before) = (0, Vec::new());
        for block in start / BLOCK..end.div_ceil(BLOCK) {
            if group.marks[block as usize].load(Relaxed) >> (turns % 64) & 1 == 1 {
                let from = (block * BLOCK).max(start);
                let block = from..((block + 1) * BLOCK).min(end);
                most = most.max(group.block_back(block, turns, &mut before));
            }
        }
        most
    }
}

impl<I: Index> Group<'_, I> {
    /// One turn back from those of a block's positions that are decided in `turns`.
    #[inline(always)]
    fn block_back(&self, numbers: Range<u64>, turns: u16, before: &mut Vec<(u64, u32)>) -> u16 {
        let (won, lost) = (Entry::win(turns).0, Entry::loss(turns).0);
        let symmetries = <I::Game as Symmetric>::SYMMETRIES as u32;
        let mut most = 0;
        for number in numbers {
            let entry = self.values[number as usize].load(Relaxed);
            if entry != won && entry != lost {
                continue;
            }
            let position = self.index.unrank(Slot { tier: self.tier, number });
            let Some(position) = position else { continue };
            // Turns back from a position with symmetries count for less.
            let share = PARTS * self.index.weight(&position) as u32 / symmetries;
            // First listed, then decided: in loops that are compiled for this machine.
            before.clear();
            self.index.predecessor_numbers(&position, &mut |number, stabiliser| {
                before.push((number, stabiliser));
            });
            for (number, stabiliser) in before.iter() {
                most = most.max(match entry == lost {
                    true => self.win(*number, turns + 1),
                    false => self.lose(*number, share * stabiliser, turns + 1),
                });
            }
        }
        most
    }
}
