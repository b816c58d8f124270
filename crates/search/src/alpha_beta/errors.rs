//! The errors of levels: what they do not see, and what they misjudge. The same position, turn and
//! seed always give the same error.

use damier_core::game::Level;
use damier_core::key::scramble;

/// The errors of a player that is not meant to be perfect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errors {
    /// Per thousand, how often a turn of the highest visibility cost is not seen.
    pub blunder_permille: u32,
    /// The greatest error of an evaluation, in hundredths of a pawn.
    pub eval_noise: i32,
    /// Which ones, in this game.
    pub seed: u64,
}

impl Errors {
    /// No errors.
    pub const NONE: Errors = Errors { blunder_permille: 0, eval_noise: 0, seed: 0 };

    /// The errors of a level.
    #[must_use]
    pub fn of(level: &Level, seed: u64) -> Errors {
        Errors { blunder_permille: level.blunder_permille, eval_noise: level.eval_noise, seed }
    }

    /// The error of the evaluation of the position with this key: most often small.
    #[inline]
    pub(super) fn noise(&self, key: u64) -> i32 {
        if self.eval_noise == 0 {
            return 0;
        }
        let bits = scramble(key ^ self.seed);
        let part = |shift: u32| (bits >> shift) as i32 & 0xFF;
        // The sum of four dice, from -510 to 510.
        let dice = part(0) + part(8) + part(16) + part(24) - 510;
        self.eval_noise * dice / 510
    }

    /// Whether this turn is not seen in this position.
    pub(super) fn overlooked(&self, key: u64, number: usize, visibility_cost: u32) -> bool {
        if self.blunder_permille == 0 {
            return false;
        }
        let bits = scramble(key ^ self.seed.rotate_left(17) ^ (number as u64) << 40);
        // A plain step is overlooked a quarter as often as a turn of four parts.
        let chance = self.blunder_permille * visibility_cost.min(4) / 4;
        bits % 1000 < chance.into()
    }
}
