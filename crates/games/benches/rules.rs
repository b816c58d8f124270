//! How fast turns are generated: perft and random games, for every game. `damier bench rules`
//! gives the numbers the documentation quotes; this bench finds regressions.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_core::perft::{middle, perft, random_game};
use damier_core::random::Random;
use damier_games::Visitor;

/// Perft goes to the first depth with at least this many nodes.
const NODES: u64 = 20_000;
/// A random game is broken off after this many turns.
const MOST_TURNS: u32 = 1000;

struct Measure<'c>(&'c mut Criterion);

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<G: Complete>(self, opened: Opened<G>) {
        let game = opened.game;
        let mut group = self.0.benchmark_group(G::ID);
        group.sample_size(20);

        let (mut random, mut buffer) = (Random::new(1), Vec::new());
        for (name, position) in [("start", game.start()), ("middle", middle(&game))] {
            let nodes = |depth| perft(&game, &position, depth);
            let Some(depth) = (1..60).find(|&depth| nodes(depth) >= NODES) else { continue };
            group.throughput(Throughput::Elements(nodes(depth)));
            group.bench_function(format!("perft {depth} from the {name}"), |b| {
                b.iter(|| perft(&game, black_box(&position), depth));
            });
        }

        group.throughput(Throughput::Elements(1));
        group.bench_function("random game", |b| {
            b.iter(|| random_game(&game, game.start(), MOST_TURNS, &mut random, &mut buffer));
        });
        group.finish();
    }
}

fn rules(criterion: &mut Criterion) {
    for id in damier_games::IDS {
        damier_games::visit(id, "", Measure(criterion)).expect("a listed game opens");
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
