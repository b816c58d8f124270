//! Every game that can be solved in seconds, solved: the values agree with the vectors, the tables
//! with the manifest and with themselves, and a single wrong value is noticed. The games are those of
//! the program's list; only large ones without vectors are named here, and small ones without are
//! solved a second time, slowly.

use std::collections::{HashMap, HashSet};

use damier_core::any::{Opened, position_text, read_position};
use damier_core::game::Game;
use damier_core::options::OptionSpec;
use damier_core::random::Random;
use damier_core::value::{Oracle, Value};
use damier_games::Visitor;
use damier_index::{
    Counting, Dense, Index, Keyed, PositionOf, STABILISER_UNIT, Slot, Solvable, SolverChoice,
    Sparse, quick_tiers,
};
use damier_solve::build::{Built, Finished, Solve as Solving, header};
use damier_solve::progress::Silent;
use damier_solve::verify::{Contradiction, Extent, verify, verify_number};
use damier_solve::{manifest, store::Store};
use damier_tables::oracle::{KEYED_LOST, LOST};
use damier_tables::{Table, Tables, file};

/// Rules for which nobody has computed values independently, and that are too large to be solved
/// slowly.
const NO_VECTORS: [(&str, &str); 2] = [("achef", "ko=none"), ("kono", "capture=mandatory")];

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
        agrees_with_others(&opened.game, &tables);
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

/// The file of values for these rules, if there is one: among the vectors or in the game's folder.
fn vectors(game: &str, rules: &str) -> Option<String> {
    let rules = if rules.is_empty() { String::new() } else { format!(".{rules}") };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folders = ["tests/vectors".to_owned(), format!("crates/games/src/{game}/vectors")];
    let files = folders.map(|folder| format!("{root}/{folder}/{game}{rules}.values"));
    files.into_iter().find(|file| std::fs::exists(file).expect("a folder that can be read"))
}

/// What the tables say is what others have computed, or a slow solver.
fn agrees_with_others<G: Solvable>(game: &G, tables: &Tables<G::Index>) {
    let rules = tables.index().rules();
    let none = NO_VECTORS.contains(&(G::ID, &rules));
    let numbers: u64 = tables.index().tiers().iter().map(damier_index::Tier::slots).sum();
    match vectors(G::ID, &rules) {
        Some(file) if none => panic!("{file}: it is no longer true that there are no values"),
        Some(file) => agrees_with_vectors(game, tables, &file),
        None if numbers <= SMALL => agrees_with_slow_solver(game, tables),
        None => assert!(none, "{} [{rules}]: who else has computed its values?", G::ID),
    }
}

/// So many numbers are solved slowly in a moment.
const SMALL: u64 = 100_000;

/// Every value of every table is that of [`slow_values`].
fn agrees_with_slow_solver<G: Solvable>(game: &G, tables: &Tables<G::Index>) {
    let expected = slow_values(tables.index());
    for (slot, value) in &expected {
        let position = tables.index().unrank(*slot).expect("it was");
        let about = position_text(game, &position);
        assert_eq!(tables.value(&position), Some(*value), "{} `{about}`", G::ID);
    }
    let kinds = |kind: fn(&Value) -> bool| expected.values().any(kind);
    assert!(kinds(|v| matches!(v, Value::Win(_))) && kinds(|v| matches!(v, Value::Loss(_))));
}

/// The value of every position that has a number, found without going back: in each round those
/// that are decided in one turn more, until a round finds none. The others are drawn.
fn slow_values<I: Index>(index: &I) -> HashMap<Slot, Value> {
    let game = index.game();
    let numbers = |tier: usize| (0..index.tiers()[tier].slots()).map(move |n| (tier, n));
    let all = (0..index.tiers().len()).flat_map(numbers);
    let slots = all.map(|(tier, number)| Slot { tier, number });
    let mut open: Vec<(Slot, PositionOf<I>)> =
        slots.filter_map(|slot| Some((slot, index.unrank(slot)?))).collect();
    let mut values: HashMap<Slot, Value> = HashMap::new();
    for turns in 1.. {
        let value_after = |after: &PositionOf<I>| match game.outcome(after) {
            Some(outcome) => Some(Value::of_end(outcome, game.to_move(after))),
            None => values.get(&index.rank(after).expect("a number")).copied(),
        };
        let decided = |position: &PositionOf<I>| {
            let all = game.all_turns(position).into_iter();
            let after: Vec<_> = all.map(|turn| value_after(&game.play(position, turn))).collect();
            if after.iter().any(|value| matches!(value, Some(Value::Loss(_)))) {
                return Some(Value::Win(Some(turns)));
            }
            let lost = after.iter().all(|value| matches!(value, Some(Value::Win(_))));
            lost.then_some(Value::Loss(Some(turns)))
        };
        let found: Vec<(Slot, Value)> =
            open.iter().filter_map(|(slot, at)| Some((*slot, decided(at)?))).collect();
        if found.is_empty() {
            break;
        }
        values.extend(found);
        open.retain(|(slot, _)| !values.contains_key(slot));
    }
    values.extend(open.into_iter().map(|(slot, _)| (slot, Value::Draw)));
    values
}

