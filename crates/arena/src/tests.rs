//! Perfect play against every level, turn by turn checked by the tables: a drawn position is never
//! lost, a won one never missed.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_core::any::Opened;
use damier_core::game::{Complete, Outcome};
use damier_core::play::Play;
use damier_core::side::Side;
use damier_core::value::Value;
use damier_games::Visitor;
use damier_index::Solvable;
use damier_search::think::Player;
use damier_search::tuning::Tuning;
use damier_solve::store::Store;

use crate::game::{self, Terms};
use crate::openings::{self, Drawn};
use damier_engine::agent::{Agent, Clock, Failure};
use damier_engine::budget::Budget;
use damier_engine::computer::Computer;
use damier_engine::tables::{self, Exact};
use damier_solve::progress::Silent;

/// A perfect player who is looked at closely.
struct Watched<G: Complete> {
    player: Computer<G>,
    oracle: Exact<G>,
    /// The value of the position it last moved in.
    last: Option<Value>,
}

impl<G: Complete> Agent<G> for Watched<G> {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        self.last = None;
        self.player.begin(seed)
    }

    fn turn(
        &mut self,
        play: &Play<G>,
        clock: Option<Clock>,
        stop: &AtomicBool,
    ) -> Result<G::Turn, Failure> {
        let before = self.oracle.value(play.position()).expect("a known position");
        let turn = self.player.turn(play, clock, stop)?;
        let after = play.game().play(play.position(), turn);
        let kept = self.oracle.value(&after).expect("a known position").before();
        assert_eq!(kept, before, "{}", play.any().position());
        // The opponent cannot have made things worse either.
        if let (Some(Value::Win(Some(last))), Value::Win(Some(now))) = (self.last, before) {
            assert!(now < last, "no progress");
        }
        self.last = Some(before);
        Ok(turn)
    }
}

/// Plays perfect games against the levels; `games` says how many pairs against each.
struct Perfect<'a> {
    folder: &'a Path,
    games: &'a [usize],
    seed: u64,
}

impl Visitor for Perfect<'_> {
    /// Games won, drawn and lost.
    type Output = [usize; 3];

    fn visit<G: Solvable>(self, opened: Opened<G>) -> [usize; 3] {
        let store = Store::new(self.folder.to_owned());
        let oracle = tables::load(&opened, &store, &Silent);
        let oracle = oracle.expect("tables").expect("tables of this game");
        let mut score = [0; 3];
        for (i, pairs) in self.games.iter().enumerate().take(G::levels().len()) {
            let seed = self.seed + i as u64;
            let all =
                openings::draw(&opened, Drawn { least: 0, most: 10, even: false }, *pairs, seed)
                    .expect("openings");
            for (number, opening) in all.iter().enumerate() {
                for side in Side::BOTH {
                    let perfect = Computer::new(
                        Player::Perfect,
                        Budget::default(),
                        Tuning::FULL,
                        Some(oracle.clone()),
                    );
                    let perfect = Watched { player: perfect, oracle: oracle.clone(), last: None };
                    let level =
                        Computer::new(Player::Level(i + 1), Budget::default(), Tuning::FULL, None);
                    let outcome = fight(opening, side, perfect, level, seed + number as u64);
                    score[outcome] += 1;
                }
            }
        }
        score
    }
}

/// Plays a game and returns 0 if the perfect player won, 1 for a draw, 2 if it lost.
fn fight<G: Complete>(
    opening: &Play<G>,
    side: Side,
    perfect: Watched<G>,
    level: Computer<G>,
    seed: u64,
) -> usize {
    let oracle = perfect.oracle.clone();
    let mut seats: [Box<dyn Agent<G>>; 2] = [Box::new(perfect), Box::new(level)];
    if side == Side::Dark {
        seats.reverse();
    }
    let [light, dark] = &mut seats;
    let terms = Terms { cap: 300, tables: None, clock: None };
    let stop = AtomicBool::new(false);
    let played = game::play(opening, [(light, seed), (dark, !seed)], &terms, &stop);
    let play = &played.play;
    // Every position in which the perfect player was to move.
    let own = (opening.line().len()..play.line().len())
        .map(|i| play.position_at(i))
        .filter(|position| play.game().to_move(position) == side);
    let values: Vec<Value> = own.filter_map(|position| oracle.value(position)).collect();
    let was = |test: fn(&Value) -> bool| values.iter().any(test);
    let result = match played.outcome {
        Outcome::Won(winner) if winner == side => 0,
        Outcome::Drawn => 1,
        Outcome::Won(_) => 2,
    };
    if was(|value| matches!(value, Value::Win(_))) {
        assert_eq!(result, 0, "a won game was not won: {:?}", play.any().line());
    } else if was(|value| *value == Value::Draw) {
        assert!(result < 2, "a drawn game was lost: {:?}", play.any().line());
    }
    result
}

/// The games whose tables are there in seconds.
const QUICK: [(&str, &str); 4] =
    [("kono", ""), ("fraha", ""), ("rooya", ""), ("kono", "capture=mandatory")];

fn check(games: &[usize], seed: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    for (id, rules) in QUICK {
        let perfect = Perfect { folder: folder.path(), games, seed };
        let score = damier_games::visit(id, rules, perfect).expect("the game");
        println!("{id} [{rules}]: won {}, drawn {}, lost {}", score[0], score[1], score[2]);
        assert!(score[0] > score[2], "{id} {rules}: {score:?}");
    }
}

#[test]
fn perfect_play_never_loses_a_draw_nor_misses_a_win() {
    check(&[3, 3, 2, 2, 1], 11);
}

#[test]
#[ignore = "thousands of games: six minutes"]
fn perfect_play_over_thousands_of_games() {
    check(&[250, 250, 200, 150, 80, 30, 10, 4], 23);
}
