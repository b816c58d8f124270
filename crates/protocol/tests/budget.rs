//! No request costs more than it may: the work is counted while it is done and stops at the
//! budget, or when the host says so.

mod common;

use std::cell::Cell;

use common::{bad, door, good};
use damier_core::budget::Budget;
use damier_protocol::{Door, WORK};
use serde_json::{Value, json};

/// Asks with a budget.
fn within(door: &mut Door, request: &Value, budget: &Budget<'_>) -> Value {
    serde_json::from_str(&door.answer_within(&request.to_string(), budget)).expect("JSON")
}

/// A record of one turn with so many variations.
fn record(variations: usize) -> Value {
    let text = format!("[Game \"kono\"]\n\na1xa3 {}", "(b1xb3)".repeat(variations));
    json!({"do": "record-read", "text": text})
}

#[test]
fn a_record_of_too_many_turns_is_refused() {
    // Each variation plays its turn and the one it replaces again.
    let most = WORK as usize / 2;
    assert!(record(most).to_string().len() < 1 << 20);
    good(&mut door(), &record(most - 10));
    let why = bad(&mut door(), &record(most), "too-much-work");
    assert!(why.contains("too much work"), "{why}");
}

#[test]
fn the_budget_of_the_host_counts() {
    let turns = json!(["a1xa3", "a4xa2"]);
    for request in [
        json!({"do": "game", "game": "kono", "turns": turns}),
        json!({"do": "think", "game": "kono", "turns": turns, "player": "level-1"}),
        json!({"do": "reach", "game": "kono", "turns": turns}),
        json!({"do": "record-write", "game": "kono", "turns": turns}),
        record(1),
    ] {
        let answer = within(&mut door(), &request, &Budget::new(1));
        assert_eq!(answer["error"]["code"], "too-much-work", "{request}: {answer}");
        let answer = within(&mut door(), &request, &Budget::new(100));
        assert_ne!(answer["error"]["code"], "too-much-work", "{request}: {answer}");
    }
}

#[test]
fn at_the_deadline_work_stops() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let answer = within(&mut door(), &record(5_000), &Budget::new(WORK).until(&stop));
    assert_eq!(answer["error"]["code"], "too-much-work", "{answer}");
    assert!(asked.get() < 10, "asked {} times", asked.get());
}

#[test]
fn a_slice_of_a_search_ends_at_the_deadline() {
    let mut door = door();
    let request = json!({"do": "think", "game": "fraha", "player": "search"});
    let thinking = good(&mut door, &request)["thinking"].clone();
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    let slice = json!({"do": "go-on", "thinking": thinking, "nodes": u64::MAX});
    let answer = within(&mut door, &slice, &Budget::new(WORK).until(&stop));
    assert_eq!((&answer["ok"], &answer["done"]), (&json!(true), &json!(false)), "{answer}");
    good(&mut door, &json!({"do": "stop", "thinking": thinking}));
}
