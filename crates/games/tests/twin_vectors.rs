//! The slow twin against the vectors: only a twin that agrees with all of them may judge the
//! fast generators.

mod twin;

use std::fs;
use std::path::{Path, PathBuf};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors");

/// A file of vectors with what its name says.
struct VectorFile {
    path: PathBuf,
    game: String,
    rules: String,
}

impl VectorFile {
    /// "Options, where not the default, stand in the file's name", as in
    /// `fanorona.capture=huff.edge.turns`; `edge` and `vela` are no options.
    fn new(path: &Path) -> VectorFile {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let mut parts = stem.split('.');
        let game = parts.next().unwrap().to_string();
        let options: Vec<&str> = parts.filter(|part| !["edge", "vela"].contains(part)).collect();
        assert!(options.iter().all(|part| part.contains('=')), "unknown word in {stem}");
        VectorFile { path: path.to_path_buf(), game, rules: options.join(",") }
    }

    /// The lines as (position, what stands after the semicolon).
    fn lines(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(&self.path).unwrap();
        let split = |line: &str| {
            let (position, rest) = line.split_once(';').unwrap();
            (position.trim().to_string(), rest.trim().to_string())
        };
        text.lines().map(split).collect()
    }
}

/// All files of the folder with this ending.
fn vector_files(ending: &str) -> Vec<VectorFile> {
    let entries = fs::read_dir(VECTORS).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    assert!(!paths.is_empty(), "no *.{ending} in {VECTORS}");
    paths.iter().map(|path| VectorFile::new(path)).collect()
}

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
    for file in vector_files("turns") {
        for (position, expected) in file.lines() {
            let found = written(&twin::turns(&file.game, &file.rules, &position));
            assert_eq!(found, expected, "{}: {position}", file.path.display());
            assert!(twin::is_valid(&file.game, &file.rules, &position), "{position}");
        }
    }
}

#[test]
fn reject_files() {
    for file in vector_files("reject") {
        for (position, reason) in file.lines() {
            let valid = twin::is_valid(&file.game, &file.rules, &position);
            assert!(!valid, "{}: {position}: {reason}", file.path.display());
        }
    }
}

#[test]
fn perft_files() {
    for file in vector_files("perft") {
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
