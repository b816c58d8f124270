//! A session: the games that somebody has open, the search under way, and the tables to answer
//! with. One per page, per request of the server, per binding.

use std::sync::Arc;

use damier_core::Lang;
use damier_core::budget::Budget;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::decode::{Form, Given, decode};
use crate::error::{ApiError, ErrorCode};
use crate::open::OpenGames;
use crate::oracles::{Oracles, Refused};
use crate::request::{Context, Handle, Reply, Request};
use crate::think::SearchSlot;
use crate::value::{Added, ListedTable};
use crate::words;

/// What one request may cost, in units of [`Budget`], unless the host says otherwise: a record or a
/// game of so many turns, or so many turns of a position with their values.
pub const WORK: u64 = 20_000;

/// The longest request that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Answers requests. From one to the next it remembers the games that are open and the search under
/// way, and nothing else that an answer would show.
pub struct Session {
    pub(crate) oracles: Arc<Oracles>,
    pub(crate) games: OpenGames,
    pub(crate) search: SearchSlot,
}

impl Default for Session {
    fn default() -> Session {
        Session::new(Arc::new(Oracles::new()))
    }
}

impl Session {
    /// A session that answers with these tables, which it may share with others.
    #[must_use]
    pub fn new(oracles: Arc<Oracles>) -> Session {
        Session { oracles, search: SearchSlot::default(), games: OpenGames::default() }
    }

    /// Answers a request. What would cost more than the budget is refused as `too-much-work`,
    /// except that a slice of a search just ends early.
    pub fn handle<R: Handle>(
        &mut self,
        request: R,
        context: &Context<'_>,
    ) -> Result<R::Answer, ApiError> {
        request.handle(self, context).map_err(|error| match context.budget.is_spent() {
            true => error.with_code(ErrorCode::TooMuchWork),
            false => error,
        })
    }

    /// Answers a request given as JSON, whatever it is, with as much as [`WORK`].
    pub fn answer(&mut self, request: &str) -> String {
        self.answer_within(request, &Budget::new(WORK))
    }

    /// Answers a request given as JSON with no more work than this; for hosts that have a deadline
    /// ([`Budget::until`]).
    pub fn answer_within(&mut self, request: &str, budget: &Budget<'_>) -> String {
        let mut lang = Lang::default();
        let answer = read(request, &mut lang).and_then(|request| {
            let context = Context { lang, budget };
            self.handle(request, &context)
        });
        json(&Reply::new(answer, lang))
    }

    /// Takes a table in and answers which one it is, or why it is refused.
    pub fn add_table(&mut self, bytes: Vec<u8>) -> String {
        let size = bytes.len() as u64;
        let added = self.oracles.add_bytes(bytes);
        let refuse = |refused: Refused| ErrorCode::BadTable.because(refused.message().clone());
        let added = added.map(|header| Added { table: ListedTable::new(header, size) });
        json(&Reply::new(added.map_err(refuse), Lang::default()))
    }
}

/// The version of requests and answers.
const VERSION: u64 = 2;

/// What all requests have.
#[derive(Deserialize)]
struct Head {
    v: Option<u64>,
    #[serde(rename = "do")]
    name: String,
}

/// The language of the answer.
#[derive(Deserialize)]
struct Spoken {
    lang: Option<String>,
}

/// Reads a request. The language is known as soon as possible, so that complaints are made in it.
fn read(text: &str, lang: &mut Lang) -> Result<Request, ApiError> {
    let bad = |message| ErrorCode::BadRequest.because(message);
    if text.len() > LONGEST {
        return Err(bad(words::TOO_LONG.with(text.len()).with(LONGEST)));
    }
    let given: Given = match serde_json::from_str(text) {
        Ok(Json::Object(map)) => map.into_iter().collect(),
        Ok(_) => return Err(bad(words::NOT_OBJECT.say())),
        Err(error) => return Err(bad(words::NOT_JSON.with(error.to_string()))),
    };
    let (mut spoken, mut head, mut rest) = (Given::new(), Given::new(), Given::new());
    for field in given {
        match field.0.as_str() {
            "lang" => spoken.push(field),
            "v" | "do" => head.push(field),
            _ => rest.push(field),
        }
    }
    *lang = decode(spoken, Form::Json).and_then(Spoken::read)?;
    let Head { v, name } = decode(head, Form::Json)?;
    match v.filter(|v| *v != VERSION) {
        Some(other) => Err(bad(words::VERSION.with(other))),
        None => Request::read(&name, rest),
    }
}

impl Spoken {
    fn read(self) -> Result<Lang, ApiError> {
        let Some(code) = self.lang else { return Ok(Lang::default()) };
        Lang::read(&code).ok_or_else(|| {
            let codes = damier_core::List::plain(Lang::ALL.map(Lang::code));
            let message = words::WRONG_FORM.with("lang").with(words::ONE_OF.with(codes));
            ErrorCode::BadRequest.because(message)
        })
    }
}

/// The text of an answer.
fn json(answer: &impl Serialize) -> String {
    // It fails only for maps whose keys are no texts and for writers that fail; there are none.
    serde_json::to_string(answer).unwrap_or_default()
}
