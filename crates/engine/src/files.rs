//! Files that are not ours: their text, read with a bound, and what the system says about them in
//! our words.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use damier_core::{Message, Phrase, phrase};
use damier_tables::TableError;

/// Something, and what there is to say about it.
pub const ABOUT: Phrase = phrase!("tables.about");

/// What the system says about a file, in our words where we have some.
pub fn trouble(error: &io::Error) -> Message {
    use io::ErrorKind as Kind;
    let phrase = match error.kind() {
        Kind::NotFound => phrase!("engine.not-found"),
        Kind::PermissionDenied => phrase!("engine.permission-denied"),
        Kind::IsADirectory => phrase!("engine.is-a-directory"),
        Kind::StorageFull => phrase!("engine.storage-full"),
        Kind::InvalidData => phrase!("engine.invalid-data"),
        _ => return phrase!("verbatim.text").with(error.to_string()),
    };
    phrase.say()
}

/// What is wrong with a table.
pub fn table_trouble(error: &TableError) -> Message {
    match error {
        TableError::Io { file, why } => ABOUT.with(file.display().to_string()).with(trouble(why)),
        TableError::Refused { .. } => error.message(),
    }
}

/// Larger than any text of ours: a record of a whole life of games.
pub const LARGEST_TEXT: u64 = 64 << 20;

/// The complaint about a text that is larger.
pub const TOO_LARGE: Phrase = phrase!("engine.too-large");

/// The text of a file, however long it claims to be: some devices never end.
pub fn read_text(path: &Path) -> Result<String, Message> {
    let file = File::open(path).map_err(|error| trouble(&error))?;
    let mut bytes = Vec::new();
    file.take(LARGEST_TEXT + 1).read_to_end(&mut bytes).map_err(|error| trouble(&error))?;
    if bytes.len() as u64 > LARGEST_TEXT {
        return Err(TOO_LARGE.with(LARGEST_TEXT));
    }
    String::from_utf8(bytes).map_err(|_| trouble(&io::ErrorKind::InvalidData.into()))
}
