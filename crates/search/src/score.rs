//! What a search thinks of a position, as one number for the player to move: an evaluation, or
//! how far away a certain end is.

use damier_core::game::Outcome;
use damier_core::side::Side;
use damier_core::value::Value;

/// A win now; a win in `n` turns is `WIN - n`.
pub const WIN: i32 = 30_000;

/// Above this a win is certain and its number of turns is known; below `-COUNTED` a loss.
pub(crate) const COUNTED: i32 = 28_000;

/// A win that a table knows of without knowing its length; the number of turns to the next
/// capture, and those to get there, are taken off.
const UNCOUNTED: i32 = 26_000;

/// From here on the end is certain.
pub(crate) const CERTAIN: i32 = 24_000;

const LOST: i32 = -CERTAIN;

/// Greater than any score.
pub const INFINITE: i32 = 32_000;

/// A score, for people and programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Certain, with the number of turns where it is known.
    Certain(Value),
    /// An estimate in hundredths of a pawn.
    Estimate(i32),
}

impl Verdict {
    /// What a score context at the root. A score of 0 is an estimate too: only a table knows draws.
    #[must_use]
    pub fn of(score: i32) -> Verdict {
        let far = score.abs();
        let turns = (far >= COUNTED).then_some((WIN - far) as u16);
        match score {
            _ if far < CERTAIN => Verdict::Estimate(score),
            1.. => Verdict::Certain(Value::Win(turns)),
            _ => Verdict::Certain(Value::Loss(turns)),
        }
    }

    /// The score of this verdict; greater is better.
    #[must_use]
    pub fn score(self) -> i32 {
        match self {
            Verdict::Certain(value) => of_value(value, 0, true),
            Verdict::Estimate(score) => score,
        }
    }
}

/// The score of a finished position, `ply` turns after the root.
#[inline]
pub(crate) fn of_end(outcome: Outcome, to_move: Side, ply: usize) -> i32 {
    of_value(Value::of_end(outcome, to_move), ply, true)
}

/// The score of an exact value, `ply` turns after the root. `counted`: its number of turns counts
/// to the end.
#[inline]
pub(crate) fn of_value(value: Value, ply: usize, counted: bool) -> i32 {
    let win = |n: Option<u16>| match n {
        Some(n) if counted => WIN - i32::from(n) - ply as i32,
        n => UNCOUNTED - i32::from(n.unwrap_or(0)) - ply as i32,
    };
    match value {
        Value::Win(n) => win(n),
        Value::Loss(n) => -win(n),
        Value::Draw => 0,
    }
}

/// A score at `ply` as it counts from that position: what a table of positions remembers.
#[inline]
pub(crate) fn from_root(score: i32, ply: usize) -> i32 {
    match score {
        CERTAIN.. => score + ply as i32,
        ..=LOST => score - ply as i32,
        _ => score,
    }
}

/// The inverse of [`from_root`].
#[inline]
pub(crate) fn to_root(score: i32, ply: usize) -> i32 {
    match score {
        CERTAIN.. => score - ply as i32,
        ..=LOST => score + ply as i32,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_the_order_of_values() {
        let values = [
            Value::Win(Some(1)),
            Value::Win(Some(1400)),
            Value::Draw,
            Value::Loss(Some(1401)),
            Value::Loss(Some(2)),
        ];
        let scores = values.map(|v| of_value(v, 3, true));
        assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
        assert!(of_value(Value::Win(Some(1)), 40, false) < scores[1]);
    }

    #[test]
    fn verdicts_name_certain_ends() {
        assert_eq!(Verdict::of(WIN - 7), Verdict::Certain(Value::Win(Some(7))));
        assert_eq!(Verdict::of(7 - WIN), Verdict::Certain(Value::Loss(Some(7))));
        let uncounted = of_value(Value::Loss(Some(30)), 12, false);
        assert_eq!(Verdict::of(uncounted), Verdict::Certain(Value::Loss(None)));
        assert_eq!(Verdict::of(-150), Verdict::Estimate(-150));
    }

    #[test]
    fn remembered_scores_count_from_their_position() {
        for score in [WIN - 9, 9 - WIN, 44, of_value(Value::Win(Some(3)), 5, false)] {
            assert_eq!(to_root(from_root(score, 5), 5), score);
        }
        assert_eq!(from_root(WIN - 9, 5), WIN - 4);
    }
}
