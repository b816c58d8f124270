//! Every request, asked as a page would ask it.

mod common;

use common::{about, bad, good, list, session, text, variants, with};
use serde_json::{Value, json};

fn games() -> Vec<Value> {
    list(&good(&mut session(), &json!({"v": 2, "do": "games"}))["games"]).to_vec()
}

/// Both languages are there and differ from nothing.
fn spoken(words: &Value) {
    for lang in ["en", "fr"] {
        assert!(!text(&words[lang]).is_empty(), "{words}");
    }
}

#[test]
fn games_are_described_in_the_order_of_the_list() {
    let games = games();
    let ids: Vec<&str> = games.iter().map(|game| text(&game["id"])).collect();
    assert_eq!(ids, damier_games::IDS);
    for game in &games {
        for name in ["name", "about", "aim", "known"] {
            spoken(&game[name]);
        }
        for side in list(&game["sides"]) {
            spoken(&side["name"]);
            assert_eq!(text(&side["letter"]).len(), 1);
        }
        for option in list(&game["options"]) {
            spoken(&option["words"]);
            list(&option["values"]).iter().for_each(|value| spoken(&value["words"]));
        }
        list(&game["buttons"]).iter().for_each(|button| spoken(&button["words"]));
        let [files, ranks] = [0, 1].map(|i| game["size"][i].as_u64().expect("a number"));
        assert!(list(&game["view"]["cells"]).len() as u64 <= files * ranks);
        let levels = list(&game["levels"]);
        assert_eq!(levels[0], "level-1");
        let strongest = if game["value"].is_null() { "search" } else { "perfect" };
        assert_eq!(levels[levels.len() - 1], strongest);
    }
}

#[test]
fn who_is_called_perfect_is_so_under_all_options() {
    let mut session = session();
    for game in games() {
        let id = text(&game["id"]);
        let perfect = list(&game["levels"]).contains(&json!("perfect"));
        let values = list(&game["options"]).iter().flat_map(|option| {
            let name = text(&option["name"]);
            list(&option["values"])
                .iter()
                .map(move |value| format!("{name}={}", text(&value["name"])))
        });
        for rules in values.chain([String::new()]) {
            let reach = good(&mut session, &about("coverage", id, &rules));
            assert_eq!(reach["known"], perfect, "{id} {rules}");
            // The tables are the same for whatever does not matter to them.
            let same = good(&mut session, &about("coverage", id, text(&reach["rules"])));
            assert_eq!(same, reach, "{id} {rules}");
        }
    }
}

#[test]
fn few_pawns_are_within_reach_of_tables() {
    for (game, position, known) in [
        ("achef", "bb3/b4/5/2w2/3ww b", true),
        ("achef", "bbb2/bb3/5/2ww1/1wwww b", false),
        ("fanorona", "w8/9/9/9/8b w", true),
    ] {
        let ask = with(about("coverage", game, ""), "position", position);
        assert_eq!(good(&mut session(), &ask)["known"], known, "{game} {position}");
    }
}

#[test]
fn samples_are_positions_in_the_middle_of_a_game() {
    for game in games() {
        let ask = with(about("look", text(&game["id"]), ""), "position", game["sample"].clone());
        let look = good(&mut session(), &ask);
        assert_eq!(look["position"], game["sample"], "written the normal way");
        assert!(look["over"].is_null());
        assert!(!list(&look["movable"]).is_empty());
    }
}

#[test]
fn what_is_known_is_what_the_tables_at_hand_say() {
    let mut seen = 0;
    for game in games() {
        let value =
            good(&mut session(), &about("value", text(&game["id"]), ""))["value"]["kind"].clone();
        if value != "unknown" {
            assert_eq!(game["value"], value, "{}", game["id"]);
            seen += 1;
        }
    }
    assert!(seen > 0, "a table is part of the program");
}

#[test]
fn rules_are_texts_in_both_languages() {
    for game in damier_games::IDS {
        let [en, fr] = ["en", "fr"].map(|lang| {
            let answer = good(&mut session(), &with(about("rules", game, ""), "lang", lang));
            text(&answer["markdown"]).to_owned()
        });
        assert!(en.starts_with("# ") && fr.starts_with("# ") && en != fr, "{game}");
    }
}

