//! The log in one SQLite file. Reading goes through a small pool; writing through one task
//! ([`writer`]) that puts everything waiting into one transaction and acknowledges nothing that is
//! not committed.

mod appender;
mod batch;
mod connection;
mod file;
mod readers;
mod schema;
mod writer;

#[cfg(test)]
mod faults;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqliteSynchronous};
use tokio::sync::watch;

use super::{EventLog, Expiring, INVITED_FOR, StoreError, Stored, Then, Write};
use connection::SqliteAppender;
use file::DatabaseFile;
use readers::{Readers, keep_checkpointing};
use writer::{RetryPolicy, Writer};

pub(crate) use file::{LOCK, private};

/// Small pages: a turn touches the end of one table and one page of an index, and every page that
/// is touched is written whole.
const PAGE: u32 = 1024;

/// Forgets invitations that nobody took.
const FORGET_INVITATIONS: &str = "DELETE FROM games WHERE born <= (SELECT uptime FROM server) - ?1 \
     AND standing = 'open' AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.id)";

const OPEN_INVITATIONS: &str = "SELECT COUNT(*) FROM games WHERE standing = 'open' \
     AND inviter = ?1 AND born > (SELECT uptime FROM server) - ?2";

const EXPIRING_INVITATIONS: &str = "SELECT public FROM games WHERE standing = 'open' \
     AND born <= (SELECT uptime FROM server) - ?1 ORDER BY born LIMIT ?2 OFFSET ?3";

const EXPIRING_FINISHED: &str = "SELECT public FROM games WHERE standing = 'over' \
     AND ended <= (SELECT uptime FROM server) - ?1 ORDER BY ended LIMIT ?2 OFFSET ?3";

const UNSORTED: &str = "SELECT public FROM games WHERE standing IS NULL AND ?1 = 0 \
     ORDER BY ended LIMIT ?2 OFFSET ?3";

/// How long a probe may take before storage counts as failing.
const PROBED_IN: Duration = Duration::from_secs(5);

/// How the database is opened and cared for; tests choose otherwise.
#[derive(Clone, Debug)]
struct Tuning {
    /// The file layer below SQLite, if not the ordinary one.
    vfs: Option<&'static str>,
    /// How long SQLite waits for a lock before it says so.
    busy_timeout: Duration,
    /// How often what was written is moved from the log into the database proper.
    checkpoint_every: Duration,
    policy: RetryPolicy,
    /// How the log is written once more, if not as files are.
    write_again: Option<fn(&Path) -> std::io::Result<()>>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        let policy = RetryPolicy {
            patience: Duration::from_secs(60),
            backoff: (Duration::from_millis(100), Duration::from_secs(5)),
            watch: Duration::from_secs(1),
            count: Duration::from_secs(600),
        };
        Tuning {
            vfs: None,
            busy_timeout: Duration::from_secs(1),
            checkpoint_every: Duration::from_secs(10),
            policy,
            write_again: None,
        }
    }
}

/// The log in a folder.
pub(crate) struct SqliteLog {
    folder: PathBuf,
    readers: Arc<Readers>,
    writer: Writer,
    /// Whether what can be read may not be on the disk.
    unsynced: Arc<AtomicBool>,
    /// Tells the task that empties the write-ahead log to end, and when it has ended.
    closing: watch::Sender<bool>,
}

impl SqliteLog {
    /// Opens the database of this folder, creating or bringing it up to date as needed.
    pub(crate) async fn open(folder: &Path) -> Result<SqliteLog, StoreError> {
        SqliteLog::open_tuned(folder, Tuning::default()).await
    }

