//! Helpers for tests that speak to a session as pages do: in JSON.

#![allow(dead_code, reason = "each test file uses some of them")]

use std::sync::{Arc, LazyLock};

use damier_protocol::{Oracles, Session};
use serde_json::{Value, json};

/// A session with the tables that are part of the program.
pub(crate) fn session() -> Session {
    static ORACLES: LazyLock<Arc<Oracles>> = LazyLock::new(|| Arc::new(Oracles::new()));
    Session::new(ORACLES.clone())
}

/// What is asked of an open game.
const OF_OPEN_GAMES: [&str; 8] =
    ["play", "undo", "show", "enter", "resolve", "record-write", "close", "think"];

/// Asks, and takes the answer apart. What is asked of an open game may name the game instead of its
/// number: then that is opened first.
pub(crate) fn ask(session: &mut Session, request: &Value) -> Value {
    let of_open = OF_OPEN_GAMES.iter().any(|verb| request["do"] == *verb);
    if of_open && request.get("session").is_none() && request.get("game").is_some() {
        let (mut request, mut open) = (request.clone(), json!({"do": "open"}));
        for (name, field) in [
            ("game", "game"),
            ("rules", "rules"),
            ("position", "start"),
            ("start", "start"),
            ("turns", "turns"),
        ] {
            if let Some(value) = request.as_object_mut().and_then(|map| map.remove(name)) {
                open[field] = value;
            }
        }
        let opened = ask(session, &with(open, "lang", request["lang"].clone()));
        if opened.get("error").is_some() {
            return opened;
        }
        return ask(session, &with(request, "session", opened["ok"]["session"].clone()));
    }
    let text = session.answer(&request.to_string());
    serde_json::from_str(&text).unwrap_or_else(|no| panic!("{request}: {no}: {text}"))
}

/// Asks something that must be answered.
#[track_caller]
pub(crate) fn good(session: &mut Session, request: &Value) -> Value {
    let answer = ask(session, request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

/// Asks something that must be refused with this code; returns the reason.
#[track_caller]
pub(crate) fn bad(session: &mut Session, request: &Value, code: &str) -> String {
    let answer = ask(session, request);
    assert_eq!(answer["error"]["code"], code, "{request}: {answer}");
    let message = answer["error"]["message"].as_str().expect("a reason").to_owned();
    assert!(!message.is_empty(), "{request}");
    message
}

/// A request about a game.
pub(crate) fn about(verb: &str, game: &str, rules: &str) -> Value {
    json!({"v": 2, "do": verb, "game": game, "rules": rules})
}

/// The same request with one more field.
pub(crate) fn with(mut request: Value, name: &str, value: impl Into<Value>) -> Value {
    request[name] = value.into();
    request
}

/// A text of an answer.
#[track_caller]
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// A list of an answer.
#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

/// Every game with its default rules, then with one option changed at a time.
pub(crate) fn variants() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let games = good(&mut session(), &json!({"do": "games"}));
    for game in list(&games["games"]) {
        let id = text(&game["id"]);
        all.push((id.to_owned(), String::new()));
        for option in list(&game["options"]) {
            for value in &list(&option["values"])[1..] {
                let rules = format!("{}={}", text(&option["name"]), text(&value["name"]));
                all.push((id.to_owned(), rules));
            }
        }
    }
    assert!(all.len() > 15);
    all
}
