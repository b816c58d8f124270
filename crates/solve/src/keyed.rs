//! Solving a group of a game with move-forbidding keys, each of which forbids one turn: four bytes
//! for each number hold the values of a position with and without every possible key.
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
//! [`Index::rank_keyed`] may leave out its key. Whatever is decided follows from what is decided
//! in fewer turns, so two threads that come to the same position do no harm, in whatever order.
//!
//! Numbers of turns count to the next capture: a capture wins or loses in one turn. Positions
//! with a capture that draws are marked as safe in the first look, and in the others all captures
//! lose, so captures are looked at only once. To look forward as rarely as possible, the turns
//! that may not lose yet are counted, roughly: only with at most one of them left is it time.
//!
//! Losses that are known already are noted at the first look, and the steps back that would find
//! them do not look forward; if all are known, they need not go back from wins either.

mod captures;
mod entry;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicI8, AtomicU32, AtomicU64, Ordering::Relaxed};

use damier_core::bits::bits;
use damier_core::game::{Game, Symmetric};
use damier_core::value::Value;
use damier_index::{Index, Keyed, PositionOf, Slot, TurnOf};
use damier_tables::TableError;
use rayon::prelude::*;

use self::entry::{KeyedEntry, TurnSummary, UNUSED, is_loss, is_win};
use crate::cpu::{Work, fast};
use crate::known::Knowledge;
use crate::progress::ProgressCounter;
use crate::storage::{Array, Tiers};
use crate::tier_job::{TierJob, lost};
use crate::values::PackedValue;

/// How many slots a thread takes at a time; a multiple of 64.
const CHUNK: u64 = 4096;

/// Bytes of memory for each number: its entry, its count of turns, and what is decided.
pub(crate) const BYTES_PER_SLOT: u64 = 6;

/// The values of the tiers solved so far, by tier and number, as far as they are still needed.
#[derive(Debug, Default)]
pub struct KeyedValues(pub(crate) Tiers<AtomicU32>);

impl KeyedValues {
    /// What is noted at a slot of a solved tier; `None` if the tier is not kept.
    fn get(&self, slot: Slot) -> Option<KeyedEntry> {
        Some(KeyedEntry(self.0.get(slot.tier)?.get(slot.number as usize)?.load(Relaxed)))
    }

    /// The value at a slot of a solved tier, of the position without a key.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        self.get(slot)?.value().value()
    }

    /// The value at a slot of a solved tier, of the position that carries this key; a draw if it
    /// cannot.
    #[must_use]
    pub fn value_with_key(&self, slot: Slot, key: u8) -> Option<Value> {
        KeyedEntry::new(self.get(slot)?.under(key), PackedValue::OPEN, 0).value().value()
    }

    /// What is noted at a slot of a solved tier, of the position without a key.
    #[inline(always)]
    pub(crate) fn at(&self, slot: Slot) -> PackedValue {
        KeyedEntry(self.0.tier(slot.tier)[slot.number as usize].load(Relaxed)).value()
    }

    /// The positions of a tier that are lost without a key, with their numbers of turns.
    pub fn lost(&self, tier: usize) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
        without_key(self.0.tier(tier))
    }

    /// The positions of a tier that are lost, or lost earlier, because of a key, by
    /// [`Index::keyed_number`], with their numbers of turns.
    pub fn keyed_lost<I: Index>(
        &self,
        tier: usize,
    ) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
        with_key::<I>(self.0.tier(tier))
    }
}

impl KeyedValues {
    /// As [`KeyedValues::keyed_lost`], for some of the tier's numbers.
    pub(crate) fn each_keyed_lost<I: Index>(
        &self,
        tier: usize,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(u64, u16),
    ) {
        let entries = &self.0.tier(tier)[numbers.start as usize..numbers.end as usize];
        for (entry, number) in entries.iter().zip(numbers) {
            if let Some((key, turns)) = KeyedEntry(entry.load(Relaxed)).keyed_loss()
                && let Some(keyed) = I::keyed_number(number, key)
            {
                visit(keyed, turns);
            }
        }
    }
}

