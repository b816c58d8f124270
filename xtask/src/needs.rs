//! What the checks need besides cargo: looked for before anything long is compiled, named before
//! anything is installed, and installed only where that is allowed. What is there already is used.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::step;
use crate::target::{self, TARGET, Tools};

/// The folder of the browser tests.
pub(crate) const BROWSER_TESTS: &str = "web/tests";
/// The first version of Node whose test runner can be told to run files one by one.
const NODE: (u32, u32) = (18, 19);
/// Lists of packages that are older than this may name packages that are no longer there.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// Something that is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Missing {
    /// What it is for.
    what: &'static str,
    /// How it gets there.
    how: How,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum How {
    /// These packages of Debian.
    Packages(&'static [&'static str]),
    /// A target of the compiler, by rustup.
    Target,
    /// Packages of Node, by npm.
    Npm,
}

/// Sees to it that everything is there; `browser`: what the browser tests need as well.
pub(crate) fn prepare(browser: bool) -> Result<()> {
    let missing = missing(browser)?;
    if missing.is_empty() {
        return Ok(());
    }
    let packages = packages(&missing);
    let may_install = packages.is_empty() || may_install_packages();
    let coming = if may_install { "missing, and installed now" } else { "missing" };
    println!("== {coming}:\n{}", list(&missing));
    if !may_install {
        bail!(
            "as root, install these packages first (Debian's names): apt-get install {}",
            packages.join(" ")
        );
    }
    if !packages.is_empty() {
        if lists_are_stale(Path::new("/var/lib/apt/lists")) {
            // Without a network the lists that are there may still do.
            if let Err(why) = step("lists of packages", "apt-get update -q", &[]) {
                println!("== {why:#}");
            }
        }
        let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
        let command = format!("apt-get install -y -q {}", packages.join(" "));
        step("packages", &command, &quiet)?;
    }
    if missing.iter().any(|one| one.how == How::Target) {
        target::ensure(&Tools::of_environment(), "").map_err(anyhow::Error::msg)?;
    }
    if missing.iter().any(|one| one.how == How::Npm) {
        let command = format!("npm ci --prefix {BROWSER_TESTS} --no-audit --no-fund");
        step("packages for the browser tests", &command, &[])?;
    }
    match self::missing(browser)?.first() {
        Some(one) => bail!("{} is still missing after its installation", one.what),
        None => Ok(()),
    }
}

/// All that is missing.
fn missing(browser: bool) -> Result<Vec<Missing>> {
    let mut all = Vec::new();
    let mut need = |there: bool, what: &'static str, how: How| {
        if !there {
            all.push(Missing { what, how });
        }
    };
    need(runs("cc"), "a C compiler and linker", How::Packages(&["build-essential"]));
    let target = target::is_there(&Tools::of_environment());
    need(target, "the compiler's target for browsers", How::Target);
    if browser {
        let node = node()?;
        need(node, "Node, which drives the browser", How::Packages(&["nodejs"]));
        need(runs("npm"), "npm, which brings Node's packages", How::Packages(&["npm"]));
        need(chromium().is_some(), "Chromium, the browser", How::Packages(&["chromium"]));
        // The pages are tested in another browser where it is there or can be had; whoever cannot
        // install it is not stopped.
        if may_install_packages() {
            let name = "Firefox, the other browser";
            need(firefox().is_some(), name, How::Packages(&["firefox-esr"]));
        }
        let modules = has_modules(Path::new(BROWSER_TESTS));
        need(modules, "the packages of the browser tests", How::Npm);
    }
    Ok(all)
}

/// Whether Node's packages are installed as `package-lock.json` now wants them: npm leaves a copy of
/// it in their folder, which is younger unless the list has changed since.
fn has_modules(folder: &Path) -> bool {
    let changed = |name: &str| folder.join(name).metadata().and_then(|about| about.modified());
    match (changed("package-lock.json"), changed("node_modules/.package-lock.json")) {
        (Ok(wanted), Ok(installed)) => installed >= wanted,
        _ => false,
    }
}

/// A line for each.
fn list(missing: &[Missing]) -> String {
    let mut out = String::new();
    for one in missing {
        let by = match &one.how {
            How::Packages(names) => format!("apt-get install {}", names.join(" ")),
            How::Target => format!("rustup target add {TARGET}"),
            How::Npm => format!("npm ci, in {BROWSER_TESTS}/node_modules"),
        };
        let _ = writeln!(out, "   {}: {by}", one.what);
    }
    out.trim_end().to_owned()
}

