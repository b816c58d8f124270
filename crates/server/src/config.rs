//! What can be set from outside. The defaults suit a server at home; the bench and tests lift the
//! limits.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a player must be away before the other may claim the game.
    pub claim_after: Duration,
    /// How long a game that nobody looks at stays in memory.
    pub idle: Duration,
    /// How much one address may ask for.
    pub limits: Limits,
    /// The address that is listened on, and the port.
    pub listen: (IpAddr, u16),
    /// Host names that are answered besides this machine's own.
    pub hosts: Vec<String>,
    /// A folder to serve pages from instead of the ones in the program.
    pub web: Option<PathBuf>,
    /// A folder that keeps tables which were built here; without one they are built after every
    /// start.
    pub tables: Option<PathBuf>,
    /// How long a search for the best turn may take.
    pub search_time: Duration,
}

/// How much one address may ask for. A rate of 0 means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests per second, in the long run.
    pub requests: u32,
    /// Requests that need search or tables per second, in the long run.
    pub heavy: u32,
    /// New live games, and seats taken, per minute in the long run.
    pub games: u32,
    /// Messages per second on one socket, in the long run.
    pub messages: u32,
    /// Connections at once.
    pub connections: usize,
    /// Connections at once, from all addresses together.
    pub connections_in_all: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 50,
            heavy: 4,
            games: 30,
            messages: 20,
            connections: 256,
            connections_in_all: 8192,
        }
    }
}

impl Limits {
    /// No limits but the number of connections.
    pub const OFF: Limits = Limits {
        requests: 0,
        heavy: 0,
        games: 0,
        messages: 0,
        connections: 65_536,
        connections_in_all: 65_536,
    };
}

impl Default for Config {
    fn default() -> Config {
        Config {
            claim_after: Duration::from_secs(60),
            idle: Duration::from_secs(300),
            limits: Limits::default(),
            listen: (IpAddr::from([127, 0, 0, 1]), 0),
            hosts: Vec::new(),
            web: None,
            tables: None,
            search_time: Duration::from_secs(5),
        }
    }
}
