//! `damier perft`: how many sequences of turns there are, the standard check of a turn generator.

use std::io::Write;
use std::time::Instant;

use damier_core::{AnyGame, Lang};
use serde::Serialize;

use crate::common::{GameArgs, PositionArgs, bad_about, complain, output, print_json};

/// Prints a line `depth nodes` for each depth up to DEPTH; time and speed go to standard error.
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

/// The answer.
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
    let wrong = |message| bad_about(&position, &message, lang);
    let (begun, mut out) = (Instant::now(), output());
    let (mut depths, mut divide) = (Vec::new(), Vec::new());
    if args.divide && args.depth > 0 {
        divide = parts(&*game, &position, args.depth).map_err(wrong)?;
        let nodes = divide.iter().map(|part| part.nodes).sum();
        depths.push(Depth { depth: args.depth, nodes });
        for Part { turn, nodes } in divide.iter().filter(|_| !args.json) {
            writeln!(out, "{turn} {nodes}")?;
        }
        if !args.json {
            writeln!(out, "{} {nodes}", args.depth)?;
        }
    } else {
        for depth in args.depth.min(1)..=args.depth {
            let nodes = game.perft(&position, depth).map_err(wrong)?;
            depths.push(Depth { depth, nodes });
            if !args.json {
                writeln!(out, "{depth} {nodes}")?;
                out.flush()?;
            }
        }
    }
    out.flush()?;
    let seconds = begun.elapsed().as_secs_f64();
    let total: u64 = depths.iter().map(|depth| depth.nodes).sum();
    if args.json {
        let (game, rules) = (game.id(), game.options());
        return print_json(&Report { game, rules, position, depths, divide, seconds });
    }
    let speed = total as f64 / seconds.max(1e-9);
    let _ = complain(&format!("{seconds:.3} s, {speed:.0} nodes/s"));
    Ok(())
}

fn parts(
    game: &dyn AnyGame,
    position: &str,
    depth: u32,
) -> Result<Vec<Part>, damier_core::Message> {
    let count = |(turn, after): (String, String)| {
        Ok(Part { turn, nodes: game.perft(&after, depth - 1)? })
    };
    game.turns(position)?.into_iter().map(count).collect()
}
