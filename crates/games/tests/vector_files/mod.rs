//! The files of vectors, found by their names: those of `tests/vectors`, and those that a game
//! brings in `crates/games/src/GAME/vectors`.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::{Path, PathBuf};
use std::{fs, io};

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// A file of vectors with what its name says.
pub(crate) struct VectorFile {
    pub(crate) path: PathBuf,
    pub(crate) game: String,
    /// The options that are not at their default, as `name=value,…`.
    pub(crate) rules: String,
    /// `turns`, `perft`, `reject` or `values`.
    pub(crate) kind: String,
}

impl VectorFile {
    /// "Options, where not the default, stand in the file's name", as in
    /// `fanorona.capture=huff.edge.turns`; `edge` and `vela` are no options.
    fn new(path: PathBuf) -> VectorFile {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let parts: Vec<&str> = name.split('.').collect();
        let [game, words @ .., kind] = &parts[..] else { panic!("{name} does not say its game") };
        let options: Vec<&str> = words.iter().copied().filter(|part| part.contains('=')).collect();
        let others: Vec<&&str> = words.iter().filter(|part| !part.contains('=')).collect();
        assert!(others.iter().all(|word| ["edge", "vela"].contains(word)), "{name}: an option?");
        VectorFile { game: (*game).into(), rules: options.join(","), kind: (*kind).into(), path }
    }

    /// The lines as (position, what stands after the semicolon).
    pub(crate) fn lines(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(&self.path).unwrap();
        let split = |line: &str| {
            let (position, rest) = line.split_once(';').expect("a semicolon");
            (position.trim().to_string(), rest.trim().to_string())
        };
        text.lines().map(split).collect()
    }
}

/// All files of vectors, in the order of their names.
pub(crate) fn all() -> Vec<VectorFile> {
    let mut paths = files(&Path::new(CRATE).join("../../tests/vectors")).expect("the vectors");
    for game in files(&Path::new(CRATE).join("src")).expect("the games") {
        paths.extend(files(&game.join("vectors")).unwrap_or_default());
    }
    paths.sort();
    paths.into_iter().map(VectorFile::new).collect()
}

/// All files of vectors of this kind.
pub(crate) fn of_kind(kind: &str) -> Vec<VectorFile> {
    let mut all = all();
    all.retain(|file| file.kind == kind);
    assert!(!all.is_empty(), "no vectors of kind {kind}");
    all
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
