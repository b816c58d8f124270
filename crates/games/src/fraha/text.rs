//! Positions and turns of Fraha as text.

use damier_core::bits::Layout;
use damier_core::setup::Setup;
use damier_core::{List, Message, Notation, Phrase, Side, phrase};

use super::Fraha;
use super::board::{HOME, Position, Sent, Turn};
use crate::five::{CENTRE, LAYOUT, cell, cells_of};
use crate::players::WHITE_AND_BLACK;

const IN_THE_CENTRE: Phrase = phrase!("fraha.in-the-centre");
const TOO_MANY_AWAY: Phrase = phrase!("fraha.too-many-away");

/// The names of these cells in alphabetical order.
pub(super) fn names(set: u32) -> List {
    List::plain(cells_of(set))
}

/// Appends two cells with a sign between them.
fn write_pair(sent: Sent, sign: char, out: &mut String) {
    out.extend(cell(sent.from).name().map(char::from));
    out.push(sign);
    out.extend(cell(sent.to).name().map(char::from));
}

/// An error if these pawns of `side` cannot stand where they do.
fn check_places(side: Side, pawns: u32) -> Result<(), Message> {
    let player = Fraha::sides()[side.index()];
    let away = pawns & !HOME[side.index()];
    match away.count_ones() {
        _ if pawns & CENTRE != 0 => Err(IN_THE_CENTRE.with(player)),
        0 | 1 => Ok(()),
        n => Err(TOO_MANY_AWAY.with(player).with(n).with(names(away))),
    }
}

impl Notation for Fraha {
    const LAYOUT: Layout = LAYOUT;
    const LETTERS: [char; 2] = ['w', 'b'];
    const KEYS: &'static [&'static str] = &[];

    fn name() -> Phrase {
        phrase!("fraha.name")
    }

    fn sides() -> [Phrase; 2] {
        WHITE_AND_BLACK
    }

    fn check(&self, setup: &Setup) -> Result<Position, Message> {
        setup.exactly::<Fraha>(4)?;
        let position = Position::new(setup.pawns.map(|set| set as u32), setup.to_move);
        for side in Side::BOTH {
            check_places(side, position.pawns(side))?;
        }
        let lost = |side: Side| self.goals.reached(side.other(), position.pawns(side.other()));
        setup.settle::<Fraha>(Side::BOTH.map(lost))?;
        Ok(position)
    }

    fn setup(&self, position: &Position) -> Setup {
        Setup {
            pawns: position.pawns.map(u64::from),
            to_move: position.to_move,
            keys: Vec::new(),
            over: self.goals.outcome(position),
        }
    }

    fn write_turn(&self, _: &Position, turn: Turn, out: &mut String) {
        write_pair(turn.own(), '-', out);
        for sent in turn.teleports() {
            out.push(',');
            write_pair(sent, '>', out);
        }
    }
}
