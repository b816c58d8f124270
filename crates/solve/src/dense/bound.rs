//! Solving a group of a game with binding keys, which forbid one turn: four bytes for each
//! number hold the values of a position with and without every possible key.
//!
//! Forbidding a turn changes the value only if that turn is better than all others. So beside the
//! value without a key, the *main* value, one more is kept, the *second*, with the key that it is
//! for: the one that forbids the best turn, if a key can. With any other key, main holds.
//!
//! Going back from a position decided in n, the turn that leads there tells which of the two
//! values counts for it, by the key that it leaves; and the value found one turn earlier becomes
//! main or second, by the key that forbids the turn:
//!
//! - The first winning turn makes main a win. If a key can forbid it, second is what main was,
//!   open, until another winning turn is found; if that one is as quick the key does not matter.
//! - If all turns are lost main is a loss; and if the slowest is a single one that a key can
//!   forbid, second is the loss without it. If all but one are lost and a key can forbid this
//!   one, second is a loss whatever becomes of main.
//!
//! A turn that has a mirror image on its board is never better than all others, so
//! [`Index::rank_bound`] may leave out its key. Whatever is decided follows from what is decided
//! in fewer turns, so two threads that come to the same position do no harm, in whatever order.
//!
//! Numbers of turns count to the next capture: a capture wins or loses in one turn. Positions
//! with a capture that draws are marked as safe in the first look, and in the others all captures
//! lose, so captures are looked at only once. To look forward as rarely as possible, the turns
//! that may not lose yet are counted, roughly: only with at most one of them left is it time.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicI8, AtomicU32, AtomicU64, Ordering::Relaxed};

use damier_core::bits::bits;
use damier_core::game::{Game, Symmetric};
use damier_core::index::{Index, Slot};
use damier_core::value::Value;
use rayon::prelude::*;

use super::word::{Look, SAFE, UNUSED, Word, is_loss, is_win};
use crate::cpu::{Work, fast};
use crate::progress::{Pace, Pass, Progress};
use crate::values::Entry;

/// How many slots a thread takes at a time; a multiple of 64.
const CHUNK: u64 = 4096;

type PositionOf<I> = <<I as Index>::Game as Game>::Position;
type TurnOf<I> = <<I as Index>::Game as Game>::Turn;

/// The values of the tiers solved so far, by tier and number.
#[derive(Debug, Default)]
pub struct SolvedWithKeys(Vec<Vec<AtomicU32>>);

impl SolvedWithKeys {
    /// The value at a slot of a solved tier, of the position without a key.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        Word(self.0.get(slot.tier)?.get(slot.number as usize)?.load(Relaxed)).entry().value()
    }

    /// The values of a tier's positions without keys, in order.
    pub(crate) fn entries(&self, tier: usize) -> impl Fn(u64) -> Entry + Sync + '_ {
        move |number| Word(self.0[tier][number as usize].load(Relaxed)).entry()
    }

    /// The positions of a tier that are lost, or lost earlier, because of a key, by
    /// [`Index::bound_number`], with their numbers of turns.
    pub fn bound<I: Index>(&self, tier: usize) -> impl Iterator<Item = (u64, u16)> + Clone {
        self.0[tier].iter().zip(0u64..).filter_map(|(word, number)| {
            let (key, turns) = Word(word.load(Relaxed)).bound_loss()?;
            Some((I::bound_number(number, key)?, turns))
        })
    }
}

/// Solves the first `tiers` tiers.
pub fn solve<I: Index>(index: &I, tiers: usize, progress: &dyn Progress) -> SolvedWithKeys {
    let mut solved = SolvedWithKeys::default();
    for (t, tier) in index.tiers()[..tiers].iter().enumerate() {
        solved.0.push((0..tier.slots()).into_par_iter().map(|_| AtomicU32::new(0)).collect());
        for (g, range) in tier.groups().enumerate() {
            let pace = |pass| Pace::new(progress, tier, g, pass);
            let group = Group::new(index, &solved, t, range.clone());
            let look = pace(Pass::Look);
            let mut found = group.chunks(&look, |numbers| Begin { group: &group, numbers });
            let mut turns = 1;
            while found {
                assert!(turns + 1 < UNUSED.turns(), "more turns than there is room for");
                let back = pace(Pass::Back(turns));
                found = group.chunks(&back, |numbers| StepBack { group: &group, numbers, turns });
                turns += 1;
            }
        }
    }
    solved
}

