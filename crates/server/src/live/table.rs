//! A live game as the rules of conduct see it, without network or storage: who may do what when,
//! and what it leads to. [`Table::decide`] turns a command into what it leads to or refuses it, changing
//! nothing; [`Table::apply`] makes that an event; [`Table::replay`] repeats a stored one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_core::play::{Ending, Termination};
use damier_core::{AnyGame, AnyPlay, Message, Outcome, Phrase, Side, phrase};

use super::clock::Clock;
use super::event::{Event, EventKind, Over, Setup};
use super::refusal::Refusal;

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// To play this turn.
    Turn(String),
    /// To give up.
    Resign,
    /// To end a game that has hardly begun, without a result.
    Abort,
    /// To offer, accept or decline a draw.
    Draw(Answer),
    /// To ask for a turn back, to grant or to decline it.
    Takeback(Answer),
    /// To play again; the flag asks for the sequel of the rules.
    Rematch(Answer, bool),
    /// To end a game whose other player is gone, as won or without a result.
    Claim {
        /// As won.
        win: bool,
    },
}

/// The part a player takes in an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Makes it.
    Offer,
    /// Accepts it.
    Accept,
    /// Declines it.
    Decline,
}

/// Offers that wait for an answer, by who made them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    /// A draw.
    pub draw: Option<Side>,
    /// To take a turn back.
    pub takeback: Option<Side>,
    /// Another game, and whether it is the sequel.
    pub rematch: Option<(Side, bool)>,
}

/// How many answered messages are remembered, to recognise repetitions.
const REMEMBERED: usize = 64;

/// How often a player may ask for another game.
const REMATCH_OFFERS: u8 = 3;

/// How many turns may have been played in a game that is aborted.
const HARDLY_BEGUN: usize = 2;

const CORRUPT: Phrase = phrase!("server.live.corrupt");

/// A live game.
pub(crate) struct Table {
    setup: Setup,
    game: Arc<dyn AnyGame>,
    play: Box<dyn AnyPlay>,
    /// Who played each turn.
    movers: Vec<Side>,
    version: u64,
    /// How it ended, if the board does not say so.
    over: Option<Over>,
    seats: [Option<String>; 2],
    clock: Option<Clock>,
    /// Whether the clock has ever started.
    begun: bool,
    offers: Offers,
    /// The number of turns played when each player last offered a draw, and asked for a turn back.
    offered: [[Option<usize>; 2]; 2],
    /// How often each player has asked for another game.
    rematch_offers: [u8; 2],
    next: Option<String>,
    answered: VecDeque<(Side, String, u64)>,
}

impl Table {
    /// The game before anything has happened.
    pub(crate) fn new(setup: Setup) -> Result<Table, Message> {
        let game: Arc<dyn AnyGame> = damier_games::open(&setup.game, &setup.rules)?.into();
        let play = game.begin(setup.start.as_deref())?;
        Ok(Table {
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
            answered: VecDeque::new(),
            setup,
        })
    }

    /// What was agreed.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules.
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
    pub(crate) fn flag(&self, now: Instant) -> Option<EventKind> {
        let side = self.play.to_move();
        let fallen = self.clock.as_ref().is_some_and(|clock| clock.fallen(side, now));
        let over = Over::won(side.other(), Termination::Time);
        (fallen && self.over().is_none()).then(|| EventKind::end(over))
    }

    /// What happens when both players are there: the clock starts for the first time, which is an
    /// event, or goes on after a restart, which is none.
    pub(crate) fn both_there(&mut self, now: Instant) -> Option<EventKind> {
        if self.over().is_some() || !self.full() {
            return None;
        }
        let clock = self.clock.as_mut()?;
        if self.begun {
            clock.run(now);
            return None;
        }
        Some(EventKind::Begin)
    }