#[test]
fn starts_follow_the_options() {
    for (game, rules) in variants() {
        let start = good(&mut session(), &about("start", &game, &rules));
        let look = good(&mut session(), &about("look", &game, &rules));
        assert_eq!(start, look, "without a position it is the start");
        assert_eq!(start["captured"], json!([0, 0]));
        assert!(start["last"].is_null() && start["over"].is_null());
    }
    let first = |rules| good(&mut session(), &about("start", "kono", rules))["to_move"].clone();
    assert_eq!((first(""), first("first=red")), (json!("light"), json!("dark")));
}

#[test]
fn a_look_marks_the_last_turn() {
    let last = json!({"position": "rrrr/rrrr/yyyy/yyyy y", "turn": "a1xa3"});
    let ask = with(about("look", "kono", ""), "position", "rrrr/yrrr/yyyy/1yyy r");
    let look = good(&mut session(), &with(ask.clone(), "last", last.clone()));
    assert_eq!(look["last"], json!({"path": ["a1", "a3"], "also": [], "turned": 0}));
    assert_eq!(look["captured"], json!([0, 1]));
    let wrong = with(ask.clone(), "last", with(last.clone(), "turn", "b1xb3"));
    bad(&mut session(), &wrong, "bad-turn");
    bad(&mut session(), &with(ask.clone(), "last", with(last, "turn", "a1-a3")), "bad-turn");
    bad(&mut session(), &with(ask, "last", json!({"turn": "a1xa3", "more": 1})), "bad-request");
}

#[test]
fn a_look_says_which_rules_are_in_force() {
    let mut session = session();
    let open = good(&mut session, &about("look", "fanorona", ""));
    assert_eq!(open["remarks"], json!(["First turn: a single capturing step"]));
    assert_eq!(open["forced"], json!(["d2", "d3", "e2", "f2"]), "every turn captures");
    assert_eq!(open["movable"], open["forced"]);
    let position = "1bww1/3w1/1bw1w/w1b1b/wbw1b w ko:a1b1";
    let ask = with(about("look", "achef", ""), "position", position);
    let look = good(&mut session, &with(ask.clone(), "lang", "fr"));
    assert_eq!(look["marks"], json!([{"kind": "ko", "cells": ["a1", "b1"]}]));
    assert_eq!(
        look["remarks"],
        json!([
            "Ko : a1 et b1 ne peuvent s’échanger à ce coup, car le plateau d’avant le coup adverse reviendrait"
        ])
    );
    assert_eq!(look["forced"], json!([]));
    let placing = "wwww1/5/5/5/bbbbb w hand:w4b3";
    let look = good(&mut session, &with(about("look", "rooya", ""), "position", placing));
    let later = "Five in a row does not win while pawns are being placed";
    assert_eq!(look["remarks"], json!([later]));
    let vela = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w vela:b17";
    let look = good(&mut session, &with(about("look", "fanorona", ""), "position", vela));
    let said = look["remarks"][0].as_str().unwrap();
    assert!(said.starts_with("Vela: Black must still give up 17 pawns"), "{said}");
}

#[test]
fn a_finished_position_says_how_it_ended() {
    let ask = with(about("look", "kono", ""), "position", "4/1y2/2y1/r3 r won:y");
    let look = good(&mut session(), &with(ask.clone(), "lang", "fr"));
    assert_eq!(look["over"]["outcome"], "light");
    assert_eq!(look["over"]["how"], "goal");
    assert_eq!(look["over"]["words"], "Jaune gagne : Rouge n’a plus qu’un pion.");
    assert_eq!(look["over"]["why"], "Rouge n’a plus qu’un pion");
    assert_eq!(look["movable"], json!([]));
    bad(&mut session(), &with(with(ask.clone(), "do", "resolve"), "turn", "a1-a2"), "over");
    bad(&mut session(), &with(ask, "do", "enter"), "over");
}

#[test]
fn turns_are_sorted() {
    for (game, rules) in variants() {
        let answer = good(&mut session(), &about("turns", &game, &rules));
        let turns: Vec<&str> = list(&answer["turns"]).iter().map(|t| text(&t["turn"])).collect();
        assert!(!turns.is_empty() && turns.is_sorted(), "{game} [{rules}]: {turns:?}");
    }
}

