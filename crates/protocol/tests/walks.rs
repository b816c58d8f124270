//! Random games of every game and option, entered click by click through the session, come by the
//! same positions as the lists of turns, typed turns and replayed games.

mod common;

use common::{about, bad, good, list, session, text, variants, with};
use damier_core::random::Random;
use damier_protocol::Session;
use serde_json::{Value, json};

/// Enters a turn by random clicks; returns its text and the position after it.
fn enter(session: &mut Session, ask: &Value, random: &mut Random) -> (String, String) {
    let mut clicks: Vec<Value> = Vec::new();
    loop {
        let entry = good(session, &with(ask.clone(), "clicks", clicks.clone()));
        clicks = list(&entry["clicks"]).to_vec();
        assert_eq!(list(&entry["steps"]).len(), clicks.len());
        if let Some(turn) = entry["turn"].as_str() {
            assert_eq!(entry["text"], turn);
            assert_eq!(entry["question"], "");
            assert!(list(&entry["next"]).is_empty());
            return (turn.to_owned(), text(&entry["after"]).to_owned());
        }
        assert!(!text(&entry["question"]).is_empty());
        let next = list(&entry["next"]);
        let offer = &next[random.below(next.len())];
        clicks.push(offer["click"].clone());
        // An offer says truly what it completes.
        if let Some(turn) = offer["turn"].as_str() {
            let done = good(session, &with(ask.clone(), "clicks", clicks.clone()));
            assert_eq!(done["turn"], turn);
            assert_eq!(done["after"], offer["after"]);
        }
    }
}

fn walk(game: &str, rules: &str, start: Option<&str>, most: usize, random: &mut Random) -> bool {
    let mut session = session();
    let mut now = match start {
        Some(start) => start.to_owned(),
        None => text(&good(&mut session, &about("start", game, rules))["position"]).to_owned(),
    };
    let (first, mut turns) = (now.clone(), Vec::new());
    while turns.len() < most {
        let on = |verb| with(about(verb, game, rules), "position", now.as_str());
        let look = good(&mut session, &on("look"));
        assert_eq!(look["position"], now);
        let legal = good(&mut session, &on("turns"));
        if !look["over"].is_null() {
            assert!(list(&legal["turns"]).is_empty());
            bad(&mut session, &on("enter"), "over");
            break;
        }
        let (turn, after) = enter(&mut session, &on("enter"), random);
        let listed = list(&legal["turns"]).iter().find(|listed| listed["turn"] == turn);
        assert_eq!(listed.expect("what is entered is listed")["after"], after);
        let typed = good(&mut session, &with(on("resolve"), "turn", turn.as_str()));
        assert_eq!(typed["after"], after);
        let clicked = good(&mut session, &with(on("enter"), "clicks", typed["clicks"].clone()));
        assert_eq!(clicked["turn"], turn);
        turns.push(turn);
        now = after;
        // Games that are asked about are opened for it.
        session = common::session();
    }
    let request =
        json!({"do": "open", "game": game, "rules": rules, "start": first, "turns": turns});
    let opened = good(&mut session, &request);
    assert_eq!(list(&opened["made"]).len(), turns.len());
    let whole = opened["state"].clone();
    assert_eq!(whole["look"]["position"], now);
    let pieces = list(&whole["look"]["pieces"]).len() as u64;
    let number = |value: &Value| value.as_u64().expect("a number");
    let start = good(&mut session, &with(about("look", game, rules), "position", first));
    let both = |of: &Value, name: &str| number(&of[name][0]) + number(&of[name][1]);
    let began = list(&start["pieces"]).len() as u64 + both(&start, "hand");
    let lost = both(&whole["look"], "captured");
    assert_eq!(began, pieces + both(&whole["look"], "hand") + lost);
    !whole["look"]["over"].is_null()
}

#[test]
fn games_entered_by_clicks_are_the_games_of_the_rules() {
    let mut random = Random::new(7);
    for (game, rules) in variants() {
        // With repetition a game may end before the position does.
        let rules = if rules.is_empty() { "repetition=off".to_owned() } else { rules };
        let rules = match rules.contains("repetition") {
            true => rules,
            false => format!("{rules},repetition=off"),
        };
        walk(&game, &rules, None, 40, &mut random);
    }
}

#[test]
fn rematches_are_entered_too() {
    let (mut session, mut random, mut seen) = (session(), Random::new(3), 0);
    for (game, rules) in variants() {
        for winner in ["light", "dark"] {
            let ask = with(about("sequel", &game, &rules), "winner", winner);
            let answer = good(&mut session, &ask);
            if let Some(start) = answer["position"].as_str() {
                let rules = match rules.is_empty() {
                    true => "repetition=off".to_owned(),
                    false if rules.contains("repetition") => rules.clone(),
                    false => format!("{rules},repetition=off"),
                };
                walk(&game, &rules, Some(start), 40, &mut random);
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "some game has a rematch");
}

#[test]
fn some_games_are_played_to_their_end() {
    let (mut random, mut ended) = (Random::new(11), 0);
    for (game, rules) in variants().iter().filter(|(_, rules)| rules.is_empty()) {
        ended += usize::from(walk(game, rules, None, 150, &mut random));
    }
    assert!(ended >= 2, "only {ended} games ended");
}
