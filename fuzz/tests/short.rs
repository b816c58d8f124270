//! A short run of every property: good inputs, changed at random. `DAMIER_FUZZ_SECONDS` makes it
//! longer. The seed is fixed, so a failure comes back; the input that fails is printed.

use damier_protocol::Request;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use damier_core::random::Random;

/// The good inputs: positions, turns and clicks out of the vectors, small records, options.
struct Seeds {
    positions: Vec<String>,
    turns: Vec<String>,
    records: Vec<String>,
    options: Vec<String>,
}

fn seeds() -> Seeds {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let (mut positions, mut turns) = (Vec::new(), Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("vectors")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        for line in text.lines().step_by(3) {
            let Some((position, rest)) = line.split_once(" ; ") else { continue };
            positions.push(position.to_string());
            let turn = rest.split(" => ").next().filter(|_| rest.contains("=>"));
            turns.extend(turn.map(|turn| format!("{position}\n{turn}")));
        }
    }
    Seeds { positions, turns, records: records(), options: options() }
}

/// A random game of every kind as a record.
fn records() -> Vec<String> {
    let mut random = Random::new(4);
    let mut all = Vec::new();
    for id in damier_games::IDS {
        let game = damier_games::open(id, "").expect(id);
        let (mut position, mut text) = (game.start(), format!("[Game \"{id}\"]\n\n"));
        for i in 0..6 {
            let turns = game.turns(&position).expect("legal");
            let Some((turn, after)) = turns.get(random.below(turns.len().max(1))) else { break };
            if i % 2 == 0 {
                text += &format!("{}. ", i / 2 + 1);
            }
            text += &format!("{turn} {{note}} ");
            position = after.clone();
        }
        all.push(text + "*\n");
    }
    all
}

fn options() -> Vec<String> {
    let mut all = vec![String::new()];
    for id in damier_games::IDS {
        for spec in damier_games::open(id, "").expect(id).option_specs() {
            all.extend(spec.values.iter().map(|(value, _)| format!("{}={value}", spec.name)));
        }
    }
    all
}

/// Pieces that readers look out for.
const WORDS: [&str; 32] = [
    " ",
    "/",
    ":",
    "\n",
    "won:w",
    " ko:a1b1",
    " nc:c4",
    " open:wb",
    " huff:e2",
    " vela:b17",
    " hand:w8b8",
    "w",
    "b",
    "y",
    "r",
    "9",
    "-",
    "x",
    "=",
    "(",
    ")",
    "{",
    "done",
    "é",
    "\"",
    "null",
    "[",
    "]",
    ",",
    "\\u0000",
    "1e99",
    "\"lang\":\"fr\",",
];

fn change(random: &mut Random, input: &mut Vec<u8>, others: &[String]) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(input.len() + 1);
        match random.below(6) {
            0 if at < input.len() => input[at] = random.bits() as u8 & 127,
            1 if at < input.len() => drop(input.remove(at)),
            2 => input.truncate(at),
            3 => {
                let other = others[random.below(others.len())].as_bytes();
                let from = random.below(other.len() + 1);
                input.splice(at.., other[from..].iter().copied());
            }
            4 if at < input.len() => {
                let end = (at + 1 + random.below(8)).min(input.len());
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            _ => {
                let word = WORDS[random.below(WORDS.len())].bytes();
                input.splice(at..at, word);
            }
        }
    }
}

