//! The board in the middle of a turn, pawn by pawn, and why a pawn cannot do what was asked of
//! it. Entry by clicks goes through here; the fast generator in `turns` never does.

use damier_core::{Message, Phrase, Side, refusals};

use super::board::{HOME, Position, STEPS, Sent, TRACKS, figure, immune};
use super::text::names;
use super::turns::targets;
use crate::five::{CENTRE, NEIGHBOURS, cell};

const NO_CELL: Phrase = Phrase::new(
    "the centre, c3, is no cell of the game",
    "le centre, c3, n’est pas une case du jeu",
);
const BLOCKED: Phrase = Phrase::new(
    "the pawn on {0} is blocked on both sides",
    "le pion en {0} est bloqué des deux côtés",
);
const CORNERED: Phrase = Phrase::new(
    "the pawn on {0} cannot come back by itself: a corner has no inner cell next to it",
    "le pion en {0} ne peut pas revenir seul : un coin n’a pas de case intérieure voisine",
);
const NO_WAY_BACK: Phrase = Phrase::new(
    "the pawn on {0} cannot step back onto the {1} track: the way is occupied",
    "le pion en {0} ne peut pas regagner la piste {1} : le passage est occupé",
);
const STAYS: Phrase = Phrase::new(
    "a pawn on its own track stays on it; {0} belongs to the {1} track",
    "un pion placé sur sa piste y reste ; {0} appartient à la piste {1}",
);
const ONLY_BACK: Phrase = Phrase::new(
    "the pawn on {0} is away from home: it may only step back onto the {1} track",
    "le pion en {0} est hors de sa piste : il ne peut que regagner d’un pas la piste {1}",
);
const TELEPORT_FIRST: Phrase =
    Phrase::new("first teleport the pawn on {0}", "téléportez d’abord le pion en {0}");
const TELEPORT_ONE_FIRST: Phrase = Phrase::new(
    "first teleport one of the pawns on {0}",
    "téléportez d’abord l’un des pions en {0}",
);
const TELEPORTED: Phrase = Phrase::new(
    "the pawn on {0} has already been teleported",
    "le pion en {0} a déjà été téléporté",
);
const NOT_NEXT: Phrase = Phrase::new(
    "only pawns next to the pawn that moved are teleported; {0} is not next to {1}",
    "seuls les pions voisins du pion déplacé sont téléportés ; {0} n’est pas à côté de {1}",
);
const IMMUNE: Phrase = Phrase::new(
    "the pawn on {0} is immune: it is part of a line of white pawns that starts from a corner",
    "le pion en {0} est protégé : il fait partie d’une ligne de pions blancs qui part d’un coin",
);
const ONE_ONLY: Phrase = Phrase::new(
    "only one pawn is teleported each turn under these rules",
    "avec ces règles, un seul pion est téléporté par tour",
);
const GOAL: Phrase = Phrase::new(
    "this step reaches the goal and ends the game: nobody is teleported",
    "ce pas atteint le but et termine la partie : aucun pion n’est téléporté",
);
const MUST_LEAVE: Phrase = Phrase::new(
    "a teleported pawn goes to another cell; it cannot stay on {0}",
    "un pion téléporté va sur une autre case ; il ne peut pas rester en {0}",
);
const NOT_EMPTY: Phrase = Phrase::new(
    "a pawn is teleported to an empty cell; {0} is occupied",
    "un pion se téléporte sur une case vide ; {0} est occupée",
);
const NOT_EMPTY_YET: Phrase = Phrase::new(
    "{0} is still occupied: teleport the pawn there first",
    "{0} est encore occupée : téléportez d’abord le pion qui s’y trouve",
);
const ONE_AWAY: Phrase = Phrase::new(
    "only one pawn of each player may be away from home, and the one on {0} already is",
    "un seul pion de chaque joueur peut être hors de sa piste, et celui en {0} l’est déjà",
);

/// The name of a player's track.
fn track(side: Side) -> Phrase {
    match side {
        Side::Light => Phrase::new("outer", "extérieure"),
        Side::Dark => Phrase::new("inner", "intérieure"),
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
    pub(super) fn new(position: &Position, step: Sent) -> Stage {
        let (mover, (own, enemy)) = (position.to_move, position.sets());
        Stage {
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
        self.attacked == 0 || figure(self.mover, self.own)
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
            true if figure(self.mover, self.own) => Some(GOAL.say()),
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
