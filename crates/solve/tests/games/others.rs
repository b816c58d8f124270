//! Tables against what others have computed, or a second, slow solver.

use std::collections::HashMap;

use damier_core::any::{position_text, read_position};
use damier_core::game::Game;
use damier_core::value::{Oracle, Value};
use damier_index::{Index, PositionOf, Slot, Solvable};
use damier_tables::Tables;

/// Rules for which nobody has computed values independently, and that are too large to be solved
/// slowly.
const NO_VECTORS: [(&str, &str); 2] = [("achef", "ko=none"), ("kono", "capture=mandatory")];

/// The file of values for these rules, if there is one: among the vectors or in the game's folder.
fn vectors(game: &str, rules: &str) -> Option<String> {
    let rules = if rules.is_empty() { String::new() } else { format!(".{rules}") };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folders = ["tests/vectors".to_owned(), format!("crates/games/src/{game}/vectors")];
    let files = folders.map(|folder| format!("{root}/{folder}/{game}{rules}.values"));
    files.into_iter().find(|file| std::fs::exists(file).expect("a folder that can be read"))
}

/// What the tables say is what others have computed, or a slow solver.
pub(super) fn agrees_with_others<G: Solvable>(game: &G, tables: &Tables<G::Index>) {
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