/// A group that is being solved.
struct Group<'a, I> {
    index: &'a I,
    solved: &'a SolvedWithKeys,
    tier: usize,
    range: Range<u64>,
    /// For each of its positions, how many turns that stay here may not lose yet, or fewer.
    left: Vec<AtomicI8>,
    /// As bits, the positions decided in the current number of turns and in one more: those for
    /// even numbers of turns first, then those for odd.
    decided: [Vec<AtomicU64>; 2],
}

/// The first look at some positions. Yields whether any was decided.
struct Begin<'a, I> {
    group: &'a Group<'a, I>,
    numbers: Range<u64>,
}

impl<I: Index> Work for Begin<'_, I> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Begin { group, numbers } = self;
        let (mut found, mut exits) = (false, Vec::new());
        for number in numbers {
            let position = group.unrank(number);
            let main = match &position {
                Some(position) => group.look_outside(position, &mut exits),
                None => UNUSED,
            };
            group.cell(number).store(Word::new(main, Entry::OPEN, 0).0, Relaxed);
            if is_win(main) || is_loss(main) {
                group.decide(number, 1);
                found = true;
            }
            let left = match (main, position) {
                (Entry::OPEN, Some(position)) => group.turns_left(number, &position),
                _ => i8::MAX,
            };
            group.left[group.place(number)].store(left, Relaxed);
        }
        found
    }
}

/// One turn back from those of some positions that are decided in `turns`. Yields whether any was
/// decided.
struct StepBack<'a, I> {
    group: &'a Group<'a, I>,
    numbers: Range<u64>,
    turns: u16,
}

impl<I: Index> Work for StepBack<'_, I> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let StepBack { group, numbers, turns } = self;
        let (mut found, mut before, mut room) = (false, Vec::new(), Vec::new());
        for start in numbers.step_by(64) {
            let word = &group.decided[usize::from(turns & 1)][group.place(start) / 64];
            before.clear();
            for bit in bits(word.swap(0, Relaxed)) {
                group.go_back(start + u64::from(bit), turns, &mut before);
            }
            found |= group.decide_all(&mut before, turns, &mut room);
        }
        found
    }
}

/// A position with a turn to one that has just been decided.
struct Before {
    number: u64,
    /// The key that forbids the turn.
    key: u8,
    /// Whether the turn wins; otherwise it loses.
    wins: bool,
    /// What is known of the position.
    seen: u32,
}

impl<'a, I: Index> Group<'a, I> {
    fn new(
        index: &'a I,
        solved: &'a SolvedWithKeys,
        tier: usize,
        range: Range<u64>,
    ) -> Group<'a, I> {
        let slots = range.end - range.start;
        let left = (0..slots).into_par_iter().map(|_| AtomicI8::new(0)).collect();
        let bits = || (0..slots.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Group { index, solved, tier, range, left, decided: [bits(), bits()] }
    }

    /// Does the work for all of the group's numbers in parallel; whether any yields yes.
    fn chunks<W: Work<Output = bool>>(
        &self,
        pace: &Pace<'_>,
        work: impl Fn(Range<u64>) -> W + Sync,
    ) -> bool {
        let Range { start, end } = self.range;
        let chunk = |i: u64| {
            let from = start + i * CHUNK;
            let any = fast(work(from..(from + CHUNK).min(end)));
            pace.add(CHUNK);
            any
        };
        let count = (end - start).div_ceil(CHUNK);
        (0..count).into_par_iter().map(chunk).reduce(|| false, |a, b| a | b)
    }

    /// What is known about a number of this tier.
    #[inline(always)]
    fn cell(&self, number: u64) -> &AtomicU32 {
        &self.solved.0[self.tier][number as usize]
    }

    /// The position of a number of this tier.
    #[inline(always)]
    fn unrank(&self, number: u64) -> Option<PositionOf<I>> {
        self.index.unrank(Slot { tier: self.tier, number })
    }

    /// The place of a number in the group.
    #[inline(always)]
    fn place(&self, number: u64) -> usize {
        (number - self.range.start) as usize
    }