    async fn open_tuned(folder: &Path, tuning: Tuning) -> Result<SqliteLog, StoreError> {
        let mut file = DatabaseFile::in_folder(folder);
        file.write_again = tuning.write_again.unwrap_or(file.write_again);
        let file = Arc::new(file);
        let options = options(&file, &tuning);
        schema::prepare(&file, &options).await?;
        file.remember(file.mark()).map_err(StoreError::Unavailable)?;
        let readers = Arc::new(Readers::new(options.clone()));
        let appender = SqliteAppender::new(options, file, Arc::clone(&readers));
        let unsynced = appender.unsynced();
        let writer = Writer::start(appender, tuning.policy);
        let closing = watch::Sender::new(false);
        let log = SqliteLog { folder: folder.into(), readers, writer, unsynced, closing };
        let readers = Arc::clone(&log.readers);
        let closing = log.closing.subscribe();
        tokio::spawn(keep_checkpointing(readers, tuning.checkpoint_every, closing));
        // Whether or not the disk has room just now.
        let _ = log.writer.probe().await;
        log.forget_invitations().await;
        Ok(log)
    }

    /// Nobody can be there yet, so that all can go at once. A failure is harmless: they are
    /// forgotten some other time.
    async fn forget_invitations(&self) {
        let forget = sqlx::query(FORGET_INVITATIONS).bind(INVITED_FOR.as_secs() as i64);
        if let Err(why) = forget.execute(&self.pool()).await {
            tracing::warn!("forgetting old invitations: {why}");
        }
    }

    fn pool(&self) -> SqlitePool {
        self.readers.pool()
    }

    /// Whether what can be read is on the disk. It is, unless a write has failed in a bad way;
    /// then the writer must have put that right first.
    async fn settled(&self) -> Result<(), StoreError> {
        match self.unsynced.load(Ordering::Acquire) {
            false => Ok(()),
            true => self.writer.settle().await.map_err(StoreError::Unavailable),
        }
    }

    async fn read(&self, public: &str) -> Result<Option<Stored>, StoreError> {
        let row = sqlx::query("SELECT id, setup, created FROM games WHERE public = ?1")
            .bind(public)
            .fetch_optional(&self.pool())
            .await?;
        let Some(row) = row else { return Ok(None) };
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
}

fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

impl EventLog for SqliteLog {
    fn submit(&self, writes: Vec<Write>, then: Then) {
        self.writer.submit(writes, then);
    }

    fn load<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<Option<Stored>, StoreError>> {
        async move {
            self.settled().await?;
            let stored = self.read(game).await?;
            // Something may have failed meanwhile.
            self.settled().await?;
            Ok(stored)
        }
        .boxed()
    }

    fn open_invitations<'a>(
        &'a self,
        inviter: &'a str,
        age: Duration,
    ) -> BoxFuture<'a, Result<usize, StoreError>> {
        async move {
            let count = sqlx::query_scalar(OPEN_INVITATIONS).bind(inviter).bind(seconds(age));
            let count: i64 = count.fetch_one(&self.pool()).await?;
            Ok(usize::try_from(count).unwrap_or(0))
        }
        .boxed()
    }

    fn expiring(
        &self,
        expiring: Expiring,
        skip: usize,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        let (sql, age) = match expiring {
            Expiring::Invitations(age) => (EXPIRING_INVITATIONS, age),
            Expiring::Finished(age) => (EXPIRING_FINISHED, age),
            Expiring::Unsorted => (UNSORTED, Duration::ZERO),
        };
        async move {
            let names = sqlx::query_scalar(sql).bind(seconds(age)).bind(super::PAGE as i64);
            Ok(names.bind(skip as i64).fetch_all(&self.pool()).await?)
        }
        .boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let late = || "it does not answer".to_string();
            let probed = tokio::time::timeout(PROBED_IN, self.writer.probe()).await;
            probed.unwrap_or_else(|_| Err(late())).map_err(StoreError::Unavailable)
        }
        .boxed()
    }

    fn room_left(&self) -> Option<u64> {
        fs4::available_space(&self.folder).ok()
    }

    /// The writer's connection is the last to be closed, and that empties the write-ahead log.
    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.closing.send_replace(true);
            self.closing.closed().await;
            self.readers.close().await;
            self.writer.stop().await;
        }
        .boxed()
    }
}

/// Everything that is acknowledged is on the disk (`synchronous` is full), and the connection that
/// acknowledges never stops to tidy up: [`Readers::checkpoint`] does that. A database that is missing is
/// not made by the way: [`schema::prepare`] does that, at a start only.
fn options(file: &DatabaseFile, tuning: &Tuning) -> SqliteConnectOptions {
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
