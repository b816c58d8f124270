//! Rooya, solved: the table that is part of the program agrees with the vectors, with itself and
//! with plain search, and the solver makes it again byte by byte.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_core::any::{Opened, position_text};
use damier_core::game::Game;
use damier_core::perft::random_game;
use damier_core::random::Random;
use damier_core::value::{Oracle, Value};
use damier_games::rooya::{Position, Rooya, RooyaIndex};
use damier_index::{Index, Slot};
use damier_solve::checkpoint::Checkpoint;
use damier_solve::progress::{Progress, Silent, Stage};
use damier_solve::{build, sparse};
use damier_tables::oracle::LOST;
use damier_tables::{Table, Tables, file};
use rayon::prelude::*;

const VECTORS: &str = include_str!("../../../tests/vectors/rooya.values");

fn index(rules: &str) -> RooyaIndex {
    RooyaIndex::new(Opened::<Rooya>::new(rules).expect(rules).game).expect("solvable")
}

fn shipped() -> Tables<RooyaIndex> {
    let mut tables = Tables::new(index(""));
    let table = Table::from_static("rooya", RooyaIndex::shipped()[0]).expect("a good table");
    tables.add(table).expect("it is for these rules");
    tables
}

fn table_bytes(index: &RooyaIndex, lost: &[(u64, u16)]) -> Vec<u8> {
    let set = file::set(lost.iter().copied(), index.tiers()[0].slots());
    file::write(&build::header(index, 0), &[(LOST, set)])
}

/// The numbers of the lost positions, with their turns.
fn lost(tables: &Tables<RooyaIndex>) -> Vec<(u64, u16)> {
    let mut all = Vec::new();
    let set = tables.tier(0).and_then(|table| table.set(LOST)).expect("the set");
    set.each(|number, turns| all.push((number, turns))).expect("a good table");
    all
}

fn position(tables: &Tables<RooyaIndex>, number: u64) -> Option<Position> {
    tables.index().unrank(Slot { tier: 0, number })
}

/// Positions with any number, half of them from games.
fn random_positions(tables: &Tables<RooyaIndex>, count: usize, seed: u64) -> Vec<Position> {
    let (mut random, game) = (Random::new(seed), tables.index().game());
    let slots = tables.index().tiers()[0].slots() as usize;
    let mut all = Vec::new();
    while all.len() < count {
        all.extend(position(tables, random.below(slots) as u64));
        let most = random.below(60) as u32;
        let (_, reached) = random_game(game, game.start(), most, &mut random, &mut Vec::new());
        all.extend(game.outcome(&reached).is_none().then_some(reached));
    }
    all
}

/// A sample of the lost positions, with all that last long.
fn lost_positions(tables: &Tables<RooyaIndex>, count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let all = lost(tables);
    let some = |(number, turns): &(u64, u16)| {
        let kept = *turns > 6 || random.below(all.len()) < count;
        kept.then(|| position(tables, *number).expect("a position"))
    };
    all.iter().filter_map(some).collect()
}

/// What the table says about a position agrees with what it says about those one turn later.
fn certify(tables: &Tables<RooyaIndex>, position: &Position) {
    let game = tables.index().game();
    let turns = game.all_turns(position);
    let values = turns.iter().map(|turn| {
        let after = tables.value(&game.play(position, *turn)).expect("a value");
        after.before()
    });
    let best = values.max_by_key(|value| value.rating());
    assert_eq!(tables.value(position), best, "{}", position_text(game, position));
}

