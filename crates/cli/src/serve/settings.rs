//! What `damier serve` can be told about limits, proxies and logs; each by an option or by an
//! environment variable, as services are configured.

use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use clap::value_parser as within;
use damier_server::config::{Config, GameCaps, Limits, Proxies, ProxyHeader};
use damier_server::proxy::Network;
use tracing_subscriber::EnvFilter;

const DAY: u64 = 24 * 3600;
/// No setting needs more, and no sum of settings overflows.
const MOST: i64 = 1 << 30;

/// How much one address may ask for, and one game hold.
#[derive(clap::Args, Clone, Default)]
#[command(next_help_heading = "Limits (0 means none where it is a rate)")]
pub(super) struct LimitArgs {
    /// Lift the limits per address, for load tests
    #[arg(long, env = "DAMIER_NO_LIMITS")]
    pub(super) no_limits: bool,

    /// Requests per second of one address (default: 50)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_REQUESTS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_requests: Option<u32>,

    /// Searches, and requests that need tables, per second of one address (default: 4)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_SEARCHES", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_searches: Option<u32>,

    /// New live games and seats per minute of one address (default: 30)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_GAMES", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_games: Option<u32>,

    /// Messages per second on one socket (default: 20)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_MESSAGES", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_messages: Option<u32>,

    /// Messages per second on all sockets of one address (default: 200)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_ADDRESS_MESSAGES", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_address_messages: Option<u32>,

    /// Milliseconds of processor time per second of one address, searches apart (default: 200)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_WORK", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_work: Option<u32>,

    /// Searches of one address that run at once (default: 1)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_SEARCHING", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=MOST))]
    limit_searching: Option<u32>,

    /// Searches, or other jobs, of one address that wait (default: 16)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_WAITING", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=MOST))]
    limit_waiting: Option<u32>,

    /// Invitations of one address within a day that nobody has taken (default: 50)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_INVITATIONS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=MOST))]
    limit_invitations: Option<u32>,

    /// Connections of one address (default: 256)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_CONNECTIONS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=MOST))]
    limit_connections: Option<u32>,

    /// Connections of all addresses (default: 8192)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_ALL_CONNECTIONS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=MOST))]
    limit_all_connections: Option<u32>,

    /// Turns of one game, which then is a draw (default: 3000)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_TURNS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=5000))]
    limit_turns: Option<u32>,

    /// Events of one game, offers and the like included, which then is a draw (default: 12000)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_EVENTS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=MOST))]
    limit_events: Option<u32>,

    /// People who watch one game (default: 1000)
    #[arg(long, value_name = "N", env = "DAMIER_LIMIT_SPECTATORS", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    limit_spectators: Option<u32>,

    /// KiB that wait for one socket before it is cut (default: 512)
    #[arg(long, value_name = "KIB", env = "DAMIER_LIMIT_OUTBOX", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=1 << 20))]
    limit_outbox: Option<u32>,

    /// Milliseconds a search for the best turn may take (default: 5000)
    #[arg(long, value_name = "MS", env = "DAMIER_LIMIT_SEARCH_TIME", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=15_000))]
    limit_search_time: Option<u32>,

    /// Milliseconds anything else may compute (default: 2000)
    #[arg(long, value_name = "MS", env = "DAMIER_LIMIT_WORK_TIME", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=15_000))]
    limit_work_time: Option<u32>,

    /// Seconds a client may leave what it is sent unread (default: 20)
    #[arg(long, value_name = "SECONDS", env = "DAMIER_LIMIT_WRITE_TIME", hide_short_help = true)]
    #[arg(value_parser = within!(u32).range(1..=3600))]
    limit_write_time: Option<u32>,
}

/// A setting, or what it is without one.
fn or<T: TryFrom<u32>>(given: Option<u32>, usual: T) -> T {
    given.and_then(|given| T::try_from(given).ok()).unwrap_or(usual)
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        let usual = if self.no_limits { Limits::OFF } else { Limits::default() };
        Limits {
            requests: or(self.limit_requests, usual.requests),
            searches: or(self.limit_searches, usual.searches),
            games: or(self.limit_games, usual.games),
            messages: or(self.limit_messages, usual.messages),
            address_messages: or(self.limit_address_messages, usual.address_messages),
            work: or(self.limit_work, usual.work),
            searching: or(self.limit_searching, usual.searching),
            waiting: or(self.limit_waiting, usual.waiting),
            invitations: or(self.limit_invitations, usual.invitations),
            connections: or(self.limit_connections, usual.connections),
            connections_in_all: or(self.limit_all_connections, usual.connections_in_all),
        }
    }

    fn caps(&self) -> GameCaps {
        let usual = GameCaps::default();
        GameCaps {
            turns: or(self.limit_turns, usual.turns),
            events: or(self.limit_events, usual.events),
            spectators: or(self.limit_spectators, usual.spectators),
            outbox: self.limit_outbox.map_or(usual.outbox, |kib| kib as usize * 1024),
        }
    }

    /// Puts all of this into the configuration.
    pub(super) fn set(&self, config: &mut Config) {
        let millis = |given: Option<u32>, usual: Duration| {
            given.map_or(usual, |ms| Duration::from_millis(ms.into()))
        };
        config.limits = self.limits();
        config.caps = self.caps();
        config.search_time = millis(self.limit_search_time, config.search_time);
        config.work_time = millis(self.limit_work_time, config.work_time);
        if let Some(seconds) = self.limit_write_time {
            config.write_time = Duration::from_secs(seconds.into());
        }
    }
}