/// The positions that are lost without a key.
fn without_key(entries: &[AtomicU32]) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
    lost(entries.iter().map(|entry| KeyedEntry(entry.load(Relaxed)).value()))
}

/// The positions that are lost, or lost earlier, because of a key.
fn with_key<I: Index>(entries: &[AtomicU32]) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
    entries.iter().zip(0u64..).filter_map(|(entry, number)| {
        let (key, turns) = KeyedEntry(entry.load(Relaxed)).keyed_loss()?;
        Some((I::keyed_number(number, key)?, turns))
    })
}

/// Solves the next tier.
pub fn solve_tier<I: Keyed>(
    job: &TierJob<'_, I>,
    solved: &mut KeyedValues,
) -> Result<(), TableError> {
    debug_assert_eq!(job.tier, solved.0.count(), "tiers come one after the other");
    let about = job.about();
    let entries = job.storage.array::<AtomicU32>(about.slots())?;
    for (number, range) in about.groups().enumerate() {
        let save = |turns| {
            job.save_if_due(number, turns, without_key(&entries), with_key::<I>(&entries));
        };
        save(0);
        let group = Group::new(job, number, solved, &entries, range)?;
        let mut counter = job.counter(number);
        let look = |numbers| Begin { group: &group, numbers, counter: &counter };
        let mut most = group.chunks(look);
        let mut turns = 1;
        while turns <= most {
            assert!(turns + 1 < UNUSED.turns(), "more turns than there is room for");
            counter.back(turns);
            let step = |numbers| StepBack { group: &group, numbers, turns, counter: &counter };
            most = most.max(group.chunks(step));
            turns += 1;
            save(turns);
        }
    }
    solved.0.push(Some(entries));
    Ok(())
}

/// A group that is being solved.
struct Group<'a, I> {
    job: &'a TierJob<'a, I>,
    solved: &'a KeyedValues,
    /// The entries of its tier.
    entries: &'a [AtomicU32],
    range: Range<u64>,
    /// What is known of it from before.
    knowledge: Knowledge,
    /// For each of its positions, how many turns that stay here may not lose yet, or fewer.
    left: Array<AtomicI8>,
    /// As bits, the positions decided in the current number of turns and in one more: those for
    /// even numbers of turns first, then those for odd.
    decided: [Array<AtomicU64>; 2],
}

/// The first look at some positions. Yields the highest number of turns found.
struct Begin<'a, I> {
    group: &'a Group<'a, I>,
    numbers: Range<u64>,
    counter: &'a ProgressCounter<'a>,
}

impl<I: Keyed> Work for Begin<'_, I> {
    type Output = u16;

    #[inline(always)]
    fn run(self) -> u16 {
        let Begin { group, numbers, counter } = self;
        let (mut most, mut exits) = (0, Vec::new());
        for number in numbers.clone() {
            let position = group.unrank(number);
            let main = match &position {
                Some(position) => group.look_outside(position, &mut exits),
                None => UNUSED,
            };
            group.cell(number).store(KeyedEntry::new(main, PackedValue::OPEN, 0).0, Relaxed);
            if is_win(main) || is_loss(main) {
                group.decide(number, 1);
                most = 1;
            }
            let left = match (main, position) {
                (PackedValue::OPEN, Some(position)) => group.turns_left(number, &position),
                _ => i8::MAX,
            };
            group.left[group.place(number)].store(left, Relaxed);
        }
        counter.add(numbers.end - numbers.start);
        most.max(group.take_known(numbers))
    }
}

/// One turn back from those of some positions that are decided in `turns`. Yields the highest
/// number of turns found.
struct StepBack<'a, I> {
    group: &'a Group<'a, I>,
    numbers: Range<u64>,
    turns: u16,
    counter: &'a ProgressCounter<'a>,
}

