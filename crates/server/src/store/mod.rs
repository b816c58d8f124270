//! Where live games are kept: one SQLite database, in the data folder or in memory. Reading goes
//! through a small pool; writing through one task ([`writer`]) that puts everything waiting into
//! one transaction.

mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqlSafeStr, SqliteConnection};
use tokio::sync::watch;

use crate::live::{Fact, Setup};

pub(crate) use writer::{Job, Write, Writer};

/// The versions of the database, oldest first. A published one never changes.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "live", include_str!("../../migrations/1_live.sql")),
    (2, "server", include_str!("../../migrations/2_server.sql")),
];

/// Small pages: a turn touches the end of one table and one page of an index, and every page that
/// is touched is written whole.
const PAGE: u32 = 1024;

/// How often what was written is moved from the log into the database proper.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(10);

/// How long the log may become before writing waits until it is emptied, in pages.
const LONGEST_LOG: i64 = (256 << 20) / PAGE as i64;

/// How long an invitation waits for somebody.
const INVITED_FOR: Duration = Duration::from_secs(90 * 24 * 3600);

/// Forgets invitations that nobody took.
const FORGET_INVITATIONS: &str = "DELETE FROM games WHERE created < ?1 \
     AND (setup ->> '$.seats[0]' IS NULL OR setup ->> '$.seats[1]' IS NULL) \
     AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.id)";

/// Where the database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this folder.
    Folder(PathBuf),
    /// Nowhere but in memory: gone when the server stops.
    Memory,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be opened, read or written.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// It is of a version this program does not know, or damaged.
    #[error("the database: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Something stored is not what this program wrote.
    #[error("game {0} is damaged: {1}")]
    Damaged(String, String),
}

/// A game as it was stored.
pub struct Stored {
    /// Its number in the database.
    pub number: i64,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// What was agreed.
    pub setup: Setup,
    /// What has happened.
    pub facts: Vec<Fact>,
}

/// The database.
pub struct Store {
    /// Where the database is, unless it is in memory.
    folder: Option<PathBuf>,
    readers: SqlitePool,
    writer: Writer,
    /// Tells the task that empties the log to end, and when it has ended.
    closing: watch::Sender<bool>,
}

impl Store {
    /// Opens the database, creating or bringing it up to date as needed.
    pub async fn open(place: &Place) -> Result<Store, StoreError> {
        let options = match place {
            Place::Folder(folder) => on_disk(&folder.join("damier.db")),
            Place::Memory => SqliteConnectOptions::from_str("sqlite::memory:")?,
        };
        let options = options.foreign_keys(true).busy_timeout(Duration::from_secs(10));
        let mut connection = SqliteConnection::connect_with(&options).await?;
        migrations().run(&mut connection).await?;
        let old = wall_clock() - INVITED_FOR.as_millis() as i64;
        sqlx::query(FORGET_INVITATIONS).bind(old).execute(&mut connection).await?;
        let last: i64 = sqlx::query("SELECT COALESCE(MAX(id), 0) FROM games")
            .fetch_one(&mut connection)
            .await?
            .try_get(0)?;
        let readers =
            SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone());
        let closing = watch::Sender::new(false);
        if let Place::Folder(_) = place {
            let connection = SqliteConnection::connect_with(&options).await?;
            tokio::spawn(checkpoints(connection, closing.subscribe()));
        }
        let folder = match place {
            Place::Folder(folder) => Some(folder.clone()),
            Place::Memory => None,
        };
        Ok(Store { folder, readers, writer: Writer::start(connection, last), closing })
    }

    /// Writes and commits something, to see whether that works.
    pub async fn probe(&self) -> Result<(), StoreError> {
        sqlx::query("UPDATE server SET probes = probes + 1").execute(&self.readers).await?;
        Ok(())
    }

    /// How many bytes are free where the database is; nothing if it is in memory or nobody knows.
    pub fn room_left(&self) -> Option<u64> {
        self.folder.as_ref().and_then(|folder| fs4::available_space(folder).ok())
    }

    /// The task that writes.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Everything about the game of this name. What was being written about it is written first.
    pub async fn load(&self, public: &str) -> Result<Option<Stored>, StoreError> {
        let row = sqlx::query("SELECT id, setup, created FROM games WHERE public = ?1")
            .bind(public)
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let (number, setup, created): (i64, String, i64) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        self.writer.settle(number).await;
        let damaged =
            |error: serde_json::Error| StoreError::Damaged(public.to_string(), error.to_string());
        let rows = sqlx::query("SELECT payload FROM events WHERE game = ?1 ORDER BY seq")
            .bind(number)
            .fetch_all(&self.readers)
            .await?;
        let mut facts = Vec::with_capacity(rows.len());
        for row in rows {
            facts.push(serde_json::from_str(row.try_get(0)?).map_err(damaged)?);
        }
        let setup = serde_json::from_str(&setup).map_err(damaged)?;
        Ok(Some(Stored { number, created, setup, facts }))
    }

    /// Writes what is waiting and closes the database. The writer's connection is the last to be
    /// closed, and that empties the log.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
        self.readers.close().await;
        self.writer.stop().await;
    }
}

