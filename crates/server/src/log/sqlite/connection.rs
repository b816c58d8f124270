//! The writer's connection to SQLite. Transactions are begun and ended by statements of our own, so that
//! SQLite itself says whether there is one: it may have rolled back after an error, and then a
//! commit must fail. What was committed is looked for through a second connection, which cannot
//! see anything else, before it counts as stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row, SqliteConnection};

use super::appender::{Appender, LogError};
use super::batch;
use super::file::{DatabaseFile, DatabaseIs};
use super::readers::Readers;
use super::schema;
use crate::log::{Appended, Write};

const LAST: &str = "SELECT COALESCE((SELECT MAX(id) FROM games), 0), \
     COALESCE((SELECT MAX(id) FROM events), 0)";

const PROBE: &str = "UPDATE server SET probes = probes + 1, uptime = uptime + ?1";

/// The database as the writer appends to it.
pub(super) struct SqliteAppender {
    options: SqliteConnectOptions,
    file: Arc<DatabaseFile>,
    readers: Arc<Readers>,
    connection: Option<SqliteConnection>,
    /// Sees nothing but what is committed.
    witness: Option<SqliteConnection>,
    /// Whether a write failed in such a way that what can be read may not be on the disk.
    unsynced: Arc<AtomicBool>,
    /// Up to when the time this server has been running is stored.
    counted: Instant,
}

impl SqliteAppender {
    /// A connection that is not open yet. Whoever ran over this database before may have been
    /// killed, so that what can be read may not be on the disk.
    pub(super) fn new(
        options: SqliteConnectOptions,
        file: Arc<DatabaseFile>,
        readers: Arc<Readers>,
    ) -> SqliteAppender {
        let (connection, witness) = (None, None);
        let unsynced = Arc::new(AtomicBool::new(true));
        let counted = Instant::now();
        SqliteAppender { options, file, readers, connection, witness, unsynced, counted }
    }

    /// Says whether what can be read may not be on the disk, to those who read.
    pub(super) fn unsynced(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.unsynced)
    }

    fn is_unsynced(&self) -> bool {
        self.unsynced.load(Ordering::Acquire)
    }

    fn set_unsynced(&self, unsynced: bool) {
        self.unsynced.store(unsynced, Ordering::Release);
    }

    /// Looks at the file before it is opened. One that replaced the first is treated as at a start.
    async fn admit(&self) -> Result<(), LogError> {
        let (file, failed) = (&self.file, LogError::Failed);
        if file.look().map_err(failed)? == DatabaseIs::Other {
            let prepared = schema::prepare(file, &self.options).await;
            prepared.map_err(|why| LogError::Failed(why.to_string()))?;
            self.readers.renew().await;
        }
        Ok(())
    }

    /// If somebody deleted the log but not the database, what it held is moved while it is open.
    async fn save_log(&mut self) {
        let gone = self.file.only_log_is_gone();
        if let Some(connection) = self.connection.as_mut().filter(|_| gone) {
            let _ = sqlx::query("PRAGMA wal_checkpoint(FULL)").fetch_all(connection).await;
            self.readers.renew().await;
        }
    }

    /// Writes the bytes of the log once more and syncs them. If a sync has failed, the system may
    /// hold bytes that it will never write, and later syncs succeed without them: moving such a
    /// log into the database and losing power would leave an older log beside a newer database,
    /// which is neither. Nobody else changes the log meanwhile.
    async fn write_log_again(
        connection: &mut SqliteConnection,
        file: &DatabaseFile,
    ) -> Result<(), LogError> {
        let begin = sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await;
        begin.map_err(|why| sort(&why))?;
        let (log, write_again) = (file.log(), file.write_again);
        let written = tokio::task::spawn_blocking(move || write_again(&log)).await;
        let ended = sqlx::query("ROLLBACK").execute(connection).await;
        let written = written.map_err(|why| LogError::Failed(why.to_string()))?;
        written.map_err(|why| LogError::Failed(format!("{}: {why}", file.log().display())))?;
        ended.map(drop).map_err(|why| sort(&why))
    }

    /// Moves the log into the database, so that nothing depends on a log whose sync failed.
    async fn empty_log(connection: &mut SqliteConnection) -> Result<(), LogError> {
        let emptied = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await;
        let busy: i64 = emptied.and_then(|row| row.try_get(0)).map_err(|why| sort(&why))?;
        match busy {
            0 => Ok(()),
            _ => Err(LogError::Busy("the database is being read by another program".into())),
        }
    }

    async fn connect(&mut self) -> Result<(), LogError> {
        let mark = self.file.mark();
        let failed = |why: sqlx::Error| sort(&why);
        let mut connection = SqliteConnection::connect_with(&self.options).await.map_err(failed)?;
        if self.is_unsynced() {
            Self::write_log_again(&mut connection, &self.file).await?;
            Self::empty_log(&mut connection).await?;
        }
        self.witness = Some(SqliteConnection::connect_with(&self.options).await.map_err(failed)?);
        self.connection = Some(connection);
        self.commit_probe().await?;
        self.file.make_private();
        self.file.remember(mark).map_err(LogError::Failed)?;
        self.set_unsynced(false);
        Ok(())
    }

    async fn commit_probe(&mut self) -> Result<(), LogError> {
        let Some(connection) = &mut self.connection else { return Err(closed()) };
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.counted).as_secs();
        let probe = sqlx::query(PROBE).bind(passed as i64).execute(connection).await;
        let done = probe.map_err(|why| sort(&why))?;
        if done.rows_affected() != 1 {
            return Err(LogError::Failed("the server’s own row is missing".into()));
        }
        self.counted += Duration::from_secs(passed);
        Ok(())
    }

    async fn transaction(&mut self, jobs: &[&[Write]]) -> Result<Vec<Appended>, LogError> {
        let Some(connection) = &mut self.connection else { return Err(closed()) };
        let begin = sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await;
        begin.map_err(|why| sort(&why))?;
        let (game, event, outcome) = match batch::write(connection, jobs).await {
            Ok(written) => written,
            Err(why) => return Err(roll_back(connection, sort(&why)).await),
        };
        self.witness(game, event).await?;
        Ok(outcome)
    }

    /// Whether somebody else sees these rows, in the file that people call the database.
    async fn witness(&mut self, game: i64, event: i64) -> Result<(), LogError> {
        if let Some(witness) = &mut self.witness {
            let (games, events) = last(witness).await?;
            if games < game || events < event {
                return Err(LogError::Failed("what was committed is not there".into()));
            }
        }
        self.in_place().await
    }

    /// After an error: nothing of this connection is used any more.
    async fn fail(&mut self, error: &LogError) {
        if matches!(error, LogError::Failed(_)) {
            self.set_unsynced(true);
        }
        self.save_log().await;
        self.close().await;
    }
}

