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

pub use board::{Goals, HOME, INNER, OUTER, Position, STEPS, TRACKS, Turn, immune};
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
    goals: Goals,
}

static OPTIONS: [OptionSpec; 4] = [
    WHITE_FIRST,
    OptionSpec {
        name: "teleport",
        label: phrase!("fraha.option-teleport"),
        values: &[
            ("all", phrase!("fraha.option-teleport-all")),
            ("one", phrase!("fraha.option-teleport-one")),
        ],
    },
    OptionSpec {
        name: "line",
        label: phrase!("fraha.option-line"),
        values: &[
            ("straight", phrase!("fraha.option-line-straight")),
            ("bent", phrase!("fraha.option-line-bent")),
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
        Fraha {
            first: Side::BOTH[options.chosen("first")],
            one: options.chosen("teleport") == 1,
            goals: Goals { bent: options.chosen("line") == 1 },
        }
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
        turns::visit(self, position, visit)
    }

    #[inline]
    fn play(&self, position: &Position, turn: Turn) -> Position {
        turns::play(position, turn)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.goals.outcome(position)
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
        let Outcome::Won(winner) = self.goals.outcome(position)? else { return None };
        let pawns = position.pawns(winner);
        let words = match winner {
            Side::Light if Goals { bent: false }.reached(winner, pawns) => {
                phrase!("fraha.ended-line")
            }
            Side::Light => phrase!("fraha.ended-bent"),
            Side::Dark => phrase!("fraha.ended-figure"),
        };
        endings::made(words, cells_of(pawns))
    }

    fn view() -> View {
        view::view()
    }

    fn rules(lang: Lang) -> &'static str {
        crate::rules(Self::ID, lang)
    }
}
