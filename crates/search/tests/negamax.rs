//! The searches compared with their slow twin: plain negamax that looks at everything. On a made
//! up game, a random graph without circles in which ways meet again, so that the table of
//! positions is used; and on the real games, where positions come back.

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;

use common::negamax;
use damier_core::game::{
    Evaluate, Game, Level, Opponents, Outcome, Progress, Searchable, TurnOrder,
};
use damier_core::options::{OptionSpec, Options};
use damier_core::random::Random;
use damier_core::side::Side;
use damier_search::alpha_beta::{AlphaBeta, Limits};
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;

/// A game of `WIDTH` positions at each ply whose turns and ends are drawn by lot.
#[derive(Clone, Copy)]
struct Lots {
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct At {
    ply: u32,
    place: u32,
}

const WIDTH: u32 = 40;

impl Lots {
    fn draw(&self, at: At, what: u64) -> Random {
        let place = u64::from(at.ply) << 32 | u64::from(at.place);
        let mut random = Random::new(self.seed ^ place.rotate_left(20) ^ what << 56);
        random.bits();
        random
    }
}

impl Game for Lots {
    const ID: &'static str = "lots";
    type Position = At;
    type Turn = u32;

    fn options() -> &'static [OptionSpec] {
        &[]
    }

    fn new(_: &Options) -> Lots {
        Lots { seed: 0 }
    }

    fn start(&self) -> At {
        At { ply: 0, place: 0 }
    }

    fn to_move(&self, at: &At) -> Side {
        Side::BOTH[at.ply as usize % 2]
    }

    fn turns(&self, at: &At, visit: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome(at).is_none() {
            let mut random = self.draw(*at, 1);
            for _ in 0..1 + random.below(5) {
                visit(random.below(WIDTH as usize) as u32)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &At, turn: u32) -> At {
        At { ply: at.ply + 1, place: turn }
    }

    fn outcome(&self, at: &At) -> Option<Outcome> {
        match self.draw(*at, 2).below(40) {
            _ if at.ply == 0 => None,
            0 | 1 => Some(Outcome::Won(self.to_move(at).other())),
            2 => Some(Outcome::Won(self.to_move(at))),
            3 => Some(Outcome::Drawn),
            _ if at.ply > 12 => Some(Outcome::Drawn),
            _ => None,
        }
    }
}

impl Evaluate for Lots {
    fn evaluate(&self, at: &At) -> i32 {
        self.draw(*at, 3).below(201) as i32 - 100
    }
}

impl TurnOrder for Lots {
    fn turn_score(&self, _: &At, turn: u32) -> i32 {
        i32::from(turn.is_multiple_of(4))
    }

    fn has_tactical_turn(&self, at: &At) -> bool {
        let tactical = |turn| match turn % 4 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.turns(at, &mut { tactical }).is_break()
    }

    fn history_index(&self, turn: u32) -> usize {
        turn as usize
    }
}

impl Progress for Lots {
    fn irreversible_count(&self, at: &At) -> u32 {
        100 - at.ply
    }
}

impl Opponents for Lots {
    fn visibility_cost(&self, _: &At, _: u32) -> u32 {
        1
    }

    fn levels() -> &'static [Level] {
        &[]
    }
}

fn searched<G: Searchable>(game: G, position: G::Position, depth: u32, tuning: Tuning) -> i32 {
    let memory = Arc::new(TranspositionTable::new(1 << 16));
    let limits = Limits { nodes: None, depth: Some(depth) };
    let search = AlphaBeta::new(game, &[], position, memory);
    let mut search = search.with_limits(limits).with_tuning(tuning);
    // In slices of odd sizes: where it is interrupted makes no difference.
    while !search.run(37) {}
    search.best().expect("a turn").score
}

#[test]
fn alpha_beta_is_negamax_on_random_graphs() {
    for seed in 0..400 {
        let game = Lots { seed };
        for depth in 1..=7 {
            let expected =
                negamax(&game, &mut vec![game.start()], depth as i32, &mut u64::MAX.clone());
            // A certain end that was found earlier ends the search: then it is the same end.
            // However narrow the first window is, in the end the score is the same.
            for aspiration_window in [0, 1, 40] {
                let tuning = Tuning { aspiration_window, ..Tuning::PLAIN };
                let found = searched(game, game.start(), depth, tuning);
                assert_eq!(
                    found, expected,
                    "seed {seed} depth {depth} aspiration_window {aspiration_window}"
                );
            }
        }
    }
}
