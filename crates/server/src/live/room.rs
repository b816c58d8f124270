//! A live game with the people around it: the table, who listens, and what is on its way to the
//! disk. Everything that happens is decided and queued for writing under one lock, and told to the
//! listeners by the writer after the commit, so that nobody learns of a turn that could be lost,
//! and all learn of everything in the same order.
//!
//! Nothing that could take long happens under the lock: a turn is checked elsewhere first
//! ([`Room::to_check`]), and only what the rules allow comes to [`Room::command`].

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use damier_core::{AnyGame, AnyPlay, Lang, Side};
use tokio::sync::oneshot;

use super::event::{Event, EventKind, Setup};
use super::message::{At, Now, Seat, ServerMessage, State};
use super::outbox::{Frame, Outbox};
use super::refusal::Refusal;
use super::service_clock::ServiceClock;
use super::table::{Command, Table};
use crate::config::GameCaps;
use crate::store::{Job, Stored, Write, Writer, wall_clock};

/// How many connections may hold one seat: a player's tabs and devices. The oldest gives way.
const HOLDERS: usize = 16;

/// Somebody connected.
struct Listener {
    key: u64,
    seat: Option<Side>,
    outbox: Outbox,
    /// Whether the state has been sent, so that events make sense.
    started: bool,
    /// When a turn of theirs came that is being checked: time stands still for them since.
    checking: Option<Instant>,
}

/// What all rooms share.
#[derive(Clone)]
pub(crate) struct House {
    /// Writes what happens.
    pub writer: Writer,
    /// Tells the time.
    pub time: ServiceClock,
    /// How large a game may become.
    pub caps: GameCaps,
    /// How long a player is away before the other may claim the game, with and without a clock.
    pub claim_after: [Duration; 2],
}

/// A live game and the people around it.
pub(crate) struct Room {
    /// The name links use.
    pub id: String,
    created: i64,
    house: House,
    claim_after: Duration,
    inner: Mutex<Inner>,
}

struct Inner {
    table: Table,
    listeners: Vec<Listener>,
    /// Since when each player has been away; meaningless while connected.
    away: [Away; 2],
    /// Whether this is no longer the room of its game: it must be looked up again.
    closed: bool,
    /// Whether something on the table could not be written.
    broken: bool,
    /// How many jobs are with the writer, and how many of them are events.
    pending: usize,
    events_pending: usize,
    /// Since when an event is with the writer: until it is stored nobody is told of it, and nobody
    /// is charged.
    frozen: Option<Instant>,
    touched: Instant,
}

/// Since when somebody is away.
#[derive(Clone, Copy)]
struct Away {
    since: Instant,
    /// How long they had been away by then.
    before: Duration,
}

impl Away {
    fn for_how_long(self, now: Instant) -> Duration {
        self.before + now.saturating_duration_since(self.since)
    }
}

/// Why somebody cannot listen.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum NotAttached {
    /// The room must be looked up again.
    Closed,
    /// There are as many as may be.
    Full,
}

/// Who is speaking.
pub(crate) struct Speaker<'a> {
    /// The number of the connection.
    pub key: u64,
    /// The seat.
    pub seat: Side,
    /// The language of answers.
    pub lang: Lang,
    /// Where answers go.
    pub outbox: &'a Outbox,
    /// When they said it.
    pub now: Instant,
}

/// A turn to be checked by the rules, away from the lock.
pub(crate) struct ToCheck {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) position: String,
    pub(super) turn: String,
}

/// A copy of a game in progress, to be read at leisure.
pub(crate) struct Copy {
    pub(crate) setup: Setup,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) play: Box<dyn AnyPlay>,
}

