//! A [`Room`] with its effects carried out: events are appended to the log, answers go to
//! connections and everything else to the bus. All of that happens under the lock of the room, in
//! order; nothing there waits or takes long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_core::{AnyGame, AnyPlay, Lang, Side};
use tokio::sync::{oneshot, watch};

use super::deadlines::Deadlines;
use super::service_clock::{ServiceClock, wall_clock};
use crate::bus::{Bus, Frame, Outbox};
use crate::ids;
use crate::live::{
    self, Append, Conduct, ConnectionId, Effect, Event, LiveGame, NotAttached, Refusal, Request,
    Room, Setup, Time, TurnCheck,
};
use crate::log::{Appended, EventLog, Standing, Stored, Write};
use crate::wire::{At, ServerMessage};

/// What all rooms use.
#[derive(Clone)]
pub(crate) struct Services {
    /// Stores what happens.
    pub(crate) log: Arc<dyn EventLog>,
    /// Tells of it.
    pub(crate) bus: Arc<dyn Bus>,
    /// Tells the time.
    pub(crate) time: ServiceClock,
    /// Wakes rooms when their time has come.
    pub(crate) deadlines: Arc<Deadlines>,
    /// How many events are on their way to the log.
    pub(crate) in_flight: Arc<watch::Sender<usize>>,
    /// What is agreed for all games.
    pub(crate) conduct: Conduct,
}

/// A connection, where answers to it go and in which language.
struct Listener {
    outbox: Outbox,
    lang: Lang,
    seat: Option<Side>,
}

struct Inner {
    room: Room,
    listeners: HashMap<ConnectionId, Listener>,
    /// Who waits for a seat, by ticket.
    joining: HashMap<u64, oneshot::Sender<Result<Side, Refusal>>>,
}

/// A live game in memory.
pub(crate) struct RoomHandle {
    /// The name links use.
    pub(crate) id: String,
    created: i64,
    /// Names this value among the deadlines: the room of a game may be made again.
    key: u64,
    services: Services,
    inner: Mutex<Inner>,
}

/// A copy of a game in progress, to be read at leisure.
pub(crate) struct Copy {
    pub(crate) setup: Setup,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) play: Box<dyn AnyPlay>,
}

/// Why a game that was stored cannot be made again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotMade {
    /// It is not what this program wrote.
    #[error("{0}")]
    Damaged(String),
    /// The system has no random numbers to name it by.
    #[error(transparent)]
    Random(#[from] getrandom::Error),
}

/// Makes a game again from what was stored. This may take a while.
fn replay(stored: &Stored) -> Result<LiveGame, NotMade> {
    let damaged = |why: serde_json::Error| NotMade::Damaged(why.to_string());
    let illegal = |why: damier_core::Message| NotMade::Damaged(why.text(Lang::En));
    let setup = serde_json::from_str(&stored.setup).map_err(damaged)?;
    let mut game = LiveGame::new(setup).map_err(illegal)?;
    for event in &stored.events {
        let event: Event = serde_json::from_str(event).map_err(damaged)?;
        game.apply(&event).map_err(illegal)?;
    }
    Ok(game)
}

impl RoomHandle {
    /// The room of a game that was stored.
    pub(crate) fn new(
        id: &str,
        stored: &Stored,
        services: Services,
    ) -> Result<Arc<RoomHandle>, NotMade> {
        let game = replay(stored)?;
        let quiet = wall_clock().saturating_sub(stored.touched).max(0).unsigned_abs();
        let quiet = Duration::from_millis(quiet);
        let room = Room::new(id.into(), game, services.conduct, quiet, services.time.now());
        let inner = Inner { room, listeners: HashMap::new(), joining: HashMap::new() };
        let handle = Arc::new(RoomHandle {
            id: id.into(),
            created: stored.created,
            key: getrandom::u64()?,
            services,
            inner: Mutex::new(inner),
        });
        handle.set_deadline(&handle.lock());
        Ok(handle)
    }

    /// A panic elsewhere leaves the data whole: events are taken over in one step.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When it was created, in milliseconds since 1970.
    pub(crate) fn created(&self) -> i64 {
        self.created
    }

    /// What time it is for the players.
    pub(crate) fn time(&self) -> Time {
        self.services.time.now()
    }

    /// Names this room among the deadlines.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// Whether this is still the room of its game; if so it stays that for a while.
    pub(crate) fn enter(&self) -> bool {
        self.lock().room.enter(self.time())
    }

