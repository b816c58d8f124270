//! Positions and turns of Kono as text.

use damier_core::bits::Layout;
use damier_core::setup::Setup;
use damier_core::{Message, Notation, Phrase, Side, phrase};

use super::board::{LAYOUT, Position, Turn};
use super::{Kono, turns};

pub(super) const YELLOW: Phrase = phrase!("kono.yellow");
pub(super) const RED: Phrase = phrase!("kono.red");

impl Notation for Kono {
    const LAYOUT: Layout = LAYOUT;
    const LETTERS: [char; 2] = ['y', 'r'];
    const KEYS: &'static [&'static str] = &[];

    fn name() -> Phrase {
        phrase!("kono.name")
    }

    fn sides() -> [Phrase; 2] {
        [YELLOW, RED]
    }

    fn check(&self, setup: &Setup) -> Result<Position, Message> {
        setup.at_most::<Kono>(8)?;
        let pawns = setup.pawns.map(|set| set as u16);
        let mut position = Position { pawns, to_move: setup.to_move, over: None };
        let mut lost = Side::BOTH.map(|side| setup.count(side) < 2);
        if lost == [false; 2] {
            let (own, enemy) = position.sets();
            lost[setup.to_move.index()] = !turns::can_move(own, enemy);
        }
        position.over = setup.settle::<Kono>(lost)?;
        Ok(position)
    }

    fn setup(&self, position: &Position) -> Setup {
        Setup {
            pawns: position.pawns.map(u64::from),
            to_move: position.to_move,
            keys: Vec::new(),
            over: position.over,
        }
    }

    fn write_turn(&self, _: &Position, turn: Turn, out: &mut String) {
        let cell = |bit: u8| LAYOUT.cell(u32::from(bit)).name().map(char::from);
        out.extend(cell(turn.from));
        out.push(if turn.captures() { 'x' } else { '-' });
        out.extend(cell(turn.to));
    }
}
