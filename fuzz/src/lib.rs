//! Everything that reads input, under random input. Each function is a property that must hold
//! for any bytes; it panics if it does not. `cargo test` runs them for a short while with inputs
//! made by changing good ones (tests/short.rs); `cargo fuzz run NAME --features libfuzzer` runs
//! one with libFuzzer, on a nightly compiler.

use std::sync::Arc;

use damier_core::AnyGame;
use damier_core::options::OptionSpec;
use damier_core::random::Random;
use damier_protocol::{Oracles, Session};
use damier_record::Record;
use damier_tables::Table;
use serde_json::Value;

/// Bytes as text; what is no text is no input for a text reader.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Every game with its default options, and once more with options that the input chooses.
fn games(data: &[u8]) -> Vec<Box<dyn AnyGame>> {
    let seed =
        data.iter().fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    for id in damier_games::IDS {
        let plain = damier_games::open(id, "").expect("a listed game opens");
        let mut choose = |spec: &OptionSpec| {
            let (value, _) = spec.values[random.below(spec.values.len())];
            format!("{}={value}", spec.name)
        };
        let rules: Vec<String> = plain.option_specs().iter().map(&mut choose).collect();
        all.push(damier_games::open(id, &rules.join(",")).expect("its own options"));
        all.push(plain);
    }
    all
}

/// A position that is accepted is written back as a text that means the same.
pub fn positions_round_trip(data: &[u8]) {
    let Some(text) = text(data) else { return };
    for game in games(data) {
        if let Ok(normal) = game.check(text) {
            assert_eq!(game.check(&normal).as_ref(), Ok(&normal), "{} `{text}`", game.id());
            assert!(game.turns(&normal).is_ok());
            assert!(game.scene(&normal).is_ok());
        }
    }
}

/// Options that are accepted are written back as a text that means the same.
pub fn options_round_trip(data: &[u8]) {
    let Some(text) = text(data) else { return };
    for id in damier_games::IDS {
        if let Ok(game) = damier_games::open(id, text) {
            let normal = game.options();
            let again = damier_games::open(id, &normal).expect("what was written is read");
            assert_eq!(again.options(), normal);
        }
    }
}

/// A typed turn is either one of the legal turns or refused with a reason. Input: position,
/// line feed, turn.
pub fn turns_are_legal_or_refused(data: &[u8]) {
    let Some((position, turn)) = text(data).and_then(|text| text.split_once('\n')) else { return };
    for game in games(data) {
        let Ok(turns) = game.turns(position) else { continue };
        let known = turns.iter().find(|(t, _)| t == turn.trim());
        match game.play(position, turn) {
            Ok(after) => assert_eq!(Some(&after), known.map(|(_, p)| p), "{}", game.id()),
            Err(why) => {
                assert!(known.is_none(), "{} refuses {turn}: {why}", game.id());
                assert!(!why.to_string().is_empty());
            }
        }
    }
}

/// A click is either offered or refused with a reason. Input: position, line feed, clicks
/// separated by spaces.
pub fn clicks_are_offered_or_refused(data: &[u8]) {
    let Some((position, clicks)) = text(data).and_then(|text| text.split_once('\n')) else {
        return;
    };
    let clicks: Vec<&str> = clicks.split_whitespace().take(12).collect();
    for game in games(data) {
        match game.enter(position, &clicks) {
            Ok(entering) => {
                assert!(entering.clicks.len() >= clicks.len());
                let done =
                    entering.turn.is_some() || game.turns(position).is_ok_and(|t| t.is_empty());
                assert!(done == entering.next.is_empty() || clicks.is_empty());
            }
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

/// A record that is accepted is written as a text that is read as the same record.
pub fn records_round_trip(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(record) = Record::read(text, &damier_games::open) {
        let written = record.write();
        let again = Record::read(&written, &damier_games::open).expect("what was written is read");
        assert_eq!(again, record);
        assert_eq!(again.write(), written);
    }
}

/// Requests as JSON, one on each line, are answered with JSON that says whether it is a
/// refusal, and a refusal has a reason.
pub fn requests_are_answered(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let mut session = Session::new(Arc::new(Oracles::empty()));
    for request in text.lines() {
        let text = session.answer(request);
        let answer: Value = serde_json::from_str(&text).expect("answers are JSON");
        if !answer["ok"].is_object() {
            let reason = answer["error"]["message"].as_str();
            assert!(reason.is_some_and(|reason| !reason.is_empty()), "{text}");
        }
    }
}

/// A file is either a good table or refused.
pub fn tables_are_good_or_refused(data: &[u8]) {
    let Ok(table) = Table::from_bytes("fuzz", data.to_vec()) else { return };
    let Some(set) = table.set("lost") else { return };
    let mut n = 0;
    let read = set.each(|number, class| {
        assert_eq!(set.get(number), Ok(Some(class)));
        n += 1;
    });
    assert_eq!(read, Ok(()), "bytes in memory were checked");
    assert_eq!(n, set.count());
}