    /// How many turns stay in the group. None count if the position has symmetries: then turns
    /// are seen less often from behind than there are.
    #[inline(always)]
    fn turns_left(&self, number: u64, position: &PositionOf<I>) -> i8 {
        let (weight, _) = self.index.weight_at(Slot { tier: self.tier, number });
        match weight == <I::Game as Symmetric>::SYMMETRIES as u64 {
            true => self.index.stays(position) as i8,
            false => 0,
        }
    }

    /// Notes that a number has been decided in so many turns.
    #[inline(always)]
    fn decide(&self, number: u64, turns: u16) {
        let place = self.place(number);
        self.decided[usize::from(turns & 1)][place / 64].fetch_or(1 << (place % 64), Relaxed);
    }

    /// Lists the predecessors of a position for which it counts.
    #[inline(always)]
    fn go_back(&self, number: u64, turns: u16, list: &mut Vec<Before>) {
        let word = Word(self.cell(number).load(Relaxed));
        let (won, lost) = (Entry::win(turns), Entry::loss(turns));
        let Some(position) = self.unrank(number) else { return };
        self.index.bound_predecessors(&position, &mut |number, key, left| {
            let value = word.under(left);
            if value == won || value == lost {
                list.push(Before { number, key, wins: value == lost, seen: 0 });
            }
        });
    }

    /// Decides the positions listed, as far as that can be done now.
    #[inline(always)]
    fn decide_all(&self, list: &mut [Before], turns: u16, room: &mut Vec<TurnOf<I>>) -> bool {
        // Looking at all of them first lets the memory answer many questions at once.
        for before in list.iter_mut() {
            before.seen = match before.wins {
                true => self.cell(before.number).load(Relaxed),
                false => self.left[self.place(before.number)].load(Relaxed) as u32,
            };
        }
        let mut found = false;
        for &mut Before { number, key, wins, seen } in list {
            if wins {
                found |= Word(seen).with_win(turns + 1, key).is_some()
                    && self.note_win(number, key, turns + 1);
            } else if self.one_less(number, seen as i8) <= 1 {
                found |= self.try_loss(number, turns, room);
            }
        }
        found
    }

    /// Counts one turn less that may not lose, unless it does not matter; so many were seen to be
    /// left. Returns how many are left.
    #[inline(always)]
    fn one_less(&self, number: u64, seen: i8) -> i8 {
        match seen {
            i8::MIN..0 | i8::MAX => seen,
            _ => self.left[self.place(number)].fetch_sub(1, Relaxed) - 1,
        }
    }

    /// Notes that a position has a winning turn, which this key forbids.
    #[inline(always)]
    fn note_win(&self, number: u64, key: u8, turns: u16) -> bool {
        let noted = |word| Word(word).with_win(turns, key).map(|word| word.0);
        let news = self.cell(number).fetch_update(Relaxed, Relaxed, noted).is_ok();
        if news {
            self.decide(number, turns);
        }
        news
    }

    /// Looks forward from a position with at most one turn that may not lose, and notes if it is
    /// lost, or would be with a certain key.
    #[inline(always)]
    fn try_loss(&self, number: u64, turns: u16, room: &mut Vec<TurnOf<I>>) -> bool {
        let cell = self.cell(number);
        let word = Word(cell.load(Relaxed));
        if !word.may_lose() {
            return false;
        }
        let forbidden = if is_win(word.main()) { word.key() } else { 0 };
        let Some(position) = self.unrank(number) else { return false };
        let Some(look) = self.look(&position, turns, forbidden, room) else { return false };
        let noted = |word| Word(word).with_loss(&look).map(|word| word.0);
        let news = cell.fetch_update(Relaxed, Relaxed, noted).is_ok();
        if news {
            debug_assert_eq!(look.most, turns + 1, "it would have been found earlier");
            self.decide(number, turns + 1);
        }
        news
    }
}

