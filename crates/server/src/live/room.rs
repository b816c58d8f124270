//! A live game with the people around it: the table, who listens, and what is on its way to the
//! disk. Everything that happens is decided and queued for writing under one lock, and told to the
//! listeners by the writer after the commit, so that nobody learns of a turn that could be lost,
//! and all learn of everything in the same order.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use damier_core::{Lang, Side};
use tokio::sync::oneshot;

use super::deed::{Deed, Fact};
use super::line::{Line, Out};
use super::message::{Now, Says, Seat, State};
use super::refusal::Refusal;
use super::table::{Table, Wish};
use crate::store::{Job, Stored, Write, Writer, wall_clock};

/// Somebody connected.
struct Listener {
    key: u64,
    seat: Option<Side>,
    line: Line,
    /// Whether the state has been sent, so that events make sense.
    started: bool,
}

/// A live game and the people around it.
pub(crate) struct Room {
    /// The name links use.
    pub id: String,
    created: i64,
    writer: Writer,
    claim_after: Duration,
    inner: Mutex<Inner>,
}

struct Inner {
    table: Table,
    listeners: Vec<Listener>,
    /// Since when each player has been away; meaningless while connected.
    away: [Instant; 2],
    /// The nonce and token of the player who joined, so that asking twice is harmless.
    joined: Option<(String, String)>,
    /// Whether this is no longer the room of its game: it must be looked up again.
    closed: bool,
    /// Whether something on the table could not be written.
    broken: bool,
    /// How many jobs are with the writer.
    pending: usize,
    touched: Instant,
}

/// Why a room cannot be used any more: it must be looked up again.
#[derive(Debug)]
pub(crate) struct Closed;

/// Who is speaking.
pub(crate) struct Speaker<'a> {
    /// The seat.
    pub seat: Side,
    /// The language of answers.
    pub lang: Lang,
    /// Where answers go.
    pub line: &'a Line,
}

impl Room {
    /// The room of a game that was stored.
    pub(crate) fn new(
        id: String,
        stored: Stored,
        writer: Writer,
        claim_after: Duration,
    ) -> Result<Room, String> {
        let english = |message: damier_core::Message| message.text(Lang::En);
        let setup = serde_json::from_str(&stored.setup).map_err(|why| why.to_string())?;
        let mut table = Table::new(setup).map_err(english)?;
        for event in &stored.events {
            let fact: Fact = serde_json::from_str(event).map_err(|why| why.to_string())?;
            table.replay(&fact).map_err(english)?;
        }
        let now = Instant::now();
        let inner = Inner {
            table,
            listeners: Vec::new(),
            away: [now; 2],
            joined: None,
            closed: false,
            broken: false,
            pending: 0,
            touched: now,
        };
        let created = stored.created;
        Ok(Room { id, created, writer, claim_after, inner: Mutex::new(inner) })
    }

    /// A panic elsewhere leaves the data whole: facts are made in one step.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When it was created, in milliseconds since 1970.
    pub(crate) fn created(&self) -> i64 {
        self.created
    }

    /// Whether this is still the room of its game; if so it stays that for a while.
    pub(crate) fn enter(&self) -> bool {
        let mut inner = self.lock();
        inner.touched = Instant::now();
        !inner.closed
    }

    /// The seat of whoever has the token of this digest.
    pub(crate) fn seat(&self, digest: &str) -> Option<Side> {
        self.lock().table.seat(digest)
    }

    /// The state as a spectator sees it, once everything in it is stored; nothing if that fails.
    pub(crate) async fn state(self: &Arc<Self>) -> Option<String> {
        self.look(|inner| self.state_text(inner, None, Instant::now())).await
    }

