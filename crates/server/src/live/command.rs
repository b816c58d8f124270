//! What players ask for.

use damier_core::Side;

use super::greeting::{Greeting, PlayerName};
use super::presence::ConnectionId;
use super::time::Time;

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
    /// To be called so.
    Name(PlayerName),
    /// To tell the other player one of a few words.
    Greet(Greeting),
}

impl Command {
    /// Whether a new game may follow from it, which then needs a name.
    pub(crate) fn may_begin_game(&self) -> bool {
        matches!(self, Command::Rematch(Answer::Offer | Answer::Accept, _))
    }

    /// Whether it was meant for the turns on the board, and for no others.
    pub(crate) fn answers_turns(&self) -> bool {
        !matches!(self, Command::Name(_) | Command::Greet(_))
    }
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

/// A command with everything that is needed to follow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    /// The connection it came over, which hears the answer.
    pub from: ConnectionId,
    /// The seat of whoever sent it.
    pub seat: Side,
    /// The client's own name for the message; a repetition has the same.
    pub nonce: String,
    /// The number of turns on the board it answers.
    pub at: usize,
    /// What is asked for.
    pub command: Command,
    /// The name of a new game, should one follow: names are random, which is not for the domain.
    pub next: Option<String>,
    /// When it came. Players are charged up to then, however long it waits.
    pub now: Time,
}
