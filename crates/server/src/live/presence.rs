//! Who is connected to a game, and since when each player is away.

use std::time::Duration;

use damier_core::Side;

use super::time::Time;

/// How many connections may hold one seat: a player's tabs and devices. The oldest gives way.
const HOLDERS: usize = 16;

/// Names a connection. It is drawn at random, so that no server must count them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Why somebody cannot listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotAttached {
    /// The room is no longer that of its game, which must be looked up again.
    Closed,
    /// As many people watch as may.
    Full,
}

/// A seat as others see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seat {
    /// Whether somebody took it.
    pub taken: bool,
    /// Whether they are connected.
    pub connected: bool,
    /// For how long they have been gone, if they are.
    pub gone: Option<Duration>,
}

struct Connection {
    id: ConnectionId,
    seat: Option<Side>,
    /// When a turn of theirs came that is being checked: time stands still for them since.
    checking: Option<Time>,
}

/// Since when somebody is away, and how long they had been away by then.
#[derive(Clone, Copy)]
struct Away {
    since: Time,
    before: Duration,
}

/// The people around a game.
pub(super) struct Presence {
    /// The oldest first.
    connections: Vec<Connection>,
    /// Meaningless while the player is connected.
    away: [Away; 2],
}

/// What came of somebody's connecting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attached {
    /// Whether a player who was away is there now.
    pub(super) came: bool,
    /// The connection that gives way.
    pub(super) gives_way: Option<ConnectionId>,
}

impl Presence {
    /// Nobody is there, and nobody has been for so long.
    pub(super) fn nobody(now: Time, away: Duration) -> Presence {
        Presence { connections: Vec::new(), away: [Away { since: now, before: away }; 2] }
    }

    /// Somebody connects. A player always may; their oldest connection may have to go.
    pub(super) fn attach(
        &mut self,
        id: ConnectionId,
        seat: Option<Side>,
        spectators: usize,
    ) -> Result<Attached, NotAttached> {
        let mut same = self.connections.iter().filter(|connection| connection.seat == seat);
        let count = same.clone().count();
        let gives_way = match seat {
            None if count >= spectators => return Err(NotAttached::Full),
            Some(_) if count >= HOLDERS => same.next().map(|connection| connection.id),
            _ => None,
        };
        let came = seat.is_some_and(|side| !self.connected(side));
        self.connections.push(Connection { id, seat, checking: None });
        Ok(Attached { came, gives_way })
    }

    /// Somebody is gone; whether with them a player left, or nothing if they were not there.
    pub(super) fn detach(&mut self, id: ConnectionId, now: Time) -> Option<bool> {
        let i = self.connections.iter().position(|connection| connection.id == id)?;
        let left = self.connections.remove(i).seat.filter(|side| !self.connected(*side));
        if let Some(side) = left {
            self.leave(side, now);
        }
        Some(left.is_some())
    }

    /// From now on this player counts as away, unless connected.
    pub(super) fn leave(&mut self, side: Side, now: Time) {
        self.away[side.index()] = Away { since: now, before: Duration::ZERO };
    }

    pub(super) fn nobody_is_there(&self) -> bool {
        self.connections.is_empty()
    }

    pub(super) fn connected(&self, side: Side) -> bool {
        self.connections.iter().any(|connection| connection.seat == Some(side))
    }

    pub(super) fn all_there(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.connected(side))
    }

    /// How long a player has been away, if they are.
    pub(super) fn gone(&self, side: Side, now: Time) -> Option<Duration> {
        let Away { since, before } = self.away[side.index()];
        (!self.connected(side)).then(|| before + now.since(since))
    }

    /// Notes that a turn over this connection is being checked since then, or no longer; `false`
    /// if there is no such connection.
    pub(super) fn set_checking(&mut self, id: ConnectionId, since: Option<Time>) -> bool {
        let found = self.connections.iter_mut().find(|connection| connection.id == id);
        found.map(|connection| connection.checking = since).is_some()
    }

    /// When the first turn of this player came that is being checked.
    pub(super) fn checking(&self, side: Side) -> Option<Time> {
        let own = self.connections.iter().filter(|connection| connection.seat == Some(side));
        own.filter_map(|connection| connection.checking).min()
    }
}
