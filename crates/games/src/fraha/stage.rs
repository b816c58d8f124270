//! The board in the middle of a turn, pawn by pawn, and why a pawn cannot do what was asked of
//! it. Entry by clicks goes through here; the fast generator in `turns` never does.

use damier_core::{Message, Phrase, Side, phrase, refusals};

use super::board::{Goals, HOME, Position, STEPS, Sent, TRACKS, immune};
use super::text::names;
use super::turns::targets;
use crate::five::{CENTRE, NEIGHBOURS, cell};

const NO_CELL: Phrase = phrase!("fraha.no-cell");
const BLOCKED: Phrase = phrase!("fraha.blocked");
const CORNERED: Phrase = phrase!("fraha.cornered");
const NO_WAY_BACK: Phrase = phrase!("fraha.no-way-back");
const STAYS: Phrase = phrase!("fraha.stays");
const ONLY_BACK: Phrase = phrase!("fraha.only-back");
const TELEPORT_FIRST: Phrase = phrase!("fraha.teleport-first");
const TELEPORT_ONE_FIRST: Phrase = phrase!("fraha.teleport-one-first");
const TELEPORTED: Phrase = phrase!("fraha.teleported");
const NOT_NEXT: Phrase = phrase!("fraha.not-next");
const IMMUNE: Phrase = phrase!("fraha.immune");
const ONE_ONLY: Phrase = phrase!("fraha.one-only");
const GOAL: Phrase = phrase!("fraha.goal");
const MUST_LEAVE: Phrase = phrase!("fraha.must-leave");
const NOT_EMPTY: Phrase = phrase!("fraha.not-empty");
const NOT_EMPTY_YET: Phrase = phrase!("fraha.not-empty-yet");
const ONE_AWAY: Phrase = phrase!("fraha.one-away");

/// The name of a player's track.
fn track(side: Side) -> Phrase {
    match side {
        Side::Light => phrase!("fraha.track-outer"),
        Side::Dark => phrase!("fraha.track-inner"),
    }
}

/// A set with just this cell.
fn one(bit: u8) -> u32 {
    1 << bit
}

/// Why the own pawn on `from` cannot make any step, given the cells that are occupied.
pub(super) fn refuse_mover(side: Side, occupied: u32, from: u8) -> Message {
    match STEPS[side.index()][usize::from(from)] {
        0 => CORNERED.with(cell(from)),
        steps if steps & !occupied != 0 => refusals::STUCK.with(cell(from)),
        _ if HOME[side.index()] & one(from) != 0 => BLOCKED.with(cell(from)),
        _ => NO_WAY_BACK.with(cell(from)).with(track(side)),
    }
}

/// Why the own pawn on `from` cannot step to `to`.
pub(super) fn refuse_step(position: &Position, from: u8, to: u8) -> Message {
    let (side, (own, enemy)) = (position.to_move, position.sets());
    if one(to) & CENTRE != 0 {
        return NO_CELL.say();
    }
    if one(to) & own != 0 {
        return refusals::OWN.with(cell(to));
    }
    if let Some(reason) = refusals::orthogonal_step(cell(from), cell(to)) {
        return reason;
    }
    if one(to) & enemy != 0 {
        return refusals::TAKEN.with(cell(to));
    }
    match HOME[side.index()] & one(from) != 0 {
        true => STAYS.with(cell(to)).with(track(side.other())),
        false => ONLY_BACK.with(cell(from)).with(track(side)),
    }
}

/// The board after a step and some teleports.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    goals: Goals,
    mover: Side,
    own: u32,
    enemy: u32,
    /// Where the moved pawn stands now.
    moved: u8,
    /// The immune pawns.
    immune: u32,
    /// The pawns that must still be teleported.
    attacked: u32,
    /// The pawns that were, where they stand now.
    sent: u32,
}

impl Stage {
    /// Right after a legal step.
    pub(super) fn new(goals: Goals, position: &Position, step: Sent) -> Stage {
        let (mover, (own, enemy)) = (position.to_move, position.sets());
        Stage {
            goals,
            mover,
            own: own ^ step.change(),
            enemy,
            moved: step.to,
            immune: match mover {
                Side::Light => 0,
                Side::Dark => immune(enemy),
            },
            attacked: NEIGHBOURS[usize::from(step.to)] & targets(mover, enemy),
            sent: 0,
        }
    }

    /// Teleports a pawn as is permitted.
    pub(super) fn send(&mut self, sent: Sent) {
        self.enemy ^= sent.change();
        self.attacked &= !one(sent.from);
        self.sent |= one(sent.to);
    }

    /// The pawns that must still be teleported.
    pub(super) fn attacked(&self) -> u32 {
        self.attacked
    }

    /// Whether the turn ends with the step.
    pub(super) fn is_over(&self) -> bool {
        self.attacked == 0 || self.goals.reached(self.mover, self.own)
    }

    /// Whether an attacked pawn can be sent like this now.
    pub(super) fn may_send(&self, sent: Sent) -> bool {
        let home = HOME[self.mover.other().index()];
        let away = self.enemy & !home & !one(sent.from);
        let reach = if away == 0 { TRACKS } else { home };
        reach & !(self.own | self.enemy) & one(sent.to) != 0
    }

    /// Why the enemy pawn on `pawn` cannot be teleported now; `None` if it can, or if no enemy
    /// pawn stands there.
    fn refuse_enemy(&self, pawn: u8) -> Option<Message> {
        let is = |set: u32| set & one(pawn) != 0;
        let next = is(NEIGHBOURS[usize::from(self.moved)]);
        match () {
            () if !is(self.enemy) => None,
            () if is(self.sent) => Some(TELEPORTED.with(cell(pawn))),
            () if !next => Some(NOT_NEXT.with(cell(pawn)).with(cell(self.moved))),
            () if is(self.immune) => Some(IMMUNE.with(cell(pawn))),
            () => None,
        }
    }

    /// Why `pawn` cannot be the next pawn to be teleported, where some pawn must be.
    pub(super) fn refuse_pawn(&self, pawn: u8) -> Message {
        if one(pawn) & CENTRE != 0 {
            return NO_CELL.say();
        }
        let must = match self.attacked.is_power_of_two() {
            true => TELEPORT_FIRST,
            false => TELEPORT_ONE_FIRST,
        };
        self.refuse_enemy(pawn).unwrap_or_else(|| must.with(names(self.attacked)))
    }

    /// Why `pawn` is not teleported though the turn is complete, if there is more to say.
    pub(super) fn refuse_more(&self, pawn: u8) -> Option<Message> {
        match self.attacked & one(pawn) != 0 {
            true if self.goals.reached(self.mover, self.own) => Some(GOAL.say()),
            true => Some(ONE_ONLY.say()),
            false => self.refuse_enemy(pawn),
        }
    }

    /// Why an attacked pawn cannot go to `sent.to` now; `None` if it can.
    pub(super) fn refuse_goal(&self, sent: Sent) -> Option<Message> {
        let (goal, is) = (cell(sent.to), |set: u32| set & one(sent.to) != 0);
        let home = HOME[self.mover.other().index()];
        let away = self.enemy & !home & !one(sent.from);
        match () {
            () if is(CENTRE) => Some(NO_CELL.say()),
            () if sent.from == sent.to => Some(MUST_LEAVE.with(goal)),
            () if is(self.attacked) => Some(NOT_EMPTY_YET.with(goal)),
            () if is(self.own | self.enemy) => Some(NOT_EMPTY.with(goal)),
            () if !is(home) && away != 0 => Some(ONE_AWAY.with(names(away))),
            () => None,
        }
    }
}
