//! Achef, written a second time so that the fast generator can be compared with it.

use super::text::{
    Board, Cell, EMPTY, Position, Rules, cells_of, name, names_of, neighbours, opponent, ring,
};

const CENTRE: Cell = (2, 2);

/// "Levels: border 16 cells low, the ring of 8 middle, the centre high."
fn level(cell: Cell) -> i32 {
    2 - ring(cell)
}

pub fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    if position.has("hand") {
        return placements(position);
    }
    let mut turns = Vec::new();
    for from in position.board.pawns(position.side) {
        for to in neighbours(from) {
            if let Some(sign) = kind_of_move(position, from, to) {
                let text = format!("{}{sign}{}", name(from), name(to));
                turns.push((text, after_move(rules, position, from, sign, to)));
            }
        }
    }
    turns
}

/// "Phase 1: players alternately place a pawn on a free border cell until all 16 are placed."
/// Rooya: "Phase 1: as in Achef."
pub fn placements(position: &Position) -> Vec<(String, Position)> {
    let mut turns = Vec::new();
    for cell in position.board.cells() {
        if level(cell) == 0 && position.board.at(cell) == EMPTY {
            let mut board = position.board.clone();
            board.put(cell, position.side);
            let mut after = position.next(board);
            after.set("hand", hand_after_placing(position));
            turns.push((name(cell), after));
        }
    }
    turns
}

/// "`hand:w8b8`: pawns not placed yet; absent once all are placed"
fn hand_after_placing(position: &Position) -> String {
    let placed = |player| u32::from(player == position.side);
    let white = in_hand(position, 'w') - placed('w');
    let black = in_hand(position, 'b') - placed('b');
    if white + black == 0 { String::new() } else { format!("w{white}b{black}") }
}

fn in_hand(position: &Position, player: char) -> u32 {
    let hand = position.key("hand");
    let number = hand.split(player).nth(1).and_then(|rest| rest.chars().next());
    number.map_or(0, |digit| digit.to_digit(10).unwrap())
}

/// The sign of the turn if this move is allowed: `-` to an empty cell, `x` capture, `=` swap.
fn kind_of_move(position: &Position, from: Cell, to: Cell) -> Option<char> {
    let target = position.board.at(to);
    let climb = level(to) - level(from);
    if target == EMPTY {
        // "Up: only to an empty cell. Down: to an empty cell, […] Same level: to an empty cell"
        let barred = climb > 0 && cells_of(position.key("nc")).contains(&from);
        return (!barred).then_some('-');
    }
    // "Never onto an own pawn."
    if target != opponent(position.side) {
        return None;
    }
    match climb {
        // "Down: […] or onto an enemy pawn, which is captured."
        ..0 => Some('x'),
        // "Same level: […] or onto an enemy pawn: the two change places." `ko`: "the player to
        // move may not swap these two cells"
        0 => (names_of(&[from, to]) != position.key("ko")).then_some('='),
        1.. => None,
    }
}

fn after_move(rules: &Rules, position: &Position, from: Cell, sign: char, to: Cell) -> Position {
    let board = &position.board;
    let mut after = position.next(match sign {
        '=' => board.swapped(from, to),
        _ => board.moved(from, to),
    });
    // "so a swap leaves `ko`. Option `ko=simple|none`."
    if sign == '=' && rules.option("ko", "simple") == "simple" {
        after.set("ko", names_of(&[from, to]));
    }
    // "A pawn that captured by coming down from the centre may not climb on its owner's next
    // turn (`nc`)."
    if sign == 'x' && from == CENTRE {
        after.set("nc", name(to));
    } else if nc_is_kept(position, &after.board) {
        after.set("nc", position.key("nc"));
    }
    after
}

/// "The key is kept through the opponent's turn only while the pawn still stands there and the
/// centre is empty." After its owner's own turn it has done its work.
fn nc_is_kept(before: &Position, after: &Board) -> bool {
    let owner = opponent(before.side);
    cells_of(before.key("nc")).iter().any(|&cell| {
        before.board.at(cell) == owner && after.at(cell) == owner && after.at(CENTRE) == EMPTY
    })
}

/// "A player who is down to 2 pawns, or has no legal turn, loses." Pawns in hand count.
pub fn goal(position: &Position, player: char) -> bool {
    let loser = opponent(player);
    position.board.pawns(loser).len() + in_hand(position, loser) as usize <= 2
}
