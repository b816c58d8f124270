//! The event log in SQLite. Transactions are begun and ended by statements of our own, so that
//! SQLite itself says whether there is one: it may have rolled back after an error, and then a
//! commit must fail. What was committed is looked for through a second connection, which cannot
//! see anything else, before it counts as stored.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row, SqliteConnection};

use super::file::{DatabaseFile, Found};
use super::log::{Appended, EventLog, LogError, Write};
use super::readers::Readers;
use super::schema;

/// All events of a transaction in one statement.
const INSERT_EVENTS: &str = "INSERT INTO events (game, seq, kind, payload, at) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)";

const INSERT_GAME: &str = "INSERT INTO games (public, setup, created, born) \
     VALUES (?1, ?2, ?3, (SELECT uptime FROM server))";

/// The number of each game and of its last event.
const HEADS: &str = "SELECT games.public, games.id, \
     (SELECT COALESCE(MAX(seq), 0) FROM events WHERE game = games.id) \
     FROM json_each(?1) JOIN games ON games.public = value";

/// What happened first, for it refers to the game. The numbers of the last events may be given
/// again afterwards, which must not make new events look old.
const DELETE_GAME: [&str; 3] = [
    "DELETE FROM events WHERE game = ?1",
    "DELETE FROM games WHERE id = ?1",
    "UPDATE marks SET event = MIN(event, (SELECT COALESCE(MAX(id), 0) + 1 FROM events)) \
     WHERE ?1 IS NOT NULL",
];

const LAST: &str = "SELECT COALESCE((SELECT MAX(id) FROM games), 0), \
     COALESCE((SELECT MAX(id) FROM events), 0)";

const PROBE: &str = "UPDATE server SET probes = probes + 1, uptime = uptime + ?1";

/// Once a day of the server's life.
const MARK: &str = "INSERT INTO marks (uptime, event) \
     SELECT uptime, (SELECT COALESCE(MAX(id), 0) + 1 FROM events) FROM server \
     WHERE NOT EXISTS (SELECT 1 FROM marks WHERE marks.uptime > server.uptime - 24 * 3600)";

/// The database behind a log.
pub(super) struct SqliteLog {
    options: SqliteConnectOptions,
    /// Nothing if it is in memory.
    file: Option<Arc<DatabaseFile>>,
    readers: Arc<Readers>,
    connection: Option<SqliteConnection>,
    /// Sees nothing but what is committed.
    witness: Option<SqliteConnection>,
    /// A write failed in such a way that what can be read may not be on the disk.
    doubt: bool,
    /// Up to when the time this server has been running is stored.
    counted: Instant,
}

impl SqliteLog {
    /// A log that is not open yet. Whoever ran over this database before may have been killed, so
    /// that what can be read may not be on the disk.
    pub(super) fn new(
        options: SqliteConnectOptions,
        file: Option<Arc<DatabaseFile>>,
        readers: Arc<Readers>,
    ) -> SqliteLog {
        let (connection, witness) = (None, None);
        SqliteLog {
            options,
            file,
            readers,
            connection,
            witness,
            doubt: true,
            counted: Instant::now(),
        }
    }

    /// Looks at the file before it is opened. One that replaced the first is treated as at a start.
    async fn admit(&self, file: &DatabaseFile) -> Result<(), LogError> {
        let failed = LogError::Failed;
        if file.look().map_err(failed)? == Found::Other {
            let prepared = schema::prepare(file, &self.options).await;
            prepared.map_err(|why| LogError::Failed(why.to_string()))?;
            self.readers.renew().await;
        }
        Ok(())
    }

