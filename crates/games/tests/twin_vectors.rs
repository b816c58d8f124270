//! The slow twin against the vectors: only a twin that agrees with all of them may judge the
//! fast generators.

mod twin;
mod vector_files;

use vector_files::of_kind;

/// "the number of different sequences of turns" of this length.
fn perft(game: &str, rules: &str, position: &str, length: usize) -> u64 {
    let turns = twin::turns(game, rules, position);
    if length == 1 {
        return turns.len() as u64;
    }
    turns.iter().map(|(_, after)| perft(game, rules, after, length - 1)).sum()
}

fn check_perft(game: &str, rules: &str, position: &str, expected: &[u64]) {
    let found: Vec<u64> =
        (1..=expected.len()).map(|length| perft(game, rules, position, length)).collect();
    assert_eq!(found, expected, "{game} {rules}: {position}");
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

/// "`turn => position | turn => position …`"
fn written(turns: &[(String, String)]) -> String {
    let turns: Vec<String> =
        turns.iter().map(|(turn, after)| format!("{turn} => {after}")).collect();
    turns.join(" | ")
}

#[test]
fn turns_files() {
    for file in of_kind("turns") {
        for (position, expected) in file.lines() {
            let found = written(&twin::turns(&file.game, &file.rules, &position));
            assert_eq!(found, expected, "{}: {position}", file.path.display());
            assert!(twin::is_valid(&file.game, &file.rules, &position), "{position}");
        }
    }
}

#[test]
fn reject_files() {
    for file in of_kind("reject") {
        for (position, reason) in file.lines() {
            let valid = twin::is_valid(&file.game, &file.rules, &position);
            assert!(!valid, "{}: {position}: {reason}", file.path.display());
        }
    }
}

#[test]
fn perft_files() {
    for file in of_kind("perft") {
        for (position, expected) in file.lines() {
            check_perft(&file.game, &file.rules, &position, &numbers(&expected));
        }
    }
}

#[test]
fn perft_of_the_start_positions() {
    let fanorona = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";
    let fanorona_open = format!("{fanorona} open:wb");
    check_perft("kono", "", "rrrr/rrrr/yyyy/yyyy y", &[4, 16, 100, 576, 3642, 21474]);
    check_perft("fraha", "", "w3w/1b1b1/5/1b1b1/w3w w", &[128, 1136, 94272]);
    check_perft("fanorona", "", &fanorona_open, &[5, 17, 115, 1254, 14114]);
    check_perft("fanorona", "rules=schadd", fanorona, &[5, 39, 724, 18026]);
}