impl Room {
    /// The room of a game that was stored. Replays it, which may take a while.
    pub(crate) fn new(id: String, stored: Stored, house: House) -> Result<Room, String> {
        let english = |message: damier_core::Message| message.text(Lang::En);
        let setup = serde_json::from_str(&stored.setup).map_err(|why| why.to_string())?;
        let mut table = Table::new(setup).map_err(english)?;
        for event in &stored.events {
            let event: Event = serde_json::from_str(event).map_err(|why| why.to_string())?;
            table.replay(&event).map_err(english)?;
        }
        let now = house.time.now();
        let claim_after = house.claim_after[usize::from(table.clock().is_none())];
        let quiet = wall_clock().saturating_sub(stored.touched).max(0).unsigned_abs();
        // With a clock people must be there all the time, and a restart is nobody's fault.
        let before = match table.clock() {
            Some(_) => Duration::ZERO,
            None => Duration::from_millis(quiet),
        };
        let inner = Inner {
            table,
            listeners: Vec::new(),
            away: [Away { since: now, before }; 2],
            closed: false,
            broken: false,
            pending: 0,
            events_pending: 0,
            frozen: None,
            touched: now,
        };
        let created = stored.created;
        Ok(Room { id, created, house, claim_after, inner: Mutex::new(inner) })
    }

    /// A panic elsewhere leaves the data whole: events are made in one step.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When it was created, in milliseconds since 1970.
    pub(crate) fn created(&self) -> i64 {
        self.created
    }

    /// The time.
    pub(crate) fn time(&self) -> Instant {
        self.house.time.now()
    }

    /// Whether this is still the room of its game; if so it stays that for a while.
    pub(crate) fn enter(&self) -> bool {
        let mut inner = self.lock();
        inner.touched = self.time();
        !inner.closed
    }

    /// The seat of whoever has the token of this digest.
    pub(crate) fn seat(&self, digest: &str) -> Option<Side> {
        self.lock().table.seat(digest)
    }

    /// Whether somebody still waits here for a second player.
    pub(crate) fn is_open(&self) -> bool {
        let inner = self.lock();
        !inner.table.full() && inner.table.over().is_none()
    }

    /// The state as a spectator sees it, once everything in it is stored; nothing if that fails.
    pub(crate) async fn state(self: &Arc<Self>) -> Option<String> {
        self.look(|inner| self.state_text(inner, None, self.time())).await
    }

    /// A copy of the game, once everything in it is stored; nothing if that fails.
    pub(crate) async fn copy(self: &Arc<Self>) -> Option<Copy> {
        self.look(|Inner { table, .. }| Copy {
            setup: table.setup().clone(),
            game: Arc::clone(table.game()),
            play: table.play().boxed(),
        })
        .await
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
        outbox: Outbox,
    ) -> Result<(), NotAttached> {
        let now = self.time();
        let mut inner = self.lock();
        if inner.closed {
            return Err(NotAttached::Closed);
        }
        inner.make_room(seat, &self.house.caps)?;
        inner.touched = now;
        let came = seat.filter(|side| !inner.connected(*side));
        inner.listeners.push(Listener { key, seat, outbox, started: false, checking: None });
        let at = inner.charged(now);
        let begins = match came.is_some() && inner.all_there() {
            true => inner.table.both_there(at),
            false => None,
        };
        let state = Utf8Bytes::from(self.state_text(&inner, seat, now));
        self.queue(&mut inner, Vec::new(), move |inner, ok| {
            if let Some(listener) = inner.listener(key).filter(|_| ok) {
                listener.started = true;
                listener.outbox.text(state);
            }
        });
        if came.is_some() {
            self.tell_presence(&mut inner, now);
        }
        if let Some(kind) = begins {
            // The clock cannot be refused to start.
            let _ = self.apply(&mut inner, None, None, kind, at);
        }
        Ok(())
    }

    /// Somebody is gone.
    pub(crate) fn detach(self: &Arc<Self>, key: u64) {
        let now = self.time();
        let mut inner = self.lock();
        let Some(i) = inner.listeners.iter().position(|listener| listener.key == key) else {
            return;
        };
        let seat = inner.listeners.swap_remove(i).seat;
        inner.touched = now;
        if let Some(side) = seat.filter(|side| !inner.connected(*side)) {
            inner.away[side.index()] = Away { since: now, before: Duration::ZERO };
            self.tell_presence(&mut inner, now);
        }
    }

