//! The module runs in node and answers, byte for byte, what the program answers: every request,
//! random games of every game and option entered by clicks, searches, tables, nonsense. And it is
//! as small as it must be.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use damier_core::random::Random;
use damier_module::MODULE;
use damier_protocol::{Oracles, Request, Session};
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

/// A table that is part of the program, as a file to hand to the module.
struct ShippedTable {
    file: String,
    game: &'static str,
    bytes: &'static [u8],
}

fn shipped_tables() -> Vec<ShippedTable> {
    let of = |game: &&'static str| {
        let (game, all) = (*game, damier_games::shipped_tables(game));
        all.iter().enumerate().map(move |(i, bytes)| ShippedTable {
            file: format!("{game}-{i}.damier"),
            game,
            bytes,
        })
    };
    damier_games::IDS.iter().flat_map(of).collect()
}

/// Asks the program and keeps what was asked and answered.
struct Recorder {
    session: Session,
    asked: Vec<String>,
    answered: Vec<String>,
}

impl Recorder {
    /// What is answered; nothing to what is refused.
    fn ask(&mut self, request: &Value) -> Value {
        let answer = self.text(&request.to_string());
        let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
        answer["ok"].clone()
    }

    fn text(&mut self, request: &str) -> String {
        let answer = self.session.answer(request);
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
    let open = json!({"v": 2, "do": "open", "game": game, "rules": rules, "lang": "fr"});
    let opened = to.ask(&open);
    let mut ask = |verb: &str, fields: Value| {
        let mut request = json!({"do": verb, "session": opened["session"], "lang": "fr"});
        let fields = fields.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(fields);
        to.ask(&request)
    };
    let mut look = opened["state"]["look"].clone();
    let (mut turns, mut positions): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    while turns.len() < most && look["over"].is_null() {
        positions.push(look["position"].clone());
        let mut clicks = Vec::new();
        let entry = loop {
            let entry = ask("enter", json!({"clicks": clicks}));
            if !entry["turn"].is_null() {
                break entry;
            }
            clicks = entry["clicks"].as_array().expect("a list").clone();
            let next = entry["next"].as_array().expect("a list");
            clicks.push(next[random.below(next.len())]["click"].clone());
        };
        ask("resolve", json!({"turn": entry["turn"]}));
        let played = ask("play", json!({"turn": entry["turn"]}));
        assert_eq!(played["state"]["look"]["position"], entry["after"]);
        turns.push(entry["turn"].clone());
        look = played["state"]["look"].clone();
    }
    ask("show", json!({"at": turns.len() / 2}));
    let record = ask("record-write", json!({"tags": {"First": "Ada"}}));
    ask("undo", json!({"to": 1}));
    ask("close", json!({}));
    to.ask(&json!({"do": "record-read", "text": record["record"]}));
    let again = json!({"do": "open", "game": game, "rules": rules, "turns": turns});
    let again = to.ask(&again)["session"].clone();
    to.ask(&json!({"do": "close", "session": again}));
    for position in positions.iter().step_by(8) {
        for verb in ["look", "turns", "value", "coverage"] {
            to.ask(&json!({"do": verb, "game": game, "rules": rules, "position": position}));
        }
    }
}

/// Lets every level think, and the one who never errs.
fn think(to: &mut Recorder, game: &Value) {
    let opened = to.ask(&json!({"do": "open", "game": game["id"]}))["session"].clone();
    let levels = game["levels"].as_array().expect("a list").clone();
    for (i, player) in levels.iter().enumerate().chain([(9, &json!("search"))]) {
        let think = json!({"do": "think", "session": opened, "player": player,
            "seed": i, "limits": {"nodes": 30_000}});
        let search = to.ask(&think)["search"].clone();
        let go_on = json!({"do": "go-on", "search": search, "nodes": 7_000});
        while to.ask(&go_on)["done"] == false {}
        to.ask(&json!({"do": "stop", "search": search}));
        to.ask(&go_on);
    }
    to.ask(&json!({"do": "close", "session": opened}));
}

const NONSENSE: [&str; 8] = [
    "",
    "{",
    "[]",
    "null",
    "{\"do\":7}",
    "{\"do\":\"games\",\"more\":1}",
    "{\"do\":\"look\",\"game\":\"fraha\",\"position\":\"\u{1F409}\"}",
    "{\"do\":\"enter\",\"session\":7000,\"clicks\":[\"z9\"]}",
];

fn record() -> Recorder {
    let session = Session::new(Arc::new(Oracles::empty()));
    let mut to = Recorder { session, asked: Vec::new(), answered: Vec::new() };
    for table in shipped_tables() {
        let answer = to.session.add_table(table.bytes.to_vec());
        assert!(answer.starts_with("{\"ok\":"), "{answer}");
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
    for text in NONSENSE {
        to.text(text);
    }
    to
}

#[test]
fn node_answers_as_the_program_does() {
    let to = record();
    // What only the program has: texts and pictures, and what no page asks for.
    let missing = ["rules", "start", "board", "text-board", "tables"];
    let asks = |verb: &str| to.asked.iter().any(|r| r.contains(&format!("\"do\":\"{verb}\"")));
    for verb in Request::NAMES {
        assert_eq!(asks(verb), !missing.contains(verb), "{verb}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("it can be written");
        path
    };
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/protocol.js");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answer.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(web).arg(file("damier.wasm", MODULE));
    node.arg(file("requests", to.asked.join("\n").as_bytes()));
    node.args(shipped_tables().iter().map(|table| file(&table.file, table.bytes)));
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
    for name in ["protocol.js", "worker.js"] {
        file(name, &fs::read(here.join("../../web").join(name)).expect(name));
    }
    file("package.json", b"{\"type\": \"module\"}");
    let table = shipped_tables().into_iter().next().expect("a table");
    let mut node = Command::new("node");
    node.arg(here.join("tests/worker.mjs")).arg(folder.path()).arg(file("damier.wasm", MODULE));
    node.arg(file(&table.file, table.bytes)).arg(table.game);
    let run = node.output().expect("node, version 20 or later, is needed for this test");
    println!("{}", String::from_utf8_lossy(&run.stdout));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
