//! Builds the WebAssembly module with a cargo of its own, so that one command is enough to build
//! the whole program. `DAMIER_WASM` names a module that was built before (a path from the root of
//! the workspace), or is `skip` for editors and packagers who do not want one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../toolchain/src/target.rs"]
#[allow(dead_code)]
mod target;

use target::{TARGET, Tools, ensure};

const PACKAGE: &str = "damier-wasm";
const VARIABLE: &str = "DAMIER_WASM";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../toolchain/src/target.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    if let Err(why) = run() {
        // Cargo shows each line and fails.
        why.lines().for_each(|line| println!("cargo::error={line}"));
    }
}

fn run() -> Result<(), String> {
    let (out, here) = (folder("OUT_DIR")?, folder("CARGO_MANIFEST_DIR")?);
    let root = here.ancestors().nth(2).ok_or("the crate is not in its workspace")?;
    let module = out.join("damier.wasm");
    println!("cargo::metadata=file={}", module.display());
    match std::env::var(VARIABLE).unwrap_or_default().as_str() {
        "" => {
            watch(root)?;
            let built = build(root, &out)?;
            copy(&built, &module)
        }
        "skip" => write(&module, b""),
        file => {
            let file = root.join(file);
            println!("cargo::rerun-if-changed={}", file.display());
            copy(&file, &module)
        }
    }
}

/// A folder that cargo names.
fn folder(variable: &str) -> Result<PathBuf, String> {
    let value =
        std::env::var_os(variable).ok_or_else(|| format!("cargo does not say {variable}"))?;
    Ok(PathBuf::from(value))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let bytes = std::fs::read(from).map_err(|why| format!("{}: {why}", from.display()))?;
    match bytes.starts_with(b"\0asm") {
        true => write(to, &bytes),
        false => Err(format!("{} is no WebAssembly module", from.display())),
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(file, bytes).map_err(|why| format!("{}: {why}", file.display()))
}

/// Tells cargo what the module is made of: the crates it depends on, and what fixes the rest.
fn watch(root: &Path) -> Result<(), String> {
    for file in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"] {
        println!("cargo::rerun-if-changed={}", root.join(file).display());
    }
    println!("cargo::rerun-if-changed={}", root.join("locales").display());
    let mut crates = BTreeSet::new();
    find_crates(root, "wasm", &mut crates)?;
    for name in crates {
        let folder = root.join("crates").join(name);
        println!("cargo::rerun-if-changed={}", folder.join("Cargo.toml").display());
        for part in ["src", "build", "build.rs"].map(|part| folder.join(part)) {
            if part.exists() {
                println!("cargo::rerun-if-changed={}", part.display());
            }
        }
    }
    Ok(())
}

/// A crate and the crates of this workspace it depends on. Each lies in the folder of its name.
///
/// `cargo metadata` knows as well, but it waits for the lock of the registry's index, may want a
/// network, and answers in JSON: a parser to be compiled before this can run. All that is needed
/// here are the lines of our own `[dependencies]` that begin with `damier-`.
fn find_crates(root: &Path, name: &str, found: &mut BTreeSet<String>) -> Result<(), String> {
    if !found.insert(name.to_owned()) {
        return Ok(());
    }
    let file = root.join("crates").join(name).join("Cargo.toml");
    let text =
        std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
    let own = text.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    for line in own.take_while(|line| !line.starts_with('[')) {
        if let Some(rest) = line.strip_prefix("damier-") {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            find_crates(root, &rest[..end.unwrap_or(rest.len())], found)?;
        }
    }
    Ok(())
}

/// Builds the module and says where it is.
fn build(root: &Path, out: &Path) -> Result<PathBuf, String> {
    // `damier-toolchain` has seen to it, unless the module was left out then.
    ensure(&Tools::of_environment(), &format!(", or set {VARIABLE}=skip to do without the pages"))?;
    // A folder of its own: the cargo that runs this has locked the other one.
    let target = out.join("target");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(root).arg("build").args(["--package", PACKAGE, "--profile", "wasm"]);
    cargo.args(["--target", TARGET, "--locked"]).env("CARGO_TARGET_DIR", &target);
    if std::env::var_os("CARGO_FEATURE_PSEUDO").is_some() {
        cargo.args(["--features", "pseudo"]);
    }
    // What was set for the program does not suit the module, and clippy would check it instead
    // of building it.
    for variable in ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTFLAGS", "CARGO_BUILD_TARGET"]
    {
        cargo.env_remove(variable);
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(root));
    let run = cargo.output().map_err(|why| format!("cargo cannot be run: {why}"))?;
    if !run.status.success() {
        let text = String::from_utf8_lossy(&run.stderr);
        let complaint = text.find("error").map_or(&*text, |start| &text[start..]);
        return Err(format!(
            "the WebAssembly module cannot be built ({VARIABLE}=skip leaves it out):\n{complaint}"
        ));
    }
    Ok(target.join(TARGET).join("wasm").join("damier_wasm.wasm"))
}

/// Flags that make the same module on every machine: it holds no names of folders.
fn flags(root: &Path) -> String {
    let mut folders = vec![(root.to_path_buf(), "damier")];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let user = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    folders.extend(home.or(user).map(|home| (home, "cargo")));
    let flag = |(from, to): (PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    // Numbers of functions as short as they can be: the linker pads them otherwise.
    let short = "-Clink-arg=--compress-relocations".to_owned();
    folders.into_iter().map(flag).chain([short]).collect::<Vec<_>>().join("\x1f")
}
