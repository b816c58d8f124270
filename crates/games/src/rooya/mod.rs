//! Rooya: eight pawns each on two plates, of which the inner one turns; five in a row win.

mod board;
mod entry;
mod eval;
mod index;
mod paths;
mod scan;
#[cfg(test)]
mod tests;
mod text;
mod threats;
mod turns;
mod view;

use std::ops::ControlFlow;

use damier_core::options::{OptionSpec, Options, REPETITION};
use damier_core::reason::Reason;
use damier_core::value::Value;
use damier_core::view::View;
use damier_core::{Game, Lang, Message, Outcome, Phrase, Show, Side, phrase};

pub use board::{PLATE_NEIGHBOURS, Position, Rotation, Turn, gains_line, lines, lines_of_both};
pub use index::RooyaIndex;
pub use paths::{PATHS, Path};
pub use turns::after;

use crate::five::cells_of;
use crate::{endings, placing, players};

/// The rules of Rooya.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rooya {
    first: Side,
    /// Whether the second step may be a swap.
    replay_swap: bool,
    /// Whether a rotation may leave everything as it was.
    null_rotation: bool,
    /// Whether a turn that completes lines of both players draws.
    both_draw: bool,
}

static OPTIONS: [OptionSpec; 5] = [
    players::BLACK_FIRST,
    OptionSpec {
        name: "replay_swap",
        label: phrase!("rooya.option-swap"),
        values: &[
            ("yes", phrase!("rooya.option-swap-yes")),
            ("no", phrase!("rooya.option-swap-no")),
        ],
    },
    OptionSpec {
        name: "null_rotation",
        label: phrase!("rooya.option-null"),
        values: &[
            ("no", phrase!("rooya.option-null-no")),
            ("yes", phrase!("rooya.option-null-yes")),
        ],
    },
    OptionSpec {
        name: "both",
        label: phrase!("rooya.option-both"),
        values: &[
            ("mover", phrase!("rooya.option-both-mover")),
            ("draw", phrase!("rooya.option-both-draw")),
        ],
    },
    REPETITION,
];

impl Game for Rooya {
    const ID: &'static str = "rooya";
    type Position = Position;
    type Turn = Turn;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options) -> Rooya {
        Rooya {
            first: placing::beginner(options.chosen("first")),
            replay_swap: options.chosen("replay_swap") == 0,
            null_rotation: options.chosen("null_rotation") == 1,
            both_draw: options.chosen("both") == 1,
        }
    }

    fn start(&self) -> Position {
        Position { placing: true, ..Position::moving([0, 0], self.first) }
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
        turns::visit(*self, position, visit)
    }

    #[inline]
    fn play(&self, position: &Position, turn: Turn) -> Position {
        turns::play(*self, position, turn)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.over
    }
}

impl Show for Rooya {
    const SAMPLE: &'static str = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";

    fn about() -> Phrase {
        phrase!("rooya.about")
    }

    fn aim() -> Phrase {
        phrase!("rooya.aim")
    }

    fn known() -> Option<Value> {
        Some(Value::Draw)
    }

    fn reason(&self, position: &Position) -> Option<Reason> {
        let line = |side: Side| board::line_cells(position.pawns[side.index()]);
        let (words, cells) = match position.over? {
            Outcome::Won(winner) => (phrase!("rooya.ended-line"), line(winner)),
            Outcome::Drawn => (phrase!("rooya.ended-both"), line(Side::Light) | line(Side::Dark)),
        };
        endings::made(words, cells_of(cells))
    }

    fn view() -> View {
        view::view()
    }

    fn remark(&self, position: &Position) -> Option<Message> {
        let line = position.pawns.iter().any(|pawns| board::line_cells(*pawns) != 0);
        (position.placing && line).then(|| phrase!("rooya.line-later").say())
    }

    fn hand(&self, position: &Position) -> [u8; 2] {
        match position.placing {
            true => placing::ON_BORDER.in_hand(position.pawns),
            false => [0, 0],
        }
    }

    fn rules(lang: Lang) -> &'static str {
        crate::rules(Self::ID, lang)
    }
}
