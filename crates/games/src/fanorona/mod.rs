//! Fanorona: twenty-two pawns each on the 45 points of a web of lines; a pawn captures whole lines
//! of enemies by coming up to them or by withdrawing from them, several times in one turn. With
//! its rematch, the Vela.
//!
//! A player can be left without a legal turn here: in `9/9/bb7/b8/wbb6 b` Black has no capture,
//! and b3-b2 leaves the white pawn in the corner without a step. White then loses.

mod board;
mod chains;
mod entry;
mod eval;
mod huff;
mod index;
mod refuse;
mod stage;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod turns;
mod vela;
mod view;

use std::ops::ControlFlow;

use damier_core::options::{OptionSpec, Options, REPETITION};
use damier_core::reason::Reason;
use damier_core::view::{Mark, View};
use damier_core::{Game, Lang, Message, Notation, Outcome, Phrase, Show, Side, phrase};

pub use board::Position;
pub use turn::Turn;

use crate::endings;
use crate::players::WHITE_FIRST;

/// What is left open by "a pawn goes on capturing".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Rules {
    /// The rule sheet: on as long as possible, the larger group, a single capture at first.
    Sheet,
    /// The rules of the published solution (Schadd et al. 2007): all that is free.
    Schadd,
}

/// The rules of Fanorona.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fanorona {
    first: Side,
    rules: Rules,
    /// Whether a capture may be refused at the price of a pawn.
    huff: bool,
    /// Whether the previous winner begins a Vela.
    winner_first: bool,
}

static OPTIONS: [OptionSpec; 5] = [
    WHITE_FIRST,
    OptionSpec {
        name: "rules",
        label: phrase!("fanorona.option-rules"),
        values: &[
            ("sheet", phrase!("fanorona.option-rules-sheet")),
            ("schadd", phrase!("fanorona.option-rules-schadd")),
        ],
    },
    OptionSpec {
        name: "capture",
        label: phrase!("fanorona.option-capture"),
        values: &[
            ("forced", phrase!("fanorona.option-capture-forced")),
            ("huff", phrase!("fanorona.option-capture-huff")),
        ],
    },
    OptionSpec {
        name: "vela_first",
        label: phrase!("fanorona.option-vela-first"),
        values: &[
            ("loser", phrase!("fanorona.option-vela-first-loser")),
            ("winner", phrase!("fanorona.option-vela-first-winner")),
        ],
    },
    REPETITION,
];

impl Game for Fanorona {
    const ID: &'static str = "fanorona";
    type Position = Position;
    type Turn = Turn;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options) -> Fanorona {
        Fanorona {
            first: Side::BOTH[options.chosen("first")],
            rules: [Rules::Sheet, Rules::Schadd][options.chosen("rules")],
            huff: options.chosen("capture") == 1,
            winner_first: options.chosen("vela_first") == 1,
        }
    }

    fn start(&self) -> Position {
        let open = if self.rules == Rules::Sheet { 0b11 } else { 0 };
        let (pawns, to_move) = (board::START, self.first);
        Position { pawns, huff: 0, to_move, open, vela: None, over: None }
    }

    fn sequel(&self, winner: Side) -> Option<Position> {
        let to_move = if self.winner_first { winner } else { winner.other() };
        Some(Position { to_move, open: 0, vela: Some(winner), ..self.start() })
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

    fn is_legal(&self, position: &Position, turn: Turn) -> bool {
        stage::is_legal(*self, position, turn)
    }

    fn ended_without_turn(&self, position: &Position) -> bool {
        position.over.is_some() && position.pawns.iter().all(|set| *set != 0)
    }
}

impl Show for Fanorona {
    const SAMPLE: &'static str = "1bbb1bbbb/b1bbb1bbb/3w1b1bw/1ww1bww1w/wwww1www1 w";

    fn about() -> Phrase {
        phrase!("fanorona.about")
    }

    fn aim() -> Phrase {
        phrase!("fanorona.aim")
    }

    fn sequel_name() -> Option<Phrase> {
        Some(phrase!("fanorona.sequel"))
    }

    fn reason(&self, position: &Position) -> Option<Reason> {
        let words = match self.ended_without_turn(position) {
            true => endings::NO_TURN,
            false => endings::FEW_PAWNS,
        };
        endings::lost::<Fanorona>(words, position.over?, position.pawns)
    }

    fn view() -> View {
        view::view()
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        match position.huff {
            0 => Vec::new(),
            huff => vec![Mark { kind: &view::HUFF, cells: board::cells(huff) }],
        }
    }

    fn remark(&self, position: &Position) -> Option<Message> {
        const GIVES: Phrase = phrase!("fanorona.gives");
        const TAKES: Phrase = phrase!("fanorona.takes");
        const FIRST: Phrase = phrase!("fanorona.first");
        if let Some(giver) = position.vela {
            let left = position.pawns[giver.index()].count_ones().saturating_sub(5);
            let words = if position.to_move == giver { GIVES } else { TAKES };
            return Some(words.with(Self::sides()[giver.index()]).with(left));
        }
        (position.over.is_none() && position.is_first_turn()).then(|| FIRST.say())
    }

    fn rules(lang: Lang) -> &'static str {
        crate::rules(Self::ID, lang)
    }
}
