// The compiler's target for browsers: whether it is there, and adding it with rustup. Shared by
// path between build scripts, xtask and tests; see lib.rs.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What browsers run.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The programs that are asked.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) rustc: OsString,
    pub(crate) rustup: OsString,
    /// The toolchain that rustup says is in use.
    pub(crate) toolchain: Option<String>,
}

impl Tools {
    /// The compiler of this build, and rustup from the path.
    pub(crate) fn of_environment() -> Tools {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        Tools { rustc, rustup: "rustup".into(), toolchain: std::env::var("RUSTUP_TOOLCHAIN").ok() }
    }
}

/// How the target comes to be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TargetStatus {
    /// It was.
    There,
    /// rustup has added it to this toolchain.
    Added(String),
}

/// Whether the target is there.
pub(crate) fn is_there(tools: &Tools) -> bool {
    let folder = ask(tools, &["--print", "target-libdir", "--target", TARGET]);
    let files = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let is_std = |name: &str| name.starts_with("libstd-") && name.ends_with(".rlib");
    files.is_some_and(|files| {
        files.flatten().any(|file| is_std(&file.file_name().to_string_lossy()))
    })
}

/// Sees to it that the target is there. The error is one sentence that says what to do; `without`
/// is its end: what else one may do.
pub(crate) fn ensure(tools: &Tools, without: &str) -> Result<TargetStatus, String> {
    if is_there(tools) {
        return Ok(TargetStatus::There);
    }
    let Some(toolchain) = toolchain(tools) else {
        return Err(format!(
            "the compiler cannot build for browsers: install its target {TARGET} (on Debian the \
             package libstd-rust-dev-wasm32, with rustup `rustup target add {TARGET}`){without}"
        ));
    };
    // Builds of other folders may be about to do the same, and rustup does not expect that. Where
    // there is no lock to be had, what counts is only whether the target is there afterwards.
    let lock = std::fs::File::create(std::env::temp_dir().join("damier-rustup.lock"));
    let _held = lock.ok().filter(|lock| lock.lock().is_ok());
    if is_there(tools) {
        return Ok(TargetStatus::There);
    }
    let why = add(tools, &toolchain).err();
    match (is_there(tools), why) {
        (true, None) => Ok(TargetStatus::Added(toolchain)),
        // Somebody else was quicker.
        (true, Some(_)) => Ok(TargetStatus::There),
        (false, why) => {
            let why = why.map_or(String::new(), |why| format!(" ({why})"));
            Err(format!(
                "the compiler cannot build for browsers and rustup could not change that{why}: \
                 run `rustup target add --toolchain {toolchain} {TARGET}`{without}"
            ))
        }
    }
}

/// The name of rustup's toolchain that the compiler is of; none if somebody else installed it.
pub(crate) fn toolchain(tools: &Tools) -> Option<String> {
    let root = PathBuf::from(ask(tools, &["--print", "sysroot"])?);
    let all =
        root.parent().filter(|all| all.file_name().is_some_and(|name| name == "toolchains"))?;
    // A toolchain may be a link to another one: what rustup calls it is what it knows.
    let same = |name: &&String| all.join(name).canonicalize().ok() == root.canonicalize().ok();
    let name = tools.toolchain.as_ref().filter(same).cloned();
    name.or_else(|| root.file_name()?.to_str().map(str::to_owned))
}

/// Lets rustup add the target; the error is the last thing it says.
fn add(tools: &Tools, toolchain: &str) -> Result<(), String> {
    let mut rustup = Command::new(&tools.rustup);
    rustup.args(["target", "add", "--toolchain", toolchain, TARGET]).stdin(Stdio::null());
    let ran = rustup.output().map_err(|why| format!("it cannot be run: {why}"))?;
    if ran.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&ran.stderr).into_owned();
    let complaint = text.lines().find(|line| line.starts_with("error:"));
    let complaint = complaint.or_else(|| text.lines().rfind(|line| !line.trim().is_empty()));
    Err(complaint.unwrap_or("it failed without a word").trim().to_owned())
}

/// What the compiler answers, if it does.
fn ask(tools: &Tools, question: &[&str]) -> Option<String> {
    let answer = Command::new(&tools.rustc).args(question).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| answer.status.success() && !text.is_empty())
}
