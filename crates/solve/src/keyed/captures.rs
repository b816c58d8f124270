//! The first look of [`super`]: at captures, which lead to tiers that are solved. Other keys
//! than the move-forbidding ones are gone two turns later, so that far this looks ahead.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use damier_core::game::Game;
use damier_core::value::Value;
use damier_index::{Keyed, PositionOf, TurnOf};

use super::Group;
use super::entry::{KeyedEntry, SAFE, is_loss, is_win};
use crate::values::PackedValue;

impl<I: Keyed> Group<'_, I> {
    /// The first look at a position: at the captures.
    #[inline(always)]
    pub(super) fn look_outside(
        &self,
        position: &PositionOf<I>,
        exits: &mut Vec<TurnOf<I>>,
    ) -> PackedValue {
        let game = self.job.index.game();
        let (mut wins, mut safe) = (false, false);
        // First listed, then looked at: in one loop, which is compiled for this machine.
        exits.clear();
        self.job.index.exits(position, &mut |turn| exits.push(turn));
        for turn in exits.iter() {
            let after = game.play(position, *turn);
            wins = wins || self.is_lost(&after);
            safe = safe || !wins && !self.is_won(&after);
        }
        match (wins, safe, self.job.index.stays(position) > 0) {
            (true, _, _) => PackedValue::win(1),
            (false, true, _) => SAFE,
            (false, false, true) => PackedValue::OPEN,
            (false, false, false) => PackedValue::loss(1),
        }
    }

    /// The value of a position that is over or in a solved tier; `None` if it has another key
    /// than the move-forbidding ones.
    #[inline(always)]
    fn known(&self, position: &PositionOf<I>) -> Option<Value> {
        let game = self.job.index.game();
        if let Some(outcome) = game.outcome(position) {
            return Some(Value::of_end(outcome, game.to_move(position)));
        }
        let (slot, key) = self.job.index.rank_keyed(position)?;
        let tier = self.solved.0.tier(slot.tier);
        let entry = KeyedEntry(tier[slot.number as usize].load(Relaxed));
        Some(match entry.under(key) {
            value if is_win(value) => Value::Win(None),
            value if is_loss(value) => Value::Loss(None),
            _ => Value::Draw,
        })
    }

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
        let game = self.job.index.game();
        let turns = game.turns(p, &mut |turn| match test(&game.play(p, turn)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        turns.is_break()
    }
}
