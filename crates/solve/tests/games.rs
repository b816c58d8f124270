//! Every game that can be solved in seconds, solved: the values agree with the vectors, the tables
//! with the manifest and with themselves, and a single wrong value is noticed. Nothing here names
//! a game but the list of what is solved.

use std::collections::HashSet;
use std::ops::ControlFlow;

use damier_core::any::{Opened, position_text, read_position};
use damier_core::game::Game;
use damier_core::index::{EIGHTHS, Index, Slot, Solvable};
use damier_core::random::Random;
use damier_core::value::{Oracle, Value};
use damier_games::Visitor;
use damier_solve::build::{Built, Finished, Solve as Solving, header};
use damier_solve::progress::Silent;
use damier_solve::verify::{Extent, verify};
use damier_solve::{manifest, store::Store};
use damier_tables::oracle::LOST;
use damier_tables::{Table, Tables, file};

/// What takes seconds: game, rules, last tier.
const QUICK: [(&str, &str, &str); 6] = [
    ("kono", "", "all"),
    ("kono", "capture=mandatory", "all"),
    ("fraha", "", "all"),
    ("fraha", "teleport=one", "all"),
    ("fanorona", "", "5"),
    ("fanorona", "rules=schadd", "5"),
];

fn each(visitor: impl Visitor<Output = ()> + Copy) {
    for (game, rules, _) in QUICK {
        damier_games::visit(game, rules, visitor).expect(game);
    }
}

fn index<G: Solvable>(game: G) -> G::Index {
    G::Index::new(game).expect("these rules can be solved")
}

/// How many tiers [`QUICK`] asks for.
fn tiers<I: Index>(index: &I) -> usize {
    let id = <I::Game as Game>::ID;
    let quick = QUICK.iter().find(|(game, rules, _)| *game == id && *rules == index.rules());
    let (_, _, last) = quick.expect("a quick game");
    index.tiers().iter().position(|tier| tier.name == *last).expect("its tier") + 1
}

fn build<I: Index>(index: &I, tiers: usize) -> Vec<Built> {
    let finished = Solving::new(index, tiers).run().expect("nothing is written");
    let built = |finished| match finished {
        Finished::Built(built) => built,
        Finished::Already(_) => panic!("nothing was there"),
    };
    finished.into_iter().map(built).collect()
}

fn tables<G: Solvable>(game: G, all: &[Built]) -> Tables<G::Index> {
    let mut tables = Tables::new(index(game));
    for built in all {
        tables.add(built.table().expect("a good table")).expect("it belongs here");
    }
    tables
}

/// Solves, and compares with the vectors, the manifest and the tables themselves.
#[derive(Clone, Copy)]
struct Solve;

impl Visitor for Solve {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let index = index(opened.game);
        let all = build(&index, tiers(&index));
        let tables = tables(opened.game, &all);
        is_what_the_game_says(&opened.game, &tables);
        agrees_with_vectors(&opened.game, &tables);
        for built in &all {
            let table = built.table().expect("a good table");
            let published = manifest::publishes(table.header(), &table.checksum());
            let about = format!("{} {} {}", G::ID, index.rules(), built.summary.tier);
            assert_eq!(published, Some(true), "{about}: {}", table.checksum());
            // The largest tables are checked whole by the long tests and by `damier verify`.
            let extent = match table.header().slots {
                0..2_000_000 => Extent::All,
                _ => Extent::Sample(100_000, 7),
            };
            let checked = verify(&tables, built.tier, extent, &Silent);
            assert!(checked.expect("no contradiction") > 0, "{about}");
        }
        one_wrong_value_is_noticed(opened.game, &all);
    }
}

#[test]
fn quick_games_are_solved() {
    each(Solve);
}

/// What a game says about its start is what its tables prove, and it says nothing else.
fn is_what_the_game_says<G: Solvable>(game: &G, tables: &Tables<G::Index>) {
    let value = tables.value(&game.start());
    if tables.index().rules().is_empty() {
        let kind = |value: Option<Value>| value.map(|value| std::mem::discriminant(&value));
        assert_eq!(kind(value), kind(G::known()), "{}", G::ID);
    }
}

