//! `docs/rules-coverage.md` is true: every test it names exists, every sheet test is named there,
//! and every sentence it quotes stands on the sheet. It is about the games that have a sheet,
//! `docs/sheets/GAME.txt`; the rules of any other are `rules.en.md` in its folder, whose examples
//! are played.

use std::collections::BTreeSet;
use std::fs;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn read(path: &str) -> String {
    fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The games that have a sheet, in the order of the list of games.
fn with_sheet() -> Vec<&'static str> {
    let has_sheet = |id: &&&str| fs::exists(format!("{ROOT}/docs/sheets/{id}.txt")).unwrap();
    let ids: Vec<&str> = damier_games::IDS.iter().filter(has_sheet).copied().collect();
    let sheets = fs::read_dir(format!("{ROOT}/docs/sheets")).unwrap().count();
    assert_eq!(ids.len(), sheets, "every sheet is of a game that is listed");
    ids
}

/// The tests that the page names, as `file::function`.
fn named(page: &str) -> BTreeSet<String> {
    let parts = page.split('`').filter(|part| part.starts_with("games/tests/"));
    parts.filter(|part| part.contains("::")).map(String::from).collect()
}

#[test]
fn every_named_test_exists_and_every_sheet_test_is_named() {
    let named = named(&read("docs/rules-coverage.md"));
    assert!(named.len() > 100, "only {} tests are named", named.len());
    let mut existing = BTreeSet::new();
    for id in with_sheet() {
        let file = format!("games/tests/sheet_{id}.rs");
        let source = read(&format!("crates/{file}"));
        let tests = source.split("#[test]").skip(1);
        for test in tests {
            let name = test.split("fn ").nth(1).and_then(|rest| rest.split('(').next());
            existing.insert(format!("{file}::{}", name.expect("a test has a name")));
        }
    }
    let sheet = |name: &&String| name.contains("/sheet_");
    let named: BTreeSet<&String> = named.iter().filter(sheet).collect();
    let existing: BTreeSet<&String> = existing.iter().collect();
    assert_eq!(named, existing);
}

/// Letters and digits only: quotes differ from the sheets in marks and line ends.
fn bare(text: &str) -> String {
    let text = text.replace("<sup>", "").replace("</sup>", "");
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn every_quoted_sentence_stands_on_the_sheet() {
    let page = read("docs/rules-coverage.md");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    let about_sheet = |s: &&&str| s.lines().next().is_some_and(|title| title.contains("(sheet "));
    assert_eq!(sections.iter().filter(about_sheet).count(), with_sheet().len());
    for (id, number) in with_sheet().into_iter().zip(0..) {
        let mark = format!("(sheet {number:03})");
        let section = sections.iter().find(|s| s.lines().next().is_some_and(|l| l.contains(&mark)));
        let section = section.unwrap_or_else(|| panic!("no section for {mark}"));
        let sheet = bare(&read(&format!("docs/sheets/{id}.txt")));
        let table = section.split("leaves open").next().expect("the first table");
        let mut quotes = 0;
        for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
            let quote = row.trim_start_matches("| ").split(" | ").next().expect("a column");
            for part in quote.split(" — ") {
                assert!(sheet.contains(&bare(part)), "{id}: not on the sheet: {part}");
                quotes += 1;
            }
        }
        assert!(quotes > 10, "{id}: only {quotes} quotes");
    }
}
