//! One game of a match: two players at a board, a clock if there is one, and everything that can
//! end it besides the rules.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_core::any::Opened;
use damier_core::game::{Complete, Outcome};
use damier_core::play::{Ending, Play, Termination};
use damier_core::side::Side;
use damier_core::value::Value;
use damier_core::{Lang, Message, Phrase, phrase};
use damier_record::{Record, Tags};

use damier_engine::agent::{Agent, Clock, Failure};
use damier_engine::tables::Exact;

/// What ends games besides the rules.
pub struct Terms<G: Complete> {
    /// A game of so many turns is a draw.
    pub cap: usize,
    /// These say the result as soon as they know it.
    pub tables: Option<Exact<G>>,
    /// Time for the whole game and for each turn, if there is a clock.
    pub clock: Option<(Duration, Duration)>,
}

/// How a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Rules(Termination),
    /// Tables know the result: the value for the player to move.
    Tables(Value),
    /// It lasted too long.
    Cap,
    /// A player ran out of time.
    Time(Side),
    /// A player failed.
    Failed(Side, Failure),
    /// The match was over before the game was.
    Stopped,
}

/// A game that was played.
pub struct Played<G: Complete> {
    /// Its turns.
    pub play: Play<G>,
    /// Its result.
    pub outcome: Outcome,
    /// What ended it.
    pub end: End,
}

const BY_TABLES: Phrase = phrase!("match.by-tables");
const BY_CAP: Phrase = phrase!("match.by-cap");
const BY_FAILURE: Phrase = phrase!("match.by-failure");

/// Plays a game. `seats`: the light and the dark player, each with the seed of what chance decides
/// for it.
pub fn play<G: Complete>(
    opening: &Play<G>,
    mut seats: [(&mut Box<dyn Agent<G>>, u64); 2],
    terms: &Terms<G>,
    stop: &AtomicBool,
) -> Played<G> {
    let mut play = opening.clone();
    for side in Side::BOTH {
        let (seat, seed) = &mut seats[side.index()];
        if let Err(failure) = seat.begin(*seed) {
            return lost(play, side, End::Failed(side, failure));
        }
    }
    let mut clock = terms.clock.map(|(all, increment)| Clock { left: [all; 2], increment });
    loop {
        if let Some((outcome, end)) = over(&play, terms) {
            return Played { play, outcome, end };
        }
        if stop.load(Relaxed) {
            return Played { play, outcome: Outcome::Drawn, end: End::Stopped };
        }
        let side = play.to_move();
        let begun = Instant::now();
        let turn = seats[side.index()].0.turn(&play, clock, stop);
        if let Some(Clock { left, increment }) = &mut clock {
            let left = &mut left[side.index()];
            match left.checked_sub(begun.elapsed()) {
                Some(rest) => *left = rest + *increment,
                None => return lost(play, side, End::Time(side)),
            }
        }
        // Our own players answer with a turn, so this refuses nobody but a faulty one.
        let played = turn.and_then(|turn| {
            play.play(turn).map_err(|why| Failure::Illegal(format!("{turn:?}"), why))
        });
        if let Err(failure) = played {
            return lost(play, side, End::Failed(side, failure));
        }
    }
}

fn lost<G: Complete>(play: Play<G>, side: Side, end: End) -> Played<G> {
    Played { play, outcome: Outcome::Won(side.other()), end }
}

/// Whether a game is over, by its rules or those of the match.
fn over<G: Complete>(play: &Play<G>, terms: &Terms<G>) -> Option<(Outcome, End)> {
    if let Some(Ending { outcome, how }) = play.ending() {
        return Some((outcome, End::Rules(how)));
    }
    let known = terms.tables.as_ref().and_then(|tables| tables.value(play.position()));
    if let Some(value) = known {
        let outcome = match value {
            Value::Win(_) => Outcome::Won(play.to_move()),
            Value::Loss(_) => Outcome::Won(play.to_move().other()),
            Value::Draw => Outcome::Drawn,
        };
        return Some((outcome, End::Tables(value)));
    }
    (play.line().len() >= terms.cap).then_some((Outcome::Drawn, End::Cap))
}

impl<G: Complete> Played<G> {
    /// What to say about the end that the turns do not show.
    fn comment(&self, names: [&str; 2]) -> Option<Message> {
        let fails = |side: Side, why: Message| BY_FAILURE.with(names[side.index()]).with(why);
        match &self.end {
            End::Rules(_) | End::Stopped => None,
            End::Tables(value) => Some(BY_TABLES.with(value.to_string())),
            End::Cap => Some(BY_CAP.with(self.play.line().len())),
            End::Time(side) => Some(fails(*side, Termination::Time.words().say())),
            End::Failed(side, failure) => Some(fails(*side, failure.words())),
        }
    }

    /// The game as a record. `names`: the light and the dark player's.
    pub fn record(&self, opened: &Opened<G>, names: [&str; 2], tags: Tags) -> Record {
        let mut play = self.play.clone();
        let how = match (&self.end, self.outcome) {
            (End::Time(_) | End::Failed(_, Failure::Hung(_)), _) => Termination::Time,
            (End::Failed(..), _) => Termination::Abandoned,
            (_, Outcome::Won(_)) => Termination::Resigned,
            (_, Outcome::Drawn) => Termination::Agreement,
        };
        // A game that ended by its rules keeps that ending.
        let _ = play.end(self.outcome, how);
        let mut record = Record::of(opened, &play, tags);
        if let Some(comment) = self.comment(names) {
            record.set_comment(play.line().len(), &comment.text(Lang::En));
        }
        record
    }
}
