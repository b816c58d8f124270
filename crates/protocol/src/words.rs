//! What the protocol itself says to people; everything else is said by the games and by `core`.

use damier_core::value::Value;
use damier_core::{Phrase, phrase};

// Requests that are not of the right form.
pub(crate) const NOT_JSON: Phrase = phrase!("protocol.not-json");
pub(crate) const NOT_OBJECT: Phrase = phrase!("protocol.not-object");
pub(crate) const TOO_LONG: Phrase = phrase!("protocol.too-long");
pub(crate) const TOO_MANY: Phrase = phrase!("protocol.too-many");
pub(crate) const VERSION: Phrase = phrase!("protocol.version");
pub(crate) const NO_VERB: Phrase = phrase!("protocol.no-verb");
pub(crate) const MISSING: Phrase = phrase!("protocol.missing");
pub(crate) const UNKNOWN: Phrase = phrase!("protocol.unknown");
pub(crate) const WRONG_FORM: Phrase = phrase!("protocol.wrong-form");
pub(crate) const A_TEXT: Phrase = phrase!("protocol.a-text");
pub(crate) const TEXTS: Phrase = phrase!("protocol.texts");
pub(crate) const AN_OBJECT: Phrase = phrase!("protocol.an-object");
pub(crate) const A_NUMBER: Phrase = phrase!("protocol.a-number");
pub(crate) const A_FLAG: Phrase = phrase!("protocol.a-flag");
pub(crate) const ONE_OF: Phrase = phrase!("protocol.one-of");

// About games.
pub(crate) const NO_TEXTS: Phrase = phrase!("protocol.no-texts");
pub(crate) const OVER: Phrase = phrase!("entry.over");
pub(crate) const AT_TURN: Phrase = phrase!("protocol.at-turn");
pub(crate) const NOT_LAST: Phrase = phrase!("protocol.not-last");
pub(crate) const WINS: Phrase = phrase!("protocol.wins");
pub(crate) const DRAWN: Phrase = phrase!("protocol.drawn");
pub(crate) const TAKE: Phrase = phrase!("protocol.take");

// The text board.
pub(crate) const EMPTY: Phrase = phrase!("protocol.empty");
pub(crate) const CELL: Phrase = phrase!("protocol.cell");
pub(crate) const ROW: Phrase = phrase!("protocol.row");

// What is known of a game.
const NOT_SOLVED: Phrase = phrase!("protocol.not-solved");
const SOLVED_DRAW: Phrase = phrase!("protocol.solved-draw");
const SOLVED_WIN: Phrase = phrase!("protocol.solved-win");
const SOLVED_LOSS: Phrase = phrase!("protocol.solved-loss");

/// What is known of a game, from the value of its start.
pub(crate) const fn known(value: Option<Value>) -> Phrase {
    match value {
        None => NOT_SOLVED,
        Some(Value::Draw) => SOLVED_DRAW,
        Some(Value::Win(_)) => SOLVED_WIN,
        Some(Value::Loss(_)) => SOLVED_LOSS,
    }
}

// Open games.
pub(crate) const NOT_OPEN: Phrase = phrase!("protocol.not-open");
pub(crate) const TOO_MANY_OPEN: Phrase = phrase!("protocol.too-many-open");

// Searching.
pub(crate) const NO_SEARCH: Phrase = phrase!("protocol.no-search");
pub(crate) const NOTHING_YET: Phrase = phrase!("protocol.nothing-yet");
pub(crate) const WIN_IN: Phrase = phrase!("protocol.win-in");
pub(crate) const WIN_NOW: Phrase = phrase!("protocol.win-now");
pub(crate) const WIN: Phrase = phrase!("protocol.win");
pub(crate) const LOSS_IN: Phrase = phrase!("protocol.loss-in");
pub(crate) const LOSS: Phrase = phrase!("protocol.loss");
pub(crate) const DRAW: Phrase = phrase!("protocol.draw");
pub(crate) const TRAP: Phrase = phrase!("protocol.trap");
pub(crate) const SEEMS: Phrase = phrase!("protocol.seems");
pub(crate) const EVEN: Phrase = phrase!("protocol.even");
pub(crate) const AHEAD: Phrase = phrase!("protocol.ahead");
pub(crate) const BEHIND: Phrase = phrase!("protocol.behind");

/// The text with a capital at the beginning: what `core` asks can follow a name, here nothing
/// stands before it. The name of a cell stays as it is.
pub(crate) fn capital(text: &str) -> String {
    if text.chars().nth(1).is_some_and(|second| second.is_ascii_digit()) {
        return text.to_string();
    }
    let mut letters = text.chars();
    // Of the languages spoken here, the first letters of sentences are all in Latin 1, where
    // capitals stand 32 places before their small letters.
    let raised = |c| match c {
        'a'..='z' | 'à'..='ö' | 'ø'..='þ' => char::from_u32(c as u32 - 32).unwrap_or(c),
        _ => c,
    };
    letters.next().map(raised).into_iter().chain(letters).collect()
}