/// What is kept, and for how long.
#[derive(clap::Args, Clone, Default)]
pub(super) struct KeepArgs {
    /// How many seconds a player is gone before the other may claim a game with a clock (default: 60)
    #[arg(long, value_name = "SECONDS", env = "DAMIER_CLAIM_AFTER")]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    claim_after: Option<u32>,

    /// The same for a game without a clock (default: 259200, three days)
    #[arg(long, value_name = "SECONDS", env = "DAMIER_CLAIM_AFTER_UNTIMED")]
    #[arg(value_parser = within!(u32).range(0..=MOST))]
    claim_after_untimed: Option<u32>,

    /// Delete games so many days after they ended; without this they are kept
    #[arg(long, value_name = "DAYS", env = "DAMIER_KEEP_FINISHED")]
    #[arg(value_parser = within!(u32).range(1..=36_500))]
    keep_finished: Option<u32>,

    /// With less than so many MiB left on the disk begin no new games (default: 64)
    #[arg(long, value_name = "MIB", env = "DAMIER_RESERVE")]
    #[arg(value_parser = within!(u32).range(0..=1 << 24))]
    reserve: Option<u32>,
}

impl KeepArgs {
    /// Puts all of this into the configuration.
    pub(super) fn set(&self, config: &mut Config) {
        let seconds = |given: Option<u32>, usual: Duration| {
            given.map_or(usual, |seconds| Duration::from_secs(seconds.into()))
        };
        config.claim_after = seconds(self.claim_after, config.claim_after);
        config.claim_after_untimed = seconds(self.claim_after_untimed, config.claim_after_untimed);
        config.keep_finished = self.keep_finished.map(|d| Duration::from_secs(u64::from(d) * DAY));
        if let Some(mib) = self.reserve {
            config.reserve = u64::from(mib) << 20;
        }
    }
}

/// Who may say for whom they ask.
#[derive(clap::Args, Clone, Default)]
pub(super) struct ProxyArgs {
    /// Believe this proxy, an address or a network, about who asks; may be repeated
    #[arg(long, value_name = "CIDR|ADDRESS", env = "DAMIER_TRUSTED_PROXY", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,

    /// The header the trusted proxies write; others are not read
    #[arg(long, value_name = "HEADER", env = "DAMIER_PROXY_HEADER", value_enum)]
    proxy_header: Option<HeaderName>,
}

#[derive(ValueEnum, Clone, Copy)]
enum HeaderName {
    XForwardedFor,
    Forwarded,
}

impl ProxyArgs {
    /// As the server wants it.
    pub(super) fn proxies(&self) -> Proxies {
        let header = match self.proxy_header {
            Some(HeaderName::Forwarded) => ProxyHeader::Forwarded,
            Some(HeaderName::XForwardedFor) | None => ProxyHeader::XForwardedFor,
        };
        Proxies { trusted: self.trusted_proxy.clone(), header }
    }
}

/// What is written to the standard error, and how.
#[derive(clap::Args, Clone, Default)]
pub(super) struct LogArgs {
    /// What to log: error, warn, info, debug, trace, or by part such as damier_server=debug (default: warn)
    #[arg(long, value_name = "FILTER", env = "DAMIER_LOG")]
    log: Option<String>,

    /// How to log
    #[arg(long, value_name = "FORMAT", env = "DAMIER_LOG_FORMAT", value_enum)]
    log_format: Option<Format>,
}

#[derive(ValueEnum, Clone, Copy)]
enum Format {
    /// For people
    Text,
    /// One JSON object per line
    Json,
}

impl LogArgs {
    /// Starts logging.
    pub(super) fn start(&self) -> anyhow::Result<()> {
        let filter = self.log.as_deref().unwrap_or("warn");
        let filter = EnvFilter::try_new(filter).with_context(|| format!("--log {filter}"))?;
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        match self.log_format {
            Some(Format::Json) => log.json().init(),
            Some(Format::Text) | None => log.init(),
        }
        Ok(())
    }
}
