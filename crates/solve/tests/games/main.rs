//! Every game that can be solved in seconds, solved: the values agree with the vectors, the tables
//! with the manifest and with themselves, and a single wrong value is noticed. The games are those of
//! the program's list; only large ones without vectors are named here, and small ones without are
//! solved a second time, slowly.

mod numbering;
mod others;

use std::collections::HashSet;

use damier_core::any::{Opened, position_text, read_position};
use damier_core::game::Game;
use damier_core::options::OptionSpec;
use damier_core::value::{Oracle, Value};
use damier_games::Visitor;
use damier_index::{
    Counting, Dense, Index, Keyed, PositionOf, Slot, Solvable, SolverChoice, Sparse, quick_tiers,
};
use damier_solve::build::{Built, Finished, Solve as Solving, header};
use damier_solve::progress::Silent;
use damier_solve::verify::{Contradiction, Extent, verify, verify_number};
use damier_solve::{manifest, store::Store};
use damier_tables::oracle::{KEYED_LOST, LOST};
use damier_tables::{Table, Tables, file};

/// Sends a visitor to every game under every choice of one option that has tables of its own, if
/// some of them take seconds. Games of whose positions hardly any are decided have tests of their
/// own: their tables are shipped. `DAMIER_GAME` names one of them, for who has changed no other.
fn each(visitor: impl Visitor<Output = ()> + Copy) {
    let mut seen = HashSet::new();
    let only = std::env::var("DAMIER_GAME").ok();
    for game in damier_games::IDS.iter().filter(|id| only.as_ref().is_none_or(|only| only == *id)) {
        for rules in damier_games::visit(game, "", Choices).expect(game) {
            let tables = damier_games::visit(game, &rules, Quick).expect(game);
            if tables.is_some_and(|rules| seen.insert((*game, rules))) {
                damier_games::visit(game, &rules, visitor).expect(game);
            }
        }
    }
    let games: HashSet<_> = seen.iter().map(|(game, _)| *game).collect();
    match only {
        Some(only) => assert!(games.contains(only.as_str()), "{only} is not solved here"),
        None => assert!(seen.len() >= 8 && games.len() >= 4, "{seen:?}"),
    }
}

/// The default rules of a game, and each option changed alone.
struct Choices;

impl Visitor for Choices {
    type Output = Vec<String>;

    fn visit<G: Solvable>(self, _: Opened<G>) -> Vec<String> {
        let values = |option: &'static OptionSpec| {
            option.values.iter().map(|(value, _)| format!("{}={value}", option.name))
        };
        std::iter::once(String::new()).chain(G::options().iter().flat_map(values)).collect()
    }
}

/// The rules that tables of these rules are kept apart by, if some take seconds and the game is not
/// solved sparsely.
struct Quick;

impl Visitor for Quick {
    type Output = Option<String>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Option<String> {
        let index = G::Index::new(opened.game)?;
        let quick = quick_tiers(&index) > 0 && !index.solver(IsSparse);
        quick.then(|| index.rules())
    }
}

struct IsSparse;

impl<I: Index> SolverChoice<I> for IsSparse {
    type Output = bool;

    fn dense(self, _: &I) -> bool
    where
        I: Dense,
    {
        false
    }

    fn counting(self, _: &I) -> bool
    where
        I: Counting,
    {
        false
    }

    fn keyed(self, _: &I) -> bool
    where
        I: Keyed,
    {
        false
    }

    fn sparse(self, _: &I) -> bool
    where
        I: Sparse,
    {
        true
    }
}

fn index<G: Solvable>(game: G) -> G::Index {
    G::Index::new(game).expect("these rules can be solved")
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
        let all = build(&index, quick_tiers(&index));
        let tables = tables(opened.game, &all);
        is_what_the_game_says(&opened.game, &tables);
        others::agrees_with_others(&opened.game, &tables);
        for built in &all {
            let table = built.table().expect("a good table");
            let about = format!("{} {} {}", G::ID, index.rules(), built.summary.tier);
            // All tables of some rules are published, or none.
            let rules = index.rules();
            let expected = manifest::entries().any(|e| (e.game, e.rules) == (G::ID, &rules));
            let published = manifest::publishes(table.header(), &table.checksum());
            assert_eq!(published, expected.then_some(true), "{about}: {}", table.checksum());
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

/// A table with one loss left out, and one with one too many turns, are caught at that position; and
/// whoever checks everything is stopped there or where the wrong value is believed.
fn one_wrong_value_is_noticed<G: Solvable>(game: G, all: &[Built]) {
    let index = index(game);
    let built = &all[0];
    let table = built.table().expect("a good table");
    let set = |name| {
        let mut all: Vec<(u64, u16)> = Vec::new();
        table.set(name)?.each(|number, turns| all.push((number, turns))).expect("a good table");
        Some(all)
    };
    let (lost, keyed) = (set(LOST).expect("the set"), set(KEYED_LOST));
    let middle = lost.len() / 2;
    let (number, turns) = lost[middle];
    let slot = Slot { tier: built.tier, number };
    let planted = index.unrank(slot).expect("a position");
    let mut missing = lost.clone();
    missing.remove(middle);
    let mut longer = lost;
    longer[middle].1 += 2;
    for (wrong, says) in [(missing, None), (longer, Some(turns + 2))] {
        let slots = table.header().slots;
        let mut sets = vec![(LOST, file::set(wrong.into_iter(), slots))];
        let range = slots * u64::from(G::Index::KEYS);
        sets.extend(keyed.iter().map(|set| (KEYED_LOST, file::set(set.iter().copied(), range))));
        let bytes = file::write(&header(&index, built.tier), &sets);
        let mut tables = Tables::new(G::Index::new(game).expect("as before"));
        tables.add(Table::from_bytes("wrong", bytes).expect("well formed")).expect("it fits");
        let there = verify_number(&tables, slot).expect_err("a contradiction");
        let position = position_text(&game, &planted);
        assert_eq!(there, Contradiction { position, says, found: Some(turns) });
        let found = verify(&tables, built.tier, Extent::All, &Silent).expect_err("it is found");
        let found = read_position(&game, &found.position).expect("a position");
        assert!(leads_within(&index, &found, slot, 2), "{found:?} is far from {planted:?}");
    }
}

/// Whether at most so many turns lead from one position to another, or an image of it.
fn leads_within<I: Index>(index: &I, from: &PositionOf<I>, to: Slot, turns: u32) -> bool {
    let game = index.game();
    if game.outcome(from).is_some() {
        return false;
    }
    let next = |turn| leads_within(index, &game.play(from, turn), to, turns - 1);
    index.rank(from) == Some(to) || turns > 0 && game.all_turns(from).into_iter().any(next)
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
            let good = build(&index, 1)[0]
                .table()
                .expect("a good table")
                .bytes()
                .expect("good")
                .into_owned();
            let path = store.put(&index, 0, &good).expect("written");
            let loaded = store.load(G::Index::new(opened.game).expect("again")).expect("read");
            let read = loaded.tier(0).expect("there").bytes().expect("good").into_owned();
            assert_eq!(read, good);
            assert_eq!(store.list().expect("a list").count(), 1);
            let mut bytes = good.clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            for bad in [&bytes[..], &good[..middle], b"something else"] {
                std::fs::write(&path, bad).expect("written");
                let why = store.load(G::Index::new(opened.game).expect("again"));
                let why = why.err().expect("refused").to_string();
                assert!(why.contains(&path.display().to_string()), "{why}");
            }
        }
    }
    damier_games::visit("fraha", "", Keep).expect("fraha");
}
