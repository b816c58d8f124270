//! Answering with tables: which positions are lost is looked up, everything else follows by
//! looking one turn ahead.

use std::ops::ControlFlow;
use std::sync::Arc;

use damier_core::game::Game;
use damier_core::value::{Oracle, Value};
use damier_core::{Message, Phrase, phrase};
use damier_index::{Distance, Index, Slot, Tier};

use crate::file::Header;
use crate::table::Table;

/// How many turns ahead a position is searched that no table holds: the keys that no table knows
/// of are gone after two turns.
const AHEAD: u32 = 2;

/// The name of the set of lost positions.
pub const LOST: &str = "lost";
/// The name of the set of positions that are lost, or lost earlier, because a key forbids a turn.
pub const KEYED_LOST: &str = "bound";

type PositionOf<I> = <<I as Index>::Game as Game>::Position;

/// The tables of one game under one choice of rules, one for each tier that is at hand.
pub struct Tables<I> {
    index: I,
    tiers: Vec<Option<Arc<Table>>>,
}

const FOREIGN: Phrase = phrase!("tables.foreign");

/// The tier that a table is for; a message if it is for another numbering.
pub fn fits<I: Index>(index: &I, header: &Header) -> Result<usize, Message> {
    let (game, rules) = (<I::Game as Game>::ID, index.rules());
    let tier = place(header, game, &rules, I::VERSION, index.tiers());
    tier.ok_or_else(|| {
        let wanted = format!("{game} [{rules}], index {}", I::VERSION);
        FOREIGN.with(describe(header)).with(wanted)
    })
}

/// The tier that a table is for, if it is for this game, these rules and this numbering.
fn place(header: &Header, game: &str, rules: &str, version: u32, tiers: &[Tier]) -> Option<usize> {
    if (&*header.game, &*header.rules, header.index) != (game, rules, version) {
        return None;
    }
    tiers.iter().position(|tier| tier.name == header.tier && tier.slots() == header.slots)
}

/// What a table is for, in a message.
fn describe(header: &Header) -> String {
    let Header { game, rules, tier, index, slots, .. } = header;
    format!("{game} [{rules}] tier {tier}, index {index}, {slots} slots")
}

impl<I: Index> Tables<I> {
    /// No tables yet.
    #[must_use]
    pub fn new(index: I) -> Tables<I> {
        let tiers = index.tiers().iter().map(|_| None).collect();
        Tables { index, tiers }
    }

    /// The numbering that they were made with.
    pub fn index(&self) -> &I {
        &self.index
    }

    /// The table of a tier, if it is at hand.
    #[must_use]
    pub fn tier(&self, tier: usize) -> Option<&Table> {
        self.tiers.get(tier)?.as_deref()
    }

    /// The tables at hand, in the order of their tiers, to be held by others as well.
    pub fn each(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tiers.iter().flatten()
    }

    /// Takes a table in, if it belongs here; the message says why it does not. Others may hold it
    /// too.
    pub fn add(&mut self, table: impl Into<Arc<Table>>) -> Result<(), Message> {
        let table = table.into();
        let tier = fits(&self.index, table.header())?;
        self.tiers[tier] = Some(table);
        Ok(())
    }

    /// Whether the position is lost and in how many turns; `None` if no table holds it, or only one
    /// that is damaged.
    #[inline]
    pub fn lost(&self, position: &PositionOf<I>) -> Option<Option<u16>> {
        let (Slot { tier, number }, key) = self.index.rank_keyed(position)?;
        let table = self.tiers.get(tier)?.as_ref()?;
        if let Some(keyed) = I::keyed_number(number, key) {
            let lost = table.set(KEYED_LOST)?.get(keyed).ok()?;
            if lost.is_some() {
                return Some(lost);
            }
        }
        table.set(LOST)?.get(number).ok()
    }

    /// The value of a position, the number of turns as the table counts it.
    fn exact(&self, position: &PositionOf<I>, ahead: u32) -> Option<Value> {
        let game = self.index.game();
        if let Some(outcome) = game.outcome(position) {
            return Some(Value::of_end(outcome, game.to_move(position)));
        }
        match self.lost(position) {
            Some(Some(n)) => Some(Value::Loss(Some(n))),
            Some(None) => self.one_turn_ahead(position),
            None if ahead > 0 => self.search(position, ahead - 1),
            None => None,
        }
    }

