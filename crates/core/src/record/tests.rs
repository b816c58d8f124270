//! What can be tested without a game; `crates/games/tests/records.rs` tests the rest.

use super::*;
use crate::words::Phrase;

fn node(turn: &str, comment: &str, variations: Vec<Line>) -> Node {
    Node { turn: turn.into(), position: String::new(), comment: comment.into(), variations }
}

fn line(comment: &str, turns: Vec<Node>) -> Line {
    Line { comment: comment.into(), turns }
}

fn record(main: Line) -> Record {
    let mut tags = Tags::new();
    for (name, value) in [("Opening", "odd"), ("Date", "2026.11.15"), ("First", r#"a "\ b"#)] {
        tags.set(name, value).unwrap();
    }
    Record {
        game: "some".into(),
        rules: "first=b".into(),
        start: "here".into(),
        ordinary: false,
        tags,
        line: main,
        result: Score::First,
        termination: Some(Termination::Resigned),
    }
}

#[test]
fn tags_come_in_their_order_and_numbers_where_they_are_needed() {
    let other = line("why not", vec![node("x2", "", vec![]), node("y2", "", vec![])]);
    let main = line(
        "before",
        vec![
            node("x1", "good", vec![]),
            node("y1", "", vec![other]),
            node("x3", "", vec![line("", vec![node("x4", "", vec![])])]),
            node("y3", "", vec![]),
        ],
    );
    assert_eq!(
        record(main).write(),
        "[Game \"some\"]\n[Rules \"first=b\"]\n[Start \"here\"]\n[First \"a \\\"\\\\ b\"]\n\
         [Date \"2026.11.15\"]\n[Opening \"odd\"]\n[Result \"1-0\"]\n[Termination \"resigned\"]\n\n\
         {before} 1. x1 {good} y1 ({why not} 1... x2 2. y2) 2. x3 (2. x4) 2... y3\n"
    );
}

#[test]
fn long_lines_are_broken_and_long_words_are_not() {
    let mut turns: Vec<Node> = (0..200).map(|_| node("d2-e3A-f4W", "", vec![])).collect();
    let long = "word ".repeat(40);
    turns[3].comment = format!("{}\nshort", long.trim());
    let text = record(line("", turns)).write();
    let wide: Vec<&str> = text.lines().filter(|l| l.chars().count() > 80).collect();
    assert_eq!(wide.len(), 1, "only the comment: {wide:?}");
    assert!(text.contains("\nshort} 3. d2-e3A-f4W"));
}

#[test]
fn comments_and_tags_cannot_break_the_text() {
    let mut record = record(line("", vec![node("x1", "", vec![])]));
    assert!(record.set_comment(1, " a } b\r\nc\u{1b}[0m "));
    assert_eq!(record.line().turns()[0].comment(), "a ) b\nc [0m");
    assert!(record.set_comment(0, "{"));
    assert!(!record.set_comment(2, "beyond"));
    record.tags_mut().set("Site", "a\nb").unwrap();
    assert_eq!(record.tags().get("Site"), Some("a b"));
    for name in ["", "1a", "a b", "Result", "é"] {
        assert!(record.tags_mut().set(name, "").is_err(), "{name}");
    }
    record.tags_mut().remove("Site");
    assert_eq!(record.tags().get("Site"), None);
}

#[test]
fn what_is_wrong_before_any_game_is_opened() {
    const NONE: Phrase = Phrase::new("no game `{0}`", "");
    let open = |id: &str, _: &str| -> Result<Box<dyn AnyGame>, Message> { Err(NONE.with(id)) };
    for (text, says) in [
        ("", "line 1: the tag [Game \"…\"] is missing"),
        ("\n\n[Game \"go\"]", "line 3: no game `go`"),
        ("[Game go]", "line 1: a tag is written [Name \"value\"]"),
        ("[Game \"go]\n\"]", "line 1: a tag is written [Name \"value\"]"),
        ("[Game \"go\"", "line 1: a tag is written [Name \"value\"]"),
        ("[\"go\"]", "line 1: a tag is written [Name \"value\"]"),
        ("[Game \"a\"]\n[Game \"b\"]", "line 2: the tag Game is given twice"),
        ("[A \"a\"] [B \"b\"]\n[A \"b\"]", "line 2: the tag A is given twice"),
    ] {
        assert_eq!(Record::read(text, &open).unwrap_err().to_string(), says, "{text}");
    }
    let many: String = (0..2000).map(|i| format!("[T{i} \"\"]\n")).collect();
    let error = Record::read(&many, &open).unwrap_err().to_string();
    assert_eq!(error, "line 1001: more than 1000 tags");
    let error = Record::read(&format!("[Game \"{}\"]", "x".repeat(1_000_000)), &open);
    assert!(error.unwrap_err().to_string().len() < 2000);
}

#[test]
fn errors_speak_both_languages() {
    let message = Phrase::new("no", "non").say();
    let error = RecordError { line: 7, turn: Some("3... d4-d3A".into()), message };
    assert_eq!(error.to_string(), "line 7, turn 3... d4-d3A: no");
    assert_eq!(error.text(Lang::Fr), "ligne 7, tour 3... d4-d3A : non");
}
