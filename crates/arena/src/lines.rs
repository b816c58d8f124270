//! Lines of input, one at a time and of bounded length, so that memory stays constant whatever
//! comes in.

use std::io::{self, BufRead};

/// A line longer than this is no position and is not kept.
const LONGEST: usize = 4096;

/// What stood on a line.
#[derive(PartialEq, Debug)]
pub enum Content<'a> {
    /// Text, without the line end.
    Text(&'a str),
    /// More than any position needs.
    TooLong,
    /// Bytes that are no text.
    NotText,
}

/// Reads lines.
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, line: Vec::new(), longest: LONGEST }
    }

    /// The same, with lines of up to so many bytes.
    pub(crate) fn up_to(self, longest: usize) -> Lines<R> {
        Lines { longest, ..self }
    }

    /// The input, to see what is waiting in it.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// The next line; `None` at the end.
    pub fn read(&mut self) -> io::Result<Option<Content<'_>>> {
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
            assert_eq!(lines.read().unwrap(), Some(expected));
        }
        assert_eq!(lines.read().unwrap(), None);
    }
}
