//! Four Field Kono, written a second time so that the fast generator can be compared with it.

use super::Twin;
use super::text::{EMPTY, ORTHOGONAL, Position, Rules, name, opponent, step};

pub const TWIN: Twin = Twin::new(4, 4, turns, goal, valid).letters(['y', 'r']);

fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    let captures = captures(position);
    // "Option `capture=optional|mandatory`."
    if rules.option("capture", "optional") == "mandatory" && !captures.is_empty() {
        return captures;
    }
    [steps(position), captures].concat()
}

/// "Step to an orthogonally adjacent empty cell".
fn steps(position: &Position) -> Vec<(String, Position)> {
    let board = &position.board;
    let mut turns = Vec::new();
    for from in board.pawns(position.side) {
        for direction in ORTHOGONAL {
            let to = step(from, direction);
            if board.at(to) == EMPTY {
                let text = format!("{}-{}", name(from), name(to));
                turns.push((text, position.next(board.moved(from, to))));
            }
        }
    }
    turns
}

/// "jump over exactly one orthogonally adjacent own pawn onto an enemy pawn immediately behind
/// it, which is removed".
fn captures(position: &Position) -> Vec<(String, Position)> {
    let board = &position.board;
    let mut turns = Vec::new();
    for from in board.pawns(position.side) {
        for direction in ORTHOGONAL {
            let over = step(from, direction);
            let to = step(over, direction);
            if board.at(over) == position.side && board.at(to) == opponent(position.side) {
                let text = format!("{}x{}", name(from), name(to));
                turns.push((text, position.next(board.moved(from, to))));
            }
        }
    }
    turns
}

/// "A player with no legal turn, or fewer than two pawns, loses."
fn goal(_: &Rules, _: &Position, after: &Position, player: char) -> bool {
    after.board.pawns(opponent(player)).len() < 2
}

/// "Kono at most 8 each"
fn valid(_: &Rules, position: &Position) -> bool {
    ['y', 'r'].iter().all(|&player| position.board.pawns(player).len() <= 8)
}
