//! `damier games`: which games there are and which options they have.

use damier_core::options::OptionSpec;
use damier_core::{AnyGame, Lang, Phrase, phrase};
use damier_protocol::{GamesAnswer, info};

use crate::common::{bad, print, print_json, shown};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// List only the games that have these options, as in `name=value,name=value`
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    rules: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NO_GAME: Phrase = phrase!("cli.games.no-game");
const OPTION: Phrase = phrase!("cli.games.option");
const VALUES: Phrase = phrase!("cli.games.values");

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let open = |id: &&str| damier_games::open(id, &args.rules).ok();
    let games: Vec<_> = damier_games::IDS.iter().filter_map(open).collect();
    if games.is_empty() {
        return Err(bad(&NO_GAME.with(shown(&args.rules)), lang));
    }
    match args.json {
        true => {
            print_json(&GamesAnswer { games: games.iter().map(|game| info(&**game)).collect() })
        }
        false => print(&games.iter().map(|game| text_of(&**game, lang)).collect::<String>()),
    }
}

fn text_of(game: &dyn AnyGame, lang: Lang) -> String {
    let values = |spec: &OptionSpec| {
        let all: Vec<&str> = spec.values.iter().map(|(value, _)| *value).collect();
        format!("{}={}", spec.name, all.join("|"))
    };
    let specs = game.option_specs();
    let wide = specs.iter().map(|spec| values(spec).len()).max().unwrap_or(0);
    let mut out = format!("{} {}\n", game.id(), game.name().text(lang));
    for spec in specs {
        let words = spec.values.iter().map(|(_, name)| name.say());
        let words = words.reduce(|all, one| VALUES.with(all).with(one));
        let meaning = OPTION.with(spec.label).with(words.unwrap_or(OPTION.say())).text(lang);
        out += &format!("  {:wide$}  {meaning}\n", values(spec));
    }
    out
}
