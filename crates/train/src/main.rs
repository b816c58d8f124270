//! Learning an evaluation: `games` plays games of the search against itself and writes down their
//! positions with what the search and the result said about them; `fit` makes a network of them,
//! for [`damier_games::net`]. Both are deterministic for a seed and a number of threads of one.

mod fit;
mod games;
mod sample;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "train", about = "Learn an evaluation from games and tables")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and write positions
    Games(games::Args),
    /// Make a network of positions
    Fit(fit::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Games(args) => games::run(&args),
        Command::Fit(args) => fit::run(&args),
    }
}
