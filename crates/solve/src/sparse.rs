//! Retrograde analysis for games of whose many positions few are lost. Nothing is kept in memory
//! but the lost positions and those won in more than one turn, as sets of numbers; who wins at
//! once is found out again whenever it matters.
//!
//! The first group of the tier may loop. The game itself finds its positions lost in one or two
//! turns ([`Sparse::lost_soon`]); then, for n = 1, 2, …, the predecessors of positions lost in n
//! are won in n + 1 unless they were won before, and the predecessors of positions won in n are
//! lost in n + 1 if a look forward finds nothing but won positions. The other groups must not
//! loop; each of their positions is decided by looking one turn ahead.
//!
//! The work is cut into pieces that can be done in any order. A checkpoint says how many are done
//! and what was found to be lost; the won positions follow from that.

use std::ops::{ControlFlow, Range};

use damier_core::game::{Game, Outcome};
use damier_core::value::Value;
use damier_index::{PositionOf, Slot, Sparse};
use damier_tables::sparse::{self, Sparse as NumberSet};
use rayon::prelude::*;

use crate::checkpoint::{Checkpoint, Part, Parts};
use crate::cpu;
use crate::numbers::Numbers;
use crate::progress::{Pass, Progress, Stage};
use crate::values::number;

/// How many numbers make a piece.
const PIECE: usize = 1024;
/// What checkpoints say about how they came to be: changes whenever they mean something else.
const HOW: &str = "sets of numbers, version 1";

/// Solves a game with a single tier. Returns the numbers of the lost positions in rising order,
/// each with its number of turns. Removing the checkpoint is left to whoever keeps the result.
pub fn solve<I: Sparse>(
    index: &I,
    progress: &dyn Progress,
    checkpoint: Option<&Checkpoint>,
) -> Vec<(u64, u16)> {
    let mut solver = Solver { index, progress, checkpoint, pass: 0, done: 0, lost: Vec::new() };
    solver.resume();
    solver.scan();
    solver.back();
    solver.rest();
    solver.lost
}

struct Solver<'a, I> {
    index: &'a I,
    progress: &'a dyn Progress,
    checkpoint: Option<&'a Checkpoint>,
    /// 0 while the game itself looks for losses; then how many turns from the end the positions
    /// are from which the next losses are found.
    pass: u16,
    /// How many pieces of this pass are done.
    done: usize,
    /// The lost positions found so far, some perhaps more than once.
    lost: Vec<(u64, u16)>,
}

