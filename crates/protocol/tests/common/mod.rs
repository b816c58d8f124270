//! Helpers for tests that speak to the door as everybody else does: in JSON.

#![allow(dead_code, reason = "each test file uses some of them")]

use std::sync::{Arc, LazyLock};

use damier_protocol::{Door, Oracles};
use serde_json::{Value, json};

/// A door with the tables that are part of the program.
pub(crate) fn door() -> Door {
    static ORACLES: LazyLock<Arc<Oracles>> = LazyLock::new(|| Arc::new(Oracles::new()));
    Door::new(ORACLES.clone())
}

/// Asks, and takes the answer apart.
pub(crate) fn ask(door: &mut Door, request: &Value) -> Value {
    let text = door.answer(&request.to_string());
    serde_json::from_str(&text).unwrap_or_else(|no| panic!("{request}: {no}: {text}"))
}

/// Asks something that must be answered.
#[track_caller]
pub(crate) fn good(door: &mut Door, request: &Value) -> Value {
    let answer = ask(door, request);
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    answer
}

/// Asks something that must be refused with this code; returns the reason.
#[track_caller]
pub(crate) fn bad(door: &mut Door, request: &Value, code: &str) -> String {
    let answer = ask(door, request);
    assert_eq!(answer["ok"], false, "{request}: {answer}");
    assert_eq!(answer["error"]["code"], code, "{request}: {answer}");
    let message = answer["error"]["message"].as_str().expect("a reason").to_owned();
    assert!(!message.is_empty(), "{request}");
    message
}

/// A request about a game.
pub(crate) fn about(verb: &str, game: &str, rules: &str) -> Value {
    json!({"v": 1, "do": verb, "game": game, "rules": rules})
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
    let games = good(&mut door(), &json!({"do": "games"}));
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
