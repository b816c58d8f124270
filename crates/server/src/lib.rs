//! Damier's server: the web app, live games between people and the API, as one router ([`app`])
//! that needs no socket to be tested; and what puts it on the network ([`run`]).

mod api;
mod assets;
mod bus;
mod client;
pub mod config;
mod failure;
mod guard;
mod health;
pub mod home;
mod http;
mod ids;
mod library;
mod limits;
mod live;
mod log;
mod network;
pub mod proxy;
mod request;
mod rooms;
pub mod run;
mod wire;
mod work;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};

use assets::Assets;
use config::Config;
use damier_protocol::Oracles;
use damier_solve::store::Store as Tables;
use library::Library;
use limits::RateLimits;
use network::Network;
use rooms::Rooms;
use work::{Pool, Shares};

pub use api::description;
pub use log::{Place, Store, StoreError};
pub use network::local_link;
pub use work::step_back;

/// Everything the handlers share.
pub struct Server {
    config: Config,
    limits: Arc<RateLimits>,
    network: Network,
    assets: Assets,
    readiness: health::Readiness,
    live: Arc<Rooms>,
    library: Arc<Library>,
    /// Where searches run.
    searches: Pool,
    /// Where the API's questions are answered of those who have asked for much; they step back for
    /// turns of live games and for everybody else's questions.
    questions: Pool,
    /// Where everything else is computed.
    work: Arc<Pool>,
}

/// The same, as handlers hold it.
pub type Shared = Arc<Server>;

impl Server {
    /// A server over this database that answers with these tables.
    pub fn new(config: Config, store: Store, oracles: Arc<Oracles>) -> Shared {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).max(2);
        let (limits, rates) = (&config.limits, RateLimits::new(config.limits));
        let searches = Shares {
            threads,
            running: limits.searching,
            waiting: limits.waiting,
            low_priority: true,
        };
        // Half of the threads, so that there is always one for somebody else.
        let questions = Shares { running: threads / 2, ..searches };
        let work = Shares { low_priority: false, ..questions };
        let work = Arc::new(Pool::new(work, Some(Arc::clone(&rates))));
        let questions = Pool::new(questions, Some(Arc::clone(&rates)));
        Arc::new(Server {
            limits: rates,
            searches: Pool::new(searches, None),
            questions,
            network: Network::default(),
            readiness: health::Readiness::default(),
            assets: Assets::new(config.web.clone()),
            live: Rooms::new(&store, &config, Arc::clone(&work)),
            work,
            library: Library::new(oracles, config.tables.clone().map(Tables::new)),
            config,
        })
    }

    /// Stores what must be stored and closes the database; nothing is served afterwards.
    /// [`run::serve`] does this by itself.
    pub async fn stop(&self) {
        self.live.stop().await;
    }

    /// How many live games are in memory; the others are in the database only.
    pub fn games_in_memory(&self) -> usize {
        self.live.in_memory()
    }

    /// Whether there are pages to serve.
    pub fn has_pages(&self) -> bool {
        self.assets.any()
    }

    /// Where others in the local network would find a server that listens on all addresses.
    pub fn addresses(&self) -> Vec<String> {
        let port = self.config.listen.1;
        let all = self.network.reachable().into_iter();
        all.map(|address| network::link(address, port)).collect()
    }

    /// Whether a request for this host is meant for us: a web page elsewhere can make a browser
    /// ask us under a name of its own (DNS rebinding), but not under ours.
    fn answers_to(&self, host: &str) -> bool {
        let Some((name, _)) = guard::split_host(host) else { return false };
        let listened = self.config.listen.0;
        match name.parse::<IpAddr>() {
            Ok(address) => {
                address.is_loopback()
                    || address == listened
                    || self.network.addresses().contains(&address.to_canonical())
                    || self.config.hosts.iter().any(|known| known == name)
            }
            Err(_) => {
                name == "localhost"
                    || name.ends_with(".localhost")
                    || self.config.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
            }
        }
    }
}

/// The whole server as a router.
pub fn app(shared: Shared) -> Router {
    let guarded = Router::new()
        .merge(api::router())
        .fallback(assets::serve)
        .layer(from_fn(request::in_time))
        .layer(from_fn_with_state(Arc::clone(&shared), guard::check));
    // Whoever looks after the server asks under any name, and from anywhere.
    Router::new()
        .merge(health::router())
        .merge(guarded)
        .layer(from_fn(failure::say))
        .layer(from_fn(request::log))
        .with_state(shared)
}
