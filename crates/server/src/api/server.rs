//! What a page must know about its server: whether others can reach it, and where.

use axum::extract::State;
use axum::response::Json;
use serde_json::{Value, json};

use crate::Shared;
use crate::client::{Client, WayHere};
use crate::network::link;

/// The port a server listens on unless told otherwise.
pub const DEFAULT_PORT: u16 = 6464;

/// Whether others can reach this server, and where. How this machine is called in its own network is
/// told to nobody but those who sit at it: others know what they have called it by.
pub(super) async fn about(State(shared): State<Shared>, client: Client) -> Json<Value> {
    let (address, port) = shared.config.listen;
    let about = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "loopback_only": address.is_loopback(),
        "claim_after": shared.live.claim_after().as_secs(),
    });
    if client.way == WayHere::Proxied || !client.from.is_loopback() {
        return Json(about);
    }
    let at = match address.is_unspecified() || address.is_loopback() {
        true => shared.addresses(),
        false => vec![link(address, port)],
    };
    let port_option = match port == DEFAULT_PORT {
        true => String::new(),
        false => format!(" --port {port}"),
    };
    let mut about = about;
    about["port"] = port.into();
    about["addresses"] = at.into();
    about["restart"] = format!("damier serve --host 0.0.0.0{port_option}").into();
    Json(about)
}