#[test]
fn a_step_that_captures_both_ways_asks_which_line() {
    let ask = with(about("enter", "fanorona", "rules=schadd"), "lang", "fr");
    let entry = good(&mut session(), &with(ask.clone(), "clicks", json!(["d3"])));
    assert_eq!(entry["clicks"], json!(["d3"]), "choosing a pawn does not move it");
    let entry = good(&mut session(), &with(ask, "clicks", json!(["d3", "e3"])));
    assert_eq!(entry["text"], "d3-e3");
    assert_eq!(entry["question"], "Choisir les pions à prendre");
    assert_eq!(entry["preview"]["targets"], json!([]));
    assert_eq!(
        entry["preview"]["choices"],
        json!([
            {"click": "f3", "tag": "A", "name": "Percuter", "cells": ["f3"], "words": "Percuter : prendre f3"},
            {"click": "c3", "tag": "W", "name": "Aspirer", "cells": ["c3"], "words": "Aspirer : prendre c3"},
        ])
    );
    for (next, tag) in list(&entry["next"]).iter().zip(["A", "W"]) {
        assert_eq!(next["kind"], "take");
        assert_eq!(next["tag"], tag);
        assert_eq!(next["turn"], format!("d3-e3{tag}"));
    }
}

#[test]
fn the_pawns_of_a_line_come_from_the_nearest_outwards() {
    // Three enemies ahead of the step and one behind.
    let position = "9/9/bw1bbb3/9/8w w";
    let ask = with(about("enter", "fanorona", "rules=schadd"), "position", position);
    let entry = good(&mut session(), &with(ask, "clicks", json!(["b3", "c3"])));
    let ahead = &entry["preview"]["choices"][0];
    assert_eq!((&ahead["click"], &ahead["tag"]), (&json!("d3"), &json!("A")));
    assert_eq!(ahead["cells"], json!(["d3", "e3", "f3"]));
    assert_eq!(ahead["words"], "Approach: take d3 e3 f3");
}

#[test]
fn a_chain_may_end_where_the_rules_let_it() {
    let position = "9/9/1w1b1b3/9/9 w";
    let ask = with(about("enter", "fanorona", "rules=schadd"), "position", position);
    let entry = good(&mut session(), &with(ask.clone(), "clicks", json!(["b3", "c3"])));
    assert_eq!(entry["preview"]["taken"], json!(["d3"]));
    assert_eq!(entry["preview"]["path"], json!(["b3", "c3"]));
    let able = list(&entry["next"]).iter().any(|next| next["click"] == "done");
    assert_eq!(entry["can_end"], able);
}

#[test]
fn attacked_pawns_are_shown_and_sent() {
    let ask = with(about("enter", "fraha", ""), "clicks", json!(["e5", "d5"]));
    let entry = good(&mut session(), &ask);
    assert_eq!(entry["clicks"], json!(["e5", "d5", "d4"]), "one attacked pawn is no choice");
    assert_eq!(entry["question"], "Send the pawn on d4 where?");
    assert_eq!(entry["preview"]["attacked"], json!(["d4"]));
    assert_eq!(entry["text"], "e5-d5,d4>");
    let done = good(&mut session(), &with(ask, "clicks", json!(["e5", "d5", "d4", "a3"])));
    assert_eq!(done["turn"], "e5-d5,d4>a3");
    assert_eq!(done["steps"][3], json!([{"do": "move", "from": "d4", "to": "a3"}]));
}

#[test]
fn a_plate_turns_by_a_button() {
    let position = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
    let ask = with(about("enter", "rooya", ""), "position", position);
    let entry = good(&mut session(), &with(ask.clone(), "clicks", json!([])));
    assert_eq!(entry["question"], "Choose a pawn, or turn the plate");
    let cw = list(&entry["next"]).iter().find(|next| next["click"] == "cw").expect("a button");
    assert_eq!(cw["kind"], "button");
    assert_eq!(cw["effects"], json!([{"do": "spin", "quarters": 1}]));
    let swap = good(&mut session(), &with(ask, "clicks", json!(["c4"])));
    assert!(list(&swap["preview"]["targets"]).contains(&json!(["c5", "swap"])));
}

#[test]
fn refused_clicks_and_turns_say_why() {
    let click = with(about("enter", "kono", ""), "clicks", json!(["a4"]));
    assert_eq!(bad(&mut session(), &click, "bad-turn"), "the pawn on a4 is your opponent’s");
    let click = with(click, "lang", "fr");
    assert_eq!(bad(&mut session(), &click, "bad-turn"), "le pion en a4 est à l’adversaire");
    let typed = with(about("resolve", "kono", ""), "turn", "a1-a2");
    assert_eq!(bad(&mut session(), &typed, "bad-turn"), "a2 holds one of your own pawns");
}

