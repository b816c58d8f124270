//! Every fast turn generator against its slow twin: at each position of random games, and at
//! random positions that no game may ever reach, under each combination of rule options, both must
//! give the same turns leading to the same positions. And every reader against its slow twin: of
//! random texts both must accept the same.

mod anywhere;
mod twin;
mod vector_files;

use anywhere::{Source, combinations};
use damier_core::random::Random;
use damier_core::{AnyGame, Side};

/// How many turns are compared for each game and combination of options: enough for some hundreds
/// of positions, and few enough for the twin, which takes its time.
const TURNS: usize = 4_000;

/// How many texts are read for each game and combination of options.
const TEXTS: usize = 8_000;

/// The longest game that is followed from one start.
const LENGTH: usize = 40;

/// Positions from all stages of a game: those of its vectors that these rules accept, and some from
/// anywhere.
fn middles(game: &dyn AnyGame, random: &mut Random) -> Vec<String> {
    let files = vector_files::all();
    let files = files.iter().filter(|file| file.game == game.id() && file.kind != "reject");
    let lines = files.flat_map(vector_files::VectorFile::lines);
    let known = lines.filter_map(|(position, _)| game.check(&position).ok());
    let source = Source::new(game);
    known.chain((0..40).map(|_| source.draw(random))).collect()
}

/// Compares at one position; returns the turns.
fn compare(game: &dyn AnyGame, position: &str) -> Vec<(String, String)> {
    let turns = game.turns(position).expect(position);
    let expected = twin::turns(game.id(), &game.options(), position);
    assert_eq!(turns, expected, "{} {}: {position}", game.id(), game.options());
    turns
}

/// Compares along one random game; returns the number of turns compared.
fn compare_game(game: &dyn AnyGame, start: String, random: &mut Random) -> usize {
    let (mut position, mut compared) = (start, 0);
    for _ in 0..LENGTH {
        let mut turns = compare(game, &position);
        compared += turns.len() + 1;
        if turns.is_empty() {
            break;
        }
        position = turns.swap_remove(random.below(turns.len())).1;
    }
    compared
}

/// Random games, by turns from the start, from the rematch's start, and from somewhere else.
fn compare_games(game: &dyn AnyGame, random: &mut Random) {
    let middles = middles(game, random);
    let mut compared = 0;
    while compared < TURNS {
        let mut starts = vec![game.start()];
        starts.extend(Side::BOTH.into_iter().filter_map(|winner| game.sequel(winner)));
        starts.extend((0..4).map(|_| middles[random.below(middles.len())].clone()));
        for start in starts {
            compared += compare_game(game, start, random);
        }
    }
}

/// Positions that need not be of any game.
fn compare_anywhere(game: &dyn AnyGame, random: &mut Random) {
    let (source, mut compared) = (Source::new(game), 0);
    while compared < TURNS {
        compared += 1 + compare(game, &source.draw(random)).len();
    }
}

/// Every game under every combination of its options.
fn everywhere(what: fn(&dyn AnyGame, &mut Random)) {
    for id in damier_games::IDS {
        for (i, rules) in combinations(id).iter().enumerate() {
            let game = damier_games::open(id, rules).expect(id);
            what(game.as_ref(), &mut Random::new(i as u64));
        }
    }
}

#[test]
fn fast_and_slow_generators_agree_along_games() {
    everywhere(compare_games);
}

#[test]
fn fast_and_slow_generators_agree_anywhere() {
    everywhere(compare_anywhere);
}

/// Readers accept the same texts; what they accept, the game writes in a way that both accept.
fn compare_readers(game: &dyn AnyGame, random: &mut Random) {
    let source = Source::new(game);
    for _ in 0..TEXTS {
        let text = source.attempt(random);
        let (read, rules) = (game.check(&text), game.options());
        let valid = twin::is_valid(game.id(), &rules, text.trim());
        assert_eq!(read.is_ok(), valid, "{} {rules}: `{text}`: {read:?}", game.id());
        if let Ok(normal) = read {
            assert!(twin::is_valid(game.id(), &rules, &normal), "`{text}` becomes `{normal}`");
            assert_eq!(game.check(&normal).as_ref(), Ok(&normal));
        }
    }
}

#[test]
fn strict_and_slow_readers_agree() {
    everywhere(compare_readers);
}
