//! What the pages say of the levels is true: `web/play/strengths.js` has how far each looks and how
//! often it errs, from where the levels are defined, and how it scores against the one below, from
//! the measured table of `docs/search.md`. `DAMIER_BLESS=1 cargo test -p damier-games --test
//! strengths` writes it again.

use std::fmt::Write as _;
use std::fs;

use damier_core::any::Opened;
use damier_core::{Lang, Level};
use damier_games::{IDS, Visitor, open, visit};
use damier_index::Solvable;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const HEAD: &str = "// @ts-check
// How strong the levels are. Made from the games and the table of docs/search.md by
// `DAMIER_BLESS=1 cargo test -p damier-games --test strengths`.

/**
 * A level: how many turns it looks ahead, how often in a thousand it does not see what is hardest
 * to see, and what it scored against the level below, in per cent, where that was measured.
 * @typedef {{depth: number, blunders: number, score: number | null}} Strength
 */

/**
 * The levels of each game, and what the strongest player scored against the last of them.
 * @type {Record<string, {levels: Strength[], strongest: number | null}>}
 */
export const STRENGTHS = {
";

struct Levels;

impl Visitor for Levels {
    type Output = &'static [Level];
    fn visit<G: Solvable>(self, _: Opened<G>) -> &'static [Level] {
        G::levels()
    }
}

/// The measured scores of a game, as the table has them: each level against the one below, and
/// perfect play against the last. Nothing if the table does not name it.
fn measured(docs: &str, name: &str) -> Option<Vec<Option<f64>>> {
    let section = docs.split("\n## Levels\n").nth(1)?.split("\n## ").next()?;
    let row = section.lines().find(|line| line.starts_with(&format!("| {name} | ")))?;
    let cells = row.trim_matches('|').split('|').skip(1).map(str::trim);
    let score = |cell: &str| match cell.strip_suffix(" %") {
        Some(number) => Some(number.parse().expect("a number")),
        None => {
            assert_eq!(cell, "", "{row}");
            None
        }
    };
    Some(cells.map(score).collect())
}

fn shown(score: Option<f64>) -> String {
    score.map_or("null".into(), |score| score.to_string())
}

#[test]
fn pages_know_the_measured_strengths() {
    let docs = fs::read_to_string(format!("{ROOT}/docs/search.md")).unwrap();
    let mut wanted = HEAD.to_string();
    for id in IDS {
        let name = open(id, "").unwrap().name().text(Lang::En);
        let Some(scores) = measured(&docs, name) else { continue };
        let levels = visit(id, "", Levels).unwrap();
        let (strongest, scores) = scores.split_last().unwrap();
        let count = scores.iter().flatten().count();
        assert_eq!(count + 1, levels.len(), "{name}: every level but the first was measured");
        writeln!(wanted, "  {id}: {{\n    levels: [").unwrap();
        for (i, level) in levels.iter().enumerate() {
            let score = shown(i.checked_sub(1).and_then(|below| scores[below]));
            let Level { depth, blunder_permille, .. } = level;
            writeln!(
                wanted,
                "      {{ depth: {depth}, blunders: {blunder_permille}, score: {score} }},"
            )
            .unwrap();
        }
        let strongest = shown(*strongest);
        writeln!(wanted, "    ],\n    strongest: {strongest},\n  }},").unwrap();
    }
    wanted += "};\n";
    let file = format!("{ROOT}/web/play/strengths.js");
    if std::env::var_os("DAMIER_BLESS").is_some() {
        fs::write(&file, &wanted).unwrap();
    }
    assert!(fs::read_to_string(&file).unwrap_or_default() == wanted, "see the comment at the top");
}