/// The value by trying everything, as far as the end is at most `depth` turns away.
fn search(game: &Rooya, position: &Position, depth: u16) -> Value {
    if let Some(outcome) = game.outcome(position) {
        return Value::of_end(outcome, game.to_move(position));
    }
    if depth == 0 {
        return Value::Draw;
    }
    let mut best = Value::Loss(Some(0));
    let _ = game.turns(position, &mut |turn| {
        let value = search(game, &game.play(position, turn), depth - 1).before();
        if value.rating() > best.rating() {
            best = value;
        }
        match best {
            Value::Win(Some(1)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    best
}

/// The table agrees with [`search`].
fn compare(tables: &Tables<RooyaIndex>, position: &Position, depth: u16) {
    let game = tables.index().game();
    let expected = match tables.value(position).expect("a value") {
        Value::Win(Some(n)) | Value::Loss(Some(n)) if n > depth => Value::Draw,
        value => value,
    };
    let found = search(game, position, depth);
    assert_eq!(found, expected, "{}", position_text(game, position));
}

#[test]
fn the_table_agrees_with_the_vectors() {
    let (tables, opened) = (shipped(), Opened::<Rooya>::new("").expect("the default rules"));
    let mut checked = 0;
    for line in VECTORS.lines() {
        let (text, value) = line.split_once(" ; ").expect(line);
        let position = opened.read(text).expect(text);
        assert_eq!(tables.value(&position).expect(text).to_string(), value, "{text}");
        checked += 1;
    }
    assert_eq!(checked, 961);
}

#[test]
fn the_table_is_small_and_quick() {
    let tables = shipped();
    assert!(tables.tier(0).is_some_and(|table| table.size() <= 2_000_000));
    let positions = random_positions(&tables, 20_000, 1);
    let begun = Instant::now();
    let known = positions.iter().filter(|p| tables.value(p).is_some()).count();
    assert_eq!(known, positions.len());
    let each = begun.elapsed() / positions.len() as u32;
    assert!(each < Duration::from_micros(500), "{each:?}");
}

#[test]
fn the_table_says_what_is_known() {
    let tables = shipped();
    let mut by_turns = [[0; 11]; 2];
    for (number, turns) in lost(&tables) {
        let placing = position(&tables, number).expect("a position").is_placing();
        by_turns[usize::from(placing)][usize::from(turns)] += 1;
    }
    assert_eq!(by_turns[0], [0, 0, 921_627, 0, 39_383, 0, 2_132, 0, 421, 0, 59]);
    assert_eq!(by_turns[1], [0, 0, 957, 0, 4_218, 0, 3_128, 0, 416, 0, 0]);
    let game = tables.index().game();
    assert_eq!(tables.value(&game.start()), Some(Value::Draw));
    // All ways to fill the border, with Black to move.
    let (mut won, mut lost) = (0, 0);
    let full = |black: &u32| black.count_ones() == 8;
    for black in (0..1u32 << 16).filter(full) {
        let border = damier_games::five::BORDER;
        let black = damier_index::deposit(black.into(), border.into()) as u32;
        let position = Position::moving([border & !black, black], damier_core::Side::Dark);
        match tables.value(&position) {
            Some(Value::Win(_)) => won += 1,
            Some(Value::Loss(_)) => lost += 1,
            _ => {}
        }
    }
    assert_eq!((won, lost), (972, 4));
}

#[test]
fn the_table_agrees_with_itself() {
    let tables = shipped();
    lost_positions(&tables, 10_000, 2).par_iter().for_each(|p| certify(&tables, p));
    random_positions(&tables, 10_000, 3).par_iter().for_each(|p| certify(&tables, p));
}

#[test]
fn the_table_agrees_with_plain_search() {
    let tables = shipped();
    random_positions(&tables, 1000, 4).par_iter().for_each(|p| compare(&tables, p, 3));
    lost_positions(&tables, 500, 5).par_iter().for_each(|p| compare(&tables, p, 2));
}

/// Stops a solve after so many stages.
struct Stopper(AtomicU32);

impl Progress for Stopper {
    fn stage(&self, _: &Stage) {
        if self.0.fetch_sub(1, Relaxed) == 0 {
            std::panic::resume_unwind(Box::new("stopped"));
        }
    }
}

#[test]
#[ignore = "solves the game, twice: a minute"]
fn solving_gives_the_table_byte_by_byte() {
    let index = index("");
    let lost = sparse::solve(&index, &Silent, None);
    assert!(table_bytes(&index, &lost) == RooyaIndex::shipped()[0], "not the shipped table");
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = Checkpoint::new(folder.path().join("rooya.checkpoint"), &index);
    let checkpoint = checkpoint.every(Duration::from_millis(200));
    let (mut stops, mut random) = (0, Random::new(6));
    let again = loop {
        let stopper = Stopper(AtomicU32::new(10 + random.below(40) as u32));
        let run = || sparse::solve(&index, &stopper, Some(&checkpoint));
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(lost) => break lost,
            Err(_) => stops += 1,
        }
    };
    assert!(stops > 2, "stopped {stops} times");
    assert!(again == lost, "interrupting the solve changed the result");
}

#[test]
#[ignore = "solves the game under four choices of options: minutes"]
fn every_option_is_solved() {
    let all = "replay_swap=no,null_rotation=yes,both=draw";
    for rules in ["replay_swap=no", "null_rotation=yes", "both=draw", all] {
        let index = index(rules);
        let bytes = table_bytes(&index, &sparse::solve(&index, &Silent, None));
        let mut tables = Tables::new(index);
        tables.add(Table::from_bytes(rules, bytes).expect("good")).expect("it fits");
        lost_positions(&tables, 5_000, 7).par_iter().for_each(|p| certify(&tables, p));
        random_positions(&tables, 5_000, 8).par_iter().for_each(|p| certify(&tables, p));
        random_positions(&tables, 1000, 9).par_iter().for_each(|p| compare(&tables, p, 3));
        lost_positions(&tables, 500, 10).par_iter().for_each(|p| compare(&tables, p, 2));
    }
}
