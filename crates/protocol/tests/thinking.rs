//! Searches through the session: slices, stops, levels, tables.

mod common;

use std::sync::Arc;

use common::{about, bad, good, list, session, text, with};
use damier_protocol::{Oracles, Session};
use serde_json::{Value, json};

fn think(session: &mut Session, game: &str, player: &str, nodes: u64) -> u64 {
    let ask = with(with(about("think", game, ""), "player", player), "turns", json!([]));
    let ask = with(with(ask, "seed", 3), "limits", json!({"nodes": nodes}));
    good(session, &ask)["search"].as_u64().expect("a number")
}

fn go_on(thinking: u64, nodes: u64) -> Value {
    json!({"do": "go-on", "search": thinking, "nodes": nodes})
}

#[test]
fn every_player_of_every_game_finds_a_legal_turn() {
    let mut session = session();
    let games = good(&mut session, &json!({"do": "games"}));
    for game in list(&games["games"]) {
        let id = text(&game["id"]);
        let turns = good(&mut session, &about("turns", id, ""))["turns"].clone();
        let players = list(&game["levels"]).iter().map(text).chain(["search"]);
        for player in players {
            let thinking = think(&mut session, id, player, 3000);
            let mut report = Value::Null;
            for slice in 0.. {
                let answer = good(&mut session, &go_on(thinking, 500));
                report = answer["report"].clone();
                if answer["done"] == true {
                    break;
                }
                assert!(slice < 10_000, "{id} {player} never ends");
            }
            let legal = list(&turns).iter().find(|turn| turn["turn"] == report["turn"]);
            let legal = legal.unwrap_or_else(|| panic!("{id} {player}: {report}"));
            assert_eq!(report["after"], legal["after"]);
            assert_eq!(report["line"][0], report["turn"]);
            assert!(!text(&report["why"]).is_empty());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let run = |seed: u64| {
        let mut session = session();
        let ask = with(with(about("think", "fanorona", ""), "player", "level-2"), "seed", seed);
        let thinking = good(&mut session, &ask)["search"].as_u64().expect("a number");
        good(&mut session, &go_on(thinking, 1_000_000))["report"].clone()
    };
    assert_eq!(run(1), run(1));
}

#[test]
fn slices_are_as_short_as_asked() {
    let mut session = session();
    let thinking = think(&mut session, "fanorona", "search", 1_000_000);
    let nodes = |answer: &Value| answer["report"]["nodes"].as_u64().unwrap_or(0);
    // The first slices may end before any turn was looked at to its end.
    good(&mut session, &go_on(thinking, 20_000));
    let first = nodes(&good(&mut session, &go_on(thinking, 1000)));
    let second = nodes(&good(&mut session, &go_on(thinking, 1000)));
    assert!((20_500..23_000).contains(&first), "{first}");
    assert!((500..2000).contains(&(second - first)), "{second}");
    let stopped = good(&mut session, &json!({"do": "stop", "search": thinking}));
    assert_eq!(nodes(&stopped), second);
    bad(&mut session, &go_on(thinking, 1), "no-search");
}

#[test]
fn a_new_search_takes_the_place_of_the_old_one() {
    let mut session = session();
    let old = think(&mut session, "kono", "search", 1000);
    let new = think(&mut session, "kono", "level-1", 1000);
    assert_ne!(old, new);
    bad(&mut session, &go_on(old, 10), "no-search");
    good(&mut session, &go_on(new, 10));
}

#[test]
fn tables_make_answers_exact() {
    // In this position of Rooya the player to move wins at once or not; the table knows.
    let position = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
    let ask = with(about("value", "rooya", ""), "position", position);
    let mut session = session();
    let value = good(&mut session, &ask)["value"].clone();
    let ask = with(with(about("think", "rooya", ""), "player", "perfect"), "start", position);
    let thinking = good(&mut session, &with(ask, "lang", "fr"))["search"].as_u64().expect("one");
    let report = loop {
        let answer = good(&mut session, &go_on(thinking, 100_000));
        if answer["done"] == true {
            break answer["report"].clone();
        }
    };
    assert_eq!(report["exact"], true);
    assert_eq!(report["score"], value);
}

#[test]
fn what_cannot_be_searched_says_so() {
    let mut session = session();
    let ask = with(about("think", "kono", ""), "player", "level-99");
    assert!(bad(&mut session, &ask, "unknown-level").contains("`level-99`"));
    let over = with(with(ask, "player", "search"), "start", "4/1y2/2y1/r3 r won:y");
    bad(&mut session, &over, "over");
    bad(&mut session, &go_on(7, 1), "no-search");
    bad(&mut session, &json!({"do": "stop", "search": 7}), "no-search");
}

#[test]
fn tables_are_taken_in_and_listed() {
    let mut session = Session::new(Arc::new(Oracles::empty()));
    assert_eq!(good(&mut session, &json!({"do": "tables"}))["tables"], json!([]));
    let unknown = good(&mut session, &about("value", "rooya", ""));
    assert_eq!(unknown["value"]["kind"], "unknown");
    let shipped = good(&mut common::session(), &json!({"do": "tables"}));
    assert_eq!(list(&shipped["tables"]).len(), 1);

    let refused: Value =
        serde_json::from_str(&session.add_table(b"nonsense".to_vec())).expect("JSON");
    assert_eq!(refused["error"]["code"], "bad-table");

    let bytes = shipped_bytes();
    let added: Value = serde_json::from_str(&session.add_table(bytes.clone())).expect("JSON");
    assert_eq!(added["ok"]["table"], shipped["tables"][0]);
    assert_eq!(added["ok"]["table"]["bytes"], bytes.len());
    // Twice is once.
    session.add_table(bytes);
    assert_eq!(good(&mut session, &json!({"do": "tables"}))["tables"], shipped["tables"]);
    assert_eq!(good(&mut session, &about("value", "rooya", ""))["value"]["kind"], "draw");
    // Other rules have other tables.
    let other = good(&mut session, &about("value", "rooya", "both=draw"));
    assert_eq!(other["value"]["kind"], "unknown");
}

#[test]
fn a_table_of_another_numbering_is_refused_and_changes_nothing() {
    let header = damier_tables::Header {
        game: "kono".into(),
        rules: String::new(),
        tier: "all".into(),
        kind: damier_tables::Kind::End,
        index: 999,
        slots: 10,
    };
    let set = damier_tables::file::set([(3, 1)].into_iter(), 10);
    let write = |header: &damier_tables::Header| {
        damier_tables::file::write(header, &[("lost", set.clone())])
    };
    let mut session = Session::new(Arc::new(Oracles::empty()));
    for game in ["kono", "chess"] {
        let header = damier_tables::Header { game: game.into(), ..header.clone() };
        let answer: Value = serde_json::from_str(&session.add_table(write(&header))).expect("JSON");
        assert_eq!(answer["error"]["code"], "bad-table", "{answer}");
        assert_eq!(good(&mut session, &json!({"do": "tables"}))["tables"], json!([]));
    }
}

/// The table that is part of the program.
fn shipped_bytes() -> Vec<u8> {
    let mut all = damier_games::IDS.iter().flat_map(|id| damier_games::shipped_tables(id));
    all.next().expect("there is one").to_vec()
}
