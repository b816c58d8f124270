//! Rooya, written a second time so that the fast generator can be compared with it.

use super::Twin;
use super::hand::Hand;
use super::text::{Board, Cell, EMPTY, Position, Rules, name, neighbours, opponent, ring};

pub const TWIN: Twin = Twin::new(5, 5, turns, goal, valid)
    .keys(&["hand"])
    // "if both, the mover (option `both=mover|draw`)".
    .both_draw(|rules| rules.option("both", "mover") == "draw")
    .end(end_is_right);

/// "Phase 1: as in Achef."
const HAND: Hand = Hand { letters: ['w', 'b'], pawns: 8, may_stand: |cell| ring(cell) == 2 };

/// "Inner plate: the 3×3 in the middle, centre included." The rest is the outer plate.
fn on_inner_plate(cell: Cell) -> bool {
    ring(cell) <= 1
}

fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    if position.has("hand") {
        return HAND.placements(position);
    }
    let board = &position.board;
    let boards =
        [moves(rules, board, position.side), swaps(board, position.side), rotations(rules, board)]
            .concat();
    boards.into_iter().map(|(text, board)| (text, position.next(board))).collect()
}

/// "move a pawn one orthogonal step to an empty cell; if that changed plates, the same pawn may
/// make one more step on its new plate"
fn moves(rules: &Rules, board: &Board, player: char) -> Vec<(String, Board)> {
    let mut turns = Vec::new();
    for from in board.pawns(player) {
        for to in neighbours(from) {
            if board.at(to) != EMPTY {
                continue;
            }
            let text = format!("{}-{}", name(from), name(to));
            let moved = board.moved(from, to);
            if on_inner_plate(from) != on_inner_plate(to) {
                for (more, after) in second_steps(rules, &moved, to) {
                    turns.push((text.clone() + &more, after));
                }
            }
            turns.push((text, moved));
        }
    }
    turns
}

/// "to an empty cell or by swapping with an enemy pawn (option `replay_swap=yes|no`)"
fn second_steps(rules: &Rules, board: &Board, from: Cell) -> Vec<(String, Board)> {
    let enemy = opponent(board.at(from));
    let may_swap = rules.option("replay_swap", "yes") == "yes";
    let mut steps = Vec::new();
    for to in neighbours(from) {
        if on_inner_plate(from) != on_inner_plate(to) {
            continue;
        }
        if board.at(to) == EMPTY {
            steps.push((format!("-{}", name(to)), board.moved(from, to)));
        } else if board.at(to) == enemy && may_swap {
            steps.push((format!("={}", name(to)), board.swapped(from, to)));
        }
    }
    steps
}

/// "or swap a pawn with an orthogonally adjacent enemy pawn, on the same plate or across, with
/// no further step"
fn swaps(board: &Board, player: char) -> Vec<(String, Board)> {
    let mut turns = Vec::new();
    for from in board.pawns(player) {
        for to in neighbours(from) {
            if board.at(to) == opponent(player) {
                turns.push((format!("{}={}", name(from), name(to)), board.swapped(from, to)));
            }
        }
    }
    turns
}

/// "or turn the inner plate with all that stands on it: a quarter turn either way or a half
/// turn"
fn rotations(rules: &Rules, board: &Board) -> Vec<(String, Board)> {
    let quarter = clockwise(board);
    let half = clockwise(&quarter);
    let three_quarters = clockwise(&half);
    let mut turns = vec![
        ("cw".to_string(), quarter),
        ("half".to_string(), half),
        ("ccw".to_string(), three_quarters),
    ];
    // "A rotation that leaves the position as it was is not allowed […] (option
    // `null_rotation=no|yes`)"
    if rules.option("null_rotation", "no") == "no" {
        turns.retain(|(_, after)| after != board);
    }
    turns
}

/// The inner plate turned by a quarter, seen from above: what stood on top of the plate comes to
/// its right.
fn clockwise(board: &Board) -> Board {
    let mut turned = board.clone();
    for (file, rank) in board.cells() {
        if on_inner_plate((file, rank)) {
            turned.put((rank, 4 - file), board.at((file, rank)));
        }
    }
    turned
}

/// "Five own pawns in a row or a column win, when the line is there after the whole turn and was
/// not there before it." "A line made by placing wins nothing."
fn goal(_: &Rules, before: &Position, after: &Position, player: char) -> bool {
    let complete = |board: &Board, line: &[Cell]| line.iter().all(|&cell| board.at(cell) == player);
    !before.has("hand")
        && lines().iter().any(|line| complete(&after.board, line) && !complete(&before.board, line))
}

/// "Rooya exactly 8 and 8 without `hand`"
fn valid(rules: &Rules, position: &Position) -> bool {
    let beginner = if rules.option("first", "black") == "black" { 'b' } else { 'w' };
    let pawns = |&player: &char| position.board.pawns(player).len();
    let right = |n: usize| n == 8 || n < 8 && position.has("hand");
    ['w', 'b'].iter().all(|player| right(pawns(player))) && HAND.is_right(position, beginner)
}

/// A line on the board does not show whether it won: it may have been there before.
fn end_is_right(rules: &Rules, position: &Position) -> bool {
    let sides = [position.side, opponent(position.side)];
    let line = |player: &char| has_line(&position.board, *player);
    match position.key("won") {
        "" => true,
        "-" => rules.option("both", "mover") == "draw" && sides.iter().all(line),
        winner => sides.iter().any(|side| winner == side.to_string() && line(side)),
    }
}

/// Whether a player has a line.
fn has_line(board: &Board, player: char) -> bool {
    lines().iter().any(|line| line.iter().all(|&cell| board.at(cell) == player))
}

/// The five rows and the five columns.
fn lines() -> Vec<[Cell; 5]> {
    let along = [0, 1, 2, 3, 4];
    along.iter().flat_map(|&i| [along.map(|j| (i, j)), along.map(|j| (j, i))]).collect()
}