fn agrees_with_vectors<G: Solvable>(game: &G, tables: &Tables<G::Index>) {
    let rules = tables.index().rules();
    let rules = if rules.is_empty() { rules } else { format!(".{rules}") };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors");
    let Ok(text) = std::fs::read_to_string(format!("{folder}/{}{rules}.values", G::ID)) else {
        return;
    };
    assert!(text.lines().count() > 100);
    for line in text.lines() {
        let (position, expected) = line.split_once(" ; ").expect("a value");
        let read = read_position(game, position).expect(position);
        let found = tables.value(&read).map(|value| value.to_string());
        assert_eq!(found.as_deref(), Some(expected), "{} `{position}`", G::ID);
    }
}

/// A table with one loss left out, and one with one too many turns, are caught at that position.
fn one_wrong_value_is_noticed<G: Solvable>(game: G, all: &[Built]) {
    let index = index(game);
    let built = &all[0];
    let table = built.table().expect("a good table");
    let mut lost: Vec<(u64, u16)> = Vec::new();
    table.set(LOST).expect("the set").each(|number, turns| lost.push((number, turns)));
    let middle = lost.len() / 2;
    let mut missing = lost.clone();
    missing.remove(middle);
    let mut longer = lost.clone();
    longer[middle].1 += 2;
    for lie in [missing, longer] {
        let set = file::set(lie.into_iter(), table.header().slots);
        let bytes = file::write(&header(&index, built.tier), &[(LOST, set)]);
        let mut tables = Tables::new(G::Index::new(game).expect("as before"));
        tables.add(Table::from_bytes("a lie", bytes).expect("well formed")).expect("it fits");
        // Looking at the lie itself is enough; the whole table would find it or a neighbour.
        let found = verify(&tables, built.tier, Extent::All, &Silent).expect_err("a lie");
        assert!(found.to_string().contains("the table says"), "{found}");
    }
}

/// What the solvers ask of the numbering, compared with plain rules on random positions.
#[derive(Clone, Copy)]
struct Numbering;

impl Visitor for Numbering {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let (game, index) = (opened.game, index(opened.game));
        let mut random = Random::new(5);
        for round in 0..3000 {
            let tier = round % index.tiers().len();
            let number = random.below(index.tiers()[tier].slots() as usize) as u64;
            let Some(position) = index.unrank(Slot { tier, number }) else { continue };
            let about = position_text(&game, &position);
            assert_eq!(index.rank(&position), Some(Slot { tier, number }), "{about}");
            for s in 0..G::SYMMETRIES {
                let image = game.map_position(s, &position);
                assert_eq!(index.rank(&image), Some(Slot { tier, number }), "{about} {s}");
            }
            let images: HashSet<G::Position> =
                (0..G::SYMMETRIES).map(|s| game.map_position(s, &position)).collect();
            assert_eq!(index.weight(&position), images.len() as u64, "{about}");
            weights_are_right::<G>(&index, Slot { tier, number });
            unranking_together_is_unranking_one_by_one::<G>(&index, Slot { tier, number });
            predecessors_are_right::<G>(&index, &position);
            successors_know_it::<G>(&index, &position);
        }
    }
}

#[test]
fn numbers_and_predecessors_are_right() {
    each(Numbering);
}