impl<I: Sparse> Solver<'_, I> {
    #[inline(always)]
    fn number(&self, position: &PositionOf<I>) -> u64 {
        number(self.index, position).number
    }

    /// Calls `visit` with the predecessors of these positions, but for those that win at once.
    #[inline(always)]
    fn before(&self, numbers: &[u64], mut visit: impl FnMut(&PositionOf<I>)) {
        for number in numbers {
            let position = self.index.unrank(Slot { tier: 0, number: *number });
            self.index.predecessors(&position.expect("a position has it"), &mut |before| {
                if !self.index.wins_at_once(&before) {
                    visit(&before);
                }
            });
        }
    }

    /// The first pass: finds all positions that are lost within two turns.
    fn scan(&mut self) {
        if self.pass > 0 {
            return;
        }
        let Self { index, .. } = *self;
        self.pieces(index.slices(), index.tiers()[0].group_ends[0], |this, slice| {
            let mut found = Vec::new();
            index.lost_soon(slice, &mut |position, turns| {
                found.push((this.number(&position), turns));
            });
            found
        });
        self.next_pass();
    }

    /// The passes back from there.
    fn back(&mut self) {
        let (mut won, mut won_now) = (Numbers::default(), Numbers::default());
        for turns in 1.. {
            won = won.with(&won_now);
            let won_next = self.won_before(turns, &won);
            if self.pass == turns {
                self.lost_before(turns, won_now.sorted(), &won);
                self.next_pass();
            }
            won_now = won_next;
            if won_now.sorted().is_empty() && self.lost.iter().all(|(_, n)| *n <= turns) {
                return;
            }
        }
    }

    /// The positions from which a turn leads to one lost in `turns`, and that were not `won`
    /// before.
    fn won_before(&self, turns: u16, won: &Numbers) -> Numbers {
        let lost: Vec<u64> =
            self.lost.iter().filter(|(_, n)| *n == turns).map(|(number, _)| *number).collect();
        let piece = |numbers: &[u64]| {
            cpu::fast(|| {
                let mut found = Vec::new();
                self.before(numbers, |before| found.push(self.number(before)));
                found.sort_unstable();
                found.dedup();
                found.retain(|number| !won.contains(*number));
                found
            })
        };
        let found: Vec<Vec<u64>> = lost.par_chunks(PIECE).map(piece).collect();
        let mut found = found.concat();
        found.par_sort_unstable();
        Numbers::new(found)
    }

    /// Finds the positions from which every turn leads to a `won` one, among those from which a
    /// turn leads to one won just now, in `turns`.
    fn lost_before(&mut self, turns: u16, won_now: &[u64], won: &Numbers) {
        self.pieces(won_now.len().div_ceil(PIECE), won_now.len() as u64, |this, i| {
            let numbers = &won_now[i * PIECE..won_now.len().min((i + 1) * PIECE)];
            let mut found = Vec::new();
            this.before(numbers, |before| {
                if this.is_lost(before, won) {
                    found.push((this.number(before), turns + 1));
                }
            });
            found
        });
    }

    /// Whether every turn loses at once or leads to a position that wins at once or is `won`.
    #[inline(always)]
    fn is_lost(&self, position: &PositionOf<I>, won: &Numbers) -> bool {
        let game = self.index.game();
        let turns = game.turns(position, &mut |turn| {
            let after = game.play(position, turn);
            let loses = match game.outcome(&after) {
                Some(outcome) => outcome == Outcome::Won(game.to_move(&after)),
                None => self.index.wins_at_once(&after) || won.contains(self.number(&after)),
            };
            match loses {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        turns.is_continue()
    }

    /// Does the pieces of a pass that are not done yet, and notes the losses they find.
    fn pieces(
        &mut self,
        count: usize,
        positions: u64,
        piece: impl Fn(&Self, usize) -> Vec<(u64, u16)> + Sync,
    ) {
        let batch = 16 * rayon::current_num_threads();
        loop {
            let done = positions * self.done as u64 / count.max(1) as u64;
            self.tell((1, positions), done);
            if self.done >= count {
                return;
            }
            let end = count.min(self.done + batch);
            let this = &*self;
            let work = |i| cpu::fast(|| piece(this, i));
            let found: Vec<_> = (self.done..end).into_par_iter().map(work).collect();
            self.lost.extend(found.concat());
            self.done = end;
            if self.checkpoint.is_some_and(Checkpoint::is_due) {
                self.save();
            }
        }
    }

    fn next_pass(&mut self) {
        self.lost.sort_unstable();
        self.lost.dedup();
        self.pass += 1;
        self.done = 0;
    }

    fn tell(&self, (group, positions): (usize, u64), done: u64) {
        let tier = &self.index.tiers()[0];
        let pass = match (group, self.pass) {
            (1, turns @ 1..) => Pass::Back(turns),
            _ => Pass::Look,
        };
        // The first look at the first group takes almost all of the time.
        let whole = (
            if pass == Pass::Look && group == 1 { done } else { tier.group_ends[0] },
            tier.slots(),
        );
        let (tier, group) = (tier.name.clone(), (group, tier.group_ends.len()));
        self.progress.stage(&Stage { tier, group, pass, done, positions, whole });
    }
}

/// Checkpoints.
impl<I: Sparse> Solver<'_, I> {
    /// Goes on from the checkpoint, if there is a good one.
    fn resume(&mut self) {
        if let Some(checkpoint) = self.checkpoint {
            let _ = checkpoint.resume(HOW, self.progress, |parts| self.restore(&parts));
        }
    }

    fn restore(&mut self, parts: &Parts) -> Option<()> {
        let part = |name: &str| Some(&parts.iter().find(|(n, _)| n == name)?.1);
        let (place, lost) = (part("place")?, part("lost")?);
        let set = NumberSet::read(&lost[..], 0..lost.len())?;
        let (pass, done) = place.split_at_checked(2)?;
        self.pass = u16::from_le_bytes(pass.try_into().ok()?);
        self.done = usize::try_from(u64::from_le_bytes(done.try_into().ok()?)).ok()?;
        self.lost.clear();
        set.each(&lost[..], 0..u64::MAX, |number, turns| self.lost.push((number, turns)));
        Some(())
    }

    fn save(&mut self) {
        let Some(checkpoint) = self.checkpoint else { return };
        self.lost.sort_unstable();
        self.lost.dedup();
        let mut lost = Vec::new();
        sparse::write(self.lost.iter().copied(), self.index.tiers()[0].slots(), &mut lost);
        let mut place = self.pass.to_le_bytes().to_vec();
        place.extend((self.done as u64).to_le_bytes());
        checkpoint.try_save(
            HOW,
            self.progress,
            &[("place", Part::Bytes(&place)), ("lost", Part::Bytes(&lost))],
        );
    }
}

/// The groups after the first, each with the values of its positions.
type Later = Vec<(Range<u64>, Vec<Value>)>;

impl<I: Sparse> Solver<'_, I> {
    /// The other groups, which do not loop.
    fn rest(&mut self) {
        let mut later: Later = Vec::new();
        for (group, range) in self.index.tiers()[0].groups().enumerate().skip(1) {
            let positions = range.end - range.start;
            self.tell((group + 1, positions), 0);
            let value = |number: u64| {
                let position = self.index.unrank(Slot { tier: 0, number });
                position.map_or(Value::Draw, |position| self.best(&position, &later))
            };
            let values: Vec<Value> = range.clone().into_par_iter().map(value).collect();
            for (number, value) in range.clone().zip(&values) {
                if let Value::Loss(Some(turns)) = value {
                    self.lost.push((number, *turns));
                }
            }
            later.push((range, values));
        }
    }

    /// The value of a position of a later group, by its turns.
    fn best(&self, position: &PositionOf<I>, later: &Later) -> Value {
        let game = self.index.game();
        let mut best = Value::Loss(Some(0));
        let _ = game.turns(position, &mut |turn| {
            let value = self.value(&game.play(position, turn), later).before();
            if value.rating() > best.rating() {
                best = value;
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// The value of any position whose group is solved.
    fn value(&self, position: &PositionOf<I>, later: &Later) -> Value {
        let game = self.index.game();
        if let Some(outcome) = game.outcome(position) {
            return Value::of_end(outcome, game.to_move(position));
        }
        let number = self.number(position);
        match later.iter().find(|(range, _)| range.contains(&number)) {
            Some((range, values)) => values[(number - range.start) as usize],
            None => match self.lost.binary_search_by_key(&number, |(n, _)| *n) {
                Ok(i) => Value::Loss(Some(self.lost[i].1)),
                Err(_) => self.win_or_draw(position),
            },
        }
    }

    /// The value of a position of the first group that is not lost.
    fn win_or_draw(&self, position: &PositionOf<I>) -> Value {
        let game = self.index.game();
        let mut best = Value::Draw;
        let _ = game.turns(position, &mut |turn| {
            let after = game.play(position, turn);
            let value = match game.outcome(&after) {
                Some(outcome) => Value::of_end(outcome, game.to_move(&after)),
                None => match self.lost.binary_search_by_key(&self.number(&after), |(n, _)| *n) {
                    Ok(i) => Value::Loss(Some(self.lost[i].1)),
                    Err(_) => Value::Draw,
                },
            };
            if value.before().rating() > best.rating() {
                best = value.before();
            }
            ControlFlow::Continue(())
        });
        best
    }
}
