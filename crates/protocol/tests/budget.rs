//! No request costs more than it may: the work is counted while it is done and stops at the
//! budget, or when the host says so.

mod common;

use std::cell::Cell;

use common::{bad, good, session};
use damier_core::budget::Budget;
use damier_protocol::{Session, WORK};
use serde_json::{Value, json};

/// Asks with a budget.
fn within(session: &mut Session, request: &Value, budget: &Budget<'_>) -> Value {
    serde_json::from_str(&session.answer_within(&request.to_string(), budget)).expect("JSON")
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
    good(&mut session(), &record(most - 10));
    let why = bad(&mut session(), &record(most), "too-much-work");
    assert!(why.contains("too much work"), "{why}");
}

#[test]
fn the_budget_of_the_host_counts() {
    let turns = json!(["a1xa3", "a4xa2"]);
    for request in [json!({"do": "open", "game": "kono", "turns": turns}), record(1)] {
        let answer = within(&mut session(), &request, &Budget::new(1));
        assert_eq!(answer["error"]["code"], "too-much-work", "{request}: {answer}");
        let answer = within(&mut session(), &request, &Budget::new(100));
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
    let answer = within(&mut session(), &record(5_000), &Budget::new(WORK).until(&stop));
    assert_eq!(answer["error"]["code"], "too-much-work", "{answer}");
    assert!(asked.get() < 10, "asked {} times", asked.get());
}

#[test]
fn a_slice_of_a_search_ends_at_the_deadline() {
    let mut session = session();
    let request = json!({"do": "think", "game": "fraha", "player": "search"});
    let thinking = good(&mut session, &request)["search"].clone();
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    let slice = json!({"do": "go-on", "search": thinking, "nodes": u64::MAX});
    let answer = within(&mut session, &slice, &Budget::new(WORK).until(&stop));
    assert_eq!(answer["ok"]["done"], false, "{answer}");
    good(&mut session, &json!({"do": "stop", "search": thinking}));
}

/// A position with 14,878 turns, and the same with a pawn to be huffed first, in fifteen ways.
const LARGE: [(&str, &str); 2] = [
    ("rules=schadd", "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w"),
    (
        "rules=schadd,capture=huff",
        "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w huff:a1a4a5b3c1c2c5d1d4e1e3e4e5f1f4",
    ),
];

fn at(verb: &str, (rules, position): (&str, &str)) -> Value {
    json!({"do": verb, "game": "fanorona", "rules": rules, "position": position})
}

#[test]
fn of_very_many_turns_some_are_listed_and_the_answer_says_so() {
    for spot in LARGE {
        let answer = good(&mut session(), &at("turns", spot));
        let turns = answer["turns"].as_array().expect("turns");
        assert_eq!((turns.len(), &answer["more"]), (5_000, &json!(true)));
        assert!(turns.is_sorted_by_key(|turn| turn["turn"].as_str()));
        assert!(answer.to_string().len() < 2 << 20);
    }
    let few = good(&mut session(), &json!({"do": "turns", "game": "fanorona"}));
    assert_eq!(few.get("more"), None);
}

#[test]
fn no_turn_is_called_the_best_before_all_are_valued() {
    let answer = good(&mut session(), &at("value", LARGE[0]));
    assert_eq!(
        (answer["turns"].as_array().map(Vec::len), &answer["more"]),
        (Some(5_000), &json!(true))
    );
    bad(&mut session(), &at("value", LARGE[1]), "too-much-work");
    let budget = Budget::new(100);
    let answer = within(&mut session(), &at("value", LARGE[0]), &budget);
    assert_eq!(answer["error"]["code"], "too-much-work");
}

/// What a player does at such a position is not counted, for it costs as little as elsewhere: it is
/// answered even when nothing may be spent.
#[test]
fn looking_entering_and_typing_are_not_counted() {
    let stop = || true;
    for spot in LARGE {
        for verb in ["look", "enter", "resolve", "turns", "board", "text-board"] {
            let (mut session, mut request) = (session(), at(verb, spot));
            if ["enter", "resolve"].contains(&verb) {
                let (rules, start) = spot;
                let open =
                    json!({"do": "open", "game": "fanorona", "rules": rules, "start": start});
                request = json!({"do": verb, "session": good(&mut session, &open)["session"]});
            }
            if verb == "resolve" {
                request["turn"] = json!("b5-b4A-b5W");
            }
            let answer = within(&mut session, &request, &Budget::new(0).until(&stop));
            let code = answer["error"]["code"].as_str();
            assert!(answer["ok"].is_object() || code == Some("bad-turn"), "{request}: {answer}");
        }
    }
}
