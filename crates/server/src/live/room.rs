//! A live game with the people around it, as a state machine. A command is decided against what is
//! stored; the event it leads to is handed out to be appended to the log, and taken over and told
//! once it is there. Until then what is stored stays what everybody sees: reading, coming and going
//! wait for no disk, and other commands wait for their turn, so many at most.
//!
//! Every way in returns [`Effect`]s, to be carried out in order before the next way in is taken.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use damier_core::Side;

use super::command::{Command, Request};
use super::effect::{Append, Conduct, Effect, TurnCheck};
use super::event::{Event, EventKind};
use super::game::{LiveGame, Standing};
use super::presence::{ConnectionId, NotAttached, Presence, Seat};
use super::refusal::Refusal;
use super::time::Time;

/// How many commands may wait while an event is being stored.
const WAITING: usize = 64;

enum Waiting {
    Command(Request),
    Join { ticket: u64, digest: String, now: Time },
}

/// Who hears first that an event is stored.
enum Asker {
    Nobody,
    Command(ConnectionId, String),
    Join(u64, Side),
}

struct InFlight {
    event: Event,
    /// When it was decided: until it is stored nobody is charged beyond that.
    decided: Time,
    asker: Asker,
}

/// A live game and the people around it.
pub(crate) struct Room {
    id: String,
    conduct: Conduct,
    game: LiveGame,
    presence: Presence,
    in_flight: Option<InFlight>,
    waiting: VecDeque<Waiting>,
    /// Whether this is no longer the room of its game: it must be looked up again.
    closed: bool,
    /// Whether the server is stopping, so that the clock must be stored.
    pausing: bool,
    touched: Time,
}

impl Room {
    /// The room of a game in which nothing has happened for so long, by what the log says.
    pub(crate) fn new(
        id: String,
        game: LiveGame,
        conduct: Conduct,
        quiet: Duration,
        now: Time,
    ) -> Room {
        // With a clock people must be there all the time, and a restart is nobody's fault.
        let away = if game.clock().is_some() { Duration::ZERO } else { quiet };
        Room {
            id,
            conduct,
            game,
            presence: Presence::nobody(now, away),
            in_flight: None,
            waiting: VecDeque::new(),
            closed: false,
            pausing: false,
            touched: now,
        }
    }

    /// The game, as it is stored.
    pub(crate) fn game(&self) -> &LiveGame {
        &self.game
    }

    /// The seats, as they are now.
    pub(crate) fn seats(&self, now: Time) -> [Seat; 2] {
        Side::BOTH.map(|side| {
            let (taken, connected) = (self.game.taken(side), self.presence.connected(side));
            let gone = self.presence.gone(side, now).filter(|_| taken);
            Seat { taken, connected, gone }
        })
    }

    /// How long a player must be away before the other may claim this game.
    pub(crate) fn claim_after(&self) -> Duration {
        self.conduct.claim_after[usize::from(self.game.clock().is_none())]
    }

    /// The moment up to which players are charged now: not beyond the event that is being stored.
    pub(crate) fn charged(&self, now: Time) -> Time {
        self.in_flight.as_ref().map_or(now, |in_flight| in_flight.decided.min(now))
    }

    /// Whether this is still the room of its game; if so it stays that for a while.
    pub(crate) fn enter(&mut self, now: Time) -> bool {
        self.touched = self.touched.max(now);
        !self.closed
    }

    /// Somebody connects.
    pub(crate) fn attach(
        &mut self,
        id: ConnectionId,
        seat: Option<Side>,
        now: Time,
    ) -> Result<Vec<Effect>, NotAttached> {
        if self.closed {
            return Err(NotAttached::Closed);
        }
        let attached = self.presence.attach(id, seat, self.conduct.spectators)?;
        self.touched = self.touched.max(now);
        let mut effects: Vec<_> = attached.gives_way.map(Effect::GiveWay).into_iter().collect();
        if attached.came && self.presence.all_there() {
            self.game.resume(self.charged(now));
        }
        effects.push(Effect::Welcome(id));
        if attached.came {
            effects.push(Effect::PublishPresence);
        }
        self.proceed(now, &mut effects);
        Ok(effects)
    }

