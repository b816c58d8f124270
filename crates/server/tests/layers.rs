//! Which part of the server may know which: the domain nothing but itself, storage and bus nothing
//! of the network, and none of them each other in a circle. Read from the sources, since the
//! compiler does not mind.

use std::path::{Path, PathBuf};

/// The parts and what each may use of the others.
const PARTS: [(&str, &[&str]); 7] = [
    ("live", &["live"]),
    ("bus", &["bus", "live"]),
    ("log", &["log"]),
    ("wire.rs", &["live"]),
    ("wire", &["live"]),
    ("rooms", &["rooms", "live", "log", "bus", "wire", "config", "ids", "limits", "work"]),
    (
        "http",
        &[
            "http", "rooms", "live", "log", "bus", "wire", "client", "failure", "ids", "limits",
            "request", "work", "Shared",
        ],
    ),
];

/// What the domain must not even name: network, storage, clocks, chance, threads.
const OUTSIDE: [&str; 17] = [
    "tokio",
    "axum",
    "hyper",
    "tungstenite",
    "sqlx",
    "governor",
    "getrandom",
    "futures_util",
    "tracing",
    "Instant",
    "SystemTime",
    "std::net",
    "std::fs",
    "std::io",
    "std::thread",
    "std::env",
    "async ",
];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.into()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let ours = entries.filter(|path| !path.ends_with("tests") && !path.ends_with("faults"));
    ours.flat_map(|path| sources(&path)).collect()
}

/// A source without its tests and comments.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn part(name: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name);
    let files = sources(&root).into_iter().filter(|path| !path.ends_with("tests.rs"));
    files.map(|path| (path.clone(), code(&path))).collect()
}

#[test]
fn the_domain_knows_neither_network_nor_storage_nor_clock() {
    let files = part("live");
    assert!(files.len() >= 10, "{files:?}");
    for (path, code) in files {
        for word in OUTSIDE {
            assert!(!code.contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn parts_use_only_what_they_may() {
    for (name, may) in PARTS {
        for (path, code) in part(name) {
            for used in code.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric()).collect();
                // `pub(crate::…)` and paths of other crates do not begin like that.
                assert!(may.contains(&used.as_str()), "{} uses {used}", path.display());
            }
        }
    }
}

#[test]
fn no_two_parts_use_each_other() {
    for (a, uses_a) in PARTS {
        for (b, uses_b) in PARTS {
            let (a, b) = (a.trim_end_matches(".rs"), b.trim_end_matches(".rs"));
            let circle = a != b && uses_a.contains(&b) && uses_b.contains(&a);
            assert!(!circle, "{a} and {b}");
        }
    }
}
