//! How hard a puzzle is: the program's levels try it, as they would play, and the rating is the one
//! at which a player of Elo's model would fail as often as they do.

use std::sync::atomic::AtomicBool;

use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_engine::agent::Agent;
use damier_engine::budget::Budget;
use damier_engine::computer::Computer;
use damier_search::think::Player;
use damier_search::tuning::Tuning;

use crate::compose::Composed;

/// How often each level tries.
const TRIALS: u64 = 2;
/// What a level counts as: the first is above this by one step.
const FOOT: f64 = 500.0;
/// By how much each level counts as better than the one before.
const STEP: f64 = 250.0;

/// The rating of a puzzle, the same every time.
pub fn rating<G: Complete>(opened: &Opened<G>, puzzle: &Composed<G>) -> u32 {
    let levels = G::levels().len();
    let (mut ratings, mut solved) = (Vec::new(), 0.0);
    for level in 1..=levels {
        for trial in 0..TRIALS {
            ratings.push(FOOT + STEP * level as f64);
            solved += f64::from(u8::from(solves(opened, puzzle, level, trial)));
        }
    }
    // One puzzle solved and one failed by a player of the middle keep the rating finite.
    let middle = FOOT + STEP * (levels as f64 + 1.0) / 2.0;
    ratings.extend([middle, middle]);
    let rating = fitting(&ratings, solved + 1.0);
    // The last digit means nothing, and rounding differs between machines.
    (rating / 10.0).round() as u32 * 10
}

/// The rating of a puzzle of which players of these ratings are expected to solve so many.
fn fitting(ratings: &[f64], solved: f64) -> f64 {
    let expected = |rating: f64| -> f64 {
        ratings.iter().map(|player| 1.0 / (1.0 + 10_f64.powf((rating - player) / 400.0))).sum()
    };
    let (mut low, mut high) = (0.0, 4000.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if expected(middle) > solved { low = middle } else { high = middle }
    }
    low
}

/// Whether a level finds all turns of a puzzle.
fn solves<G: Complete>(opened: &Opened<G>, puzzle: &Composed<G>, level: usize, trial: u64) -> bool {
    let (player, stop) = (Player::Level(level), AtomicBool::new(false));
    let mut computer = Computer::new(player, Budget::default(), Tuning::FULL, None);
    let mut play = opened.play_from(puzzle.position);
    if computer.begin(trial + 1).is_err() {
        return false;
    }
    for (i, right) in puzzle.line.iter().enumerate() {
        if i % 2 == 0 {
            let found = computer.turn(&play, None, &stop);
            if !found.is_ok_and(|turn| right.contains(&turn)) {
                return false;
            }
        }
        if i + 1 < puzzle.line.len() && play.play(right[0]).is_err() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn who_fails_more_makes_a_puzzle_harder() {
        let players = [1000.0, 1500.0, 2000.0];
        let ratings: Vec<f64> = [2.5, 1.5, 0.5].map(|solved| fitting(&players, solved)).into();
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert!((ratings[1] - 1500.0).abs() < 1.0, "{ratings:?}");
    }
}
