//! Words about input that is not ours: pieces of it as complaints show them, and what the system
//! says about files and programs.

use std::io;

use damier_core::{Message, Phrase};

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

/// A piece of input as complaints show it: not too long and without control characters.
pub fn shown(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut out: String = text.chars().take(200).map(visible).collect();
    if text.chars().nth(200).is_some() {
        out.push('…');
    }
    out
}
