//! Writes what the pages say, one file per language, into a folder: `cargo run -p damier-locale
//! --example words -- web/words`. A server that takes its pages from a folder (`damier serve --web
//! web`) says these instead of its own, so that a sentence can be tried without building the program.

use std::io::Error;
use std::path::PathBuf;

use damier_locale::Lang;

fn main() -> Result<(), Error> {
    let folder: PathBuf = match std::env::args_os().nth(1) {
        Some(folder) => folder.into(),
        None => return Err(Error::other("a folder is missing, as in: words web/words")),
    };
    std::fs::create_dir_all(&folder)?;
    for lang in Lang::ALL {
        std::fs::write(folder.join(format!("{}.json", lang.code())), lang.page())?;
        for (part, text) in lang.page_parts() {
            std::fs::write(folder.join(format!("{part}.{}.json", lang.code())), text)?;
        }
    }
    Ok(())
}
