//! `damier bench rules`: how fast turns are generated and random games played, on one core.

use std::time::{Duration, Instant};

use damier_core::Lang;
use damier_core::any::Opened;
use damier_core::game::{Complete, Game};
use damier_core::perft::{middle, perft, random_game};
use damier_core::random::Random;
use damier_games::Visitor;
use serde::Serialize;

use super::{cases, seconds};
use crate::common::{GameName, bad, print, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    #[arg(value_parser = GameName)]
    game: Option<String>,

    /// The options to play it with, instead of the default and each profile
    #[arg(long, value_name = "OPTIONS", requires = "game")]
    rules: Option<String>,

    /// How long each number is measured
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A random game that has not ended after this many turns is broken off.
const MOST_TURNS: u32 = 1000;

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for (id, rules) in cases(args.game.as_deref(), args.rules.as_deref(), lang)? {
        let budget = Duration::from_secs_f64(args.seconds);
        let row = damier_games::visit(&id, &rules, Measure(budget));
        rows.push(row.map_err(|message| bad(&message, lang))?);
    }
    match args.json {
        true => print_json(&Report { cores: 1, seconds: args.seconds, most: MOST_TURNS, rows }),
        false => print(&table(&rows)),
    }
}

#[derive(Serialize)]
struct Report {
    cores: u32,
    seconds: f64,
    #[serde(rename = "most_turns_of_random_games")]
    most: u32,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    rules: String,
    start: Count,
    middle: Count,
    random: Games,
}

/// How fast sequences are counted.
#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
    nodes_per_second: f64,
}

/// How fast random games are played.
#[derive(Serialize)]
struct Games {
    games: u64,
    games_per_second: f64,
    turns_per_game: f64,
    turns_per_second: f64,
    unfinished: u64,
}

/// Measures a game, each number for this long.
struct Measure(Duration);

impl Visitor for Measure {
    type Output = Row;

    fn visit<G: Complete>(self, opened: Opened<G>) -> Row {
        let game = opened.game;
        Row {
            game: G::ID,
            rules: damier_core::AnyGame::options(&opened),
            start: count(&game, &game.start(), self.0),
            middle: count(&game, &middle(&game), self.0),
            random: games(&game, self.0),
        }
    }
}

/// Counts at the first depth that takes a while, again and again until the time is up.
fn count<G: Game>(game: &G, position: &G::Position, budget: Duration) -> Count {
    let mut depth = 0;
    let nodes = loop {
        depth += 1;
        let begun = Instant::now();
        let nodes = perft(game, position, depth);
        if begun.elapsed() >= budget / 20 || nodes == 0 || depth == 100 {
            break nodes;
        }
    };
    let (begun, mut rounds) = (Instant::now(), 0u32);
    while rounds == 0 || begun.elapsed() < budget {
        std::hint::black_box(perft(game, std::hint::black_box(position), depth));
        rounds += 1;
    }
    let nodes_per_second = nodes as f64 * f64::from(rounds) / begun.elapsed().as_secs_f64();
    Count { depth, nodes, nodes_per_second }
}

/// Plays random games from the start until the time is up.
fn games<G: Game>(game: &G, budget: Duration) -> Games {
    let (mut random, mut buffer) = (Random::new(2), Vec::new());
    let (mut games, mut turns, mut unfinished) = (0u64, 0u64, 0u64);
    let begun = Instant::now();
    while games == 0 || begun.elapsed() < budget {
        let (played, end) = random_game(game, game.start(), MOST_TURNS, &mut random, &mut buffer);
        games += 1;
        turns += u64::from(played);
        unfinished += u64::from(game.outcome(&end).is_none());
    }
    let took = begun.elapsed().as_secs_f64();
    Games {
        games,
        games_per_second: games as f64 / took,
        turns_per_game: turns as f64 / games as f64,
        turns_per_second: turns as f64 / took,
        unfinished,
    }
}

fn table(rows: &[Row]) -> String {
    let head = [
        "game",
        "rules",
        "depth",
        "nodes/s",
        "depth",
        "nodes/s",
        "games/s",
        "turns/game",
        "turns/s",
    ];
    let mut lines = vec![head.map(String::from)];
    for row in rows {
        lines.push([
            row.game.to_string(),
            if row.rules.is_empty() { "-".to_string() } else { row.rules.clone() },
            row.start.depth.to_string(),
            format!("{:.0}", row.start.nodes_per_second),
            row.middle.depth.to_string(),
            format!("{:.0}", row.middle.nodes_per_second),
            format!("{:.0}", row.random.games_per_second),
            format!("{:.1}", row.random.turns_per_game),
            format!("{:.0}", row.random.turns_per_second),
        ]);
    }
    let wide = |i: usize| lines.iter().map(|line| line[i].len()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(wide);
    let mut out = format!(
        "# One core. Perft from the start (first depth and nodes/s) and from the middle of a random\n\
         # game (second); games of random turns to their end or for {MOST_TURNS} turns.\n"
    );
    for line in &lines {
        let cell = |(i, text): (usize, &String)| match i {
            0 | 1 => format!("{text:<width$}", width = widths[i]),
            _ => format!("{text:>width$}", width = widths[i]),
        };
        let cells: Vec<String> = line.iter().enumerate().map(cell).collect();
        out += cells.join("  ").trim_end();
        out.push('\n');
    }
    out
}
