//! The searches on the real games: compared with plain negamax, and with the tables.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use common::negamax;
use damier_core::any::Opened;
use damier_core::game::{EVALUATED, Game, HISTORY_SIZE};
use damier_core::play::Play;
use damier_core::random::Random;
use damier_core::value::{Oracle, Value};
use damier_games::{IDS, Visitor};
use damier_index::{Index, Solvable};
use damier_search::alpha_beta::{AlphaBeta, Limits};
use damier_search::parallel::search_with_threads;
use damier_search::perfect::Perfect;
use damier_search::score::Verdict;
use damier_search::think::{Player, SearchContext, think};
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;
use damier_solve::build::{Finished, Solve};
use damier_tables::Tables;

/// Positions after some random turns that are not over.
fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::Position> {
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    while all.len() < count {
        let mut position = game.start();
        for _ in 0..random.below(60) {
            match game.random_turn(&position, &mut random, &mut Vec::new()) {
                Some(turn) => position = game.play(&position, turn),
                None => break,
            }
        }
        if game.outcome(&position).is_none() {
            all.push(position);
        }
    }
    all
}

fn each_game<V: Visitor + Copy>(visitor: V) {
    for id in IDS {
        damier_games::visit(id, "", visitor).expect("a game");
    }
    damier_games::visit("fanorona", "rules=schadd", visitor).expect("a game");
    damier_games::visit("fanorona", "capture=huff", visitor).expect("a game");
}

#[test]
fn however_short_a_search_it_has_a_turn_to_play() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let game = opened.game;
            let start = [game.start()];
            for position in start.into_iter().chain(positions(&game, 20, 9)) {
                let limits = Limits { nodes: Some(1), depth: None };
                let memory = Arc::new(TranspositionTable::new(1 << 16));
                let mut search = AlphaBeta::new(game, &[], position, memory).with_limits(limits);
                while !search.run(3) {}
                assert!(search.best().is_some(), "{}: {position:?}", G::ID);
            }
        }
    }
    each_game(Check);
}

#[test]
fn evaluations_keep_their_promises() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let game = opened.game;
            for position in positions(&game, 300, 5) {
                let value = game.evaluate(&position);
                assert!(value.abs() < EVALUATED, "{}: {position:?} {value}", G::ID);
                for s in 0..G::SYMMETRIES {
                    let image = game.map_position(s, &position);
                    assert_eq!(game.has_tactical_turn(&image), game.has_tactical_turn(&position));
                }
                let turns = game.all_turns(&position);
                let tactical = turns.iter().any(|turn| game.turn_score(&position, *turn) > 0);
                assert_eq!(tactical, game.has_tactical_turn(&position), "{}: {position:?}", G::ID);
                for turn in turns {
                    let after = game.play(&position, turn);
                    assert!(game.history_index(turn) < HISTORY_SIZE);
                    assert!(game.visibility_cost(&position, turn) >= 1);
                    assert!(game.irreversible_count(&after) <= game.irreversible_count(&position));
                }
            }
        }
    }
    each_game(Check);
}

#[test]
fn alpha_beta_is_negamax_in_every_game() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let game = opened.game;
            let mut compared = 0;
            for position in positions(&game, 40, 7) {
                for depth in 1..=2 {
                    let memory = Arc::new(TranspositionTable::new(1 << 16));
                    let limits = Limits { nodes: None, depth: Some(depth) };
                    // What would be remembered depends on the way: positions come back.
                    let tuning = Tuning { tt_cutoffs: 0, ..Tuning::PLAIN };
                    let search = AlphaBeta::new(game, &[], position, memory);
                    let mut search = search.with_limits(limits).with_tuning(tuning);
                    while !search.run(101) {}
                    let found = search.best().expect("a turn").score;
                    // Captures beyond the horizon can be too many for negamax.
                    let mut nodes = 300_000;
                    let expected = negamax(&game, &mut vec![position], depth as i32, &mut nodes);
                    if nodes > 0 {
                        assert_eq!(found, expected, "{} {position:?} depth {depth}", G::ID);
                        compared += 1;
                    }
                }
            }
            assert!(compared > 20, "{}: only {compared}", G::ID);
        }
    }
    each_game(Check);
}

/// The tables of a game that takes a moment to solve.
fn solved<G: Solvable>(game: G) -> Arc<Tables<G::Index>> {
    let index = G::Index::new(game).expect("an index");
    let tiers = index.tiers().len();
    let built = Solve::new(&index, tiers).run().expect("solved");
    let mut tables = Tables::new(index);
    for table in built {
        let Finished::Built(built) = table else { panic!("nothing is kept") };
        tables.add(built.table().expect("a table")).expect("ours");
    }
    Arc::new(tables)
}

/// Games that are solved in a moment.
const QUICK: [(&str, &str); 3] = [("kono", ""), ("kono", "capture=mandatory"), ("fraha", "")];

fn each_quick<V: Visitor + Copy>(visitor: V) {
    for (id, rules) in QUICK {
        damier_games::visit(id, rules, visitor).expect("a game");
    }
}

#[test]
fn what_the_search_is_certain_of_is_true() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let game = opened.game;
            let tables = solved(game);
            let mut certain = 0;
            for position in positions(&game, 150, 11) {
                let truth = tables.value(&position).expect("a value");
                let memory = Arc::new(TranspositionTable::new(1 << 20));
                let limits = Limits { nodes: Some(30_000), depth: None };
                let mut search = AlphaBeta::new(game, &[], position, memory).with_limits(limits);
                while !search.run(1000) {}
                let found = Verdict::of(search.best().expect("a turn").score);
                match (found, truth) {
                    (Verdict::Certain(Value::Win(n)), Value::Win(m)) => assert!(n >= m),
                    (Verdict::Certain(Value::Loss(n)), Value::Loss(m)) => assert!(n >= m),
                    (Verdict::Certain(v), t) => panic!("{position:?}: {v}, but {t}"),
                    (Verdict::Estimate(_), _) => continue,
                }
                certain += 1;
            }
            assert!(certain > 5, "{}: only {certain}", G::ID);
        }
    }
    each_quick(Check);
}

