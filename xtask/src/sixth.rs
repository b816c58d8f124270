//! A sixth game, as `docs/sixth-game.md` adds it: the patch is applied to a copy of the tree, and
//! what comes of it is tested as any other game is. The copy stays in `target/sixth-game/tree`; who
//! changes something there writes the patch again with `cargo xtask sixth write`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::{browser, step};

/// What adds the game.
const PATCH: &str = "docs/sixth-game.patch";
/// The game that it adds.
const GAME: &str = "morris";
/// Where the copy is, and what is built of it.
const PLACE: &str = "target/sixth-game";
/// What is not copied: what is built or fetched, and what git keeps.
const LEFT_OUT: [&str; 4] = ["target", "node_modules", ".git", "words"];

/// Applies the patch to a copy of the tree, and sees whether it compiles.
pub(crate) fn check() -> Result<()> {
    cargo("a sixth game: the patch applies and compiles", "check -p damier-games", &[], &apply()?)
}

/// As [`check`], and plays the game: by the tests of all games, in the terminal, against a level and
/// in a browser.
pub(crate) fn test() -> Result<()> {
    let tree = apply()?;
    cargo("a sixth game: conformance, twin, rules", "test --release -p damier-games", &[], &tree)?;
    // The others are solved by the tests of the tree itself.
    let (solve, only) = ("test --release -p damier-solve --test games", [("DAMIER_GAME", GAME)]);
    cargo("a sixth game: solved, and its numbering", solve, &only, &tree)?;
    let keys = "test --release -p damier-tui whole_games";
    cargo("a sixth game: whole games by keys", keys, &[], &tree)?;
    cargo("a sixth game: the program", "build --release -p damier", &[], &tree)?;
    let name = format!("damier{}", std::env::consts::EXE_SUFFIX);
    let program = target()?.join("release").join(name);
    play(&program)?;
    browser::test_game(&program, GAME)
}

/// Writes the patch again, as the copy has it now.
pub(crate) fn write() -> Result<()> {
    let tree = place()?.join("tree");
    let diff = diff(&fresh()?, &tree)?;
    ensure!(!diff.is_empty(), "{} does not differ from the tree", tree.display());
    fs::write(PATCH, diff).context(PATCH)
}

/// The folder of the copy.
fn place() -> Result<PathBuf> {
    fs::create_dir_all(PLACE).context(PLACE)?;
    Path::new(PLACE).canonicalize().context(PLACE)
}

/// Where the copy is built: what was built last time is used.
fn target() -> Result<PathBuf> {
    Ok(place()?.join("target"))
}

/// Runs cargo in the copy.
fn cargo(name: &str, command: &str, variables: &[(&str, &str)], tree: &Path) -> Result<()> {
    let (tree, target) = (tree.join("Cargo.toml"), target()?);
    let target = target.to_string_lossy();
    let command = format!("cargo {command} --manifest-path {}", tree.display());
    step(name, &command, &[variables, &[("CARGO_TARGET_DIR", &*target)]].concat())
}

/// A copy of the tree without the patch.
fn fresh() -> Result<PathBuf> {
    let fresh = place()?.join("fresh");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).context("the last copy")?;
    }
    copy(Path::new("."), &fresh)?;
    Ok(fresh)
}

/// A copy of the tree with the patch. Files that are as they were last time are not touched, so
/// that only what has changed is built again.
fn apply() -> Result<PathBuf> {
    let (fresh, tree) = (fresh()?, place()?.join("tree"));
    let patch = Path::new(PATCH).canonicalize().context(PATCH)?;
    let applied = git(&fresh).args(["apply", "--whitespace=error"]).arg(patch).status();
    ensure!(applied.context("git")?.success(), "{PATCH} does not apply: see {PLACE}/fresh");
    update(&fresh, &tree)?;
    Ok(tree)
}

/// Git in a folder that is no repository of its own, and does not look for one above.
fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder));
    git
}

/// How two folders differ, as a patch that makes the second of the first.
fn diff(fresh: &Path, tree: &Path) -> Result<Vec<u8>> {
    let above = fresh.parent().context("a copy has a place")?;
    let names = [fresh, tree].map(|path| path.file_name().unwrap_or_default());
    let out = git(above).args(["diff", "--no-index", "--no-prefix"]).args(names).output()?;
    // The folders are left out of the names: `fresh/crates` is written `a/crates`.
    let text = String::from_utf8(out.stdout)?;
    let heads = ["diff --git ", "--- ", "+++ "];
    let lines = text.lines().map(|line| match heads.iter().any(|head| line.starts_with(head)) {
        true => line.replace(" fresh/", " a/").replace(" tree/", " b/"),
        false => line.to_owned(),
    });
    Ok(lines.flat_map(|line| (line + "\n").into_bytes()).collect())
}

/// The names in a folder, sorted; none if it is not there.
fn names(folder: &Path) -> Result<BTreeSet<std::ffi::OsString>> {
    match fs::read_dir(folder) {
        Ok(entries) => Ok(entries.map(|e| Ok(e?.file_name())).collect::<Result<_>>()?),
        Err(_) => Ok(BTreeSet::new()),
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for name in names(from)?.iter().filter(|name| !LEFT_OUT.iter().any(|out| *name == out)) {
        let (from, to) = (from.join(name), to.join(name));
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, &to).with_context(|| from.display().to_string())?;
        }
    }
    Ok(())
}

/// Makes one folder like another, touching only files that differ.
fn update(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let wanted = names(from)?;
    for gone in names(to)?.difference(&wanted) {
        let gone = to.join(gone);
        if gone.is_dir() { fs::remove_dir_all(gone)? } else { fs::remove_file(gone)? }
    }
    for name in wanted {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() {
            update(&from, &to)?;
        } else if fs::read(&from)? != fs::read(&to).unwrap_or_default() || !to.exists() {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

/// The game in the terminal: by people, and by a level against another; a match; its value.
fn play(program: &Path) -> Result<()> {
    println!("\n== a sixth game: in the terminal, against a level, by its tables");
    let people = run(program, &["play", GAME], "b2\na1\nb1\na2\nb3\n")?;
    ensure!(people.contains("won:w") && people.contains("White wins"), "{people}");
    let levels = ["play", GAME, "--first", "level-2", "--second", "level-1"];
    let levels = run(program, &levels, "")?;
    let ended = levels.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
    ensure!(ended.contains("wins") || ended.starts_with("Draw"), "the game goes on: {levels}");
    let best = run(program, &["best", GAME, "--level", "2"], "")?;
    ensure!(!best.trim().is_empty(), "no turn of a level");
    let games = ["--first", "level-2", "--second", "level-1", "--games", "20"];
    let won = run(program, &[&["match", GAME], &games[..]].concat(), "")?;
    ensure!(won.contains("20"), "{won}");
    let tables = place()?.join("tables");
    let tables = tables.to_str().context("a folder with a plain name")?;
    let value = run(program, &["value", GAME, "--tables", tables], "")?;
    ensure!(value.contains("win"), "{value}");
    println!("{ended}\n{best}{won}{value}");
    Ok(())
}

/// What the program says to this input, in English.
fn run(program: &Path, args: &[&str], input: &str) -> Result<String> {
    let mut child = Command::new(program)
        .args(args)
        .args(["--lang", "en"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| program.display().to_string())?;
    child.stdin.take().context("its input")?.write_all(input.as_bytes())?;
    let out = child.wait_with_output()?;
    let text = String::from_utf8(out.stdout)?;
    if !out.status.success() {
        bail!("damier {} failed: {text}", args.join(" "));
    }
    Ok(text)
}
