//! What can be set from outside. The defaults suit a server at home; the bench and tests lift the
//! limits.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use crate::proxy::{Proxies, ProxyHeader};

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a player must be away before the other may claim a game with a clock.
    pub claim_after: Duration,
    /// The same without a clock, where people may take days for a turn.
    pub claim_after_untimed: Duration,
    /// How long a game that nobody looks at stays in memory.
    pub idle: Duration,
    /// How much one address may ask for.
    pub limits: Limits,
    /// How large one game may become.
    pub caps: GameCaps,
    /// How long finished games are kept; for ever, if nothing is said.
    pub keep_finished: Option<Duration>,
    /// With fewer bytes than this left on the disk no new games are begun, so that there is room
    /// for the turns of those that are.
    pub reserve: u64,
    /// The address that is listened on, and the port.
    pub listen: (IpAddr, u16),
    /// Host names that are answered besides this machine's own.
    pub hosts: Vec<String>,
    /// Who may say for whom they ask.
    pub proxies: Proxies,
    /// A folder to serve pages from instead of the ones in the program.
    pub web: Option<PathBuf>,
    /// A folder that keeps tables which were built here; without one they are built after every
    /// start.
    pub tables: Option<PathBuf>,
    /// How long a search for the best turn may take.
    pub search_time: Duration,
    /// How long anything else may compute.
    pub work_time: Duration,
    /// How long a client may leave what it is sent unread.
    pub write_time: Duration,
}

/// How much one address may ask for. A rate of 0 means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests per second, in the long run.
    pub requests: u32,
    /// Requests that need search or tables per second, in the long run.
    pub searches: u32,
    /// New live games, and seats taken, per minute in the long run.
    pub games: u32,
    /// Messages per second on one socket, in the long run.
    pub messages: u32,
    /// Messages per second on all its sockets, in the long run.
    pub address_messages: u32,
    /// Milliseconds of processor time per second, in the long run, for everything but searches.
    pub work: u32,
    /// Searches that run at once.
    pub searching: usize,
    /// Searches, and other jobs, that wait.
    pub waiting: usize,
    /// Invitations of the last day that nobody has taken.
    pub invitations: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections at once, from all addresses together.
    pub connections_in_all: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 50,
            searches: 4,
            games: 30,
            messages: 20,
            address_messages: 200,
            work: 200,
            searching: 1,
            waiting: 16,
            invitations: 50,
            connections: 256,
            connections_in_all: 8192,
        }
    }
}

impl Limits {
    /// No limits but the number of connections.
    pub const OFF: Limits = Limits {
        requests: 0,
        searches: 0,
        games: 0,
        messages: 0,
        address_messages: 0,
        work: 0,
        searching: usize::MAX,
        waiting: usize::MAX,
        invitations: usize::MAX,
        connections: 65_536,
        connections_in_all: 65_536,
    };
}

/// How large one game may become. A game that has as many turns or events ends as a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameCaps {
    /// Turns on the board. Pages and records take no more than 5,000.
    pub turns: usize,
    /// Things that happened, turns among them.
    pub events: u64,
    /// People who watch.
    pub spectators: usize,
    /// Bytes that wait for one connection.
    pub outbox: usize,
}

impl Default for GameCaps {
    fn default() -> GameCaps {
        GameCaps { turns: 3_000, events: 12_000, spectators: 1_000, outbox: 512 << 10 }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            claim_after: Duration::from_secs(60),
            claim_after_untimed: Duration::from_secs(3 * 24 * 3600),
            idle: Duration::from_secs(300),
            limits: Limits::default(),
            caps: GameCaps::default(),
            keep_finished: None,
            reserve: 64 << 20,
            listen: (IpAddr::from([127, 0, 0, 1]), 0),
            hosts: Vec::new(),
            proxies: Proxies::default(),
            web: None,
            tables: None,
            search_time: Duration::from_secs(5),
            work_time: Duration::from_secs(2),
            write_time: Duration::from_secs(20),
        }
    }
}
