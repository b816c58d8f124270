//! A live game as its events have made it. [`LiveGame::decide`] turns a command into what it leads
//! to or refuses it; [`LiveGame::prepare`] makes that an event; both change nothing.
//! [`LiveGame::apply`] takes an event over that is stored, whether it has just been or is read
//! again after a restart: there is one way to a state, and it is through the log.

use std::collections::VecDeque;
use std::sync::Arc;

use damier_core::play::{Ending, Termination};
use damier_core::{AnyGame, AnyPlay, Message, Outcome, Phrase, Side, phrase};

use super::clock::Clock;
use super::event::{Event, EventKind, Over, Setup};
use super::greeting::{Greeting, PlayerName};
use super::refusal::Refusal;
use super::time::Time;

/// Offers that wait for an answer, by who made them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// To take a turn back.
    pub takeback: Option<Side>,
    /// Another game, and whether it is the sequel.
    pub rematch: Option<(Side, bool)>,
}

/// How many answered messages are remembered, to recognise repetitions.
const REMEMBERED: usize = 64;

const CORRUPT: Phrase = phrase!("server.live.corrupt");

/// What a game waits for: a second player, its end, or nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// An invitation.
    Open,
    /// Both seats are taken.
    Playing,
    /// It has ended, with or without a result.
    Over,
}

/// The state of a live game.
pub(crate) struct LiveGame {
    pub(super) setup: Setup,
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) play: Box<dyn AnyPlay>,
    /// Who played each turn.
    pub(super) movers: Vec<Side>,
    version: u64,
    /// How it ended, if the board does not say so.
    over: Option<Over>,
    /// The digests of the tokens of the seats that are taken.
    pub(super) seats: [Option<String>; 2],
    clock: Option<Clock>,
    /// Whether the clock has ever started.
    begun: bool,
    pub(super) offers: Offers,
    /// The number of turns played when each player last offered a draw, and asked for a turn back.
    pub(super) offered: [[Option<usize>; 2]; 2],
    /// How often each player has asked for another game.
    pub(super) rematch_offers: [u8; 2],
    /// The name of the rematch.
    pub(super) next: Option<String>,
    /// What each player wants to be called, and how often they have said so.
    names: [Option<PlayerName>; 2],
    pub(super) named: [u8; 2],
    /// The last greeting that has not been answered by a turn, and how often each player greeted.
    greeting: Option<(Side, Greeting)>,
    pub(super) greeted: [u8; 2],
    /// The messages that led to an event, and its number; the oldest first.
    answered: VecDeque<(Side, String, u64)>,
}

impl LiveGame {
    /// The game before anything has happened.
    pub(crate) fn new(setup: Setup) -> Result<LiveGame, Message> {
        let game: Arc<dyn AnyGame> = damier_games::open(&setup.game, &setup.rules)?.into();
        let play = game.begin(setup.start.as_deref())?;
        Ok(LiveGame {
            game,
            play,
            movers: Vec::new(),
            version: 0,
            over: None,
            seats: setup.seats.clone(),
            clock: setup.clock.map(Clock::new),
            begun: false,
            offers: Offers::default(),
            offered: [[None; 2]; 2],
            rematch_offers: [0; 2],
            next: None,
            names: [None, None],
            named: [0; 2],
            greeting: None,
            greeted: [0; 2],
            answered: VecDeque::new(),
            setup,
        })
    }

    /// What was agreed.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game it is of, with its rule options.
    pub(crate) fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The turns and where they led.
    pub(crate) fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// How many events there are.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// How many turns are on the board.
    pub(crate) fn turns(&self) -> usize {
        self.movers.len()
    }

    /// How it ended, if it has.
    pub(crate) fn over(&self) -> Option<Over> {
        self.over.or_else(|| self.play.ending().map(Over::Ended))
    }

    /// Why it is over, for people: in the game's own words if a turn ended it.
    pub(crate) fn why_over(&self) -> Option<Message> {
        let over = self.over()?;
        let reason = self.play.now().reason().map(|reason| reason.words);
        Some(reason.unwrap_or_else(|| over.words().say()))
    }

    /// What it waits for.
    pub(crate) fn standing(&self) -> Standing {
        match (self.over(), self.full()) {
            (Some(_), _) => Standing::Over,
            (None, true) => Standing::Playing,
            (None, false) => Standing::Open,
        }
    }

    /// The end by length, if there are so many turns or events.
    pub(crate) fn too_long(&self, turns: usize, events: u64) -> Option<EventKind> {
        let long = self.turns() >= turns || self.version >= events;
        (long && self.over().is_none()).then(|| EventKind::end(Over::TooLong))
    }

