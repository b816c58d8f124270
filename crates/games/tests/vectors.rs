//! The vectors of `tests/vectors`, computed independently of this project: every file is run for
//! the game and the options its name says.

use std::fs;
use std::path::PathBuf;

use damier_core::AnyGame;

/// A vector file: its name, its game opened with its options, its kind, its lines.
struct Vectors {
    name: String,
    game: Box<dyn AnyGame>,
    kind: String,
    lines: Vec<String>,
}

/// Every file of the folder with one of the kinds (`turns`, `perft`, `reject`).
fn files(kind: &str) -> Vec<Vectors> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of vectors") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let parts: Vec<&str> = name.split('.').collect();
        let (game, ending) = (parts[0], parts[parts.len() - 1]);
        let rules: Vec<&str> = parts.iter().copied().filter(|part| part.contains('=')).collect();
        if ending != kind {
            continue;
        }
        all.push(Vectors {
            game: damier_games::open(game, &rules.join(",")).expect(&name),
            kind: ending.to_string(),
            lines: fs::read_to_string(&path).expect(&name).lines().map(String::from).collect(),
            name,
        });
    }
    assert!(!all.is_empty(), "no vectors of kind {kind}");
    all
}

/// Splits `position ; rest`.
fn split(line: &str) -> (&str, &str) {
    let (position, rest) = line.split_once(';').expect("a semicolon");
    (position.trim(), rest.trim())
}

#[test]
fn turns_and_the_positions_after_them() {
    for file in files("turns") {
        for line in &file.lines {
            let (position, expected) = split(line);
            let turns = file.game.turns(position).unwrap_or_else(|e| panic!("{position}: {e}"));
            let found: Vec<String> = turns.iter().map(|(t, p)| format!("{t} => {p}")).collect();
            assert_eq!(found.join(" | "), expected, "{} `{position}`", file.name);
        }
    }
}

#[test]
fn perft_numbers() {
    for file in files("perft") {
        for line in &file.lines {
            let (position, expected) = split(line);
            for (i, number) in expected.split(' ').enumerate() {
                let found =
                    damier_games::perft(&*file.game, position, i as u32 + 1).expect(position);
                assert_eq!(found.to_string(), number, "{} `{position}` {}", file.name, i + 1);
            }
        }
    }
}

#[test]
fn refused_positions() {
    for file in files("reject") {
        for line in &file.lines {
            let (position, why) = split(line);
            let read = file.game.check(position);
            assert!(read.is_err(), "{} {} `{position}` ({why})", file.name, file.kind);
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
