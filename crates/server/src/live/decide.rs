//! What commands lead to: the rules of conduct. Who may do what when, whatever the game.

use damier_core::play::{Ending, Termination};
use damier_core::{Outcome, Side};

use super::command::{Answer, Command};
use super::event::{EventKind, Over, Setup};
use super::game::LiveGame;
use super::refusal::Refusal;

/// How often a player may ask for another game.
const REMATCH_OFFERS: u8 = 3;

/// How often a player may be called otherwise, and may greet, in one game: enough for people, and
/// too little to make a game longer than games may be.
const NAMES: u8 = 8;
const GREETINGS: u8 = 20;

/// How many turns may have been played in a game that is aborted.
const HARDLY_BEGUN: usize = 2;

impl LiveGame {
    /// What a command leads to, or why it is not granted. The rules of the game themselves are
    /// asked in [`LiveGame::prepare`]. `gone` says whether the opponent has been away long enough;
    /// `next` is the name of a new game, should one follow.
    pub(crate) fn decide(
        &self,
        by: Side,
        command: &Command,
        gone: bool,
        next: Option<&str>,
    ) -> Result<EventKind, Refusal> {
        match command {
            Command::Rematch(answer, sequel) => self.decide_rematch(by, *answer, *sequel, next),
            Command::Name(_) if self.named[by.index()] >= NAMES => Err(Refusal::TooOften),
            Command::Name(name) => Ok(EventKind::Name { name: name.clone() }),
            Command::Greet(_) if !self.full() => Err(Refusal::Waiting),
            Command::Greet(_) if self.greeted[by.index()] >= GREETINGS => Err(Refusal::TooOften),
            Command::Greet(word) => Ok(EventKind::Greet { word: *word }),
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

    fn decide_rematch(
        &self,
        by: Side,
        answer: Answer,
        sequel: bool,
        next: Option<&str>,
    ) -> Result<EventKind, Refusal> {
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
        let accepted = || match next {
            Some(next) => Ok(EventKind::Rematch { next: next.to_string() }),
            None => Err(Refusal::Storage),
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
            false => {
                setup.seats.swap(0, 1);
                // A clock of one player follows that player.
                if let Some(clock) = &mut setup.clock {
                    clock.only = clock.only.map(Side::other);
                }
            }
        }
        Some(setup)
    }
}
