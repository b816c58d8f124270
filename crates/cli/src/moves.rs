//! `damier moves`: the legal turns of a position, or of every line of standard input. Other
//! programs check their rules against ours with it, so it streams: constant memory, and an answer
//! is out before the next question is waited for.

use std::io::{self, BufReader, Write};

use damier_core::{AnyGame, Lang, Message, Phrase};
use serde::Serialize;
use serde_json::json;

use crate::common::{BadInput, GameArgs, PositionArgs, bad_about, complain, json_line, output};
use crate::lines::{Content, Lines};

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

const TOO_LONG: Phrase =
    Phrase::new("too long to be a position", "trop long pour être une position");
const NOT_TEXT: Phrase = Phrase::new("not UTF-8 text", "pas du texte UTF-8");

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
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, io::stdin().lock()));
    let mut out = output();
    let (mut number, mut bad) = (0u64, false);
    loop {
        // Whoever waits for an answer before asking again must get it.
        if lines.input().buffer().is_empty() {
            out.flush()?;
        }
        let Some(content) = lines.next()? else { break };
        number += 1;
        let block = match content {
            Content::Text(text) => Block::of(game, text),
            Content::TooLong => Err(TOO_LONG.say()),
            Content::NotText => Err(NOT_TEXT.say()),
        };
        match block {
            Ok(block) => block.write(&mut out, json)?,
            Err(message) => {
                bad = true;
                refuse(&mut out, number, &message.text(lang), json, lang)?;
            }
        }
    }
    out.flush()?;
    match bad {
        true => Err(BadInput::Said.into()),
        false => Ok(()),
    }
}

/// Answers a line that is no position.
fn refuse(
    out: &mut impl Write,
    number: u64,
    why: &str,
    json: bool,
    lang: Lang,
) -> anyhow::Result<()> {
    match json {
        true => json_line(out, &json!({"line": number, "error": why}))?,
        false => out.write_all(b"\n")?,
    }
    complain(&match lang {
        Lang::En => format!("line {number}: {why}"),
        Lang::Fr => format!("ligne {number} : {why}"),
    });
    Ok(())
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
