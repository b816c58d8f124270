//! The target for browsers, with stand-ins for the compiler and rustup.

#![cfg(unix)]

#[path = "../src/target.rs"]
#[allow(dead_code, reason = "build scripts use the rest")]
mod target;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use target::{TARGET, TargetStatus, Tools, ensure, is_there, toolchain};

const NAME: &str = "9.9.9-some-machine";

/// A machine with a compiler and perhaps rustup, in a folder.
struct Machine {
    folder: tempfile::TempDir,
    sysroot: PathBuf,
}

impl Machine {
    /// One whose compiler is in this folder of it.
    fn new(place: &str) -> Machine {
        let folder = tempfile::tempdir().expect("a folder");
        let sysroot = folder.path().join(place);
        fs::create_dir_all(sysroot.join("lib/rustlib")).expect("the compiler's folder");
        let machine = Machine { folder, sysroot };
        let (root, lib) = (machine.sysroot.display(), machine.lib());
        let lib = lib.display();
        machine.script(
            "rustc",
            &format!(
                "case \"$*\" in *sysroot*) echo '{root}';; *target-libdir*) echo '{lib}';; esac"
            ),
        );
        machine
    }

    fn lib(&self) -> PathBuf {
        self.sysroot.join("lib/rustlib").join(TARGET).join("lib")
    }

    fn script(&self, name: &str, body: &str) {
        let file = self.folder.path().join(name);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).expect("a script");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it can be run");
    }

    /// A rustup that notes how it is called, then does this.
    fn rustup(&self, body: &str) {
        let log = self.log();
        self.script("rustup", &format!("echo \"$*\" >> '{}'\n{body}", log.display()));
    }

    /// A command that adds the target as rustup does.
    fn adding(&self) -> String {
        let lib = self.lib().display().to_string();
        format!("mkdir -p '{lib}' && touch '{lib}/libstd-1234.rlib'")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// How rustup was called.
    fn calls(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    fn tools(&self) -> Tools {
        let program = |name: &str| self.folder.path().join(name).into_os_string();
        Tools { rustc: program("rustc"), rustup: program("rustup"), toolchain: None }
    }
}

fn ours() -> Machine {
    Machine::new(&format!("home/toolchains/{NAME}"))
}

#[test]
fn a_target_that_is_missing_is_added_to_the_toolchain_in_use_once() {
    let machine = ours();
    machine.rustup(&machine.adding());
    assert!(!is_there(&machine.tools()));
    assert_eq!(ensure(&machine.tools(), ""), Ok(TargetStatus::Added(NAME.to_owned())));
    assert_eq!(ensure(&machine.tools(), ""), Ok(TargetStatus::There));
    assert_eq!(machine.calls(), format!("target add --toolchain {NAME} {TARGET}\n"));
}

#[test]
fn where_rustup_fails_one_sentence_says_what_to_do() {
    let machine = ours();
    machine.rustup("echo info: downloading >&2; echo 'error: no network' >&2; exit 1");
    let why = ensure(&machine.tools(), ", or do without").expect_err("no target");
    assert_eq!(
        why,
        format!(
            "the compiler cannot build for browsers and rustup could not change that \
             (error: no network): run `rustup target add --toolchain {NAME} {TARGET}`, or do without"
        )
    );
    // It says that all is well, and nothing is.
    machine.rustup("exit 0");
    let why = ensure(&machine.tools(), "").expect_err("no target");
    assert!(why.contains("could not change that: run `rustup target add"), "{why}");
    // An empty folder, as a download that was broken off leaves it.
    fs::create_dir_all(machine.lib()).expect("a folder");
    assert!(ensure(&machine.tools(), "").is_err());
}

#[test]
fn where_another_build_was_quicker_all_is_well() {
    let machine = ours();
    machine.rustup(&format!("{}; exit 1", machine.adding()));
    assert_eq!(ensure(&machine.tools(), ""), Ok(TargetStatus::There));
}

#[test]
fn a_toolchain_is_called_as_rustup_calls_it() {
    let machine = ours();
    machine.rustup(&machine.adding());
    let all = machine.sysroot.parent().expect("the toolchains");
    std::os::unix::fs::symlink(&machine.sysroot, all.join("pinned")).expect("a link");
    fs::create_dir(all.join("another")).expect("another one");
    let called =
        |name: &str| toolchain(&Tools { toolchain: Some(name.to_owned()), ..machine.tools() });
    assert_eq!(called("pinned").as_deref(), Some("pinned"));
    assert_eq!(called("another").as_deref(), Some(NAME), "the compiler is not of that one");
    assert_eq!(called("missing").as_deref(), Some(NAME));
}

#[test]
fn many_builds_at_once_call_rustup_once() {
    let machine = ours();
    machine.rustup(&machine.adding());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| ensure(&machine.tools(), "").expect("the target"));
        }
    });
    assert_eq!(machine.calls().lines().count(), 1, "{}", machine.calls());
}

