//! What the sheet of the 4×4 jumping game, Four Field Kono, says, sentence by sentence;
//! `docs/rules-coverage.md` has the list.

mod common;

use common::{Sheet, count, ranks};

const KONO: Sheet = Sheet::of("kono");
const START: &str = "rrrr/rrrr/yyyy/yyyy y";
/// The sheet's figure 2, rebuilt from its words: B is a1, C is a3, D is b3, X is d1, Y is d3.
const FIGURE: &str = "y2y/rr1y/2r1/rrry r";

/// The captures among the legal turns.
fn captures(position: &str) -> Vec<String> {
    let mut all = KONO.texts(position);
    all.retain(|turn| turn.contains('x'));
    all
}

#[test]
fn two_players_take_each_others_pawns() {
    let after_yellow = KONO.after(START, "a1xa3");
    assert_eq!(after_yellow, "rrrr/yrrr/yyyy/1yyy r");
    KONO.plays(&after_yellow, "d4xd2", "rrr1/yrrr/yyyr/1yyy y");
}

#[test]
fn board_is_four_by_four() {
    assert_eq!(ranks(&KONO.start()), [4; 4]);
    KONO.rejects("rrrr/rrrr/yyyy y");
    KONO.rejects("rrrr/rrrr/yyyy/yyyyy y");
}

#[test]
fn eight_yellow_and_eight_red_pawns() {
    assert_eq!((count(START, 'y'), count(START, 'r')), (8, 8));
    KONO.rejects("yyyy/yyyy/yrrr/rrrr y");
}

#[test]
fn the_starting_position() {
    assert_eq!(KONO.start(), START);
    KONO.only(START, &["a1xa3", "b1xb3", "c1xc3", "d1xd3"]);
}

#[test]
fn either_player_may_begin() {
    let red_first = KONO.with("first=red").start();
    assert_eq!(red_first, "rrrr/rrrr/yyyy/yyyy r");
    KONO.only(&red_first, &["a4xa2", "b4xb2", "c4xc2", "d4xd2"]);
}

#[test]
fn moves_go_in_the_four_orthogonal_directions() {
    let position = "r2r/4/1y2/3y y";
    KONO.only(position, &["b2-a2", "b2-b1", "b2-b3", "b2-c2", "d1-c1", "d1-d2"]);
    for diagonal in ["b2-a1", "b2-a3", "b2-c1", "b2-c3"] {
        KONO.refuses(position, diagonal);
    }
}

#[test]
fn a_step_goes_to_an_adjacent_empty_cell_of_the_board() {
    let position = "r2r/4/yy2/3y y";
    KONO.plays(position, "b2-c2", "r2r/4/y1y1/3y r");
    for turn in ["a2-b2", "b2-d2", "a2-a4", "a4-b4", "d1-e1"] {
        KONO.refuses(position, turn);
    }
    assert_eq!(KONO.from(position, "d1"), ["d1-c1", "d1-d2"], "the edge is the edge");
    KONO.refuses("r2r/4/yr2/3y y", "a2-b2");
}

#[test]
fn a_capture_jumps_over_exactly_one_own_pawn_onto_an_enemy() {
    KONO.plays(FIGURE, "b1xd1", "y2y/rr1y/2r1/r1rr y");
    KONO.plays(START, "b1xb3", "rrrr/ryrr/yyyy/y1yy r");
    // Not over an enemy, not over nothing, not onto an own pawn, not onto an empty cell.
    KONO.refuses("r3/2y1/1yy1/2rr r", "c1xc3");
    KONO.refuses("y3/4/r3/1r1y r", "b1xd1");
    KONO.refuses("y2y/4/4/rrr1 r", "a1xc1");
    KONO.refuses("y2y/4/4/rr2 r", "a1xc1");
    KONO.refuses("y2y/4/4/ry1r r", "a1xb1");
}

#[test]
fn the_three_cells_are_in_line() {
    KONO.refuses("y3/4/rr2/1ry1 r", "a2xc1");
    KONO.refuses("y3/1y2/rr2/4 r", "a2xb3");
    assert_eq!(captures("y3/1y2/rr2/4 r"), [""; 0]);
}

#[test]
fn the_captured_pawn_is_removed_for_good() {
    let after = KONO.after(FIGURE, "b1xd1");
    assert_eq!((count(&after, 'y'), count(&after, 'r')), (3, 6));
    KONO.wander(START, 20, 60, |position| {
        let before = (count(position, 'y'), count(position, 'r'));
        for (turn, after) in KONO.turns(position) {
            let lost = usize::from(turn.contains('x'));
            let own_and_enemy = if position.ends_with('y') {
                (before.0, before.1 - lost)
            } else {
                (before.0 - lost, before.1)
            };
            assert_eq!((count(&after, 'y'), count(&after, 'r')), own_and_enemy, "{turn}");
        }
    });
}

#[test]
fn only_one_capture_of_the_figure_is_valid() {
    assert_eq!(captures(FIGURE), ["b1xd1"]);
}

#[test]
fn not_over_two_own_pawns() {
    KONO.refuses(FIGURE, "a1xd1");
}

#[test]
fn not_onto_a_pawn_farther_behind() {
    KONO.refuses(FIGURE, "a3xd3");
}

#[test]
fn not_diagonally() {
    KONO.refuses(FIGURE, "b3xd1");
}

#[test]
fn a_capture_is_not_compulsory() {
    KONO.plays(FIGURE, "c2-d2", "y2y/rr1y/3r/rrry y");
    KONO.with("capture=mandatory").only(FIGURE, &["b1xd1"]);
}

#[test]
fn the_game_ends_only_in_the_two_ways_named() {
    KONO.wander(START, 30, 120, |position| {
        for (turn, after) in KONO.turns(position) {
            let few = count(&after, 'y') < 2 || count(&after, 'r') < 2;
            let goes_on = after.split(" won:").next().unwrap_or_default();
            let blocked = KONO.texts(goes_on).is_empty();
            assert_eq!(after.contains("won:"), few || blocked, "{turn} in {position}");
        }
    });
}

#[test]
fn a_blocked_player_has_lost() {
    KONO.plays("r2r/4/yrr1/ryr1 r", "a4-a3", "3r/r3/yrr1/ryr1 y won:r");
    KONO.only("rrrr/yyyy/rrrr/yyyy y", &[]);
    // Without a step, but with a capture, nobody is blocked.
    assert!(captures(START) == KONO.texts(START) && !KONO.texts(START).is_empty());
}

#[test]
fn fewer_than_two_pawns_lose() {
    KONO.plays("3r/1yyr/3y/2y1 y", "b3xd3", "3r/2yy/3y/2y1 r won:y");
    let two_left = KONO.after("r2r/1yyr/3y/2y1 y", "b3xd3");
    assert_eq!(two_left, "r2r/2yy/3y/2y1 r");
}
