//! Four Field Kono, written a second time so that the fast generator can be compared with it.

use super::text::{Board, EMPTY, ORTHOGONAL, Position, Rules, name, opponent, step};

pub fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
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
pub fn goal(board: &Board, player: char) -> bool {
    board.pawns(opponent(player)).len() < 2
}
