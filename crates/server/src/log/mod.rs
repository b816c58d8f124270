//! Where live games are kept: an append-only log of events by game, in which an event says which
//! number it must get. [`EventLog`] is the contract; [`sqlite`] keeps it in a file, [`memory`] for
//! as long as the process lives. What events mean is not its business.

mod error;
mod memory;
mod plan;
pub(crate) mod sqlite;

#[cfg(test)]
mod contract;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

pub use error::StoreError;
pub(crate) use memory::MemoryLog;
pub(crate) use sqlite::{LOCK, SqliteLog, private};

/// How long an invitation waits for somebody: so long the server must have been running, by a clock
/// that nobody sets, since it was made. The wall clock may be years off.
pub(crate) const INVITED_FOR: Duration = Duration::from_secs(90 * 24 * 3600);

/// Where the log is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this folder.
    Folder(PathBuf),
    /// Nowhere but in memory: gone when the server stops.
    Memory,
}

/// A log that was opened, for whoever starts a server.
#[derive(Clone)]
pub struct Store(Arc<dyn EventLog>);

impl Store {
    /// Opens the log, creating or bringing it up to date as needed.
    pub async fn open(place: &Place) -> Result<Store, StoreError> {
        Ok(Store(match place {
            Place::Folder(folder) => Arc::new(SqliteLog::open(folder).await?),
            Place::Memory => Arc::new(MemoryLog::default()),
        }))
    }

    /// This log, as if it had been opened.
    #[cfg(test)]
    pub(crate) fn over(log: Arc<dyn EventLog>) -> Store {
        Store(log)
    }

    /// The log behind it.
    pub(crate) fn log(&self) -> Arc<dyn EventLog> {
        Arc::clone(&self.0)
    }
}

/// What a game waits for, which decides when it is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// Somebody who takes the second seat.
    Open,
    /// Its end.
    Playing,
    /// Nothing.
    Over,
}

impl Standing {
    /// The word for it in the log.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Playing => "playing",
            Standing::Over => "over",
        }
    }
}

/// Something to append.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// A new game; a conflict if there is one of this name.
    Game {
        /// The name links use.
        public: String,
        /// What was agreed, as JSON.
        setup: String,
        /// When, in milliseconds since 1970. For people only: nothing is decided by it.
        created: i64,
        /// What it waits for.
        standing: Standing,
        /// By whom invitations are counted.
        inviter: Option<String>,
    },
    /// Something that happened in a game.
    Event {
        /// The game's name.
        game: String,
        /// The number it must get, 1 for the first event of its game; a conflict if another is
        /// next.
        seq: u64,
        /// What it is.
        kind: &'static str,
        /// The event, as JSON.
        payload: String,
        /// When, in milliseconds since 1970.
        at: i64,
        /// What the game waits for now, if that has changed.
        standing: Option<Standing>,
    },
    /// What a game waits for, of which an earlier version did not say it; nothing if it cannot be
    /// read. A conflict if there is no such game.
    Sort {
        /// The game's name.
        game: String,
        /// What it waits for.
        standing: Option<Standing>,
    },
    /// A game and everything that happened in it is deleted; a conflict if there is none, or
    /// another event is the last.
    Delete {
        /// The game's name.
        game: String,
        /// The number of its last event, 0 if there is none.
        seq: u64,
    },
}

impl Write {
    /// The name of the game it is about.
    fn game(&self) -> &str {
        match self {
            Write::Game { public, .. } => public,
            Write::Event { game, .. } | Write::Sort { game, .. } | Write::Delete { game, .. } => {
                game
            }
        }
    }
}

/// What became of writes that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Appended {
    /// They are stored for good.
    Stored,
    /// They build on something that is not there; nothing of them is stored.
    Conflict,
    /// The storage fails. Nothing of them is acknowledged, though it may be there later.
    Failed,
}

/// A game as it was stored; what the texts mean is for whoever wrote them.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Games that wait to be deleted or looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expiring {
    /// Invitations that nobody has taken while the server has been running for so long.
    Invitations(Duration),
    /// Games that have been over while the server has been running for so long.
    Finished(Duration),
    /// Games of which an earlier version did not store what they wait for.
    Unsorted,
}

/// Told what became of writes.
pub(crate) type Then = Box<dyn FnOnce(Appended) + Send>;

/// A [`Then`] for whoever waits, and what they wait for.
pub(crate) fn promise() -> (Then, oneshot::Receiver<Appended>) {
    let (tell, told) = oneshot::channel();
    let then = move |appended| {
        // Whoever waited may have gone.
        let _ = tell.send(appended);
    };
    (Box::new(then), told)
}

/// Appends all of this or nothing; the answer comes when that is known.
pub(crate) async fn append(log: &dyn EventLog, writes: Vec<Write>) -> Appended {
    let (then, told) = promise();
    log.submit(writes, then);
    told.await.unwrap_or(Appended::Failed)
}

/// How many [`EventLog::expiring`] names at once.
const PAGE: usize = 50;

/// An append-only log of events by game.
pub(crate) trait EventLog: Send + Sync + 'static {
    /// Appends all of this or nothing, and calls `then` when that is known: later, from elsewhere,
    /// so that whoever calls this may hold a lock that `then` takes. Of several callers one is
    /// first, and whoever counted on being first meets a conflict.
    fn submit(&self, writes: Vec<Write>, then: Then);

    /// Everything about the game of this name, and nothing that might not be stored for good.
    fn load<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<Option<Stored>, StoreError>>;

    /// How many games of this inviter that are not older than this wait for somebody.
    fn open_invitations<'a>(
        &'a self,
        inviter: &'a str,
        age: Duration,
    ) -> BoxFuture<'a, Result<usize, StoreError>>;

    /// The names of the first few of these, the earliest due first, after so many.
    fn expiring(
        &self,
        expiring: Expiring,
        skip: usize,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// Stores something, to see whether that works.
    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// How many bytes are free where it is; nothing if it is in memory or nobody knows.
    fn room_left(&self) -> Option<u64>;

    /// Stores what is waiting and closes it: nothing is stored afterwards.
    fn close(&self) -> BoxFuture<'_, ()>;
}
