//! Achef: eight pawns each on a stepped board of three levels; a pawn captures by coming down.

mod board;
mod entry;
mod eval;
mod index;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;

use std::ops::ControlFlow;

use damier_core::options::{OptionSpec, Options, REPETITION};
use damier_core::reason::Reason;
use damier_core::view::{Mark, View};
use damier_core::{Game, Lang, Outcome, Phrase, Show, Side, phrase};

pub use board::{BELOW_CENTRE, Position, SLOPES, Slope, Turn};
pub use index::AchefIndex;

use crate::five::cells_of;
use crate::{endings, placing, players};

/// The rules of Achef.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Achef {
    first: Side,
    /// Whether a swap may not be undone at once.
    ko: bool,
}

static OPTIONS: [OptionSpec; 3] = [
    players::BLACK_FIRST,
    OptionSpec {
        name: "ko",
        label: phrase!("achef.option-ko"),
        values: &[
            ("simple", phrase!("achef.option-ko-simple")),
            ("none", phrase!("achef.option-ko-none")),
        ],
    },
    REPETITION,
];

impl Game for Achef {
    const ID: &'static str = "achef";
    type Position = Position;
    type Turn = Turn;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options) -> Achef {
        Achef { first: placing::beginner(options.chosen("first")), ko: options.chosen("ko") == 0 }
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
        turns::visit(position, visit)
    }

    #[inline]
    fn play(&self, position: &Position, turn: Turn) -> Position {
        turns::play(self.ko, position, turn)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.over
    }
}

impl Show for Achef {
    const SAMPLE: &'static str = "1bww1/3w1/1bw1w/w1b1b/wbw1b w";

    fn about() -> Phrase {
        phrase!("achef.about")
    }

    fn aim() -> Phrase {
        phrase!("achef.aim")
    }

    fn view() -> View {
        view::view()
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        let keys = [(&view::KO, position.ko), (&view::NO_CLIMB, position.no_climb)];
        let marks = keys.into_iter().filter(|(_, set)| *set != 0);
        marks.map(|(kind, set)| Mark { kind, cells: cells_of(set) }).collect()
    }

    fn reason(&self, position: &Position) -> Option<Reason> {
        let pawns = position.pawns.map(u64::from);
        endings::lost::<Achef>(endings::FEW_PAWNS, position.over?, pawns)
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
