//! The best turn: a search in slices, away from the threads that serve sockets, for a bounded
//! time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, Request, State};
use axum::response::Response;
use damier_core::Lang;
use damier_protocol::{Door, Oracles};
use serde::Deserialize;
use serde_json::{Value, json};

use super::door::{self, Fields};
use super::tables;
use crate::Shared;
use crate::client::Client;
use crate::failure::Failure;
use crate::request::body;
use crate::work::Deadline;

/// How many positions are searched before the clock is looked at.
const SLICE: u64 = 20_000;

/// What to search, how, and for how long.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    rules: Option<String>,
    /// A position; or `start` and `turns`, so that repetitions count.
    position: Option<String>,
    start: Option<String>,
    turns: Option<Vec<String>>,
    /// `level-1` … `perfect`, `search`.
    #[serde(default = "search")]
    level: String,
    seed: Option<u64>,
    limits: Option<Limits>,
    /// Milliseconds.
    time: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    nodes: Option<u64>,
    depth: Option<u64>,
}

fn search() -> String {
    "search".to_string()
}

impl Wanted {
    /// As the door wants it.
    fn fields(self, game: String) -> Fields {
        let mut fields = door::fields([("game", game.into()), ("player", self.level.into())]);
        let seed = self.seed.or_else(|| getrandom::u64().ok()).unwrap_or(0);
        fields.insert("seed".into(), seed.into());
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields.insert(name.to_string(), value);
            }
        };
        put("rules", self.rules.map(Value::from));
        put("start", self.start.or(self.position).map(Value::from));
        put("turns", self.turns.map(Value::from));
        put("limits", self.limits.map(|l| json!({ "nodes": l.nodes, "depth": l.depth })));
        fields
    }
}

/// Searches for the best turn.
pub(super) async fn best(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    client: Client,
    request: Request,
) -> Result<Response, Failure> {
    let wanted: Wanted = body(request).await?;
    door::may_search(&shared, &client)?;
    let most = shared.config.search_time;
    let time = wanted.time.map_or(most, Duration::from_millis).min(most);
    let (by_tables, fields) = (!wanted.level.starts_with("level-"), wanted.fields(game));
    if by_tables {
        tables::prepare(&shared, &fields, &client, most).await;
    }
    let oracles = Arc::clone(&shared.library.oracles);
    let work = move |deadline: &Deadline| think(oracles, fields, client.lang, time, deadline);
    let longest = time + shared.config.work_time;
    let report = shared.searches.run(client.from, most, longest, work).await;
    Ok(door::json(report.map_err(Failure::not_done)??))
}

fn think(
    oracles: Arc<Oracles>,
    fields: Fields,
    lang: Lang,
    time: Duration,
    deadline: &Deadline,
) -> Result<String, Failure> {
    let until = Instant::now() + time;
    let mut door = Door::new(oracles);
    let mut ask = |verb: &str, fields: Fields| -> Result<Value, Failure> {
        let text = door::answer(&mut door, verb, fields, lang, deadline)?;
        serde_json::from_str(&text).map_err(|_| Failure::storage())
    };
    let id = ask("think", fields)?["thinking"].clone();
    loop {
        let slice = door::fields([("thinking", id.clone()), ("nodes", SLICE.into())]);
        let step = ask("go-on", slice)?;
        if step["done"] == true {
            return Ok(step["report"].to_string());
        }
        if Instant::now() >= until || deadline.passed() {
            return Ok(ask("stop", door::fields([("thinking", id)]))?["report"].to_string());
        }
    }
}
