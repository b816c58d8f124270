//! What a search is told about a position of Achef.

use damier_core::{Evaluate, Learned, Level, Opponents, Progress, TurnOrder};

use super::Achef;
use super::board::{Position, SLOPES, Turn, level};
use crate::five::{CENTRE, RING};
use crate::net::Net;

/// What one pawn more is worth when so many are left: who has three cannot lose another.
const PAWNS: [i32; 9] = [0, 0, 0, 400, 620, 790, 930, 1050, 1160];
const MIDDLE: i32 = 12;
const HIGH: i32 = 35;
/// An enemy pawn that could be captured.
const THREAT: i32 = 18;
/// An own pawn that could be, by a player who is not to move.
const DANGER: i32 = 10;

/// What was learned from games: see `docs/search.md`.
static LEARNED: Net<50> = Net::read(include_bytes!("eval.net"));

impl Evaluate for Achef {
    fn evaluate(&self, position: &Position) -> i32 {
        let (own, enemy) = position.sets();
        match position.is_placing() {
            true => 0,
            false => LEARNED.evaluate([own.into(), enemy.into()]),
        }
    }

    /// Pawns, the levels they stand on, and what can be captured.
    fn evaluate_handcrafted(&self, position: &Position) -> i32 {
        let (own, enemy) = position.sets();
        if position.is_placing() {
            return 0;
        }
        let level = worth(own) - worth(enemy);
        level + THREAT * captures(own, enemy) as i32 - DANGER * captures(enemy, own) as i32
    }
}

impl TurnOrder for Achef {
    fn turn_score(&self, _: &Position, turn: Turn) -> i32 {
        match turn {
            // From the lowest first: high ground is worth keeping.
            Turn::Capture { from, .. } => 3 - i32::from(level(1 << from)),
            Turn::Step { from, to } => {
                10 * (i32::from(level(1 << to)) - i32::from(level(1 << from))).min(0)
            }
            _ => 0,
        }
    }

    fn has_tactical_turn(&self, position: &Position) -> bool {
        let (own, enemy) = position.sets();
        !position.is_placing() && captures(own, enemy) > 0
    }

    fn history_index(&self, turn: Turn) -> usize {
        let (kind, from, to) = match turn {
            Turn::Place { cell } => (0, cell, cell),
            Turn::Step { from, to } => (0, from, to),
            Turn::Capture { from, to } => (1, from, to),
            Turn::Swap { from, to } => (2, from, to),
        };
        kind << 10 | usize::from(from) << 5 | usize::from(to)
    }
}

impl Progress for Achef {
    fn irreversible_count(&self, position: &Position) -> u32 {
        let (own, enemy) = position.sets();
        match position.is_placing() {
            true => 64 - (own | enemy).count_ones(),
            false => (own | enemy).count_ones(),
        }
    }
}

impl Opponents for Achef {
    fn levels() -> &'static [Level] {
        &crate::levels::LADDER
    }

    fn visibility_cost(&self, _: &Position, turn: Turn) -> u32 {
        match turn {
            Turn::Place { .. } | Turn::Step { .. } => 1,
            Turn::Capture { .. } => 2,
            Turn::Swap { .. } => 3,
        }
    }
}

impl Learned for Achef {}

/// What a player's pawns are worth where they stand.
fn worth(pawns: u32) -> i32 {
    PAWNS[pawns.count_ones().min(8) as usize]
        + MIDDLE * (pawns & RING).count_ones() as i32
        + HIGH * i32::from(pawns & CENTRE != 0)
}

/// How many captures a player has.
fn captures(own: u32, enemy: u32) -> u32 {
    SLOPES.iter().map(|slope| (own & slope.way.onto(enemy) & slope.down).count_ones()).sum()
}
