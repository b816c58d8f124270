//! Why a request failed: a status, a stable code for programs and a sentence for people. The
//! language is chosen last, by the outermost layer, which knows the request.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damier_core::{Lang, Message, Phrase, phrase};
use schemars::JsonSchema;
use serde::Serialize;

use crate::client::language;
use crate::work::NotDone;

/// When to try again what failed because others were served first.
const SOON: Duration = Duration::from_secs(2);

/// Why a request failed; becomes the answer, in the language of whoever asked.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    code: &'static str,
    message: Message,
    /// When to try again.
    retry: Option<Duration>,
}

impl Failure {
    /// A failure of this kind.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: Message) -> Failure {
        Failure { status, code, message, retry: None }
    }

    /// The request itself is wrong.
    pub(crate) fn bad(message: Message) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// There is nothing here.
    pub(crate) fn nothing_here() -> Failure {
        const NOTHING: Phrase = phrase!("server.nothing");
        Failure::new(StatusCode::NOT_FOUND, "not-found", NOTHING.say())
    }

    /// There is something here, but not for this method.
    pub(crate) fn wrong_method() -> Failure {
        const WRONG: Phrase = phrase!("server.wrong-method");
        Failure::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", WRONG.say())
    }

    /// More requests, or more work, than one address may ask for before so much time has passed.
    pub(crate) fn too_many(wait: Duration) -> Failure {
        const MANY: Phrase = phrase!("server.many");
        let failure = Failure::new(StatusCode::TOO_MANY_REQUESTS, "too-many", MANY.say());
        Failure { retry: Some(wait.max(SOON)), ..failure }
    }

    /// Others are served first.
    pub(crate) fn busy() -> Failure {
        const BUSY: Phrase = phrase!("server.busy");
        let failure = Failure::new(StatusCode::TOO_MANY_REQUESTS, "busy", BUSY.say());
        Failure { retry: Some(SOON), ..failure }
    }

    /// A job was not done.
    pub(crate) fn not_done(why: NotDone) -> Failure {
        const BROKEN: Phrase = phrase!("server.broken");
        match why {
            NotDone::Busy => Failure::busy(),
            NotDone::Broken => {
                Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", BROKEN.say())
            }
        }
    }

    /// The server cannot store or read what it should.
    pub(crate) fn storage() -> Failure {
        const STORAGE: Phrase = phrase!("server.storage");
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "storage", STORAGE.say())
    }

    /// As it is sent, in one language.
    fn body(&self, lang: Lang) -> FailureBody {
        let error = FailureError { code: self.code, message: self.message.text(lang) };
        FailureBody { error }
    }
}

/// The body of every answer that is a failure.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub(crate) struct FailureBody {
    /// What failed.
    error: FailureError,
}

/// Why a request failed.
#[derive(Serialize, JsonSchema)]
struct FailureError {
    /// Why, for programs: `bad-request`, `unknown-game`, `too-many` … It never changes.
    code: &'static str,
    /// Why, for people, in the language of the request.
    message: String,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes the failure that a response carries, in the language of the request.
pub(crate) async fn say(request: Request, next: Next) -> Response {
    let lang = language(request.uri(), request.headers());
    let mut response = next.run(request).await;
    let failure = response.extensions_mut().remove::<Failure>();
    if let Some(failure) = failure.or_else(|| unreadable(&response)) {
        // There is nothing in it that could not be written.
        let text = serde_json::to_string(&failure.body(lang)).unwrap_or_default();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_LENGTH);
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
        if let Some(retry) = failure.retry {
            let seconds = retry.as_secs() + u64::from(retry.subsec_nanos() > 0);
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        *response.body_mut() = Body::from(text);
    }
    response
}

/// The failure of a request whose path or query the router itself could not read.
fn unreadable(response: &Response) -> Option<Failure> {
    const UNREADABLE: Phrase = phrase!("server.unreadable");
    let rejected =
        response.status().is_client_error() && response.status() != StatusCode::NOT_FOUND;
    let kind = response.headers().get(header::CONTENT_TYPE).map(header::HeaderValue::as_bytes);
    let plain = kind.is_some_and(|kind| kind.starts_with(b"text/plain"));
    (rejected && plain)
        .then(|| Failure { status: response.status(), ..Failure::bad(UNREADABLE.say()) })
}