#[test]
fn a_typed_turn_comes_with_its_clicks() {
    let typed = good(&mut session(), &with(about("resolve", "kono", ""), "turn", " a1xa3 "));
    assert_eq!(typed["turn"], "a1xa3");
    assert_eq!(typed["clicks"], json!(["a1", "a3"]));
    assert_eq!(
        typed["effects"],
        json!([[], [{"do": "remove", "cell": "a3"}, {"do": "move", "from": "a1", "to": "a3"}]])
    );
}

#[test]
fn a_game_is_opened_with_its_turns() {
    let ask = with(about("open", "kono", ""), "turns", json!(["a1xa3", "b4xb2"]));
    let game = good(&mut session(), &ask);
    assert_eq!(
        (&game["first"], &game["state"]["look"]["to_move"]),
        (&json!("light"), &json!("light"))
    );
    assert_eq!(list(&game["made"]).len(), 2);
    assert_eq!(game["made"][1]["side"], "dark");
    assert_eq!(game["made"][1]["after"], game["state"]["look"]["position"]);
    assert_eq!(game["state"]["look"]["captured"], json!([1, 1]));
    assert_eq!(game["state"]["look"]["last"]["path"], json!(["b4", "b2"]));
    assert_eq!((&game["state"]["occurrences"], &game["state"]["ply"]), (&json!(1), &json!(2)));
    let wrong = with(ask.clone(), "turns", json!(["a1xa3", "b4xb2", "a9"]));
    assert!(bad(&mut session(), &wrong, "bad-turn").starts_with("turn 2. a9: "));
    let finished = with(with(ask, "start", "4/1y2/2y1/r3 r won:y"), "turns", json!(["a1-a2"]));
    assert!(bad(&mut session(), &finished, "over").starts_with("turn 1. a1-a2: "));
}

#[test]
fn a_position_that_comes_back_ends_the_game() {
    // Two pawns each step to and fro.
    let start = "r2r/4/4/y2y y";
    let back_and_forth = ["a1-b1", "a4-b4", "b1-a1", "b4-a4"];
    let turns: Vec<&str> = back_and_forth.iter().copied().cycle().take(8).collect();
    let ask = |rules: &str, n: usize| {
        let ask = with(about("open", "kono", rules), "start", start);
        good(&mut session(), &with(ask, "turns", turns[..n].to_vec()))["state"].clone()
    };
    assert_eq!(ask("", 4)["occurrences"], 2);
    let over = ask("", 8)["look"].clone();
    assert_eq!(over["over"]["outcome"], "draw");
    assert_eq!(over["over"]["how"], "repetition");
    assert_eq!(over["movable"], json!([]));
    assert!(ask("repetition=off", 8)["look"]["over"].is_null());
}

#[test]
fn values_come_best_first() {
    // All pawns are placed; the table knows everything from here.
    let position = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
    let answer = good(&mut session(), &with(about("value", "rooya", ""), "position", position));
    let rank = |value: &Value| {
        let turns = value["turns"].as_i64().unwrap_or(0);
        match text(&value["kind"]) {
            "win" => 1000 - turns,
            "draw" => 0,
            "loss" => turns - 1000,
            kind => panic!("{kind}"),
        }
    };
    let ranks: Vec<i64> = list(&answer["turns"]).iter().map(|turn| rank(&turn["value"])).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    assert_eq!(rank(&answer["value"]), ranks[0], "a position is worth what its best turn is");
    assert!(ranks.len() > 10);
}

#[test]
fn values_without_tables_are_unknown_but_for_the_end() {
    let answer = good(&mut session(), &about("value", "fanorona", ""));
    assert_eq!(answer["value"], json!({"kind": "unknown"}));
    let ask = with(about("value", "kono", ""), "position", "4/1y2/2y1/r3 r won:y");
    let over = good(&mut session(), &ask);
    assert_eq!(over["value"], json!({"kind": "loss", "turns": 0}));
    assert_eq!(over["turns"], json!([]));
}

#[test]
fn only_a_game_with_a_rematch_has_one() {
    for game in games() {
        let ask = with(about("sequel", text(&game["id"]), ""), "winner", "dark");
        let position = &good(&mut session(), &ask)["position"];
        assert_eq!(position.is_null(), game["sequel"].is_null(), "{}", game["id"]);
    }
    bad(&mut session(), &with(about("sequel", "kono", ""), "winner", "red"), "bad-request");
}

