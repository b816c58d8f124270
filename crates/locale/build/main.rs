//! Reads the language files, checks that they agree and writes them down as constants, so that a
//! sentence costs nothing to find when the program runs and the linker drops those nobody says.

mod check;
mod page;
mod pattern;
mod plurals;
mod pseudo;
mod source;
mod write;

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build");
    if let Err(why) = run() {
        // Cargo shows each line and fails.
        why.lines().for_each(|line| println!("cargo::error={line}"));
    }
}

fn run() -> Result<(), String> {
    let (out, here) = (folder("OUT_DIR")?, folder("CARGO_MANIFEST_DIR")?);
    let root = here.ancestors().nth(2).ok_or("the crate is not in its workspace")?;
    let mut languages = source::read(root)?;
    if std::env::var_os("CARGO_FEATURE_PSEUDO").is_some() {
        languages.push(pseudo::made_up(&languages[0]));
    }
    let catalogue = check::catalogue(&languages)?;
    for (language, text) in page::modules(&catalogue) {
        save(&out.join(format!("page.{}.json", language.code)), &text)?;
    }
    for part in page::parts(&catalogue) {
        for (number, (language, _)) in catalogue.languages.iter().enumerate() {
            let file = out.join(format!("page.{part}.{}.json", language.code));
            save(&file, &page::part(&catalogue, number, part))?;
        }
    }
    save(&out.join("languages.rs"), &write::languages(&catalogue))
}

/// A folder that cargo names.
fn folder(variable: &str) -> Result<PathBuf, String> {
    let value = std::env::var_os(variable);
    Ok(PathBuf::from(value.ok_or_else(|| format!("cargo does not say {variable}"))?))
}

fn save(file: &std::path::Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()))
}
