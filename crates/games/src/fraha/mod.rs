//! Fraha: two tracks, four pawns each. A pawn that arrives next to enemy pawns sends them away to
//! cells its player chooses. White wants a line of four on an edge, Black three pawns on a side
//! of the inner track that face the fourth.

mod board;
mod entry;
mod eval;
mod index;
mod stage;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;

use std::ops::ControlFlow;

use damier_core::options::{OptionSpec, Options, REPETITION};
use damier_core::reason::Reason;
use damier_core::value::Value;
use damier_core::view::View;
use damier_core::{Game, Lang, Outcome, Phrase, Show, Side, phrase};

pub use board::{HOME, INNER, OUTER, Position, STEPS, TRACKS, Turn, figure, immune};
pub use index::FrahaIndex;

use crate::endings;
use crate::five::cells_of;
use crate::players::WHITE_FIRST;

/// The rules of Fraha.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraha {
    first: Side,
    /// Whether only one of the attacked pawns is teleported, not all of them.
    one: bool,
}

static OPTIONS: [OptionSpec; 3] = [
    WHITE_FIRST,
    OptionSpec {
        name: "teleport",
        label: phrase!("fraha.option-teleport"),
        values: &[
            ("all", phrase!("fraha.option-teleport-all")),
            ("one", phrase!("fraha.option-teleport-one")),
        ],
    },
    REPETITION,
];

impl Game for Fraha {
    const ID: &'static str = "fraha";
    type Position = Position;
    type Turn = Turn;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options) -> Fraha {
        Fraha { first: Side::BOTH[options.chosen("first")], one: options.chosen("teleport") == 1 }
    }

    fn start(&self) -> Position {
        const INNER_CORNERS: u32 = 0b00000_01010_00000_01010_00000;
        Position::new([board::CORNERS, INNER_CORNERS], self.first)
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    #[inline]
    fn turns(
        &self,
        position: &Position,
        visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        turns::visit(self.one, position, visit)
    }

    #[inline]
    fn play(&self, position: &Position, turn: Turn) -> Position {
        turns::play(position, turn)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome()
    }
}

impl Show for Fraha {
    const SAMPLE: &'static str = "1w3/1bb2/1w1b1/w2b1/1w3 w";

    fn about() -> Phrase {
        phrase!("fraha.about")
    }

    fn aim() -> Phrase {
        phrase!("fraha.aim")
    }

    fn known() -> Option<Value> {
        Some(Value::Draw)
    }

    fn reason(&self, position: &Position) -> Option<Reason> {
        let Outcome::Won(winner) = position.outcome()? else { return None };
        let words = match winner {
            Side::Light => phrase!("fraha.ended-line"),
            Side::Dark => phrase!("fraha.ended-figure"),
        };
        endings::made(words, cells_of(position.pawns(winner)))
    }

    fn view() -> View {
        view::view()
    }

    fn rules(lang: Lang) -> &'static str {
        crate::rules(Self::ID, lang)
    }
}
