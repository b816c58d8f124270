//! A part of a group that is being solved by counting.

use std::ops::Range;

use damier_core::game::Game;
use damier_core::index::{EIGHTHS, Index, Slot};
use damier_core::value::Value;

use super::Group;
use crate::cpu::Work;
use crate::known::Known;
use crate::progress::Pace;
use crate::values::Entry;

/// How many numbers are turned into positions at a time.
const CHUNK: usize = 256;
/// How many predecessors are looked at together.
const BATCH: usize = 256;

type PositionOf<I> = <<I as Index>::Game as Game>::Position;
type TurnOf<I> = <<I as Index>::Game as Game>::Turn;

/// What is known of a position: its value in the low half; or, with the highest bit, the number
/// of turns in the low half that the longest of the turns known to lose takes, and above it the
/// counter of those that are not, in parts.
#[derive(Clone, Copy)]
struct Cell(u32);

impl Cell {
    const OPEN: u32 = 1 << 31;
    const COUNTER: u32 = 16;
    /// A counter that does not come down to zero, whatever is taken off: more than all turns of
    /// a position together.
    const NEVER: u32 = 0x7fff;

    #[inline(always)]
    const fn decided(entry: Entry) -> Cell {
        Cell(entry.0 as u32)
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
    const fn entry(self) -> Entry {
        if self.is_open() { Entry::OPEN } else { Entry(self.0 as u16) }
    }

    /// With a turn that wins in so many turns, unless it was known to be won as quickly.
    #[inline(always)]
    fn with_win(self, turns: u16) -> Option<Cell> {
        let slower = !self.entry().is_loss() && self.entry().turns() > turns;
        (self.is_open() || slower).then_some(Cell::decided(Entry::win(turns)))
    }

    /// With some parts less that do not lose, if that matters.
    #[inline(always)]
    fn with_less(self, parts: u32, turns: u16) -> Option<Cell> {
        let less = Cell(self.0.wrapping_sub(parts << Cell::COUNTER));
        let last = (less.0 & !Cell::OPEN) >> Cell::COUNTER == 0;
        let lost = Entry::loss(turns.max(self.0 as u16));
        self.is_open().then_some(if last { Cell::decided(lost) } else { less })
    }
}

/// Positions that were decided, by the numbers they would have with the other player to move,
/// less the lowest number of the group.
#[derive(Default)]
pub(super) struct News {
    lost: Vec<u32>,
    won: Vec<u32>,
}

impl News {
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
    /// For how many of its turns this one stands, in parts.
    parts: u32,
    /// What is known of it.
    seen: Cell,
}

/// A part of a group.
pub(super) struct Part {
    /// Its lowest number.
    start: u64,
    cells: Vec<Cell>,
    /// By numbers of turns, the places of the positions decided in so many.
    due: Vec<Vec<u32>>,
    /// From each part, the positions decided in the current number of turns whose predecessors are
    /// here.
    pub(super) inbox: Vec<News>,
    /// For each part, those that are its concern at the next step.
    pub(super) outbox: Vec<News>,
}

impl Part {
    /// A part of which nothing is known yet.
    fn new(parts: usize, numbers: &Range<u64>) -> Part {
        let news = || (0..parts).map(|_| News::default()).collect();
        let cells = Vec::with_capacity((numbers.end - numbers.start) as usize);
        Part { start: numbers.start, cells, due: Vec::new(), inbox: news(), outbox: news() }
    }

    /// Takes over losses that are known. Only they are gone back from: nothing follows from wins
    /// that is not known.
    #[inline(always)]
    fn take_known(&mut self, known: &Known<'_>, numbers: Range<u64>) {
        known.each_lost(numbers, |number, turns| {
            let place = number - self.start;
            self.cells[place as usize] = Cell::decided(Entry::loss(turns));
            self.plan(place as u32, turns);
        });
    }

