//! Random games of every game and option, entered click by click through the door, come by the
//! same positions as the lists of turns, typed turns and replayed games.

mod common;

use common::{about, bad, door, good, list, text, variants, with};
use damier_core::random::Random;
use damier_protocol::Door;
use serde_json::{Value, json};

/// Enters a turn by random clicks; returns its text and the position after it.
fn enter(door: &mut Door, ask: &Value, random: &mut Random) -> (String, String) {
    let mut clicks: Vec<Value> = Vec::new();
    loop {
        let entry = good(door, &with(ask.clone(), "clicks", clicks.clone()));
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
            let done = good(door, &with(ask.clone(), "clicks", clicks.clone()));
            assert_eq!(done["turn"], turn);
            assert_eq!(done["after"], offer["after"]);
        }
    }
}

fn walk(game: &str, rules: &str, start: Option<&str>, most: usize, random: &mut Random) -> bool {
    let mut door = door();
    let mut now = match start {
        Some(start) => start.to_owned(),
        None => text(&good(&mut door, &about("start", game, rules))["position"]).to_owned(),
    };
    let (first, mut turns) = (now.clone(), Vec::new());
    while turns.len() < most {
        let on = |verb| with(about(verb, game, rules), "position", now.as_str());
        let look = good(&mut door, &on("look"));
        assert_eq!(look["position"], now);
        let legal = good(&mut door, &on("turns"));
        if !look["over"].is_null() {
            assert!(list(&legal["turns"]).is_empty());
            bad(&mut door, &on("enter"), "over");
            break;
        }
        let (turn, after) = enter(&mut door, &on("enter"), random);
        let listed = list(&legal["turns"]).iter().find(|listed| listed["turn"] == turn);
        assert_eq!(listed.expect("what is entered is listed")["after"], after);
        let typed = good(&mut door, &with(on("type"), "text", turn.as_str()));
        assert_eq!(typed["after"], after);
        let clicked = good(&mut door, &with(on("enter"), "clicks", typed["clicks"].clone()));
        assert_eq!(clicked["turn"], turn);
        turns.push(turn);
        now = after;
    }
    let request =
        json!({"do": "game", "game": game, "rules": rules, "start": first, "turns": turns});
    let whole = good(&mut door, &request);
    assert_eq!(whole["look"]["position"], now);
    assert_eq!(list(&whole["moves"]).len(), turns.len());
    let pieces = list(&whole["look"]["pieces"]).len() as u64;
    let number = |value: &Value| value.as_u64().expect("a number");
    let start = good(&mut door, &with(about("look", game, rules), "position", first));
    let both = |of: &Value, name: &str| number(&of[name][0]) + number(&of[name][1]);
    let began = list(&start["pieces"]).len() as u64 + both(&start, "hand");
    let lost = both(&whole["look"], "captured");
    assert_eq!(began, pieces + both(&whole["look"], "hand") + lost);
    !whole["over"].is_null()
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
    let (mut door, mut random, mut seen) = (door(), Random::new(3), 0);
    for (game, rules) in variants() {
        for winner in ["light", "dark"] {
            let ask = with(about("sequel", &game, &rules), "winner", winner);
            let answer = good(&mut door, &ask);
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
