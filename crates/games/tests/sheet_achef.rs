//! What the sheet of Achef says, sentence by sentence; `docs/rules-coverage.md` has the list.

mod common;

use common::{BORDER, RING, Sheet, board, count, ranks};

const ACHEF: Sheet = Sheet::of("achef");
const START: &str = "5/5/5/5/5 b hand:w8b8";
/// The border is full and the second phase begins.
const FULL: &str = "bwbwb/w3w/b3b/w3w/bwbwb b";
/// Black to move: b4 above b5, c1 d1 beside e1.
const MIDDLE: &str = "1w3/1b3/4w/4w/2bbw b";

#[test]
fn black_and_white_take_turns() {
    let after_black = ACHEF.after(START, "a1");
    assert_eq!(after_black, "5/5/5/5/b4 w hand:w8b7");
    ACHEF.plays(&after_black, "e5", "4w/5/5/5/b4 b hand:w7b7");
    assert_eq!(ACHEF.with("first=white").start(), "5/5/5/5/5 w hand:w8b8");
}

#[test]
fn board_is_five_by_five() {
    assert_eq!(ranks(&ACHEF.start()), [5; 5]);
    ACHEF.rejects("5/5/5/5 b hand:w8b8");
    ACHEF.rejects("6/6/6/6/6/6 b hand:w8b8");
}

#[test]
fn eight_pawns_each() {
    assert_eq!(ACHEF.start(), START);
    assert_eq!((count(FULL, 'w'), count(FULL, 'b')), (8, 8));
    ACHEF.accepts(FULL);
    ACHEF.rejects("wwwww/wwwwb/5/bb3/5 w");
    ACHEF.rejects("5/5/5/5/5 b hand:w7b8");
}

#[test]
fn three_levels_border_ring_and_centre() {
    // From each cell a black pawn comes down on exactly its lower neighbours.
    for cell in BORDER {
        assert_eq!(captures_from(cell), [""; 0], "{cell} is low");
    }
    let from_ring = RING.map(|cell| captures_from(cell).len());
    assert_eq!(from_ring, [2, 1, 2, 1, 2, 1, 2, 1], "the ring is above the border only");
    assert_eq!(captures_from("c3"), ["c3xb3", "c3xc2", "c3xc4", "c3xd3"], "the centre is the top");
}

