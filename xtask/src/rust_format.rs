//! The format of all Rust code. `cargo fmt` follows `mod` from file to file, but not those that a
//! macro writes: the games, which `games!` declares, are named to it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::step;

/// The folders of the games.
const GAMES: &str = "crates/games/src";

/// Formats everything, or only checks it.
pub(crate) fn run(check: bool) -> Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(GAMES).context(GAMES)? {
        let game = entry?.path();
        if game.is_dir() {
            files.extend(rust_files(&game)?);
        }
    }
    files.sort();
    let check = if check { " --check" } else { "" };
    step("format", &format!("cargo fmt --all{check} -- {}", files.join(" ")), &[])
}

/// The Rust files in a folder.
fn rust_files(folder: &Path) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "rs") {
            all.push(path.display().to_string());
        }
    }
    Ok(all)
}
