//! The log in memory: the same promises, as long as the process lives.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use tokio::time::Instant;

use super::plan::{Head, Plan};
use super::{Appended, EventLog, Expiring, PAGE, Standing, StoreError, Stored, Then, Write};

struct Game {
    stored: Stored,
    standing: Standing,
    inviter: Option<String>,
    born: Instant,
    ended: Instant,
}

#[derive(Default)]
struct Games {
    all: HashMap<String, Game>,
    closed: bool,
}

/// A log that is gone with the process.
#[derive(Default)]
pub(crate) struct MemoryLog {
    games: Mutex<Games>,
}

impl MemoryLog {
    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, writes: &[Write]) -> Appended {
        let mut games = self.games();
        if games.closed {
            return Appended::Failed;
        }
        let heads = writes.iter().filter_map(|write| {
            let game = games.all.get(write.game())?;
            let head = Head { id: Some(0), seq: game.stored.events.len() as u64 };
            Some((write.game().to_string(), head))
        });
        let heads = heads.collect();
        let (plan, outcome) = Plan::of(&[writes], heads);
        plan.accepted.into_iter().for_each(|write| games.apply(write));
        outcome.first().copied().unwrap_or(Appended::Failed)
    }
}

impl Games {
    fn apply(&mut self, write: &Write) {
        let now = Instant::now();
        match write {
            Write::Game { public, setup, created, standing, inviter } => {
                let (created, setup) = (*created, setup.clone());
                let stored = Stored { created, touched: created, setup, events: Vec::new() };
                let (standing, inviter) = (*standing, inviter.clone());
                let game = Game { stored, standing, inviter, born: now, ended: now };
                self.all.insert(public.clone(), game);
            }
            Write::Event { game, payload, at, standing, .. } => {
                let Some(game) = self.all.get_mut(game) else { return };
                game.stored.events.push(payload.clone());
                game.stored.touched = *at;
                if let Some(standing) = standing {
                    (game.standing, game.ended) = (*standing, now);
                }
            }
            // Nothing here was written by an earlier version.
            Write::Sort { .. } => {}
            Write::Delete { game, .. } => drop(self.all.remove(game)),
        }
    }

    /// The games that stand so since so long, the longest first.
    fn since(
        &self,
        standing: Standing,
        age: Duration,
        since: impl Fn(&Game) -> Instant,
    ) -> Vec<String> {
        let mut found: Vec<_> = self
            .all
            .iter()
            .filter(|(_, game)| game.standing == standing && since(game).elapsed() >= age)
            .map(|(name, game)| (since(game), name.clone()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    }
}

impl EventLog for MemoryLog {
    fn submit(&self, writes: Vec<Write>, then: Then) {
        let appended = self.write(&writes);
        tokio::spawn(async move { then(appended) });
    }

    fn load<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<Option<Stored>, StoreError>> {
        ready(Ok(self.games().all.get(game).map(|game| game.stored.clone()))).boxed()
    }

    fn open_invitations<'a>(
        &'a self,
        inviter: &'a str,
        age: Duration,
    ) -> BoxFuture<'a, Result<usize, StoreError>> {
        let counts = |game: &&Game| {
            game.standing == Standing::Open
                && game.inviter.as_deref() == Some(inviter)
                && game.born.elapsed() < age
        };
        ready(Ok(self.games().all.values().filter(counts).count())).boxed()
    }

    fn expiring(
        &self,
        expiring: Expiring,
        skip: usize,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        let games = self.games();
        let found = match expiring {
            Expiring::Invitations(age) => games.since(Standing::Open, age, |game| game.born),
            Expiring::Finished(age) => games.since(Standing::Over, age, |game| game.ended),
            Expiring::Unsorted => Vec::new(),
        };
        ready(Ok(found.into_iter().skip(skip).take(PAGE).collect())).boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        let closed = || StoreError::Unavailable("the log is closed".into());
        ready(if self.games().closed { Err(closed()) } else { Ok(()) }).boxed()
    }

    fn room_left(&self) -> Option<u64> {
        None
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.games().closed = true;
        ready(()).boxed()
    }
}
