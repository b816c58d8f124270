//! Gathers what the games' folders have beside the code: the rule sheets, `rules.en.md` and the
//! like, and the slow twins that the tests compare the rules with, `twin.rs`. A language that has no
//! sheet for a game gets the English one, with a word about it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use damier_locale::{Lang, phrase};

fn main() -> io::Result<()> {
    let folder = |name| PathBuf::from(env::var_os(name).expect("cargo says where"));
    let (games, out) = (folder("CARGO_MANIFEST_DIR").join("src"), folder("OUT_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut folders = fs::read_dir(&games)?.collect::<io::Result<Vec<_>>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    let folders: Vec<PathBuf> =
        folders.iter().map(fs::DirEntry::path).filter(|path| path.is_dir()).collect();
    fs::write(out.join("sheets.rs"), sheets(&folders, &out)?)?;
    fs::write(out.join("twins.rs"), twins(&folders))
}

/// The name of a game, which is that of its folder.
fn name(game: &Path) -> String {
    game.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A function that finds a game's sheet in a language.
fn sheets(games: &[PathBuf], out: &Path) -> io::Result<String> {
    let mut arms = String::new();
    for game in games {
        for (number, lang) in Lang::ALL.into_iter().enumerate() {
            let (name, file) = (name(game), sheet(game, lang, out)?);
            let _ = writeln!(arms, "        ({name:?}, {number}) => include_str!({file:?}),");
        }
    }
    Ok(format!(
        "fn sheet(game: &str, lang: usize) -> &'static str {{\n    match (game, lang) {{\n\
         {arms}        _ => \"\",\n    }}\n}}\n"
    ))
}

/// The file to show for a game in a language.
fn sheet(game: &Path, lang: Lang, out: &Path) -> io::Result<PathBuf> {
    let own = game.join(format!("rules.{}.md", lang.code()));
    if own.is_file() {
        return Ok(own);
    }
    let english = fs::read_to_string(game.join("rules.en.md")).unwrap_or_default();
    let (title, rest) = english.split_once('\n').unwrap_or((&english, ""));
    let word = phrase!("rules.not-translated").text(lang);
    let file = out.join(format!("{}.{}.md", name(game), lang.code()));
    fs::write(&file, format!("{title}\n\n{word}\n{rest}"))?;
    Ok(file)
}

/// The modules of the slow twins and a list of them; `tests/twin` includes this.
fn twins(games: &[PathBuf]) -> String {
    let (mut modules, mut list) = (String::new(), String::new());
    for (game, file) in games.iter().map(|game| (game, game.join("twin.rs"))) {
        if file.is_file() {
            let name = name(game);
            let _ = writeln!(modules, "#[path = {file:?}]\nmod {name};");
            let _ = writeln!(list, "    ({name:?}, {name}::TWIN),");
        }
    }
    format!("{modules}\npub static ALL: &[(&str, Twin)] = &[\n{list}];\n")
}
