//! Steps, and the teleports that follow from them.
//!
//! # There is always a turn
//!
//! So nobody looks whether there is one. A player has at least three pawns at home, on a track
//! that is a ring of 16 or 8 cells, and at most one enemy pawn is on that ring. Take an unbroken
//! run of own pawns there, as long as it goes, and the two cells beyond its ends. They hold no
//! own pawn, and they are two: otherwise the run and one more cell would fill the ring, which has
//! more than 4 + 1 cells. The enemy pawn cannot stand on both, so the run can step onto one.
//!
//! Then every pawn that must be teleported can be, in any order: its home has at least 8 cells,
//! and on them stand at most four pawns of its own and one of the mover's. So three are empty,
//! and a pawn that comes home makes nobody be away from home who was not before.
//!
//! # Which teleports go together
//!
//! A turn is a set of pairs, and each set is to be found once although several orders may lead to
//! it. Whether some order exists depends on two things only: a pawn sent to the cell of another
//! goes after that one, and if a pawn leaves home while another is away, it goes after that one
//! has come home. Everything else can be had in any order, for a pawn that has been sent is not
//! in the way of the others. The functions of [`Sending`] choose the destinations pawn by pawn,
//! the one that was away first, such that these two demands never make a circle.
//!
//! A moved white pawn has at most one inner neighbour and at most one black pawn can be outside:
//! it sends two pawns at most. A moved black pawn has two outer neighbours at most, and sends
//! three at most, one of which was away.

use std::ops::ControlFlow;

use damier_core::Side;
use damier_core::bits::bits;

use super::Fraha;
use super::board::{HOME, Position, STEPS, Sent, TRACKS, Turn, immune};
use crate::five::{NEIGHBOURS, WAYS, Way};

/// The ways to a cell's neighbours in the order of their names: left, down, up, right.
const BY_NAME: [Way; 4] = [WAYS[2], WAYS[3], WAYS[1], WAYS[0]];

