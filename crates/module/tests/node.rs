//! The module runs in node and answers, byte for byte, what the program answers: every request,
//! random games of every game and option entered by clicks, searches, tables, nonsense. And it is
//! as small as it must be.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use damier_core::random::Random;
use damier_module::{MODULE, tables};
use damier_protocol::{Door, Oracles, VERBS};
use serde_json::{Value, json};

/// The most bytes that people wait for, plain and packed.
const PLAIN: usize = 600_000;
const PACKED: usize = 180_000;

#[test]
fn the_module_is_small() {
    let mut packed = Vec::new();
    let options = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    brotli::BrotliCompress(&mut &MODULE[..], &mut packed, &options).expect("it is only memory");
    println!("{} bytes, {} packed", MODULE.len(), packed.len());
    assert!(MODULE.starts_with(b"\0asm"), "there is no module");
    assert!(MODULE.len() <= PLAIN, "{} bytes are too many", MODULE.len());
    assert!(packed.len() <= PACKED, "{} packed bytes are too many", packed.len());
}

#[test]
fn the_module_names_no_folder_of_this_machine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let root = root.to_str().expect("a name in UTF-8").as_bytes();
    assert!(!MODULE.windows(root.len()).any(|part| part == root));
}

/// Asks the program and keeps what was asked and answered.
struct Recorder {
    door: Door,
    asked: Vec<String>,
    answered: Vec<String>,
}

impl Recorder {
    fn ask(&mut self, request: &Value) -> Value {
        let answer = self.text(&request.to_string());
        serde_json::from_str(&answer).expect("answers are JSON")
    }

    fn text(&mut self, request: &str) -> String {
        let answer = self.door.answer(request);
        self.asked.push(request.to_owned());
        self.answered.push(answer.clone());
        answer
    }
}

/// Every game with its default rules, then with one option changed at a time.
fn variants(games: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let mut all = Vec::new();
    for game in list(&games["games"]) {
        all.push((text(&game["id"]), String::new()));
        for option in list(&game["options"]) {
            for value in &list(&option["values"])[1..] {
                let rules = format!("{}={}", text(&option["name"]), text(&value["name"]));
                all.push((text(&game["id"]), rules));
            }
        }
    }
    all
}

/// Plays a random game by clicks, looking at everything on the way.
fn play(to: &mut Recorder, game: &str, rules: &str, most: usize, random: &mut Random) {
    let mut about = json!({"v": 1, "game": game, "rules": rules, "lang": "fr"});
    let mut ask = |verb: &str, fields: Value| {
        about["do"] = verb.into();
        let mut request = about.clone();
        request
            .as_object_mut()
            .expect("an object")
            .extend(fields.as_object().expect("too").clone());
        to.ask(&request)
    };
    let mut position = ask("start", json!({}))["position"].clone();
    let mut turns: Vec<Value> = Vec::new();
    while turns.len() < most {
        ask("look", json!({"position": position}));
        if turns.len().is_multiple_of(8) {
            for verb in ["turns", "value", "text-board"] {
                ask(verb, json!({"position": position}));
            }
        }
        let mut clicks = Vec::new();
        let entry = loop {
            let entry = ask("enter", json!({"position": position, "clicks": clicks}));
            if entry["ok"] == false || !entry["turn"].is_null() {
                break entry;
            }
            clicks = entry["clicks"].as_array().expect("a list").clone();
            let next = entry["next"].as_array().expect("a list");
            clicks.push(next[random.below(next.len())]["click"].clone());
        };
        if entry["ok"] == false {
            break;
        }
        ask("type", json!({"position": position, "text": entry["turn"]}));
        turns.push(entry["turn"].clone());
        position = entry["after"].clone();
    }
    ask("game", json!({"turns": turns}));
    ask("reach", json!({"turns": turns}));
    let record = ask("record-write", json!({"turns": turns, "tags": {"First": "Ada"}}));
    to.ask(&json!({"do": "record-read", "text": record["record"]}));
}

