//! What can be tested without a game; `tests/games.rs` tests the rest.

use damier_core::{Lang, Phrase, phrase};

use super::*;

/// A tree with these turns in its main line.
fn tree(turns: &[&str]) -> (Tree, Vec<NodeId>) {
    let mut tree = Tree::new("here".into());
    let ids = line(&mut tree, Tree::ROOT, turns);
    (tree, ids)
}

/// Adds turns one after the other.
fn line(tree: &mut Tree, mut here: NodeId, turns: &[&str]) -> Vec<NodeId> {
    let add = |turn: &&str| {
        here = tree.add(here, (*turn).into(), String::new());
        here
    };
    turns.iter().map(add).collect()
}

fn record(tree: Tree) -> Record {
    let mut tags = Tags::new();
    for (name, value) in [("Opening", "odd"), ("Date", "2026.11.15"), ("First", r#"a "\ b"#)] {
        tags.set(name, value).unwrap();
    }
    Record {
        game: "some".into(),
        rules: "first=b".into(),
        ordinary: false,
        tags,
        tree,
        result: Score::First,
        termination: Some(Termination::Resigned),
    }
}

#[test]
fn tags_come_in_their_order_and_numbers_where_they_are_needed() {
    let (mut main, ids) = tree(&["x1", "y1", "x3", "y3"]);
    main.add_comment(Tree::ROOT, "before");
    main.add_comment(ids[0], "good");
    main.set_glyph(ids[0], "!?");
    main.set_glyph(ids[3], "??");
    let other = line(&mut main, ids[0], &["x2", "y2"]);
    main.set_opening(other[0], "why not".into());
    line(&mut main, ids[1], &["x4"]);
    assert_eq!(
        record(main).write(),
        "[Game \"some\"]\n[Rules \"first=b\"]\n[Start \"here\"]\n[First \"a \\\"\\\\ b\"]\n\
         [Date \"2026.11.15\"]\n[Opening \"odd\"]\n[Result \"1-0\"]\n[Termination \"resigned\"]\n\n\
         {before} 1. x1!? {good} y1 ({why not} 1... x2 2. y2) 2. x3 (2. x4) 2... y3??\n"
    );
}

#[test]
fn long_lines_are_broken_and_long_words_are_not() {
    let (mut tree, ids) = tree(&["d2-e3A-f4W"; 200]);
    let long = "word ".repeat(40);
    tree.add_comment(ids[3], &format!("{}\nshort", long.trim()));
    let text = record(tree).write();
    let wide: Vec<&str> = text.lines().filter(|l| l.chars().count() > 80).collect();
    assert_eq!(wide.len(), 1, "only the comment: {wide:?}");
    assert!(text.contains("\nshort} 3. d2-e3A-f4W"));
}

#[test]
fn comments_and_tags_cannot_break_the_text() {
    let mut record = record(tree(&["x1"]).0);
    assert!(record.set_comment(1, " a } b\r\nc\u{1b}[0m "));
    assert_eq!(record.turns().next().unwrap().comment(), "a ) b\nc [0m");
    assert!(record.set_comment(0, "{"));
    assert!(!record.set_comment(2, "beyond"));
    let mut tags = Tags::new();
    tags.set("Site", "a\nb").unwrap();
    assert_eq!(tags.get("Site"), Some("a b"));
    for name in ["", "1a", "a b", "Result", "é"] {
        assert!(tags.set(name, "").is_err(), "{name}");
    }
    tags.remove("Site");
    assert_eq!(tags.get("Site"), None);
}

#[test]
fn what_is_wrong_before_any_game_is_opened() {
    const NONE: Phrase = phrase!("games.unknown");
    let open = |id: &str, _: &str| -> Result<Box<dyn AnyGame>, Message> {
        Err(NONE.with(id).with("kono"))
    };
    for (text, says) in [
        ("", "line 1: the tag [Game \"…\"] is missing"),
        ("\n\n[Game \"go\"]", "line 3: there is no game `go`; the games are kono"),
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
    let message = phrase!("play.illegal").say();
    let error = RecordError { line: 7, turn: Some("3... d4-d3A".into()), message };
    assert_eq!(error.to_string(), "line 7, turn 3... d4-d3A: this turn is not legal here");
    assert_eq!(error.text(Lang::Fr), "ligne 7, coup 3... d4-d3A : ce coup n’est pas permis ici");
}

#[test]
fn the_tree_is_walked_up_and_down() {
    let (mut tree, ids) = tree(&["x1", "y1"]);
    let other = line(&mut tree, Tree::ROOT, &["x2", "y2"]);
    let third = line(&mut tree, Tree::ROOT, &["x3"]);
    assert_eq!(tree.variations(ids[0]), [other[0], third[0]], "all that replace the first turn");
    assert!(tree.variations(other[0]).is_empty(), "they are variations of the main line alone");
    assert_eq!(tree.node(other[1]).parent(), Some(other[0]));
    assert_eq!(tree.main_line().collect::<Vec<_>>(), ids);
    assert!(tree.has_notes());
}

#[test]
fn trees_are_equal_if_they_say_the_same() {
    let (mut one, ids) = tree(&["x1", "y1"]);
    line(&mut one, ids[0], &["y2", "x2"]);
    let (mut two, ids) = tree(&["x1"]);
    line(&mut two, ids[0], &["y1"]);
    let other = line(&mut two, ids[0], &["y2"]);
    assert_ne!(one, two);
    line(&mut two, other[0], &["x2"]);
    assert_eq!(one, two);
    two.add_comment(other[0], "hm");
    assert_ne!(one, two);
}

#[test]
fn notes_are_kept_as_far_as_the_turns_are_the_same() {
    let (mut old, ids) = tree(&["x1", "y1", "x3"]);
    old.add_comment(ids[1], "good");
    old.add_comment(ids[2], "never played");
    let other = line(&mut old, ids[0], &["y2", "x2"]);
    old.set_opening(other[0], "or".into());
    line(&mut old, other[0], &["x4"]);
    let mut new = record(tree(&["x1", "y1", "x5"]).0);
    new.keep_notes(&record(old));
    let text = new.write();
    assert!(text.ends_with("1. x1 y1 {good} ({or} 1... y2 2. x2 (2. x4)) 2. x5\n"), "{text}");
    let mut elsewhere = record(Tree::new("there".into()));
    elsewhere.keep_notes(&new);
    assert!(!elsewhere.tree().has_notes());
}