fn run(name: &str, property: fn(&[u8]), inputs: &[String]) {
    let seconds = std::env::var("DAMIER_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok());
    let limit = Duration::from_secs(seconds.unwrap_or(2));
    let (begun, mut random, mut n) = (Instant::now(), Random::new(9), 0u64);
    while begun.elapsed() < limit {
        let mut input = inputs[random.below(inputs.len())].clone().into_bytes();
        if n >= inputs.len() as u64 {
            change(&mut random, &mut input, inputs);
        }
        let result = catch_unwind(AssertUnwindSafe(|| property(&input)));
        assert!(result.is_ok(), "{name} fails for {:?}", String::from_utf8_lossy(&input));
        n += 1;
    }
    println!("{name}: {n} inputs");
}

#[test]
fn positions_round_trip() {
    run("positions", damier_fuzz::positions_round_trip, &seeds().positions);
}

#[test]
fn options_round_trip() {
    run("options", damier_fuzz::options_round_trip, &seeds().options);
}

#[test]
fn turns_are_legal_or_refused() {
    run("turns", damier_fuzz::turns_are_legal_or_refused, &seeds().turns);
}

#[test]
fn clicks_are_offered_or_refused() {
    let clicks = seeds()
        .turns
        .iter()
        .map(|turn| turn.replace(['-', 'x', '=', ',', '>'], " "))
        .collect::<Vec<_>>();
    run("clicks", damier_fuzz::clicks_are_offered_or_refused, &clicks);
}

#[test]
fn records_round_trip() {
    run("records", damier_fuzz::records_round_trip, &seeds().records);
}

/// A request of every kind, about the games in turn.
fn requests() -> Vec<String> {
    let mut all = Vec::new();
    for (i, position) in seeds().positions.iter().step_by(29).enumerate() {
        let id = damier_games::IDS[i % damier_games::IDS.len()];
        let verb = Request::NAMES[i % Request::NAMES.len()];
        let fields = match verb {
            "games" | "tables" => String::new(),
            "record-read" => format!(",\"text\":{:?}", records()[i % 5]),
            "go-on" => ",\"search\":1,\"nodes\":300".into(),
            "stop" => ",\"search\":1".into(),
            "rules" | "start" => format!(",\"game\":\"{id}\""),
            "sequel" => format!(",\"game\":\"{id}\",\"winner\":\"dark\""),
            "open" => format!(",\"game\":\"{id}\",\"start\":\"{position}\",\"turns\":[]"),
            "play" | "resolve" => ",\"session\":1,\"turn\":\"a1xa3\"".into(),
            "undo" => ",\"session\":1,\"to\":0".into(),
            "show" => ",\"session\":1,\"at\":1".into(),
            "enter" => ",\"session\":1,\"clicks\":[\"a1\"]".into(),
            "think" => ",\"session\":1,\"player\":\"level-2\"".into(),
            "record-write" | "close" => ",\"session\":1".into(),
            _ => format!(",\"game\":\"{id}\",\"position\":\"{position}\""),
        };
        let request = format!("{{\"do\":\"{verb}\",\"lang\":\"fr\"{fields}}}\n");
        // What is asked of an open game needs one.
        let open = format!("{{\"do\":\"open\",\"game\":\"{id}\",\"start\":\"{position}\"}}\n");
        all.push(if fields.contains("session") { open + &request } else { request });
    }
    // Searches go on in the same session.
    let think = all.iter().position(|request| request.contains("think")).map(|i| all[i].clone());
    let go_on = "{\"do\":\"go-on\",\"search\":1,\"nodes\":300}\n".repeat(3);
    all.extend(think.map(|think| think + &go_on));
    all
}

#[test]
fn requests_are_answered() {
    run("requests", damier_fuzz::requests_are_answered, &requests());
}

#[test]
fn tables_are_good_or_refused() {
    let header = damier_tables::Header {
        game: "kono".into(),
        rules: String::new(),
        tier: "all".into(),
        kind: damier_tables::Kind::End,
        index: 1,
        slots: 1000,
    };
    let items = (0..1000).step_by(9).map(|n| (n, (n % 5) as u16));
    let set = damier_tables::file::set(items, 1000);
    let good = damier_tables::file::write(&header, &[("lost", set)]);
    let (mut random, begun) = (Random::new(1), Instant::now());
    while begun.elapsed() < Duration::from_secs(2) {
        let mut bytes = good.clone();
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.bits() as u8;
        }
        if random.below(4) == 0 {
            bytes.truncate(random.below(bytes.len()));
        }
        damier_fuzz::tables_are_good_or_refused(&bytes);
    }
}
