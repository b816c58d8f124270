//! The searches compared with their slow twin: plain negamax that looks at everything. On a made
//! up game, a random graph without circles in which ways meet again, so that the table of
//! positions is used; and on the real games, where positions come back.

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;

use common::{negamax, wins};
use damier_core::game::{Evaluate, Game, Level, Outcome};
use damier_core::options::{OptionSpec, Options};
use damier_core::random::Random;
use damier_core::side::Side;
use damier_search::alpha_beta::{AlphaBeta, Limits};
use damier_search::memory::Memory;
use damier_search::proof::{Proof, ProofSearch};
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

    fn promise(&self, _: &At, turn: u32) -> i32 {
        i32::from(turn.is_multiple_of(4))
    }

    fn is_restless(&self, at: &At) -> bool {
        let loud = |turn| match turn % 4 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.turns(at, &mut { loud }).is_break()
    }

    fn trace(&self, turn: u32) -> usize {
        turn as usize
    }

    fn epoch(&self, at: &At) -> u32 {
        100 - at.ply
    }

    fn subtlety(&self, _: &At, _: u32) -> u32 {
        1
    }

    fn levels() -> &'static [Level] {
        &[]
    }
}

fn searched<G: Evaluate>(game: G, position: G::Position, depth: u32, tuning: Tuning) -> i32 {
    let memory = Arc::new(Memory::new(1 << 16));
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
            for aspire in [0, 1, 40] {
                let tuning = Tuning { aspire, ..Tuning::PLAIN };
                let found = searched(game, game.start(), depth, tuning);
                assert_eq!(found, expected, "seed {seed} depth {depth} aspire {aspire}");
            }
        }
    }
}

#[test]
fn proof_search_is_negamax_on_random_graphs() {
    let (mut won, mut not) = (0, 0);
    for seed in 0..1000 {
        let game = Lots { seed };
        let expected = wins(&game, &game.start());
        let mut search = ProofSearch::new(game, game.start(), None, 1 << 20);
        while !search.run(11) {}
        match (search.answer(), expected) {
            (Proof::Won, true) => {
                won += 1;
                let turn = search.winning_turn().expect("a winning turn");
                let after = game.play(&game.start(), turn);
                let ended = game.outcome(&after) == Some(Outcome::Won(Side::Light));
                assert!(ended || !common::saves(&game, &after), "seed {seed}: {turn} does not win");
            }
            (Proof::NotWon, false) => not += 1,
            (answer, expected) => panic!("seed {seed}: {answer:?}, but the truth is {expected}"),
        }
    }
    assert!(won > 50 && not > 50, "{won} won, {not} not");
}

#[test]
fn no_room_leaves_the_question_open() {
    let game = Lots { seed: 3 };
    let mut search = ProofSearch::new(game, game.start(), None, 4);
    assert!(search.run(1000));
    assert_eq!(search.answer(), Proof::Open);
}