    /// A second player takes the free seat; `digest` is that of the token they made for it. Asking
    /// again with the same token gives the same seat again, and no other token does.
    pub(crate) fn join(
        self: &Arc<Self>,
        digest: String,
        then: impl FnOnce(bool) + Send + 'static,
    ) -> Result<Side, Refusal> {
        let now = self.time();
        let mut inner = self.lock();
        if inner.closed {
            return Err(Refusal::Closing);
        }
        if let Some(side) = inner.table.seat(&digest) {
            self.queue(&mut inner, Vec::new(), |_, ok| then(ok));
            return Ok(side);
        }
        if inner.table.over().is_some() {
            return Err(Refusal::Over);
        }
        let side = inner.table.free().ok_or(Refusal::Taken)?;
        let at = inner.charged(now);
        let event = inner.table.apply(Some(side), None, Some(digest), EventKind::Join, at)?;
        inner.away[side.index()] = Away { since: now, before: Duration::ZERO };
        self.publish(&mut inner, &event, Vec::new(), at, Some(Box::new(then)));
        Ok(side)
    }

    /// What the rules must be asked before this command is granted, if they must be. Until
    /// [`Room::command`] or [`Room::refuse`] follows, the speaker's clock stands.
    pub(crate) fn to_check(
        &self,
        speaker: &Speaker<'_>,
        nonce: &str,
        at: usize,
        command: &Command,
    ) -> Option<ToCheck> {
        let Command::Turn(turn) = command else { return None };
        let mut inner = self.lock();
        let (seat, table) = (speaker.seat, &inner.table);
        let new = !inner.closed && at == table.turns() && table.answered(seat, nonce).is_none();
        if !new || table.flag(inner.charged(speaker.now)).is_some() {
            return None;
        }
        table.decide(seat, command, false).ok()?;
        let check = ToCheck {
            game: Arc::clone(table.game()),
            position: table.play().position(),
            turn: turn.clone(),
        };
        inner.listener(speaker.key)?.checking = Some(speaker.now);
        Some(check)
    }

    /// Follows a player's command, or says why not.
    pub(crate) fn command(
        self: &Arc<Self>,
        speaker: &Speaker<'_>,
        nonce: &str,
        at: usize,
        command: &Command,
    ) {
        let mut inner = self.lock();
        inner.touched = inner.touched.max(speaker.now);
        if let Some(listener) = inner.listener(speaker.key) {
            listener.checking = None;
        }
        if let Err(refusal) = self.grant(&mut inner, speaker, nonce, at, command) {
            self.say_no(&mut inner, speaker, nonce, &refusal);
        }
    }

    /// ServerMessage that a command is not granted.
    pub(crate) fn refuse(self: &Arc<Self>, speaker: &Speaker<'_>, nonce: &str, refusal: &Refusal) {
        let mut inner = self.lock();
        if let Some(listener) = inner.listener(speaker.key) {
            listener.checking = None;
        }
        self.say_no(&mut inner, speaker, nonce, refusal);
    }

    fn say_no(
        self: &Arc<Self>,
        inner: &mut Inner,
        speaker: &Speaker<'_>,
        nonce: &str,
        refusal: &Refusal,
    ) {
        let at = (*refusal == Refusal::OutOfDate).then(|| At::of(&inner.table));
        let text = ServerMessage::error(refusal, speaker.lang, Some(nonce), at).text();
        // In its place after what it refers to, which may be on its way to the disk.
        let outbox = speaker.outbox.clone();
        self.queue(inner, Vec::new(), move |_, ok| {
            if ok {
                outbox.text(text);
            }
        });
    }

