//! Wakes rooms when their time has come: one task that sleeps until the first deadline of all,
//! whatever the number of rooms.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;

use super::Rooms;
use super::room::RoomHandle;
use crate::live::{DeadlineQueue, Time};

/// How long the task sleeps at most: sleep is measured by another clock than service.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);

#[derive(Default)]
struct Queue {
    order: DeadlineQueue<u64>,
    rooms: HashMap<u64, Weak<RoomHandle>>,
}

/// The deadlines of all rooms in memory.
#[derive(Default)]
pub(crate) struct Deadlines {
    queue: Mutex<Queue>,
    earlier: Notify,
}

impl Deadlines {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes this room then, and not at the time that was said before.
    pub(super) fn set(&self, room: &Arc<RoomHandle>, time: Option<Time>) {
        let mut queue = self.queue();
        let key = room.key();
        let first = queue.order.set(key, time);
        match time {
            Some(_) => drop(queue.rooms.entry(key).or_insert_with(|| Arc::downgrade(room))),
            None => drop(queue.rooms.remove(&key)),
        }
        if first {
            self.earlier.notify_one();
        }
    }

    /// Takes out the rooms whose time has come, and when the next one's will.
    fn due(&self, now: Time) -> (Vec<Arc<RoomHandle>>, Option<Time>) {
        let mut queue = self.queue();
        let keys = queue.order.due(now);
        let rooms = keys.iter().filter_map(|key| queue.rooms.remove(key)?.upgrade()).collect();
        (rooms, queue.order.next())
    }
}

/// Wakes rooms as long as there are any to come.
pub(super) async fn keep(rooms: Weak<Rooms>) {
    loop {
        let Some(strong) = rooms.upgrade() else { return };
        let now = strong.services.time.now();
        let deadlines = Arc::clone(&strong.services.deadlines);
        let (due, next) = deadlines.due(now);
        for room in due {
            if room.tick(now) {
                strong.forget(&room);
                deadlines.set(&room, None);
            }
        }
        drop(strong);
        let sleep = next.map_or(LONGEST_SLEEP, |next| next.since(now)).min(LONGEST_SLEEP);
        tokio::select! {
            () = tokio::time::sleep(sleep) => {}
            () = deadlines.earlier.notified() => {}
        }
    }
}
