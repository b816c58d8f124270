//! Open games: play, undo and show give what opening the same turns anew gives, however long the
//! game; numbers are never given twice; nothing stays open that was closed.

mod common;

use std::time::{Duration, Instant};

use common::{about, bad, good, list, session, text, variants, with};
use damier_core::random::Random;
use damier_protocol::Session;
use serde_json::{Value, json};

fn open(session: &mut Session, game: &str, rules: &str, turns: &[String]) -> Value {
    good(session, &with(about("open", game, rules), "turns", turns))
}

/// The same game, opened with all its turns at once.
fn anew(game: &str, rules: &str, turns: &[String]) -> Value {
    open(&mut session(), game, rules, turns)
}

#[test]
fn playing_and_taking_back_are_as_opening_anew() {
    let mut random = Random::new(5);
    for (game, rules) in variants() {
        let mut session = session();
        let id = open(&mut session, &game, &rules, &[])["session"].clone();
        let ask = |verb: &str| json!({"do": verb, "session": id});
        let mut turns: Vec<String> = Vec::new();
        for _ in 0..24 {
            let look = good(&mut session, &with(ask("show"), "at", turns.len()));
            if look["over"].is_null() && random.below(5) > 0 {
                let listed =
                    with(about("turns", &game, &rules), "position", look["position"].clone());
                let listed = good(&mut session, &listed);
                let all = list(&listed["turns"]);
                let turn = text(&all[random.below(all.len())]["turn"]).to_owned();
                let played = good(&mut session, &with(ask("play"), "turn", turn.as_str()));
                turns.push(turn);
                let whole = anew(&game, &rules, &turns);
                assert_eq!(played["state"], whole["state"], "{game} [{rules}] {turns:?}");
                assert_eq!(Some(&played["made"]), list(&whole["made"]).last());
            } else {
                let to = random.below(turns.len() + 1);
                let state = good(&mut session, &with(ask("undo"), "to", to));
                turns.truncate(to);
                assert_eq!(state, anew(&game, &rules, &turns)["state"], "{game} [{rules}]");
            }
        }
        for at in 0..=turns.len() {
            let shown = good(&mut session, &with(ask("show"), "at", at));
            let mut alone = anew(&game, &rules, &turns[..at])["state"]["look"].clone();
            if at < turns.len() {
                // Only the end of the game ends it.
                alone["over"] = Value::Null;
            }
            assert_eq!(shown, alone, "{game} [{rules}] {at}");
        }
    }
}

#[test]
fn games_are_opened_side_by_side_and_closed() {
    let mut session = session();
    let [a, b] = ["kono", "fraha"].map(|game| open(&mut session, game, "", &[])["session"].clone());
    good(&mut session, &json!({"do": "play", "session": a, "turn": "a1xa3"}));
    let other = good(&mut session, &json!({"do": "show", "session": b, "at": 0}));
    assert_eq!(other["position"], good(&mut session, &about("start", "fraha", ""))["position"]);
    let close = |id: &Value| json!({"do": "close", "session": id});
    assert_eq!(good(&mut session, &close(&a))["closed"], true);
    assert_eq!(good(&mut session, &close(&a))["closed"], false);
    for verb in ["enter", "record-write"] {
        bad(&mut session, &json!({"do": verb, "session": a}), "not-open");
    }
    let c = open(&mut session, "kono", "", &[])["session"].clone();
    assert!(c != a && c != b, "numbers are not given twice");
}

#[test]
fn a_refused_turn_changes_nothing() {
    let mut session = session();
    let id = open(&mut session, "kono", "", &["a1xa3".to_owned()])["session"].clone();
    let play = |turn: &str| json!({"do": "play", "session": id, "turn": turn});
    assert!(bad(&mut session, &play("a1-a2"), "bad-turn").starts_with("turn 1... a1-a2: "));
    let state = good(&mut session, &play("b4xb2"))["state"].clone();
    assert_eq!(state["ply"], 2);
}

#[test]
fn not_more_are_open_than_may_be() {
    let mut session = session();
    for _ in 0..64 {
        open(&mut session, "kono", "", &[]);
    }
    bad(&mut session, &about("open", "kono", ""), "too-many-open");
    good(&mut session, &json!({"do": "close", "session": 7}));
    open(&mut session, "kono", "", &[]);
}

/// The best of some tries, since machines are shared.
fn quickest(session: &mut Session, requests: &[Value]) -> Duration {
    let mut once = || {
        let begun = Instant::now();
        for request in requests {
            good(session, request);
        }
        begun.elapsed()
    };
    (0..30).map(|_| once()).min().expect("some")
}

#[test]
fn a_thousand_turns_are_answered_as_quickly_as_none() {
    let (start, rules) = ("r2r/4/4/y2y y", "repetition=off");
    let dance = ["a1-b1", "a4-b4", "b1-a1", "b4-a4"];
    let time = |turns: usize| {
        let mut session = session();
        let turns: Vec<&str> = dance.into_iter().cycle().take(turns).collect();
        let ask = with(about("open", "kono", rules), "start", start);
        let id = good(&mut session, &with(ask, "turns", turns.clone()))["session"].clone();
        let asks = [
            json!({"do": "enter", "session": id, "clicks": ["a1"]}),
            json!({"do": "resolve", "session": id, "turn": "a1-b1"}),
            json!({"do": "play", "session": id, "turn": "a1-b1"}),
            json!({"do": "undo", "session": id, "to": turns.len()}),
        ];
        quickest(&mut session, &asks)
    };
    let (empty, long) = (time(0), time(4_000));
    assert!(long < 2 * empty, "{long:?} after 4,000 turns, {empty:?} at the start");
}
