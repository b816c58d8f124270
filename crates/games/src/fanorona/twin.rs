//! Fanorona and Vela, written a second time so that the fast generator can be compared with it.

use super::Twin;
use super::text::{
    Board, Cell, EMPTY, ORTHOGONAL, Position, Rules, cells_of, name, names_of, opponent, step,
};

pub const TWIN: Twin = Twin::new(9, 5, turns, goal, valid).keys(&["open", "huff", "vela"]);

const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// One capture by one step: `A` or `W`, and the pawns taken, nearest first.
type Capture = (char, Vec<Cell>);

fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    if position.has("vela") {
        return vela_turns(position);
    }
    if position.has("huff") {
        return turns_with_removal(rules, position);
    }
    turns_without_removal(rules, position)
}

/// "The player with no pawns left, or no legal turn, loses."
fn goal(_: &Rules, _: &Position, after: &Position, player: char) -> bool {
    after.board.pawns(opponent(player)).is_empty()
}

// ---- Positions ----

/// "Fanorona at most 22 each."
fn valid(rules: &Rules, position: &Position) -> bool {
    ['w', 'b'].iter().all(|&player| position.board.pawns(player).len() <= 22)
        && open_is_right(rules, position)
        && huff_is_right(rules, position)
        && vela_is_right(position)
}

/// "`open`: only under the sheet's profile and without `vela`"
fn open_is_right(rules: &Rules, position: &Position) -> bool {
    !position.has("open")
        || ["w", "b", "wb"].contains(&position.key("open"))
            && is_sheet(rules)
            && !position.has("vela")
}

/// "`huff`: only with `capture=huff`, alphabetical, pawns of the player not to move." "While
/// `vela` stands there is no huffing."
fn huff_is_right(rules: &Rules, position: &Position) -> bool {
    let named = position.key("huff");
    if !position.has("huff") {
        return true;
    }
    let mut pawns = position.board.pawns(opponent(position.side));
    pawns.retain(|&pawn| named.contains(&name(pawn)));
    !named.is_empty()
        && named == names_of(&pawns)
        && rules.option("capture", "forced") == "huff"
        && !position.has("vela")
        && cells_of(named).len() == pawns.len()
}

/// "`vela`: the number is X's pawns minus 5, at least 1."
fn vela_is_right(position: &Position) -> bool {
    !position.has("vela")
        || ['w', 'b'].into_iter().any(|player| {
            let pawns = position.board.pawns(player).len();
            pawns > 5 && position.key("vela") == format!("{player}{}", pawns - 5)
        })
}

// ---- Ordinary turns ----

/// Everything the player may do with the pawns that are on the board now.
fn turns_without_removal(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    let captures = capturing_turns(rules, position);
    // "Capturing is compulsory when any capture exists."
    if captures.is_empty() {
        return plain_steps(position, &[]);
    }
    // huff: "a player may make a non-capturing step though it could have captured"
    if rules.option("capture", "forced") == "huff" {
        let refusals =
            plain_steps(position, &pawns_that_can_capture(&position.board, position.side));
        return [captures, refusals].concat();
    }
    captures
}

fn capturing_turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    let single = is_limited_first_turn(rules, position);
    let mut turns = Vec::new();
    for pawn in position.board.pawns(position.side) {
        for (text, board) in chains(rules, &position.board, pawn, &[pawn], None, single) {
            turns.push((name(pawn) + &text, after_turn(position, board)));
        }
    }
    turns
}

/// "each player's first turn | a single capturing step | no limit"
fn is_limited_first_turn(rules: &Rules, position: &Position) -> bool {
    is_sheet(rules) && position.key("open").contains(position.side)
}

fn is_sheet(rules: &Rules) -> bool {
    rules.option("rules", "sheet") == "sheet"
}

