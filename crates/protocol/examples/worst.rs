//! What the costliest requests cost, one of each kind, at positions with very many turns: the best
//! of some tries, since machines are shared. `cargo run --release -p damier-protocol --example worst`.

use std::cell::Cell;
use std::time::{Duration, Instant};

use damier_core::budget::Budget;
use damier_protocol::{Session, WORK};
use serde_json::{Value, json};

/// Fanorona with 14,878 turns; the same with a pawn to be huffed first, in fifteen ways.
const LARGE: [(&str, &str); 2] = [
    ("rules=schadd", "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w"),
    (
        "rules=schadd,capture=huff",
        "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w huff:a1a4a5b3c1c2c5d1d4e1e3e4e5f1f4",
    ),
];

fn measure(what: &str, request: &Value) {
    measure_in(&mut Session::default(), what, request);
}

/// A session with a game open at this position.
fn at_position(rules: &str, position: &str) -> Session {
    let mut session = Session::default();
    let open = json!({"do": "open", "game": "fanorona", "rules": rules, "start": position});
    session.answer(&open.to_string());
    session
}

fn measure_in(session: &mut Session, what: &str, request: &Value) {
    let request = request.to_string();
    let mut best = (Duration::MAX, String::new());
    for _ in 0..15 {
        let begun = Instant::now();
        let answer = session.answer(&request);
        let taken = begun.elapsed();
        if taken < best.0 {
            best = (taken, answer);
        }
    }
    let (taken, answer) = best;
    let end = answer.char_indices().nth(48).map_or(answer.len(), |(at, _)| at);
    println!("{what:<34} {taken:>12.1?} {:>9} bytes  {}", answer.len(), &answer[..end]);
}

/// Searches for a second and tells how long the host waited at most to be asked whether to stop.
fn search(rules: &str, position: &str) {
    let mut session = at_position(rules, position);
    session.answer(&json!({"do": "think", "session": 1, "player": "search"}).to_string());
    let (begun, asked, longest) =
        (Instant::now(), Cell::new(Instant::now()), Cell::new(Duration::ZERO));
    let stop = || {
        longest.set(longest.get().max(asked.replace(Instant::now()).elapsed()));
        begun.elapsed() > Duration::from_secs(1)
    };
    let slice = json!({"do": "go-on", "search": 1, "nodes": u64::MAX});
    session.answer_within(&slice.to_string(), &Budget::new(WORK).until(&stop));
    println!("go-on: asked whether to stop at least every {:.1?}", longest.get());
}

fn main() {
    for (rules, position) in LARGE {
        println!("fanorona, {rules}");
        let at = |verb: &str| json!({"do": verb, "game": "fanorona", "rules": rules, "position": position});
        let mut session = at_position(rules, position);
        measure("look", &at("look"));
        measure_in(&mut session, "enter", &json!({"do": "enter", "session": 1}));
        let refused = json!({"do": "resolve", "session": 1, "turn": "b5-b4A-b5W"});
        measure_in(&mut session, "resolve, refused", &refused);
        measure("turns", &at("turns"));
        measure("value", &at("value"));
        search(rules, position);
    }
    let text = format!(
        "[Game \"fanorona\"]\n[Rules \"{}\"]\n[Start \"{}\"]\n\nb5-b4A {}",
        LARGE[0].0,
        LARGE[0].1,
        "(b5-b4A)".repeat(WORK as usize / 2 - 2)
    );
    measure("record-read of all it may cost", &json!({"do": "record-read", "text": text}));
    let dance = ["a1-a2", "a4-a3", "a2-a1", "a3-a4"].repeat(1_250);
    let rules = "repetition=off";
    let game = json!({"do": "open", "game": "kono", "rules": rules, "start": "r2r/4/4/y2y y", "turns": dance});
    measure("game of 5,000 turns", &game);
    for id in damier_games::IDS {
        measure(&format!("reach, {id}"), &json!({"do": "coverage", "game": id}));
    }
}
