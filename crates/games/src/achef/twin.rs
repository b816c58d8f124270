//! Achef, written a second time so that the fast generator can be compared with it.

use super::Twin;
use super::hand::{Hand, in_hand};
use super::text::{
    Board, Cell, EMPTY, Position, Rules, cells_of, name, names_of, neighbours, opponent, ring,
};

pub const TWIN: Twin = Twin::new(5, 5, turns, goal, valid).keys(&["hand", "ko", "nc"]);

/// "Phase 1: players alternately place a pawn on a free border cell until all 16 are placed."
const HAND: Hand = Hand { letters: ['w', 'b'], pawns: 8, may_stand: |cell| level(cell) == 0 };

const CENTRE: Cell = (2, 2);

/// "Levels: border 16 cells low, the ring of 8 middle, the centre high."
fn level(cell: Cell) -> i32 {
    2 - ring(cell)
}

fn turns(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    if position.has("hand") {
        return HAND.placements(position);
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
fn goal(_: &Rules, _: &Position, after: &Position, player: char) -> bool {
    let loser = opponent(player);
    after.board.pawns(loser).len() + in_hand(after, loser) as usize <= 2
}

/// "Achef at most 8 each"
fn valid(rules: &Rules, position: &Position) -> bool {
    let beginner = if rules.option("first", "black") == "black" { 'b' } else { 'w' };
    ['w', 'b'].iter().all(|&player| position.board.pawns(player).len() <= 8)
        && HAND.is_right(position, beginner)
        && ko_is_right(rules, position)
        && nc_is_right(position)
        // While pawns are in hand the other keys would say nothing.
        && !(position.has("hand") && (position.has("ko") || position.has("nc")))
}

/// "`ko`: two adjacent cells of one level holding one pawn of each colour; never with `ko=none`."
/// Alphabetical order is how it is written; the vectors have the cells in either.
fn ko_is_right(rules: &Rules, position: &Position) -> bool {
    let named = position.key("ko");
    let board = &position.board;
    let pairs = board.pawns('w').into_iter().flat_map(|a| neighbours(a).map(|b| (a, b)));
    let mut swaps = pairs.filter(|&(a, b)| board.at(b) == 'b' && ring(a) == ring(b));
    !position.has("ko")
        || rules.option("ko", "simple") == "simple"
            && swaps.any(|(a, b)| [name(a) + &name(b), name(b) + &name(a)].contains(&named.into()))
}

/// "`nc`: one of b3 c2 c4 d3, occupied, centre empty."
fn nc_is_right(position: &Position) -> bool {
    let named = position.key("nc");
    let occupied = |cell| position.board.at(cell) != EMPTY;
    let mut below = neighbours(CENTRE).into_iter();
    !position.has("nc")
        || below.any(|cell| name(cell) == named && occupied(cell)) && !occupied(CENTRE)
}
