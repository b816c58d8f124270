//! Whatever is asked, there is an answer: requests that are cut short, of the wrong form, too
//! long or too deep are refused with a reason, in the language they ask for.

mod common;

use common::{ask, bad, door, good, with};
use damier_protocol::{Code, VERBS};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A good request for every verb.
fn examples() -> Vec<Value> {
    let sample = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
    let record = "[Game \"kono\"]\n\n1. a1xa3\n";
    let about =
        |verb: &str| json!({"v": 1, "do": verb, "lang": "fr", "game": "rooya", "rules": ""});
    let at = |verb: &str| with(about(verb), "position", sample);
    let played = |verb: &str| with(about(verb), "turns", json!(["a1", "e5"]));
    let limits = json!({"nodes": 100, "depth": 3});
    vec![
        json!({"v": 1, "do": "games", "lang": "fr"}),
        about("rules"),
        about("start"),
        with(at("look"), "last", json!(null)),
        at("turns"),
        with(at("enter"), "clicks", json!(["c4"])),
        with(at("type"), "text", "cw"),
        played("game"),
        at("value"),
        played("reach"),
        with(about("sequel"), "winner", "light"),
        json!({"v": 1, "do": "record-read", "lang": "fr", "text": record}),
        with(played("record-write"), "tags", json!({"First": "Ada"})),
        with(with(at("board"), "theme", "dark"), "mini", true),
        at("text-board"),
        json!({"v": 1, "do": "tables", "lang": "fr"}),
        with(with(played("think"), "player", "level-1"), "limits", limits),
        json!({"v": 1, "do": "go-on", "lang": "fr", "thinking": 1, "nodes": 50}),
        json!({"v": 1, "do": "stop", "lang": "fr", "thinking": 1}),
    ]
}

#[test]
fn every_verb_has_an_example_that_is_answered() {
    let mut door = door();
    let verbs: Vec<String> =
        examples().iter().map(|r| r["do"].as_str().expect("a verb").to_owned()).collect();
    assert_eq!(verbs, VERBS);
    for request in examples() {
        good(&mut door, &request);
    }
}

#[test]
fn every_field_is_known_or_refused() {
    let mut door = door();
    for request in examples() {
        let message = bad(&mut door, &with(request, "surprise", 1), "bad-request");
        assert!(message.contains("`surprise`"), "{message}");
    }
}

#[test]
fn every_field_is_checked_for_its_form() {
    let mut door = door();
    for request in examples() {
        for name in request.as_object().expect("an object").keys() {
            for wrong in [json!(-1.5), json!({"a": {"b": 1}}), json!([[1]]), json!(true)] {
                if request[name].is_boolean() && wrong.is_boolean() {
                    continue;
                }
                let request = with(request.clone(), name, wrong);
                let answer = ask(&mut door, &request);
                assert_eq!(answer["ok"], false, "{request}: {answer}");
                let message = answer["error"]["message"].as_str().expect("a reason");
                let named = message.contains(&format!("`{name}")) || name == "v";
                assert!(named, "{request}: {message}");
            }
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    let mut door = door();
    for request in examples() {
        let whole = request.to_string();
        for end in 0..whole.len() {
            if let Some(cut) = whole.get(..end) {
                assert!(door.answer(cut).starts_with("{\"ok\":false"), "{cut}");
            }
        }
    }
}

#[test]
fn too_much_is_refused() {
    let mut door = door();
    let refused = |answer: String| assert!(answer.starts_with("{\"ok\":false"), "{answer:.200}");
    refused(door.answer(&"x".repeat(2 << 20)));
    refused(door.answer(&"[".repeat(100_000)));
    refused(door.answer(&format!("{{\"do\":{}1{}}}", "[".repeat(1000), "]".repeat(1000))));
    for name in ["game", "rules", "position", "text", "lang", "do"] {
        let request =
            with(json!({"do": "type", "game": "kono", "text": "a1"}), name, "é".repeat(99_999));
        refused(door.answer(&request.to_string()));
    }
    let many = vec!["a1"; 5001];
    bad(&mut door, &json!({"do": "game", "game": "kono", "turns": many}), "bad-request");
    bad(&mut door, &json!({"do": "enter", "game": "kono", "clicks": many}), "bad-request");
    let turns = json!({"do": "enter", "game": "kono", "clicks": vec!["a1"; 5000]});
    bad(&mut door, &turns, "bad-turn");
}

#[test]
fn versions_languages_and_verbs_are_named_in_complaints() {
    let mut door = door();
    assert!(bad(&mut door, &json!({"v": 2, "do": "games"}), "bad-request").contains("`2`"));
    assert!(
        bad(&mut door, &json!({"do": "games", "lang": "mg"}), "bad-request").contains("en, fr")
    );
    let french = bad(&mut door, &json!({"do": "dance", "lang": "fr"}), "bad-request");
    assert!(french.starts_with("`dance` n’est pas une demande"), "{french}");
    assert!(VERBS.iter().all(|verb| french.contains(verb)));
    assert!(bad(&mut door, &json!({}), "bad-request").contains("`do`"));
    let game = json!({"do": "start", "game": "chess", "lang": "fr"});
    assert!(bad(&mut door, &game, "unknown-game").starts_with("le jeu `chess` n’existe pas"));
    let rules = json!({"do": "start", "game": "kono", "rules": "first=blue"});
    assert!(bad(&mut door, &rules, "bad-rules").contains("yellow, red"));
    let position = json!({"do": "look", "game": "kono", "position": "4/4 y"});
    assert!(bad(&mut door, &position, "bad-position").contains("2 ranks"));
}

#[test]
fn codes_are_written_as_documented() {
    let written: Vec<String> =
        Code::ALL.iter().map(|code| serde_json::to_string(code).expect("a text")).collect();
    let known = [
        "bad-request",
        "unknown-game",
        "bad-rules",
        "bad-position",
        "bad-turn",
        "bad-record",
        "bad-table",
        "over",
        "no-search",
        "unknown-level",
        "too-much-work",
    ];
    assert_eq!(written, known.map(|code| format!("{code:?}")));
}

/// Any JSON.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec!["kono", "fraha", "a1", "done", "level-1", "dark", "a1-a2", "w"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((".{0,6}", inner), 0..5)
                .prop_map(|fields| fields.into_iter().collect::<Value>()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Fields of good requests, replaced by anything, and whole requests of anything.
    #[test]
    fn anything_is_answered(example in 0usize..18, field in 0usize..8, value in anything()) {
        let mut door = door();
        let mut request = examples()[example].clone();
        let names: Vec<String> = request.as_object().expect("an object").keys().cloned().collect();
        request[&names[field % names.len()]] = value.clone();
        for request in [request, value] {
            let answer = ask(&mut door, &request);
            prop_assert!(answer["ok"].is_boolean());
            if answer["ok"] == false {
                prop_assert!(!answer["error"]["message"].as_str().unwrap_or_default().is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in ".{0,80}") {
        let answer = door().answer(&text);
        prop_assert!(serde_json::from_str::<Value>(&answer).is_ok_and(|a| a["ok"].is_boolean()));
    }
}