    /// If somebody deleted the log but not the database, what it held is moved while it is open.
    async fn save_log(&mut self) {
        let gone = self.file.as_ref().is_some_and(|file| file.only_log_is_gone());
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
        let file = self.file.clone();
        let mark = file.as_ref().map(|file| file.mark());
        let failed = |why: sqlx::Error| sort(&why);
        let mut connection = SqliteConnection::connect_with(&self.options).await.map_err(failed)?;
        if let Some(file) = file.as_ref().filter(|_| self.doubt) {
            Self::write_log_again(&mut connection, file).await?;
            Self::empty_log(&mut connection).await?;
        }
        if file.is_some() {
            self.witness =
                Some(SqliteConnection::connect_with(&self.options).await.map_err(failed)?);
        }
        self.connection = Some(connection);
        self.commit_probe().await?;
        if let (Some(file), Some(mark)) = (file, mark) {
            file.make_private();
            file.remember(mark).map_err(LogError::Failed)?;
        }
        self.doubt = false;
        Ok(())
    }

    async fn commit_probe(&mut self) -> Result<(), LogError> {
        let Some(connection) = &mut self.connection else { return Err(closed()) };
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.counted).as_secs();
        let probe = sqlx::query(PROBE).bind(passed as i64).execute(&mut *connection).await;
        let done = probe.map_err(|why| sort(&why))?;
        if done.rows_affected() != 1 {
            return Err(LogError::Failed("the server’s own row is missing".into()));
        }
        self.counted += Duration::from_secs(passed);
        sqlx::query(MARK).execute(connection).await.map_err(|why| sort(&why))?;
        Ok(())
    }

    async fn transaction(&mut self, jobs: &[&[Write]]) -> Result<Vec<Appended>, LogError> {
        let Some(connection) = &mut self.connection else { return Err(closed()) };
        let begin = sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await;
        begin.map_err(|why| sort(&why))?;
        let (game, event, outcome) = match write(connection, jobs).await {
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
        self.doubt |= matches!(error, LogError::Failed(_));
        self.save_log().await;
        self.close().await;
    }
}

impl EventLog for SqliteLog {
    async fn open(&mut self) -> Result<(), LogError> {
        self.save_log().await;
        self.close().await;
        if let Some(file) = self.file.clone() {
            self.admit(&file).await?;
        }
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
        let Some(file) = self.file.clone() else { return Ok(()) };
        // A file system that hangs must not hang everybody.
        let checked = tokio::task::spawn_blocking(move || file.check()).await;
        let checked = checked.unwrap_or_else(|why| Err(why.to_string()));
        self.doubt |= checked.is_err();
        checked.map_err(LogError::Failed)
    }

