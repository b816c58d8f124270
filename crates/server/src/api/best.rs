//! The best turn: a search in slices, away from the threads that serve sockets, for a bounded
//! time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, Request, State};
use axum::response::Response;
use damier_core::Lang;
use damier_protocol::{ApiError, GoOn, Handle, Limits, Open, Report, Session, Stop, Think};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask, tables};
use crate::Shared;
use crate::client::Client;
use crate::failure::Failure;
use crate::work::Deadline;

/// How many positions are searched before the clock is looked at.
const SLICE: u64 = 20_000;

/// What to search, how, and for how long.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    rules: String,
    /// The position; or `start` and `turns`, so that repetitions count.
    position: Option<String>,
    /// Where the game began, if not at the ordinary start.
    start: Option<String>,
    /// The turns played since.
    #[serde(default)]
    turns: Vec<String>,
    /// Who thinks: one of the game's opponents, such as `level-3` or `perfect`, or `search`, which is
    /// meant if nothing is said.
    level: Option<String>,
    /// The same seed gives the same turns.
    seed: Option<u64>,
    /// Where the search ends by itself.
    #[serde(default)]
    limits: Limits,
    /// How many milliseconds to think; the server has a bound of its own, ordinarily 5000.
    time: Option<u64>,
}

/// Searches for the best turn.
pub(super) async fn best(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    client: Client,
    request: Request,
) -> Result<Response, Failure> {
    let wanted: Wanted = ask::from_body(request).await?;
    ask::may_search(&shared, &client)?;
    let most = shared.config.search_time;
    let time = wanted.time.map_or(most, Duration::from_millis).min(most);
    let player = wanted.level.unwrap_or_else(|| "search".to_owned());
    let (rules, start) = (wanted.rules, wanted.start.or(wanted.position));
    let open = Open { game, rules, start, turns: wanted.turns };
    if !player.starts_with("level-") {
        let position = ask::ask(&shared, open.clone(), &client, |open, _| open.state.look.position);
        let position = position.await?;
        tables::prepare(&shared, open.game.clone(), open.rules.clone(), Some(position), &client)
            .await;
    }
    let seed = wanted.seed.or_else(|| getrandom::u64().ok()).unwrap_or(0);
    let think = Think { session: 0, player, seed, limits: wanted.limits };
    let mut session = Session::new(Arc::clone(&shared.library.oracles));
    let work = move |deadline: &Deadline| {
        let clock = Clock { until: Instant::now() + time, lang: client.lang, deadline };
        search(&mut session, open, think, &clock).map(|report| ask::text_of(&report))
    };
    let longest = time + shared.config.work_time;
    let report = shared.searches.run(client.from, most, longest, work).await;
    Ok(ask::json(report.map_err(Failure::not_done)??))
}

/// When to stop, and in what language to say what was found.
struct Clock<'a> {
    until: Instant,
    lang: Lang,
    deadline: &'a Deadline,
}

fn search(
    session: &mut Session,
    open: Open,
    think: Think,
    clock: &Clock<'_>,
) -> Result<Report, ApiError> {
    fn ask<R: Handle>(
        session: &mut Session,
        request: R,
        clock: &Clock<'_>,
    ) -> Result<R::Answer, ApiError> {
        ask::handle(session, request, clock.lang, clock.deadline)
    }
    let open = ask(session, open, clock)?.session;
    let search = ask(session, Think { session: open, ..think }, clock)?.search;
    loop {
        let done = ask(session, GoOn { search, nodes: SLICE }, clock)?.done;
        if done || Instant::now() >= clock.until || clock.deadline.passed() {
            return Ok(ask(session, Stop { search }, clock)?.report);
        }
    }
}
