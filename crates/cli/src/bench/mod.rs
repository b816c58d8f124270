//! `damier bench`: the speeds the documentation claims.

mod rules;
mod solve;

use damier_core::Lang;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Turn generation and random games
    ///
    /// For each game, under its default options and each other profile of rules: how many
    /// sequences of turns are counted per second from the start and from the middle of a game, and
    /// how many games of random turns are played, on one core. A random game goes on to its end,
    /// or for 1000 turns.
    Rules(rules::Args),
    /// Solving from nothing
    ///
    /// Each game, or the one named, is solved in a process of its own with as many threads as
    /// there are cores; its tables go to a temporary folder. Prints time, positions, positions per
    /// second and peak memory.
    Solve(solve::Args),
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    match &args.what {
        What::Rules(args) => rules::run(args, lang),
        What::Solve(args) => solve::run(args),
    }
}
