//! `damier rules`: the rules as text.

use damier_core::Lang;
use serde_json::json;

use crate::common::{GameArgs, print, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let game = args.game.open(lang)?;
    let text = game.rules(lang);
    match args.json {
        true => print_json(&json!({"game": game.id(), "lang": lang.code(), "rules": text})),
        false => print(text),
    }
}
