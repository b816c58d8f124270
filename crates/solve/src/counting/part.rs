//! A part of a group that is being solved by counting.

use std::ops::Range;

use damier_core::game::Game;
use damier_core::value::Value;
use damier_index::{Counting, PositionOf, STABILISER_UNIT, Slot, TurnOf};

use super::Group;
use crate::cpu::Work;
use crate::known::KnownLosses;
use crate::progress::ProgressCounter;
use crate::values::{PackedValue, number};

/// How many numbers are turned into positions at a time.
const CHUNK: usize = 256;
/// How many predecessors are looked at together.
const BATCH: usize = 256;

/// What is known of a position: its value in the low half; or, with the highest bit, the number
/// of turns in the low half that the longest of the turns known to lose takes, and above it the
/// counter of those that are not, in [`STABILISER_UNIT`].
#[derive(Clone, Copy)]
pub(super) struct Cell(pub(super) u32);

impl Cell {
    const OPEN: u32 = 1 << 31;
    const COUNTER: u32 = 16;
    /// A counter that does not come down to zero, whatever is taken off: more than all turns of
    /// a position together.
    const NEVER: u32 = 0x7fff;

    #[inline(always)]
    const fn decided(value: PackedValue) -> Cell {
        Cell(value.0 as u32)
    }

    #[inline(always)]
    const fn open(counter: u32, longest_losing: u16) -> Cell {
        Cell(Cell::OPEN | counter << Cell::COUNTER | longest_losing as u32)
    }

    #[inline(always)]
    const fn is_open(self) -> bool {
        self.0 & Cell::OPEN != 0
    }

    /// The value, which is open or drawn where nothing is decided.
    #[inline(always)]
    pub(super) const fn value(self) -> PackedValue {
        if self.is_open() { PackedValue::OPEN } else { PackedValue(self.0 as u16) }
    }

    /// With a turn that wins in so many turns, unless it was known to be won as quickly.
    #[inline(always)]
    fn with_win(self, turns: u16) -> Option<Cell> {
        let slower = !self.value().is_loss() && self.value().turns() > turns;
        (self.is_open() || slower).then_some(Cell::decided(PackedValue::win(turns)))
    }

    /// With so many units less that do not lose, if that matters.
    #[inline(always)]
    fn with_less(self, units: u32, turns: u16) -> Option<Cell> {
        let less = Cell(self.0.wrapping_sub(units << Cell::COUNTER));
        let last = (less.0 & !Cell::OPEN) >> Cell::COUNTER == 0;
        let lost = PackedValue::loss(turns.max(self.0 as u16));
        self.is_open().then_some(if last { Cell::decided(lost) } else { less })
    }
}

/// Positions that were decided, by the numbers they would have with the other player to move: as
/// places in the part that is told.
#[derive(Default)]
pub(super) struct Decided {
    lost: Vec<u32>,
    won: Vec<u32>,
}

impl Decided {
    pub(super) fn len(&self) -> usize {
        self.lost.len() + self.won.len()
    }

    fn clear(&mut self) {
        self.lost.clear();
        self.won.clear();
    }
}

/// A position with a turn to one that has just been decided.
struct Before {
    place: u32,
    /// For how many of its turns this one stands, in [`STABILISER_UNIT`].
    units: u32,
    /// What is known of it.
    seen: Cell,
}

/// A part of a group.
pub(super) struct Part<'c> {
    /// Its lowest number.
    start: u64,
    /// As [`Cell`]s.
    pub(super) cells: &'c mut [u32],
    /// By numbers of turns, the places of the positions decided in so many.
    due: Vec<Vec<u32>>,
    /// From each part, the positions decided in the current number of turns whose predecessors are
    /// here.
    pub(super) inbox: Vec<Decided>,
    /// For each part, those that are its concern at the next step.
    pub(super) outbox: Vec<Decided>,
}

