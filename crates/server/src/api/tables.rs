//! The tables of a game's rules, as files that a page takes to answer by itself.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damier_protocol::{Coverage, TableCoverage};
use schemars::JsonSchema;
use serde::Serialize;

use super::ask::{self, Asked};
use crate::Shared;
use crate::client::Client;
use crate::failure::Failure;
use crate::library::Offer;

/// How long an answer waits for tables that are being built: most take a second, and who waits for
/// longer wants to hear that they are being built.
const PATIENCE: Duration = Duration::from_secs(1);

/// What tables can tell, and which of them can be fetched.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OfferedTables")]
pub(super) struct Offered {
    #[serde(flatten)]
    coverage: TableCoverage,
    /// The tables, as files under `/tables/`.
    tables: Vec<OfferedTable>,
}

/// A table that can be fetched.
#[derive(Serialize, JsonSchema)]
pub(super) struct OfferedTable {
    /// The name of the file.
    file: String,
    /// Which of the game's positions it knows.
    tier: String,
    /// Its size.
    bytes: u64,
}

impl From<&Offer> for OfferedTable {
    fn from(offer: &Offer) -> OfferedTable {
        OfferedTable {
            file: offer.file.clone(),
            tier: offer.header().tier.clone(),
            bytes: offer.size(),
        }
    }
}

/// Which tables there are for these rules; built first if that takes seconds. 202 says that this
/// goes on, and that one may ask again.
pub(super) async fn tables(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(asked): Asked,
    client: Client,
) -> Result<Response, Failure> {
    // Waiting takes no place from those who search.
    ask::may_search(&shared, &client)?;
    let request: Coverage = ask::from_address(&id, asked)?;
    let rules = request.rules.clone();
    let coverage = ask::ask(&shared, request, &client, |coverage, _| coverage).await?;
    let offers = shared.library.wait(&id, &rules, PATIENCE).await;
    let status = if offers.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let offers = offers.unwrap_or_default();
    let offered = Offered { coverage, tables: offers.iter().map(OfferedTable::from).collect() };
    Ok((status, ask::json(ask::text_of(&offered))).into_response())
}

/// Sees to it that tables are there which know the value of a position, if they take seconds;
/// waits for them as long as a search may take.
pub(super) async fn prepare(
    shared: &Shared,
    game: String,
    rules: String,
    position: Option<String>,
    client: &Client,
) {
    let request = Coverage { game: game.clone(), rules: rules.clone(), position };
    // Whatever is wrong is said by who answers the request itself.
    let known = ask::ask(shared, request, client, |coverage, _| coverage.known).await;
    if known.unwrap_or(false) {
        shared.library.wait(&game, &rules, shared.config.search_time).await;
    }
}
