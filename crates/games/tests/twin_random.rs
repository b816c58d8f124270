//! Every fast turn generator against its slow twin: at each position of random games, under each
//! rule option, both must give the same turns leading to the same positions.

mod twin;

use std::fs;

use damier_core::options::REPETITION;
use damier_core::random::Random;
use damier_core::{AnyGame, Side};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors");

/// How many turns are compared for each game and option: enough for some hundreds of positions,
/// and few enough for the twin, which takes its time.
const TURNS: usize = 20_000;

/// The longest game that is followed from one start.
const LENGTH: usize = 40;

/// The default rules, then one option changed at a time. Repetition is no affair of turns.
fn variants(game: &dyn AnyGame) -> Vec<String> {
    let specs = game.option_specs().iter().filter(|spec| spec.name != REPETITION.name);
    let other = |(name, value)| format!("{name}={value}");
    let others = specs.flat_map(|spec| spec.values[1..].iter().map(|(v, _)| (spec.name, *v)));
    std::iter::once(String::new()).chain(others.map(other)).collect()
}

/// Positions from all stages of a game: those of its vectors that these rules accept.
fn middles(game: &dyn AnyGame) -> Vec<String> {
    let mut files: Vec<_> = fs::read_dir(VECTORS).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(&format!("{}.", game.id())) && !name.ends_with(".reject")
    });
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    lines.filter_map(|line| game.check(line.split(';').next()?).ok()).collect()
}

/// Compares along one random game; returns the number of turns compared.
fn compare(game: &dyn AnyGame, start: String, random: &mut Random) -> usize {
    let (mut position, mut compared) = (start, 0);
    for _ in 0..LENGTH {
        let mut turns = game.turns(&position).expect(&position);
        let expected = twin::turns(game.id(), &game.options(), &position);
        assert_eq!(turns, expected, "{} {}: {position}", game.id(), game.options());
        compared += turns.len() + 1;
        if turns.is_empty() {
            break;
        }
        position = turns.swap_remove(random.below(turns.len())).1;
    }
    compared
}

/// Random games, by turns from the start, from the rematch's start, and from somewhere else.
fn compare_variant(id: &str, rules: &str) {
    let game = damier_games::open(id, rules).expect(id);
    let middles = middles(game.as_ref());
    let mut random = Random::new(rules.len() as u64);
    let mut compared = 0;
    while compared < TURNS {
        let mut starts = vec![game.start()];
        starts.extend(Side::BOTH.into_iter().filter_map(|winner| game.sequel(winner)));
        starts.extend((0..4).map(|_| middles[random.below(middles.len())].clone()));
        for start in starts {
            compared += compare(game.as_ref(), start, &mut random);
        }
    }
}

#[test]
fn fast_and_slow_generators_agree() {
    for id in damier_games::IDS {
        for rules in variants(damier_games::open(id, "").expect(id).as_ref()) {
            compare_variant(id, &rules);
        }
    }
}
