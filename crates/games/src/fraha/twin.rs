//! Fraha, written a second time so that the fast generator can be compared with it.

use super::Twin;
use super::text::{
    Board, Cell, EMPTY, ORTHOGONAL, Position, Rules, name, neighbours, opponent, ring, step,
};

pub const TWIN: Twin = Twin::new(5, 5, turns, goal, valid).has_turn(has_turn);

/// "Outer track: the 16 border cells, White's."
const OUTER: i32 = 2;
/// "Inner track: the 8 cells around the centre, Black's."
const INNER: i32 = 1;

const CORNERS: [Cell; 4] = [(0, 0), (4, 0), (0, 4), (4, 4)];

/// The pawns that were teleported, (from, to), in the order in which it happened.
type Teleports = Vec<(Cell, Cell)>;

fn home_of(player: char) -> i32 {
    if player == 'w' { OUTER } else { INNER }
}

fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    let turns_of = |(from, to)| turns_of_step(rules, position, from, to);
    steps(position).into_iter().flat_map(turns_of).collect()
}

/// Whether there is any turn. The same as asking whether `turns` is empty, but stops at the first
/// step with a turn: listing all teleports after every turn of another list takes too long.
fn has_turn(rules: &Rules, position: &Position) -> bool {
    steps(position)
        .into_iter()
        .any(|(from, to)| !turns_of_step(rules, position, from, to).is_empty())
}

fn turns_of_step(
    rules: &Rules,
    position: &Position,
    from: Cell,
    to: Cell,
) -> Vec<(String, Position)> {
    let stepped = position.board.moved(from, to);
    let mut turns = Vec::new();
    for (teleports, after) in teleportings(rules, &stepped, to) {
        turns.push((turn_text(from, to, &teleports), position.next(after)));
    }
    turns
}

/// The steps of the player to move, (from, to).
fn steps(position: &Position) -> Vec<(Cell, Cell)> {
    let mut steps = Vec::new();
    for from in position.board.pawns(position.side) {
        for to in neighbours(from) {
            if may_step(&position.board, from, to) {
                steps.push((from, to));
            }
        }
    }
    steps
}

/// "A turn moves one own pawn one orthogonal step to an empty cell: a pawn at home stays on its
/// track; a pawn away from home may only step back onto its own track." Either way the step ends
/// on the own track.
fn may_step(board: &Board, from: Cell, to: Cell) -> bool {
    board.at(to) == EMPTY && ring(to) == home_of(board.at(from))
}

/// What the mover may do after its step onto `moved`: the teleports and the board after them.
fn teleportings(rules: &Rules, board: &Board, moved: Cell) -> Vec<(Teleports, Board)> {
    let mover = board.at(moved);
    // "After the step, if the mover's goal stands, the game is over at once."
    if has_figure(rules, board, mover) {
        return vec![(Vec::new(), board.clone())];
    }
    // "Otherwise every enemy pawn orthogonally next to the moved pawn is teleported";
    // "Immunity is judged once, right after the step, before any teleport."
    let mut touched = neighbours(moved).to_vec();
    touched.retain(|&cell| board.at(cell) == opponent(mover) && !is_immune(board, cell));
    if rules.option("teleport", "all") == "all" || touched.is_empty() {
        return teleport_all(board, &touched);
    }
    // "one: the mover must pick exactly one of the adjacent pawns that are not immune"
    touched.iter().flat_map(|&cell| teleport_all(board, &[cell])).collect()
}

/// "Pawns are teleported one after the other, in the order the mover likes; a cell just vacated
/// may be used."
fn teleport_all(board: &Board, touched: &[Cell]) -> Vec<(Teleports, Board)> {
    if touched.is_empty() {
        return vec![(Vec::new(), board.clone())];
    }
    let mut ways = Vec::new();
    for &from in touched {
        let mut others = touched.to_vec();
        others.retain(|&cell| cell != from);
        for to in landing_cells(board, from) {
            for (mut teleports, after) in teleport_all(&board.moved(from, to), &others) {
                teleports.insert(0, (from, to));
                ways.push((teleports, after));
            }
        }
    }
    ways
}

