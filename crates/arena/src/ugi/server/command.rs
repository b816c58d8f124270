//! Commands of the protocol, read from lines.

use damier_core::{Message, Phrase, phrase};

use super::go::Limits;
use crate::text::shown;

/// What the other program wants.
pub(super) enum Command<'a> {
    Ugi,
    IsReady,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    NewGame,
    Position {
        start: Option<&'a str>,
        turns: Vec<&'a str>,
    },
    Go(Limits),
    Stop,
    Query(&'a str),
    Quit,
    /// Something of the protocol that asks for nothing here.
    Nothing,
}

const UNKNOWN: Phrase = phrase!("ugi.unknown");
pub(super) const UNKNOWN_QUESTION: Phrase = phrase!("ugi.unknown-question");
const SET_OPTION: Phrase = phrase!("ugi.set-option");
const POSITION: Phrase = phrase!("ugi.position");

impl Command<'_> {
    /// Reads a line; `None` if it is empty.
    pub(super) fn read(line: &str) -> Result<Option<Command<'_>>, Message> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match word {
            "" => return Ok(None),
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "setoption" => set_option(rest).ok_or_else(|| SET_OPTION.say())?,
            "uginewgame" => Command::NewGame,
            "position" => position(rest).ok_or_else(|| POSITION.say())?,
            "go" => Command::Go(Limits::read(rest)?),
            "stop" => Command::Stop,
            "query" => Command::Query(rest),
            "quit" => Command::Quit,
            "debug" | "ponderhit" => Command::Nothing,
            _ => return Err(UNKNOWN.with(shown(word))),
        }))
    }
}

/// Reads `name NAME value VALUE`; names may have blanks in them.
fn set_option(text: &str) -> Option<Command<'_>> {
    let rest = text.strip_prefix("name ")?;
    let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

/// Reads `startpos` or `fen POSITION`, and then perhaps `moves TURN TURN …`.
fn position(text: &str) -> Option<Command<'_>> {
    let (kind, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // A position has blanks in it, but no such word.
    let (start, turns) = match find_word(rest, "moves") {
        Some(at) => (&rest[..at], &rest[at + "moves".len()..]),
        None => (rest, ""),
    };
    let start = match (kind, start.trim()) {
        ("startpos", "") => None,
        ("fen", position) if !position.is_empty() => Some(position),
        _ => return None,
    };
    Some(Command::Position { start, turns: turns.split_whitespace().collect() })
}

/// Where a word stands by itself in a text.
fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let alone = |c: Option<char>| c.is_none_or(char::is_whitespace);
        alone(text[..*at].chars().next_back()) && alone(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_with_blanks_and_turns() {
        let read = |line| match Command::read(line) {
            Ok(Some(Command::Position { start, turns })) => (start, turns),
            _ => panic!("{line}"),
        };
        assert_eq!(read("position startpos"), (None, vec![]));
        assert_eq!(read(" position  startpos moves"), (None, vec![]));
        assert_eq!(read("position startpos moves a1 b2"), (None, vec!["a1", "b2"]));
        let fen = "5/5 w ko:a1b1";
        assert_eq!(read("position fen 5/5 w ko:a1b1 moves  x"), (Some(fen), vec!["x"]));
        assert_eq!(read("position fen removes y"), (Some("removes y"), vec![]));
        for bad in ["position", "position fen", "position fen moves a", "position startpos a"] {
            assert!(Command::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_with_blanks() {
        for (line, expected) in [
            ("setoption name Hash value 16", ("Hash", "16")),
            ("setoption name Clear Hash", ("Clear Hash", "")),
            ("setoption name a b value c d", ("a b", "c d")),
        ] {
            match Command::read(line) {
                Ok(Some(Command::SetOption { name, value })) => assert_eq!((name, value), expected),
                _ => panic!("{line}"),
            }
        }
        assert!(Command::read("setoption Hash 16").is_err());
    }
}
