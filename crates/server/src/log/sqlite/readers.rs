//! The connections beside the writer's: those that read, and the one that moves the log into the
//! database. All of them are closed when another file takes the place of the database or its log:
//! what a connection to the old one reads or moves would be wrong.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{Connection, Row, SqliteConnection};

use super::PAGE;

/// How long the log may become before writing waits until it is emptied, in pages.
const LONGEST_LOG: i64 = (256 << 20) / PAGE as i64;

/// The connections beside the writer's.
pub(super) struct Readers {
    options: SqliteConnectOptions,
    pool: Mutex<SqlitePool>,
    /// Moves the log into the database.
    checkpoints: tokio::sync::Mutex<Option<SqliteConnection>>,
}

fn pool(options: &SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone())
}

impl Readers {
    pub(super) fn new(options: SqliteConnectOptions) -> Readers {
        let pool = Mutex::new(pool(&options));
        Readers { options, pool, checkpoints: tokio::sync::Mutex::default() }
    }

    /// The pool of the moment.
    pub(super) fn pool(&self) -> SqlitePool {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Closes all connections; new ones are made when they are needed.
    pub(super) async fn renew(&self) {
        let new = pool(&self.options);
        let old = {
            let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *pool, new)
        };
        close(&mut *self.checkpoints.lock().await).await;
        old.close().await;
    }

    /// Moves the log into the database now. Under constant load the log is never empty; then,
    /// rarely, writing waits for a moment. A failure is harmless: the log grows until the next
    /// attempt succeeds, over a new connection.
    pub(super) async fn checkpoint(&self) {
        let mut connection = self.checkpoints.lock().await;
        if self.try_checkpoint(&mut connection).await.is_err() {
            close(&mut connection).await;
        }
    }

    async fn try_checkpoint(
        &self,
        connection: &mut Option<SqliteConnection>,
    ) -> Result<(), sqlx::Error> {
        let connection = match connection {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::connect_with(&self.options).await?),
        };
        let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut *connection).await?;
        if row.try_get::<i64, _>(1)? > LONGEST_LOG {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await?;
        }
        Ok(())
    }

    pub(super) async fn close(&self) {
        close(&mut *self.checkpoints.lock().await).await;
        self.pool().close().await;
    }
}

async fn close(connection: &mut Option<SqliteConnection>) {
    if let Some(connection) = connection.take() {
        let _ = connection.close().await;
    }
}

/// Checkpoints every now and then until `closing` says otherwise.
pub(super) async fn keep_checkpointing(
    readers: Arc<Readers>,
    every: Duration,
    mut closing: tokio::sync::watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(every) => readers.checkpoint().await,
            _ = closing.changed() => return,
        }
    }
}
