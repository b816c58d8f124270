//! What a page must know about its server: whether others can reach it, and where.

use std::net::IpAddr;

use axum::extract::State;
use axum::response::Json;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Shared;
use crate::client::{Client, WayHere};
use crate::network::link;

/// The port a server listens on unless told otherwise.
pub const DEFAULT_PORT: u16 = 6464;

/// What a page must know about its server.
#[derive(Serialize, JsonSchema)]
pub(super) struct About {
    /// The version of the program.
    version: &'static str,
    /// Whether it can be reached from this machine only.
    loopback_only: bool,
    /// After how many seconds of absence a live game without a clock can be claimed.
    claim_after: u64,
    #[serde(flatten)]
    here: Option<Here>,
}

/// What is told to those who sit at the machine.
#[derive(Serialize, JsonSchema)]
struct Here {
    /// The port it listens on; told on this machine only.
    port: u16,
    /// Where others in the local network would find it; told on this machine only.
    addresses: Vec<String>,
    /// The command that makes it listen to them; told on this machine only.
    restart: String,
}

/// Whether others can reach this server, and where. How this machine is called in its own network is
/// told to nobody but those who sit at it: others know what they have called it by.
pub(super) async fn about(State(shared): State<Shared>, client: Client) -> Json<About> {
    let (address, port) = shared.config.listen;
    let near = client.way != WayHere::Proxied && client.from.is_loopback();
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        loopback_only: address.is_loopback(),
        claim_after: shared.live.claim_after().as_secs(),
        here: near.then(|| here(&shared, address, port)),
    })
}

fn here(shared: &Shared, address: IpAddr, port: u16) -> Here {
    let addresses = match address.is_unspecified() || address.is_loopback() {
        true => shared.addresses(),
        false => vec![link(address, port)],
    };
    let port_option = match port == DEFAULT_PORT {
        true => String::new(),
        false => format!(" --port {port}"),
    };
    Here { port, addresses, restart: format!("damier serve --host 0.0.0.0{port_option}") }
}
