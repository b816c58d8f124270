//! `damier moves`: the legal turns of a position, or of every line of standard input. Other
//! programs check their rules against ours with it, so it streams: constant memory, and an answer
//! is out before the next question is waited for.

use std::io::Write;

use damier_core::{AnyGame, Lang, Message};
use damier_protocol::{ListedTurn, TurnsAnswer};

use crate::common::{GameArgs, PositionArgs, bad_about, json_line, output, refusal};
use crate::lines;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// Print JSON, one object per position and line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let game = args.game.open(lang)?;
    match args.position.given() {
        Some(dash) if dash == "-" => stream(&*game, args.json, lang),
        given => {
            let position = given.unwrap_or_else(|| game.start());
            let answer = turns(&*game, &position);
            let answer = answer.map_err(|message| bad_about(&position, &message, lang))?;
            let mut out = output();
            write(&mut out, &answer, args.json)?;
            Ok(out.flush()?)
        }
    }
}

fn stream(game: &dyn AnyGame, json: bool, lang: Lang) -> anyhow::Result<()> {
    lines::answer(&mut output(), lang, |text, out| {
        let answer = text.and_then(|text| turns(game, text));
        match (&answer, json) {
            (Ok(answer), _) => write(out, answer, json)?,
            (Err(message), true) => json_line(out, &refusal(message, lang))?,
            (Err(_), false) => out.write_all(b"\n")?,
        }
        Ok(answer.map(|_| ()))
    })
}

/// The legal turns of a position, all of them.
fn turns(game: &dyn AnyGame, position: &str) -> Result<TurnsAnswer, Message> {
    let listed = |(turn, after): (String, String)| ListedTurn { turn, after };
    let turns = game.turns(position)?.into_iter().map(listed).collect();
    Ok(TurnsAnswer { position: game.check(position)?, turns, more: false })
}

fn write(out: &mut impl Write, answer: &TurnsAnswer, json: bool) -> anyhow::Result<()> {
    if json {
        return json_line(out, answer);
    }
    for ListedTurn { turn, after } in &answer.turns {
        writeln!(out, "{turn} => {after}")?;
    }
    Ok(out.write_all(b"\n")?)
}
