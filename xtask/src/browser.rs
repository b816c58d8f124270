//! The pages in a real browser: tests and pictures, both by the Node modules of `web/tests` with
//! Chromium. What is missing is installed where that is allowed, and otherwise named.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{is_root, step};

/// The folder of the tests.
const FOLDER: &str = "web/tests";

/// Tests the pages that are in the program as it is built now.
pub(crate) fn test() -> Result<()> {
    let chromium = prepare()?;
    let program = program()?;
    let mut files: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(FOLDER).context(FOLDER)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.js") {
            files.push(format!("{FOLDER}/{name}"));
        }
    }
    files.sort();
    let command = format!("node --test --test-concurrency=1 {}", files.join(" "));
    let variables = [("DAMIER_PROGRAM", program.as_str()), ("DAMIER_CHROMIUM", chromium)];
    step("tests in a browser", &command, &variables)
}

/// Takes the pictures of the documentation.
pub(crate) fn pictures() -> Result<()> {
    let chromium = prepare()?;
    let program = program()?;
    let command = format!("node {FOLDER}/pictures.js docs/pages");
    let variables = [("DAMIER_PROGRAM", program.as_str()), ("DAMIER_CHROMIUM", chromium)];
    step("pictures of the pages", &command, &variables)
}

/// Builds the program and says where it is.
fn program() -> Result<String> {
    step("the program", "cargo build --release -p damier", &[])?;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let path =
        Path::new(&target).join("release").join(format!("damier{}", std::env::consts::EXE_SUFFIX));
    let path = path.canonicalize().with_context(|| format!("no program at {}", path.display()))?;
    Ok(path.to_string_lossy().into_owned())
}

/// Sees to it that Node, its packages and Chromium are there; says what Chromium is called.
fn prepare() -> Result<&'static str> {
    if !(runs("node") && runs("npm")) || chromium().is_none() {
        install()?;
    }
    if !Path::new(FOLDER).join("node_modules").is_dir() {
        step(
            "packages for the browser tests",
            &format!("npm ci --prefix {FOLDER} --no-audit --no-fund"),
            &[],
        )?;
    }
    chromium().context("Chromium is still missing after its installation")
}

/// Chromium as distributions call it.
fn chromium() -> Option<&'static str> {
    let places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    places.into_iter().find(|place| Path::new(place).exists())
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success())
}

fn install() -> Result<()> {
    if !is_root() || !runs("apt-get") {
        bail!(
            "the browser tests need Node, npm and Chromium: install the Debian packages nodejs, npm and chromium"
        );
    }
    step("install a browser", "apt-get install -y -q chromium nodejs npm", &[])
}
