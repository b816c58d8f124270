//! Who plays: what matches and the terminal game ask of a player, be it one of our own or another
//! program.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_core::game::Complete;
use damier_core::play::Play;
use damier_core::side::Side;
use damier_core::{Message, Phrase, phrase};

/// A player in a game: a computer of ours, or another program.
pub trait Agent<G: Complete>: Send {
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
pub struct Clock {
    /// What the light and the dark player have left.
    pub left: [Duration; 2],
    /// What is added after each turn.
    pub increment: Duration,
}

/// Why somebody has not played a legal turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The program cannot be started, or has ended by itself.
    Crashed(Message),
    /// No answer came in time.
    Hung(Duration),
    /// What it answered is no legal turn.
    Illegal(String, Message),
}

/// The complaint about a player that should play where nothing can be played.
pub const NO_TURN: Phrase = phrase!("engine.no-turn");
const CRASHED: Phrase = phrase!("engine.crashed");
const HUNG: Phrase = phrase!("engine.hung");
const ILLEGAL: Phrase = phrase!("engine.illegal");

impl Failure {
    /// In words.
    pub fn words(&self) -> Message {
        match self {
            Failure::Crashed(why) => CRASHED.with(why.clone()),
            Failure::Hung(after) => HUNG.with(format!("{:.1}", after.as_secs_f64())),
            Failure::Illegal(turn, why) => ILLEGAL.with(turn.as_str()).with(why.clone()),
        }
    }
}

/// The player whom protocols call the first: the one who begins an ordinary game.
pub fn first_player<G: Complete>(game: &G) -> Side {
    game.to_move(&game.start())
}
