//! Who plays: one of our own players, or another program. Matches and the terminal game name
//! them alike and seat them alike.

mod consider;
mod own;
mod spec;
mod ugi;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_core::any::{Opened, position_text};
use damier_core::game::Complete;
use damier_core::play::Play;
use damier_core::side::Side;
use damier_core::{AnyGame, Message, Phrase};
use damier_search::think::Player;

use crate::oracle::Shared;
pub(crate) use consider::{TimedReport, TimedSearch};
pub(crate) use own::{Own, level_bytes};
pub(crate) use spec::{Budget, Program, Spec, seconds};
pub(crate) use ugi::{Patience, Ugi};

/// Somebody who plays.
pub(crate) trait Seat<G: Complete>: Send {
    /// Another game begins, in which chance decides by this seed.
    fn begin(&mut self, seed: u64) -> Result<(), Failure>;

    /// The turn it plays in the position the game has come to, which is not over. Once `stop` is
    /// set it answers soon.
    fn turn(
        &mut self,
        play: &Play<G>,
        clock: Option<Clock>,
        stop: &AtomicBool,
    ) -> Result<G::Turn, Failure>;
}

/// What the clock says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    /// What the light and the dark player have left.
    pub(crate) left: [Duration; 2],
    /// What is added after each turn.
    pub(crate) increment: Duration,
}

/// Why somebody has not played a legal turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The program cannot be started, or has ended by itself.
    Crashed(Message),
    /// No answer came in time.
    Hung(Duration),
    /// What it answered is no legal turn.
    Illegal(String, Message),
}

const NO_TURN: Phrase = Phrase::new("there is no turn to play", "il n’y a aucun tour à jouer");
const CRASHED: Phrase = Phrase::new("crashed: {0}", "s’est arrêté : {0}");
const HUNG: Phrase = Phrase::new("no answer after {0} s", "pas de réponse après {0} s");
const ILLEGAL: Phrase = Phrase::new("illegal turn `{0}`: {1}", "tour interdit `{0}` : {1}");

impl Failure {
    /// In words.
    pub(crate) fn words(&self) -> Message {
        match self {
            Failure::Crashed(why) => CRASHED.with(why.clone()),
            Failure::Hung(after) => HUNG.with(format!("{:.1}", after.as_secs_f64())),
            Failure::Illegal(turn, why) => ILLEGAL.with(turn.as_str()).with(why.clone()),
        }
    }
}

const NO_TABLES: Phrase = Phrase::new(
    "nobody plays {0} perfectly here: no table at hand holds the position `{1}`",
    "personne ne joue parfaitement à {0} ici : aucune table disponible ne contient la position `{1}`",
);

/// The complaint that nobody plays perfectly from this position.
pub(crate) fn no_tables<G: Complete>(opened: &Opened<G>, position: &G::Position) -> Message {
    NO_TABLES.with(G::name()).with(position_text(&opened.game, position))
}

/// Seats a player; an error if it cannot play this game from this position. The budget is for
/// those who have none of their own.
pub(crate) fn seat<G: Complete>(
    spec: &Spec,
    opened: &Opened<G>,
    start: &G::Position,
    oracle: Option<&Shared<G>>,
    otherwise: Budget,
    patience: Patience,
) -> Result<Box<dyn Seat<G>>, Message> {
    match spec {
        Spec::Own(player, budget, tuning) => {
            let known = oracle.is_some_and(|oracle| oracle.value(start).is_some());
            if *player == Player::Perfect && !known {
                return Err(no_tables(opened, start));
            }
            let oracle = oracle.cloned().filter(|_| player.level::<G>().is_none());
            Ok(Box::new(Own::new(*player, budget.or(otherwise), *tuning, oracle)))
        }
        Spec::Ugi(program) => Ok(Box::new(Ugi::new(program.clone(), otherwise, opened, patience))),
    }
}

/// A game from this position, under the repetition rule that was chosen.
pub(crate) fn begin<G: Complete>(opened: &Opened<G>, start: G::Position) -> Play<G> {
    let off = opened.options().split(',').any(|option| option == "repetition=off");
    Play::new(opened.game, start, !off)
}

/// The player whom protocols call the first: the one who begins an ordinary game.
pub(crate) fn first_player<G: Complete>(game: &G) -> Side {
    game.to_move(&game.start())
}
