//! `damier match GAME --ladder`: whether each level beats the one below, as a table for the
//! documentation.

use damier_core::any::Opened;
use damier_core::{AnyGame, Lang, Phrase, phrase};
use damier_index::Solvable;
use serde::Serialize;

use super::{Args, ScoreOf, Setting};
use crate::common::{print, print_json};
use damier_arena::elo::Estimate;
use damier_arena::tally::Tally;

const HEAD: Phrase = phrase!("match.head");
const RULE: &str = "|---|---|---|---|---|---|---|---|";

/// Plays them all.
pub(super) fn run<G: Solvable>(args: &Args, opened: &Opened<G>, lang: Lang) -> anyhow::Result<()> {
    let levels: Vec<String> = (1..=G::levels().len()).map(|n| format!("level-{n}")).collect();
    let names = levels.iter().map(String::as_str).chain(["perfect"]);
    let setting = Setting::new(args, opened, names, lang)?;
    let mut pairs: Vec<[&str; 2]> = levels.windows(2).map(|w| [&*w[1], &*w[0]]).collect();
    let covers = |play: &damier_core::play::Play<G>| {
        setting.oracle.as_ref().is_some_and(|oracle| oracle.value(play.position()).is_some())
    };
    if let Some(highest) = levels.last().filter(|_| setting.openings.iter().all(covers)) {
        pairs.push(["perfect", highest]);
    }
    if !args.json {
        print(&format!("{}\n{RULE}\n", HEAD.text(lang)))?;
    }
    let mut rows = Vec::new();
    for names in pairs {
        let tally = setting.play(names)?;
        // A row as soon as it is there: a ladder takes long, and may be stopped.
        if !args.json {
            print(&row(names, &tally))?;
        }
        rows.push((names, tally));
    }
    match args.json {
        true => print_json(&LadderReport::new(opened, args.seed, &rows)),
        false => Ok(()),
    }
}

fn row([stronger, weaker]: [&str; 2], tally: &Tally) -> String {
    let Tally { won, drawn, lost, .. } = tally;
    let estimate = Estimate::of(&tally.pairs);
    let score = estimate.map_or(String::new(), |e| format!("{:.1} %", 100.0 * e.share));
    let elo = estimate.map_or(String::new(), |e| e.text());
    let games = tally.games();
    format!("| {stronger} | {weaker} | {games} | {won} | {drawn} | {lost} | {score} | {elo} |\n")
}

/// What is printed as JSON: the match of each player with the next weaker one.
#[derive(Serialize)]
struct LadderReport<'a> {
    game: &'static str,
    rules: String,
    seed: u64,
    matches: Vec<ScoreOf<'a>>,
}

impl<'a> LadderReport<'a> {
    fn new<G: Solvable>(
        opened: &Opened<G>,
        seed: u64,
        rows: &[([&'a str; 2], Tally)],
    ) -> LadderReport<'a> {
        let matches = rows.iter().map(|(names, tally)| ScoreOf::new(*names, tally.report(None)));
        LadderReport {
            game: G::ID,
            rules: AnyGame::options(opened),
            seed,
            matches: matches.collect(),
        }
    }
}
