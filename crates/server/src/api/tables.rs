//! The tables of a game's rules, as files that a page takes to answer by itself.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::door::{self, Asked};
use crate::Shared;
use crate::client::Client;
use crate::failure::Failure;
use crate::library::Offer;

/// How long an answer waits for tables that are being built: most take a second, and who waits for
/// longer wants to hear that they are being built.
const PATIENCE: Duration = Duration::from_secs(1);

/// Which tables there are for these rules; built first if that takes seconds. 202 says that this
/// goes on, and that one may ask again.
pub(super) async fn tables(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure> {
    // Waiting takes no place from those who search.
    door::may_search(&shared, &client)?;
    let fields = door::from_address(&id, asked);
    let rules = fields.get("rules").and_then(Value::as_str).unwrap_or_default().to_string();
    let reach = door::ask(&shared, "reach", fields, &client).await?;
    let mut answer: Value = serde_json::from_str(&reach).unwrap_or_default();
    let offers = shared.library.wait(&id, &rules, PATIENCE).await;
    let status = if offers.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let offers = offers.unwrap_or_default();
    answer["tables"] = offers.iter().map(listed).collect();
    Ok((status, door::json(answer.to_string())).into_response())
}

fn listed(offer: &Offer) -> Value {
    json!({ "file": offer.file, "tier": offer.header().tier, "bytes": offer.size() })
}

/// Sees to it that tables are there which know the value of a position, if they take seconds;
/// waits for them so long.
pub(super) async fn prepare(
    shared: &Shared,
    fields: &door::Fields,
    client: &Client,
    patience: Duration,
) {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let played = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let asked = door::fields([
        ("game", text("game").into()),
        ("rules", text("rules").into()),
        ("start", played("start")),
        ("turns", played("turns")),
    ]);
    // Whatever is wrong is said by who answers the request itself.
    let reach = door::ask(shared, "reach", asked, client).await;
    let reach: Value =
        reach.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    if reach["known"] == true {
        shared.library.wait(text("game"), text("rules"), patience).await;
    }
}