/// The captures of a black pawn whose orthogonal neighbours are all white.
fn captures_from(cell: &str) -> Vec<String> {
    let (file, rank) = (cell.as_bytes()[0], cell.as_bytes()[1]);
    let neighbours: Vec<String> =
        [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
            .into_iter()
            .filter(|(file, rank)| (b'a'..=b'e').contains(file) && (b'1'..=b'5').contains(rank))
            .map(|(file, rank)| format!("{}{}", char::from(file), char::from(rank)))
            .collect();
    let mut pawns = vec![(cell, 'b')];
    pawns.extend(neighbours.iter().map(|cell| (cell.as_str(), 'w')));
    // More pawns of both colours in the corners keep the game going.
    for (corner, letter) in [("a1", 'b'), ("a5", 'b'), ("e1", 'b'), ("e5", 'w')] {
        if pawns.iter().all(|(cell, _)| *cell != corner) {
            pawns.push((corner, letter));
        }
    }
    for extra in ["b1", "d5", "e2", "a4"] {
        if count(&board(5, 5, &pawns), 'w') < 4 && pawns.iter().all(|(cell, _)| *cell != extra) {
            pawns.push((extra, 'w'));
        }
    }
    let position = board(5, 5, &pawns) + " b";
    let mut all = ACHEF.from(&position, cell);
    all.retain(|turn| turn.contains('x'));
    all
}

#[test]
fn two_phases() {
    assert!(ACHEF.texts(START).iter().all(|turn| turn.len() == 2), "placing only");
    assert!(ACHEF.texts(FULL).iter().all(|turn| turn.len() == 5), "moving only");
}

#[test]
fn pawns_are_placed_in_turn_on_free_border_cells() {
    let mut border = BORDER.to_vec();
    border.sort_unstable();
    ACHEF.only(START, &border);
    border.retain(|cell| *cell != "a1");
    ACHEF.only("5/5/5/5/b4 w hand:w8b7", &border);
    ACHEF.refuses(START, "b2");
    ACHEF.refuses(START, "c3");
    ACHEF.refuses("5/5/5/5/b4 w hand:w8b7", "a1");
    ACHEF.refuses("5/5/5/5/b4 w hand:w8b7", "a1-b1");
}

#[test]
fn the_second_phase_begins_when_the_border_is_full() {
    ACHEF.plays("bwbwb/w3w/b3b/w3w/bwb1b w hand:w1b0", "d1", FULL);
    ACHEF.plays(FULL, "c1-c2", "bwbwb/w3w/b3b/w1b1w/bw1wb w");
}

#[test]
fn a_pawn_moves_one_orthogonal_step() {
    ACHEF.only(MIDDLE, &["b4-a4", "b4-b3", "b4-c4", "b4xb5", "c1-b1", "c1-c2", "d1-d2", "d1=e1"]);
    for turn in ["b4-c5", "b4-b2", "b4-d4", "c1-d2", "e1-e2", "b5-a5"] {
        ACHEF.refuses(MIDDLE, turn);
    }
}

#[test]
fn climbing_to_an_empty_cell() {
    ACHEF.plays(MIDDLE, "c1-c2", "1w3/1b3/4w/2b1w/3bw w");
    ACHEF.plays("1w3/5/1b2w/4w/2bbw b", "b3-c3", "1w3/5/2b1w/4w/2bbw w");
}

#[test]
fn climbing_to_an_occupied_cell_is_forbidden() {
    let position = "1w3/1b3/4w/4w/2bbw w";
    for turn in ["b5xb4", "b5-b4", "b5=b4"] {
        ACHEF.refuses(position, turn);
    }
    ACHEF.refuses("1w3/5/1bw1w/4w/2bbw b", "b3xc3");
    ACHEF.refuses("1w3/5/1bb1w/4w/3bw b", "b3-c3");
}

#[test]
fn descending_to_an_empty_cell() {
    ACHEF.plays(MIDDLE, "b4-a4", "1w3/b4/4w/4w/2bbw w");
    ACHEF.plays("1w3/5/2b1w/4w/2bbw b", "c3-c2", "1w3/5/4w/2b1w/2bbw w");
}

#[test]
fn descending_onto_an_enemy_captures_it() {
    ACHEF.plays(MIDDLE, "b4xb5", "1b3/5/4w/4w/2bbw w");
    ACHEF.plays("5/2w2/2b2/4w/bbwww b", "c3xc4", "5/2b2/5/4w/bbwww w nc:c4");
    ACHEF.refuses(MIDDLE, "b4-b5");
    ACHEF.refuses(MIDDLE, "b4=b5");
}

#[test]
fn a_level_step_to_an_empty_cell() {
    ACHEF.plays(MIDDLE, "b4-c4", "1w3/2b2/4w/4w/2bbw w");
    ACHEF.plays(MIDDLE, "c1-b1", "1w3/1b3/4w/4w/1b1bw w");
}

#[test]
fn a_level_step_onto_an_enemy_swaps_the_two() {
    ACHEF.plays(MIDDLE, "d1=e1", "1w3/1b3/4w/4w/2bwb w ko:d1e1");
    ACHEF.plays("5/1bw2/4w/4w/2bbw b", "b4=c4", "5/1wb2/4w/4w/2bbw w ko:b4c4");
    ACHEF.refuses(MIDDLE, "d1xe1");
    ACHEF.refuses(MIDDLE, "d1-e1");
}

#[test]
fn a_pawn_never_moves_onto_its_own_colour() {
    for turn in ["c1=d1", "c1-d1", "d1xc1"] {
        ACHEF.refuses(MIDDLE, turn);
    }
    ACHEF.refuses("5/bb3/5/w3w/3bw b", "b4xa4");
}

#[test]
fn after_a_capture_from_the_top_the_pawn_may_not_climb_next_turn() {
    let captured = ACHEF.after("5/2w2/2b2/4w/bbwww b", "c3xc4");
    let answered = ACHEF.after(&captured, "e2-e3");
    assert_eq!(answered, "5/2b2/4w/5/bbwww b nc:c4");
    ACHEF.refuses(&answered, "c4-c3");
    assert_eq!(ACHEF.from(&answered, "c4"), ["c4-b4", "c4-c5", "c4-d4"]);
    // One turn later it may climb again.
    let later = ACHEF.after(&ACHEF.after(&answered, "a1-a2"), "e3-e2");
    assert_eq!(later, "5/2b2/5/b3w/1bwww b");
    ACHEF.plays(&later, "c4-c3", "5/5/2b2/b3w/1bwww w");
}

#[test]
fn other_descents_do_not_forbid_climbing() {
    // Without a capture, and with a capture that does not start from the centre.
    ACHEF.plays("5/5/2b2/4w/bbwww b", "c3-c4", "5/2b2/5/4w/bbwww w");
    let captured = ACHEF.after("2w2/2b2/5/4w/bbwww b", "c4xc5");
    assert_eq!(captured, "2b2/5/5/4w/bbwww w");
    let answered = ACHEF.after(&captured, "e2-e3");
    ACHEF.plays(&answered, "c5-c4", "5/2b2/4w/5/bbwww w");
}

#[test]
fn the_ban_on_climbing_lapses_when_the_pawn_or_the_centre_changes() {
    let captured = "5/2bw1/5/3ww/bbw1w w nc:c4";
    ACHEF.plays(captured, "e2-e3", "5/2bw1/4w/3w1/bbw1w b nc:c4");
    ACHEF.plays(captured, "d4=c4", "5/2wb1/5/3ww/bbw1w b ko:c4d4");
    let climbed = "5/2b2/3w1/4w/bbwww w nc:c4";
    ACHEF.plays(climbed, "d3-c3", "5/2b2/2w2/4w/bbwww b");
}

#[test]
fn ko_forbids_the_immediate_swap_back() {
    let swapped = ACHEF.after(MIDDLE, "d1=e1");
    ACHEF.refuses(&swapped, "d1=e1");
    ACHEF.plays(&swapped, "e2=e1", "1w3/1b3/4w/4b/2bww b ko:e1e2");
    // After one turn elsewhere by each player the swap is free again.
    let elsewhere = ACHEF.after(&ACHEF.after(&swapped, "b5-c5"), "b4-b3");
    assert_eq!(elsewhere, "2w2/5/1b2w/4w/2bwb w");
    ACHEF.plays(&elsewhere, "d1=e1", "2w2/5/1b2w/4w/2bbw b ko:d1e1");
}

#[test]
fn without_ko_the_swap_back_is_allowed() {
    let none = ACHEF.with("ko=none");
    let swapped = none.after(MIDDLE, "d1=e1");
    assert_eq!(swapped, "1w3/1b3/4w/4w/2bwb w");
    none.plays(&swapped, "d1=e1", "1w3/1b3/4w/4w/2bbw b");
}

#[test]
fn a_player_down_to_two_pawns_loses() {
    ACHEF.plays("1w3/1b3/5/4w/2bbw b", "b4xb5", "1b3/5/5/4w/2bbw w won:b");
    let three_left = ACHEF.after(MIDDLE, "b4xb5");
    assert!(!three_left.contains("won"), "{three_left}");
    ACHEF.rejects("ww3/5/5/5/bb3 w");
}

#[test]
fn nobody_is_without_a_turn_before_that() {
    ACHEF.wander(FULL, 20, 150, |position| {
        assert!(!ACHEF.texts(position).is_empty(), "{position}");
    });
    // A row of pawns closed on one side by ko still has its other end.
    ACHEF.plays("wb3/w4/w4/b3b/4b w ko:a2a3", "a5=b5", "bw3/w4/w4/b3b/4b b ko:a5b5");
    ACHEF.refuses("wb3/w4/w4/b3b/4b w ko:a2a3", "a3=a2");
}
