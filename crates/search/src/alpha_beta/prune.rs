//! What spares the search a position: evaluation near the horizon, the transposition table,
//! repetition.

use damier_core::game::{EVALUATED, Searchable};

use super::AlphaBeta;
use crate::score::{self, CERTAIN};
use crate::transposition::{Bound, TtEntry};

impl<G: Searchable> AlphaBeta<G> {
    /// The evaluation of a position, errors included.
    pub(super) fn evaluate(&self, position: &G::Position, key: u64) -> i32 {
        let points = match self.tuning.learned_eval {
            0 => self.game.evaluate_handcrafted(position),
            _ => self.game.evaluate(position),
        };
        let points = points + self.errors.noise(key);
        points.clamp(1 - EVALUATED, EVALUATED - 1)
    }

    /// Reverse futility and futility pruning: the evaluation of a quiet position near the horizon,
    /// if it is so far outside the window that the remaining plies will hardly bring it back.
    pub(super) fn static_prune(
        &self,
        position: &G::Position,
        key: u64,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> Option<i32> {
        let t = &self.tuning;
        if depth > t.reverse_futility_depth.max(t.futility_depth)
            || beta.abs() >= CERTAIN
            || alpha.abs() >= CERTAIN
            || self.game.has_tactical_turn(position)
        {
            return None;
        }
        let points = self.evaluate(position, key);
        let above =
            depth <= t.reverse_futility_depth && points - t.reverse_futility_margin * depth >= beta;
        let below = depth <= t.futility_depth && points + t.futility_margin * (depth + 1) <= alpha;
        (above || below).then_some(points)
    }

    /// The score of a transposition entry, if it is deep enough and its bound cuts off.
    pub(super) fn tt_cutoff(
        &self,
        entry: TtEntry,
        ply: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> Option<i32> {
        let depth = depth.max(0);
        let enough = match self.tuning.tt_deeper {
            0 => i32::from(entry.depth) == depth,
            _ => i32::from(entry.depth) >= depth,
        };
        let score = score::to_root(entry.score, ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        (enough && answers).then_some(score)
    }

    /// Whether a position has occurred on the way here or in the game.
    pub(super) fn repeats(&self, key: u64, irreversible_count: u32) -> bool {
        let line = self.frames.iter().rev().map(|frame| (frame.key, frame.irreversible_count));
        let before = line.chain(self.past.iter().rev().copied());
        before.take_while(|(_, e)| *e == irreversible_count).any(|(k, _)| k == key)
    }
}