    /// The seat of whoever has the token of this digest.
    pub(crate) fn seat(&self, digest: &str) -> Option<Side> {
        self.lock().room.game().seat(digest)
    }

    /// The game as a spectator sees it.
    pub(crate) fn state(&self) -> String {
        let now = self.time();
        ServerMessage::state(&self.id, &self.lock().room, None, now).text()
    }

    /// A copy of the game.
    pub(crate) fn copy(&self) -> Copy {
        let inner = self.lock();
        let game = inner.room.game();
        Copy {
            setup: game.setup().clone(),
            game: Arc::clone(game.game()),
            play: game.play().boxed(),
        }
    }

    /// Somebody connects and is sent the game.
    pub(crate) fn attach(
        self: &Arc<Self>,
        id: ConnectionId,
        seat: Option<Side>,
        lang: Lang,
        outbox: Outbox,
    ) -> Result<(), NotAttached> {
        let now = self.time();
        let mut inner = self.lock();
        let effects = inner.room.attach(id, seat, now)?;
        inner.listeners.insert(id, Listener { outbox, lang, seat });
        self.carry_out(&mut inner, effects, now);
        Ok(())
    }

    /// Somebody is gone.
    pub(crate) fn detach(self: &Arc<Self>, id: ConnectionId) {
        let now = self.time();
        let mut inner = self.lock();
        if inner.listeners.remove(&id).is_some() {
            self.services.bus.unsubscribe(&self.id, id);
        }
        let effects = inner.room.detach(id, now);
        self.carry_out(&mut inner, effects, now);
    }

    /// A second player asks for the free seat with the digest of a token they made; the seat, once
    /// it is stored.
    pub(crate) async fn join(self: &Arc<Self>, digest: String) -> Result<Side, Refusal> {
        let ticket = getrandom::u64().map_err(|_| Refusal::Storage)?;
        let (tell, told) = oneshot::channel();
        {
            let now = self.time();
            let mut inner = self.lock();
            inner.joining.insert(ticket, tell);
            let effects = inner.room.join(ticket, digest, now);
            self.carry_out(&mut inner, effects, now);
        }
        told.await.unwrap_or(Err(Refusal::Storage))
    }

    /// What the rules must be asked before this command is granted, if they must be.
    pub(crate) fn check(self: &Arc<Self>, request: &Request) -> Option<TurnCheck> {
        let mut inner = self.lock();
        let check = inner.room.check(request);
        self.set_deadline(&inner);
        check
    }

    /// Follows a player's command, or says why not.
    pub(crate) fn command(self: &Arc<Self>, request: Request) {
        let now = self.time();
        let mut inner = self.lock();
        let effects = inner.room.command(request);
        self.carry_out(&mut inner, effects, now);
    }

    /// Says that a command is not granted.
    pub(crate) fn refuse(self: &Arc<Self>, request: Request, refusal: Refusal) {
        let now = self.time();
        let mut inner = self.lock();
        let effects = inner.room.refuse(request.from, request.nonce, refusal, now);
        self.carry_out(&mut inner, effects, now);
    }

    /// A deadline has come. `true` if the room is not needed in memory any more.
    pub(crate) fn tick(self: &Arc<Self>, now: Time) -> bool {
        let mut inner = self.lock();
        let effects = inner.room.tick(now);
        self.carry_out(&mut inner, effects, now);
        inner.room.closed()
    }

    /// The server stops: the clock is stored, and nothing more is granted.
    pub(crate) fn pause(self: &Arc<Self>) {
        let now = self.time();
        let mut inner = self.lock();
        let effects = inner.room.pause(now);
        self.carry_out(&mut inner, effects, now);
    }

    /// Closes a room that has nothing to wait for; the number of its last event.
    pub(crate) fn retire(&self) -> Option<u64> {
        self.lock().room.retire()
    }

    /// What the game waits for.
    pub(crate) fn standing(&self) -> Standing {
        standing(self.lock().room.game().standing())
    }

    fn appended(self: &Arc<Self>, appended: Appended) {
        let now = self.time();
        let mut inner = self.lock();
        let effects = match appended {
            Appended::Stored => inner.room.stored(now),
            Appended::Conflict | Appended::Failed => inner.room.failed(),
        };
        self.carry_out(&mut inner, effects, now);
    }

