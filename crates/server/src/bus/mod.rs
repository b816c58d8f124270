//! How what happens in a game reaches everybody who follows it. [`Bus`] is the contract,
//! [`LocalBus`] what is behind it in one process.

mod local;
mod outbox;

pub(crate) use local::LocalBus;
pub(crate) use outbox::{Frame, Outbox, Waiting};

use crate::live::ConnectionId;

/// Carries what is told about games to those who follow them.
///
/// What is published about one game reaches each subscriber in the order in which it was
/// published, or not at all. Nobody waits: a subscriber who does not keep up is cut off.
pub(crate) trait Bus: Send + Sync + 'static {
    /// From now on this connection hears what is published about the game.
    fn subscribe(&self, game: &str, connection: ConnectionId, outbox: Outbox);

    /// It does so no longer.
    fn unsubscribe(&self, game: &str, connection: ConnectionId);

    /// Tells all subscribers of the game.
    fn publish(&self, game: &str, frame: Frame);
}
