//! Positions and turns of Achef as text.

use damier_core::bits::Layout;
use damier_core::setup::Setup;
use damier_core::{Message, Notation, Phrase, Side, phrase};

use super::Achef;
use super::board::{BELOW_CENTRE, Position, Turn, level};
use super::turns::LOST;
use crate::five::{CENTRE, LAYOUT, NEIGHBOURS, cell, cells_of, set_of};
use crate::placing::{self, PAWNS};
use crate::players::WHITE_AND_BLACK;

const KO_OFF: Phrase = phrase!("achef.ko-off");
const KO_FORM: Phrase = phrase!("achef.ko-form");
const KO_ORDER: Phrase = phrase!("achef.ko-order");
const KO_APART: Phrase = phrase!("achef.ko-apart");
const KO_LEVELS: Phrase = phrase!("achef.ko-levels");
const KO_PAWNS: Phrase = phrase!("achef.ko-pawns");
const NC_CELL: Phrase = phrase!("achef.nc-cell");
const NC_EMPTY: Phrase = phrase!("achef.nc-empty");
const NC_CENTRE: Phrase = phrase!("achef.nc-centre");
const WHILE_PLACING: Phrase = phrase!("achef.while-placing");

impl Notation for Achef {
    const LAYOUT: Layout = LAYOUT;
    const LETTERS: [char; 2] = ['w', 'b'];
    const KEYS: &'static [&'static str] = &["hand", "ko", "nc"];

    fn name() -> Phrase {
        phrase!("achef.name")
    }

    fn sides() -> [Phrase; 2] {
        WHITE_AND_BLACK
    }

    fn check(&self, setup: &Setup) -> Result<Position, Message> {
        setup.at_most::<Achef>(PAWNS)?;
        let pawns = setup.pawns.map(|set| set as u32);
        let mut position = Position::moving(pawns, setup.to_move);
        position.placing = placing::ON_BORDER.check::<Achef>(setup, self.first)?;
        let lost = Side::BOTH.map(|side| !position.placing && setup.count(side) <= LOST);
        position.over = setup.settle::<Achef>(lost)?;
        let (ko, no_climb) = (self.check_ko(setup)?, check_no_climb(setup)?);
        let mut other_keys = setup.keys.iter().filter(|(key, _)| *key != "hand");
        match other_keys.next() {
            Some((key, _)) if position.placing => Err(WHILE_PLACING.with(*key)),
            // A finished position has no key but `won`.
            _ if position.over.is_some() => Ok(position),
            _ => Ok(Position { ko, no_climb, ..position }),
        }
    }

    fn setup(&self, position: &Position) -> Setup {
        let mut keys = Vec::new();
        if position.placing {
            keys.push(("hand", placing::ON_BORDER.text::<Achef>(position.pawns)));
        }
        for (key, set) in [("ko", position.ko), ("nc", position.no_climb)] {
            if set != 0 {
                keys.push((key, cells_of(set).iter().map(ToString::to_string).collect()));
            }
        }
        Setup {
            pawns: position.pawns.map(u64::from),
            to_move: position.to_move,
            keys,
            over: position.over,
        }
    }

    fn write_turn(&self, _: &Position, turn: Turn, out: &mut String) {
        let name = |bit: u8| cell(bit).name().map(char::from);
        let (from, mark, to) = match turn {
            Turn::Place { cell } => return out.extend(name(cell)),
            Turn::Step { from, to } => (from, '-', to),
            Turn::Capture { from, to } => (from, 'x', to),
            Turn::Swap { from, to } => (from, '=', to),
        };
        out.extend(name(from));
        out.push(mark);
        out.extend(name(to));
    }
}

impl Achef {
    /// The set that the key `ko` names: two cells whose pawns could be swapped.
    fn check_ko(&self, setup: &Setup) -> Result<u32, Message> {
        let Some(value) = setup.key("ko") else { return Ok(0) };
        if !self.ko {
            return Err(KO_OFF.say());
        }
        let cells = setup.cells::<Achef>("ko")?;
        let (a, b) = match cells[..] {
            [first, second] if first < second => (set_of(first), set_of(second)),
            [first, second] if first > second => return Err(KO_ORDER.with(value)),
            _ => return Err(KO_FORM.with(value)),
        };
        let complaint = match (a | b, setup.pawns.map(|set| set as u32)) {
            _ if NEIGHBOURS[a.trailing_zeros() as usize] & b == 0 => KO_APART,
            _ if level(a) != level(b) => KO_LEVELS,
            (both, [w, b]) if (w & both).count_ones() != 1 || (b & both).count_ones() != 1 => {
                KO_PAWNS
            }
            (both, _) => return Ok(both),
        };
        Err(complaint.with(value))
    }
}

/// The set that the key `nc` names: a pawn below the empty centre.
fn check_no_climb(setup: &Setup) -> Result<u32, Message> {
    let Some(value) = setup.key("nc") else { return Ok(0) };
    let pawns = (setup.pawns[0] | setup.pawns[1]) as u32;
    let set = match setup.cells::<Achef>("nc")?[..] {
        [cell] => set_of(cell),
        _ => 0,
    };
    let complaint = match set {
        _ if set & BELOW_CENTRE == 0 => NC_CELL,
        _ if set & pawns == 0 => NC_EMPTY,
        _ if pawns & CENTRE != 0 => NC_CENTRE,
        _ => return Ok(set),
    };
    Err(complaint.with(value))
}
