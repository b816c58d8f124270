//! Reading requests within bounds of size and time.
//!
//! These are a few lines each, and not `tower-http`'s layers (`timeout`, `limit`, `trace`), because
//! theirs answer with an empty body or an English one: here every refusal has a code and a sentence
//! in the language asked for, and the line that is logged must not show a query.

use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damier_core::{Phrase, phrase};
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// The largest body of a request.
pub(crate) const LARGEST: usize = 64 << 10;

/// The longest any request takes.
const LONGEST: Duration = Duration::from_secs(20);

const TOO_LARGE: Phrase = phrase!("server.too-large");
const NOT_JSON: Phrase = phrase!("server.not-json");
const TOO_SLOW: Phrase = phrase!("server.too-slow");

/// The text of a request's body.
pub(crate) async fn text(request: Request) -> Result<String, Failure> {
    const NOT_TEXT: Phrase = phrase!("server.not-text");
    let bytes = axum::body::to_bytes(request.into_body(), LARGEST)
        .await
        .map_err(|_| Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", TOO_LARGE.say()))?;
    String::from_utf8(bytes.into()).map_err(|_| Failure::bad(NOT_TEXT.say()))
}

/// The JSON of a request's body.
pub(crate) async fn body<T: DeserializeOwned>(request: Request) -> Result<T, Failure> {
    let text = text(request).await?;
    serde_json::from_str(&text).map_err(|error| Failure::bad(NOT_JSON.with(error.to_string())))
}

/// Writes a line about a request for whoever asked for that (`--log damier_server=debug`): never its
/// query, its body or a header, so that no secret can get there.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    if !tracing::enabled!(tracing::Level::DEBUG) {
        return next.run(request).await;
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let begun = std::time::Instant::now();
    let response = next.run(request).await;
    let (status, ms) = (response.status().as_u16(), begun.elapsed().as_millis() as u64);
    tracing::debug!(%method, path, status, ms, "request");
    response
}

/// Ends requests that take too long. Sockets are not meant: their request ends when they open.
pub(crate) async fn in_time(request: Request, next: Next) -> Response {
    let timed = tokio::time::timeout(LONGEST, next.run(request)).await;
    timed.unwrap_or_else(|_| {
        Failure::new(StatusCode::REQUEST_TIMEOUT, "too-slow", TOO_SLOW.say()).into_response()
    })
}
