//! The files: one per language in `locales`, and those that a game brings in its own folder, so
//! that a further language is one file and a further game one folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The language in which a sentence is written first; others fall back to it.
const FIRST: &str = "en";

/// What a file says of its language, and all its sentences by id.
#[derive(Clone)]
pub(crate) struct Language {
    pub(crate) code: String,
    /// The language's name in itself.
    pub(crate) name: String,
    /// By which the world's tables know it: `en-GB`.
    pub(crate) tag: String,
    /// `ltr` or `rtl`.
    pub(crate) direction: String,
    /// What stands before the digits of a fraction.
    pub(crate) decimal: String,
    /// What stands between groups of three digits.
    pub(crate) group: String,
    /// Marks that follow a space at which no line may break.
    pub(crate) bind: String,
    /// Whether sentences may be missing.
    pub(crate) partial: bool,
    pub(crate) sentences: BTreeMap<String, String>,
}

/// All languages, English first and the others by their codes.
pub(crate) fn read(root: &Path) -> Result<Vec<Language>, String> {
    let folder = root.join("locales");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut languages = Vec::new();
    for file in files(&folder)? {
        if let Some(code) = name(&file).strip_suffix(".toml") {
            languages.push(language(code, &file)?);
        }
    }
    languages.sort_by_key(|language| (language.code != FIRST, language.code.clone()));
    if languages.first().is_none_or(|language| language.code != FIRST) {
        return Err(format!("{} has no {FIRST}.toml", folder.display()));
    }
    read_games(&root.join("crates/games/src"), &mut languages)?;
    Ok(languages)
}

/// What games say that bring their sentences along: `words.en.toml` in the game's folder, whose
/// ids begin with the folder's name. A language's own file goes before.
fn read_games(folder: &Path, languages: &mut [Language]) -> Result<(), String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for game in files(folder)?.iter().filter(|path| path.is_dir()) {
        for language in &mut *languages {
            let file = game.join(format!("words.{}.toml", language.code));
            if file.is_file() {
                let mut sentences = BTreeMap::new();
                gather(name(game), &table(&file)?, &mut sentences)
                    .map_err(|why| format!("{}: {why}", file.display()))?;
                for (id, text) in sentences {
                    language.sentences.entry(id).or_insert(text);
                }
            }
        }
    }
    Ok(())
}

fn language(code: &str, file: &Path) -> Result<Language, String> {
    let at = |why: &str| format!("{}: {why}", file.display());
    let mut sections = table(file)?;
    let Some(toml::Value::Table(about)) = sections.remove("language") else {
        return Err(at("the section [language] is missing"));
    };
    let say = |key: &str| {
        let value = about.get(key).and_then(toml::Value::as_str);
        value.map(str::to_owned).ok_or_else(|| at(&format!("[language] needs `{key}`")))
    };
    let mut sentences = BTreeMap::new();
    gather("", &sections, &mut sentences).map_err(|why| at(&why))?;
    let direction = say("direction")?;
    if !["ltr", "rtl"].contains(&direction.as_str()) {
        return Err(at("the direction is ltr or rtl"));
    }
    Ok(Language {
        code: code.to_owned(),
        name: say("name")?,
        tag: say("tag")?,
        direction,
        decimal: say("decimal")?,
        group: say("group")?,
        bind: say("bind").unwrap_or_default(),
        partial: about.get("partial").and_then(toml::Value::as_bool).unwrap_or(false),
        sentences,
    })
}

/// The sentences of a table and of the tables in it, ids joined by points.
fn gather(
    before: &str,
    table: &toml::Table,
    out: &mut BTreeMap<String, String>,
) -> Result<(), String> {
    for (key, value) in table {
        let id = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
        match value {
            toml::Value::Table(inner) => gather(&id, inner, out)?,
            toml::Value::String(text) => drop(out.insert(id, text.clone())),
            _ => return Err(format!("`{id}` is no text")),
        }
    }
    Ok(())
}

fn table(file: &Path) -> Result<toml::Table, String> {
    println!("cargo::rerun-if-changed={}", file.display());
    let at = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|why| at(&why))?;
    text.parse().map_err(|why: toml::de::Error| at(&why))
}

/// What lies in a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let at = |why: std::io::Error| format!("{}: {why}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(at)?;
    let mut all: Vec<PathBuf> =
        entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>().map_err(at)?;
    all.sort();
    Ok(all)
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}
