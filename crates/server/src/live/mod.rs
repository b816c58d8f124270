//! Live games between people, found by a link: each is a [`room::Room`] in memory while anybody is
//! near, and rows in the database otherwise.

mod clock;
mod event;
pub(crate) mod http;
mod message;
mod outbox;
mod refusal;
mod retention;
mod room;
mod service_clock;
mod socket;
mod table;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::config::{Config, GameCaps};
use crate::limits::network;
use crate::store::{Store, StoreError, Stored, Write, wall_clock};
use crate::work::{NotDone, Pool};
use room::House;
use service_clock::ServiceClock;

use event::Setup;
pub(crate) use room::Room;

/// How often clocks are looked at. A turn that comes too late is refused at once; this only
/// decides how soon a fallen flag is announced, and how soon a stall of the server is noticed.
const TICK: Duration = Duration::from_millis(100);

/// How many games are read from the database at the same time.
const LOADERS: usize = 64;

/// How long reading a game may wait for a thread, and take.
const LOAD_PATIENCE: Duration = Duration::from_secs(5);
const LOAD_TIME: Duration = Duration::from_secs(2);

/// How long an invitation counts against its address.
const INVITATION: Duration = Duration::from_secs(24 * 3600);

/// All live games.
pub(crate) struct Live {
    store: Store,
    house: House,
    /// Where games are replayed.
    pool: Arc<Pool>,
    /// The invitations of each address that may still be open, by game.
    invitations: Mutex<HashMap<IpAddr, Vec<(String, Instant)>>>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Held while a game is read, so that no game gets two rooms; shared by games that are read
    /// one after the other.
    loading: [tokio::sync::Mutex<()>; LOADERS],
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
    /// There is no time for it now.
    #[error("the server is busy")]
    Busy,
}

impl Live {
    /// The games of this database.
    pub(crate) fn new(store: Store, config: &Config, pool: Arc<Pool>) -> Arc<Live> {
        let house = House {
            writer: store.writer().clone(),
            time: ServiceClock::new(),
            caps: config.caps,
            claim_after: [config.claim_after, config.claim_after_untimed],
        };
        let live = Arc::new(Live {
            store,
            house,
            pool,
            invitations: Mutex::default(),
            rooms: Mutex::default(),
            loading: [const { tokio::sync::Mutex::const_new(()) }; LOADERS],
            idle: config.idle,
            keys: AtomicU64::new(0),
            refusing: AtomicBool::new(false),
            stopping: watch::Sender::new(false),
        });
        tokio::spawn(keep_time(Arc::downgrade(&live)));
        if let Some(keep) = config.keep_finished {
            tokio::spawn(retention::sweep(Arc::downgrade(&live), keep));
        }
        live
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned().filter(|room| room.enter())
    }

    /// How long a player must be away before the other may claim a game with a clock.
    pub(crate) fn claim_after(&self) -> Duration {
        self.house.claim_after[0]
    }

    /// How large a game may become.
    fn caps(&self) -> &GameCaps {
        &self.house.caps
    }

    /// The database.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// How many invitations of this address wait for somebody. Games that left memory count until
    /// a day has passed: whoever has many of them asks nobody in particular.
    pub(crate) fn open_invitations(&self, address: IpAddr) -> usize {
        let mut all = self.invitations();
        let Some(own) = all.get_mut(&network(address)) else { return 0 };
        own.retain(|(id, since)| {
            let room = self.rooms().get(id).cloned();
            since.elapsed() < INVITATION && room.is_none_or(|room| room.is_open())
        });
        own.len()
    }

    /// Counts a new invitation.
    pub(crate) fn invited(&self, address: IpAddr, id: &str) {
        let mut all = self.invitations();
        all.entry(network(address)).or_default().push((id.to_string(), Instant::now()));
    }

    /// Stops counting an invitation that was taken.
    pub(crate) fn taken(&self, id: &str) {
        let mut all = self.invitations();
        all.retain(|_, own| {
            own.retain(|(known, since)| known != id && since.elapsed() < INVITATION);
            !own.is_empty()
        });
    }

    fn invitations(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<(String, Instant)>>> {
        self.invitations.lock().unwrap_or_else(PoisonError::into_inner)
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
        let Ok(room) = new_room(id, stored, self.house.clone()) else { return false };
        let written = writer.write(vec![game]).await;
        if written {
            self.rooms().insert(id.to_string(), room);
        }
        written
    }

    /// The room of this game, read from the database if need be, which counts as work of this
    /// address.
    pub(crate) async fn room(&self, id: &str, address: IpAddr) -> Result<Arc<Room>, Missing> {
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

    /// A game read from the database, in a room of its own.
    async fn replayed(&self, id: &str, address: IpAddr) -> Result<Arc<Room>, Missing> {
        let stored = self.store.load(id).await?.ok_or(Missing::Unknown)?;
        let (house, name) = (self.house.clone(), id.to_string());
        let replay = move |_: &crate::work::Deadline| new_room(&name, stored, house);
        let replayed = self.pool.run(address, LOAD_PATIENCE, LOAD_TIME, replay).await;
        let room = replayed.map_err(|not_done| match not_done {
            NotDone::Busy => Missing::Busy,
            NotDone::Broken => StoreError::Damaged(id.to_string(), "replaying".into()).into(),
        })??;
        Ok(room)
    }

    /// Keeps others from reading this game.
    async fn loading(&self, id: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let shard = id.bytes().fold(0, |sum, byte| sum + usize::from(byte)) % LOADERS;
        self.loading[shard].lock().await
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

fn new_room(id: &str, stored: Stored, house: House) -> Result<Arc<Room>, StoreError> {
    let room = Room::new(id.to_string(), stored, house);
    room.map(Arc::new).map_err(|why| StoreError::Damaged(id.to_string(), why))
}

/// Looks at all clocks, and forgets rooms nobody needs.
async fn keep_time(live: std::sync::Weak<Live>) {
    let mut every = tokio::time::interval(TICK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let Some(live) = live.upgrade() else { return };
        let rooms: Vec<_> = live.rooms().values().cloned().collect();
        let now = live.house.time.now();
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
