//! The API: every route in one table, so that its description can be compared with it.

mod ask;
mod best;
mod openapi;
mod server;
mod tables;

pub use server::DEFAULT_PORT;

use axum::Router;
use axum::routing::{MethodRouter, get, post};
use damier_protocol::{Look, Start, TextBoard, Turns};

use crate::Shared;
use crate::failure::Failure;
use crate::http::live;

/// Every route: method, path, handler.
fn routes() -> Vec<(&'static str, &'static str, MethodRouter<Shared>)> {
    vec![
        ("get", "/api/v1/openapi.json", get(openapi::described)),
        ("get", "/api/v1/server", get(server::about)),
        ("get", "/api/v1/games", get(ask::games)),
        ("get", "/api/v1/games/{game}", get(ask::game)),
        ("get", "/api/v1/games/{game}/rules", get(ask::rules)),
        ("get", "/api/v1/games/{game}/start", get(ask::question::<Start>)),
        ("get", "/api/v1/games/{game}/look", get(ask::question::<Look>)),
        ("get", "/api/v1/games/{game}/turns", get(ask::question::<Turns>)),
        ("get", "/api/v1/games/{game}/value", get(ask::value)),
        ("get", "/api/v1/games/{game}/tables", get(tables::tables)),
        ("post", "/api/v1/games/{game}/best", post(best::best)),
        ("get", "/api/v1/games/{game}/board.svg", get(ask::board)),
        ("get", "/api/v1/games/{game}/text-board", get(ask::question::<TextBoard>)),
        ("post", "/api/v1/record", post(ask::record)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn the_description_has_every_route_and_no_other() {
        let described: Value = serde_json::from_str(openapi::SOURCE).unwrap();
        let mut written = BTreeSet::new();
        for (path, methods) in described["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                written.insert((method.clone(), path.clone()));
            }
        }
        let served: BTreeSet<_> = routes()
            .iter()
            .map(|(method, path, _)| (method.to_string(), path.to_string()))
            .collect();
        assert_eq!(written, served);
    }
}