/// One thread is the ordinary search; several agree with the tables as it does, keep to the limit
/// of positions and stop when they are told.
#[test]
fn threads_search_alike() {
    let opened = Opened::<damier_games::kono::Kono>::new("").unwrap();
    let (game, tables) = (opened.game, solved(opened.game));
    let context = |nodes| SearchContext {
        tt: Arc::new(TranspositionTable::new(1 << 20)),
        oracle: None,
        seed: 0,
        limits: Limits { nodes: Some(nodes), depth: None },
        tuning: Tuning::FULL,
    };
    let never = AtomicBool::new(false);
    let mut certain = 0;
    for position in positions(&game, 40, 3) {
        let play = Play::new(game, position, true);
        let one = context(20_000);
        let alone = search_with_threads(&play, &one, 1, &never, &mut |_, _| {}).expect("a turn");
        let mut single = think(&play, Player::Strongest, &context(20_000));
        while !single.run(1000) {}
        assert_eq!(single.report().expect("a turn"), alone);
        let several = search_with_threads(&play, &context(20_000), 3, &never, &mut |_, _| {});
        let several = several.expect("a turn");
        assert!(several.nodes < 20_000 + 3 * 4096, "{} positions", several.nodes);
        if let Verdict::Certain(value) = several.verdict {
            let truth = tables.value(&position).expect("a value");
            let same = matches!(
                (value, truth),
                (Value::Win(_), Value::Win(_)) | (Value::Loss(_), Value::Loss(_))
            );
            assert!(same, "{position:?}: {value}, but {truth}");
            certain += 1;
        }
    }
    assert!(certain > 3, "only {certain}");
    let play = Play::new(game, game.start(), true);
    let stop = AtomicBool::new(false);
    let mut calls = 0;
    let stopped = search_with_threads(&play, &context(u64::MAX), 2, &stop, &mut |_, _| {
        calls += 1;
        stop.store(calls == 3, Relaxed);
    });
    assert!(stopped.is_some() && calls == 3);
}

#[test]
fn with_tables_every_answer_is_exact() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let game = opened.game;
            let tables = solved(game);
            for (i, position) in positions(&game, 60, 13).into_iter().enumerate() {
                let truth = tables.value(&position).expect("a value");
                let play = Play::new(game, position, true);
                let oracle: Arc<dyn Oracle<G>> = tables.clone();
                let mut perfect = Perfect::new(&play, oracle.clone(), i as u64).expect("tables");
                while !perfect.run(1000) {}
                let chosen = perfect.best().expect("a turn");
                assert_eq!((chosen.before, chosen.after), (truth, truth), "{position:?}");
                let after = game.play(&position, chosen.turn);
                assert_eq!(tables.value(&after).map(Value::before), Some(truth));
                // The line goes on to the end and takes as many turns as the value says.
                if let Value::Win(Some(n)) | Value::Loss(Some(n)) = truth {
                    assert_eq!(perfect.line(chosen.turn).len(), usize::from(n));
                }
                // A search with the tables finds a turn that is as good.
                let memory = Arc::new(TranspositionTable::new(1 << 20));
                let limits = Limits { nodes: Some(2_000), depth: Some(4) };
                let search = AlphaBeta::new(game, &[], position, memory).with_limits(limits);
                let mut search = search.with_oracle(Some(oracle));
                while !search.run(1000) {}
                let best = search.best().expect("a turn");
                let after = game.play(&position, best.line[0]);
                assert_eq!(tables.value(&after).map(Value::before), Some(truth), "{position:?}");
            }
        }
    }
    each_quick(Check);
}

/// A perfect player never loses a drawn game nor misses a won one, whoever it plays.
#[test]
fn nobody_beats_perfect_play() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let game = opened.game;
            let tables = solved(game);
            for (i, start) in positions(&game, 12, 17).into_iter().enumerate() {
                let level = Player::Level(1 + i % G::levels().len().min(5));
                let perfect = [Player::Perfect, level];
                let mut play = Play::new(game, start, true);
                let side = play.to_move();
                let worth = |value| match value {
                    Value::Win(_) => 1,
                    Value::Draw => 0,
                    Value::Loss(_) => -1,
                };
                let mut best = worth(tables.value(&start).expect("a value"));
                while play.ending().is_none() && play.line().len() < 200 {
                    let ours = play.to_move() == side;
                    let oracle: Option<Arc<dyn Oracle<G>>> = Some(tables.clone());
                    let memory = Arc::new(TranspositionTable::new(1 << 18));
                    let limits = Limits { nodes: Some(3000), depth: None };
                    let context = SearchContext {
                        tt: memory,
                        oracle,
                        seed: i as u64,
                        limits,
                        tuning: Tuning::FULL,
                    };
                    let mut thinking = think(&play, perfect[usize::from(!ours)], &context);
                    while !thinking.run(1000) {}
                    let turn = thinking.report().expect("a turn").turn;
                    play.play_text(&turn).expect("a legal turn");
                    let value = worth(tables.value(play.position()).expect("a value"));
                    let now = if play.to_move() == side { value } else { -value };
                    assert!(now >= best, "{} {start:?}: {turn} after {}", G::ID, play.line().len());
                    best = now;
                }
            }
        }
    }
    each_quick(Check);
}