/// "A turn with no capture: one step along a line to an empty point." `refused` are the pawns
/// that could have captured instead.
fn plain_steps(position: &Position, refused: &[Cell]) -> Vec<(String, Position)> {
    let mut turns = Vec::new();
    for (from, direction) in steps(&position.board, position.side) {
        // "A step that would capture is never a refusal"
        if !captures_of_step(&position.board, from, direction).is_empty() {
            continue;
        }
        let to = step(from, direction);
        let mut after = after_turn(position, position.board.moved(from, to));
        // "(…; the pawn is named where it now stands)"
        let now: Vec<Cell> =
            refused.iter().map(|&pawn| if pawn == from { to } else { pawn }).collect();
        after.set("huff", names_of(&now));
        turns.push((format!("{}-{}", name(from), name(to)), after));
    }
    turns
}

/// The other player to move; "`open:wb`: players who have not made their first turn yet".
fn after_turn(position: &Position, board: Board) -> Position {
    let mut after = position.next(board);
    after.set("open", position.key("open").replace(position.side, ""));
    after
}

// ---- Steps and captures ----

/// "orthogonal lines everywhere, diagonals through the points whose file and rank numbers have
/// an even sum"
fn lines_of(point: Cell) -> Vec<Cell> {
    let has_diagonals = (point.0 + 1 + point.1 + 1) % 2 == 0;
    if has_diagonals { [ORTHOGONAL, DIAGONAL].concat() } else { ORTHOGONAL.to_vec() }
}

/// All steps of a player along a line to an empty point, as (from, direction).
fn steps(board: &Board, player: char) -> Vec<(Cell, Cell)> {
    let mut steps = Vec::new();
    for from in board.pawns(player) {
        for direction in lines_of(from) {
            if board.at(step(from, direction)) == EMPTY {
                steps.push((from, direction));
            }
        }
    }
    steps
}

/// "one step after which the moved pawn faces an enemy pawn straight ahead (approach, `A`) or has
/// left one straight behind (withdrawal, `W`): that pawn and all enemy pawns in unbroken line
/// behind it are taken"
fn captures_of_step(board: &Board, from: Cell, direction: Cell) -> Vec<Capture> {
    let enemy = opponent(board.at(from));
    let back = (-direction.0, -direction.1);
    let ahead = enemies_in_line(board, enemy, step(from, direction), direction);
    let behind = enemies_in_line(board, enemy, from, back);
    let mut captures = vec![('A', ahead), ('W', behind)];
    captures.retain(|(_, taken)| !taken.is_empty());
    captures
}

/// The unbroken line of enemy pawns that begins next to a point.
fn enemies_in_line(board: &Board, enemy: char, point: Cell, direction: Cell) -> Vec<Cell> {
    let mut line = Vec::new();
    let mut cell = step(point, direction);
    while board.at(cell) == enemy {
        line.push(cell);
        cell = step(cell, direction);
    }
    line
}

/// "a step that captures both ways | the larger group; free if equal; judged step by step | free"
fn allowed_captures(rules: &Rules, board: &Board, from: Cell, direction: Cell) -> Vec<Capture> {
    let mut captures = captures_of_step(board, from, direction);
    if is_sheet(rules) {
        let largest = captures.iter().map(|(_, taken)| taken.len()).max().unwrap_or(0);
        captures.retain(|(_, taken)| taken.len() == largest);
    }
    captures
}

/// "After a capture the same pawn goes on capturing, step by step". Gives each way to capture
/// with this pawn from here, as the rest of the turn text and the board at the end.
fn chains(
    rules: &Rules,
    board: &Board,
    pawn: Cell,
    stood_on: &[Cell],
    last: Option<Cell>,
    single: bool,
) -> Vec<(String, Board)> {
    let mut ways = Vec::new();
    for direction in lines_of(pawn) {
        let to = step(pawn, direction);
        // "never back to a point it has stood on in this turn (its first point included), never
        // twice running in the same direction"
        if board.at(to) != EMPTY || stood_on.contains(&to) || last == Some(direction) {
            continue;
        }
        for (kind, taken) in allowed_captures(rules, board, pawn, direction) {
            let text = format!("-{}{kind}", name(to));
            let after = board.moved(pawn, to).without(&taken);
            let stood_on = [stood_on, &[to]].concat();
            let further = match single {
                true => Vec::new(),
                false => chains(rules, &after, to, &stood_on, Some(direction), single),
            };
            // "going on with a chain | compulsory while possible | optional"
            if further.is_empty() || !is_sheet(rules) {
                ways.push((text.clone(), after));
            }
            ways.extend(further.into_iter().map(|(more, end)| (text.clone() + &more, end)));
        }
    }
    ways
}

