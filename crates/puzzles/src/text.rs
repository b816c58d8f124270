//! Puzzles as text, one per line:
//!
//! ```text
//! w7 1240 cq 3b/1y1r/y3/1r1y y ; a2-a3 d1-d2 b3xd3
//! ```
//!
//! What is to be done and, if it is known, in how many turns of both players; how hard it is; what
//! the solution is about, a letter for each theme; the position; and the solution, the defender's
//! replies included. Where any of several turns solves the last step they are joined by `|`. Lines
//! that begin with `#` say how the file was made.

use std::fmt::{self, Write as _};

use crate::generate::Wanted;
use crate::theme::Theme;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Win: in this many turns of both players, where that is known.
    Win(Option<u16>),
    /// Save the draw: all other turns lose.
    Save,
    /// Set the trap: keep the draw so that most replies lose.
    Trap,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Win(Some(n)) => write!(f, "w{n}"),
            Kind::Win(None) => f.write_str("w"),
            Kind::Save => f.write_str("s"),
            Kind::Trap => f.write_str("t"),
        }
    }
}

impl Kind {
    fn read(text: &str) -> Option<Kind> {
        match (text, text.strip_prefix('w')) {
            ("s", _) => Some(Kind::Save),
            ("t", _) => Some(Kind::Trap),
            (_, Some("")) => Some(Kind::Win(None)),
            (_, Some(n)) => n.parse().ok().map(|n| Kind::Win(Some(n))),
            _ => None,
        }
    }
}

/// A puzzle as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// What is to be done.
    pub kind: Kind,
    /// How hard it is, on the scale of Elo's ratings.
    pub rating: u32,
    /// What the solution is about.
    pub themes: Vec<Theme>,
    /// Where it begins, with the solver to move.
    pub position: String,
    /// The turns of the solution, solver and defender alternating, the solver's last; each is the
    /// turns that are right there. Only the last may be more than one.
    pub line: Vec<Vec<String>>,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { kind, rating, themes, position, line } = self;
        let themes: String = themes.iter().map(|theme| theme.letter()).collect();
        let line: Vec<String> = line.iter().map(|turns| turns.join("|")).collect();
        write!(f, "{kind} {rating} {themes} {position} ; {}", line.join(" "))
    }
}

/// A line that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no puzzle: {0:?}")]
pub struct Malformed(pub String);

impl Puzzle {
    /// Reads a line.
    pub fn read(text: &str) -> Result<Puzzle, Malformed> {
        Puzzle::parse(text).ok_or_else(|| Malformed(text.to_string()))
    }

    fn parse(text: &str) -> Option<Puzzle> {
        let (about, line) = text.split_once(" ; ")?;
        let mut words = about.splitn(4, ' ');
        let kind = Kind::read(words.next()?)?;
        let rating = words.next()?.parse().ok()?;
        let themes = words.next()?.chars().map(Theme::read).collect::<Option<Vec<_>>>()?;
        let position = words.next()?.to_string();
        let turns = |step: &str| step.split('|').map(str::to_string).collect::<Vec<_>>();
        let line: Vec<Vec<String>> = line.split(' ').map(turns).collect();
        let (_, before_last) = line.split_last()?;
        let sound = line.len() % 2 == 1
            && before_last.iter().all(|turns| turns.len() == 1)
            && line.iter().flatten().all(|turn| !turn.is_empty());
        sound.then_some(Puzzle { kind, rating, themes, position, line })
    }

    /// Reads a file.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, Malformed> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(Puzzle::read).collect()
    }
}

/// A file: the command that makes it, then a line for each puzzle. `rules` are the options that are
/// not at their default.
#[must_use]
pub fn file(game: &str, rules: &str, wanted: Wanted, puzzles: &[Puzzle]) -> String {
    let rules = if rules.is_empty() { String::new() } else { format!(" --rules {rules}") };
    let Wanted { count, seed } = wanted;
    let mut text = format!("# damier puzzles {game}{rules} --count {count} --seed {seed}\n");
    for puzzle in puzzles {
        let _ = writeln!(text, "{puzzle}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "w7 1240 cq rrrr/rrrr/yyyy/yyyy y ; a2-a3 d1-d2 b3xd3",
            "w 800 c w3w/5/5/5/b3b w hand:w1b1 ; a1",
            "s 2000 q 4/4/4/4 y ; a1-a2",
            "t 900 q 4/4/4/4 y ; a1-a2|b1-b2",
        ] {
            assert_eq!(Puzzle::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        for text in [
            "",
            "x 1 c 4/4/4/4 y ; a1",
            "w 1 c 4/4/4/4 y",
            "w 1 c 4/4/4/4 y ; a1 b1",
            "w 1 c 4/4/4/4 y ; a1|a2 b1 c1",
            "w 1 c 4/4/4/4 y ; a1||a2",
            "w 1 ! 4/4/4/4 y ; a1",
            "w-1 1 c 4/4/4/4 y ; a1",
        ] {
            assert!(Puzzle::read(text).is_err(), "{text}");
        }
    }
}