impl<I: Keyed> Work for StepBack<'_, I> {
    type Output = u16;

    #[inline(always)]
    fn run(self) -> u16 {
        let StepBack { group, numbers, turns, counter } = self;
        let (mut found, mut count) = (false, 0);
        let (mut before, mut room) = (Vec::new(), Vec::new());
        for start in numbers.step_by(64) {
            let decided = &group.decided[usize::from(turns & 1)][group.place(start) / 64];
            before.clear();
            for bit in bits(decided.swap(0, Relaxed) | group.known_losses(start, turns)) {
                count += 1;
                group.go_back(start + u64::from(bit), turns, &mut before);
            }
            found |= group.decide_all(&mut before, turns, &mut room);
        }
        counter.add(count);
        if found { turns + 1 } else { 0 }
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

impl<'a, I: Keyed> Group<'a, I> {
    fn new(
        job: &'a TierJob<'a, I>,
        number: usize,
        solved: &'a KeyedValues,
        entries: &'a [AtomicU32],
        range: Range<u64>,
    ) -> Result<Group<'a, I>, TableError> {
        let slots = range.end - range.start;
        let left = job.storage.array(slots)?;
        let bits = || job.storage.array(slots.div_ceil(64));
        let (knowledge, decided) = (job.knowledge(number), [bits()?, bits()?]);
        Ok(Group { job, solved, entries, range, knowledge, left, decided })
    }

    /// Does the work for all of the group's numbers in parallel; the highest that any yields.
    fn chunks<W: Work<Output = u16>>(&self, work: impl Fn(Range<u64>) -> W + Sync) -> u16 {
        let Range { start, end } = self.range;
        let chunk = |i: u64| {
            let from = start + i * CHUNK;
            fast(work(from..(from + CHUNK).min(end)))
        };
        (0..(end - start).div_ceil(CHUNK)).into_par_iter().map(chunk).max().unwrap_or(0)
    }

    /// What is known about a number of this tier.
    #[inline(always)]
    fn cell(&self, number: u64) -> &AtomicU32 {
        &self.entries[number as usize]
    }

    /// The position of a number of this tier.
    #[inline(always)]
    fn unrank(&self, number: u64) -> Option<PositionOf<I>> {
        self.job.index.unrank(Slot { tier: self.job.tier, number })
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
        let (weight, _) = self.job.index.weight_at(Slot { tier: self.job.tier, number });
        match weight == <I::Game as Symmetric>::SYMMETRIES as u64 {
            true => self.job.index.stays(position) as i8,
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
        let entry = KeyedEntry(self.cell(number).load(Relaxed));
        let (won, lost) = (PackedValue::win(turns), PackedValue::loss(turns));
        // If all losses are known nothing follows from wins.
        let wins_matter = self.knowledge != Knowledge::All;
        if !wins_matter && entry.main() != lost && entry.second() != lost {
            return;
        }
        let Some(position) = self.unrank(number) else { return };
        self.job.index.keyed_predecessors(&position, &mut |number, key, left| {
            let value = entry.under(left);
            if value == won && wins_matter || value == lost {
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
        let known = self.knowledge.covers(turns + 1);
        for &mut Before { number, key, wins, seen } in list {
            if wins {
                found |= KeyedEntry(seen).with_win(turns + 1, key).is_some()
                    && self.note_win(number, key, turns + 1);
            } else if self.one_less(number, seen as i8) <= 1 && !known {
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
        let noted = |entry| KeyedEntry(entry).with_win(turns, key).map(|entry| entry.0);
        let changed = self.cell(number).fetch_update(Relaxed, Relaxed, noted).is_ok();
        if changed {
            self.decide(number, turns);
        }
        changed
    }

    /// Looks forward from a position with at most one turn that may not lose, and notes if it is
    /// lost, or would be with a certain key.
    #[inline(always)]
    fn try_loss(&self, number: u64, turns: u16, room: &mut Vec<TurnOf<I>>) -> bool {
        let cell = self.cell(number);
        let entry = KeyedEntry(cell.load(Relaxed));
        if !entry.may_lose() {
            return false;
        }
        let forbidden = if is_win(entry.main()) { entry.key() } else { 0 };
        let Some(position) = self.unrank(number) else { return false };
        let Some(summary) = self.look(&position, turns, forbidden, room) else { return false };
        let noted = |entry| KeyedEntry(entry).with_loss(&summary).map(|entry| entry.0);
        let changed = cell.fetch_update(Relaxed, Relaxed, noted).is_ok();
        if changed {
            debug_assert_eq!(summary.most, turns + 1, "it would have been found earlier");
            self.decide(number, turns + 1);
        }
        changed
    }
}

impl<I: Keyed> Group<'_, I> {
    /// Looks at all turns but the forbidden one; `None` if two, or one that no key forbids, may
    /// not lose. Of what is known, only what is decided within `turns` turns counts.
    #[inline(always)]
    fn look(
        &self,
        position: &PositionOf<I>,
        turns: u16,
        forbidden: u8,
        room: &mut Vec<TurnOf<I>>,
    ) -> Option<TurnSummary> {
        let game = self.job.index.game();
        room.clear();
        let _ = game.turns(position, &mut |turn| {
            room.push(turn);
            ControlFlow::Continue(())
        });
        let mut summary = TurnSummary { open: forbidden, most: 0, next: 0, slowest: 0 };
        for &turn in room.iter() {
            let after = game.play(position, turn);
            let key = self.job.index.key(&after);
            if forbidden != 0 && key == forbidden {
                continue;
            }
            match self.won_after(&after, turns) {
                Some(n) => summary.add(n + 1, key),
                None if key != 0 && summary.open == 0 => summary.open = key,
                None => return None,
            }
        }
        Some(summary)
    }

    /// In how many turns the position after a turn is won, if it is within `turns`. After a
    /// capture it is won, or the position before would not be asked about.
    #[inline(always)]
    fn won_after(&self, after: &PositionOf<I>, turns: u16) -> Option<u16> {
        let inside =
            self.job.index.rank_keyed(after).filter(|(slot, _)| slot.tier == self.job.tier);
        let Some((slot, key)) = inside else { return Some(0) };
        let value = KeyedEntry(self.cell(slot.number).load(Relaxed)).under(key);
        (is_win(value) && value.turns() <= turns).then_some(value.turns())
    }
}

/// Losses that are known from before.
impl<I: Keyed> Group<'_, I> {
    /// Notes those of some positions; the highest number of turns among them.
    fn take_known(&self, numbers: Range<u64>) -> u16 {
        let mut most = 0;
        if self.knowledge == Knowledge::Nothing {
            return most;
        }
        let change = |number: u64, with: &dyn Fn(KeyedEntry) -> KeyedEntry| {
            let cell = self.cell(number);
            cell.store(with(KeyedEntry(cell.load(Relaxed))).0, Relaxed);
        };
        self.job.known.each_lost(numbers.clone(), |number, turns| {
            change(number, &|entry| {
                KeyedEntry::new(PackedValue::loss(turns), entry.second(), entry.key())
            });
            self.left[self.place(number)].store(i8::MAX, Relaxed);
            most = most.max(turns);
        });
        self.job.known.each_keyed::<I>(numbers, |number, key, turns| {
            change(number, &|entry| KeyedEntry::new(entry.main(), PackedValue::loss(turns), key));
            most = most.max(turns);
        });
        most
    }

    /// As bits, those of 64 positions that are known to be lost in so many turns, with or without
    /// a key. Those that are found here need not be looked for: they are noted as decided.
    #[inline(always)]
    fn known_losses(&self, start: u64, turns: u16) -> u64 {
        if !self.knowledge.covers(turns) {
            return 0;
        }
        let loss = PackedValue::loss(turns);
        let lost = |i: u64| {
            let entry = KeyedEntry(self.cell(start + i).load(Relaxed));
            entry.main() == loss || entry.key() != 0 && entry.second() == loss
        };
        let count = (self.range.end - start).min(64);
        (0..count).fold(0, |set, i| set | u64::from(lost(i)) << i)
    }
}
