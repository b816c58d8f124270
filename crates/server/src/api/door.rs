//! The text door over HTTP: each of these routes builds the request of the same name and maps what
//! the door answers. Nothing about games is known here.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_core::Lang;
use damier_core::budget::Budget;
use damier_protocol::{Door, WORK};
use serde_json::{Map, Value};

use super::tables;
use crate::Shared;
use crate::client::Client;
use crate::failure::Failure;
use crate::limits::Cost;
use crate::request;
use crate::work::Deadline;

/// The fields of a request for the door.
pub(super) type Fields = Map<String, Value>;

/// What a question has in its address, as the door wants it.
pub(super) type Asked = Query<Vec<(String, String)>>;

/// Fields that are true or false; in an address everything is text.
const FLAGS: [&str; 3] = ["coordinates", "flipped", "mini"];

/// All games.
pub(super) async fn games(
    State(shared): State<Shared>,
    client: Client,
) -> Result<Response, Failure> {
    let text = ask(&shared, "games", Fields::new(), &client).await?;
    Ok(json(text))
}

/// One game.
pub(super) async fn game(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Response, Failure> {
    // The door complains about a game that does not exist.
    ask(&shared, "start", fields([("game", id.as_str().into())]), &client).await?;
    let text = ask(&shared, "games", Fields::new(), &client).await?;
    let mut all: Value = serde_json::from_str(&text).unwrap_or_default();
    let list = all["games"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let found = list.into_iter().find(|game| game["id"] == id.as_str());
    found.map(|game| json(game.to_string())).ok_or_else(Failure::nothing_here)
}

/// A question about a game, all of it in the address.
macro_rules! question {
    ($($(#[$doc:meta])* $name:ident $verb:literal;)+) => {$(
        $(#[$doc])*
        pub(super) async fn $name(
            State(shared): State<Shared>,
            Path(id): Path<String>,
            Query(asked): Asked,
            client: Client,
        ) -> Result<Response, Failure> {
            let fields = from_address(&id, asked);
            Ok(json(ask(&shared, $verb, fields, &client).await?))
        }
    )+};
}

question! {
    /// The position a game begins with.
    start "start";
    /// What stands on the board.
    look "look";
    /// The legal turns.
    turns "turns";
    /// The board in words.
    text_board "text-board";
}

/// The rules as Markdown.
pub(super) async fn rules(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Response, Failure> {
    let text = ask(&shared, "rules", fields([("game", id.into())]), &client).await?;
    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
    let markdown = answer["markdown"].as_str().unwrap_or_default().to_string();
    Ok(typed("text/markdown; charset=utf-8", markdown))
}

/// The exact value, and those of all turns.
pub(super) async fn value(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure> {
    may_search(&shared, &client)?;
    let fields = from_address(&id, asked);
    let mut spot = fields.clone();
    if let Some(position) = spot.remove("position") {
        spot.insert("start".into(), position);
    }
    tables::prepare(&shared, &spot, &client, shared.config.search_time).await;
    Ok(json(ask(&shared, "value", fields, &client).await?))
}

/// The board as a picture.
pub(super) async fn board(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure> {
    let text = ask(&shared, "board", from_address(&id, asked), &client).await?;
    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
    let svg = answer["svg"].as_str().unwrap_or_default().to_string();
    let mut response = typed("image/svg+xml", svg);
    // The picture brings its own style and nothing else.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// Checks a record: the text itself, or JSON with a `text`.
pub(super) async fn record(
    State(shared): State<Shared>,
    client: Client,
    request: Request,
) -> Result<Response, Failure> {
    let kind = request.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_json = kind.is_some_and(|kind| kind.starts_with(b"application/json"));
    let fields = match is_json {
        true => request::body(request).await?,
        false => fields([("text", request::text(request).await?.into())]),
    };
    Ok(json(ask(&shared, "record-read", fields, &client).await?))
}

/// Counts a request that needs search or tables.
pub(super) fn may_search(shared: &Shared, client: &Client) -> Result<(), Failure> {
    shared.limits.take(client.from, Cost::Search).map_err(Failure::too_many)
}

/// These fields.
pub(super) fn fields<const N: usize>(all: [(&str, Value); N]) -> Fields {
    all.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// The game in the path and the fields in the query.
pub(super) fn from_address(id: &str, asked: Vec<(String, String)>) -> Fields {
    let mut fields = fields([("game", id.into())]);
    for (name, text) in asked.into_iter().filter(|(name, _)| name != "lang" && name != "game") {
        let value = match (FLAGS.contains(&name.as_str()), text.as_str()) {
            (true, "true" | "1" | "") => true.into(),
            (true, "false" | "0") => false.into(),
            _ => text.into(),
        };
        fields.insert(name, value);
    }
    fields
}

/// Asks the door, away from the threads that serve sockets. Whoever asks pays for the time it took,
/// and for what must be kept until they have read it.
pub(super) async fn ask(
    shared: &Shared,
    verb: &'static str,
    fields: Fields,
    client: &Client,
) -> Result<String, Failure> {
    shared.limits.may_work(client.from).map_err(Failure::too_many)?;
    let (oracles, lang) = (Arc::clone(&shared.library.oracles), client.lang);
    let work =
        move |deadline: &Deadline| answer(&mut Door::new(oracles), verb, fields, lang, deadline);
    let time = shared.config.work_time;
    let pool = match shared.limits.is_busy(client.from) {
        true => &shared.questions,
        false => &*shared.work,
    };
    let done = pool.run(client.from, shared.config.search_time, time, work).await;
    let answer = done.map_err(Failure::not_done)??;
    shared.limits.charge(client.from, price(answer.len()));
    Ok(answer)
}

/// What an answer of this size costs besides the time to make it: a second for 16 MiB.
fn price(bytes: usize) -> Duration {
    Duration::from_secs_f64(bytes as f64 / f64::from(16 << 20))
}

/// Asks the door, which stops at the deadline; the answer is JSON.
pub(super) fn answer(
    door: &mut Door,
    verb: &str,
    mut fields: Fields,
    lang: Lang,
    deadline: &Deadline,
) -> Result<String, Failure> {
    fields.insert("v".into(), 1.into());
    fields.insert("do".into(), verb.into());
    fields.insert("lang".into(), lang.code().into());
    let stop = || deadline.passed();
    let budget = Budget::new(WORK).until(&stop);
    let text = door.answer_within(&Value::Object(fields).to_string(), &budget);
    match text.strip_prefix(r#"{"ok":true"#) {
        Some(rest) => Ok(format!("{{{}", rest.trim_start_matches(','))),
        None => Err(fault(&text)),
    }
}

/// The door's refusal as a failure of the request.
fn fault(text: &str) -> Failure {
    let answer: Value = serde_json::from_str(text).unwrap_or_default();
    let said = |name: &str| answer["error"][name].as_str().unwrap_or_default().to_string();
    let code = said("code");
    let status = match code.as_str() {
        "bad-request" => StatusCode::BAD_REQUEST,
        "unknown-game" => StatusCode::NOT_FOUND,
        "over" => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Failure::said(status, code, said("message"))
}

/// A JSON answer.
pub(super) fn json(text: String) -> Response {
    typed("application/json", text)
}

fn typed(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], Bytes::from(text)).into_response()
}
