//! Four Field Kono: sixteen pawns on 4×4 cells; a pawn captures by jumping over one of its own.

mod board;
mod entry;
mod eval;
mod index;
mod text;
mod turns;
mod view;

use std::ops::ControlFlow;

use damier_core::options::{OptionSpec, Options, REPETITION};
use damier_core::random::Random;
use damier_core::reason::Reason;
use damier_core::value::Value;
use damier_core::view::View;
use damier_core::{Game, Lang, Outcome, Phrase, Show, Side, phrase};

pub use board::{Position, Turn};

use crate::{endings, players};

/// The rules of Four Field Kono.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kono {
    first: Side,
    /// Whether a player who can capture must.
    mandatory: bool,
}

static OPTIONS: [OptionSpec; 3] = [
    players::first(&[("yellow", text::YELLOW), ("red", text::RED)]),
    OptionSpec {
        name: "capture",
        label: phrase!("kono.option-capture"),
        values: &[
            ("optional", phrase!("kono.option-capture-optional")),
            ("mandatory", phrase!("kono.option-capture-mandatory")),
        ],
    },
    REPETITION,
];

impl Game for Kono {
    const ID: &'static str = "kono";
    type Position = Position;
    type Turn = Turn;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options) -> Kono {
        Kono {
            first: Side::BOTH[options.chosen("first")],
            mandatory: options.chosen("capture") == 1,
        }
    }

    fn start(&self) -> Position {
        Position { pawns: [0x00FF, 0xFF00], to_move: self.first, over: None }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    #[inline(always)]
    fn turns(
        &self,
        position: &Position,
        visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        turns::visit(self.mandatory, position, visit)
    }

    #[inline(always)]
    fn random_turn(
        &self,
        position: &Position,
        random: &mut Random,
        _: &mut Vec<Turn>,
    ) -> Option<Turn> {
        turns::random_turn(self.mandatory, position, random)
    }

    #[inline(always)]
    fn play(&self, position: &Position, turn: Turn) -> Position {
        turns::play(position, turn)
    }

    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.over
    }

    fn ended_without_turn(&self, position: &Position) -> bool {
        position.over.is_some() && position.pawns.iter().all(|set| set.count_ones() >= 2)
    }
}

impl Show for Kono {
    const BEGINNER_BY_LOT: bool = true;
    const SAMPLE: &'static str = "1rrr/4/yyry/yyy1 y";

    fn about() -> Phrase {
        phrase!("kono.about")
    }

    fn aim() -> Phrase {
        phrase!("kono.aim")
    }

    fn known() -> Option<Value> {
        Some(Value::Draw)
    }

    fn reason(&self, position: &Position) -> Option<Reason> {
        let words = match self.ended_without_turn(position) {
            true => endings::NO_TURN,
            false => endings::FEW_PAWNS,
        };
        endings::lost::<Kono>(words, position.over?, position.pawns.map(u64::from))
    }

    fn view() -> View {
        view::view()
    }

    fn rules(lang: Lang) -> &'static str {
        crate::rules(Self::ID, lang)
    }
}
