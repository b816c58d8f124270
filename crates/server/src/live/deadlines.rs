//! What must be looked at when: one moment for each key, the earliest first.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use super::time::Time;

/// A priority queue of moments in which the moment of a key can be moved.
#[derive(Debug)]
pub(crate) struct DeadlineQueue<K> {
    order: BTreeSet<(Time, K)>,
    times: HashMap<K, Time>,
}

impl<K: Copy + Ord + Hash> Default for DeadlineQueue<K> {
    fn default() -> DeadlineQueue<K> {
        DeadlineQueue { order: BTreeSet::new(), times: HashMap::new() }
    }
}

impl<K: Copy + Ord + Hash> DeadlineQueue<K> {
    /// Gives a key this moment instead of the one it had; `true` if that makes it the first of
    /// all, so that whoever sleeps until the first must be woken.
    pub(crate) fn set(&mut self, key: K, time: Option<Time>) -> bool {
        let before = match time {
            Some(time) => self.times.insert(key, time),
            None => self.times.remove(&key),
        };
        if before == time {
            return false;
        }
        if let Some(before) = before {
            self.order.remove(&(before, key));
        }
        let Some(time) = time else { return false };
        self.order.insert((time, key));
        self.order.first() == Some(&(time, key))
    }

    /// When the next of them is.
    pub(crate) fn next(&self) -> Option<Time> {
        self.order.first().map(|(time, _)| *time)
    }

    /// Takes out everything that is due at this moment, in the order of the moments.
    pub(crate) fn due(&mut self, now: Time) -> Vec<K> {
        let mut due = Vec::new();
        while let Some(&(time, key)) = self.order.first().filter(|(time, _)| *time <= now) {
            self.order.remove(&(time, key));
            self.times.remove(&key);
            due.push(key);
        }
        due
    }
}
