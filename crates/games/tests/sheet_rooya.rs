//! What the sheet of Rooya says, sentence by sentence; `docs/rules-coverage.md` has the list.

mod common;

use common::{BORDER, Sheet, count, ranks};

const ROOYA: Sheet = Sheet::of("rooya");
const START: &str = "5/5/5/5/5 b hand:w8b8";
/// All pawns are placed and the second phase begins.
const PLACED: &str = "bwbwb/w3w/b3b/w3w/bwbwb b";
const WHITE_TO_MOVE: &str = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
const BLACK_TO_MOVE: &str = "1bb2/w1bww/b1bwb/2bww/wb1w1 b";
/// A black row has stood since the placing.
const STANDING_ROW: &str = "bbbbb/w3w/w3w/w3w/wwbbb b";

#[test]
fn black_and_white_take_turns() {
    let after_black = ROOYA.after(START, "a1");
    assert_eq!(after_black, "5/5/5/5/b4 w hand:w8b7");
    ROOYA.plays(&after_black, "c5", "2w2/5/5/5/b4 b hand:w7b7");
    assert_eq!(ROOYA.with("first=white").start(), "5/5/5/5/5 w hand:w8b8");
}

#[test]
fn board_is_five_by_five() {
    assert_eq!(ranks(&ROOYA.start()), [5; 5]);
    ROOYA.rejects("5/5/5/5 b hand:w8b8");
}

#[test]
fn the_inner_plate_is_three_by_three() {
    // The column c2 c3 c4, the pawns on d2 and d3 and the empty cells turn; the border does not.
    ROOYA.plays(WHITE_TO_MOVE, "cw", "1bb1w/b3w/bwwww/1bb2/bb1ww b");
    // Two half turns bring everything back.
    let mut position = BLACK_TO_MOVE.replace(" b", " w");
    let before = position.clone();
    for _ in 0..2 {
        position = ROOYA.after(&position, "half");
    }
    assert_eq!(position, before);
}

#[test]
fn the_outer_plate_is_the_border() {
    let mut border = BORDER.to_vec();
    border.sort_unstable();
    ROOYA.only(START, &border);
    // From there one crosses to the inner plate, except from a corner.
    let crossing = |turn: &&String| turn.matches('-').count() == 2;
    let mut cells: Vec<String> =
        ROOYA.texts(PLACED).iter().filter(crossing).map(|turn| turn[..2].to_owned()).collect();
    cells.dedup();
    assert_eq!(cells, ["a3", "c1", "c5", "e3"], "the black pawns that can cross");
}

#[test]
fn eight_pawns_each() {
    assert_eq!(ROOYA.start(), START);
    assert_eq!((count(PLACED, 'w'), count(PLACED, 'b')), (8, 8));
    ROOYA.accepts(PLACED);
    ROOYA.rejects("wwwww/wwww1/bbbbb/bbb2/5 w");
    ROOYA.rejects("wwwww/www2/bbbbb/bb3/5 w");
}

#[test]
fn two_phases() {
    assert!(ROOYA.texts(START).iter().all(|turn| turn.len() == 2), "placing only");
    ROOYA.refuses(START, "cw");
    assert!(ROOYA.texts(PLACED).iter().all(|turn| turn.len() > 2), "no placing any more");
}

#[test]
fn pawns_are_placed_in_turn_on_free_cells_of_the_outer_plate() {
    let one_placed = "5/5/5/5/b4 w hand:w8b7";
    assert_eq!(ROOYA.texts(one_placed).len(), 15);
    for turn in ["a1", "b2", "c3"] {
        ROOYA.refuses(one_placed, turn);
    }
}

#[test]
fn the_second_phase_begins_when_all_pawns_are_placed() {
    ROOYA.plays("bwbwb/w3w/b3b/w3w/bwb1b w hand:w1b0", "d1", PLACED);
    ROOYA.plays(PLACED, "c1-c2", "bwbwb/w3w/b3b/w1b1w/bw1wb w");
}

#[test]
fn a_turn_is_a_move_or_a_rotation() {
    let (rotations, moves): (Vec<String>, Vec<String>) = ROOYA
        .texts(WHITE_TO_MOVE)
        .into_iter()
        .partition(|turn| ["cw", "ccw", "half"].contains(&turn.as_str()));
    assert_eq!(rotations, ["ccw", "cw", "half"]);
    assert_eq!(
        moves,
        [
            "c2-b2", "c2-c1", "c2-c1=b1", "c2=d2", "c3-b3", "c3=d3", "c4-b4", "c4-d4", "c4=c5",
            "d1-c1", "d1=d2", "e1-e2", "e3-e2", "e3=d3", "e4-d4", "e4-d4=d3", "e5-d5",
        ]
    );
}

