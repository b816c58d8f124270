//! The vectors of `tests/vectors`, computed independently of this project: every file is run for
//! the game and the options its name says.

mod vector_files;

use damier_core::AnyGame;
use vector_files::{VectorFile, of_kind};

/// The game of a file, opened with its options.
fn open(file: &VectorFile) -> Box<dyn AnyGame> {
    damier_games::open(&file.game, &file.rules).unwrap_or_else(|no| panic!("{}: {no}", file.game))
}

#[test]
fn turns_and_the_positions_after_them() {
    for file in of_kind("turns") {
        let game = open(&file);
        for (position, expected) in file.lines() {
            let turns = game.turns(&position).unwrap_or_else(|e| panic!("{position}: {e}"));
            let found: Vec<String> = turns.iter().map(|(t, p)| format!("{t} => {p}")).collect();
            assert_eq!(found.join(" | "), expected, "{} `{position}`", file.path.display());
        }
    }
}

#[test]
fn perft_numbers() {
    for file in of_kind("perft") {
        let game = open(&file);
        for (position, expected) in file.lines() {
            for (i, number) in expected.split(' ').enumerate() {
                let found = damier_games::perft(&*game, &position, i as u32 + 1).expect(&position);
                let about = format!("{} `{position}` {}", file.path.display(), i + 1);
                assert_eq!(found.to_string(), number, "{about}");
            }
        }
    }
}

#[test]
fn refused_positions() {
    for file in of_kind("reject") {
        let game = open(&file);
        for (position, why) in file.lines() {
            let read = game.check(&position);
            assert!(read.is_err(), "{} `{position}` ({why})", file.path.display());
        }
    }
}

#[test]
fn perft_from_the_start() {
    let cases: [(&str, &str, &[u64]); 4] = [
        ("kono", "", &[4, 16, 100, 576, 3642, 21474, 144_064, 915_890, 6_212_834]),
        ("fraha", "", &[128, 1136, 94_272]),
        ("fanorona", "", &[5, 17, 115, 1254, 14_114, 154_015]),
        ("fanorona", "rules=schadd", &[5, 39, 724, 18_026, 431_852]),
    ];
    for (id, rules, numbers) in cases {
        let game = damier_games::open(id, rules).expect(id);
        for (i, number) in numbers.iter().enumerate() {
            let found = damier_games::perft(&*game, &game.start(), i as u32 + 1);
            assert_eq!(found.expect(id), *number, "{id} {rules}");
        }
    }
}