    /// The clock, if there is one.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether this seat is taken.
    pub(crate) fn taken(&self, side: Side) -> bool {
        self.seats[side.index()].is_some()
    }

    /// Whether both seats are taken.
    pub(crate) fn full(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.taken(side))
    }

    /// The seat that nobody has taken.
    pub(crate) fn free(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| !self.taken(*side))
    }

    /// The seat of whoever has the token of this digest.
    pub(crate) fn seat(&self, digest: &str) -> Option<Side> {
        let holds = |side: &Side| self.seats[side.index()].as_deref() == Some(digest);
        Side::BOTH.into_iter().find(holds)
    }

    /// The offers that wait for an answer.
    pub(crate) fn offers(&self) -> Offers {
        self.offers
    }

    /// The name of the rematch.
    pub(crate) fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// What a player wants to be called.
    pub(crate) fn name(&self, side: Side) -> Option<&PlayerName> {
        self.names[side.index()].as_ref()
    }

    /// The last greeting, until the player it was for has played a turn.
    pub(crate) fn greeting(&self) -> Option<(Side, Greeting)> {
        self.greeting
    }

    /// The start of the sequel that the rules grant now, if they do.
    pub(crate) fn sequel(&self) -> Option<String> {
        self.game.sequel_name()?;
        self.game.sequel(self.over()?.winner()?)
    }

    /// The version that this message led to, if it has been answered before.
    pub(crate) fn answered(&self, by: Side, nonce: &str) -> Option<u64> {
        let same = |(side, known, _): &&(Side, String, u64)| *side == by && known == nonce;
        self.answered.iter().rev().find(same).map(|(_, _, version)| *version)
    }

    /// The end by time, if the clock of the player to move has run out.
    pub(crate) fn flag(&self, now: Time) -> Option<EventKind> {
        let side = self.play.to_move();
        let fallen = self.clock.as_ref().is_some_and(|clock| clock.fallen(side, now));
        let over = Over::won(side.other(), Termination::Time);
        (fallen && self.over().is_none()).then(|| EventKind::end(over))
    }

    /// When that will be, unless something happens before.
    pub(crate) fn flag_at(&self) -> Option<Time> {
        self.clock.as_ref()?.falls_at(self.play.to_move())
    }

    /// The start of the clock, if it has never run. Both players must be there.
    pub(crate) fn begin(&self) -> Option<EventKind> {
        let waits = self.clock.is_some() && !self.begun;
        (waits && self.standing() == Standing::Playing).then_some(EventKind::Begin)
    }

    /// Both players are back after a restart, and the clock goes on. That is no event: until the
    /// next one nothing is lost if the server stops again.
    pub(crate) fn resume(&mut self, now: Time) {
        let begun = self.begun && self.standing() == Standing::Playing;
        if let Some(clock) = self.clock.as_mut().filter(|_| begun) {
            clock.run(now);
        }
    }

    /// Whether the clock runs.
    pub(crate) fn ticking(&self) -> bool {
        self.clock.as_ref().is_some_and(Clock::runs)
    }

    /// What this would be stored as if it happened now, and how the game would stand then. Fails
    /// if it is a turn that the rules refuse.
    pub(crate) fn prepare(
        &mut self,
        by: Option<Side>,
        nonce: Option<String>,
        seat: Option<String>,
        kind: EventKind,
        now: Time,
    ) -> Result<(Event, Standing), Refusal> {
        let standing = match &kind {
            EventKind::Turn { turn } if self.try_turn(turn)? => Standing::Over,
            EventKind::End { .. } => Standing::Over,
            EventKind::Join => Standing::Playing,
            _ => self.standing(),
        };
        let mover = self.play.to_move();
        let clock = self.clock.as_ref().map(|clock| match &kind {
            EventKind::Turn { .. } if self.begun => clock.left_after_turn(mover, now),
            _ => clock.left(mover, now),
        });
        Ok((Event { by, nonce, clock, seat, kind }, standing))
    }

    /// Plays a turn and takes it back: whether it ends the game, or why it is not allowed.
    fn try_turn(&mut self, turn: &str) -> Result<bool, Refusal> {
        self.play.play(turn).map_err(Refusal::BadTurn)?;
        let ends = self.play.ending().is_some();
        self.play.undo();
        Ok(ends)
    }

    /// Takes over an event that has just been stored. Nobody is charged for the time that took:
    /// until now nobody could know of it.
    pub(crate) fn apply_stored(&mut self, event: &Event, now: Time) -> Result<(), Message> {
        self.apply(event)?;
        let goes_on = self.over().is_none();
        let begins = event.kind == EventKind::Begin;
        if let Some(clock) = self.clock.as_mut().filter(|clock| goes_on && (clock.runs() || begins))
        {
            clock.restart(now);
        }
        Ok(())
    }

    /// Takes over a stored event. A clock that stood stands on.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), Message> {
        let before = self.play.to_move();
        if let EventKind::Turn { turn } = &event.kind {
            self.play.play(turn)?;
        }
        if let (Some(clock), Some(left)) = (&mut self.clock, event.clock) {
            clock.set(left);
        }
        self.apply_kind(event, before)
    }

    /// What an event changes besides the board and the clock's numbers.
    fn apply_kind(&mut self, event: &Event, mover: Side) -> Result<(), Message> {
        self.version += 1;
        let turns = self.turns();
        match &event.kind {
            EventKind::Join => self.sit(event)?,
            EventKind::Begin => self.begun = true,
            EventKind::Turn { .. } => {
                self.movers.push(mover);
                self.offers.takeback = None;
                // A player may offer a draw and then play; the opponent's turn declines it.
                self.offers.draw = self.offers.draw.filter(|side| *side == mover);
                self.greeting = self.greeting.filter(|(side, _)| *side == mover);
            }
            EventKind::End { outcome, how } => self.end(outcome.as_deref(), how)?,
            EventKind::DrawOffer => {
                self.offers.draw = event.by;
                self.remember_offer(0, event.by, turns);
            }
            EventKind::DrawDecline => self.offers.draw = None,
            EventKind::TakebackOffer => {
                self.offers.takeback = event.by;
                self.remember_offer(1, event.by, turns);
            }
            EventKind::TakebackDecline => self.offers.takeback = None,
            EventKind::Takeback { count } => self.take_back(*count)?,
            EventKind::RematchOffer { sequel } => {
                self.offers.rematch = event.by.map(|side| (side, *sequel));
                if let Some(side) = event.by {
                    let offers = &mut self.rematch_offers[side.index()];
                    *offers = offers.saturating_add(1);
                }
            }
            EventKind::RematchDecline => self.offers.rematch = None,
            EventKind::Rematch { next } => self.next = Some(next.clone()),
            EventKind::Pause => self.stop_clock(),
            EventKind::Name { name } => {
                let side = event.by.ok_or_else(|| CORRUPT.say())?;
                self.names[side.index()] = Some(name.clone());
                self.named[side.index()] = self.named[side.index()].saturating_add(1);
            }
            EventKind::Greet { word } => {
                let side = event.by.ok_or_else(|| CORRUPT.say())?;
                self.greeting = Some((side, *word));
                self.greeted[side.index()] = self.greeted[side.index()].saturating_add(1);
            }
        }
        if self.over().is_some() {
            self.stop_clock();
            (self.offers.draw, self.offers.takeback) = (None, None);
        }
        if let (Some(by), Some(nonce)) = (event.by, &event.nonce) {
            self.answered.push_back((by, nonce.clone(), self.version));
            if self.answered.len() > REMEMBERED {
                self.answered.pop_front();
            }
        }
        Ok(())
    }

    fn sit(&mut self, event: &Event) -> Result<(), Message> {
        let side = event.by.filter(|side| !self.taken(*side)).ok_or_else(|| CORRUPT.say())?;
        self.seats[side.index()] = event.seat.clone();
        Ok(())
    }

    fn end(&mut self, outcome: Option<&str>, how: &str) -> Result<(), Message> {
        match Over::read(outcome, how).ok_or_else(|| CORRUPT.say())? {
            Over::Ended(ending) => self.play.end(ending)?,
            Over::Aborted => self.over = Some(Over::Aborted),
            Over::TooLong => {
                // Records say that rules ended it, which is as near as they come.
                self.play.end(Ending { outcome: Outcome::Drawn, how: Termination::Rule })?;
                self.over = Some(Over::TooLong);
            }
        }
        Ok(())
    }

    fn take_back(&mut self, count: usize) -> Result<(), Message> {
        for _ in 0..count {
            self.movers.pop().filter(|_| self.play.undo()).ok_or_else(|| CORRUPT.say())?;
        }
        self.offers = Offers::default();
        self.offered = [[None; 2]; 2];
        Ok(())
    }

    fn remember_offer(&mut self, kind: usize, by: Option<Side>, turns: usize) {
        if let Some(side) = by {
            self.offered[kind][side.index()] = Some(turns);
        }
    }

    fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
    }
}
