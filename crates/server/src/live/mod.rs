//! Live games between people, found by a link: each is a [`room::Room`] in memory while anybody is
//! near, and rows in the database otherwise.

mod clock;
mod deed;
pub(crate) mod http;
mod line;
mod message;
mod refusal;
mod room;
mod socket;
mod table;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::store::{Store, StoreError, Stored, Write, wall_clock};

use deed::Setup;
pub(crate) use room::Room;

/// How often clocks are looked at. A turn that comes too late is refused at once; this only
/// decides how soon a fallen flag is announced.
const TICK: Duration = Duration::from_millis(100);

/// How many games are read from the database at the same time.
const LOADERS: usize = 64;

/// All live games.
pub(crate) struct Live {
    store: Store,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Held while a game is read, so that no game gets two rooms; shared by games that are read
    /// one after the other.
    loading: [tokio::sync::Mutex<()>; LOADERS],
    claim_after: Duration,
    idle: Duration,
    keys: AtomicU64,
    /// Whether no more games are read, because the server is about to stop.
    refusing: AtomicBool,
    stopping: watch::Sender<bool>,
}

/// Why a game is not there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Missing {
    /// There is none of this name.
    #[error("there is no such game")]
    Unknown,
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopping,
}

impl Live {
    /// The games of this database. A player who is away for `claim_after` has lost if the other
    /// says so; a room is forgotten after being `idle` for so long.
    pub(crate) fn new(store: Store, claim_after: Duration, idle: Duration) -> Arc<Live> {
        let live = Arc::new(Live {
            store,
            rooms: Mutex::default(),
            loading: [const { tokio::sync::Mutex::const_new(()) }; LOADERS],
            claim_after,
            idle,
            keys: AtomicU64::new(0),
            refusing: AtomicBool::new(false),
            stopping: watch::Sender::new(false),
        });
        tokio::spawn(keep_time(Arc::downgrade(&live)));
        live
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned().filter(|room| room.enter())
    }

    /// How long a player must be away before the other may claim the game.
    pub(crate) fn claim_after(&self) -> Duration {
        self.claim_after
    }

    /// How many games are in memory.
    pub(crate) fn in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// A number for a connection.
    fn key(&self) -> u64 {
        self.keys.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells when the server stops. As long as the answer is kept [`Live::farewell`] waits.
    fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Waits until everybody has hung up, but not for ever.
    pub(crate) async fn farewell(&self, longest: Duration) {
        let _ = tokio::time::timeout(longest, self.stopping.closed()).await;
    }

    /// Stores a new game under this name; `false` if that failed.
    pub(crate) async fn create(&self, id: &str, setup: Setup) -> bool {
        let writer = self.store.writer();
        let created = wall_clock();
        let setup = serde_json::to_string(&setup).unwrap_or_default();
        let game = Write::Game { public: id.to_string(), setup: setup.clone(), created };
        let stored = Stored { created, touched: created, setup, events: Vec::new() };
        // The inviter comes next: a room that is ready need not be read.
        let Ok(room) = self.new_room(id, stored) else { return false };
        let written = writer.write(vec![game]).await;
        if written {
            self.rooms().insert(id.to_string(), room);
        }
        written
    }

    fn new_room(&self, id: &str, stored: Stored) -> Result<Arc<Room>, StoreError> {
        let writer = self.store.writer().clone();
        let room = Room::new(id.to_string(), stored, writer, self.claim_after);
        room.map(Arc::new).map_err(|why| StoreError::Damaged(id.to_string(), why))
    }

    /// The room of this game, read from the database if need be.
    pub(crate) async fn room(&self, id: &str) -> Result<Arc<Room>, Missing> {
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        let shard = id.bytes().fold(0, |sum, byte| sum + usize::from(byte)) % LOADERS;
        let _one_at_a_time = self.loading[shard].lock().await;
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        if self.refusing.load(Ordering::Acquire) {
            return Err(Missing::Stopping);
        }
        let stored = self.store.load(id).await?.ok_or(Missing::Unknown)?;
        let room = self.new_room(id, stored)?;
        self.rooms().insert(id.to_string(), Arc::clone(&room));
        Ok(room)
    }

    /// Stores the clocks, writes everything that waits, says goodbye to everybody and closes the
    /// database.
    pub(crate) async fn stop(&self) {
        self.refusing.store(true, Ordering::Release);
        // Whoever is reading a game finishes first; nobody begins afterwards.
        for loading in &self.loading {
            drop(loading.lock().await);
        }
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.iter().for_each(Room::pause);
        self.store.writer().write(Vec::new()).await;
        self.stopping.send_replace(true);
        self.store.close().await;
    }
}

/// Looks at all clocks, and forgets rooms nobody needs.
async fn keep_time(live: std::sync::Weak<Live>) {
    let mut every = tokio::time::interval(TICK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let Some(live) = live.upgrade() else { return };
        let rooms: Vec<_> = live.rooms().values().cloned().collect();
        let now = Instant::now();
        let done: Vec<_> = rooms.into_iter().filter(|room| room.tick(now, live.idle)).collect();
        let mut rooms = live.rooms();
        for room in done {
            // Its place may have been taken by a new room of the same game.
            if rooms.get(&room.id).is_some_and(|known| Arc::ptr_eq(known, &room)) {
                rooms.remove(&room.id);
            }
        }
    }
}