/// The packages of Debian among these.
fn packages(missing: &[Missing]) -> Vec<&'static str> {
    let names = missing.iter().filter_map(|one| match one.how {
        How::Packages(names) => Some(names),
        _ => None,
    });
    names.flatten().copied().collect()
}

/// Whether Node is there; an error if it is too old, since another one must not be put over it.
fn node() -> Result<bool> {
    let Ok(out) = Command::new("node").arg("--version").output() else { return Ok(false) };
    let text = String::from_utf8_lossy(&out.stdout).trim().to_owned();
    let mut numbers = text.trim_start_matches('v').split('.').map_while(|n| n.parse().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version < NODE {
        bail!("node is {text}, and the browser tests need {}.{} or later", NODE.0, NODE.1);
    }
    Ok(true)
}

/// The browser: the one that `DAMIER_CHROMIUM` names, or the first on the path.
pub(crate) fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    program_named("DAMIER_CHROMIUM", &names)
}

/// The other browser: the one that `DAMIER_FIREFOX` names, or the first on the path.
pub(crate) fn firefox() -> Option<PathBuf> {
    program_named("DAMIER_FIREFOX", &["firefox-esr", "firefox"])
}

/// The program that a variable names, or the first of these on the path.
fn program_named(variable: &str, names: &[&str]) -> Option<PathBuf> {
    let named = std::env::var_os(variable).filter(|name| !name.is_empty());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let on_path = || {
        let files = names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name)));
        files.into_iter().find(|file| file.is_file())
    };
    named.map(PathBuf::from).or_else(on_path)
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success())
}

/// Whether packages of Debian may be installed.
fn may_install_packages() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n");
    root && runs("apt-get")
}

/// Whether the lists of packages are missing or old; on a fresh machine there are none, and
/// nothing can be installed.
fn lists_are_stale(folder: &Path) -> bool {
    let Ok(files) = std::fs::read_dir(folder) else { return true };
    let is_list = |name: &str| name.contains("_Packages");
    let fresh = |file: &std::fs::DirEntry| {
        let changed = file.metadata().and_then(|about| about.modified());
        changed.is_ok_and(|when| when.elapsed().is_ok_and(|age| age < STALE))
    };
    let mut lists = files.flatten().filter(|file| is_list(&file.file_name().to_string_lossy()));
    !lists.any(|file| fresh(&file))
}

/// Builds the program and says where it is.
pub(crate) fn program() -> Result<PathBuf> {
    step("the program", "cargo build --release -p damier", &[])?;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let path =
        Path::new(&target).join("release").join(format!("damier{}", std::env::consts::EXE_SUFFIX));
    path.canonicalize().with_context(|| format!("no program at {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_line_by_line() {
        let all = [
            Missing { what: "a linker", how: How::Packages(&["build-essential"]) },
            Missing { what: "a target", how: How::Target },
            Missing { what: "Node", how: How::Packages(&["nodejs", "npm"]) },
        ];
        assert_eq!(
            list(&all),
            format!(
                "   a linker: apt-get install build-essential\n   \
                 a target: rustup target add {TARGET}\n   Node: apt-get install nodejs npm"
            )
        );
        assert_eq!(packages(&all), ["build-essential", "nodejs", "npm"]);
    }

    #[test]
    fn packages_of_node_are_installed_again_when_their_list_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| std::fs::File::create(folder.path().join(name)).expect("a file");
        let list = file("package-lock.json");
        assert!(!has_modules(folder.path()));
        std::fs::create_dir(folder.path().join("node_modules")).expect("a folder");
        assert!(!has_modules(folder.path()));
        let installed = file("node_modules/.package-lock.json");
        installed.set_modified(list.metadata().unwrap().modified().unwrap()).expect("as old");
        assert!(has_modules(folder.path()));
        list.set_modified(std::time::SystemTime::now() + STALE).expect("a new list");
        assert!(!has_modules(folder.path()));
    }

    #[test]
    fn lists_of_packages_are_fetched_where_there_are_none_or_old_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(lists_are_stale(&folder.path().join("nowhere")));
        assert!(lists_are_stale(folder.path()));
        std::fs::write(folder.path().join("lock"), "").expect("a file");
        assert!(lists_are_stale(folder.path()));
        let list = folder.path().join("deb.debian.org_dists_main_binary-amd64_Packages.lz4");
        let file = std::fs::File::create(&list).expect("a list");
        assert!(!lists_are_stale(folder.path()));
        let old = std::time::SystemTime::now() - 2 * STALE;
        file.set_modified(old).expect("an old list");
        assert!(lists_are_stale(folder.path()));
    }
}
