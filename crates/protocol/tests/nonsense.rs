//! Whatever is asked, there is an answer: requests that are cut short, of the wrong form, too
//! long or too deep are refused with a reason, in the language they ask for.

mod common;

use common::{ask, bad, good, session, with};
use damier_protocol::{ErrorCode, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A good request for every verb.
fn examples() -> Vec<Value> {
    let sample = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
    let record = "[Game \"kono\"]\n\n1. a1xa3\n";
    let about =
        |verb: &str| json!({"v": 2, "do": verb, "lang": "fr", "game": "rooya", "rules": ""});
    let at = |verb: &str| with(about(verb), "position", sample);
    let open = |verb: &str| json!({"v": 2, "do": verb, "lang": "fr", "session": 1});
    let limits = json!({"nodes": 100, "depth": 3});
    vec![
        json!({"v": 2, "do": "games", "lang": "fr"}),
        about("rules"),
        about("start"),
        with(at("look"), "last", json!(null)),
        at("turns"),
        at("value"),
        at("coverage"),
        with(about("sequel"), "winner", "light"),
        with(with(at("board"), "theme", "dark"), "mini", true),
        at("text-board"),
        json!({"v": 2, "do": "record-read", "lang": "fr", "text": record}),
        json!({"v": 2, "do": "tables", "lang": "fr"}),
        with(with(about("open"), "start", sample), "turns", json!(["cw"])),
        with(open("play"), "turn", "ccw"),
        with(open("undo"), "to", 1),
        with(open("show"), "at", 0),
        with(open("enter"), "clicks", json!(["cw"])),
        with(open("resolve"), "turn", "cw"),
        with(open("record-write"), "tags", json!({"First": "Ada"})),
        with(open("close"), "session", 2),
        with(with(with(open("think"), "player", "level-1"), "limits", limits), "seed", 1),
        json!({"v": 2, "do": "go-on", "lang": "fr", "search": 1, "nodes": 50}),
        json!({"v": 2, "do": "stop", "lang": "fr", "search": 1}),
    ]
}

#[test]
fn every_verb_has_an_example_that_is_answered() {
    let mut session = session();
    let verbs: Vec<String> =
        examples().iter().map(|r| r["do"].as_str().expect("a verb").to_owned()).collect();
    assert_eq!(verbs, Request::NAMES);
    for request in examples() {
        good(&mut session, &request);
    }
}

#[test]
fn every_field_is_known_or_refused() {
    let mut session = session();
    for request in examples() {
        let message = bad(&mut session, &with(request, "surprise", 1), "bad-request");
        assert!(message.contains("`surprise`"), "{message}");
    }
}

#[test]
fn every_field_is_checked_for_its_form() {
    let mut session = session();
    for request in examples() {
        for name in request.as_object().expect("an object").keys() {
            for wrong in [json!(-1.5), json!({"a": {"b": 1}}), json!([[1]]), json!(true)] {
                if request[name].is_boolean() && wrong.is_boolean() {
                    continue;
                }
                let request = with(request.clone(), name, wrong);
                let answer = ask(&mut session, &request);
                assert!(!answer["error"].is_null(), "{request}: {answer}");
                let message = answer["error"]["message"].as_str().expect("a reason");
                let named = message.contains(&format!("`{name}")) || name == "v";
                assert!(named, "{request}: {message}");
            }
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    let mut session = session();
    for request in examples() {
        let whole = request.to_string();
        for end in 0..whole.len() {
            if let Some(cut) = whole.get(..end) {
                assert!(session.answer(cut).starts_with("{\"error\":{"), "{cut}");
            }
        }
    }
}

#[test]
fn too_much_is_refused() {
    let mut session = session();
    let refused = |answer: String| assert!(answer.starts_with("{\"error\":{"), "{answer:.200}");
    refused(session.answer(&"x".repeat(2 << 20)));
    refused(session.answer(&"[".repeat(100_000)));
    refused(session.answer(&format!("{{\"do\":{}1{}}}", "[".repeat(1000), "]".repeat(1000))));
    for name in ["game", "rules", "position", "text", "lang", "do"] {
        let request =
            with(json!({"do": "look", "game": "kono", "position": "w"}), name, "é".repeat(99_999));
        refused(session.answer(&request.to_string()));
    }
    let many = vec!["a1"; 5001];
    bad(&mut session, &json!({"do": "open", "game": "kono", "turns": many}), "bad-request");
    bad(&mut session, &json!({"do": "enter", "game": "kono", "clicks": many}), "bad-request");
    let turns = json!({"do": "enter", "game": "kono", "clicks": vec!["a1"; 5000]});
    bad(&mut session, &turns, "bad-turn");
}

#[test]
fn versions_languages_and_verbs_are_named_in_complaints() {
    let mut session = session();
    assert!(bad(&mut session, &json!({"v": 1, "do": "games"}), "bad-request").contains("`1`"));
    assert!(
        bad(&mut session, &json!({"do": "games", "lang": "mg"}), "bad-request").contains("en, fr")
    );
    let french = bad(&mut session, &json!({"do": "dance", "lang": "fr"}), "bad-request");
    assert!(french.starts_with("`dance` n’est pas une demande"), "{french}");
    assert!(Request::NAMES.iter().all(|verb| french.contains(verb)));
    assert!(bad(&mut session, &json!({}), "bad-request").contains("`do`"));
    let game = json!({"do": "start", "game": "chess", "lang": "fr"});
    assert!(bad(&mut session, &game, "unknown-game").starts_with("le jeu `chess` n’existe pas"));
    let rules = json!({"do": "start", "game": "kono", "rules": "first=blue"});
    assert!(bad(&mut session, &rules, "bad-rules").contains("yellow, red"));
    let position = json!({"do": "look", "game": "kono", "position": "4/4 y"});
    assert!(bad(&mut session, &position, "bad-position").contains("2 ranks"));
}

#[test]
fn codes_are_written_as_documented() {
    let written: Vec<String> =
        ErrorCode::ALL.iter().map(|code| serde_json::to_string(code).expect("a text")).collect();
    let known = [
        "bad-request",
        "unknown-game",
        "bad-rules",
        "bad-position",
        "bad-turn",
        "bad-record",
        "bad-table",
        "over",
        "not-open",
        "too-many-open",
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
    fn anything_is_answered(example in 0usize..23, field in 0usize..8, value in anything()) {
        let mut session = session();
        let mut request = examples()[example].clone();
        let names: Vec<String> = request.as_object().expect("an object").keys().cloned().collect();
        request[&names[field % names.len()]] = value.clone();
        for request in [request, value] {
            let answer = ask(&mut session, &request);
            prop_assert!(answer["ok"].is_object() != answer["error"].is_object());
            if answer["error"].is_object() {
                prop_assert!(!answer["error"]["message"].as_str().unwrap_or_default().is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in ".{0,80}") {
        let answer = session().answer(&text);
        prop_assert!(serde_json::from_str::<Value>(&answer).is_ok_and(|a| a["error"].is_object()));
    }
}
