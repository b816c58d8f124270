//! Sentences with arguments, in the part of ICU's MessageFormat that is spoken here:
//!
//! - `{0}`: the argument as it is
//! - `{0, number}`: a whole number, its digits in groups
//! - `{0, plural, one {# turn} other {# turns}}`: the words that a number wants; `#` is the number,
//!   `=0 {…}` stands for exactly that number
//! - `{0, select, light {…} other {…}}`: the words that a name wants
//!
//! They are written back without a space too many, so that the program's reader stays small.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A piece of a sentence.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// The number that a plural is about.
    Count,
    Argument(usize),
    Number(usize),
    /// Cases of a `plural` or a `select`.
    Choice(usize, Kind, Vec<(String, Vec<Piece>)>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Plural,
    Select,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Plural => "plural",
            Kind::Select => "select",
        }
    }
}

/// Reads a sentence.
pub(crate) fn read(text: &str) -> Result<Vec<Piece>, String> {
    let mut reader = Reader { rest: text };
    let pieces = reader.pieces(false)?;
    match reader.rest.is_empty() {
        true => Ok(pieces),
        false => Err("a brace is closed that was never opened".to_owned()),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Up to the end, or to the brace that closes a case.
    fn pieces(&mut self, counting: bool) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        loop {
            let special = |c: char| c == '{' || c == '}' || (counting && c == '#');
            let end = self.rest.find(special).unwrap_or(self.rest.len());
            if end > 0 {
                pieces.push(Piece::Text(self.rest[..end].to_owned()));
            }
            self.rest = &self.rest[end..];
            match self.rest.chars().next() {
                None | Some('}') => return Ok(pieces),
                Some('#') => {
                    self.rest = &self.rest[1..];
                    pieces.push(Piece::Count);
                }
                Some(_) => pieces.push(self.placeholder()?),
            }
        }
    }

    fn placeholder(&mut self) -> Result<Piece, String> {
        self.skip("{")?;
        let digits = self.word();
        let number = digits.parse().map_err(|_| format!("`{{{digits}` is no argument"))?;
        if self.skip("}").is_ok() {
            return Ok(Piece::Argument(number));
        }
        self.skip(",")?;
        let kind = match self.word().as_str() {
            "number" => {
                self.skip("}")?;
                return Ok(Piece::Number(number));
            }
            "plural" => Kind::Plural,
            "select" => Kind::Select,
            other => return Err(format!("`{other}` is neither number, plural nor select")),
        };
        self.skip(",")?;
        let mut cases = Vec::new();
        while self.skip("}").is_err() {
            let case = self.word();
            self.skip("{")?;
            cases.push((case, self.pieces(kind == Kind::Plural)?));
            self.skip("}")?;
        }
        match cases.last() {
            Some((last, _)) if last == "other" => Ok(Piece::Choice(number, kind, cases)),
            _ => Err("the last case must be `other`".to_owned()),
        }
    }

    /// Letters, digits, `=`, `-` and `_`.
    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let own = |c: char| c.is_alphanumeric() || "=-_".contains(c);
        let end = self.rest.find(|c| !own(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn skip(&mut self, mark: &str) -> Result<(), String> {
        let rest = self.rest.trim_start().strip_prefix(mark);
        self.rest = rest.ok_or_else(|| format!("`{mark}` is missing before `{}`", self.rest))?;
        Ok(())
    }
}

/// Writes a sentence without a space too many.
pub(crate) fn written(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        let _ = match piece {
            Piece::Text(text) => write!(out, "{text}"),
            Piece::Count => write!(out, "#"),
            Piece::Argument(n) => write!(out, "{{{n}}}"),
            Piece::Number(n) => write!(out, "{{{n},number}}"),
            Piece::Choice(n, kind, cases) => {
                let all: String =
                    cases.iter().map(|(case, it)| format!("{case}{{{}}}", written(it))).collect();
                write!(out, "{{{n},{},{all}}}", kind.name())
            }
        };
    }
    out
}

/// The arguments a sentence has.
pub(crate) fn arguments(pieces: &[Piece]) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    walk(pieces, &mut |piece| match piece {
        Piece::Argument(n) | Piece::Number(n) | Piece::Choice(n, ..) => drop(all.insert(*n)),
        Piece::Text(_) | Piece::Count => {}
    });
    all
}

/// Looks at every piece, those in cases as well.
pub(crate) fn walk(pieces: &[Piece], see: &mut impl FnMut(&Piece)) {
    for piece in pieces {
        see(piece);
        if let Piece::Choice(_, _, cases) = piece {
            cases.iter().for_each(|(_, inner)| walk(inner, see));
        }
    }
}