#[test]
fn a_compiler_that_is_not_rustups_is_not_touched() {
    let machine = Machine::new("usr");
    machine.rustup(&machine.adding());
    assert_eq!(toolchain(&machine.tools()), None);
    let why = ensure(&machine.tools(), "").expect_err("no target");
    assert!(why.contains("libstd-rust-dev-wasm32"), "{why}");
    assert_eq!(machine.calls(), "");
    // With the distribution's package nothing more is asked for.
    assert!(Command::new("sh").args(["-c", &machine.adding()]).status().unwrap().success());
    assert_eq!(ensure(&machine.tools(), ""), Ok(TargetStatus::There));
    // Without rustup, and without a compiler that answers.
    let machine = ours();
    let why = ensure(&machine.tools(), "").expect_err("no target");
    assert!(why.contains("it cannot be run") && why.contains("rustup target add"), "{why}");
    let nowhere = || "/nowhere/program".into();
    let nothing = Tools { rustc: nowhere(), rustup: nowhere(), toolchain: None };
    assert!(ensure(&nothing, "").is_err());
}

/// The build script itself, as cargo runs it: what it prints is all that cargo learns.
fn build_script(machine: &Machine, wasm: Option<&str>) -> String {
    let script = machine.folder.path().join("build-script");
    if !script.exists() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let built = Command::new(rustc)
            .args(["--edition", "2024", "-o"])
            .args([&script, &source])
            .status()
            .expect("the compiler runs");
        assert!(built.success());
    }
    let mut command = Command::new(&script);
    let path = format!("{}:/usr/bin:/bin", machine.folder.path().display());
    command.env("RUSTC", machine.tools().rustc).env("PATH", path);
    command.env_remove("DAMIER_WASM").env_remove("RUSTUP_TOOLCHAIN");
    if let Some(wasm) = wasm {
        command.env("DAMIER_WASM", wasm);
    }
    let ran = command.output().expect("it runs");
    assert!(ran.status.success(), "{ran:?}");
    let text = String::from_utf8(ran.stdout).expect("text");
    text.lines()
        .filter(|line| !line.contains("rerun-if"))
        .map(|line| line.to_owned() + "\n")
        .collect()
}

#[test]
fn cargo_is_told_in_one_line() {
    let machine = ours();
    machine.rustup("echo 'error: no network' >&2; exit 1");
    let told = build_script(&machine, None);
    assert!(told.starts_with("cargo::error=the compiler cannot build for browsers"), "{told}");
    assert!(told.contains("or set DAMIER_WASM=skip") && told.lines().count() == 1, "{told}");
    assert_eq!(build_script(&machine, Some("skip")), "", "nothing is asked of who wants no pages");
    machine.rustup(&machine.adding());
    let added = format!("cargo::warning=rustup has added the target {TARGET} to {NAME}\n");
    assert_eq!(build_script(&machine, Some("")), added);
    assert_eq!(build_script(&machine, None), "");
}
