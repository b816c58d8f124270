//! All live games of this server: each is a room in memory while anybody is near, and rows of the
//! log otherwise. [`live`](crate::live) decides, this carries out.

mod deadlines;
mod expiry;
mod room;
mod service_clock;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::bus::LocalBus;
use crate::config::Config;
use crate::limits::network;
use crate::live::{Conduct, Setup};
use crate::log::{Appended, EventLog, Store, StoreError, Stored, append};
use crate::work::{NotDone, Pool};
use room::{NotMade, Services, new_game};
use service_clock::{ServiceClock, wall_clock};

pub(crate) use room::{RoomHandle, connection_id, next_name};

/// How many games are read from the log at the same time.
const LOADERS: usize = 64;

/// How long reading a game may wait for a thread, and take.
const LOAD_PATIENCE: Duration = Duration::from_secs(5);
const LOAD_TIME: Duration = Duration::from_secs(2);

/// How long an invitation counts against its address.
const INVITATION: Duration = Duration::from_secs(24 * 3600);

/// All live games.
pub(crate) struct Rooms {
    services: Services,
    /// How many bytes may wait for one connection.
    outbox: usize,
    /// Where games are replayed.
    pool: Arc<Pool>,
    rooms: Mutex<HashMap<String, Arc<RoomHandle>>>,
    /// Held while a game is read, so that no game gets two rooms; shared by games that are read
    /// one after the other.
    loading: [tokio::sync::Mutex<()>; LOADERS],
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
    /// There is no time for it now.
    #[error("the server is busy")]
    Busy,
}

impl Rooms {
    /// The games of this log.
    pub(crate) fn new(store: &Store, config: &Config, pool: Arc<Pool>) -> Arc<Rooms> {
        let conduct = Conduct {
            turns: config.caps.turns,
            events: config.caps.events,
            spectators: config.caps.spectators,
            claim_after: [config.claim_after, config.claim_after_untimed],
            idle: config.idle,
        };
        let services = Services {
            log: store.log(),
            bus: Arc::new(LocalBus::new()),
            time: ServiceClock::new(),
            deadlines: Arc::default(),
            in_flight: Arc::default(),
            conduct,
        };
        let rooms = Arc::new(Rooms {
            services,
            outbox: config.caps.outbox,
            pool,
            rooms: Mutex::default(),
            loading: [const { tokio::sync::Mutex::const_new(()) }; LOADERS],
            refusing: AtomicBool::new(false),
            stopping: watch::Sender::new(false),
        });
        tokio::spawn(service_clock::heartbeat(Arc::downgrade(&rooms)));
        tokio::spawn(deadlines::keep(Arc::downgrade(&rooms)));
        tokio::spawn(expiry::keep(Arc::downgrade(&rooms), config.keep_finished));
        rooms
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<RoomHandle>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, id: &str) -> Option<Arc<RoomHandle>> {
        self.rooms().get(id).cloned().filter(|room| room.enter())
    }

    /// Lets a closed room go.
    fn forget(&self, room: &Arc<RoomHandle>) {
        let mut rooms = self.rooms();
        // Its place may have been taken by a new room of the same game.
        if rooms.get(&room.id).is_some_and(|known| Arc::ptr_eq(known, room)) {
            rooms.remove(&room.id);
        }
    }

    /// How long a player must be away before the other may claim a game with a clock.
    pub(crate) fn claim_after(&self) -> Duration {
        self.services.conduct.claim_after[0]
    }

    /// How many bytes may wait for one connection.
    pub(crate) fn outbox(&self) -> usize {
        self.outbox
    }

    /// Where the games are kept.
    pub(crate) fn log(&self) -> &dyn EventLog {
        &*self.services.log
    }

    /// How many invitations of this address from the last day wait for somebody.
    pub(crate) async fn open_invitations(&self, address: IpAddr) -> Result<usize, StoreError> {
        self.log().open_invitations(&inviter(address), INVITATION).await
    }

    /// How many games are in memory.
    pub(crate) fn in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// Tells when the server stops. As long as the answer is kept [`Rooms::farewell`] waits.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Waits until everybody has hung up, but not for ever.
    pub(crate) async fn farewell(&self, longest: Duration) {
        let _ = tokio::time::timeout(longest, self.stopping.closed()).await;
    }

    /// Stores a new game of this address under this name; `false` if that failed.
    pub(crate) async fn create(&self, id: &str, setup: &Setup, address: IpAddr) -> bool {
        let created = wall_clock();
        let text = serde_json::to_string(setup).unwrap_or_default();
        let stored = Stored { created, touched: created, setup: text, events: Vec::new() };
        // The inviter comes next: a room that is ready need not be read.
        let Ok(room) = RoomHandle::new(id, &stored, self.services.clone()) else { return false };
        let game = new_game(id.to_string(), setup, created, Some(inviter(address)));
        let written = append(self.log(), vec![game]).await == Appended::Stored;
        if written {
            self.rooms().insert(id.to_string(), room);
        }
        written
    }

    /// The room of this game, read from the log if need be, which counts as work of this address.
    pub(crate) async fn room(&self, id: &str, address: IpAddr) -> Result<Arc<RoomHandle>, Missing> {
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        let _one_at_a_time = self.loading(id).await;
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        if self.refusing.load(Ordering::Acquire) {
            return Err(Missing::Stopping);
        }
        let room = self.replayed(id, address).await?;
        self.rooms().insert(id.to_string(), Arc::clone(&room));
        Ok(room)
    }

    /// A game read from the log, in a room of its own.
    async fn replayed(&self, id: &str, address: IpAddr) -> Result<Arc<RoomHandle>, Missing> {
        let stored = self.log().load(id).await?.ok_or(Missing::Unknown)?;
        let (services, name) = (self.services.clone(), id.to_string());
        let replay = move |_: &crate::work::Deadline| RoomHandle::new(&name, &stored, services);
        let replayed = self.pool.run(address, LOAD_PATIENCE, LOAD_TIME, replay).await;
        let damaged = |why: String| StoreError::Damaged(id.to_string(), why);
        let made = replayed.map_err(|not_done| match not_done {
            NotDone::Busy => Missing::Busy,
            NotDone::Broken => damaged("replaying".into()).into(),
        })?;
        made.map_err(|why| match why {
            NotMade::Damaged(why) => damaged(why).into(),
            NotMade::Random(_) => Missing::Busy,
        })
    }

    /// Keeps others from reading this game.
    async fn loading(&self, id: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let shard = id.bytes().fold(0, |sum, byte| sum + usize::from(byte)) % LOADERS;
        self.loading[shard].lock().await
    }

    /// Stores the clocks, waits for everything that is being stored, says goodbye to everybody and
    /// closes the log.
    pub(crate) async fn stop(&self) {
        self.refusing.store(true, Ordering::Release);
        // Whoever is reading a game finishes first; nobody begins afterwards.
        for loading in &self.loading {
            drop(loading.lock().await);
        }
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.iter().for_each(RoomHandle::pause);
        let _ = self.services.in_flight.subscribe().wait_for(|count| *count == 0).await;
        self.stopping.send_replace(true);
        self.log().close().await;
    }
}

/// What is kept of an inviter's address while the invitation is open: enough to count by it.
fn inviter(address: IpAddr) -> String {
    crate::ids::digest(&network(address).to_string())
}
