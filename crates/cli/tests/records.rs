//! `damier record`: what it accepts comes out normalised and stays so; what it refuses is named.

mod common;

use common::{damier_reading, prints, refuses};
use damier_core::random::Random;
use damier_games::IDS;
use damier_record::{Record, Tags};

const SMALL: &str = "[Game \"kono\"] [Second \"B\"]\n1.a1xa3 {takes}\n(1. b1xb3) b4xb2 *";

fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

#[test]
fn a_record_is_normalised_converted_and_checked() {
    let (_folder, path) = file(SMALL);
    let normal = "[Game \"kono\"]\n[Second \"B\"]\n[Result \"*\"]\n\n\
        1. a1xa3 {takes} (1. b1xb3) 1... b4xb2\n";
    assert_eq!(prints(&["record", &path]), normal);
    assert_eq!(damier_reading(&["record", "-"], SMALL.as_bytes()).out, normal);
    assert_eq!(damier_reading(&["record", "-"], normal.as_bytes()).out, normal);
    let json: serde_json::Value =
        serde_json::from_str(&prints(&["record", &path, "--json"])).expect("JSON");
    let turns = &json["line"]["turns"];
    assert_eq!(turns[0]["variations"][0]["turns"][0]["turn"], "b1xb3");
    assert_eq!(turns[1]["position"], "r1rr/yrrr/yryy/1yyy y");
    assert_eq!(prints(&["record", &path, "--check"]), format!("{path}: kono, 2 turns, *\n"));
}

#[test]
fn random_games_of_every_game_pass_through() {
    let mut random = Random::new(11);
    for id in IDS {
        let game = damier_games::open(id, "").unwrap();
        let mut play = game.begin(None).unwrap();
        while play.ending().is_none() && play.line().len() < 100 {
            let turns = game.turns(&play.position()).unwrap();
            play.play(&turns[random.below(turns.len())].0).unwrap();
        }
        let text = Record::of(&*game, &*play, Tags::new()).write();
        let ran = damier_reading(&["record", "-"], text.as_bytes());
        assert_eq!((ran.status, ran.out), (0, text), "{}", ran.err);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let (_folder, path) = file("[Game \"kono\"]\n\n1. a1xa3 b4-b3\n");
    let complaint = refuses(&["record", &path]);
    assert!(complaint.starts_with(&format!("damier: {path}: line 3, turn 1... b4-b3: ")));
    assert!(
        refuses(&["record", &path, "--check", "--lang", "fr"]).contains("ligne 3, coup 1... b4")
    );
    assert!(refuses(&["record", "no/such/file"]).contains("no/such/file"));
    assert!(refuses(&["record", "/"]).contains("/: "));
    let ran = damier_reading(&["record", "-"], b"[Game \"kono\"] \xff");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("not UTF-8"));
    let deep = format!("[Game \"kono\"] 1. a1xa3 {}", "(1. b1xb3 ".repeat(200_000));
    let ran = damier_reading(&["record", "-"], deep.as_bytes());
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("line 1: variations nest"));
}
