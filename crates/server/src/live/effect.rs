//! What a [`Room`](super::Room) has done outside of it, and what it is told beforehand.

use std::sync::Arc;
use std::time::Duration;

use damier_core::{AnyGame, Message, Side};

use super::event::{Event, Setup};
use super::game::Standing;
use super::presence::ConnectionId;
use super::refusal::Refusal;

/// What is agreed for all games of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conduct {
    /// A game with so many turns ends as a draw.
    pub turns: usize,
    /// Likewise with so many events.
    pub events: u64,
    /// How many people may watch.
    pub spectators: usize,
    /// How long a player is away before the other may claim the game, with and without a clock.
    pub claim_after: [Duration; 2],
    /// How long a game that nobody looks at stays in memory.
    pub idle: Duration,
}

/// Something to be done outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Append this to the log; [`Room::stored`](super::Room::stored) or
    /// [`Room::failed`](super::Room::failed) follows.
    Append(Box<Append>),
    /// Tell a connection that its command is event number `version`.
    Ack {
        /// Whom it is for.
        to: ConnectionId,
        /// Its name for the command.
        nonce: String,
        /// The number of the event.
        version: u64,
    },
    /// Tell a connection that its command is not granted.
    Refuse {
        /// Whom it is for.
        to: ConnectionId,
        /// Its name for the command.
        nonce: String,
        /// Why not.
        refusal: Refusal,
    },
    /// Send a connection the whole game; what is published comes after it.
    Welcome(ConnectionId),
    /// Tell whoever asked for a seat what came of it.
    Joined(u64, Result<Side, Refusal>),
    /// Tell everybody of an event that is stored.
    Publish(Event),
    /// Tell everybody who is there.
    PublishPresence,
    /// Hang up on a connection that has to give way.
    GiveWay(ConnectionId),
    /// Hang up on everybody: an event could not be stored.
    Fail,
}

/// An event for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Append {
    /// The number it must get.
    pub number: u64,
    /// The event.
    pub event: Event,
    /// What the game waits for afterwards, if that changes.
    pub standing: Option<Standing>,
    /// The game that begins with it, and its name.
    pub next: Option<(String, Setup)>,
}

/// A turn to be checked by the rules, away from the lock of the room.
pub(crate) struct TurnCheck {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) position: String,
    pub(super) turn: String,
}

impl TurnCheck {
    /// Whether the rules allow it.
    pub(crate) fn run(self) -> Result<(), Message> {
        self.game.play(&self.position, &self.turn).map(drop)
    }
}
