//! The API: every route in one table, with the types it takes and gives, from which the router and
//! the description are made.

mod ask;
mod best;
mod openapi;
mod route;
mod server;
mod tables;
#[cfg(test)]
mod typescript;
#[cfg(test)]
mod written;

pub use openapi::description;
pub use server::DEFAULT_PORT;

use axum::Router;
use axum::routing::{get, post};
use damier_core::{Message, phrase};
use damier_protocol::{
    Board, Coverage, GameInfo, Games, Look, RecordRead, RecordReadAnswer, Report, Start, TextBoard,
    Turns, Value,
};
use schemars::JsonSchema;
use serde_json::json;

use crate::Shared;
use crate::failure::Failure;
use crate::http::live;
use route::{Route, Tag};

/// Every route.
fn routes() -> Vec<Route> {
    let mut all = about_the_server();
    all.extend(about_games());
    all.extend(about_live_games());
    all
}

fn about_the_server() -> Vec<Route> {
    /// A description of an API.
    #[derive(JsonSchema)]
    #[schemars(inline)]
    struct OpenApi {}
    vec![
        Route::new(
            ("get", "/api/v1/openapi.json"),
            get(openapi::described),
            ("openapi", Tag::Server),
            phrase!("api.openapi"),
        )
        .answers::<OpenApi>("200", phrase!("api.openapi-answer")),
        Route::new(
            ("get", "/api/v1/server"),
            get(server::about),
            ("server", Tag::Server),
            phrase!("api.server"),
        )
        .answers::<server::About>("200", phrase!("api.server-answer")),
    ]
}

fn about_games() -> Vec<Route> {
    let about =
        |path, handler, name, summary| Route::new(path, handler, (name, Tag::Games), summary);
    vec![
        about(("get", "/api/v1/games"), get(ask::games), "games", phrase!("api.games"))
            .handles::<Games>(phrase!("api.games-answer")),
        about(("get", "/api/v1/games/{game}"), get(ask::game), "game", phrase!("api.game"))
            .answers::<GameInfo>("200", phrase!("api.game-answer")),
        about(
            ("get", "/api/v1/games/{game}/rules"),
            get(ask::rules),
            "rules",
            phrase!("api.rules"),
        )
        .answers_text("text/markdown", phrase!("api.rules-answer")),
        about(
            ("get", "/api/v1/games/{game}/start"),
            get(ask::question::<Start>),
            "start",
            phrase!("api.start"),
        )
        .handles::<Start>(phrase!("api.look-answer")),
        about(
            ("get", "/api/v1/games/{game}/look"),
            get(ask::question::<Look>),
            "look",
            phrase!("api.look"),
        )
        .handles::<Look>(phrase!("api.look-answer")),
        about(
            ("get", "/api/v1/games/{game}/turns"),
            get(ask::question::<Turns>),
            "turns",
            phrase!("api.turns"),
        )
        .handles::<Turns>(phrase!("api.turns-answer")),
        about(
            ("get", "/api/v1/games/{game}/value"),
            get(ask::value),
            "value",
            phrase!("api.value"),
        )
        .handles::<Value>(phrase!("api.value-answer")),
        about(
            ("get", "/api/v1/games/{game}/tables"),
            get(tables::tables),
            "tables",
            phrase!("api.tables"),
        )
        .asks::<Coverage>()
        .answers::<tables::Offered>("200", phrase!("api.tables-answer"))
        .answers::<tables::Offered>("202", phrase!("api.tables-wait")),
        about(("post", "/api/v1/games/{game}/best"), post(best::best), "best", phrase!("api.best"))
            .takes::<best::Wanted>(json!({ "level": "search", "time": 1000 }))
            .answers::<Report>("200", phrase!("api.best-answer")),
        about(
            ("get", "/api/v1/games/{game}/board.svg"),
            get(ask::board),
            "board",
            phrase!("api.board"),
        )
        .asks::<Board>()
        .answers_text("image/svg+xml", phrase!("api.board-answer")),
        about(
            ("get", "/api/v1/games/{game}/text-board"),
            get(ask::question::<TextBoard>),
            "textBoard",
            phrase!("api.text-board"),
        )
        .handles::<TextBoard>(phrase!("api.text-board-answer")),
        about(("post", "/api/v1/record"), post(ask::record), "record", phrase!("api.record"))
            .takes::<RecordRead>(json!({ "text": RECORD }))
            .takes_text(RECORD)
            .answers::<RecordReadAnswer>("200", phrase!("api.record-answer")),
    ]
}

/// A record to begin with.
const RECORD: &str = "[Game \"kono\"]\n[Result \"*\"]\n\n1. a1xa3 *\n";

fn about_live_games() -> Vec<Route> {
    let route =
        |path, handler, name, summary| Route::new(path, handler, (name, Tag::Live), summary);
    let clock = json!({ "initial": 300, "increment": 5 });
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    vec![
        route(("post", "/api/v1/live"), post(live::create), "invite", phrase!("api.invite"))
            .takes::<live::Invitation>(json!({ "game": "kono", "side": "random", "clock": clock }))
            .answers::<live::Invited>("201", phrase!("api.invite-answer")),
        route(("get", "/api/v1/live/{id}"), get(live::look), "watch", phrase!("api.watch")).gives(
            "200",
            phrase!("api.watch-answer"),
            "application/json",
            |_| json!({ "$ref": "#/components/schemas/LiveState" }),
        ),
        route(("post", "/api/v1/live/{id}/join"), post(live::join), "join", phrase!("api.join"))
            .takes::<live::Join>(json!({ "token": "22 random letters or digits" }))
            .answers::<live::Joined>("200", phrase!("api.join-answer")),
        route(
            ("get", "/api/v1/live/{id}/record"),
            get(live::record),
            "liveRecord",
            phrase!("api.live-record"),
        )
        .asks::<live::RecordQuery>()
        .answers_text("text/plain", phrase!("api.live-record-answer")),
        route(
            ("get", "/api/v1/live/{id}/socket"),
            get(live::connect),
            "socket",
            phrase!("api.socket"),
        )
        .about(socket_messages())
        .changes("101", phrase!("api.socket-answer"))
        .with("x-client-message", schema("ClientMessage"))
        .with("x-server-message", schema("ServerMessage")),
    ]
}

/// How people and programs talk over the socket.
fn socket_messages() -> Message {
    let hello = r#"{"do":"hello","token":TOKEN,"lang":"en"}"#;
    let turn = r#"{"do":"turn","nonce":"n1","at":0,"turn":"…"}"#;
    let about = phrase!("api.socket-about").with(hello).with(r#"{"type":"state",…}"#);
    about.with(turn).with(r#"{"type":"event",…}"#)
}

/// All of them as a router.
pub(crate) fn router() -> Router<Shared> {
    let wrong_method = || async { Failure::wrong_method() };
    let all = routes()
        .into_iter()
        .fold(Router::new(), |router, route| router.route(route.path, route.handler));
    all.method_not_allowed_fallback(wrong_method)
}
