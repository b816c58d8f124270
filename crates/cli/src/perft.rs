//! `damier perft`: how many sequences of turns there are, the standard check of a turn generator.

use std::io::Write;
use std::time::Instant;

use damier_core::{AnyGame, Lang, Message};
use damier_games::perft;
use serde::Serialize;

use crate::common::{GameArgs, PositionArgs, bad_about, complain, output, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The length of the sequences
    #[arg(value_parser = clap::value_parser!(u32).range(0..=200))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Print a line `turn nodes` for each turn instead, then the line for DEPTH
    #[arg(long)]
    divide: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    rules: String,
    position: String,
    depths: Vec<Depth>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Part>,
    seconds: f64,
}

#[derive(Serialize)]
struct Depth {
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct Part {
    turn: String,
    nodes: u64,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let game = args.game.open(lang)?;
    let position = args.position.read(&*game, lang)?;
    let begun = Instant::now();
    let wrong = |message| bad_about(&position, &message, lang);
    let divide = match args.divide && args.depth > 0 {
        true => parts(&*game, &position, args.depth).map_err(wrong)?,
        false => Vec::new(),
    };
    let mut out = output();
    for Part { turn, nodes } in divide.iter().filter(|_| !args.json) {
        writeln!(out, "{turn} {nodes}")?;
    }
    let least = if args.divide { args.depth } else { args.depth.min(1) };
    let mut depths = Vec::new();
    for depth in least..=args.depth {
        let nodes = match args.divide && depth > 0 {
            true => divide.iter().map(|part| part.nodes).sum(),
            false => perft(&*game, &position, depth).map_err(wrong)?,
        };
        depths.push(Depth { depth, nodes });
        if !args.json {
            writeln!(out, "{depth} {nodes}")?;
            out.flush()?;
        }
    }
    drop(out);
    let seconds = begun.elapsed().as_secs_f64();
    let speed = depths.iter().map(|d| d.nodes).sum::<u64>() as f64 / seconds.max(1e-9);
    if args.json {
        let (game, rules) = (game.id(), game.options());
        return print_json(&Report { game, rules, position, depths, divide, seconds });
    }
    complain(&format!("{seconds:.3} s, {speed:.0} nodes/s"));
    Ok(())
}

/// The number of sequences behind each turn.
fn parts(game: &dyn AnyGame, position: &str, depth: u32) -> Result<Vec<Part>, Message> {
    let count =
        |(turn, after): (String, String)| Ok(Part { turn, nodes: perft(game, &after, depth - 1)? });
    game.turns(position)?.into_iter().map(count).collect()
}
