//! The protocol over HTTP: each of these routes reads the request of the same name out of the
//! address or the body and writes the answer. Nothing about games is known here.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_core::Lang;
use damier_core::budget::Budget;
use damier_protocol::decode::{Form, Given, decode};
use damier_protocol::{
    ApiError, Board, Context, ErrorCode, Games, Handle, RecordRead, Rules, Session, Start, Value,
    WORK,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::tables;
use crate::Shared;
use crate::client::Client;
use crate::failure::Failure;
use crate::limits::Cost;
use crate::request;
use crate::work::{Deadline, Pool};

/// What a question has in its address.
pub(super) type Asked = Query<Vec<(String, String)>>;

/// All games.
pub(super) async fn games(
    State(shared): State<Shared>,
    client: Client,
) -> Result<Response, Failure> {
    answer(&shared, Games {}, &client).await
}

/// One game.
pub(super) async fn game(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Response, Failure> {
    // What does not exist is complained about by the rules.
    let start: Start = from_address(&id, Vec::new())?;
    ask(&shared, start, &client, |_, _| ()).await?;
    let text = ask(&shared, Games {}, &client, move |all, _| {
        all.games.into_iter().find(|game| game.id == id).map(|game| text_of(&game))
    });
    text.await?.map(json).ok_or_else(Failure::nothing_here)
}

/// A question about a game, all of it in the address.
pub(super) async fn question<R>(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure>
where
    R: Handle<Answer: Serialize> + DeserializeOwned + Send + 'static,
{
    let request: R = from_address(&id, asked)?;
    answer(&shared, request, &client).await
}

/// The rules as Markdown.
pub(super) async fn rules(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Response, Failure> {
    let request: Rules = from_address(&id, Vec::new())?;
    let markdown = ask(&shared, request, &client, |rules, _| rules.markdown).await?;
    Ok(typed("text/markdown; charset=utf-8", markdown.into()))
}

/// The exact value, and those of all turns.
pub(super) async fn value(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure> {
    may_search(&shared, &client)?;
    let request: Value = from_address(&id, asked)?;
    let Value { game, rules, position } = request.clone();
    tables::prepare(&shared, game, rules, position, &client).await;
    answer_long(&shared, request, &client).await
}

/// The board as a picture.
pub(super) async fn board(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure> {
    let request: Board = from_address(&id, asked)?;
    let svg = ask(&shared, request, &client, |board, _| board.svg).await?;
    let mut response = typed("image/svg+xml", svg.into());
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
    let request: RecordRead = match is_json {
        true => from_body(request).await?,
        false => RecordRead { text: request::text(request).await? },
    };
    answer_long(&shared, request, &client).await
}

/// Counts a request that needs search or tables.
pub(super) fn may_search(shared: &Shared, client: &Client) -> Result<(), Failure> {
    shared.limits.take(client.from, Cost::Search).map_err(Failure::too_many)
}

/// The game in the path and the fields in the query; of those given twice the last counts.
pub(super) fn from_address<R: DeserializeOwned>(
    id: &str,
    asked: Vec<(String, String)>,
) -> Result<R, Failure> {
    let mut given: Given = vec![("game".into(), id.into())];
    for (name, text) in asked.into_iter().filter(|(name, _)| name != "lang" && name != "game") {
        given.retain(|(other, _)| *other != name);
        given.push((name, text.into()));
    }
    Ok(decode(given, Form::Query)?)
}

/// The fields in the body, which is JSON.
pub(super) async fn from_body<R: DeserializeOwned>(request: Request) -> Result<R, Failure> {
    let given: serde_json::Map<String, serde_json::Value> = request::body(request).await?;
    Ok(decode(given.into_iter().collect(), Form::Json)?)
}

/// Answers a request with JSON.
async fn answer<R>(shared: &Shared, request: R, client: &Client) -> Result<Response, Failure>
where
    R: Handle<Answer: Serialize> + Send + 'static,
{
    let text = |answer: R::Answer, deadline: &Deadline| text_until(&answer, deadline);
    written(shared, client, ask(shared, request, client, text).await?)
}

/// As [`answer`], for requests that may take tens of milliseconds: they step back for all others.
async fn answer_long<R>(shared: &Shared, request: R, client: &Client) -> Result<Response, Failure>
where
    R: Handle<Answer: Serialize> + Send + 'static,
{
    let text = |answer: R::Answer, deadline: &Deadline| text_until(&answer, deadline);
    written(shared, client, ask_in(&shared.questions, shared, request, client, text).await?)
}

/// The answer. Whoever asked pays also for what must be kept until they have read it.
fn written(shared: &Shared, client: &Client, text: String) -> Result<Response, Failure> {
    shared.limits.charge(client.from, price(text.len()));
    Ok(json(text))
}

/// Asks, away from the threads that serve sockets, and makes something of the answer there. Who asks
/// much, or much at once, steps back for those who do not.
pub(super) async fn ask<R, T>(
    shared: &Shared,
    request: R,
    client: &Client,
    then: impl FnOnce(R::Answer, &Deadline) -> T + Send + 'static,
) -> Result<T, Failure>
where
    R: Handle + Send + 'static,
    T: Send + 'static,
{
    let much = shared.limits.is_busy(client.from) || shared.work.serves(client.from);
    let pool = if much { &shared.questions } else { &*shared.work };
    ask_in(pool, shared, request, client, then).await
}

/// As [`ask`], in this pool. Whoever asks pays for the time it took.
async fn ask_in<R, T>(
    pool: &Pool,
    shared: &Shared,
    request: R,
    client: &Client,
    then: impl FnOnce(R::Answer, &Deadline) -> T + Send + 'static,
) -> Result<T, Failure>
where
    R: Handle + Send + 'static,
    T: Send + 'static,
{
    shared.limits.may_work(client.from).map_err(Failure::too_many)?;
    let (oracles, lang) = (Arc::clone(&shared.library.oracles), client.lang);
    let work = move |deadline: &Deadline| {
        let answer = handle(&mut Session::new(oracles), request, lang, deadline)?;
        Ok::<T, ApiError>(then(answer, deadline))
    };
    let time = shared.config.work_time;
    let done = pool.run(client.from, shared.config.search_time, time, work).await;
    Ok(done.map_err(Failure::not_done)??)
}

/// What an answer of this size costs besides the time to make it: a second for 16 MiB.
fn price(bytes: usize) -> Duration {
    Duration::from_secs_f64(bytes as f64 / f64::from(16 << 20))
}

/// Asks a session, which stops at the deadline.
pub(super) fn handle<R: Handle>(
    session: &mut Session,
    request: R,
    lang: Lang,
    deadline: &Deadline,
) -> Result<R::Answer, ApiError> {
    let stop = || deadline.passed();
    let budget = Budget::new(WORK).until(&stop);
    session.handle(request, &Context { lang, budget: &budget })
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Failure {
        let status = match error.code() {
            ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
            ErrorCode::UnknownGame => StatusCode::NOT_FOUND,
            ErrorCode::Over => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Failure::new(status, error.code().text(), error.message().clone())
    }
}

/// An answer as JSON.
pub(super) fn text_of(answer: &impl Serialize) -> String {
    // Answers have no maps whose keys are no texts, and memory does not fail.
    serde_json::to_string(answer).unwrap_or_default()
}

/// The same where it may be long: a thread of low priority lets others go first while it writes.
fn text_until(answer: &impl Serialize, deadline: &Deadline) -> String {
    let mut text = Unhurried { text: Vec::new(), deadline };
    match serde_json::to_writer(&mut text, answer) {
        Ok(()) => String::from_utf8(text.text).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// A text that looks at the deadline every few kilobytes.
struct Unhurried<'a> {
    text: Vec<u8>,
    deadline: &'a Deadline,
}

impl std::io::Write for Unhurried<'_> {
    fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
        const OFTEN: usize = 1 << 12;
        let before = self.text.len() / OFTEN;
        self.text.extend_from_slice(part);
        if self.text.len() / OFTEN > before {
            // What is half written is written to its end: its length is bounded.
            let _ = self.deadline.passed();
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A JSON answer.
pub(super) fn json(text: String) -> Response {
    typed("application/json", text.into())
}

fn typed(kind: &'static str, text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
}
