//! For whoever looks after the server: is the process alive (`/healthz`), and can it do its work
//! (`/readyz`), which is to store what people do. Both answer under any name.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use serde_json::json;

use crate::Shared;

/// How long what was found out is true: asking often must not write often.
const FRESH: Duration = Duration::from_secs(1);

/// How long storing something may take before the server counts as not ready.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the last try to store something led to.
#[derive(Default)]
pub(crate) struct Readiness {
    tried: tokio::sync::Mutex<()>,
    last: Mutex<Option<(Instant, Result<(), String>)>>,
}

/// Both routes.
pub(crate) fn router() -> Router<Shared> {
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready))
}

async fn alive() -> Json<serde_json::Value> {
    Json(json!({ "alive": true }))
}

async fn ready(State(shared): State<Shared>) -> Response {
    match probe(&shared).await {
        Ok(()) => Json(json!({ "ready": true })).into_response(),
        Err(reason) => {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            (status, Json(json!({ "ready": false, "reason": reason }))).into_response()
        }
    }
}

/// Stores something, or says what came of that a moment ago. One at a time.
async fn probe(shared: &Shared) -> Result<(), String> {
    let readiness = &shared.readiness;
    let _one = readiness.tried.lock().await;
    let last = || readiness.last.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = last().clone().filter(|(when, _)| when.elapsed() < FRESH) {
        return known;
    }
    let probed = tokio::time::timeout(PATIENCE, shared.live.log().probe()).await;
    let found = match probed {
        Ok(Ok(())) => Ok(()),
        Ok(Err(why)) => Err(why.to_string()),
        Err(_) => Err("the storage does not answer".to_string()),
    };
    *last() = Some((Instant::now(), found.clone()));
    found
}