impl<'c> Part<'c> {
    /// One of so many parts, of which nothing is known yet.
    pub(super) fn new(parts: usize, start: u64, cells: &'c mut [u32]) -> Part<'c> {
        let lists = || (0..parts).map(|_| Decided::default()).collect();
        Part { start, cells, due: Vec::new(), inbox: lists(), outbox: lists() }
    }

    /// Its numbers.
    fn numbers(&self) -> Range<u64> {
        self.start..self.start + self.cells.len() as u64
    }

    /// Takes over losses that are known. Only they are gone back from: nothing follows from wins
    /// that is not known.
    #[inline(always)]
    fn take_known(&mut self, known: &KnownLosses<'_>) {
        known.each_lost(self.numbers(), |number, turns| {
            let place = number - self.start;
            self.cells[place as usize] = Cell::decided(PackedValue::loss(turns)).0;
            self.plan(place as u32, turns);
        });
    }

    /// Takes up the cells as they were before the step back from positions decided in `turns`: what
    /// is decided in fewer has been told.
    #[inline(always)]
    pub(super) fn resume<I: Counting>(&mut self, group: &Group<'_, I>, turns: u16) {
        for place in 0..self.cells.len() {
            let cell = Cell(self.cells[place]);
            let value = cell.value();
            if !cell.is_open() && value != PackedValue::UNUSED && value.turns() >= turns {
                self.plan(place as u32, value.turns());
            }
        }
        self.send(group, turns);
    }

    /// One turn back from the positions decided in `turns`; then tells which are decided in one
    /// turn more.
    #[inline(always)]
    fn step_back<I: Counting>(&mut self, group: &Group<'_, I>, turns: u16) {
        let mut before = Vec::with_capacity(2 * BATCH);
        let mut inbox = std::mem::take(&mut self.inbox);
        let start = self.start;
        for decided in &mut inbox {
            for (list, lost) in [(&decided.lost, true), (&decided.won, false)] {
                for &reversed in list {
                    let number = start + u64::from(reversed);
                    let reversed = Slot { tier: group.job.tier, number };
                    group.job.index.predecessor_numbers(reversed, &mut |number, units| {
                        let place = u32::try_from(number.wrapping_sub(start));
                        let place = place.expect("predecessors are in the block of `reversed`");
                        before.push(Before { place, units, seen: Cell(0) });
                    });
                    if before.len() >= BATCH {
                        self.decide(&mut before, lost, turns + 1);
                    }
                }
                self.decide(&mut before, lost, turns + 1);
            }
            decided.clear();
        }
        self.inbox = inbox;
        self.send(group, turns + 1);
    }

    /// Notes what is new about some positions with a turn that wins, or one that loses, in so many
    /// turns.
    #[inline(always)]
    fn decide(&mut self, list: &mut Vec<Before>, wins: bool, turns: u16) {
        // Looking at all of them first lets the memory answer many questions at once.
        for before in list.iter_mut() {
            before.seen = Cell(self.cells[before.place as usize]);
        }
        for Before { place, units, seen } in list.drain(..) {
            if !seen.is_open() && (!wins || seen.with_win(turns).is_none()) {
                continue;
            }
            let cell = &mut self.cells[place as usize];
            let changed = match wins {
                true => Cell(*cell).with_win(turns),
                false => Cell(*cell).with_less(units, turns),
            };
            if let Some(new) = changed {
                *cell = new.0;
                if !new.is_open() {
                    self.plan(place, new.value().turns());
                }
            }
        }
    }

    /// Notes that a position is decided in so many turns.
    #[inline(always)]
    fn plan(&mut self, place: u32, turns: u16) {
        let turns = usize::from(turns);
        if self.due.len() <= turns {
            self.due.resize_with(turns + 1, Vec::new);
        }
        self.due[turns].push(place);
    }

    /// Tells which positions are decided in so many turns. All that is decided in fewer is known,
    /// so these will not change any more.
    #[inline(always)]
    fn send<I: Counting>(&mut self, group: &Group<'_, I>, turns: u16) {
        let Some(due) = self.due.get_mut(usize::from(turns)) else { return };
        for place in std::mem::take(due) {
            let value = Cell(self.cells[place as usize]).value();
            // It may have turned out since that it is won more quickly.
            if value.turns() != turns || group.is_known() && !value.is_loss() {
                continue;
            }
            let number = self.start + u64::from(place);
            let reversed = group.job.index.reversed(Slot { tier: group.job.tier, number });
            // Nothing inside the group leads to a board that has no number for the other player.
            let Some(reversed) = reversed else { continue };
            let (part, place) = group.partition.locate(reversed);
            let decided = &mut self.outbox[part];
            let list = if value.is_loss() { &mut decided.lost } else { &mut decided.won };
            list.push(place);
        }
    }

    /// Whether nothing is decided in more turns than this.
    pub(super) fn is_done(&self, turns: u16) -> bool {
        self.due.len() <= usize::from(turns) + 1
    }
}

/// The first look at every position of a part: at the turns that leave the group.
pub(super) struct Begin<'a, 'c, I> {
    pub(super) group: &'a Group<'a, I>,
    pub(super) part: Part<'c>,
    pub(super) counter: &'a ProgressCounter<'a>,
}

impl<'c, I: Counting> Work for Begin<'_, 'c, I> {
    type Output = Part<'c>;

