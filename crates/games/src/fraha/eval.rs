//! What a search is told about a position of Fraha: how near each player is to a figure.

use std::ops::ControlFlow;

use damier_core::{Evaluate, Game, Learned, Level, Opponents, Outcome, Progress, Side, TurnOrder};

use super::Fraha;
use super::board::{Position, Turn};

/// What so many pawns in place for a figure are worth, for the best figure and for all others.
const BEST: [i32; 5] = [0, 20, 60, 150, 1000];
const OTHERS: [i32; 5] = [0, 2, 8, 24, 0];

impl Evaluate for Fraha {
    fn evaluate(&self, position: &Position) -> i32 {
        let near = |side| self.goals.nearness(side, position.pawns(side), &BEST, &OTHERS);
        let [white, black] = [near(Side::Light), near(Side::Dark)];
        match position.to_move {
            Side::Light => white - black,
            Side::Dark => black - white,
        }
    }
}

impl TurnOrder for Fraha {
    fn turn_score(&self, position: &Position, turn: Turn) -> i32 {
        let won = Some(Outcome::Won(position.to_move));
        i32::from(self.outcome(&self.play(position, turn)) == won)
    }

    fn has_tactical_turn(&self, position: &Position) -> bool {
        // Who steps into a figure needs all pawns but one in place.
        let figures = self.goals.figures(position.to_move);
        let own = position.pawns(position.to_move);
        if !figures.iter().any(|figure| (figure & own).count_ones() == 3) {
            return false;
        }
        let wins = |turn| match self.turn_score(position, turn) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        self.turns(position, &mut { wins }).is_break()
    }

    fn history_index(&self, turn: Turn) -> usize {
        let step = turn.own();
        let first = turn.teleports().next().map_or(0, |sent| usize::from(sent.to) & 3);
        (usize::from(step.from) << 5 | usize::from(step.to)) << 2 | first
    }
}

impl Progress for Fraha {
    fn irreversible_count(&self, _: &Position) -> u32 {
        0
    }
}

impl Opponents for Fraha {
    fn levels() -> &'static [Level] {
        // Those above would be as good as perfect.
        &crate::levels::LADDER
    }

    fn visibility_cost(&self, _: &Position, turn: Turn) -> u32 {
        1 + 2 * turn.teleports().count() as u32
    }
}

impl Learned for Fraha {}
