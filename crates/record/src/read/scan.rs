//! The words of a record with their line numbers. Nothing here knows a rule.

use damier_core::{Message, Phrase, phrase};

use crate::RecordError;
use crate::tags::is_name;

const BAD_TAG: Phrase = phrase!("record.bad-tag");
const OPEN_COMMENT: Phrase = phrase!("record.open-comment");
const STRAY_BRACE: Phrase = phrase!("record.stray-brace");
const STRAY_BRACKET: Phrase = phrase!("record.stray-bracket");

/// A complaint about a line.
pub(super) fn at(line: usize, message: Message) -> RecordError {
    RecordError { line, turn: None, message }
}

/// A word of the part after the tags.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'t> {
    /// What stands between braces.
    Comment(&'t str),
    /// The beginning of a variation.
    Begin,
    /// Its end.
    End,
    /// The beginning of a tag.
    Tag,
    /// Digits and the dots that follow them, as in `3...`.
    Number(&'t str),
    /// Anything else: a turn or a result.
    Word(&'t str),
}

/// A text that is being read.
pub(super) struct Scanner<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    /// Takes the first `n` bytes.
    fn take(&mut self, n: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(n);
        self.line += taken.bytes().filter(|b| *b == b'\n').count();
        self.rest = rest;
        taken
    }

    fn take_until(&mut self, end: impl Fn(char) -> bool) -> &'t str {
        self.take(self.rest.find(end).unwrap_or(self.rest.len()))
    }

    fn skip_spaces(&mut self) {
        self.take_until(|c| !c.is_whitespace());
    }

    fn takes(&mut self, c: char) -> bool {
        let found = self.rest.starts_with(c);
        if found {
            self.take(c.len_utf8());
        }
        found
    }

    /// The next tag with its line; `None` where the tags end.
    pub(super) fn tag(&mut self) -> Result<Option<(usize, &'t str, String)>, RecordError> {
        self.skip_spaces();
        let line = self.line;
        if !self.takes('[') {
            return Ok(None);
        }
        self.skip_spaces();
        let name = self.take_until(|c| c.is_whitespace() || "[]\"".contains(c));
        self.skip_spaces();
        let value = if is_name(name) && self.takes('"') { self.value() } else { None };
        self.skip_spaces();
        match value {
            Some(value) if self.takes(']') => Ok(Some((line, name, value))),
            _ => Err(at(line, BAD_TAG.say())),
        }
    }

    /// The value of a tag up to its closing quote; `None` if the line ends first.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            value.push_str(self.take_until(|c| "\"\\\n".contains(c)));
            let special = self.rest.chars().next()?;
            match special {
                '"' => {
                    self.take(1);
                    return Some(value);
                }
                '\\' => {
                    self.take(1);
                    // A backslash before anything but itself and a quote means itself.
                    let escaped = ['"', '\\'].into_iter().find(|c| self.takes(*c));
                    value.push(escaped.unwrap_or('\\'));
                }
                _ => return None,
            }
        }
    }

    /// The next word after the tags, with its line; `None` at the end of the text.
    pub(super) fn token(&mut self) -> Result<Option<(usize, Token<'t>)>, RecordError> {
        self.skip_spaces();
        let line = self.line;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '(' => Token::Begin,
            ')' => Token::End,
            '[' => Token::Tag,
            ']' => return Err(at(line, STRAY_BRACKET.say())),
            '}' => return Err(at(line, STRAY_BRACE.say())),
            '{' => {
                let close = self.rest.find('}').ok_or_else(|| at(line, OPEN_COMMENT.say()))?;
                return Ok(Some((line, Token::Comment(&self.take(close + 1)[1..close]))));
            }
            _ => return Ok(Some((line, self.word()))),
        };
        self.take(1);
        Ok(Some((line, token)))
    }

    /// A number if there is one, otherwise everything up to a space, brace, bracket or
    /// parenthesis.
    fn word(&mut self) -> Token<'t> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots = self.rest[digits..].bytes().take_while(|b| *b == b'.').count();
        match digits > 0 && dots > 0 {
            true => Token::Number(self.take(digits + dots)),
            false => Token::Word(self.take_until(|c| c.is_whitespace() || "{}()[]".contains(c))),
        }
    }
}
