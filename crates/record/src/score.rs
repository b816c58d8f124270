//! The result of a game in the words of records, which name the players by who begins.

use damier_core::{Outcome, Side};

/// The result of a game as its record writes it. The first player is the one who begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// `1-0`
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    Open,
}

impl Score {
    /// All of them, with their texts.
    pub const ALL: [(Score, &'static str); 4] = [
        (Score::First, "1-0"),
        (Score::Second, "0-1"),
        (Score::Draw, "1/2-1/2"),
        (Score::Open, "*"),
    ];

    /// As records write it.
    #[must_use]
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Reads what [`Score::text`] writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Score> {
        Self::ALL.into_iter().find(|(_, word)| *word == text).map(|(score, _)| score)
    }

    /// The result of a game that `first` began.
    #[must_use]
    pub fn of(outcome: Outcome, first: Side) -> Score {
        match outcome {
            Outcome::Drawn => Score::Draw,
            Outcome::Won(side) if side == first => Score::First,
            Outcome::Won(_) => Score::Second,
        }
    }

    /// Who won, in a game that `first` began; `None` if the game goes on.
    #[must_use]
    pub fn outcome(self, first: Side) -> Option<Outcome> {
        match self {
            Score::First => Some(Outcome::Won(first)),
            Score::Second => Some(Outcome::Won(first.other())),
            Score::Draw => Some(Outcome::Drawn),
            Score::Open => None,
        }
    }
}
