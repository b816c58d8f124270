//! Files that are not ours: their text, read with a bound, and what the system says about them in
//! our words.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use damier_core::{Message, Phrase};
use damier_tables::TableError;

/// Something, and what there is to say about it.
pub const ABOUT: Phrase = Phrase::new("{0}: {1}", "{0} : {1}");

/// What the system says about a file, in our words where we have some.
pub fn trouble(error: &io::Error) -> Message {
    use io::ErrorKind as Kind;
    let (en, fr) = match error.kind() {
        Kind::NotFound => ("no such file or folder", "ce fichier ou ce dossier n’existe pas"),
        Kind::PermissionDenied => ("permission denied", "accès refusé"),
        Kind::IsADirectory => ("that is a folder", "c’est un dossier"),
        Kind::StorageFull => ("no space left", "il n’y a plus de place"),
        Kind::InvalidData => ("not UTF-8 text", "pas du texte UTF-8"),
        _ => return Phrase::new("{0}", "{0}").with(error.to_string()),
    };
    Phrase::new(en, fr).say()
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
pub const TOO_LARGE: Phrase = Phrase::new(
    "larger than {0} bytes, which no record is",
    "plus grand que {0} octets, ce qu’aucune partie n’est",
);

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