impl Appender for SqliteAppender {
    async fn open(&mut self) -> Result<(), LogError> {
        self.save_log().await;
        self.close().await;
        self.admit().await?;
        let connected = self.connect().await;
        if connected.is_err() {
            self.close().await;
        }
        connected
    }

    async fn append(&mut self, jobs: &[&[Write]]) -> Result<Vec<Appended>, LogError> {
        if jobs.iter().all(|writes| writes.is_empty()) {
            return Ok(vec![Appended::Stored; jobs.len()]);
        }
        let done = self.transaction(jobs).await;
        match &done {
            Ok(_) | Err(LogError::Busy(_)) => {}
            Err(error) => self.fail(error).await,
        }
        done
    }

    async fn probe(&mut self) -> Result<(), LogError> {
        let done = match self.commit_probe().await {
            Ok(()) => self.in_place().await,
            failed => failed,
        };
        match &done {
            Ok(()) | Err(LogError::Busy(_)) => {}
            Err(error) => self.fail(error).await,
        }
        done
    }

    async fn in_place(&mut self) -> Result<(), LogError> {
        let file = Arc::clone(&self.file);
        // A file system that hangs must not hang everybody.
        let checked = tokio::task::spawn_blocking(move || file.check()).await;
        let checked = checked.unwrap_or_else(|why| Err(why.to_string()));
        if checked.is_err() {
            self.set_unsynced(true);
        }
        checked.map_err(LogError::Failed)
    }

    fn doubtful(&self) -> bool {
        self.is_unsynced()
    }

    async fn close(&mut self) {
        for connection in [self.witness.take(), self.connection.take()].into_iter().flatten() {
            let _ = connection.close().await;
        }
    }
}

fn closed() -> LogError {
    LogError::Failed("the database is not open".into())
}

/// What an error means.
fn sort(error: &sqlx::Error) -> LogError {
    let text = error.to_string();
    let code = error.as_database_error().and_then(|error| error.code());
    let code = code.and_then(|code| code.parse::<i32>().ok()).unwrap_or(-1);
    // The low byte of an extended code is the code proper.
    match code & 0xff {
        5 | 6 | 15 => LogError::Busy(text),
        13 => LogError::Full(text),
        18..=20 => LogError::Refused(text),
        _ => LogError::Failed(text),
    }
}

/// Ends a transaction that somebody else's lock has stopped, so that it can be tried again over
/// the same connection; after any other error there is nothing to be saved.
async fn roll_back(connection: &mut SqliteConnection, error: LogError) -> LogError {
    match error {
        LogError::Busy(why) => match sqlx::query("ROLLBACK").execute(connection).await {
            Ok(_) => LogError::Busy(why),
            Err(_) => LogError::Failed(why),
        },
        error => error,
    }
}

/// The numbers of the last game and the last event that are committed. What was committed cannot
/// be taken back, so somebody else's lock is waited for here.
async fn last(witness: &mut SqliteConnection) -> Result<(i64, i64), LogError> {
    let mut attempts = 0;
    loop {
        let last = sqlx::query(LAST).fetch_one(&mut *witness).await;
        let last = last.and_then(|row| Ok((row.try_get(0)?, row.try_get(1)?)));
        match last.map_err(|why| sort(&why)) {
            Err(LogError::Busy(_)) if attempts < 10 => attempts += 1,
            Err(LogError::Busy(why)) => return Err(LogError::Failed(why)),
            last => return last,
        }
    }
}
