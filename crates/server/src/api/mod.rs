//! The API: every route in one table, so that its description can be compared with it.

mod server;

pub use server::DEFAULT_PORT;

use axum::Router;
use axum::routing::{MethodRouter, get, post};

use crate::Shared;
use crate::failure::Failure;
use crate::live::http as live;

/// Every route: method, path, handler.
fn routes() -> Vec<(&'static str, &'static str, MethodRouter<Shared>)> {
    vec![
        ("get", "/api/v1/server", get(server::about)),
        ("post", "/api/v1/live", post(live::create)),
        ("get", "/api/v1/live/{id}", get(live::look)),
        ("post", "/api/v1/live/{id}/join", post(live::join)),
        ("get", "/api/v1/live/{id}/record", get(live::record)),
        ("get", "/api/v1/live/{id}/socket", get(live::connect)),
    ]
}

/// All of them as a router.
pub(crate) fn router() -> Router<Shared> {
    let wrong_method = || async { Failure::wrong_method() };
    let all = routes()
        .into_iter()
        .fold(Router::new(), |router, (_, path, handler)| router.route(path, handler));
    all.method_not_allowed_fallback(wrong_method)
}
