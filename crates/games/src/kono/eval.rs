//! What a search is told about a position of Kono: pawns, freedom to move, jumps.

use damier_core::{Evaluate, Learned, Level, Opponents, Progress, TurnOrder};

use super::Kono;
use super::board::{Position, Turn};
use super::turns::{can_jump, each_jump, steppers};

const PAWN: i32 = 100;
const STEP: i32 = 6;
const JUMP: i32 = 25;

impl Evaluate for Kono {
    fn evaluate(&self, position: &Position) -> i32 {
        let (own, enemy) = position.sets();
        worth(own, enemy) - worth(enemy, own)
    }
}

impl TurnOrder for Kono {
    fn turn_score(&self, _: &Position, turn: Turn) -> i32 {
        i32::from(turn.captures())
    }

    fn has_tactical_turn(&self, position: &Position) -> bool {
        let (own, enemy) = position.sets();
        can_jump(own, enemy)
    }

    fn history_index(&self, turn: Turn) -> usize {
        usize::from(turn.from) << 4 | usize::from(turn.to)
    }
}

impl Progress for Kono {
    fn irreversible_count(&self, position: &Position) -> u32 {
        let (own, enemy) = position.sets();
        (own | enemy).count_ones()
    }
}

impl Opponents for Kono {
    fn levels() -> &'static [Level] {
        // Those above would be as good as perfect.
        &crate::levels::LADDER[..4]
    }

    fn visibility_cost(&self, _: &Position, turn: Turn) -> u32 {
        if turn.captures() { 2 } else { 1 }
    }
}

impl Learned for Kono {}

/// What a player has.
fn worth(own: u16, enemy: u16) -> i32 {
    let free = steppers(own, !(own | enemy)).map(u16::count_ones).iter().sum::<u32>();
    let mut jumps = 0;
    each_jump(own, enemy, &mut |_| jumps += 1);
    PAWN * own.count_ones() as i32 + STEP * free as i32 + JUMP * jumps
}
