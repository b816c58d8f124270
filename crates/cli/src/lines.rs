//! Lines of standard input, one at a time and of bounded length, so that memory stays constant
//! whatever comes in, and the answers to them.

use std::io::{self, BufRead, BufReader, Write};

use damier_core::{Lang, Message, Phrase};

use crate::common::{BadInput, complain};

/// A line longer than this is no position and is not kept.
const LONGEST: usize = 4096;

/// What stood on a line.
#[derive(PartialEq, Debug)]
pub(crate) enum Content<'a> {
    /// Text, without the line end.
    Text(&'a str),
    /// More than any position needs.
    TooLong,
    /// Bytes that are no text.
    NotText,
}

/// Reads lines.
pub(crate) struct Lines<R> {
    input: R,
    line: Vec<u8>,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, line: Vec::new(), longest: LONGEST }
    }

    /// The same, with lines of up to so many bytes.
    pub(crate) fn up_to(self, longest: usize) -> Lines<R> {
        Lines { longest, ..self }
    }

    /// The input, to see what is waiting in it.
    pub(crate) fn input(&self) -> &R {
        &self.input
    }

    /// The next line; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Content<'_>>> {
        self.line.clear();
        let (mut any, mut too_long) = (false, false);
        loop {
            let waiting = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if waiting.is_empty() {
                break;
            }
            any = true;
            let end = waiting.iter().position(|byte| *byte == b'\n');
            let part = &waiting[..end.unwrap_or(waiting.len())];
            too_long |= self.line.len() + part.len() > self.longest;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(any.then(|| self.content(too_long)))
    }

    fn content(&self, too_long: bool) -> Content<'_> {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        match std::str::from_utf8(line) {
            _ if too_long => Content::TooLong,
            Ok(text) => Content::Text(text),
            Err(_) => Content::NotText,
        }
    }
}

const TOO_LONG: Phrase =
    Phrase::new("too long to be a position", "trop long pour être une position");
const NOT_TEXT: Phrase = Phrase::new("not UTF-8 text", "pas du texte UTF-8");
const ON_LINE: Phrase = Phrase::new("line {0}: {1}", "ligne {0} : {1}");

/// Answers every line of standard input with `one`, which gets the line, or what is wrong with
/// it, writes the answer and returns what is wrong with the line after all. Complaints go to
/// standard error with the line's number; if there were any, the end is an error.
pub(crate) fn answer<W: Write>(
    out: &mut W,
    lang: Lang,
    mut one: impl FnMut(u64, Result<&str, Message>, &mut W) -> anyhow::Result<Result<(), Message>>,
) -> anyhow::Result<()> {
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, io::stdin().lock()));
    let (mut number, mut bad) = (0u64, false);
    loop {
        // Whoever waits for an answer before asking again must get it.
        if lines.input().buffer().is_empty() {
            out.flush()?;
        }
        let Some(content) = lines.next()? else { break };
        number += 1;
        let text = match content {
            Content::Text(text) => Ok(text),
            Content::TooLong => Err(TOO_LONG.say()),
            Content::NotText => Err(NOT_TEXT.say()),
        };
        if let Err(message) = one(number, text, out)? {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_kinds() {
        let long = "x".repeat(LONGEST + 1);
        let fits = "y".repeat(LONGEST);
        let mut input = format!("a\r\n\n{long}\n{fits}\n").into_bytes();
        input.extend(b"\xff\nlast");
        let mut lines = Lines::new(io::BufReader::with_capacity(7, &input[..]));
        for expected in [
            Content::Text("a"),
            Content::Text(""),
            Content::TooLong,
            Content::Text(&fits),
            Content::NotText,
            Content::Text("last"),
        ] {
            assert_eq!(lines.next().unwrap(), Some(expected));
        }
        assert_eq!(lines.next().unwrap(), None);
    }
}
