//! `damier bench search`: a node count that changes only when the search does, and its speed.

use std::sync::Arc;
use std::time::Instant;

use damier_core::Lang;
use damier_core::any::Opened;
use damier_core::perft::middle;
use damier_core::play::Play;
use damier_games::Visitor;
use damier_index::Solvable;
use damier_search::alpha_beta::Limits;
use damier_search::think::{Player, SearchContext, search};
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;
use serde::Serialize;

use super::{cases, seconds};
use crate::common::{GameName, bad, print, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    #[arg(value_parser = GameName)]
    game: Option<String>,

    /// Look for so many seconds from the start instead, and tell the depth reached
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How deep the start and the middle of each game are searched.
const DEPTH: u32 = 7;
/// The table of positions.
const BYTES: usize = 16 << 20;

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for (id, rules) in cases(args.game.as_deref(), None, lang)? {
        let row = damier_games::visit(&id, &rules, Measure { args, rules: &rules });
        rows.push(row.map_err(|message| bad(&message, lang))?);
    }
    let nodes = rows.iter().map(|row| row.nodes).sum();
    match args.json {
        true => print_json(&Report { nodes, rows }),
        false => print(&table(&rows, nodes)),
    }
}

#[derive(Serialize)]
struct Report {
    nodes: u64,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    rules: String,
    depth: u32,
    nodes: u64,
    nodes_per_second: f64,
}

fn table(rows: &[Row], nodes: u64) -> String {
    let mut out = String::from("game      rules          depth       nodes     nodes/s\n");
    for row in rows {
        let Row { game, rules, depth, nodes, nodes_per_second } = row;
        out += &format!("{game:<9} {rules:<14} {depth:>5} {nodes:>11} {nodes_per_second:>11.0}\n");
    }
    out + &format!("nodes in all: {nodes}\n")
}

struct Measure<'a> {
    args: &'a Args,
    rules: &'a str,
}

impl Visitor for Measure<'_> {
    type Output = Row;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Row {
        let game = opened.game;
        let (mut nodes, mut seconds, mut depth) = (0, 0.0, 0);
        let timed = self.args.time;
        let positions = match timed {
            Some(_) => vec![game.start()],
            None => vec![game.start(), middle(&game)],
        };
        for position in positions {
            let limits = Limits { nodes: None, depth: timed.is_none().then_some(DEPTH) };
            let memory = Arc::new(TranspositionTable::new(BYTES));
            let context =
                SearchContext { tt: memory, oracle: None, seed: 0, limits, tuning: Tuning::FULL };
            let play = Play::new(game, position, true);
            let mut search = search(&play, Player::Strongest, &context);
            let begun = Instant::now();
            let late = || timed.is_some_and(|t| begun.elapsed().as_secs_f64() >= t);
            while !search.run(2048) && !late() {}
            seconds += begun.elapsed().as_secs_f64();
            nodes += search.nodes();
            depth = search.best().map_or(0, |best| best.depth);
        }
        let rules = self.rules.to_string();
        Row { game: G::ID, rules, depth, nodes, nodes_per_second: nodes as f64 / seconds }
    }
}