    fn doubtful(&self) -> bool {
        self.doubt
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

/// Writes and commits the jobs that do not conflict: the numbers of the last game and the last
/// event, and what became of each job.
async fn write(
    connection: &mut SqliteConnection,
    jobs: &[&[Write]],
) -> Result<(i64, i64, Vec<Appended>), sqlx::Error> {
    let heads = heads(connection, jobs).await?;
    let (plan, outcome) = Plan::of(jobs, heads);
    let (game, event) = plan.write(connection).await?;
    sqlx::query("COMMIT").execute(connection).await?;
    Ok((game, event, outcome))
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

/// A game as a transaction finds it.
#[derive(Clone, Copy)]
struct Head {
    /// Its number; nothing if this transaction creates it.
    id: Option<i64>,
    /// The number of its last event.
    seq: u64,
}

async fn heads(
    connection: &mut SqliteConnection,
    jobs: &[&[Write]],
) -> Result<HashMap<String, Head>, sqlx::Error> {
    let mut names: Vec<&str> = jobs.iter().flat_map(|job| job.iter().map(Write::game)).collect();
    names.sort_unstable();
    names.dedup();
    let names = serde_json::to_string(&names).unwrap_or_default();
    let rows = sqlx::query(HEADS).bind(names).fetch_all(connection).await?;
    rows.into_iter()
        .map(|row| {
            let (id, seq): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
            Ok((row.try_get(0)?, Head { id: Some(id), seq: seq as u64 }))
        })
        .collect()
}

/// What a transaction writes.
struct Plan<'a> {
    deleted: Vec<i64>,
    games: Vec<(&'a str, &'a str, i64)>,
    events: Vec<(&'a str, u64, &'a str, &'a str, i64)>,
    heads: HashMap<String, Head>,
}

impl<'a> Plan<'a> {
    /// Every job in turn, if what it expects is true after those before it.
    fn of(jobs: &[&'a [Write]], heads: HashMap<String, Head>) -> (Plan<'a>, Vec<Appended>) {
        let mut plan = Plan { deleted: Vec::new(), games: Vec::new(), events: Vec::new(), heads };
        let outcome = jobs.iter().map(|job| match plan.accept(job) {
            true => Appended::Stored,
            false => Appended::Conflict,
        });
        let outcome = outcome.collect();
        (plan, outcome)
    }

    fn accept(&mut self, job: &'a [Write]) -> bool {
        let before: Vec<_> =
            job.iter().map(|write| (write.game(), self.heads.get(write.game()).copied())).collect();
        let lengths = (self.deleted.len(), self.games.len(), self.events.len());
        let accepted = job.iter().all(|write| self.accept_write(write));
        if !accepted {
            self.deleted.truncate(lengths.0);
            self.games.truncate(lengths.1);
            self.events.truncate(lengths.2);
            for (name, head) in before {
                match head {
                    Some(head) => drop(self.heads.insert(name.to_string(), head)),
                    None => drop(self.heads.remove(name)),
                }
            }
        }
        accepted
    }

    fn accept_write(&mut self, write: &'a Write) -> bool {
        match write {
            Write::Game { public, setup, created } => {
                let new = !self.heads.contains_key(public);
                if new {
                    self.heads.insert(public.clone(), Head { id: None, seq: 0 });
                    self.games.push((public, setup, *created));
                }
                new
            }
            Write::Event { game, seq, kind, payload, at } => {
                let Some(head) = self.heads.get_mut(game).filter(|head| head.seq + 1 == *seq)
                else {
                    return false;
                };
                head.seq = *seq;
                self.events.push((game, *seq, kind, payload, *at));
                true
            }
            // One that was written in the same transaction waits for the next.
            Write::Delete { game } => {
                let stored = self.heads.get(game).and_then(|head| head.id);
                let quiet = !self.events.iter().any(|(name, ..)| name == game);
                let Some(id) = stored.filter(|_| quiet) else { return false };
                self.heads.remove(game);
                self.deleted.push(id);
                true
            }
        }
    }

    /// Writes everything; the numbers of the last game and the last event.
    async fn write(mut self, connection: &mut SqliteConnection) -> Result<(i64, i64), sqlx::Error> {
        let (mut last_game, mut last_event) = (0, 0);
        for id in self.deleted {
            for delete in DELETE_GAME {
                sqlx::query(delete).bind(id).execute(&mut *connection).await?;
            }
        }
        for (public, setup, created) in &self.games {
            let insert = sqlx::query(INSERT_GAME).bind(*public).bind(*setup).bind(*created);
            let done = insert.execute(&mut *connection).await?;
            last_game = done.last_insert_rowid();
            if let Some(head) = self.heads.get_mut(*public) {
                head.id = Some(last_game);
            }
        }
        if !self.events.is_empty() {
            let rows: Vec<_> = self
                .events
                .iter()
                .map(|(game, seq, kind, payload, at)| {
                    let id = self.heads.get(*game).and_then(|head| head.id);
                    (id, seq, kind, payload, at)
                })
                .collect();
            let json = serde_json::to_string(&rows).unwrap_or_default();
            let done = sqlx::query(INSERT_EVENTS).bind(json).execute(connection).await?;
            if done.rows_affected() != rows.len() as u64 {
                return Err(sqlx::Error::RowNotFound);
            }
            last_event = done.last_insert_rowid();
        }
        Ok((last_game, last_event))
    }
}
