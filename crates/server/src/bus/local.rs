//! The bus of one process: the outboxes of those who follow each game.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Bus, Frame, Outbox};
use crate::live::ConnectionId;

/// Games are spread over so many locks, so that many can be told of at once.
const SHARDS: usize = 64;

type Subscribers = HashMap<String, Vec<(ConnectionId, Outbox)>>;

/// Passes everything on at once.
pub(crate) struct LocalBus {
    shards: [Mutex<Subscribers>; SHARDS],
    hasher: RandomState,
}

impl LocalBus {
    /// A bus that nobody listens to yet.
    pub(crate) fn new() -> LocalBus {
        let shards = std::array::from_fn(|_| Mutex::default());
        LocalBus { shards, hasher: RandomState::new() }
    }

    fn shard(&self, game: &str) -> MutexGuard<'_, Subscribers> {
        let shard = self.hasher.hash_one(game) as usize % SHARDS;
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus for LocalBus {
    fn subscribe(&self, game: &str, connection: ConnectionId, outbox: Outbox) {
        self.shard(game).entry(game.to_string()).or_default().push((connection, outbox));
    }

    fn unsubscribe(&self, game: &str, connection: ConnectionId) {
        let mut shard = self.shard(game);
        if let Some(all) = shard.get_mut(game) {
            all.retain(|(known, _)| *known != connection);
            if all.is_empty() {
                shard.remove(game);
            }
        }
    }

    fn publish(&self, game: &str, frame: Frame) {
        for (_, outbox) in self.shard(game).get(game).into_iter().flatten() {
            outbox.send(frame.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(waiting: &mut super::super::Waiting) -> Vec<String> {
        let next = || match waiting.try_recv()? {
            Frame::Text(text) => Some(text.to_string()),
            Frame::Close(..) => None,
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn subscribers_hear_their_game_in_order_until_they_leave() {
        let bus = LocalBus::new();
        let publish = |game: &str, text: &'static str| {
            bus.publish(game, Frame::Text(text.to_string().into()));
        };
        let (one, mut first) = Outbox::new(1000);
        let (two, mut second) = Outbox::new(1000);
        publish("g", "too early");
        bus.subscribe("g", ConnectionId(1), one.clone());
        bus.subscribe("g", ConnectionId(2), two);
        publish("g", "a");
        publish("h", "of another game");
        publish("g", "b");
        bus.unsubscribe("g", ConnectionId(1));
        bus.unsubscribe("h", ConnectionId(2));
        publish("g", "c");
        assert_eq!(heard(&mut first), ["a", "b"]);
        assert_eq!(heard(&mut second), ["a", "b", "c"]);
        bus.unsubscribe("g", ConnectionId(2));
        assert!(bus.shards.iter().all(|shard| shard.lock().unwrap().is_empty()), "forgotten");
        // The same connection may come back.
        bus.subscribe("g", ConnectionId(1), one);
        publish("g", "d");
        assert_eq!(heard(&mut first), ["d"]);
    }
}