    #[inline(always)]
    fn run(self) -> Part<'c> {
        let Begin { group, mut part, counter } = self;
        let numbers = part.numbers();
        let (mut list, mut exits) = (Vec::new(), Vec::new());
        for start in numbers.clone().step_by(CHUNK) {
            let end = numbers.end.min(start + CHUNK as u64);
            list.clear();
            group.job.index.unrank_range(group.job.tier, start..end, &mut list);
            for (position, place) in list.iter().zip((start - part.start) as u32..) {
                let cell = match position {
                    None => Cell::decided(PackedValue::UNUSED),
                    Some(position) => first_look(group, position, &mut exits),
                };
                if position.is_some() && !cell.is_open() && !group.is_known() {
                    part.plan(place, cell.value().turns());
                }
                part.cells[place as usize] = cell.0;
            }
            counter.add(end - start);
        }
        if group.is_known() {
            part.take_known(&group.job.known);
        }
        part.send(group, 0);
        part
    }
}

/// One turn back from the positions that a part has been told of.
pub(super) struct StepBack<'a, 'c, I> {
    pub(super) group: &'a Group<'a, I>,
    pub(super) part: &'a mut Part<'c>,
    pub(super) turns: u16,
    pub(super) counter: &'a ProgressCounter<'a>,
}

impl<I: Counting> Work for StepBack<'_, '_, I> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let told = self.part.inbox.iter().map(Decided::len).sum::<usize>();
        self.part.step_back(self.group, self.turns);
        self.counter.add(told as u64);
    }
}

/// What the turns of a position that leave the group say, and how many stay.
#[inline(always)]
fn first_look<I: Counting>(
    group: &Group<'_, I>,
    position: &PositionOf<I>,
    exits: &mut Vec<TurnOf<I>>,
) -> Cell {
    let (index, game) = (group.job.index, group.job.index.game());
    let (mut win, mut loss, mut saved) = (u16::MAX, 0, false);
    exits.clear();
    let mut inside = index.exits(position, &mut |turn| exits.push(turn));
    for turn in exits.iter() {
        let after = game.play(position, *turn);
        let value = match game.outcome(&after) {
            Some(outcome) => Some(Value::of_end(outcome, game.to_move(&after))),
            None => match number(index, &after) {
                slot if group.contains(slot) => {
                    inside += 1;
                    continue;
                }
                slot => group.outside(slot).value(),
            },
        };
        match value {
            Some(Value::Loss(n)) => win = win.min(n.unwrap_or(0) + 1),
            Some(Value::Win(n)) => loss = loss.max(n.unwrap_or(0) + 1),
            _ => saved = true,
        }
    }
    match (win, inside) {
        (u16::MAX, _) if saved => Cell::open(Cell::NEVER, 0),
        (u16::MAX, 0) => Cell::decided(PackedValue::loss(loss)),
        (u16::MAX, _) => Cell::open(inside * STABILISER_UNIT, loss),
        (win, _) => Cell::decided(PackedValue::win(win)),
    }
}
