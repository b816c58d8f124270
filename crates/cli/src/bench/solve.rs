//! `damier bench solve`: how long solving takes and how much memory, each game in a process of its
//! own, so that the peak of one does not hide that of another.

use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::common::{GameName, print, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    #[arg(value_parser = GameName)]
    game: Option<String>,

    /// The options to solve it with
    #[arg(long, value_name = "OPTIONS", requires = "game", default_value = "")]
    rules: String,

    /// The last tier to solve
    #[arg(long, value_name = "TIER", requires = "game", visible_alias = "pawns")]
    tier: Option<String>,

    /// How many threads work; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let games = match &args.game {
        Some(game) => vec![game.as_str()],
        None => damier_games::IDS.to_vec(),
    };
    let mut rows = Vec::new();
    for game in games {
        rows.push(solve(game, args)?);
    }
    match args.json {
        true => print_json(&json!({ "solves": rows })),
        false => print(&rows.iter().map(line).collect::<String>()),
    }
}

/// Solves a game in a process of its own; what it says about itself.
fn solve(game: &str, args: &Args) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let program = std::env::current_exe().context("this program's own file")?;
    let mut command = Command::new(program);
    command.args(["solve", game, "--again", "--json", "--rules", &args.rules]);
    command.arg("--tables").arg(folder.path());
    if let Some(tier) = &args.tier {
        command.args(["--tier", tier]);
    }
    if let Some(threads) = args.threads {
        command.args(["--threads", &threads.to_string()]);
    }
    let output = command.stderr(Stdio::inherit()).output().context("starting a solve")?;
    if !output.status.success() {
        bail!("solving {game} failed");
    }
    serde_json::from_slice(&output.stdout).context("what the solve said")
}

fn line(row: &Value) -> String {
    let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
    let rules = row["rules"].as_str().filter(|rules| !rules.is_empty()).unwrap_or("-");
    format!(
        "{:<9} {:<20} {:>8.2} s {:>12.0} positions {:>12.0} /s {:>6.0} MiB\n",
        row["game"].as_str().unwrap_or("?"),
        rules,
        number("seconds"),
        number("slots"),
        number("slots_per_second"),
        number("peak_memory") / f64::from(1 << 20),
    )
}
