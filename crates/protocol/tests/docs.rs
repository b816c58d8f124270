//! `docs/protocol.md` is true: it names every request and every code, and its examples are
//! answered as it says.

mod common;

use common::session;
use damier_protocol::{ErrorCode, Request};
use serde_json::Value;

fn page() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    std::fs::read_to_string(file).expect(file)
}

#[test]
fn every_request_and_code_is_named() {
    let page = page();
    let rows = |verb: &&str| page.contains(&format!("\n| `{verb}` |"));
    assert_eq!(Request::NAMES.iter().filter(|verb| !rows(verb)).collect::<Vec<_>>(), [&""; 0]);
    for code in ErrorCode::ALL {
        let code = serde_json::to_string(&code).expect("a text").replace('"', "`");
        assert!(page.contains(&code), "{code}");
    }
}

#[test]
fn examples_are_answered_as_printed() {
    let page = page();
    let lines = page.lines().skip_while(|line| *line != "```session").skip(1);
    let lines: Vec<&str> = lines.take_while(|line| *line != "```").collect();
    assert!(lines.len() >= 8);
    let mut session = session();
    for pair in lines.chunks(2) {
        let [request, answer] = pair else { panic!("{pair:?}") };
        let (request, answer) = (request.strip_prefix("> "), answer.strip_prefix("< "));
        let (request, answer) = (request.expect("a request"), answer.expect("an answer"));
        assert_eq!(session.answer(request), answer, "{request}");
        serde_json::from_str::<Value>(answer).expect("JSON");
    }
}