/// Whether a turn leads from one position to the other or an image of it.
fn leads<G: Solvable>(index: &G::Index, from: &G::Position, to: Slot) -> bool {
    let game = index.game();
    let found = game.turns(from, &mut |turn| {
        let after = game.play(from, turn);
        match game.outcome(&after).is_none() && index.rank(&after) == Some(to) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    found.is_break()
}

fn predecessors_are_right<G: Solvable>(index: &G::Index, position: &G::Position) {
    let slot = index.rank(position).expect("it has a number");
    let mut n = 0;
    index.predecessors(position, &mut |before| {
        n += 1;
        assert!(index.game().outcome(&before).is_none());
        assert!(leads::<G>(index, &before, slot), "{}", position_text(index.game(), &before));
    });
    if G::Index::COUNTED {
        counted_predecessors_are_right::<G>(index, position, n);
    }
}

/// The counted predecessors are the plain ones, all in the block that is named for them, and each
/// counts for as much as the symmetries say.
fn counted_predecessors_are_right<G: Solvable>(
    index: &G::Index,
    position: &G::Position,
    expected: usize,
) {
    let slot = index.rank(position).expect("it has a number");
    let tier = slot.tier;
    let reversed = index.reversed(slot).expect("the board has a number");
    let block = index.block_start(Slot { tier, number: reversed });
    assert_eq!(index.reversed(Slot { tier, number: reversed }), Some(slot.number));
    let (mut plain, mut counted) = (Vec::new(), Vec::new());
    index.predecessors(position, &mut |before| {
        let slot = index.rank(&before).expect("it has a number");
        let parts = EIGHTHS as u64 * index.weight(position) / index.weight(&before);
        plain.push((slot, parts as u32));
        assert_eq!(index.block_start(slot), block);
    });
    index.predecessor_numbers(Slot { tier, number: reversed }, &mut |number, parts| {
        counted.push((Slot { tier, number }, parts));
    });
    plain.sort_unstable();
    counted.sort_unstable();
    assert_eq!(plain, counted, "{}", position_text(index.game(), position));
    assert_eq!(counted.len(), expected);
    assert!(index.tiers()[tier].slots() <= u64::from(u32::MAX));
}

/// What is said about the weights of a number and those after it is so.
fn weights_are_right<G: Solvable>(index: &G::Index, slot: Slot) {
    let (weight, until) = index.weight_at(slot);
    assert!(until > slot.number);
    let numbers = (slot.number..until).step_by((until - slot.number).div_ceil(10) as usize);
    for number in numbers.chain([until - 1]) {
        if let Some(position) = index.unrank(Slot { tier: slot.tier, number }) {
            assert_eq!(index.weight(&position), weight, "{slot:?} {number}");
        }
    }
}

fn unranking_together_is_unranking_one_by_one<G: Solvable>(index: &G::Index, slot: Slot) {
    let Slot { tier, number } = slot;
    let end = index.tiers()[tier].slots().min(number + 100);
    let mut list = Vec::new();
    index.unrank_all(tier, number..end, &mut list);
    let single = (number..end).map(|number| index.unrank(Slot { tier, number }));
    assert_eq!(list, single.collect::<Vec<_>>());
}

/// Every position that a turn inside the group leads to has this one among its predecessors.
fn successors_know_it<G: Solvable>(index: &G::Index, position: &G::Position) {
    let (game, slot) = (index.game(), index.rank(position).expect("it has a number"));
    let group = |slot: Slot| {
        let tier = &index.tiers()[slot.tier];
        (slot.tier, tier.group_ends.partition_point(|end| *end <= slot.number))
    };
    let turns = game.all_turns(position);
    for turn in turns.iter().step_by(turns.len().div_ceil(20).max(1)) {
        let after = game.play(position, *turn);
        let inside = index.rank(&after).is_some_and(|to| group(to) == group(slot));
        if game.outcome(&after).is_none() && inside {
            let mut known = false;
            index.predecessors(&after, &mut |before| known |= index.rank(&before) == Some(slot));
            assert!(known, "{} -> {}", position_text(game, position), position_text(game, &after));
        }
    }
}

/// Tables survive the way through a folder, and a bad file is an error that names it.
#[test]
fn a_store_keeps_tables_and_refuses_bad_files() {
    struct Keep;
    impl Visitor for Keep {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let folder = tempfile::tempdir().expect("a folder");
            let store = Store::new(folder.path().join("deep/down"));
            assert_eq!(store.list().expect("an empty list").count(), 0);
            let index = index(opened.game);
            let all = build(&index, 1);
            let path = store.put(&index, 0, &all[0].bytes).expect("written");
            let loaded = store.load(G::Index::new(opened.game).expect("again")).expect("read");
            assert_eq!(loaded.tier(0).map(Table::bytes), Some(&all[0].bytes[..]));
            assert_eq!(store.list().expect("a list").count(), 1);
            let mut bytes = all[0].bytes.clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            for bad in [&bytes[..], &all[0].bytes[..middle], b"something else"] {
                std::fs::write(&path, bad).expect("written");
                let why = store.load(G::Index::new(opened.game).expect("again"));
                let why = why.err().expect("refused").to_string();
                assert!(why.contains(&path.display().to_string()), "{why}");
            }
        }
    }
    damier_games::visit("fraha", "", Keep).expect("fraha");
}