    fn grant(
        self: &Arc<Self>,
        inner: &mut Inner,
        speaker: &Speaker<'_>,
        nonce: &str,
        at: usize,
        command: &Command,
    ) -> Result<(), Refusal> {
        if inner.closed {
            return Err(Refusal::Closing);
        }
        if let Some(version) = inner.table.answered(speaker.seat, nonce) {
            let ack = ServerMessage::Ack { nonce, version }.text();
            let outbox = speaker.outbox.clone();
            self.queue(inner, Vec::new(), move |_, ok| {
                if ok {
                    outbox.text(ack);
                }
            });
            return Ok(());
        }
        let now = inner.charged(speaker.now);
        if let Some(kind) = inner.table.flag(now) {
            self.apply(inner, None, None, kind, now)?;
        }
        if at != inner.table.turns() {
            return Err(Refusal::OutOfDate);
        }
        let other = speaker.seat.other();
        let gone = !inner.connected(other)
            && inner.away[other.index()].for_how_long(speaker.now) >= self.claim_after;
        let kind = inner.table.decide(speaker.seat, command, gone)?;
        self.apply(inner, Some(speaker.seat), Some((nonce, speaker.outbox)), kind, now)?;
        let caps = self.house.caps;
        match inner.table.too_long(caps.turns, caps.events) {
            Some(kind) => self.apply(inner, None, None, kind, now),
            None => Ok(()),
        }
    }

    /// Makes this an event, stores and publishes it.
    fn apply(
        self: &Arc<Self>,
        inner: &mut Inner,
        by: Option<Side>,
        asked: Option<(&str, &Outbox)>,
        kind: EventKind,
        now: Instant,
    ) -> Result<(), Refusal> {
        let mut extra = Vec::new();
        if let EventKind::Rematch { next } = &kind {
            let setup = inner.table.rematch(&self.id).ok_or(Refusal::NoOffer)?;
            extra.push(Write::Game {
                public: next.clone(),
                setup: serde_json::to_string(&setup).unwrap_or_default(),
                created: wall_clock(),
            });
        }
        let nonce = asked.map(|(nonce, _)| nonce.to_string());
        let event = inner.table.apply(by, nonce, None, kind, now)?;
        let ack = asked.map(|(nonce, outbox)| {
            let text = ServerMessage::Ack { nonce, version: inner.table.version() }.text();
            let outbox = outbox.clone();
            Box::new(move |ok: bool| {
                if ok {
                    outbox.text(text);
                }
            }) as Told
        });
        self.publish(inner, &event, extra, now, ack);
        Ok(())
    }

