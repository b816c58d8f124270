//! `damier start`: where a game begins, and where its rematch does.

use damier_core::{AnyGame, Lang, Phrase, Side, phrase};
use damier_protocol::{SequelAnswer, Start};

use crate::common::{GameArgs, ask, bad, print, print_json, shown};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The start of the rematch that the rules grant after a win of this player (its letter)
    #[arg(long, value_name = "WINNER")]
    rematch: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NO_REMATCH: Phrase = phrase!("cli.start.no-rematch");
const NO_PLAYER: Phrase = phrase!("cli.start.no-player");

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let game = args.game.open(lang)?;
    match (&args.rematch, args.json) {
        (None, true) => {
            let (game, rules) = args.game.given();
            print_json(&ask(Start { game, rules }, lang)?)
        }
        (None, false) => print(&format!("{}\n", game.start())),
        (Some(winner), json) => {
            let position = rematch(&*game, winner, lang)?;
            match json {
                true => print_json(&SequelAnswer { position: Some(position) }),
                false => print(&format!("{position}\n")),
            }
        }
    }
}

fn rematch(game: &dyn AnyGame, winner: &str, lang: Lang) -> anyhow::Result<String> {
    let [light, dark] = game.letters().map(String::from);
    let side = match winner {
        letter if letter == light => Side::Light,
        letter if letter == dark => Side::Dark,
        other => return Err(bad(&NO_PLAYER.with(shown(other)).with(light).with(dark), lang)),
    };
    game.sequel(side).ok_or_else(|| bad(&NO_REMATCH.with(game.name()), lang))
}
