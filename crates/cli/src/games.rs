//! `damier games`: which games there are and which options they have.

use damier_core::options::OptionSpec;
use damier_core::{AnyGame, Lang, Phrase};
use serde_json::{Value, json};

use crate::common::{bad, print, print_json};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let open = |id: &&str| damier_games::open(id, "").map_err(|message| bad(&message, lang));
    let games = damier_games::IDS.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    match args.json {
        true => print_json(&games.iter().map(|game| json_of(&**game)).collect::<Vec<_>>()),
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
        let words: Vec<&str> = spec.values.iter().map(|(_, name)| name.text(lang)).collect();
        let colon = if lang == Lang::Fr { " :" } else { ":" };
        out += &format!(
            "  {:wide$}  {}{colon} {}\n",
            values(spec),
            spec.label.text(lang),
            words.join(" | ")
        );
    }
    out
}

fn both(phrase: Phrase) -> Value {
    Lang::ALL.iter().map(|lang| (lang.code().to_string(), phrase.text(*lang))).collect()
}

fn json_of(game: &dyn AnyGame) -> Value {
    let option = |spec: &OptionSpec| {
        let value = |(value, name): &(&str, Phrase)| json!({"value": value, "name": both(*name)});
        let values: Vec<Value> = spec.values.iter().map(value).collect();
        json!({
            "name": spec.name,
            "label": both(spec.label),
            "default": spec.values.first().map(|(value, _)| *value),
            "values": values,
        })
    };
    let [light, dark] = game.sides();
    let letters = game.letters();
    json!({
        "id": game.id(),
        "name": both(game.name()),
        "sides": [
            {"letter": letters[0], "name": both(light)},
            {"letter": letters[1], "name": both(dark)},
        ],
        "start": game.start(),
        "options": game.option_specs().iter().map(option).collect::<Vec<_>>(),
    })
}