/// Everything that is acknowledged is on the disk (`synchronous` is full), and the connection that
/// acknowledges never stops to tidy up: [`checkpoints`] does that.
fn on_disk(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .page_size(PAGE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("wal_autocheckpoint", "0")
        .pragma("journal_size_limit", "67108864")
}

/// Moves the log into the database now and then, beside the writing. Under constant load the log
/// is never empty; then, rarely, writing waits for a moment.
async fn checkpoints(mut connection: SqliteConnection, mut closing: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(CHECKPOINT_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = every.tick() => {}
            _ = closing.changed() => break,
        }
        // A failure is harmless: the log grows until the next one succeeds.
        let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut connection).await;
        if done.is_ok_and(|row| row.try_get::<i64, _>(1).unwrap_or(0) > LONGEST_LOG) {
            let truncate = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
            let _ = truncate.execute(&mut connection).await;
        }
    }
    let _ = connection.close().await;
}

fn migrations() -> Migrator {
    let all = MIGRATIONS.into_iter().map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(all.collect())
}

/// Now, in milliseconds since 1970.
pub(crate) fn wall_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn names(store: &Store) -> Vec<String> {
        let query = sqlx::query_scalar("SELECT public FROM games ORDER BY id");
        query.fetch_all(&store.readers).await.unwrap()
    }

    #[tokio::test]
    async fn a_probe_is_written_and_room_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Place::Folder(folder.path().into())).await.unwrap();
        store.probe().await.unwrap();
        store.probe().await.unwrap();
        let probes = sqlx::query_scalar("SELECT probes FROM server").fetch_one(&store.readers);
        assert!(probes.await.is_ok_and(|probes: i64| probes >= 2));
        assert!(store.room_left().is_some_and(|bytes| bytes > 0));
        store.close().await;
        assert!(store.probe().await.is_err(), "closed");
    }

    /// An old invitation that nobody took is forgotten; everything else stays.
    #[tokio::test]
    async fn old_invitations_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().into());
        let store = Store::open(&place).await.unwrap();
        let (now, old) = (wall_clock(), wall_clock() - 91 * 24 * 3600 * 1000);
        let (open, full) = (r#"{"seats":["a",null]}"#, r#"{"seats":["a","b"]}"#);
        let rows =
            [("new", open, now), ("old", open, old), ("rematch", full, old), ("joined", open, old)];
        for (public, setup, created) in rows {
            let (public, setup) = (public.to_string(), setup.to_string());
            let number = store.writer().number();
            let mut writes = vec![Write::Game { number, public: public.clone(), setup, created }];
            if public == "joined" {
                let payload = "{}".to_string();
                writes.push(Write::Event { game: number, seq: 1, kind: "join", payload, at: old });
            }
            assert!(store.writer().write(writes).await);
        }
        store.close().await;
        let store = Store::open(&place).await.unwrap();
        assert_eq!(names(&store).await, ["new", "rematch", "joined"]);
        store.close().await;
    }
}