/// The pawns with at least one capturing step.
fn pawns_that_can_capture(board: &Board, player: char) -> Vec<Cell> {
    let mut pawns = board.pawns(player);
    pawns.retain(|&pawn| {
        steps(board, player)
            .iter()
            .any(|&(from, way)| from == pawn && !captures_of_step(board, from, way).is_empty())
    });
    pawns
}

// ---- Huffing ----

/// "then the opponent begins its next turn by taking off one of the pawns that could have
/// captured (`*e2,d4-d3A` […])"
fn turns_with_removal(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    let mut turns = Vec::new();
    for pawn in cells_of(position.key("huff")) {
        let removal = format!("*{}", name(pawn));
        let mut without = position.clone();
        without.board = position.board.without(&[pawn]);
        without.set("huff", "");
        // "If the removal takes the last pawn, the turn is just `*e2`"
        if goal(rules, position, &without, position.side) {
            turns.push((removal, after_turn(position, without.board)));
            continue;
        }
        // "Who could have captured is judged after this turn's own removal, before the step."
        // "a removal that leaves the remover no step is no turn"
        for (text, after) in turns_without_removal(rules, &without) {
            turns.push((format!("{removal},{text}"), after));
        }
    }
    turns
}

// ---- Vela ----

/// "`vela:b17`: Black must still give up 17 pawns"
fn vela_turns(position: &Position) -> Vec<(String, Position)> {
    let giver = position.key("vela").chars().next().unwrap();
    if position.side == giver { giving_turns(position) } else { taking_turns(position) }
}

/// "X's steps never capture, and among its steps X must choose one that leaves the opponent a
/// capture, if there is one."
fn giving_turns(position: &Position) -> Vec<(String, Position)> {
    let all = harmless_steps(position);
    let mut offering = all.clone();
    offering.retain(|(_, after)| !pawns_that_can_capture(&after.board, after.side).is_empty());
    if offering.is_empty() { all } else { offering }
}

/// "The other player must capture if able, exactly one step and one pawn, the nearest of the
/// line; approach or withdrawal as it likes; if unable, any step."
fn taking_turns(position: &Position) -> Vec<(String, Position)> {
    let board = &position.board;
    let mut turns = Vec::new();
    for (from, direction) in steps(board, position.side) {
        let to = step(from, direction);
        for (kind, taken) in captures_of_step(board, from, direction) {
            let mut after = position.next(board.moved(from, to).without(&taken[..1]));
            after.set("vela", vela_after_capture(position.key("vela")));
            turns.push((format!("{}-{}{kind}", name(from), name(to)), after));
        }
    }
    if turns.is_empty() { harmless_steps(position) } else { turns }
}

/// All steps along a line to an empty point, none of them takes anything.
fn harmless_steps(position: &Position) -> Vec<(String, Position)> {
    let mut turns = Vec::new();
    for (from, direction) in steps(&position.board, position.side) {
        let to = step(from, direction);
        let mut after = position.next(position.board.moved(from, to));
        after.set("vela", position.key("vela"));
        turns.push((format!("{}-{}", name(from), name(to)), after));
    }
    turns
}

/// "When X is down to 5 pawns the key goes and ordinary rules hold for both".
fn vela_after_capture(vela: &str) -> String {
    let (giver, number) = vela.split_at(1);
    match number.parse::<u32>().unwrap() - 1 {
        0 => String::new(),
        left => format!("{giver}{left}"),
    }
}
