//! `damier play`: a game in the terminal.

use std::path::PathBuf;

use damier_core::Lang;
use damier_tui::{Opening, PlayError};

use crate::common::{GameName, PositionArgs, bad};
use crate::store::StoreArgs;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; if left out, the list of games is shown
    #[arg(value_parser = GameName)]
    game: Option<String>,

    #[command(flatten)]
    position: PositionArgs,

    /// Rule options that are not at their default, as in `name=value,name=value`
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    rules: String,

    /// Draw lots for who begins; some games do so unless `--rules first=…` says who
    #[arg(long)]
    lot: bool,

    /// Who begins: person, level-N, perfect, search (search:nodes=N, time=S or depth=N), or
    /// ugi:COMMAND for another program
    #[arg(long, value_name = "PLAYER", default_value = "person", hide_default_value = true)]
    first: String,

    /// The other player
    #[arg(long, value_name = "PLAYER", default_value = "person", hide_default_value = true)]
    second: String,

    /// The name of the player who begins
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    first_name: String,

    /// The name of the other player
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    second_name: String,

    /// Go on with the game of this record
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "rules", "lot", "first_name", "second_name"])]
    load: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArgs,
}

/// Plays a game.
pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    let computer = |name: &String| Some(name.clone()).filter(|name| name != "person");
    let players = [computer(&args.first), computer(&args.second)];
    let opening = match (&args.load, &args.game) {
        (Some(path), _) => Opening::Load(path.clone()),
        (None, None) => Opening::Ask,
        (None, Some(game)) => Opening::Begin {
            game: game.clone(),
            rules: args.rules.clone(),
            position: args.position.given(),
            lot: args.lot,
            names: [args.first_name.clone(), args.second_name.clone()],
        },
    };
    let played = damier_tui::play(&opening, players, args.store.store(lang)?, lang);
    played.map_err(|error| match error {
        PlayError::BadInput(message) => bad(&message, lang),
        PlayError::Io(error) => error.into(),
    })
}
