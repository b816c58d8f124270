//! What `--json` prints is what the server answers to the same question: held against the API's
//! description, no field more or less, for every game.

mod common;
#[path = "../../server/tests/common/strict.rs"]
mod strict;

use common::{damier_reading, prints};
use damier_games::IDS;
use serde_json::{Value, json};

/// The line of JSON that the command prints.
fn printed(args: &[&str]) -> Value {
    let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/described");
    let needs_tables = ["value", "best", "tables"].contains(&args[0]);
    let place: &[&str] = if needs_tables { &["--tables", tables] } else { &[] };
    let text = prints(&[args, &["--json"], place].concat());
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{args:?}: {why}: {text}"))
}

#[track_caller]
fn fits(name: &str, value: &Value) {
    assert_eq!(strict::complaints(name, value), [""; 0], "{value}");
}

/// Takes these fields out, which the command adds.
#[track_caller]
fn without(mut value: Value, added: &[&str]) -> Value {
    for name in added {
        let taken = value.as_object_mut().and_then(|map| map.remove(*name));
        assert!(taken.is_some(), "{name} is missing: {value}");
    }
    value
}

#[test]
fn questions_about_games_are_answered_as_described() {
    fits("Games", &printed(&["games"]));
    for id in IDS {
        let sample = damier_games::open(id, "").unwrap().sample();
        fits("Rules", &printed(&["rules", id]));
        fits("Look", &printed(&["start", id]));
        fits("Look", &printed(&["board", id, sample]));
        fits("Turns", &printed(&["moves", id, sample]));
        fits("Turns", &printed(&["moves", id]));
    }
    fits("Sequel", &printed(&["start", "fanorona", "--rematch", "b"]));
}

#[test]
fn values_and_best_turns_are_answered_as_described() {
    for id in IDS {
        let sample = damier_games::open(id, "").unwrap().sample();
        let level = ["best", id, sample, "--level", "1"];
        let best = printed(&level);
        let added = ["position", "value_before", "value_of_turn", "losing_replies", "replies"];
        let best = without(without(best, &added), &["seconds", "nodes_per_second"]);
        fits("Report", &best);
    }
    fits("Values", &printed(&["value", "kono", "y3/ry1r/2r1/rrr1 y"]));
    fits("Values", &printed(&["value", "rooya"]));
    let listing = printed(&["tables"]);
    assert!(listing["folder"].is_string() && listing["refused"].is_array(), "{listing}");
    for table in listing["tables"].as_array().expect("tables") {
        let added = ["name", "slots", "checksum", "published"];
        fits("ListedTable", &without(table.clone(), &added));
    }
}

#[test]
fn records_are_answered_as_described() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "[Game \"kono\"]\n\n1. a1xa3 {so} (1. b1xb3) 1... b4xb2\n").unwrap();
    fits("RecordRead", &printed(&["record", file.path().to_str().unwrap()]));
}

#[test]
fn lines_that_are_no_positions_are_refused_as_described() {
    for command in ["moves", "value"] {
        let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/described");
        let place: &[&str] = if command == "value" { &["--tables", tables] } else { &[] };
        let args = [&[command, "kono", "-", "--json"], place].concat();
        let ran = damier_reading(&args, b"nonsense\nrrrr/rrrr/yyyy/yyyy y\n");
        let rows: Vec<Value> =
            ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((ran.status, rows.len()), (2, 2), "{}", ran.err);
        fits("Failure", &rows[0]);
        fits(if command == "moves" { "Turns" } else { "Values" }, &rows[1]);
    }
}

/// What is printed is what a session answers, which pages and bindings ask: the same fields with the
/// same values.
#[test]
fn a_session_answers_the_same() {
    let mut session = damier_protocol::Session::default();
    let mut ask = |request: Value| {
        let answer: Value = serde_json::from_str(&session.answer(&request.to_string())).unwrap();
        answer["ok"].clone()
    };
    assert_eq!(printed(&["games"]), ask(json!({ "do": "games" })));
    for id in IDS {
        let sample = damier_games::open(id, "").unwrap().sample();
        let mut at = |what: &str| ask(json!({ "do": what, "game": id, "position": sample }));
        assert_eq!(printed(&["board", id, sample]), at("look"));
        assert_eq!(printed(&["moves", id, sample]), at("turns"));
        assert_eq!(printed(&["rules", id]), ask(json!({ "do": "rules", "game": id })));
        assert_eq!(printed(&["start", id]), ask(json!({ "do": "start", "game": id })));
    }
    let at = json!({ "do": "value", "game": "rooya" });
    assert_eq!(printed(&["value", "rooya"]), ask(at));
}
