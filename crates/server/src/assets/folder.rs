//! The folder of pages: which files are served, under which addresses, as what. Used when the
//! program is built, to embed them, and when it runs, to serve a folder that is being worked on.

use std::io;
use std::path::{Path, PathBuf};

use damier_locale::{Direction, Lang, phrase};

/// What pages and the service worker have in place of the version of everything.
pub(crate) const VERSION_MARK: &str = "__VERSION__";

/// What pages have in place of the languages there are, as in `en:ltr fr:ltr`.
pub(crate) const LANGUAGES_MARK: &str = "__LANGUAGES__";

/// What pages have in place of what they say, in every language, where scripts do not run.
const NEEDS_SCRIPTS_MARK: &str = "__NEEDS_SCRIPTS__";

/// The service worker's file.
pub(crate) const WORKER: &str = "/sw.js";

/// Where the WebAssembly module is served.
pub(crate) const MODULE: &str = "/damier.wasm";

/// What the pages say in a language. Like the module it is part of the program even where the
/// pages come from a folder, unless that has such a file (`damier-locale`'s example `words`).
pub(crate) fn words(lang: Lang) -> String {
    format!("/words/{}.json", lang.code())
}

/// The same for a part that only some pages say.
pub(crate) fn words_part(part: &str, lang: Lang) -> String {
    format!("/words/{part}.{}.json", lang.code())
}

/// Whether this is where the words of some language are.
pub(crate) fn is_words(address: &str) -> bool {
    Lang::ALL.into_iter().any(|lang| {
        let part = |(part, _): &(&str, &str)| words_part(part, lang) == address;
        words(lang) == address || lang.page_parts().iter().any(part)
    })
}

/// The puzzles of a game, from its folder. Like the words they are part of the program even where the
/// pages come from a folder.
#[allow(dead_code, reason = "only the build writes these addresses")]
pub(crate) fn puzzles(game: &str) -> String {
    format!("/puzzles/{game}.list")
}

/// Whether this is where the puzzles of some game are.
#[allow(dead_code, reason = "only the program reads these addresses")]
pub(crate) fn is_puzzles(address: &str) -> bool {
    address.starts_with("/puzzles/") && address.ends_with(".list")
}

/// Writes what is only known when everything is: the version, and the languages.
pub(crate) fn completed(text: &str, version: &str) -> String {
    let direction = |lang: Lang| match lang.direction() {
        Direction::LeftToRight => "ltr",
        Direction::RightToLeft => "rtl",
    };
    let languages = Lang::ALL.map(|lang| format!("{}:{}", lang.code(), direction(lang)));
    let needs_scripts = Lang::ALL.map(|lang| phrase!("server.needs-scripts").text(lang));
    text.replace(VERSION_MARK, version)
        .replace(LANGUAGES_MARK, &languages.join(" "))
        .replace(NEEDS_SCRIPTS_MARK, &needs_scripts.join(" — "))
}

/// Files and folders for people who work on the pages, not for those who read them.
const LEFT_OUT: [&str; 7] = [
    "node_modules",
    "tests",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "sentences.d.ts",
    "types.d.ts",
];

/// All files with the addresses they are served under, sorted.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut all = Vec::new();
    visit(folder, "", &mut all)?;
    all.sort();
    Ok(all)
}

fn visit(folder: &Path, under: &str, all: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        if LEFT_OUT.contains(&name) {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => visit(&entry.path(), &format!("{under}/{name}"), all)?,
            false => all.push((address(&format!("{under}/{name}")), entry.path())),
        }
    }
    Ok(())
}

/// Where a file is served: pages without their ending, and `index` as its folder.
fn address(path: &str) -> String {
    match path.strip_suffix(".html") {
        Some(page) => match page.strip_suffix("/index") {
            Some("") => "/".to_string(),
            Some(folder) => folder.to_string(),
            None => page.to_string(),
        },
        None => path.to_string(),
    }
}

/// The type of a file, by the ending of its own name.
pub(crate) fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        // Modules are always UTF-8, other scripts as their page is.
        "js" | "mjs" => "text/javascript",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" | "md" | "list" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether version and languages are written into files of this kind at this address.
pub(crate) fn names_version(address: &str, kind: &str) -> bool {
    address == WORKER || kind.starts_with("text/html")
}

/// The list of everything that is served, for the service worker.
pub(crate) fn list<'a>(version: &str, files: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> =
        files.filter(|file| *file != WORKER).map(|file| format!("{file:?}")).collect();
    format!("{{\"version\":\"{version}\",\"files\":[{}]}}\n", quoted.join(","))
}