    /// Stores an event, and tells everybody once it is stored.
    fn publish(
        self: &Arc<Self>,
        inner: &mut Inner,
        event: &Event,
        mut writes: Vec<Write>,
        now: Instant,
        told: Option<Told>,
    ) {
        let text = Utf8Bytes::from(ServerMessage::event(event, self.now(inner, now)).text());
        writes.push(Write::Event {
            game: self.id.clone(),
            seq: inner.table.version(),
            kind: event.kind.name(),
            payload: serde_json::to_string(event).unwrap_or_default(),
            at: wall_clock(),
        });
        inner.events_pending += 1;
        inner.frozen.get_or_insert(now);
        let time = self.house.time.clone();
        self.queue(inner, writes, move |inner, ok| {
            inner.stored(time.now());
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
    /// and everything before it is stored. Where nothing is to be written and nothing waits, that
    /// is now.
    fn queue(
        self: &Arc<Self>,
        inner: &mut Inner,
        writes: Vec<Write>,
        then: impl FnOnce(&mut Inner, bool) + Send + 'static,
    ) {
        if writes.is_empty() && inner.pending == 0 {
            let ok = !inner.broken;
            return then(inner, ok);
        }
        inner.pending += 1;
        let room = Arc::clone(self);
        let after = Box::new(move |ok: bool| {
            let mut inner = room.lock();
            inner.pending -= 1;
            inner.broken |= !ok;
            let ok = !inner.broken;
            then(&mut inner, ok);
        });
        self.house.writer.submit(Job { writes, after });
    }

    fn tell_presence(self: &Arc<Self>, inner: &mut Inner, now: Instant) {
        let at = inner.charged(now);
        let text =
            Utf8Bytes::from(ServerMessage::presence(&inner.table, inner.seats(now), at).text());
        self.queue(inner, Vec::new(), move |inner, _| inner.tell(&text));
    }

    fn now(&self, inner: &Inner, now: Instant) -> Now {
        let at = inner.charged(now);
        Now::of(&inner.table, inner.seats(now), self.claim_after, at)
    }

    fn state_text(&self, inner: &Inner, you: Option<Side>, now: Instant) -> String {
        ServerMessage::State(State::of(&self.id, &inner.table, you, self.now(inner, now))).text()
    }

    /// Ends the game if a clock has run out. `true` if the room is not needed in memory: nobody
    /// is there, no clock runs, nothing is being written, and so it has been for this long.
    pub(crate) fn tick(self: &Arc<Self>, now: Instant, idle: Duration) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return true;
        }
        // A turn that came in time and is being checked is in time.
        let mover = inner.table.play().to_move();
        let checked = inner.listeners.iter().filter(|listener| listener.seat == Some(mover));
        let came = checked.filter_map(|listener| listener.checking).min();
        let at = inner.charged(came.map_or(now, |came| came.min(now)));
        if let Some(kind) = inner.table.flag(at) {
            let _ = self.apply(&mut inner, None, None, kind, at);
        }
        let quiet = inner.listeners.is_empty() && inner.pending == 0 && !inner.table.ticking();
        inner.closed = quiet && now.saturating_duration_since(inner.touched) >= idle;
        inner.closed
    }

    /// The server stops: the clock is stored, and nothing more is granted.
    pub(crate) fn pause(self: &Arc<Self>) {
        let now = self.time();
        let mut inner = self.lock();
        if !inner.closed && inner.table.ticking() {
            let at = inner.charged(now);
            let kind = inner.table.flag(at).unwrap_or(EventKind::Pause);
            let _ = self.apply(&mut inner, None, None, kind, at);
        }
        inner.closed = true;
    }

    /// Whether the game is over and nobody is here; if so, nobody may use this room any more.
    pub(crate) fn close_if_finished(&self) -> bool {
        let mut inner = self.lock();
        let done = inner.table.over().is_some() && inner.listeners.is_empty() && inner.pending == 0;
        inner.closed |= done;
        done
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

    fn listener(&mut self, key: u64) -> Option<&mut Listener> {
        self.listeners.iter_mut().find(|listener| listener.key == key)
    }

    /// Whether one more may listen. A player always may; their oldest connection may have to go.
    fn make_room(&mut self, seat: Option<Side>, caps: &GameCaps) -> Result<(), NotAttached> {
        let same = self.listeners.iter().filter(|listener| listener.seat == seat);
        let count = same.clone().count();
        match seat {
            None if count >= caps.spectators => return Err(NotAttached::Full),
            Some(_) if count >= HOLDERS => {
                if let Some(oldest) = same.min_by_key(|listener| listener.key) {
                    oldest.outbox.send(Frame::Close(1008, "too many"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The moment up to which players are charged now: not beyond the event that is being stored.
    fn charged(&self, now: Instant) -> Instant {
        self.frozen.map_or(now, |frozen| frozen.min(now))
    }

    /// A event is stored, or cannot be; if it was the last one, time goes on.
    fn stored(&mut self, now: Instant) {
        self.events_pending -= 1;
        if self.events_pending == 0
            && let Some(frozen) = self.frozen.take()
        {
            self.table.credit(now.saturating_duration_since(frozen));
        }
    }

    fn seats(&self, now: Instant) -> [Seat; 2] {
        Side::BOTH.map(|side| {
            let (taken, connected) = (self.table.taken(side), self.connected(side));
            let away = self.away[side.index()].for_how_long(now).as_secs();
            Seat { taken, connected, gone: (taken && !connected).then_some(away) }
        })
    }

    /// Tells everybody.
    fn tell(&mut self, text: &Utf8Bytes) {
        for listener in self.listeners.iter().filter(|listener| listener.started) {
            listener.outbox.text(text.clone());
        }
    }

    fn close(&mut self, code: u16, reason: &'static str) {
        self.closed = true;
        for listener in &self.listeners {
            listener.outbox.send(Frame::Close(code, reason));
        }
    }
}
