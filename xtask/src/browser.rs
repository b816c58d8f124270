//! The pages in real browsers: tests and pictures, both by the Node modules of `web/tests` with
//! Chromium; a smoke set of tests with Firefox as well, where it is there.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::needs::{self, BROWSER_TESTS};
use crate::step;

/// What can be told by reading the pages: whether they are formatted, and their types.
const READING: [&str; 2] = ["format.test.js", "types.test.js"];

/// How many files of tests in a browser may have a second try: a browser on a busy machine is late
/// now and then, and what is late once is told apart from what is broken. Each is named at the end.
const UNSTEADY: usize = 2;

/// Checks format and types of the pages, for which nothing has to be built.
pub(crate) fn read() -> Result<()> {
    let files = READING.map(|name| format!("{BROWSER_TESTS}/{name}"));
    step("format and types of the pages", &format!("node --test {}", files.join(" ")), &[])
}

/// Tests the pages that are in the program as it is built now.
pub(crate) fn test(program: &Path) -> Result<()> {
    let mut files: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(BROWSER_TESTS).context(BROWSER_TESTS)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.js") && !READING.contains(&name.as_str()) {
            files.push(format!("{BROWSER_TESTS}/{name}"));
        }
    }
    files.sort();
    let run = |file: &String| {
        let name = file.strip_prefix(BROWSER_TESTS).unwrap_or(file);
        drive(&format!("in a browser: {name}"), &format!("node --test {file}"), program)
    };
    let failed: Vec<String> = files.into_iter().filter(|file| run(file).is_err()).collect();
    if failed.len() > UNSTEADY {
        bail!("tests in a browser failed: {}", failed.join(", "));
    }
    for file in &failed {
        println!("\n== {file} failed and has one more try, by itself");
        run(file)?;
    }
    if !failed.is_empty() {
        println!("== unsteady, passed at the second try only: {}", failed.join(", "));
    }
    Ok(())
}

/// Looks for text that is left in code: builds the program with the made-up language beside the
/// others, and lets the one test that is about it run.
pub(crate) fn test_made_up(program: &Path) -> Result<()> {
    let build = "cargo build --release -p damier";
    step("build with a made-up language", &format!("{build} --features pseudo"), &[])?;
    let other = Path::new("target/damier-made-up");
    std::fs::copy(program, other).context("the program with the made-up language")?;
    // The program without it again, under its own name.
    step("build without it", build, &[])?;
    let command = format!("node --test {BROWSER_TESTS}/madeup.test.js");
    let other = other.canonicalize()?;
    let chromium = needs::chromium().context("there is no Chromium")?;
    let (other, chromium) = (other.to_string_lossy(), chromium.to_string_lossy());
    let set =
        [("DAMIER_PROGRAM", &*other), ("DAMIER_CHROMIUM", &*chromium), ("DAMIER_MADE_UP", "1")];
    step("a made-up language", &command, &set)
}

/// Plays one game with the mouse, in the pages of this program.
pub(crate) fn test_game(program: &Path, game: &str) -> Result<()> {
    let command = format!("node --test {BROWSER_TESTS}/clicks.test.js");
    let chromium = needs::chromium().context("there is no Chromium")?;
    let (program, chromium) = (program.to_string_lossy(), chromium.to_string_lossy());
    let set =
        [("DAMIER_PROGRAM", &*program), ("DAMIER_CHROMIUM", &*chromium), ("DAMIER_GAME", game)];
    step("a sixth game: in a browser", &command, &set)
}

/// Takes the pictures of the documentation.
pub(crate) fn pictures(program: &Path) -> Result<()> {
    let command = format!("node {BROWSER_TESTS}/pictures.js docs/pages");
    drive("pictures of the pages", &command, program)
}

/// Takes pictures of every state at every size, in both themes and both languages, to be looked at.
pub(crate) fn all_pictures(program: &Path) -> Result<()> {
    let command = format!("node {BROWSER_TESTS}/pictures.js --all target/pages");
    drive("every state of the pages", &command, program)
}

/// Runs something that starts the program and looks at it with browsers.
fn drive(name: &str, command: &str, program: &Path) -> Result<()> {
    let chromium = needs::chromium().context("there is no Chromium")?;
    let firefox = needs::firefox().unwrap_or_default();
    if firefox.as_os_str().is_empty() {
        println!("== there is no Firefox: the pages are looked at with Chromium only");
    }
    let [program, chromium, firefox] =
        [program, &chromium, &firefox].map(|path| path.to_string_lossy());
    let variables = [
        ("DAMIER_PROGRAM", &*program),
        ("DAMIER_CHROMIUM", &*chromium),
        ("DAMIER_FIREFOX", &*firefox),
    ];
    step(name, command, &variables)
}
