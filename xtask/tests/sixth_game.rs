//! `docs/sixth-game.patch` adds a game to the tree as it is now, with one folder and one line. That
//! the game then works is tested on a copy by `cargo xtask test sixth`.

use std::fs;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The folder that the patch adds.
const FOLDER: &str = "crates/games/src/morris/";
/// The file to which it adds a line.
const LIST: &str = "crates/games/src/lib.rs";

fn read(path: &str) -> String {
    fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// What a patch does to one file.
struct Change {
    path: String,
    is_new: bool,
    /// The lines of all hunks, with the sign before each.
    lines: Vec<String>,
}

/// The changes of a patch.
fn changes(patch: &str) -> Vec<Change> {
    let files = patch.split("diff --git ").filter(|part| !part.is_empty());
    files.map(change).collect()
}

fn change(part: &str) -> Change {
    let path =
        part.lines().find_map(|line| line.strip_prefix("+++ b/")).expect("a name").to_owned();
    let is_new = part.lines().any(|line| line.starts_with("new file"));
    let hunks = part.lines().skip_while(|line| !line.starts_with("@@"));
    let lines: Vec<String> = hunks.filter(|l| !l.starts_with("@@")).map(String::from).collect();
    let signs = |line: &String| line.starts_with([' ', '+', '-']);
    assert!(lines.iter().all(signs), "{path}: not the form of a patch");
    Change { path, is_new, lines }
}

#[test]
fn a_sixth_game_is_one_folder_and_one_line() {
    let changes = changes(&read("docs/sixth-game.patch"));
    let (new, changed): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|c| c.is_new);
    assert!(new.len() > 5 && new.iter().all(|change| change.path.starts_with(FOLDER)));
    let [list] = changed[..] else { panic!("one file is changed, not {}", changed.len()) };
    assert_eq!(list.path, LIST);
    let added: Vec<&String> = list.lines.iter().filter(|line| line.starts_with('+')).collect();
    assert_eq!(added, ["+    morris::Morris,"]);
    assert!(list.lines.iter().all(|line| !line.starts_with('-')), "nothing is taken away");
}

#[test]
fn the_line_fits_into_the_list_as_it_is() {
    let changes = changes(&read("docs/sixth-game.patch"));
    let list = changes.iter().find(|change| change.path == LIST).expect("the list");
    let around: Vec<&str> = list.lines.iter().filter_map(|line| line.strip_prefix(' ')).collect();
    let source = read(LIST);
    let lines: Vec<&str> = source.lines().collect();
    let found = lines.windows(around.len()).filter(|part| *part == around).count();
    assert_eq!(found, 1, "write docs/sixth-game.patch again: cargo xtask sixth write");
}

#[test]
fn the_game_is_described_and_not_one_of_the_list() {
    let page = read("docs/sixth-game.md");
    for change in changes(&read("docs/sixth-game.patch")) {
        let name = change.path.strip_prefix(FOLDER).unwrap_or(&change.path);
        assert!(page.contains(&format!("`{name}`")), "docs/sixth-game.md does not name `{name}`");
    }
    assert!(!read(LIST).contains("morris"), "the patch is no part of the product");
}
