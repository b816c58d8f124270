//! Live games between people, as a domain: what may be done, what it leads to and who hears of it.
//! Commands and the moment they came go in, [`Effect`]s come out: an event to append to the log
//! and, once it is stored, whom to tell. Nothing here waits, reads a clock, draws lots or knows of
//! sockets and databases; `tests/layers.rs` sees to that. [`rooms`](crate::rooms) carries the
//! effects out.

mod clock;
mod command;
mod deadlines;
mod decide;
mod effect;
mod event;
mod game;
mod greeting;
mod presence;
mod refusal;
mod room;
mod time;

#[cfg(test)]
mod tests;

pub(crate) use clock::Setting;
pub(crate) use command::{Answer, Command, Request};
pub(crate) use deadlines::DeadlineQueue;
pub(crate) use effect::{Append, Conduct, Effect, TurnCheck};
pub(crate) use event::{Event, EventKind, Setup};
pub(crate) use game::{LiveGame, Standing};
pub(crate) use greeting::{Greeting, PlayerName};
pub(crate) use presence::{ConnectionId, NotAttached, Seat};
pub(crate) use refusal::Refusal;
pub(crate) use room::Room;
pub(crate) use time::Time;