/// Calls `visit` with each legal turn.
#[inline]
pub(super) fn visit(
    game: &Fraha,
    position: &Position,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if game.goals.outcome(position).is_some() {
        return ControlFlow::Continue(());
    }
    let (side, (own, enemy)) = (position.to_move, position.sets());
    let empty = TRACKS & !(own | enemy);
    let targets = targets(side, enemy);
    for from in bits(own) {
        for to in bits(STEPS[side.index()][from as usize] & empty) {
            let step = Sent { from: from as u8, to: to as u8 };
            let attacked = NEIGHBOURS[to as usize] & targets;
            // The goal is looked for only where it makes a difference to the turn.
            if attacked == 0 || game.goals.reached(side, own ^ step.change()) {
                visit(Turn::step(step))?;
                continue;
            }
            let empty = empty ^ step.change();
            let home = HOME[side.other().index()];
            Sending { empty, home, visit }.attacked(game.one, step, attacked, enemy & !home)?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with each turn of a legal step that sends pawns away, in the same order.
pub(super) fn of_step(
    one: bool,
    position: &Position,
    step: Sent,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (side, (own, enemy)) = (position.to_move, position.sets());
    let empty = TRACKS & !(own | enemy) ^ step.change();
    let home = HOME[side.other().index()];
    let attacked = NEIGHBOURS[usize::from(step.to)] & targets(side, enemy);
    Sending { empty, home, visit }.attacked(one, step, attacked, enemy & !home)
}

/// The enemy pawns that `side` sends away if it steps next to them.
#[inline]
pub(super) fn targets(side: Side, enemy: u32) -> u32 {
    match side {
        Side::Light => enemy,
        Side::Dark => enemy & !immune(enemy),
    }
}

/// Chooses destinations for attacked pawns. The pawns are named `i`, `j` and `guest` (the one away
/// from home) by their place in the turn that is being made, where the cells they leave stand.
struct Sending<'v, V> {
    /// The cells that are empty after the step.
    empty: u32,
    /// The track of the pawns that are sent.
    home: u32,
    visit: &'v mut V,
}

impl<V: FnMut(Turn) -> ControlFlow<()>> Sending<'_, V> {
    /// Sends the attacked pawns; `away` is the enemy pawn away from home, attacked or not.
    #[inline]
    fn attacked(&mut self, one: bool, step: Sent, attacked: u32, away: u32) -> ControlFlow<()> {
        if !one && attacked & (attacked - 1) != 0 {
            return self.several(step, attacked, away);
        }
        for from in bits(attacked) {
            let room = away & !(1 << from) == 0;
            let turn = Turn::step(step).leaving(0, from as u8);
            self.last(turn, 0, self.empty & self.reach(room))?;
        }
        ControlFlow::Continue(())
    }

    /// Sends two or three attacked pawns.
    fn several(&mut self, step: Sent, attacked: u32, away: u32) -> ControlFlow<()> {
        let (mut guest, mut others, mut n) = (None, [0; 2], 0);
        let mut turn = Turn::step(step);
        let ways = BY_NAME.into_iter().filter(|way| way.onto(attacked) >> step.to & 1 == 1);
        for (i, way) in ways.enumerate() {
            turn = turn.leaving(i, way.from(step.to));
            if cell(turn, i) == away {
                guest = Some(i);
            } else {
                others[n] = i;
                n += 1;
            }
        }
        let [i, j] = others;
        match guest {
            Some(guest) => self.with_guest(turn, guest, i, (n == 2).then_some(j)),
            None => self.two(turn, i, j, self.empty, away == 0),
        }
    }

    /// Sends the pawn away from home and one or two others, which are at home.
    fn with_guest(
        &mut self,
        turn: Turn,
        guest: usize,
        i: usize,
        j: Option<usize>,
    ) -> ControlFlow<()> {
        for to in bits(self.empty) {
            let turn = turn.reaching(guest, to as u8);
            // It can go first; if it comes home, another may leave, perhaps to the same cell.
            let room = self.home >> to & 1 == 1;
            let empty = (self.empty | cell(turn, guest)) & !(1 << to);
            match j {
                Some(j) => self.two(turn, i, j, empty, room)?,
                None => self.last(turn, i, empty & self.reach(room))?,
            }
        }
        self.guest_after(turn, guest, i, j)?;
        match j {
            Some(j) => self.guest_after(turn, guest, j, Some(i)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Sends the pawn away from home to the cell of pawn `i`, which therefore goes before it and
    /// stays at home; so does pawn `j` if `i` in turn waits for the cell of `j`.
    fn guest_after(
        &mut self,
        turn: Turn,
        guest: usize,
        i: usize,
        j: Option<usize>,
    ) -> ControlFlow<()> {
        let turn = turn.reaching(guest, turn.sent(i).from);
        let homes = self.empty & self.home;
        let Some(j) = j else { return self.last(turn, i, homes) };
        for to in bits(homes) {
            let goals = (self.empty | cell(turn, guest)) & !(1 << to);
            self.last(turn.reaching(i, to as u8), j, goals)?;
        }
        self.last(turn.reaching(i, turn.sent(j).from), j, homes)
    }

    /// Sends two pawns that are at home to cells of `empty`, or one to the cell of the other.
    /// With `room`, one of them may leave home.
    fn two(&mut self, turn: Turn, i: usize, j: usize, empty: u32, room: bool) -> ControlFlow<()> {
        for to in bits(empty & self.reach(room)) {
            let room = room && self.home >> to & 1 == 1;
            let goals = empty & self.reach(room) & !(1 << to) | cell(turn, i);
            self.last(turn.reaching(i, to as u8), j, goals)?;
        }
        self.last(turn.reaching(i, turn.sent(j).from), j, empty & self.reach(room))
    }

    /// Sends the last pawn: one turn for each of its destinations.
    #[inline]
    fn last(&mut self, turn: Turn, i: usize, goals: u32) -> ControlFlow<()> {
        for to in bits(goals) {
            (self.visit)(turn.reaching(i, to as u8))?;
        }
        ControlFlow::Continue(())
    }

    /// Where a pawn at home may go: anywhere if there is room for one away from home.
    #[inline]
    fn reach(&self, room: bool) -> u32 {
        if room { TRACKS } else { self.home }
    }
}

/// The cell that the `i`-th pawn leaves.
#[inline]
fn cell(turn: Turn, i: usize) -> u32 {
    1 << turn.sent(i).from
}

/// The position after a legal turn.
#[inline]
pub(super) fn play(position: &Position, turn: Turn) -> Position {
    let (own, enemy) = position.sets();
    let own = own ^ turn.own().change();
    // Cells that one pawn leaves and another gets cancel out, and so does a pawn that is none.
    let enemy = (0..3).fold(enemy, |set, i| set ^ turn.sent(i).change());
    let pawns = match position.to_move {
        Side::Light => [own, enemy],
        Side::Dark => [enemy, own],
    };
    Position { pawns, to_move: position.to_move.other() }
}
