//! What a search is told about a position of Fanorona.

use damier_core::{Evaluate, Learned, Level, Opponents, Progress, TurnOrder};

use super::Fanorona;
use super::board::{ALL, EVEN, Position, next_to};
use super::chains::{Chain, capturers};
use super::turn::Turn;
use super::vela::KEPT;
use crate::levels::LADDER;
use crate::net::Net;

/// A pawn, when all are on the board; it is worth more the fewer there are.
const PAWN: i32 = 100;
/// A pawn on a point with diagonals.
const STRONG: i32 = 6;
/// A free point next to a pawn, in parts of a pawn's reach.
const ROOM: i32 = 2;
/// A pawn of the opponent's that will be able to capture.
const THREAT: i32 = 14;
/// To be the one who moves.
const TEMPO: i32 = 10;

/// The fifth errs a little more than elsewhere: the sixth would hardly be better than it otherwise,
/// since those who see enough draw.
const LEVELS: [Level; 6] = {
    let mut levels = LADDER;
    levels[4] = Level { nodes: 10_000, depth: 5, blunder_permille: 20, eval_noise: 30 };
    levels
};

/// With so many pawns on the board there is still much to be taken.
const MELEE: u32 = 12;

/// What was learned from games: see `docs/search.md`.
static LEARNED: Net<196> = Net::read(include_bytes!("eval.net"));

/// The pawns of both players, and those of either that can capture.
fn sets(own: u64, enemy: u64) -> [u64; 4] {
    [own, enemy, capturers(own, enemy), capturers(enemy, own)]
}

impl Evaluate for Fanorona {
    fn evaluate(&self, position: &Position) -> i32 {
        let (own, enemy) = position.sets();
        if position.vela.is_none() {
            return LEARNED.evaluate(sets(own, enemy));
        }
        self.evaluate_handcrafted(position)
    }

    fn evaluate_handcrafted(&self, position: &Position) -> i32 {
        let (own, enemy) = position.sets();
        let (mine, theirs) = (own.count_ones() as i32, enemy.count_ones() as i32);
        // What has to be given up in a Vela is no possession.
        let kept = |n: i32, giver: bool| if giver { n.min(KEPT as i32) } else { n };
        let (mine, theirs) = match position.vela {
            None => (mine, theirs),
            Some(giver) => {
                (kept(mine, giver == position.to_move), kept(theirs, giver != position.to_move))
            }
        };
        let pawns = PAWN * (mine - theirs) * 66 / (mine + theirs + 22);
        let empty = ALL & !(own | enemy);
        let place = |set: u64| {
            STRONG * (set & EVEN).count_ones() as i32
                + ROOM * (next_to(set) & empty).count_ones() as i32
        };
        let threats = capturers(enemy, own).count_ones() as i32;
        pawns + place(own) - place(enemy) - THREAT * threats + TEMPO
    }
}

impl TurnOrder for Fanorona {
    fn turn_score(&self, position: &Position, turn: Turn) -> i32 {
        let (own, mut enemy) = position.sets();
        let mut huffed = 0;
        if let Some(pawn) = turn.huffed() {
            enemy &= !(1 << pawn);
            huffed = 1;
        }
        if turn.is_plain() || turn.len() == 0 {
            return huffed;
        }
        if position.vela.is_some() {
            return 1;
        }
        let mut chain = Chain::new(turn.from(), own, enemy);
        for step in turn.steps() {
            chain = chain.after(step);
        }
        huffed + (enemy ^ chain.enemy()).count_ones() as i32
    }

    fn has_tactical_turn(&self, position: &Position) -> bool {
        let (own, enemy) = position.sets();
        position.huff != 0 || !position.is_giving() && capturers(own, enemy) != 0
    }

    fn history_index(&self, turn: Turn) -> usize {
        let first = turn.steps().next().map_or(0, |step| step.number());
        (turn.from() as usize) << 4 | usize::from(first) | usize::from(turn.is_plain()) << 10
    }
}

impl Progress for Fanorona {
    fn irreversible_count(&self, position: &Position) -> u32 {
        let (own, enemy) = position.sets();
        (own | enemy).count_ones()
    }

    /// Fourteen or fifteen turns of both players take most pawns off the board; what is left is
    /// won or drawn by then, and takes long but little thought.
    fn turns_to_go(&self, position: &Position) -> u32 {
        match position.pawns[0].count_ones() + position.pawns[1].count_ones() {
            pawns @ MELEE.. => 3 + (pawns - MELEE) / 8,
            _ => 25,
        }
    }
}

impl Opponents for Fanorona {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn visibility_cost(&self, _: &Position, turn: Turn) -> u32 {
        turn.len().max(1)
    }
}

impl Learned for Fanorona {
    fn inputs(own: u64, enemy: u64) -> Vec<u64> {
        sets(own, enemy).to_vec()
    }
}