    /// The value of a position that is not lost: won if a turn wins or leads to a lost position.
    fn one_turn_ahead(&self, position: &PositionOf<I>) -> Option<Value> {
        let game = self.index.game();
        let mut best: Option<u16> = None;
        let unknown = game.each_turn(position, &mut |turn| {
            match self.lost_after(position, &game.play(position, turn)) {
                Some(Some(n)) => best = Some(best.map_or(n + 1, |b| b.min(n + 1))),
                Some(None) => {}
                None => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        match (unknown.is_break(), best) {
            (true, _) => None,
            (_, Some(n)) => Some(Value::Win(Some(n))),
            _ => Some(Value::Draw),
        }
    }

    /// Whether the position after a turn is lost, and in how many turns as they count before it;
    /// `None` if that is not known.
    pub fn lost_after(&self, before: &PositionOf<I>, after: &PositionOf<I>) -> Option<Option<u16>> {
        let game = self.index.game();
        let loss = |value| match value {
            Value::Loss(n) => Some(n.unwrap_or(0)),
            _ => None,
        };
        if let Some(outcome) = game.outcome(after) {
            return Some(loss(Value::of_end(outcome, game.to_move(after))));
        }
        let lost = match self.lost(after) {
            Some(lost) => lost,
            // A key that no table knows of.
            None => loss(self.exact(after, AHEAD)?),
        };
        Some(lost.map(|n| self.carried(before, after, n)))
    }

    /// The value of the position after a turn, its number of turns as they count before it;
    /// `None` if it is not known.
    pub fn value_after(&self, before: &PositionOf<I>, after: &PositionOf<I>) -> Option<Value> {
        Some(match self.exact(after, AHEAD)? {
            Value::Win(n) => Value::Win(n.map(|n| self.carried(before, after, n))),
            Value::Loss(n) => Value::Loss(n.map(|n| self.carried(before, after, n))),
            Value::Draw => Value::Draw,
        })
    }

    /// A number of turns as it counts for the position before: where numbers count to the next
    /// capture, a turn that leaves the tier is one.
    fn carried(&self, before: &PositionOf<I>, after: &PositionOf<I>, n: u16) -> u16 {
        let tier = |p| self.index.rank(p).map(|slot| slot.tier);
        match I::DISTANCE == Distance::Capture && tier(before) != tier(after) {
            true => 0,
            false => n,
        }
    }

    /// The best of all turns; `None` as soon as one of them is unknown, before the others are even
    /// generated: there may be tens of thousands.
    fn search(&self, position: &PositionOf<I>, ahead: u32) -> Option<Value> {
        let game = self.index.game();
        let mut best: Option<Value> = None;
        let unknown = game.each_turn(position, &mut |turn| {
            let Some(value) = self.exact(&game.play(position, turn), ahead).map(Value::before)
            else {
                return ControlFlow::Break(());
            };
            if best.is_none_or(|b| b.rating() < value.rating()) {
                best = Some(value);
            }
            ControlFlow::Continue(())
        });
        best.filter(|_| unknown.is_continue())
    }

    /// The last tier that must be at hand, with all before it, to value this position; `None` if
    /// no tier suffices.
    #[must_use]
    pub fn needed(&self, position: &PositionOf<I>) -> Option<usize> {
        self.needed_within(position, AHEAD)
    }

    fn needed_within(&self, position: &PositionOf<I>, ahead: u32) -> Option<usize> {
        if let Some(slot) = self.index.rank(position) {
            return Some(slot.tier);
        }
        let game = self.index.game();
        let mut last = (ahead > 0).then_some(0)?;
        let all = game.each_turn(position, &mut |turn| {
            let after = game.play(position, turn);
            if game.outcome(&after).is_none() {
                match self.needed_within(&after, ahead - 1) {
                    Some(tier) => last = last.max(tier),
                    None => return ControlFlow::Break(()),
                }
            }
            ControlFlow::Continue(())
        });
        all.is_continue().then_some(last)
    }

    /// The value as the table counts it, which may be to the next capture only.
    #[must_use]
    pub fn raw(&self, position: &PositionOf<I>) -> Option<Value> {
        self.exact(position, AHEAD)
    }
}

impl<I: Index> Oracle<I::Game> for Tables<I> {
    fn value(&self, position: &PositionOf<I>) -> Option<Value> {
        let over = self.index.game().outcome(position).is_some();
        let value = self.exact(position, AHEAD)?;
        Some(match (I::DISTANCE, value) {
            (Distance::Capture, Value::Win(_)) if !over => Value::Win(None),
            (Distance::Capture, Value::Loss(_)) if !over => Value::Loss(None),
            _ => value,
        })
    }

    fn probe(&self, position: &PositionOf<I>) -> Option<Value> {
        match self.lost(position)? {
            Some(n) => Some(Value::Loss(Some(n))),
            None => self.one_turn_ahead(position),
        }
    }

    fn value_after(&self, before: &PositionOf<I>, after: &PositionOf<I>) -> Option<Value> {
        Tables::value_after(self, before, after)
    }

    fn counts_to_end(&self) -> bool {
        I::DISTANCE == Distance::End
    }
}