impl<I: Index> Group<'_, I> {
    /// The first look at a position: at the captures.
    #[inline(always)]
    fn look_outside(&self, position: &PositionOf<I>, exits: &mut Vec<TurnOf<I>>) -> Entry {
        let game = self.index.game();
        let (mut wins, mut safe) = (false, false);
        // First listed, then looked at: in one loop, which is compiled for this machine.
        exits.clear();
        let stays = self.index.exits(position, &mut |turn| exits.push(turn));
        for turn in exits.iter() {
            let after = game.play(position, *turn);
            wins = wins || self.is_lost(&after);
            safe = safe || !wins && !self.is_won(&after);
        }
        match (wins, safe, stays) {
            (true, _, _) => Entry::win(1),
            (false, true, _) => SAFE,
            (false, false, true) => Entry::OPEN,
            (false, false, false) => Entry::loss(1),
        }
    }

    /// Looks at all turns but the forbidden one; `None` if two, or one that no key forbids, may
    /// not lose. Of what is known, only what is decided within `turns` turns counts.
    #[inline(always)]
    fn look(
        &self,
        position: &PositionOf<I>,
        turns: u16,
        forbidden: u8,
        room: &mut Vec<TurnOf<I>>,
    ) -> Option<Look> {
        let game = self.index.game();
        room.clear();
        let _ = game.turns(position, &mut |turn| {
            room.push(turn);
            ControlFlow::Continue(())
        });
        let mut look = Look { open: forbidden, most: 0, next: 0, slowest: 0 };
        for &turn in room.iter() {
            let after = game.play(position, turn);
            let key = self.index.key(&after);
            if forbidden != 0 && key == forbidden {
                continue;
            }
            match self.won_after(&after, turns) {
                Some(n) => look.add(n + 1, key),
                None if key != 0 && look.open == 0 => look.open = key,
                None => return None,
            }
        }
        Some(look)
    }

    /// In how many turns the position after a turn is won, if it is within `turns`. After a
    /// capture it is won, or the position before would not be asked about.
    #[inline(always)]
    fn won_after(&self, after: &PositionOf<I>, turns: u16) -> Option<u16> {
        let inside = self.index.rank_bound(after).filter(|(slot, _)| slot.tier == self.tier);
        let Some((slot, key)) = inside else { return Some(0) };
        let value = Word(self.cell(slot.number).load(Relaxed)).under(key);
        (is_win(value) && value.turns() <= turns).then_some(value.turns())
    }

    /// The value of a position that is over or in a solved tier; `None` if it has another key
    /// than the binding ones.
    #[inline(always)]
    fn known(&self, position: &PositionOf<I>) -> Option<Value> {
        let game = self.index.game();
        if let Some(outcome) = game.outcome(position) {
            return Some(Value::of_end(outcome, game.to_move(position)));
        }
        let (slot, key) = self.index.rank_bound(position)?;
        let word = Word(self.solved.0[slot.tier][slot.number as usize].load(Relaxed));
        Some(match word.under(key) {
            entry if is_win(entry) => Value::Win(None),
            entry if is_loss(entry) => Value::Loss(None),
            _ => Value::Draw,
        })
    }
}

/// Values of positions after a capture. Other keys than the binding ones are gone two turns
/// later, so that far these look ahead.
impl<I: Index> Group<'_, I> {
    #[inline(always)]
    fn is_lost(&self, position: &PositionOf<I>) -> bool {
        let won_soon = |p: &PositionOf<I>| match self.known(p) {
            Some(value) => matches!(value, Value::Win(_)),
            None => self.some_turn(p, |p| matches!(self.known(p), Some(Value::Loss(_)))),
        };
        match self.known(position) {
            Some(value) => matches!(value, Value::Loss(_)),
            None => !self.some_turn(position, |p| !won_soon(p)),
        }
    }

    #[inline(always)]
    fn is_won(&self, position: &PositionOf<I>) -> bool {
        let lost_soon = |p: &PositionOf<I>| match self.known(p) {
            Some(value) => matches!(value, Value::Loss(_)),
            None => !self.some_turn(p, |p| !matches!(self.known(p), Some(Value::Win(_)))),
        };
        match self.known(position) {
            Some(value) => matches!(value, Value::Win(_)),
            None => self.some_turn(position, lost_soon),
        }
    }

    /// Whether some turn leads to a position that passes the test.
    #[inline(always)]
    fn some_turn(&self, p: &PositionOf<I>, test: impl Fn(&PositionOf<I>) -> bool) -> bool {
        let game = self.index.game();
        let turns = game.turns(p, &mut |turn| match test(&game.play(p, turn)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        turns.is_break()
    }
}