#[test]
fn records_are_written_and_read_back() {
    let turns = json!(["a1xa3", "b4xb2"]);
    let ask = with(about("record-write", "kono", "first=yellow"), "turns", turns.clone());
    let over = json!({"outcome": "dark", "how": "resigned", "words": "…"});
    let ask = with(with(ask, "over", over), "tags", json!({"First": "Ada", "Date": "2024.05.01"}));
    let record = good(&mut session(), &ask)["record"].clone();
    let read = good(&mut session(), &json!({"do": "record-read", "text": record, "lang": "fr"}));
    assert_eq!(read["turns"], turns);
    assert_eq!(read["result"], "0-1");
    assert_eq!(read["over"]["words"], "Rouge gagne : abandon.");
    assert_eq!(read["tags"], json!({"First": "Ada", "Date": "2024.05.01"}));
    assert_eq!(read["record"], record);
    bad(&mut session(), &with(ask, "tags", json!({"Game": "chess"})), "bad-record");
    let broken = json!({"do": "record-read", "text": "[Game \"kono\"]\n\n1. a1xa3 zz\n"});
    assert!(bad(&mut session(), &broken, "bad-record").starts_with("line 3, turn 1... zz: "));
}

#[test]
fn an_ending_that_the_turns_show_cannot_be_another() {
    let ask = with(about("record-write", "kono", ""), "start", "4/1y2/2y1/r3 r won:y");
    let over = |outcome: &str, how: &str| {
        with(ask.clone(), "over", json!({"outcome": outcome, "how": how}))
    };
    assert!(text(&good(&mut session(), &over("light", "goal"))["record"]).contains("Termination"));
    bad(&mut session(), &over("dark", "time"), "over");
}

#[test]
fn boards_are_pictures_and_texts() {
    for game in games() {
        let id = text(&game["id"]);
        let ask = with(about("board", id, ""), "position", game["sample"].clone());
        let light = good(&mut session(), &ask);
        assert!(text(&light["svg"]).starts_with("<svg"));
        let dark = good(&mut session(), &with(ask.clone(), "theme", "dark"));
        assert_ne!(light["svg"], dark["svg"]);
        let plain = good(&mut session(), &with(ask.clone(), "coordinates", false));
        assert_ne!(light["svg"], plain["svg"]);
        bad(&mut session(), &with(ask.clone(), "theme", "pink"), "bad-request");
        let texts = good(&mut session(), &with(ask, "do", "text-board"));
        let rows = list(&texts["rows"]);
        assert_eq!(text(&texts["text"]).lines().count(), rows.len());
        let cells: usize = rows.iter().map(|row| list(&row["cells"]).len()).sum();
        assert_eq!(cells, list(&game["view"]["cells"]).len());
    }
    let ask = with(about("text-board", "kono", ""), "lang", "fr");
    let answer = good(&mut session(), &ask);
    let last = text(&answer["text"]).lines().last().expect("a row");
    assert_eq!(last, "Rangée 1 : a1 Jaune, b1 Jaune, c1 Jaune, d1 Jaune");
}

#[test]
fn what_a_record_says_besides_its_turns_is_read_and_kept() {
    let mut session = session();
    let text = "[Game \"kono\"]\n[First \"Ada\"]\n[Opening \"odd\"]\n[Result \"*\"]\n\n\
                {before} 1. a1xa3 {good} (1. b1xb3 {or so}) 1... b4xb2 {why}\n";
    let read = good(&mut session, &json!({"do": "record-read", "text": text}));
    assert_eq!(read["record"], text);
    assert_eq!(read["line"]["comment"], "before");
    let first = &read["line"]["turns"][0];
    assert_eq!((&first["turn"], &first["comment"]), (&json!("a1xa3"), &json!("good")));
    assert_eq!(first["variations"][0]["turns"][0]["comment"], "or so");
    let write = |turns: Value| {
        let ask = with(about("record-write", "kono", ""), "turns", turns);
        with(with(ask, "notes", text), "tags", read["tags"].clone())
    };
    let same = good(&mut session, &write(json!(["a1xa3", "b4xb2"])));
    assert_eq!(same["record"], text);
    let other = good(&mut session, &write(json!(["a1xa3", "d4xd2", "b1xb3"])));
    let other = other["record"].as_str().expect("a text");
    assert!(other.ends_with("{before} 1. a1xa3 {good} (1. b1xb3 {or so}) 1... d4xd2 2. b1xb3\n"));
    let wrong = with(write(json!([])), "notes", "[Game \"chess\"]");
    bad(&mut session, &wrong, "bad-record");
}
