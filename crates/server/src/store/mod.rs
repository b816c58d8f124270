//! Where live games are kept: one SQLite database, in the data folder or in memory, used as an
//! append-only log of events ([`log`]). What events mean is not its business. Reading goes through
//! a small pool; writing through one task ([`writer`]) that puts everything waiting into one
//! transaction and acknowledges nothing that is not committed.

mod error;
mod file;
mod log;
mod readers;
mod schema;
mod sqlite;
mod writer;

#[cfg(test)]
mod faults;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqliteSynchronous};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::watch;

use file::DatabaseFile;
use readers::{Readers, keep_checkpointing};
use sqlite::SqliteLog;
use writer::Manners;

pub use error::StoreError;
pub(crate) use file::{LOCK, private};
pub(crate) use log::Write;
pub(crate) use writer::{Job, Writer};

/// Small pages: a turn touches the end of one table and one page of an index, and every page that
/// is touched is written whole.
const PAGE: u32 = 1024;

/// How long an invitation waits for somebody: so long the server must have been running, by a clock
/// that nobody sets, since it was made. The wall clock may be years off.
const INVITED_FOR: Duration = Duration::from_secs(90 * 24 * 3600);

/// Forgets invitations that nobody took.
const FORGET_INVITATIONS: &str = "DELETE FROM games WHERE born <= (SELECT uptime FROM server) - ?1 \
     AND (setup ->> '$.seats[0]' IS NULL OR setup ->> '$.seats[1]' IS NULL) \
     AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.id)";

/// Games in which nothing has happened while the server has been running for so long.
const QUIET_GAMES: &str = "SELECT id, public FROM games WHERE id > ?1 \
     AND born <= (SELECT uptime FROM server) - ?2 \
     AND (?2 = 0 OR COALESCE( \
         (SELECT id FROM events WHERE game = games.id ORDER BY seq DESC LIMIT 1), 0) < COALESCE( \
         (SELECT event FROM marks WHERE uptime <= (SELECT uptime FROM server) - ?2 \
          ORDER BY uptime DESC LIMIT 1), 1)) \
     ORDER BY id LIMIT 50";

/// How long a probe may take before storage counts as failing.
const PROBED_IN: Duration = Duration::from_secs(5);

/// Where the database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this folder.
    Folder(PathBuf),
    /// Nowhere but in memory: gone when the server stops.
    Memory,
}

/// How the database is opened and cared for; tests choose otherwise.
#[derive(Clone, Debug)]
struct Tuning {
    /// The file layer below SQLite, if not the ordinary one.
    vfs: Option<&'static str>,
    /// How long SQLite waits for a lock before it says so.
    busy_timeout: Duration,
    /// How often what was written is moved from the log into the database proper.
    checkpoint_every: Duration,
    manners: Manners,
    /// How the log is written once more, if not as files are.
    write_again: Option<fn(&std::path::Path) -> std::io::Result<()>>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        let manners = Manners {
            patience: Duration::from_secs(60),
            backoff: (Duration::from_millis(100), Duration::from_secs(5)),
            watch: Duration::from_secs(1),
            count: Duration::from_secs(600),
        };
        Tuning {
            vfs: None,
            busy_timeout: Duration::from_secs(1),
            checkpoint_every: Duration::from_secs(10),
            manners,
            write_again: None,
        }
    }
}

/// A game as it was stored; what the texts mean is for whoever wrote them.
pub(crate) struct Stored {
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened, likewise.
    pub touched: i64,
    /// What was agreed, as JSON.
    pub setup: String,
    /// What has happened, as JSON, from the first event on.
    pub events: Vec<String>,
}

/// The database.
pub struct Store {
    /// Where the database is, unless it is in memory.
    folder: Option<PathBuf>,
    readers: Arc<Readers>,
    writer: Writer,
    /// Tells the task that empties the log to end, and when it has ended.
    closing: watch::Sender<bool>,
    /// A database in memory lives as long as a connection to it.
    _anchor: Option<SqliteConnection>,
}

impl Store {
    /// Opens the database, creating or bringing it up to date as needed.
    pub async fn open(place: &Place) -> Result<Store, StoreError> {
        Store::open_tuned(place, Tuning::default()).await
    }

    async fn open_tuned(place: &Place, tuning: Tuning) -> Result<Store, StoreError> {
        match place {
            Place::Folder(folder) => Store::on_disk(folder.clone(), tuning).await,
            Place::Memory => Store::in_memory(tuning).await,
        }
    }

