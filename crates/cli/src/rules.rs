//! `damier rules`: the rules as text.

use damier_core::Lang;
use damier_protocol::Rules;

use crate::common::{GameArgs, ask, print, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let (game, rules) = args.game.given();
    let answer = ask(Rules { game, rules }, lang)?;
    match args.json {
        true => print_json(&answer),
        false => print(answer.markdown),
    }
}
