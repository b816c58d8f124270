//! Damier's own chores. `cargo xtask test` is all that must pass before a change is good; it is
//! what README names and what CI runs.

mod browser;

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask test          everything that must pass: format, lints, docs, all tests
cargo xtask test browser  only the pages in a real browser
cargo xtask test --long   the same and the checks that take minutes: whole solves, long fuzzing
cargo xtask fuzz SECONDS  the readers under random input for longer
cargo xtask pictures      draw the boards and take the pictures of the pages for docs/ again";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--long"] => test(true),
        ["test", "browser"] => browser::test(),
        ["fuzz", seconds] => fuzz(seconds),
        ["pictures"] => pictures(),
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
    need_compiler()?;
    // The module for browsers is built with everything else.
    need_browser_target()?;
    step("format", "cargo fmt --all --check", &[])?;
    step("lints", "cargo clippy --release --workspace --all-targets -- -D warnings", &[])?;
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    step("docs", "cargo doc --release --workspace --no-deps --document-private-items", &deny)?;
    let wasm = "cargo clippy --release --target wasm32-unknown-unknown \
                -p damier-wasm -- -D warnings";
    step("lints of the browser's module", wasm, &[])?;
    step("tests", "cargo test --release --workspace", &[])?;
    browser::test()?;
    if long {
        step("long tests", "cargo test --release --workspace -- --ignored", &[])?;
        fuzz("120")?;
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
    browser::pictures()
}

/// A C linker is the one thing rustup does not bring.
fn need_compiler() -> Result<()> {
    if Command::new("cc").arg("--version").output().is_ok_and(|out| out.status.success()) {
        return Ok(());
    }
    if !is_root() {
        bail!("a C linker is missing: install the Debian package build-essential");
    }
    step("install a linker", "apt-get install -y -q build-essential", &[])
}

/// Whether packages may be installed.
fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n")
}

/// The browser's target comes with the pinned toolchain unless rustup was told not to.
fn need_browser_target() -> Result<()> {
    let target = "wasm32-unknown-unknown";
    let list = Command::new("rustup").args(["target", "list", "--installed"]).output();
    match list {
        Ok(out) if String::from_utf8_lossy(&out.stdout).contains(target) => Ok(()),
        Ok(_) => step("install the browser target", &format!("rustup target add {target}"), &[]),
        // Without rustup the toolchain is somebody else's care, and the next step will tell.
        Err(_) => Ok(()),
    }
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