#[test]
fn never_a_move_and_a_rotation_together() {
    for turn in ["c2-b2,cw", "cw,c2-b2", "cw,cw"] {
        ROOYA.refuses(WHITE_TO_MOVE, turn);
    }
}

#[test]
fn a_pawn_moves_orthogonally_to_a_neighbouring_cell() {
    ROOYA.plays(WHITE_TO_MOVE, "c4-d4", "1bb1w/b2ww/b1wbw/2wb1/bb1ww b");
    for turn in ["c4-d5", "c2-a2", "c2-b1", "b1-c1", "d1-e1", "d1=e1", "e5-d4"] {
        ROOYA.refuses(WHITE_TO_MOVE, turn);
    }
}

#[test]
fn a_step_within_a_plate_ends_the_turn() {
    ROOYA.plays(WHITE_TO_MOVE, "c2-b2", "1bb1w/b1w1w/b1wbw/1w1b1/bb1ww b");
    ROOYA.plays(WHITE_TO_MOVE, "e1-e2", "1bb1w/b1w1w/b1wbw/2wbw/bb1w1 b");
    for turn in ["c2-b2-b3", "c2-b2-a2", "c2-b2=b1", "d1-c1-c2", "d1-c1=b1"] {
        ROOYA.refuses(WHITE_TO_MOVE, turn);
    }
}

#[test]
fn after_changing_plates_the_pawn_may_play_again_on_its_new_plate() {
    assert_eq!(ROOYA.from(BLACK_TO_MOVE, "a3-b3"), ["a3-b3", "a3-b3-b2", "a3-b3-b4"]);
    ROOYA.plays(BLACK_TO_MOVE, "a3-b3", "1bb2/w1bww/1bbwb/2bww/wb1w1 w");
    ROOYA.plays(BLACK_TO_MOVE, "a3-b3-b2", "1bb2/w1bww/2bwb/1bbww/wb1w1 w");
    assert_eq!(ROOYA.from(BLACK_TO_MOVE, "b1-b2"), ["b1-b2", "b1-b2-b3"]);
    for back in ["a3-b3-a3", "b1-b2-a2", "b1-b2-b1", "a3-b3-b2-a2"] {
        ROOYA.refuses(BLACK_TO_MOVE, back);
    }
}

#[test]
fn playing_again_may_be_a_swap() {
    ROOYA.plays(WHITE_TO_MOVE, "c2-c1=b1", "1bb1w/b1w1w/b1wbw/3b1/bwbww b");
    ROOYA.plays(WHITE_TO_MOVE, "e4-d4=d3", "1bb1w/b1wb1/b1www/2wb1/bb1ww b");
    let no = ROOYA.with("replay_swap=no");
    no.refuses(WHITE_TO_MOVE, "c2-c1=b1");
    no.refuses(WHITE_TO_MOVE, "e4-d4=d3");
    no.plays(WHITE_TO_MOVE, "e4-d4", "1bb1w/b1ww1/b1wbw/2wb1/bb1ww b");
}

#[test]
fn an_enemy_pawn_and_the_mover_change_places() {
    ROOYA.plays(WHITE_TO_MOVE, "c3=d3", "1bb1w/b1w1w/b1bww/2wb1/bb1ww b");
    ROOYA.plays(WHITE_TO_MOVE, "d1=d2", "1bb1w/b1w1w/b1wbw/2ww1/bb1bw b");
    ROOYA.plays(WHITE_TO_MOVE, "c4=c5", "1bw1w/b1b1w/b1wbw/2wb1/bb1ww b");
    ROOYA.refuses(WHITE_TO_MOVE, "c4=c5-d5");
    ROOYA.refuses(WHITE_TO_MOVE, "c4=c5=b5");
    ROOYA.refuses(WHITE_TO_MOVE, "c3=c2");
}

#[test]
fn nothing_is_captured() {
    ROOYA.wander(PLACED, 20, 60, |position| {
        assert_eq!((count(position, 'w'), count(position, 'b')), (8, 8), "{position}");
    });
    ROOYA.refuses(WHITE_TO_MOVE, "c3xd3");
}