    /// Somebody is gone.
    pub(crate) fn detach(&mut self, id: ConnectionId, now: Time) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let Some(left) = self.presence.detach(id, now) {
            self.touched = self.touched.max(now);
            effects.extend(left.then_some(Effect::PublishPresence));
            self.proceed(now, &mut effects);
        }
        effects
    }

    /// A second player asks for the free seat; `digest` is that of the token they made for it.
    /// Asking again with the same token gives the same seat again, and no other token does. What
    /// comes of it is told under the number of this ticket.
    pub(crate) fn join(&mut self, ticket: u64, digest: String, now: Time) -> Vec<Effect> {
        match self.game.seat(&digest) {
            Some(side) if !self.closed => vec![Effect::Joined(ticket, Ok(side))],
            _ => self.ask(Waiting::Join { ticket, digest, now }, now),
        }
    }

    /// What the rules must be asked before this command is granted, if they must be. Until
    /// [`Room::command`] or [`Room::refuse`] follows, the sender's clock stands.
    pub(crate) fn check(&mut self, request: &Request) -> Option<TurnCheck> {
        let Command::Turn(turn) = &request.command else { return None };
        let (seat, game) = (request.seat, &self.game);
        let new = request.at == game.turns() && game.answered(seat, &request.nonce).is_none();
        let late = game.flag(self.judged(self.charged(request.now))).is_some();
        if self.closed || !new || late || self.waiting.len() >= WAITING {
            return None;
        }
        game.decide(seat, &request.command, false, None).ok()?;
        let (game, position) = (Arc::clone(game.game()), game.play().position());
        let there = self.presence.set_checking(request.from, Some(request.now));
        there.then(|| TurnCheck { game, position, turn: turn.clone() })
    }

    /// A player's command. If it is a turn, the rules allow it.
    pub(crate) fn command(&mut self, request: Request) -> Vec<Effect> {
        let now = request.now;
        self.touched = self.touched.max(now);
        self.presence.set_checking(request.from, None);
        // What is stored already need not wait for what is not.
        match self.game.answered(request.seat, &request.nonce) {
            Some(version) if !self.closed => {
                let mut effects =
                    vec![Effect::Ack { to: request.from, nonce: request.nonce, version }];
                self.proceed(now, &mut effects);
                effects
            }
            _ => self.ask(Waiting::Command(request), now),
        }
    }

    /// A command is not granted, whatever the game: the rules do not allow the turn, or there is
    /// no time for it.
    pub(crate) fn refuse(
        &mut self,
        to: ConnectionId,
        nonce: String,
        refusal: Refusal,
        now: Time,
    ) -> Vec<Effect> {
        self.presence.set_checking(to, None);
        let mut effects = vec![Effect::Refuse { to, nonce, refusal }];
        self.proceed(now, &mut effects);
        effects
    }

    fn ask(&mut self, asked: Waiting, now: Time) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.waiting.len() >= WAITING {
            return vec![refusal(asked, Refusal::Busy)];
        }
        self.waiting.push_back(asked);
        self.proceed(now, &mut effects);
        effects
    }

    /// The event that was handed out is stored under its number.
    pub(crate) fn stored(&mut self, now: Time) -> Vec<Effect> {
        let Some(InFlight { event, asker, .. }) = self.in_flight.take() else {
            return Vec::new();
        };
        // It was tried before it was handed out.
        if self.game.apply_stored(&event, now).is_err() {
            return self.failed();
        }
        let mut effects = Vec::new();
        match asker {
            Asker::Nobody => {}
            Asker::Command(to, nonce) => {
                effects.push(Effect::Ack { to, nonce, version: self.game.version() });
            }
            Asker::Join(ticket, side) => {
                self.presence.leave(side, now);
                effects.push(Effect::Joined(ticket, Ok(side)));
            }
        }
        effects.push(Effect::Publish(event));
        self.proceed(now, &mut effects);
        effects
    }

    /// The event that was handed out is not stored, or nobody knows: somebody else appended before,
    /// or the storage fails. What is stored must be read again.
    pub(crate) fn failed(&mut self) -> Vec<Effect> {
        self.closed = true;
        self.pausing = false;
        let mut effects = Vec::new();
        if let Some(InFlight { asker: Asker::Join(ticket, _), .. }) = self.in_flight.take() {
            effects.push(Effect::Joined(ticket, Err(Refusal::Storage)));
        }
        effects.extend(self.waiting.drain(..).map(|asked| refusal(asked, Refusal::Storage)));
        effects.push(Effect::Fail);
        effects
    }

    /// When [`Room::tick`] must be called, unless something happens before.
    pub(crate) fn deadline(&self) -> Option<Time> {
        if self.in_flight.is_some() {
            return None;
        }
        if self.closed {
            // Only to be let go.
            return Some(self.touched);
        }
        // A turn that is being checked stops the clock; what comes of it sets a new deadline.
        let mover = self.game.play().to_move();
        let checked = self.presence.checking(mover).is_some();
        let flag = self.game.flag_at().filter(|_| !checked);
        let leaves = self.may_leave().then(|| self.touched.after(self.conduct.idle));
        flag.into_iter().chain(leaves).min()
    }

    /// A deadline may have come: a clock has run out, or nobody needs the room any more; if so it
    /// is closed.
    pub(crate) fn tick(&mut self, now: Time) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.proceed(now, &mut effects);
        self.closed |= self.may_leave() && now.since(self.touched) >= self.conduct.idle;
        effects
    }

    fn may_leave(&self) -> bool {
        self.at_rest() && !self.game.ticking()
    }

    fn at_rest(&self) -> bool {
        self.presence.nobody_is_there() && self.in_flight.is_none() && self.waiting.is_empty()
    }

    /// Whether it must be looked up again.
    pub(crate) fn closed(&self) -> bool {
        self.closed
    }

    /// The server stops: the clock is stored, and nothing more is granted.
    pub(crate) fn pause(&mut self, now: Time) -> Vec<Effect> {
        let mut effects = Vec::new();
        if !self.closed {
            (self.closed, self.pausing) = (true, true);
            self.proceed(now, &mut effects);
        }
        effects
    }

    /// Closes the room of an invitation or a finished game at which nobody is: the number of its
    /// last event, or nothing if it is needed.
    pub(crate) fn retire(&mut self) -> Option<u64> {
        let retires = self.game.standing() != Standing::Playing && self.at_rest();
        self.closed |= retires;
        retires.then(|| self.game.version())
    }

    /// Does what is to be done until an event must be stored: what follows by itself, and what
    /// waits.
    fn proceed(&mut self, now: Time, effects: &mut Vec<Effect>) {
        while self.in_flight.is_none() {
            if self.closed {
                return self.wind_up(now, effects);
            }
            let begins = self.game.begin().filter(|_| self.presence.all_there());
            let too_long = || self.game.too_long(self.conduct.turns, self.conduct.events);
            if let Some(kind) = too_long().or(begins) {
                self.append_own(kind, now, effects);
            } else if let Some(asked) = self.waiting.pop_front() {
                self.follow(asked, effects);
            } else if let Some(kind) = self.game.flag(self.judged(now)) {
                self.append_own(kind, now, effects);
            } else {
                return;
            }
        }
    }

    /// Nothing more is granted; if the server stops, the clock is stored.
    fn wind_up(&mut self, now: Time, effects: &mut Vec<Effect>) {
        effects.extend(self.waiting.drain(..).map(|asked| refusal(asked, Refusal::Closing)));
        if self.pausing && self.game.ticking() {
            let kind = self.game.flag(now).unwrap_or(EventKind::Pause);
            self.append_own(kind, now, effects);
        }
    }

    /// The moment up to which the player to move is charged: a turn that came in time is in time,
    /// however long it is checked and whatever others do meanwhile.
    fn judged(&self, now: Time) -> Time {
        let came = self.presence.checking(self.game.play().to_move());
        came.map_or(now, |came| came.min(now))
    }

    fn follow(&mut self, asked: Waiting, effects: &mut Vec<Effect>) {
        match asked {
            Waiting::Command(request) => self.follow_command(request, effects),
            Waiting::Join { ticket, digest, now } => {
                if let Err(refusal) = self.follow_join(ticket, digest, now, effects) {
                    effects.push(Effect::Joined(ticket, Err(refusal)));
                }
            }
        }
    }

    fn follow_command(&mut self, request: Request, effects: &mut Vec<Effect>) {
        if let Some(version) = self.game.answered(request.seat, &request.nonce) {
            let Request { from: to, nonce, .. } = request;
            return effects.push(Effect::Ack { to, nonce, version });
        }
        if let Some(kind) = self.game.flag(self.judged(request.now)) {
            let now = request.now;
            self.waiting.push_front(Waiting::Command(request));
            return self.append_own(kind, now, effects);
        }
        let Request { from, seat, nonce, now, .. } = &request;
        let decided = self.decide(&request);
        let decided = decided
            .and_then(|kind| self.append(Some(*seat), Some(nonce.clone()), None, kind, *now));
        match decided {
            Ok(append) => {
                self.hand_out(append, Asker::Command(*from, nonce.clone()), *now, effects);
            }
            Err(refusal) => {
                effects.push(Effect::Refuse { to: *from, nonce: nonce.clone(), refusal });
            }
        }
    }

    fn decide(&self, request: &Request) -> Result<EventKind, Refusal> {
        if request.command.answers_turns() && request.at != self.game.turns() {
            return Err(Refusal::OutOfDate);
        }
        let gone = self.presence.gone(request.seat.other(), request.now);
        let gone = gone.is_some_and(|gone| gone >= self.claim_after());
        self.game.decide(request.seat, &request.command, gone, request.next.as_deref())
    }

    fn follow_join(
        &mut self,
        ticket: u64,
        digest: String,
        now: Time,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if let Some(side) = self.game.seat(&digest) {
            effects.push(Effect::Joined(ticket, Ok(side)));
            return Ok(());
        }
        if self.game.over().is_some() {
            return Err(Refusal::Over);
        }
        let side = self.game.free().ok_or(Refusal::Taken)?;
        let append = self.append(Some(side), None, Some(digest), EventKind::Join, now)?;
        self.hand_out(append, Asker::Join(ticket, side), now, effects);
        Ok(())
    }

    /// Hands out an event that nobody asked for.
    fn append_own(&mut self, kind: EventKind, now: Time, effects: &mut Vec<Effect>) {
        match self.append(None, None, None, kind, now) {
            Ok(append) => self.hand_out(append, Asker::Nobody, now, effects),
            // It is no turn, so no rule refuses it.
            Err(_) => effects.extend(self.failed()),
        }
    }

    fn append(
        &mut self,
        by: Option<Side>,
        nonce: Option<String>,
        seat: Option<String>,
        kind: EventKind,
        now: Time,
    ) -> Result<Append, Refusal> {
        let next = match &kind {
            EventKind::Rematch { next } => {
                let setup = self.game.rematch(&self.id).ok_or(Refusal::NoOffer)?;
                Some((next.clone(), setup))
            }
            _ => None,
        };
        let before = self.game.standing();
        let (event, after) = self.game.prepare(by, nonce, seat, kind, self.judged(now))?;
        let standing = (after != before).then_some(after);
        Ok(Append { number: self.game.version() + 1, event, standing, next })
    }

    fn hand_out(&mut self, append: Append, asker: Asker, now: Time, effects: &mut Vec<Effect>) {
        let (event, decided) = (append.event.clone(), self.judged(now));
        self.in_flight = Some(InFlight { event, decided, asker });
        effects.push(Effect::Append(Box::new(append)));
    }
}

/// What whoever asked for this hears.
fn refusal(asked: Waiting, refusal: Refusal) -> Effect {
    match asked {
        Waiting::Command(Request { from: to, nonce, .. }) => Effect::Refuse { to, nonce, refusal },
        Waiting::Join { ticket, .. } => Effect::Joined(ticket, Err(refusal)),
    }
}