/// "to any other empty cell of either track, provided that at most one pawn of each player is
/// away from home at any moment"
fn landing_cells(board: &Board, from: Cell) -> Vec<Cell> {
    let mut cells = board.cells();
    cells.retain(|&to| {
        let on_a_track = ring(to) == OUTER || ring(to) == INNER;
        on_a_track && board.at(to) == EMPTY && {
            let after = board.moved(from, to);
            away_from_home(&after, 'w') <= 1 && away_from_home(&after, 'b') <= 1
        }
    });
    cells
}

fn away_from_home(board: &Board, player: char) -> usize {
    let mut pawns = board.pawns(player);
    pawns.retain(|&cell| ring(cell) != home_of(player));
    pawns.len()
}

/// "White pawns on a straight unbroken run of white pawns along an edge that includes a white
/// pawn in a corner are immune." From such a pawn one can walk to a corner over white pawns of
/// the border without a bend.
fn is_immune(board: &Board, pawn: Cell) -> bool {
    ORTHOGONAL.iter().any(|&direction| {
        let mut cell = pawn;
        while board.at(cell) == 'w' && ring(cell) == OUTER {
            if CORNERS.contains(&cell) {
                return true;
            }
            cell = step(cell, direction);
        }
        false
    })
}

/// "`a5-b5`, followed by the teleports sorted by the cell left: `a5-b5,b4>d3`"
fn turn_text(from: Cell, to: Cell, teleports: &Teleports) -> String {
    let mut parts: Vec<String> = teleports
        .iter()
        .map(|&(left, reached)| format!("{}>{}", name(left), name(reached)))
        .collect();
    parts.sort();
    parts.insert(0, format!("{}-{}", name(from), name(to)));
    parts.join(",")
}

fn goal(rules: &Rules, _: &Position, after: &Position, player: char) -> bool {
    has_figure(rules, &after.board, player)
}

fn has_figure(rules: &Rules, board: &Board, player: char) -> bool {
    let all_of = |cells: &[Cell]| cells.iter().all(|&cell| board.at(cell) == player);
    if player == 'w' {
        white_figures(rules).iter().any(|figure| all_of(figure))
    } else {
        black_figures().iter().any(|figure| all_of(figure))
    }
}

/// "Fraha exactly 4 and 4, at most one of each colour away from home, none on c3"
fn valid(_: &Rules, position: &Position) -> bool {
    let board = &position.board;
    let right =
        |&player: &char| board.pawns(player).len() == 4 && away_from_home(board, player) <= 1;
    ['w', 'b'].iter().all(right) && board.at((2, 2)) == EMPTY
}

/// "White wins with its four pawns on four consecutive cells of one edge (8 ways; lines do not
/// bend)." "bent: four consecutive cells of the outer track, around a corner too, 16 ways"
fn white_figures(rules: &Rules) -> Vec<[Cell; 4]> {
    if rules.option("line", "straight") == "bent" {
        return bent_figures();
    }
    let mut figures = Vec::new();
    for start in [0, 1] {
        for edge in [0, 4] {
            figures.push([0, 1, 2, 3].map(|i| (start + i, edge)));
            figures.push([0, 1, 2, 3].map(|i| (edge, start + i)));
        }
    }
    figures
}

fn bent_figures() -> Vec<[Cell; 4]> {
    let mut track = vec![(0, 0)];
    for (direction, steps) in [((1, 0), 4), ((0, 1), 4), ((-1, 0), 4), ((0, -1), 3)] {
        for _ in 0..steps {
            track.push(step(*track.last().expect("a cell"), direction));
        }
    }
    (0..16).map(|start| [0, 1, 2, 3].map(|i| track[(start + i) % 16])).collect()
}

/// "Black wins with three pawns on one side of the inner track and the fourth in the middle of
/// the opposite side (4 ways)."
fn black_figures() -> Vec<[Cell; 4]> {
    let mut figures = Vec::new();
    for (side, opposite) in [(1, 3), (3, 1)] {
        figures.push([(1, side), (2, side), (3, side), (2, opposite)]);
        figures.push([(side, 1), (side, 2), (side, 3), (opposite, 2)]);
    }
    figures
}
