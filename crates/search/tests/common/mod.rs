//! The slow twins of the searches.
#![allow(dead_code, reason = "each test file uses some of it")]

use damier_core::game::{Evaluate, TurnOrder};
use damier_core::value::Value;
use damier_search::score::{INFINITE, WIN};

/// Plain negamax: the score of the last position of `line`, looking at everything `depth` turns
/// deep and at tactical turns beyond; anything once `nodes` positions were looked at.
pub(crate) fn negamax<G: Evaluate + TurnOrder>(
    game: &G,
    line: &mut Vec<G::Position>,
    depth: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes = nodes.saturating_sub(1);
    if *nodes == 0 {
        return 0;
    }
    let position = line[line.len() - 1];
    let ply = line.len() as i32 - 1;
    if let Some(outcome) = game.outcome(&position) {
        return match Value::of_end(outcome, game.to_move(&position)) {
            Value::Win(_) => WIN - ply,
            Value::Loss(_) => ply - WIN,
            Value::Draw => 0,
        };
    }
    if line[..line.len() - 1].contains(&position) {
        return 0;
    }
    let mut best = -INFINITE;
    if depth <= 0 {
        best = game.evaluate(&position);
        if !game.has_tactical_turn(&position) {
            return best;
        }
    }
    for turn in game.all_turns(&position) {
        if depth > 0 || game.turn_score(&position, turn) > 0 {
            line.push(game.play(&position, turn));
            best = best.max(-negamax(game, line, depth - 1, nodes));
            line.pop();
        }
    }
    best
}