    /// One turn back from the positions decided in `turns`; then tells which are decided in one
    /// turn more.
    #[inline(always)]
    fn step_back<I: Index>(&mut self, group: &Group<'_, I>, turns: u16) {
        let mut before = Vec::with_capacity(2 * BATCH);
        let mut inbox = std::mem::take(&mut self.inbox);
        let start = self.start;
        for news in &mut inbox {
            for (list, lost) in [(&news.lost, true), (&news.won, false)] {
                for &reversed in list {
                    let number = group.range.start + u64::from(reversed);
                    let reversed = Slot { tier: group.job.tier, number };
                    group.job.index.predecessor_numbers(reversed, &mut |number, parts| {
                        let place = (number - start) as u32;
                        before.push(Before { place, parts, seen: Cell(0) });
                    });
                    if before.len() >= BATCH {
                        self.decide(&mut before, lost, turns + 1);
                    }
                }
                self.decide(&mut before, lost, turns + 1);
            }
            news.clear();
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
            before.seen = self.cells[before.place as usize];
        }
        for Before { place, parts, seen } in list.drain(..) {
            if !seen.is_open() && (!wins || seen.with_win(turns).is_none()) {
                continue;
            }
            let cell = &mut self.cells[place as usize];
            let news = match wins {
                true => cell.with_win(turns),
                false => cell.with_less(parts, turns),
            };
            if let Some(new) = news {
                *cell = new;
                if !new.is_open() {
                    self.plan(place, new.entry().turns());
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
    fn send<I: Index>(&mut self, group: &Group<'_, I>, turns: u16) {
        let Some(due) = self.due.get_mut(usize::from(turns)) else { return };
        for place in std::mem::take(due) {
            let entry = self.cells[place as usize].entry();
            // It may have turned out since that it is won more quickly.
            if entry.turns() != turns || group.is_known() && !entry.is_loss() {
                continue;
            }
            let number = self.start + u64::from(place);
            let reversed = group.job.index.reversed(Slot { tier: group.job.tier, number });
            let Some(reversed) = reversed else { continue };
            let news = &mut self.outbox[group.cuts.part_of(reversed)];
            let list = if entry.is_loss() { &mut news.lost } else { &mut news.won };
            list.push((reversed - group.range.start) as u32);
        }
    }

    /// Whether nothing is decided in more turns than this.
    pub(super) fn is_done(&self, turns: u16) -> bool {
        self.due.len() <= usize::from(turns) + 1
    }

    /// The values of its positions, in order.
    pub(super) fn values(&self) -> impl Iterator<Item = Entry> + '_ {
        self.cells.iter().map(|cell| cell.entry())
    }
}

/// The first look at every position of a part: at the turns that leave the group.
pub(super) struct Begin<'a, I> {
    pub(super) group: &'a Group<'a, I>,
    pub(super) numbers: Range<u64>,
    pub(super) pace: &'a Pace<'a>,
}

impl<I: Index> Work for Begin<'_, I> {
    type Output = Part;

    #[inline(always)]
    fn run(self) -> Part {
        let Begin { group, numbers, pace } = self;
        let mut part = Part::new(group.cuts.count(), &numbers);
        let (mut positions, mut exits) = (Vec::new(), Vec::new());
        for start in numbers.clone().step_by(CHUNK) {
            let end = numbers.end.min(start + CHUNK as u64);
            // First listed, then looked at: in one loop, which is compiled for this machine.
            group.job.index.unrank_all(group.job.tier, start..end, &mut positions);
            for position in positions.drain(..) {
                let cell = match &position {
                    None => Cell::decided(Entry::UNUSED),
                    Some(position) => look(group, position, &mut exits),
                };
                if position.is_some() && !cell.is_open() && !group.is_known() {
                    part.plan(part.cells.len() as u32, cell.entry().turns());
                }
                part.cells.push(cell);
            }
            pace.add(end - start);
        }
        if group.is_known() {
            part.take_known(&group.job.known, numbers);
        }
        part.send(group, 0);
        part
    }
}

/// One turn back from the positions that a part has been told of.
pub(super) struct StepBack<'a, I> {
    pub(super) group: &'a Group<'a, I>,
    pub(super) part: &'a mut Part,
    pub(super) turns: u16,
    pub(super) pace: &'a Pace<'a>,
}

impl<I: Index> Work for StepBack<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let news = self.part.inbox.iter().map(News::len).sum::<usize>();
        self.part.step_back(self.group, self.turns);
        self.pace.add(news as u64);
    }
}

/// What the turns of a position that leave the group say, and how many stay.
#[inline(always)]
fn look<I: Index>(
    group: &Group<'_, I>,
    position: &PositionOf<I>,
    exits: &mut Vec<TurnOf<I>>,
) -> Cell {
    let game = group.job.index.game();
    let (mut win, mut loss, mut saved, mut inside) = (u16::MAX, 0, false, 0);
    exits.clear();
    let left_out = group.job.index.exits(position, &mut |turn| exits.push(turn));
    for turn in exits.iter() {
        let after = game.play(position, *turn);
        let value = match game.outcome(&after) {
            Some(outcome) => Some(Value::of_end(outcome, game.to_move(&after))),
            None => match group.job.index.rank(&after) {
                Some(slot) if group.contains(slot) => {
                    inside += 1;
                    continue;
                }
                slot => slot.and_then(|slot| group.entry(slot)?.value()),
            },
        };
        match value {
            Some(Value::Loss(n)) => win = win.min(n.unwrap_or(0) + 1),
            Some(Value::Win(n)) => loss = loss.max(n.unwrap_or(0) + 1),
            _ => saved = true,
        }
    }
    if left_out {
        inside += group.job.index.stays(position);
    }
    match (win, inside) {
        (u16::MAX, _) if saved => Cell::open(Cell::NEVER, 0),
        (u16::MAX, 0) => Cell::decided(Entry::loss(loss)),
        (u16::MAX, _) => Cell::open(inside * EIGHTHS, loss),
        (win, _) => Cell::decided(Entry::win(win)),
    }
}
