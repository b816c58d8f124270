//! The parameters of the search's selectivity, each with a name, so that `damier match` can play
//! one setting against another: `search:nodes=10000:set.lmr=60`.

/// Pruning, reduction, extension and evaluation parameters. 0 switches a technique off. Margins
/// are in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Extension in plies of a position with a single legal turn.
    pub extend_forced: i32,
    /// Whether a deeper transposition entry answers a shallower search.
    pub tt_deeper: i32,
    /// Whether transposition entries cut off at all.
    pub tt_cutoffs: i32,
    /// Whether the learned evaluation is used, where the game has one.
    pub learned_eval: i32,
    /// Half width of the window around the previous iteration's score.
    pub aspiration_window: i32,
    /// Greatest depth of reverse futility pruning (static null move).
    pub reverse_futility_depth: i32,
    /// Its margin above beta, per ply.
    pub reverse_futility_margin: i32,
    /// Greatest depth of futility pruning.
    pub futility_depth: i32,
    /// Its margin below alpha, for each ply and one more.
    pub futility_margin: i32,
    /// Late move reduction of quiet turns: hundredths of a ply for each unit of
    /// ln(depth) * ln(number).
    pub lmr: i32,
    /// The same for tactical turns.
    pub lmr_tactical: i32,
    /// Least depth of internal iterative reduction: one ply less without a transposition turn.
    pub iir_depth: i32,
    /// How many tactical turns the quiescence search tries; fewer the deeper it goes.
    pub tactical: i32,
    /// Weight of the history among tactical turns.
    pub history_tactical: i32,
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
    /// The playing strength's setting.
    pub const FULL: Tuning = Tuning {
        extend_forced: 1,
        tt_deeper: 1,
        tt_cutoffs: 1,
        learned_eval: 1,
        aspiration_window: 150,
        reverse_futility_depth: 4,
        reverse_futility_margin: 70,
        futility_depth: 1,
        futility_margin: 70,
        lmr: 50,
        lmr_tactical: 25,
        iir_depth: 4,
        tactical: 8,
        history_tactical: 2,
    };

    /// Everything off that could give another result than negamax to the same depth.
    pub const PLAIN: Tuning = Tuning {
        extend_forced: 0,
        tt_deeper: 0,
        aspiration_window: 0,
        reverse_futility_depth: 0,
        futility_depth: 0,
        lmr: 0,
        lmr_tactical: 0,
        iir_depth: 0,
        tactical: 0,
        ..Tuning::FULL
    };

    /// The number of this name.
    pub fn named(&mut self, name: &str) -> Option<&mut i32> {
        Some(match name {
            "extend_forced" => &mut self.extend_forced,
            "tt_deeper" => &mut self.tt_deeper,
            "tt_cutoffs" => &mut self.tt_cutoffs,
            "learned_eval" => &mut self.learned_eval,
            "aspiration_window" => &mut self.aspiration_window,
            "reverse_futility_depth" => &mut self.reverse_futility_depth,
            "reverse_futility_margin" => &mut self.reverse_futility_margin,
            "futility_depth" => &mut self.futility_depth,
            "futility_margin" => &mut self.futility_margin,
            "lmr" => &mut self.lmr,
            "lmr_tactical" => &mut self.lmr_tactical,
            "iir_depth" => &mut self.iir_depth,
            "tactical" => &mut self.tactical,
            "history_tactical" => &mut self.history_tactical,
            _ => return None,
        })
    }

    /// The late move reduction of the turn after `tried` others, in plies.
    pub(crate) fn reduction(&self, tried: usize, depth: i32, tactical: bool) -> i32 {
        let share = if tactical { self.lmr_tactical } else { self.lmr };
        if share == 0 || depth < 3 || tried < 2 {
            return 0;
        }
        share.saturating_mul(ln(depth as usize) * ln(tried)) / 25_600
    }

    /// How many tactical turns the quiescence search tries at this (non-positive) depth; `None`:
    /// all. Where every pawn captures it would not end otherwise.
    pub(crate) fn max_tactical(&self, depth: i32) -> Option<usize> {
        let most = match depth {
            _ if self.tactical <= 0 => return None,
            0.. => self.tactical,
            -1 => self.tactical / 2,
            -5.. => self.tactical / 4,
            _ => 1,
        };
        Some(most.max(1) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that `Debug` prints are those of the fields; each sets its own field.
    #[test]
    fn every_parameter_can_be_set_by_its_name() {
        let text = format!("{:?}", Tuning::FULL);
        let (_, inside) = text.split_once('{').expect("fields");
        let names: Vec<&str> = inside
            .trim_end_matches(" }")
            .split(',')
            .map(|f| f.split(':').next().unwrap().trim())
            .collect();
        assert_eq!(names.len(), 14);
        for name in names {
            let mut tuning = Tuning::FULL;
            *tuning.named(name).unwrap_or_else(|| panic!("no parameter `{name}`")) = 4321;
            assert!(format!("{tuning:?}").contains(&format!("{name}: 4321")), "{name}");
            assert_ne!(tuning, Tuning::FULL);
        }
        assert_eq!(Tuning { ..Tuning::FULL }.named("memory"), None);
    }
}
