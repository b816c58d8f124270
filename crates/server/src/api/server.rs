//! What a page must know about its server: whether others can reach it, and where.

use axum::extract::State;
use axum::response::Json;
use serde_json::{Value, json};

use crate::Shared;
use crate::network::link;

/// The port a server listens on unless told otherwise.
pub const DEFAULT_PORT: u16 = 6464;

/// Whether others can reach this server, and where.
pub(super) async fn about(State(shared): State<Shared>) -> Json<Value> {
    let (address, port) = shared.config.listen;
    let at = match address.is_unspecified() || address.is_loopback() {
        true => shared.addresses(),
        false => vec![link(address, port)],
    };
    let port_option = match port == DEFAULT_PORT {
        true => String::new(),
        false => format!(" --port {port}"),
    };
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "loopback_only": address.is_loopback(),
        "port": port,
        "addresses": at,
        "restart": format!("damier serve --host 0.0.0.0{port_option}"),
        "claim_after": shared.live.claim_after().as_secs(),
    }))
}