    /// Does not charge the player to move for this much time.
    pub(crate) fn credit(&mut self, time: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.credit(time);
        }
    }

    /// Whether the clock runs.
    pub(crate) fn ticking(&self) -> bool {
        self.clock.as_ref().is_some_and(Clock::runs)
    }

    /// What a command leads to, or why it is not granted. The rules of the game themselves are
    /// asked in [`Table::apply`]. `gone` says whether the opponent has been away long enough.
    pub(crate) fn decide(
        &self,
        by: Side,
        command: &Command,
        gone: bool,
    ) -> Result<EventKind, Refusal> {
        match command {
            Command::Rematch(answer, sequel) => self.decide_rematch(by, *answer, *sequel),
            _ if self.over().is_some() => Err(Refusal::Over),
            Command::Abort if self.turns() < HARDLY_BEGUN => Ok(EventKind::end(Over::Aborted)),
            Command::Abort => Err(Refusal::TooLate),
            _ if !self.full() => Err(Refusal::Waiting),
            Command::Turn(_) if self.play.to_move() != by => Err(Refusal::NotYourTurn),
            Command::Turn(turn) => Ok(EventKind::Turn { turn: turn.clone() }),
            Command::Resign => Ok(EventKind::end(Over::won(by.other(), Termination::Resigned))),
            Command::Draw(answer) => self.decide_draw(by, *answer),
            Command::Takeback(answer) => self.decide_takeback(by, *answer),
            Command::Claim { .. } if !gone => Err(Refusal::NotGone),
            Command::Claim { win: true } => {
                Ok(EventKind::end(Over::won(by, Termination::Abandoned)))
            }
            Command::Claim { win: false } => Ok(EventKind::end(Over::Aborted)),
        }
    }

    fn decide_draw(&self, by: Side, answer: Answer) -> Result<EventKind, Refusal> {
        let theirs = self.offers.draw == Some(by.other());
        let ending = Ending { outcome: Outcome::Drawn, how: Termination::Agreement };
        match answer {
            // Two who offer the same agree.
            Answer::Accept | Answer::Offer if theirs => Ok(EventKind::end(Over::Ended(ending))),
            Answer::Decline if theirs => Ok(EventKind::DrawDecline),
            Answer::Accept | Answer::Decline => Err(Refusal::NoOffer),
            Answer::Offer if self.offered[0][by.index()] == Some(self.turns()) => {
                Err(Refusal::AlreadyOffered)
            }
            Answer::Offer => Ok(EventKind::DrawOffer),
        }
    }

    fn decide_takeback(&self, by: Side, answer: Answer) -> Result<EventKind, Refusal> {
        let theirs = self.offers.takeback == Some(by.other());
        match answer {
            Answer::Accept if theirs => match self.since_turn_of(by.other()) {
                Some(count) => Ok(EventKind::Takeback { count }),
                None => Err(Refusal::NothingToTakeBack),
            },
            Answer::Decline if theirs => Ok(EventKind::TakebackDecline),
            Answer::Accept | Answer::Decline => Err(Refusal::NoOffer),
            Answer::Offer if self.since_turn_of(by).is_none() => Err(Refusal::NothingToTakeBack),
            Answer::Offer if self.offered[1][by.index()] == Some(self.turns()) => {
                Err(Refusal::AlreadyOffered)
            }
            Answer::Offer => Ok(EventKind::TakebackOffer),
        }
    }

    fn decide_rematch(&self, by: Side, answer: Answer, sequel: bool) -> Result<EventKind, Refusal> {
        if self.over().is_none() {
            return Err(Refusal::NotOver);
        }
        if !self.full() {
            return Err(Refusal::Waiting);
        }
        if self.next.is_some() {
            return Err(Refusal::AlreadyOffered);
        }
        let theirs = self.offers.rematch.filter(|(side, _)| *side != by).map(|(_, sequel)| sequel);
        let accepted = || match crate::ids::fresh() {
            Ok(next) => Ok(EventKind::Rematch { next }),
            Err(_) => Err(Refusal::Storage),
        };
        match answer {
            Answer::Offer if sequel && self.sequel().is_none() => Err(Refusal::NoSequel),
            Answer::Offer if theirs == Some(sequel) => accepted(),
            Answer::Accept if theirs.is_some() => accepted(),
            Answer::Decline if theirs.is_some() => Ok(EventKind::RematchDecline),
            Answer::Accept | Answer::Decline => Err(Refusal::NoOffer),
            Answer::Offer if self.offers.rematch == Some((by, sequel)) => {
                Err(Refusal::AlreadyOffered)
            }
            Answer::Offer if self.rematch_offers[by.index()] >= REMATCH_OFFERS => {
                Err(Refusal::TooOften)
            }
            Answer::Offer => Ok(EventKind::RematchOffer { sequel }),
        }
    }

    /// How many turns have been played since the last one of this player, that one included.
    fn since_turn_of(&self, side: Side) -> Option<usize> {
        self.movers.iter().rev().position(|mover| *mover == side).map(|after| after + 1)
    }

    /// What the rematch that was offered begins with.
    pub(crate) fn rematch(&self, previous: &str) -> Option<Setup> {
        let (_, sequel) = self.offers.rematch?;
        let mut setup = Setup {
            seats: self.seats.clone(),
            start: self.setup.opening.clone(),
            previous: Some(previous.to_string()),
            ..self.setup.clone()
        };
        match sequel {
            // The sequel is played by the same players with the same pawns.
            true => setup.start = Some(self.sequel()?),
            false => setup.seats.swap(0, 1),
        }
        Some(setup)
    }

    /// Makes this an event. Fails, changing nothing, if it is a turn that the rules refuse.
    pub(crate) fn apply(
        &mut self,
        by: Option<Side>,
        nonce: Option<String>,
        seat: Option<String>,
        kind: EventKind,
        now: Instant,
    ) -> Result<Event, Refusal> {
        let before = self.play.to_move();
        if let EventKind::Turn { turn } = &kind {
            self.play.play(turn).map_err(Refusal::BadTurn)?;
        }
        if let Some(clock) = &mut self.clock {
            clock.charge(before, now);
            match &kind {
                EventKind::Turn { .. } if self.begun => clock.earn(before),
                EventKind::Begin => clock.run(now),
                _ => {}
            }
        }
        let mut event = Event { by, nonce, clock: None, seat, kind };
        self.apply_event(&event, before).map_err(Refusal::BadTurn)?;
        let side = self.play.to_move();
        event.clock = self.clock.as_ref().map(|clock| clock.left(side, now));
        Ok(event)
    }

    /// Repeats a stored event.
    pub(crate) fn replay(&mut self, event: &Event) -> Result<(), Message> {
        let before = self.play.to_move();
        if let EventKind::Turn { turn } = &event.kind {
            self.play.play(turn)?;
        }
        if let (Some(clock), Some(left)) = (&mut self.clock, event.clock) {
            clock.set(left);
        }
        self.apply_event(event, before)
    }

    /// What an event changes besides the board and the clock's numbers.
    fn apply_event(&mut self, event: &Event, mover: Side) -> Result<(), Message> {
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