    fn carry_out(self: &Arc<Self>, inner: &mut Inner, effects: Vec<Effect>, now: Time) {
        for effect in effects {
            match effect {
                Effect::Append(append) => self.append(*append),
                Effect::Ack { to, nonce, version } => {
                    inner.tell(to, &ServerMessage::Ack { nonce: &nonce, version });
                }
                Effect::Refuse { to, nonce, refusal } => inner.refuse(to, &nonce, &refusal),
                Effect::Welcome(to) => self.welcome(inner, to, now),
                Effect::Joined(ticket, seat) => {
                    if let Some(waiting) = inner.joining.remove(&ticket) {
                        let _ = waiting.send(seat);
                    }
                }
                Effect::Publish(event) => {
                    self.publish(&ServerMessage::event(&event, &inner.room, now));
                }
                Effect::PublishPresence => {
                    self.publish(&ServerMessage::presence(&inner.room, now));
                }
                Effect::GiveWay(to) => {
                    if let Some(listener) = inner.listeners.get(&to) {
                        listener.outbox.send(Frame::Close(1008, "too many"));
                    }
                }
                Effect::Fail => self.services.bus.publish(&self.id, Frame::Close(1011, "storage")),
            }
        }
        self.set_deadline(inner);
    }

    /// Sends the state; everything published comes after it.
    fn welcome(&self, inner: &Inner, to: ConnectionId, now: Time) {
        let Some(listener) = inner.listeners.get(&to) else { return };
        let state = ServerMessage::state(&self.id, &inner.room, listener.seat, now);
        listener.outbox.text(state.text());
        self.services.bus.subscribe(&self.id, to, listener.outbox.clone());
    }

    fn publish(&self, message: &ServerMessage<'_>) {
        self.services.bus.publish(&self.id, Frame::Text(message.text().into()));
    }

    /// Has an event appended, and goes on when it is.
    fn append(self: &Arc<Self>, append: Append) {
        let writes = writes(&self.id, append);
        let room = Arc::clone(self);
        self.services.in_flight.send_modify(|count| *count += 1);
        let then = move |appended| {
            room.appended(appended);
            room.services.in_flight.send_modify(|count| *count -= 1);
        };
        self.services.log.submit(writes, Box::new(then));
    }

    fn set_deadline(self: &Arc<Self>, inner: &Inner) {
        self.services.deadlines.set(self, inner.room.deadline());
    }
}

impl Inner {
    fn tell(&self, to: ConnectionId, message: &ServerMessage<'_>) {
        if let Some(listener) = self.listeners.get(&to) {
            listener.outbox.text(message.text());
        }
    }

    fn refuse(&self, to: ConnectionId, nonce: &str, refusal: &Refusal) {
        // The socket is about to be closed, and whoever sent this sends it again when they are back: an
        // answer would make them believe that it was refused.
        if *refusal == Refusal::Closing {
            return;
        }
        let Some(listener) = self.listeners.get(&to) else { return };
        let at = (*refusal == Refusal::OutOfDate).then(|| At::of(self.room.game()));
        listener.outbox.text(ServerMessage::error(refusal, listener.lang, Some(nonce), at).text());
    }
}

/// What the log is given for an event.
fn writes(game: &str, append: Append) -> Vec<Write> {
    let at = wall_clock();
    let event = Write::Event {
        game: game.to_string(),
        seq: append.number,
        kind: append.event.kind.name(),
        payload: serde_json::to_string(&append.event).unwrap_or_default(),
        at,
        standing: append.standing.map(standing),
    };
    let next = append.next.map(|(public, setup)| new_game(public, &setup, at, None));
    next.into_iter().chain([event]).collect()
}

/// What the log is given for a new game.
pub(super) fn new_game(
    public: String,
    setup: &Setup,
    created: i64,
    inviter: Option<String>,
) -> Write {
    let open = setup.seats.iter().any(Option::is_none);
    let standing = if open { Standing::Open } else { Standing::Playing };
    let setup = serde_json::to_string(setup).unwrap_or_default();
    Write::Game { public, setup, created, standing, inviter }
}

fn standing(standing: live::Standing) -> Standing {
    match standing {
        live::Standing::Open => Standing::Open,
        live::Standing::Playing => Standing::Playing,
        live::Standing::Over => Standing::Over,
    }
}

/// A name for a connection.
pub(crate) fn connection_id() -> Result<ConnectionId, getrandom::Error> {
    getrandom::u64().map(ConnectionId)
}

/// A name for a game that may follow from this request.
pub(crate) fn next_name() -> Option<String> {
    ids::fresh().ok()
}