    /// What `look` makes of the table, once everything on it is stored; nothing if that fails.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&Table) -> T,
    ) -> Option<T> {
        self.look(|inner| look(&inner.table)).await
    }

    async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&Inner) -> T,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        {
            let mut inner = self.lock();
            let seen = look(&inner);
            self.queue(&mut inner, Vec::new(), |_, ok| {
                let _ = ok.then(|| tell.send(seen));
            });
        }
        told.await.ok()
    }

    /// Somebody connects; the state is sent once everything in it is stored.
    pub(crate) fn attach(
        self: &Arc<Self>,
        key: u64,
        seat: Option<Side>,
        line: Line,
    ) -> Result<(), Closed> {
        let now = Instant::now();
        let mut inner = self.lock();
        if inner.closed {
            return Err(Closed);
        }
        inner.touched = now;
        let came = seat.filter(|side| !inner.connected(*side));
        inner.listeners.push(Listener { key, seat, line, started: false });
        let begins = match came.is_some() && inner.all_there() {
            true => inner.table.both_there(now),
            false => None,
        };
        let state = Utf8Bytes::from(self.state_text(&inner, seat, now));
        self.queue(&mut inner, Vec::new(), move |inner, ok| {
            if let Some(listener) = inner.listeners.iter_mut().find(|l| l.key == key).filter(|_| ok)
            {
                listener.started = true;
                listener.line.text(state);
            }
        });
        if came.is_some() {
            self.tell_presence(&mut inner, now);
        }
        if let Some(deed) = begins {
            // The clock cannot be refused to start.
            let _ = self.happen(&mut inner, None, None, deed, now);
        }
        Ok(())
    }

    /// Somebody is gone.
    pub(crate) fn detach(self: &Arc<Self>, key: u64) {
        let now = Instant::now();
        let mut inner = self.lock();
        let Some(i) = inner.listeners.iter().position(|listener| listener.key == key) else {
            return;
        };
        let seat = inner.listeners.swap_remove(i).seat;
        inner.touched = now;
        if let Some(side) = seat.filter(|side| !inner.connected(*side)) {
            inner.away[side.index()] = now;
            self.tell_presence(&mut inner, now);
        }
    }

    /// A second player takes the free seat; `token` is theirs. Asking again with the same nonce
    /// gives the same token again.
    pub(crate) fn join(
        self: &Arc<Self>,
        nonce: String,
        token: String,
        then: impl FnOnce(bool) + Send + 'static,
    ) -> Result<(Side, String), Refusal> {
        let now = Instant::now();
        let mut inner = self.lock();
        if inner.closed {
            return Err(Refusal::Closing);
        }
        if let Some((_, token)) = inner.joined.clone().filter(|(known, _)| *known == nonce)
            && let Some(side) = inner.table.seat(&crate::ids::digest(&token))
        {
            self.queue(&mut inner, Vec::new(), |_, ok| then(ok));
            return Ok((side, token));
        }
        if inner.table.over().is_some() {
            return Err(Refusal::Over);
        }
        let side = inner.table.free().ok_or(Refusal::Taken)?;
        let seat = Some(crate::ids::digest(&token));
        let fact = inner.table.happen(Some(side), None, seat, Deed::Join, now)?;
        inner.joined = Some((nonce, token.clone()));
        inner.away[side.index()] = now;
        self.publish(&mut inner, &fact, Vec::new(), now, Some(Box::new(then)));
        Ok((side, token))
    }

    /// Follows a player's wish, or says why not.
    pub(crate) fn wish(
        self: &Arc<Self>,
        speaker: &Speaker<'_>,
        nonce: &str,
        at: usize,
        wish: &Wish,
    ) {
        let now = Instant::now();
        let mut inner = self.lock();
        inner.touched = now;
        if let Err(refusal) = self.grant(&mut inner, speaker, nonce, at, wish, now) {
            let state = (refusal == Refusal::OutOfDate).then(|| {
                State::of(&self.id, &inner.table, Some(speaker.seat), self.now(&inner, now))
            });
            let text = Says::error(&refusal, speaker.lang, Some(nonce), state).text();
            // In its place after what it refers to, which may be on its way to the disk.
            let line = speaker.line.clone();
            self.queue(&mut inner, Vec::new(), move |_, ok| {
                if ok {
                    line.text(text);
                }
            });
        }
    }

    fn grant(
        self: &Arc<Self>,
        inner: &mut Inner,
        speaker: &Speaker<'_>,
        nonce: &str,
        at: usize,
        wish: &Wish,
        now: Instant,
    ) -> Result<(), Refusal> {
        if inner.closed {
            return Err(Refusal::Closing);
        }
        if let Some(version) = inner.table.answered(speaker.seat, nonce) {
            let ack = Says::Ack { nonce, version }.text();
            let line = speaker.line.clone();
            self.queue(inner, Vec::new(), move |_, ok| {
                if ok {
                    line.text(ack);
                }
            });
            return Ok(());
        }
        if let Some(deed) = inner.table.flag(now) {
            self.happen(inner, None, None, deed, now)?;
        }
        if at != inner.table.turns() {
            return Err(Refusal::OutOfDate);
        }
        let other = speaker.seat.other();
        let gone = !inner.connected(other)
            && now.saturating_duration_since(inner.away[other.index()]) >= self.claim_after;
        let deed = inner.table.decide(speaker.seat, wish, gone)?;
        self.happen(inner, Some(speaker.seat), Some((nonce, speaker.line)), deed, now)
    }

    /// Makes a deed a fact, stores and publishes it.
    fn happen(
        self: &Arc<Self>,
        inner: &mut Inner,
        by: Option<Side>,
        asked: Option<(&str, &Line)>,
        deed: Deed,
        now: Instant,
    ) -> Result<(), Refusal> {
        let mut extra = Vec::new();
        if let Deed::Rematch { next } = &deed {
            let setup = inner.table.rematch(&self.id).ok_or(Refusal::NoOffer)?;
            extra.push(Write::Game {
                public: next.clone(),
                setup: serde_json::to_string(&setup).unwrap_or_default(),
                created: wall_clock(),
            });
        }
        let nonce = asked.map(|(nonce, _)| nonce.to_string());
        let fact = inner.table.happen(by, nonce, None, deed, now)?;
        let ack = asked.map(|(nonce, line)| {
            let text = Says::Ack { nonce, version: inner.table.version() }.text();
            let line = line.clone();
            Box::new(move |ok: bool| {
                if ok {
                    line.text(text);
                }
            }) as Told
        });
        self.publish(inner, &fact, extra, now, ack);
        Ok(())
    }

    /// Stores a fact, and tells everybody once it is stored.
    fn publish(
        self: &Arc<Self>,
        inner: &mut Inner,
        fact: &Fact,
        mut writes: Vec<Write>,
        now: Instant,
        told: Option<Told>,
    ) {
        let text = Utf8Bytes::from(Says::event(fact, self.now(inner, now)).text());
        writes.push(Write::Event {
            game: self.id.clone(),
            seq: inner.table.version(),
            kind: fact.deed.kind(),
            payload: serde_json::to_string(fact).unwrap_or_default(),
            at: wall_clock(),
        });
        self.queue(inner, writes, move |inner, ok| {
            if let Some(told) = told {
                told(ok);
            }
            match ok {
                true => inner.tell(&text),
                false => inner.close(1011, "storage"),
            }
        });
    }

    /// Gives the writer a job; afterwards `then` is called under the lock, and told whether this
    /// and everything before it is stored.
    fn queue(
        self: &Arc<Self>,
        inner: &mut Inner,
        writes: Vec<Write>,
        then: impl FnOnce(&mut Inner, bool) + Send + 'static,
    ) {
        inner.pending += 1;
        let room = Arc::clone(self);
        let after = Box::new(move |ok: bool| {
            let mut inner = room.lock();
            inner.pending -= 1;
            inner.broken |= !ok;
            let ok = !inner.broken;
            then(&mut inner, ok);
        });
        self.writer.submit(Job { writes, after });
    }

    fn tell_presence(self: &Arc<Self>, inner: &mut Inner, now: Instant) {
        let text = Utf8Bytes::from(Says::presence(&inner.table, inner.seats(now), now).text());
        self.queue(inner, Vec::new(), move |inner, _| inner.tell(&text));
    }

    fn now(&self, inner: &Inner, now: Instant) -> Now {
        Now::of(&inner.table, inner.seats(now), self.claim_after, now)
    }

    fn state_text(&self, inner: &Inner, you: Option<Side>, now: Instant) -> String {
        Says::State(State::of(&self.id, &inner.table, you, self.now(inner, now))).text()
    }

    /// Ends the game if a clock has run out. `true` if the room is not needed in memory: nobody
    /// is there, no clock runs, nothing is being written, and so it has been for this long.
    pub(crate) fn tick(self: &Arc<Self>, now: Instant, idle: Duration) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return true;
        }
        if let Some(deed) = inner.table.flag(now) {
            let _ = self.happen(&mut inner, None, None, deed, now);
        }
        let quiet = inner.listeners.is_empty() && inner.pending == 0 && !inner.table.ticking();
        inner.closed = quiet && now.saturating_duration_since(inner.touched) >= idle;
        inner.closed
    }

    /// The server stops: the clock is stored, and nothing more is granted.
    pub(crate) fn pause(self: &Arc<Self>) {
        let now = Instant::now();
        let mut inner = self.lock();
        if !inner.closed && inner.table.ticking() {
            let deed = inner.table.flag(now).unwrap_or(Deed::Pause);
            let _ = self.happen(&mut inner, None, None, deed, now);
        }
        inner.closed = true;
    }
}

type Told = Box<dyn FnOnce(bool) + Send>;

impl Inner {
    fn connected(&self, side: Side) -> bool {
        self.listeners.iter().any(|listener| listener.seat == Some(side))
    }

    fn all_there(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.connected(side))
    }

    fn seats(&self, now: Instant) -> [Seat; 2] {
        Side::BOTH.map(|side| {
            let (taken, connected) = (self.table.taken(side), self.connected(side));
            let away = now.saturating_duration_since(self.away[side.index()]).as_secs();
            Seat { taken, connected, gone: (taken && !connected).then_some(away) }
        })
    }

    /// Tells everybody.
    fn tell(&mut self, text: &Utf8Bytes) {
        for listener in self.listeners.iter().filter(|listener| listener.started) {
            listener.line.text(text.clone());
        }
    }

    fn close(&mut self, code: u16, reason: &'static str) {
        self.closed = true;
        for listener in &self.listeners {
            listener.line.send(Out::Close(code, reason));
        }
    }
}
