//! The door itself: which handler answers which request.

use std::sync::Arc;

use damier_core::Lang;
use damier_core::budget::Budget;

use crate::answer::Answer;
use crate::fault::Code;
use crate::oracles::{Oracles, Refused};
use crate::request::{Ask, Fields};
use crate::think::Desk;
use crate::{enter, game, games, look, reach, record, text_board, think, turns, value, words};

/// Answers requests. From one to the next it remembers the search under way, and nothing else that
/// an answer would show.
pub struct Door {
    pub(crate) oracles: Arc<Oracles>,
    pub(crate) desk: Desk,
}

/// What one request may cost, in units of [`Budget`], unless the host says otherwise: a record or a
/// game of so many turns, or so many turns of a position with their values.
pub const WORK: u64 = 20_000;

type Handler = fn(&mut Door, Ask<'_>) -> Answer;

/// Every request with what answers it.
const HANDLERS: [(&str, Handler); 19] = [
    ("games", |_, ask| games::games(ask)),
    ("rules", |_, ask| games::rules(ask)),
    ("start", |_, ask| look::start(ask)),
    ("look", |_, ask| look::look(ask)),
    ("turns", |_, ask| turns::turns(ask)),
    ("enter", |_, ask| enter::enter(ask)),
    ("type", |_, ask| turns::typed(ask)),
    ("game", |_, ask| game::game(ask)),
    ("value", |door, ask| value::value(&door.oracles, ask)),
    ("reach", |_, ask| reach::reach(ask)),
    ("sequel", |_, ask| turns::sequel(ask)),
    ("record-read", |_, ask| record::read(ask)),
    ("record-write", |_, ask| record::write(ask)),
    ("board", board),
    ("text-board", |_, ask| text_board::text_board(ask)),
    ("tables", |door, ask| value::tables(&door.oracles, ask)),
    ("think", think::think),
    ("go-on", think::go_on),
    ("stop", think::stop),
];

#[cfg(feature = "full")]
fn board(_: &mut Door, ask: Ask<'_>) -> Answer {
    crate::picture::board(ask)
}

/// Where there is a page, it draws for itself.
#[cfg(not(feature = "full"))]
fn board(_: &mut Door, _: Ask<'_>) -> Answer {
    Err(Code::BadRequest.because(words::NO_PICTURES.say()))
}

/// The names of all requests.
pub const VERBS: [&str; HANDLERS.len()] = {
    let mut names = [""; HANDLERS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = HANDLERS[i].0;
        i += 1;
    }
    names
};

impl Default for Door {
    fn default() -> Door {
        Door::new(Arc::new(Oracles::new()))
    }
}

impl Door {
    /// A door that answers with these tables, which it may share with others.
    #[must_use]
    pub fn new(oracles: Arc<Oracles>) -> Door {
        Door { oracles, desk: Desk::default() }
    }

    /// Answers a request, whatever it is, with as much as [`WORK`].
    pub fn answer(&mut self, request: &str) -> String {
        self.answer_within(request, &Budget::new(WORK))
    }

    /// Answers a request with no more work than this; for hosts that have a deadline
    /// ([`Budget::until`]). What would cost more is refused as `too-much-work`, except that a slice
    /// of a search just ends early.
    pub fn answer_within(&mut self, request: &str, budget: &Budget<'_>) -> String {
        let mut lang = Lang::default();
        let answer = self.handle(request, &mut lang, budget);
        answer.unwrap_or_else(|fault| match budget.is_spent() {
            true => fault.with_code(Code::TooMuchWork).text(lang),
            false => fault.text(lang),
        })
    }

    /// Takes a table in and answers which one it is, or why it is refused.
    pub fn add_table(&mut self, bytes: Vec<u8>) -> String {
        let size = bytes.len() as u64;
        let added = self.oracles.add_bytes(bytes);
        let refuse = |refused: Refused| Code::BadTable.because(refused.message().clone());
        let answer = added.map_err(refuse).and_then(|header| value::added(header, size));
        answer.unwrap_or_else(|fault| fault.text(Lang::default()))
    }

    fn handle(&mut self, request: &str, lang: &mut Lang, budget: &Budget<'_>) -> Answer {
        let mut fields = Fields::read(request)?;
        // The language first, so that complaints are made in it.
        *lang = fields.lang()?;
        fields.version()?;
        let verb = fields.need_text("do")?;
        match HANDLERS.iter().find(|(name, _)| *name == verb) {
            Some((_, handler)) => handler(self, Ask { fields, lang: *lang, budget }),
            None => {
                let message = words::NO_VERB.with(verb).with(VERBS.join(", "));
                Err(Code::BadRequest.because(message))
            }
        }
    }
}
