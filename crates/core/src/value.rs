//! Exact values, and the small trait through which anyone asks for them.

use std::fmt;

use crate::game::{Game, Outcome};
use crate::side::Side;

/// The exact value of a position for the player to move. The number counts the turns to the end
/// under best play of both (the winner hurries, the loser delays); it is `None` where only the
/// value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins.
    Win(Option<u16>),
    /// The player to move loses.
    Loss(Option<u16>),
    /// Neither can force a win.
    Draw,
}

impl Value {
    /// The value of a finished position for the player whose turn it would be.
    #[must_use]
    pub fn of_end(outcome: Outcome, to_move: Side) -> Value {
        match outcome {
            Outcome::Drawn => Value::Draw,
            Outcome::Won(side) if side == to_move => Value::Win(Some(0)),
            Outcome::Won(_) => Value::Loss(Some(0)),
        }
    }

    /// The value of a turn that leads to a position of this value, for the player who makes it.
    #[must_use]
    pub fn before(self) -> Value {
        match self {
            Value::Win(n) => Value::Loss(n.map(|n| n + 1)),
            Value::Loss(n) => Value::Win(n.map(|n| n + 1)),
            Value::Draw => Value::Draw,
        }
    }

    /// Greater is better for the player to move: quick wins, slow wins, draws, slow losses,
    /// quick losses.
    #[must_use]
    pub fn rating(self) -> i32 {
        match self {
            Value::Win(n) => 100_000 - i32::from(n.unwrap_or(0)),
            Value::Draw => 0,
            Value::Loss(n) => i32::from(n.unwrap_or(0)) - 100_000,
        }
    }
}

/// `win 12`, `loss 3`, `draw`; `win` or `loss` alone where the number is not kept.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(Some(n)) => write!(f, "win {n}"),
            Value::Loss(Some(n)) => write!(f, "loss {n}"),
            Value::Win(None) => f.write_str("win"),
            Value::Loss(None) => f.write_str("loss"),
            Value::Draw => f.write_str("draw"),
        }
    }
}

/// Somebody who knows exact values of a game, at least of some positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of this position, if it is known.
    fn value(&self, position: &G::Position) -> Option<Value>;

    /// The value of a position that is not over, if that can be told without searching, with the
    /// number of turns as the oracle counts them: always there, but perhaps only to the next
    /// capture. For searches, which ask often.
    fn probe(&self, position: &G::Position) -> Option<Value> {
        self.value(position)
    }

    /// The value of the position after a turn, with the number of turns as it counts for the
    /// player before it, who should choose among equal values by that number.
    fn value_after(&self, before: &G::Position, after: &G::Position) -> Option<Value> {
        let _ = before;
        self.value(after)
    }

    /// Whether numbers of turns count to the end of the game, not just to the next capture.
    fn counts_to_end(&self) -> bool {
        true
    }
}