#[test]
fn the_inner_plate_turns_a_quarter_either_way_or_a_half() {
    ROOYA.plays(WHITE_TO_MOVE, "cw", "1bb1w/b3w/bwwww/1bb2/bb1ww b");
    ROOYA.plays(WHITE_TO_MOVE, "ccw", "1bb1w/b1bbw/bwwww/5/bb1ww b");
    ROOYA.plays(WHITE_TO_MOVE, "half", "1bb1w/bbw1w/bbw1w/2w2/bb1ww b");
}

#[test]
fn a_rotation_must_change_the_position() {
    for turn in ["cw", "ccw", "half"] {
        ROOYA.refuses(PLACED, turn);
        ROOYA.with("null_rotation=yes").plays(PLACED, turn, "bwbwb/w3w/b3b/w3w/bwbwb w");
    }
    // b3 and d3 alone: a half turn changes nothing, a quarter turn does.
    let two_inside = "bwbwb/w3w/1b1b1/w3w/bwbwb b";
    ROOYA.refuses(two_inside, "half");
    ROOYA.plays(two_inside, "cw", "bwbwb/w1b1w/5/w1b1w/bwbwb w");
}

#[test]
fn a_pawn_can_always_move() {
    let not_a_rotation = |turn: &String| turn.len() > 4;
    ROOYA.wander(PLACED, 20, 60, |position| {
        assert!(ROOYA.texts(position).iter().any(not_a_rotation), "{position}");
    });
    let packed = "www2/www2/ww3/bbbbb/bbb2 w";
    assert!(ROOYA.texts(packed).iter().any(not_a_rotation));
}

#[test]
fn five_in_a_column_or_a_row_win_by_a_move() {
    ROOYA.plays(BLACK_TO_MOVE, "b1-c1", "1bb2/w1bww/b1bwb/2bww/w1bw1 w won:b");
    let row = "bwb2/ww1b1/1bb2/w1www/bwbb1 w";
    ROOYA.plays(row, "b1-b2", "bwb2/ww1b1/1bb2/wwwww/b1bb1 b won:w");
}

#[test]
fn five_in_a_row_win_by_a_rotation() {
    ROOYA.plays(BLACK_TO_MOVE, "cw", "1bb2/w3w/bbbbb/1wwww/wb1w1 w won:b");
}

#[test]
fn a_line_made_by_placing_wins_nothing() {
    ROOYA.plays("wwww1/b4/b4/b4/bb3 w hand:w4b3", "e5", "wwwww/b4/b4/b4/bb3 b hand:w3b3");
}

#[test]
fn a_line_that_stood_before_the_turn_does_not_win() {
    ROOYA.accepts(STANDING_ROW);
    ROOYA.plays(STANDING_ROW, "c1-c2", "bbbbb/w3w/w3w/w1b1w/ww1bb w");
    let column_kept = "1bb2/w1bww/b1bwb/2bww/w1bw1 b";
    ROOYA.plays(column_kept, "half", "1bb2/wwb1w/bwb1b/1wb1w/w1bw1 w");
    // Broken and made again, it wins.
    let broken = ROOYA.after(&ROOYA.after(STANDING_ROW, "c5-c4"), "e4-d4");
    assert!(ROOYA.after(&broken, "c4-c5").ends_with(" w won:b"));
}

#[test]
fn a_line_between_the_two_steps_does_not_win() {
    let position = "bwb2/ww1b1/1bb2/w1www/bwbb1 w";
    ROOYA.plays(position, "b1-b2=b3", "bwb2/ww1b1/1wb2/wbwww/b1bb1 b");
}

#[test]
fn five_on_a_diagonal_do_not_win() {
    let position = "bbb2/3ww/w1ww1/bw1b1/wwbbb w";
    ROOYA.plays(position, "e4-e5", "bbb1w/3w1/w1ww1/bw1b1/wwbbb b");
}

#[test]
fn a_line_completed_for_the_opponent_wins_for_the_opponent() {
    let position = "wbbbb/b2bw/3w1/1w1bw/ww1wb w";
    ROOYA.plays(position, "a5=a4", "bbbbb/w2bw/3w1/1w1bw/ww1wb b won:b");
}

#[test]
fn lines_of_both_win_for_the_player_who_moved() {
    ROOYA.plays(BLACK_TO_MOVE, "ccw", "1bb2/wwwww/bbbbb/4w/wb1w1 w won:b");
    let draw = ROOYA.with("both=draw");
    draw.plays(BLACK_TO_MOVE, "ccw", "1bb2/wwwww/bbbbb/4w/wb1w1 w won:-");
}