/// Whatever the tables at hand must know they know, and as others have computed it.
fn agrees_with_vectors<G: Solvable>(game: &G, tables: &Tables<G::Index>, file: &str) {
    let text = std::fs::read_to_string(file).expect(file);
    let mut known = 0;
    for line in text.lines() {
        let (position, expected) = line.split_once(" ; ").expect("a value");
        let read = read_position(game, position).expect(position);
        let last = tables.needed(&read);
        if last.is_some_and(|last| (0..=last).all(|tier| tables.tier(tier).is_some())) {
            let found = tables.value(&read).map(|value| value.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{} `{position}`", G::ID);
            known += 1;
        }
    }
    assert!(known > 100, "only {known} values of {file} were compared");
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

/// What the solvers ask of the numbering, compared with plain rules on random positions.
#[derive(Clone, Copy)]
struct Numbering;

impl Visitor for Numbering {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let (game, index) = (opened.game, index(opened.game));
        let mut random = Random::new(5);
        let tiers = quick_tiers(&index);
        for round in 0..3000 {
            let tier = round % tiers;
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
            index.solver(Backwards { position });
        }
    }
}

#[test]
fn numbers_and_predecessors_are_right() {
    each(Numbering);
}

/// Compares what a solver is told about going back from a position with the rules.
struct Backwards<P> {
    position: P,
}

impl<I: Index> SolverChoice<I> for Backwards<PositionOf<I>> {
    type Output = ();

    fn dense(self, index: &I)
    where
        I: Dense,
    {
        let slot = index.rank(&self.position).expect("it has a number");
        index.predecessors(&self.position, &mut |before| {
            assert!(index.game().outcome(&before).is_none());
            assert!(turns_to(index, &before, slot) > 0, "{}", text(index, &before));
        });
        each_turn_inside(index, &self.position, |after, _| {
            let mut known = false;
            index.predecessors(after, &mut |before| known |= index.rank(&before) == Some(slot));
            assert!(known, "{} -> {}", text(index, &self.position), text(index, after));
        });
    }

    fn counting(self, index: &I)
    where
        I: Counting,
    {
        let position = &self.position;
        let slot = index.rank(position).expect("it has a number");
        let units = counted_back(index, slot);
        for (&before, &units) in &units {
            let before = Slot { number: before, ..slot };
            let from = index.unrank(before).expect("a position");
            assert!(index.game().outcome(&from).is_none());
            let turns = turns_to(index, &from, slot);
            assert_eq!(units, turns * STABILISER_UNIT, "{}", text(index, &from));
        }
        each_turn_inside(index, position, |after, to| {
            let units = counted_back(index, to).get(&slot.number).copied().unwrap_or(0);
            let turns = turns_to(index, position, to);
            assert_eq!(units, turns * STABILISER_UNIT, "{}", text(index, after));
        });
        let mut exits = HashSet::new();
        let left_out = index.exits(position, &mut |turn| assert!(exits.insert(turn)));
        let all = index.game().all_turns(position);
        assert_eq!(exits.len() + left_out as usize, all.len(), "{}", text(index, position));
        for turn in all.into_iter().filter(|turn| !exits.contains(turn)) {
            let after = index.game().play(position, turn);
            assert!(index.game().outcome(&after).is_none());
            assert_eq!(group(index, index.rank(&after).expect("a number")), group(index, slot));
        }
    }

    /// Tested where the game is: what a key forbids is the game's own affair.
    fn keyed(self, _: &I)
    where
        I: Keyed,
    {
    }

    fn sparse(self, _: &I)
    where
        I: Sparse,
    {
        unreachable!("these games have tests of their own");
    }
}

fn text<I: Index>(index: &I, position: &PositionOf<I>) -> String {
    position_text(index.game(), position)
}

/// How many turns lead from a position to another, or an image of it.
fn turns_to<I: Index>(index: &I, from: &PositionOf<I>, to: Slot) -> u32 {
    let game = index.game();
    let after = game.all_turns(from).into_iter().map(|turn| game.play(from, turn));
    let there =
        |after: &PositionOf<I>| game.outcome(after).is_none() && index.rank(after) == Some(to);
    after.filter(there).count() as u32
}

/// The predecessors of a number, each with what its turns count for together; all are in the block
/// that is named for them.
fn counted_back<I: Counting>(index: &I, slot: Slot) -> HashMap<u64, u32> {
    let Slot { tier, number } = slot;
    let Some(reversed) = index.reversed(slot) else { return HashMap::new() };
    assert_eq!(index.reversed(Slot { tier, number: reversed }), Some(number));
    let block = index.block_start(Slot { tier, number: reversed });
    let mut all = HashMap::new();
    index.predecessor_numbers(Slot { tier, number: reversed }, &mut |number, units| {
        assert_eq!(index.block_start(Slot { tier, number }), block);
        *all.entry(number).or_default() += units;
    });
    all
}

/// Which tier, and which group there.
fn group<I: Index>(index: &I, slot: Slot) -> (usize, usize) {
    let tier = &index.tiers()[slot.tier];
    (slot.tier, tier.group_ends.partition_point(|end| *end <= slot.number))
}

/// Calls `visit` with some positions that turns inside the group lead to.
fn each_turn_inside<I: Index>(
    index: &I,
    position: &PositionOf<I>,
    visit: impl Fn(&PositionOf<I>, Slot),
) {
    let (game, slot) = (index.game(), index.rank(position).expect("it has a number"));
    let turns = game.all_turns(position);
    for turn in turns.iter().step_by(turns.len().div_ceil(20).max(1)) {
        let after = game.play(position, *turn);
        if game.outcome(&after).is_none() {
            let to = index.rank(&after).expect("a number");
            let needed = index.tiers()[slot.tier].needs.contains(&to.tier);
            assert!(to.tier == slot.tier || needed, "{}", text(index, &after));
            if group(index, to) == group(index, slot) {
                visit(&after, to);
            }
        }
    }
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
    index.unrank_range(tier, number..end, &mut list);
    let single = (number..end).map(|number| index.unrank(Slot { tier, number }));
    assert_eq!(list, single.collect::<Vec<_>>());
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