/// Lets every level think, and the one who never errs.
fn think(to: &mut Recorder, game: &Value) {
    let levels = game["levels"].as_array().expect("a list").clone();
    for (i, player) in levels.iter().enumerate().chain([(9, &json!("search"))]) {
        let search = json!({"do": "think", "game": game["id"], "turns": [], "player": player,
            "seed": i, "limits": {"nodes": 30_000}});
        let begun = to.ask(&search);
        let go_on = json!({"do": "go-on", "thinking": begun["thinking"], "nodes": 7_000});
        while to.ask(&go_on)["done"] == false {}
        to.ask(&json!({"do": "stop", "thinking": begun["thinking"]}));
        to.ask(&go_on);
    }
}

const NONSENSE: [&str; 8] = [
    "",
    "{",
    "[]",
    "null",
    "{\"do\":7}",
    "{\"do\":\"games\",\"more\":1}",
    "{\"do\":\"look\",\"game\":\"fraha\",\"position\":\"\u{1F409}\"}",
    "{\"do\":\"enter\",\"game\":\"kono\",\"clicks\":[\"z9\"]}",
];

fn record() -> Recorder {
    let door = Door::new(Arc::new(Oracles::empty()));
    let mut to = Recorder { door, asked: Vec::new(), answered: Vec::new() };
    for table in tables() {
        let answer = to.door.add_table(table.bytes.to_vec());
        assert!(answer.starts_with("{\"ok\":true"), "{answer}");
        to.answered.push(answer);
    }
    assert!(!to.answered.is_empty(), "some table is part of the program");
    let games = to.ask(&json!({"do": "games"}));
    let mut random = Random::new(5);
    for (game, rules) in variants(&games) {
        let most = if rules.is_empty() { 120 } else { 12 };
        play(&mut to, &game, &rules, most, &mut random);
        to.ask(&json!({"do": "sequel", "game": game, "rules": rules, "winner": "dark"}));
    }
    for game in games["games"].as_array().expect("a list") {
        think(&mut to, game);
    }
    to.ask(&json!({"do": "tables"}));
    for text in NONSENSE {
        to.text(text);
    }
    to
}

#[test]
fn node_answers_as_the_program_does() {
    let to = record();
    // What only the program has: texts and pictures.
    let missing = ["rules", "board"];
    let asks = |verb: &str| to.asked.iter().any(|r| r.contains(&format!("\"do\":\"{verb}\"")));
    for verb in VERBS {
        assert_eq!(asks(verb), !missing.contains(&verb), "{verb}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("it can be written");
        path
    };
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/door.js");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answer.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(web).arg(file("damier.wasm", MODULE));
    node.arg(file("requests", to.asked.join("\n").as_bytes()));
    node.args(tables().iter().map(|table| file(&table.file, table.bytes)));
    let run = node.output().expect("node, version 20 or later, is needed for this test");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("text");
    let found: Vec<&str> = text.split('\n').collect();
    let tables = to.answered.len() - to.asked.len();
    for (i, (answer, expected)) in found.iter().zip(&to.answered).enumerate() {
        let asked = i.checked_sub(tables).map_or("a table", |i| &to.asked[i]);
        assert_eq!(answer, expected, "the answer to {asked}");
    }
    assert_eq!(found.len(), to.answered.len());
}

#[test]
fn the_worker_searches_in_slices_and_hears_a_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("it can be written");
        path
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["door.js", "worker.js"] {
        file(name, &fs::read(here.join("../../web").join(name)).expect(name));
    }
    file("package.json", b"{\"type\": \"module\"}");
    let table = tables().into_iter().next().expect("a table");
    let mut node = Command::new("node");
    node.arg(here.join("tests/worker.mjs")).arg(folder.path()).arg(file("damier.wasm", MODULE));
    node.arg(file(&table.file, table.bytes)).arg(table.game);
    let run = node.output().expect("node, version 20 or later, is needed for this test");
    println!("{}", String::from_utf8_lossy(&run.stdout));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
