//! Why the database cannot be used, for programs and for people.

use std::path::{Path, PathBuf};

use damier_core::{Lang, Message, Phrase, phrase};
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
        const EMPTY: Phrase = phrase!("server.store.empty");
        const ORPHANED: Phrase = phrase!("server.store.orphaned");
        const NO_DATABASE: Phrase = phrase!("server.store.no-database");
        const CORRUPT: Phrase = phrase!("server.store.corrupt");
        const FILE: Phrase = phrase!("tables.about");
        const DATABASE: Phrase = phrase!("server.store.database");
        const LATER: Phrase = phrase!("server.store.later");
        const DAMAGED: Phrase = phrase!("server.store.damaged");
        const UNAVAILABLE: Phrase = phrase!("server.store.unavailable");
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
