//! The answers to lines of standard input.

use std::io::{self, BufReader, Write};

use damier_arena::lines::{Content, Lines};
use damier_core::{Lang, Message, Phrase, phrase};

use crate::common::{BadInput, complain};

const TOO_LONG: Phrase = phrase!("cli.lines.too-long");
const NOT_TEXT: Phrase = phrase!("engine.invalid-data");
const ON_LINE: Phrase = phrase!("record.on-line");

/// Answers every line of standard input with `one`, which gets the line, or what is wrong with
/// it, writes the answer and returns what is wrong with the line after all. Complaints go to
/// standard error with the line's number; if there were any, the end is an error.
pub(crate) fn answer<W: Write>(
    out: &mut W,
    lang: Lang,
    mut one: impl FnMut(Result<&str, Message>, &mut W) -> anyhow::Result<Result<(), Message>>,
) -> anyhow::Result<()> {
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, io::stdin().lock()));
    let (mut number, mut bad) = (0u64, false);
    loop {
        // Whoever waits for an answer before asking again must get it.
        if lines.input().buffer().is_empty() {
            out.flush()?;
        }
        let Some(content) = lines.read()? else { break };
        number += 1;
        let text = match content {
            Content::Text(text) => Ok(text),
            Content::TooLong => Err(TOO_LONG.say()),
            Content::NotText => Err(NOT_TEXT.say()),
        };
        if let Err(message) = one(text, out)? {
            bad = true;
            complain(&ON_LINE.with(number).with(message).text(lang));
        }
    }
    out.flush()?;
    match bad {
        true => Err(BadInput::Said.into()),
        false => Ok(()),
    }
}
