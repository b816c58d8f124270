//! Positions and turns of Rooya as text.

use damier_core::bits::Layout;
use damier_core::entry::Button;
use damier_core::setup::{Setup, not_shown};
use damier_core::{Message, Notation, Outcome, Phrase, Side, phrase};

use super::Rooya;
use super::board::{Position, Rotation, Turn, lines};
use crate::five::{LAYOUT, cell};
use crate::placing::{self, PAWNS};
use crate::players::WHITE_AND_BLACK;

impl Rotation {
    /// How it is written, and the name of its button.
    pub(super) const fn name(self) -> Button {
        match self {
            Rotation::Clockwise => "cw",
            Rotation::Anticlockwise => "ccw",
            Rotation::Half => "half",
        }
    }

    /// The rotation that is written so.
    pub(super) fn read(name: &str) -> Option<Rotation> {
        Rotation::ALL.into_iter().find(|rotation| rotation.name() == name)
    }
}

impl Notation for Rooya {
    const LAYOUT: Layout = LAYOUT;
    const LETTERS: [char; 2] = ['w', 'b'];
    const KEYS: &'static [&'static str] = &["hand"];

    fn name() -> Phrase {
        phrase!("rooya.name")
    }

    fn sides() -> [Phrase; 2] {
        WHITE_AND_BLACK
    }

    fn check(&self, setup: &Setup) -> Result<Position, Message> {
        let placing = placing::ON_BORDER.check::<Rooya>(setup, self.first)?;
        if !placing {
            setup.exactly::<Rooya>(PAWNS)?;
        }
        let pawns = setup.pawns.map(|set| set as u32);
        match setup.over {
            Some(said) if !self.may_end(pawns, said) => Err(not_shown::<Rooya>(said)),
            over => Ok(Position { pawns, to_move: setup.to_move, placing, over }),
        }
    }

    fn setup(&self, position: &Position) -> Setup {
        let hand = position.placing.then(|| placing::ON_BORDER.text::<Rooya>(position.pawns));
        Setup {
            pawns: position.pawns.map(u64::from),
            to_move: position.to_move,
            keys: hand.map(|value| ("hand", value)).into_iter().collect(),
            over: position.over,
        }
    }

    fn write_turn(&self, _: &Position, turn: Turn, out: &mut String) {
        let (first, rest) = match turn {
            Turn::Rotate(rotation) => return out.push_str(rotation.name()),
            Turn::Place { cell } => (cell, [None, None]),
            Turn::Step { from, to } => (from, [Some(('-', to)), None]),
            Turn::StepStep { from, via, to } => (from, [Some(('-', via)), Some(('-', to))]),
            Turn::StepSwap { from, via, to } => (from, [Some(('-', via)), Some(('=', to))]),
            Turn::Swap { from, to } => (from, [Some(('=', to)), None]),
        };
        let name = |bit: u8| cell(bit).name().map(char::from);
        out.extend(name(first));
        for (mark, bit) in rest.into_iter().flatten() {
            out.push(mark);
            out.extend(name(bit));
        }
    }
}

impl Rooya {
    /// Whether a game can be over like this with such a board. The line that won is still there,
    /// so a winner has one, and after a draw, which only the option `both=draw` knows, both have.
    /// More cannot be asked: a line of the loser may be an old one, which counts for nothing, and
    /// that goes whoever made the last turn.
    fn may_end(&self, pawns: [u32; 2], said: Outcome) -> bool {
        let has_line = |side: Side| lines(pawns[side.index()]) != 0;
        match said {
            Outcome::Won(side) => has_line(side),
            Outcome::Drawn => self.both_draw && Side::BOTH.into_iter().all(has_line),
        }
    }
}
