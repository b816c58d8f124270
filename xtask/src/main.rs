//! Damier's own chores. `cargo xtask test` is all that must pass before a change is good; it is
//! what README names and what CI runs.

mod browser;
mod dependencies;
mod needs;
mod rust_format;
mod sixth;
#[path = "../../crates/toolchain/src/target.rs"]
#[allow(dead_code, reason = "build scripts use the rest")]
mod target;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask test          everything that must pass: format, licences, lints, docs, all tests
cargo xtask test browser  only the pages in a real browser
cargo xtask test madeup   no text is left in code: a program with a made-up language, looked at
cargo xtask test sixth    the game that docs/sixth-game.md adds to a copy: tests, terminal, page
cargo xtask test --long   the same and the checks that take minutes: whole solves, long fuzzing, madeup,
                          sixth
cargo xtask fuzz SECONDS  the readers under random input for longer
cargo xtask format        format all Rust code; what cargo fmt does not find, too
cargo xtask sixth write   write docs/sixth-game.patch again, from the copy in target/sixth-game
cargo xtask size          build the program and tell its size
cargo xtask pictures      draw the boards and take the pictures of the pages for docs/ again
cargo xtask pictures --all  every state of the pages at five sizes, in both themes and languages, and
                          sheets of them, in target/pages: to be looked at";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--long"] => test(true),
        ["test", "browser"] => test_browser(),
        ["test", "madeup"] => test_made_up(),
        ["test", "sixth"] => needs::prepare(true).and_then(|()| sixth::test()),
        ["sixth", "write"] => sixth::write(),
        ["format"] => rust_format::run(false),
        ["fuzz", seconds] => fuzz(seconds),
        ["size"] => needs::prepare(false).and_then(|()| check_size(&needs::program()?)),
        ["pictures"] => pictures(),
        ["pictures", "--all"] => {
            needs::prepare(true).and_then(|()| browser::all_pictures(&needs::program()?))
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs every check, cheapest first.
fn test(long: bool) -> Result<()> {
    needs::prepare(true)?;
    rust_format::run(true)?;
    dependencies::check()?;
    browser::read()?;
    step("lints", "cargo clippy --release --workspace --all-targets -- -D warnings", &[])?;
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    step("docs", "cargo doc --release --workspace --no-deps --document-private-items", &deny)?;
    let wasm = "cargo clippy --release --target wasm32-unknown-unknown \
                -p damier-wasm -- -D warnings";
    step("lints of the browser's module", wasm, &[])?;
    step("tests", "cargo test --release --workspace", &[])?;
    sixth::check()?;
    let program = needs::program()?;
    check_size(&program)?;
    browser::test(&program)?;
    if long {
        step("long tests", "cargo test --release --workspace -- --ignored", &[])?;
        browser::test_made_up(&program)?;
        sixth::test()?;
        fuzz("120")?;
    }
    Ok(())
}

/// Only the search for text that is left in code.
fn test_made_up() -> Result<()> {
    needs::prepare(true)?;
    browser::test_made_up(&needs::program()?)
}

/// The pages in a real browser only.
fn test_browser() -> Result<()> {
    needs::prepare(true)?;
    browser::test(&needs::program()?)
}

/// The program is shipped without the data of debuggers, which are several times its size.
const LARGEST: u64 = 24 << 20;

/// Tells the size of the program, which is an error above a bound.
fn check_size(program: &Path) -> Result<()> {
    let size = std::fs::metadata(program)?.len();
    println!("== size of the program: {:.1} MB ({size} bytes)", size as f64 / 1e6);
    if size > LARGEST {
        bail!("the program has {size} bytes; {LARGEST} are the limit");
    }
    Ok(())
}

/// The fuzz targets for a number of seconds, by their own driver; see fuzz/README.md for libFuzzer.
fn fuzz(seconds: &str) -> Result<()> {
    if seconds.parse::<u32>().is_err() {
        bail!("`{seconds}` is no number of seconds");
    }
    let command = "cargo test --release -p damier-fuzz -- --nocapture";
    step("fuzzing", command, &[("DAMIER_FUZZ_SECONDS", seconds)])
}

/// The boards of the documentation: a line each, game and position.
const BOARDS: &str = "docs/boards/positions.txt";

/// Draws the boards of the documentation with the program itself, and photographs its pages.
fn pictures() -> Result<()> {
    needs::prepare(true)?;
    let boards = std::fs::read_to_string(BOARDS).context(BOARDS)?;
    for line in boards.lines() {
        let (game, position) = line.split_once(' ').context(BOARDS)?;
        let file = format!("docs/boards/{game}.svg");
        let status = Command::new("cargo")
            .args(["run", "--release", "--quiet", "-p", "damier", "--", "board"])
            .args([game, position, "--svg", &file])
            .status()?;
        if !status.success() {
            bail!("cannot draw {game}");
        }
    }
    browser::pictures(&needs::program()?)
}

/// Runs one command, saying what it is and how long it took.
fn step(name: &str, command: &str, variables: &[(&str, &str)]) -> Result<()> {
    println!("\n== {name}: {command}");
    let begun = Instant::now();
    let mut words = command.split_whitespace();
    let program = words.next().context("an empty command")?;
    let status = Command::new(program)
        .args(words)
        .envs(variables.iter().copied())
        .status()
        .with_context(|| format!("cannot run `{program}`"))?;
    if !status.success() {
        bail!("{name} failed: {command}");
    }
    println!("== {name}: done in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}
