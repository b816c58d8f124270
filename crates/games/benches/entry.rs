//! How long it takes to enter, type, refuse and replay a turn, at the start of each game and in a
//! position of Fanorona with 14,878 turns. All of it goes through the face that the server uses.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use damier_core::AnyGame;
use damier_record::Record;

/// A game, its options, a position with a turn, its clicks, and a turn that is refused.
struct Case {
    name: &'static str,
    game: &'static str,
    rules: &'static str,
    position: Option<&'static str>,
    refused: &'static str,
}

const CASES: [Case; 6] = [
    Case { name: "fraha", game: "fraha", rules: "", position: None, refused: "a5-c5" },
    Case { name: "achef", game: "achef", rules: "", position: None, refused: "c3" },
    Case {
        name: "rooya",
        game: "rooya",
        rules: "",
        position: Some("wbwbw/b3b/w1w1w/b3b/wbwb1 w"),
        refused: "a5-c5",
    },
    Case { name: "fanorona", game: "fanorona", rules: "", position: None, refused: "d3-e3" },
    Case { name: "kono", game: "kono", rules: "", position: None, refused: "a1-a2" },
    Case {
        name: "fanorona, 14,878 turns",
        game: "fanorona",
        rules: "rules=schadd",
        position: Some("bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w"),
        refused: "b5-b4A-b5W",
    },
];

/// The turn in the middle of all, so that no way of listing them finds it early.
fn a_turn(game: &dyn AnyGame, position: &str) -> String {
    let turns = game.turns(position).expect("a good position");
    turns[turns.len() / 2].0.clone()
}

fn entry(criterion: &mut Criterion) {
    for Case { name, game, rules, position, refused } in CASES {
        let opened = damier_games::open(game, rules).expect("a listed game opens");
        let game = &*opened;
        let position = position.map_or_else(|| game.start(), str::to_owned);
        let turn = a_turn(game, &position);
        let steps = game.steps(&position, &turn).expect("a legal turn");
        let clicks: Vec<String> = steps.iter().map(|step| step.click.to_string()).collect();
        let clicks: Vec<&str> = clicks.iter().map(String::as_str).collect();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        group.bench_function("enter, no click", |b| {
            b.iter(|| game.enter(black_box(&position), &[]).expect("offers"));
        });
        group.bench_function("enter, all clicks", |b| {
            b.iter(|| game.enter(black_box(&position), &clicks).expect("a turn"));
        });
        group.bench_function("type", |b| {
            b.iter(|| game.play(black_box(&position), &turn).expect("legal"));
        });
        assert!(game.play(&position, refused).is_err(), "{refused} is legal");
        group.bench_function("refuse", |b| {
            b.iter(|| game.play(black_box(&position), refused).expect_err("illegal"));
        });
        let record = format!(
            "[Game \"{}\"]\n[Rules \"{rules}\"]\n[Start \"{position}\"]\n\n{turn}{}",
            game.id(),
            format!(" ({turn})").repeat(20)
        );
        group.bench_function("record of 20 variations", |b| {
            b.iter(|| Record::read(black_box(&record), &damier_games::open).expect("a record"));
        });
        group.finish();
    }
}

criterion_group!(benches, entry);
criterion_main!(benches);
