//! Gathers the rule sheets: `rules.en.md` and the like in each game's folder. A language that has
//! none for a game gets the English one, with a word about it.

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
    let mut arms = String::new();
    for game in folders.iter().map(fs::DirEntry::path).filter(|path| path.is_dir()) {
        let name = game.file_name().unwrap_or_default().to_string_lossy();
        for (number, lang) in Lang::ALL.into_iter().enumerate() {
            let file = sheet(&game, lang, &out)?;
            let _ = writeln!(arms, "        ({name:?}, {number}) => include_str!({file:?}),");
        }
    }
    let table = format!(
        "fn sheet(game: &str, lang: usize) -> &'static str {{\n    match (game, lang) {{\n\
         {arms}        _ => \"\",\n    }}\n}}\n"
    );
    fs::write(out.join("sheets.rs"), table)
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
    let name = game.file_name().unwrap_or_default().to_string_lossy();
    let file = out.join(format!("{name}.{}.md", lang.code()));
    fs::write(&file, format!("{title}\n\n{word}\n{rest}"))?;
    Ok(file)
}
