//! What a search may do besides looking at everything to the same depth, in numbers, so that
//! `damier match` can play one choice against another: `search:nodes=10000:set.margin=90`.

/// What the search may do besides looking at everything to the same depth. 0 is never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Turns without alternative are looked at so many turns deeper.
    pub extend: i32,
    /// What was found out by a deeper search serves a shallower one too.
    pub deeper: i32,
    /// Positions that were met before are not looked at again.
    pub remember: i32,
    /// The evaluation is the learned one, where the game has one.
    pub learned: i32,
    /// The first window around the score of the depth before, in hundredths of a pawn.
    pub aspire: i32,
    /// So many turns from the horizon an evaluation far above the window is believed.
    pub near: i32,
    /// How far above, in hundredths of a pawn for each turn.
    pub margin: i32,
    /// So many turns from the horizon an evaluation far below the window is believed.
    pub hopeless: i32,
    /// How far below, in hundredths of a pawn for each turn and one more.
    pub despair: i32,
    /// Late turns are looked at less deeply: so many hundredths of a turn for each unit of
    /// ln(depth) * ln(number).
    pub reduce: i32,
    /// The same for loud turns.
    pub reduce_loud: i32,
    /// Without a turn to try first, a position this deep is looked at a turn less deeply.
    pub unknown: i32,
    /// How many loud turns are looked at beyond the horizon.
    pub loud: i32,
    /// Loud turns are tried by what cut off elsewhere too.
    pub heat_loud: i32,
}

/// 16 ln(n).
const LN: [u8; 64] = [
    0, 0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50,
    51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62,
    62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66,
];

/// 16 ln(n), for large n too.
fn ln(n: usize) -> i32 {
    i32::from(LN[n.min(63)])
}

impl Tuning {
    /// The way to play.
    pub const FULL: Tuning = Tuning {
        extend: 1,
        deeper: 1,
        remember: 1,
        learned: 1,
        aspire: 150,
        near: 4,
        margin: 70,
        hopeless: 1,
        despair: 70,
        reduce: 50,
        reduce_loud: 25,
        unknown: 4,
        loud: 8,
        heat_loud: 2,
    };

    /// The way to be compared with negamax.
    pub const PLAIN: Tuning = Tuning {
        extend: 0,
        deeper: 0,
        aspire: 0,
        near: 0,
        hopeless: 0,
        reduce: 0,
        reduce_loud: 0,
        unknown: 0,
        loud: 0,
        ..Tuning::FULL
    };

    /// The number of this name.
    pub fn named(&mut self, name: &str) -> Option<&mut i32> {
        Some(match name {
            "extend" => &mut self.extend,
            "deeper" => &mut self.deeper,
            "remember" => &mut self.remember,
            "learned" => &mut self.learned,
            "aspire" => &mut self.aspire,
            "near" => &mut self.near,
            "margin" => &mut self.margin,
            "hopeless" => &mut self.hopeless,
            "despair" => &mut self.despair,
            "reduce" => &mut self.reduce,
            "reduce_loud" => &mut self.reduce_loud,
            "unknown" => &mut self.unknown,
            "loud" => &mut self.loud,
            "heat_loud" => &mut self.heat_loud,
            _ => return None,
        })
    }

    /// By how much the turn after so many others is looked at less deeply.
    pub(crate) fn reduction(&self, tried: usize, depth: i32, loud: bool) -> i32 {
        let share = if loud { self.reduce_loud } else { self.reduce };
        if share == 0 || depth < 3 || tried < 2 {
            return 0;
        }
        share.saturating_mul(ln(depth as usize) * ln(tried)) / 25_600
    }

    /// How many loud turns are looked at so far beyond the horizon: where every pawn captures,
    /// there would be no end otherwise. `None`: all.
    pub(crate) fn most_loud(&self, depth: i32) -> Option<usize> {
        let most = match depth {
            _ if self.loud <= 0 => return None,
            0.. => self.loud,
            -1 => self.loud / 2,
            -5.. => self.loud / 4,
            _ => 1,
        };
        Some(most.max(1) as usize)
    }
}
