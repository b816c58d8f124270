//! `damier bench`: the speeds the documentation claims.

mod attack;
mod rules;
mod running;
mod search;
mod server;
mod solve;

use damier_core::Lang;

use crate::common::bad;

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
    /// Searching
    ///
    /// The start and the middle of each game are searched to a fixed depth on one core. The number
    /// of positions looked at changes only when the search does; quote it in a commit that touches
    /// the search.
    Search(search::Args),
    /// The server under load
    ///
    /// Starts a server with its data in a temporary folder, holds live games between players with
    /// a socket each, and plays random turns of every game at a fixed pace. Prints turns per
    /// second, how long acknowledgements took, what a disk write takes by itself, and the server's
    /// memory. Server and players share this machine.
    Server(server::Args),
    /// The server under attack
    ///
    /// Starts a server with its ordinary limits and its data in a temporary folder. From one address
    /// of this machine come the dearest requests of each kind, from others innocent people who play
    /// and look things up. Prints how long those wait, before and during each attack, and how the
    /// server's memory and disk grow. Nothing leaves this machine; it stops by itself.
    Attack(attack::Args),
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    match &args.what {
        What::Rules(args) => rules::run(args, lang),
        What::Solve(args) => solve::run(args),
        What::Search(args) => search::run(args, lang),
        What::Server(args) => server::run(args),
        What::Attack(args) => attack::run(args),
    }
}

/// Reads how long something is measured.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if (0.001..=3600.0).contains(&s) => Ok(s),
        _ => Err("write a number of seconds from 0.001 to 3600".into()),
    }
}

/// The games to measure, with their options: every value of an option called `rules` stands for
/// another turn generator.
fn cases(
    game: Option<&str>,
    rules: Option<&str>,
    lang: Lang,
) -> anyhow::Result<Vec<(String, String)>> {
    let ids = damier_games::IDS.iter().copied();
    let ids: Vec<&str> = game.map_or_else(|| ids.collect(), |id| vec![id]);
    let mut all = Vec::new();
    for id in ids {
        let game = damier_games::open(id, "").map_err(|message| bad(&message, lang))?;
        if let Some(rules) = rules {
            all.push((id.to_string(), rules.to_string()));
            continue;
        }
        all.push((id.to_string(), String::new()));
        for spec in game.option_specs().iter().filter(|spec| spec.name == "rules") {
            let others = spec.values.iter().skip(1);
            all.extend(others.map(|(value, _)| (id.to_string(), format!("rules={value}"))));
        }
    }
    Ok(all)
}