    async fn on_disk(folder: PathBuf, tuning: Tuning) -> Result<Store, StoreError> {
        let mut file = DatabaseFile::in_folder(&folder);
        file.write_again = tuning.write_again.unwrap_or(file.write_again);
        let file = Arc::new(file);
        let options = on_disk(&file, &tuning);
        schema::prepare(&file, &options).await?;
        let gone = |why| StoreError::Unavailable(why);
        file.remember(file.mark()).map_err(gone)?;
        let store = Store::start(Some(folder), options, Some(file), None, &tuning);
        let closing = store.closing.subscribe();
        let readers = Arc::clone(&store.readers);
        tokio::spawn(keep_checkpointing(readers, tuning.checkpoint_every, closing));
        // Whether or not the disk has room just now.
        let _ = store.writer.probe().await;
        store.forget_invitations().await;
        Ok(store)
    }

    async fn in_memory(tuning: Tuning) -> Result<Store, StoreError> {
        let options = SqliteConnectOptions::from_str("sqlite::memory:")?;
        let options = options.foreign_keys(true).busy_timeout(tuning.busy_timeout);
        let anchor = SqliteConnection::connect_with(&options).await?;
        schema::migrate(options.clone()).await?;
        Ok(Store::start(None, options, None, Some(anchor), &tuning))
    }

    fn start(
        folder: Option<PathBuf>,
        options: SqliteConnectOptions,
        file: Option<Arc<DatabaseFile>>,
        anchor: Option<SqliteConnection>,
        tuning: &Tuning,
    ) -> Store {
        let readers = Arc::new(Readers::new(options.clone()));
        let log = SqliteLog::new(options, file, Arc::clone(&readers));
        Store {
            folder,
            readers,
            writer: Writer::start(log, tuning.manners),
            closing: watch::Sender::new(false),
            _anchor: anchor,
        }
    }

    /// The task that writes.
    pub(crate) fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Writes and commits something, to see whether that works.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let late = || "it does not answer".to_string();
        let probed = tokio::time::timeout(PROBED_IN, self.writer.probe()).await;
        probed.unwrap_or_else(|_| Err(late())).map_err(StoreError::Unavailable)
    }

    /// How many bytes are free where the database is; nothing if it is in memory or nobody knows.
    pub fn room_left(&self) -> Option<u64> {
        self.folder.as_ref().and_then(|folder| fs4::available_space(folder).ok())
    }

    /// A failure is harmless: they are forgotten some other time.
    async fn forget_invitations(&self) {
        let forget = sqlx::query(FORGET_INVITATIONS).bind(INVITED_FOR.as_secs() as i64);
        if let Err(why) = forget.execute(&self.pool()).await {
            tracing::warn!("forgetting old invitations: {why}");
        }
    }

    /// Games in which nothing has happened while the server has been running for `quiet`, by a
    /// clock that nobody sets and to a day: their numbers and names, a few at a time, after the
    /// one of this number.
    pub(crate) async fn quiet_games(
        &self,
        quiet: Duration,
        after: i64,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let quiet = i64::try_from(quiet.as_secs()).unwrap_or(i64::MAX);
        let rows = sqlx::query(QUIET_GAMES).bind(after).bind(quiet).fetch_all(&self.pool()).await?;
        let name = |row: sqlx::sqlite::SqliteRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.into_iter().map(name).collect()
    }

    fn pool(&self) -> SqlitePool {
        self.readers.pool()
    }

    /// Everything about the game of this name. What was being written about it is written first,
    /// and nothing is read that might not be on the disk.
    pub(crate) async fn load(&self, public: &str) -> Result<Option<Stored>, StoreError> {
        let row = sqlx::query("SELECT id, setup, created FROM games WHERE public = ?1")
            .bind(public)
            .fetch_optional(&self.pool())
            .await?;
        let Some(row) = row else {
            return self.writer.settle().await.map(|()| None).map_err(StoreError::Unavailable);
        };
        self.writer.settle().await.map_err(StoreError::Unavailable)?;
        let (number, setup, created): (i64, String, i64) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let rows = sqlx::query("SELECT seq, payload, at FROM events WHERE game = ?1 ORDER BY seq")
            .bind(number)
            .fetch_all(&self.pool())
            .await?;
        let mut events = Vec::with_capacity(rows.len());
        let mut touched = created;
        for row in rows {
            touched = row.try_get(2)?;
            events.push(row.try_get(1)?);
            if row.try_get::<i64, _>(0)? != events.len() as i64 {
                let why = format!("event {} is missing", events.len());
                return Err(StoreError::Damaged(public.to_string(), why));
            }
        }
        Ok(Some(Stored { created, touched, setup, events }))
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
/// acknowledges never stops to tidy up: [`Readers::checkpoint`] does that. A database that is missing is
/// not made by the way: [`schema::prepare`] does that, at a start only.
fn on_disk(file: &DatabaseFile, tuning: &Tuning) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        .create_if_missing(false)
        .page_size(PAGE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(tuning.busy_timeout)
        .pragma("wal_autocheckpoint", "0")
        .pragma("journal_size_limit", "67108864");
    match tuning.vfs {
        Some(vfs) => options.vfs(vfs),
        None => options,
    }
}

/// Now, in milliseconds since 1970. For people: nothing is decided by it.
pub(crate) fn wall_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
