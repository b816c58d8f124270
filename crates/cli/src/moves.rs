//! `damier moves`: the legal turns of a position, or of every line of standard input. Other
//! programs check their rules against ours with it, so it streams: constant memory, and an answer
//! is out before the next question is waited for.

use std::io::Write;

use damier_core::{AnyGame, Lang, Message};
use serde::Serialize;
use serde_json::json;

use crate::common::{GameArgs, PositionArgs, bad_about, json_line, output};
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
            let block = Block::of(&*game, &position)
                .map_err(|message| bad_about(&position, &message, lang))?;
            let mut out = output();
            block.write(&mut out, args.json)?;
            Ok(out.flush()?)
        }
    }
}

fn stream(game: &dyn AnyGame, json: bool, lang: Lang) -> anyhow::Result<()> {
    lines::answer(&mut output(), lang, |line, text, out| {
        let block = text.and_then(|text| Block::of(game, text));
        match (&block, json) {
            (Ok(block), _) => block.write(out, json)?,
            (Err(message), true) => {
                json_line(out, &json!({"line": line, "error": message.text(lang)}))?
            }
            (Err(_), false) => out.write_all(b"\n")?,
        }
        Ok(block.map(|_| ()))
    })
}

/// A position with its legal turns.
#[derive(Serialize)]
struct Block {
    position: String,
    turns: Vec<Turn>,
}

#[derive(Serialize)]
struct Turn {
    turn: String,
    position: String,
}

impl Block {
    fn of(game: &dyn AnyGame, position: &str) -> Result<Block, Message> {
        let turns = game.turns(position)?;
        Ok(Block {
            position: game.check(position)?,
            turns: turns.into_iter().map(|(turn, position)| Turn { turn, position }).collect(),
        })
    }

    fn write(&self, out: &mut impl Write, json: bool) -> anyhow::Result<()> {
        if json {
            return json_line(out, self);
        }
        for Turn { turn, position } in &self.turns {
            writeln!(out, "{turn} => {position}")?;
        }
        Ok(out.write_all(b"\n")?)
    }
}
