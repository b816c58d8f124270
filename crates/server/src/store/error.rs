//! Why the database cannot be used, for programs and for people.

use std::path::{Path, PathBuf};

use damier_core::{Lang, Message, Phrase};
use sqlx::migrate::MigrateError;

/// Why the database cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// The file has no bytes: whatever was there is gone, and only its owner knows whether there
    /// was anything.
    Empty(PathBuf),
    /// There is a log with games in it, but not the database it belongs to.
    Orphaned(PathBuf, PathBuf),
    /// It is something else than a database.
    NotADatabase(PathBuf),
    /// It is damaged, in the words of SQLite.
    Corrupt(PathBuf, String),
    /// The file cannot be opened or made, and why.
    File(PathBuf, String),
    /// It cannot be opened, read or written.
    Database(sqlx::Error),
    /// It is of a version this program does not know.
    Migration(MigrateError),
    /// A game is not what this program wrote.
    Damaged(String, String),
    /// It cannot be written or trusted just now.
    Unavailable(String),
}

impl StoreError {
    /// An error of SQLite about this file.
    pub(super) fn of(path: &Path, error: sqlx::Error) -> StoreError {
        let code = error.as_database_error().and_then(|error| error.code());
        match code.as_deref().and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff) {
            Some(11) => StoreError::Corrupt(path.into(), error.to_string()),
            Some(26) => StoreError::NotADatabase(path.into()),
            _ => StoreError::File(path.into(), error.to_string()),
        }
    }

    /// For people.
    pub fn message(&self) -> Message {
        const EMPTY: Phrase = Phrase::new(
            "{0} is empty (0 bytes) where the games should be: put back a copy of it, or delete it \
             to begin with an empty database",
            "{0} est vide (0 octet) alors que les parties devraient y être : remettez-en une copie, \
             ou supprimez-le pour commencer avec une base vide",
        );
        const ORPHANED: Phrase = Phrase::new(
            "{0} is missing, but {1} still holds games of it: put {0} back, or move {1} away to \
             begin with an empty database",
            "{0} manque, mais {1} en contient encore des parties : remettez {0} en place, ou \
             déplacez {1} pour commencer avec une base vide",
        );
        const NO_DATABASE: Phrase = Phrase::new(
            "{0} is not a database: put back a copy of it, or move it away to begin with an empty \
             one",
            "{0} n’est pas une base de données : remettez-en une copie, ou déplacez-le pour \
             commencer avec une base vide",
        );
        const CORRUPT: Phrase = Phrase::new(
            "{0} is damaged ({1}): put back a copy of it, or move it away to begin with an empty \
             database",
            "{0} est abîmé ({1}) : remettez-en une copie, ou déplacez-le pour commencer avec une \
             base vide",
        );
        const FILE: Phrase = Phrase::new("{0}: {1}", "{0} : {1}");
        const DATABASE: Phrase = Phrase::new("the database: {0}", "la base de données : {0}");
        const LATER: Phrase = Phrase::new(
            "the database was made by a later version of Damier",
            "la base de données vient d’une version plus récente de Damier",
        );
        const DAMAGED: Phrase =
            Phrase::new("game {0} is damaged: {1}", "la partie {0} est abîmée : {1}");
        const UNAVAILABLE: Phrase = Phrase::new(
            "the storage does not work just now: {0}",
            "le stockage ne fonctionne pas en ce moment : {0}",
        );
        let name = |path: &Path| path.display().to_string();
        match self {
            StoreError::Empty(path) => EMPTY.with(name(path)),
            StoreError::Orphaned(path, log) => ORPHANED.with(name(path)).with(name(log)),
            StoreError::NotADatabase(path) => NO_DATABASE.with(name(path)),
            StoreError::Corrupt(path, why) => CORRUPT.with(name(path)).with(why.as_str()),
            StoreError::File(path, why) => FILE.with(name(path)).with(why.as_str()),
            StoreError::Database(why) => DATABASE.with(why.to_string()),
            StoreError::Migration(MigrateError::VersionMissing(_)) => LATER.say(),
            StoreError::Migration(why) => DATABASE.with(why.to_string()),
            StoreError::Damaged(game, why) => DAMAGED.with(game.as_str()).with(why.as_str()),
            StoreError::Unavailable(why) => UNAVAILABLE.with(why.as_str()),
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().text(Lang::En))
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error)
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        StoreError::Migration(error)
    }
}
