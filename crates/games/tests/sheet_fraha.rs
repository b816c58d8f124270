//! What the sheet of Fraha says, sentence by sentence; `docs/rules-coverage.md` has the list.

mod common;

use common::{BORDER, RING, Sheet, board, count, ranks};

const FRAHA: Sheet = Sheet::of("fraha");
const START: &str = "w3w/1b1b1/5/1b1b1/w3w w";
const START_BLACK: &str = "w3w/1b1b1/5/1b1b1/w3w b";
/// A black pawn has been sent to the corner a5.
const CORNERED: &str = "bw2w/3b1/5/1b1b1/w3w w";
/// White can step from a3 to a4, next to the black pawns on a5 and b4.
const TWO_NEIGHBOURS: &str = "b3w/1b1b1/w4/1b3/w3w w";

/// The cells the pawn on `from` can step to, each once.
fn steps(position: &str, from: &str) -> Vec<String> {
    let mut cells: Vec<String> = FRAHA
        .from(position, &format!("{from}-"))
        .iter()
        .map(|turn| turn[3..5].to_owned())
        .collect();
    cells.dedup();
    cells
}

/// These two cells, sorted.
fn pair(one: &str, other: &str) -> Vec<String> {
    let mut cells = vec![one.to_owned(), other.to_owned()];
    cells.sort();
    cells
}

#[test]
fn two_players_take_turns() {
    let after_white = FRAHA.after(START, "a5-b5,b4>c4");
    assert_eq!(after_white, "1w2w/2bb1/5/1b1b1/w3w b");
    FRAHA.plays(&after_white, "d4-d3", "1w2w/2b2/3b1/1b1b1/w3w w");
}

#[test]
fn board_is_five_by_five() {
    assert_eq!(ranks(&FRAHA.start()), [5; 5]);
    FRAHA.rejects("w3w/1b1b1/1b1b1/w3w w");
    FRAHA.rejects("w4w/1b1b2/6/1b1b2/w4w w");
}

#[test]
fn four_pawns_each() {
    assert_eq!(count(&FRAHA.start(), 'w'), 4);
    assert_eq!(count(&FRAHA.start(), 'b'), 4);
    FRAHA.rejects("w3w/1b1b1/5/1b1b1/w4 w");
    FRAHA.rejects("w1w1w/1b1b1/5/1b1b1/w3w w");
    FRAHA.rejects("w3w/1b1b1/5/1b3/w3w w");
}

#[test]
fn two_tracks_of_16_and_8_cells() {
    for i in 0..16 {
        let at = |steps: usize| BORDER[(i + steps) % 16];
        let white = [0, 4, 7, 10].map(|steps| (at(steps), 'w'));
        let pawns = [&white[..], &[("b2", 'b'), ("b4", 'b'), ("d2", 'b'), ("d4", 'b')]].concat();
        let position = board(5, 5, &pawns) + " w";
        assert_eq!(steps(&position, at(0)), pair(at(1), at(15)), "{position}");
    }
    for i in 0..8 {
        let at = |steps: usize| RING[(i + steps) % 8];
        let black = [0, 2, 4, 6].map(|steps| (at(steps), 'b'));
        let pawns = [&black[..], &[("a1", 'w'), ("a5", 'w'), ("e1", 'w'), ("e5", 'w')]].concat();
        let position = board(5, 5, &pawns) + " b";
        assert_eq!(steps(&position, at(0)), pair(at(1), at(7)), "{position}");
    }
}

#[test]
fn centre_is_not_used() {
    FRAHA.rejects("w3w/1b1b1/2w2/1b1b1/w4 w");
    FRAHA.rejects("w3w/1b1b1/2b2/1b3/w3w w");
    FRAHA.refuses("w3w/3b1/5/1bbb1/w3w b", "c2-c3");
    assert!(FRAHA.texts(START).iter().all(|turn| !turn.contains("c3")));
}

#[test]
fn white_takes_the_outer_track_and_black_the_inner() {
    let firsts = |position: &str| {
        let mut cells: Vec<String> =
            FRAHA.texts(position).iter().map(|turn| turn[..2].to_owned()).collect();
        cells.dedup();
        cells
    };
    assert_eq!(firsts(START), ["a1", "a5", "e1", "e5"]);
    assert_eq!(firsts(START_BLACK), ["b2", "b4", "d2", "d4"]);
}

#[test]
fn pawns_start_in_the_corners_of_their_track() {
    assert_eq!(FRAHA.start(), START);
    assert_eq!(FRAHA.with("first=black").start(), START_BLACK);
}

#[test]
fn a_turn_is_one_step_of_one_own_pawn() {
    let corners = ["a1-a2", "a1-b1", "a5-a4", "a5-b5", "e1-d1", "e1-e2", "e5-d5", "e5-e4"];
    for (turn, after) in FRAHA.turns(START) {
        assert!(corners.contains(&&turn[..5]), "{turn}");
        assert!(after.ends_with(" b"), "{after}");
        assert_eq!((count(&after, 'w'), count(&after, 'b')), (4, 4));
    }
    FRAHA.refuses(START, "b4-c4");
    FRAHA.refuses(START, "a5-b5,e5-e4");
}

#[test]
fn a_pawn_at_home_steps_to_an_empty_neighbour_on_its_track() {
    let position = "ww3/2b2/3b1/1b1b1/w3w w";
    assert_eq!(FRAHA.from(position, "a5"), ["a5-a4"]);
    FRAHA.plays(position, "a5-a4", "1w3/w1b2/3b1/1b1b1/w3w b");
    for occupied_or_far in ["a5-b5", "a5-c5", "a5-a3", "a5-b4"] {
        FRAHA.refuses(position, occupied_or_far);
    }
    FRAHA.plays(START_BLACK, "b4-c4", "w3w/2bb1/5/1b1b1/w3w w");
    FRAHA.refuses(START_BLACK, "b4-d4");
}

#[test]
fn white_stays_on_the_outer_track() {
    let position = "1w2w/2bb1/5/1b1b1/w3w w";
    FRAHA.refuses(position, "b5-b4");
    assert_eq!(steps(position, "b5"), ["a5", "c5"]);
}

#[test]
fn black_stays_on_the_inner_track() {
    FRAHA.refuses(START_BLACK, "b4-b5");
    FRAHA.refuses(START_BLACK, "b4-a4");
    assert_eq!(steps(START_BLACK, "b4"), ["b3", "c4"]);
}

#[test]
fn a_pawn_away_steps_back_to_its_own_track() {
    let white_on_b3 = "1w3/1bb2/1w1b1/w2b1/1w3 w";
    assert_eq!(FRAHA.from(white_on_b3, "b3"), ["b3-a3"]);
    FRAHA.plays(white_on_b3, "b3-a3", "1w3/1bb2/w2b1/w2b1/1w3 b");
    let black_on_c5 = "w1b1w/1b1b1/5/1b3/w3w b";
    assert_eq!(FRAHA.from(black_on_c5, "c5"), ["c5-c4"]);
    FRAHA.plays(black_on_c5, "c5-c4", "w3w/1bbb1/5/1b3/w3w w");
}

#[test]
fn a_pawn_away_may_stay_but_not_walk_there() {
    let white_on_b3 = "1w3/1bb2/1w1b1/w2b1/1w3 w";
    FRAHA.refuses(white_on_b3, "b3-b2");
    let black_on_c5 = "w1b1w/1b1b1/5/1b3/w3w b";
    FRAHA.refuses(black_on_c5, "c5-b5");
    FRAHA.refuses(black_on_c5, "c5-d5");
    FRAHA.plays(black_on_c5, "b2-b3", "w1b1w/1b1b1/1b3/5/w3w w");
}

#[test]
fn a_neighbouring_enemy_is_teleported_to_any_empty_cell_of_either_track() {
    let standing = ["b5", "e5", "a1", "e1", "b4", "d4", "b2", "d2"];
    let mut expected: Vec<String> = BORDER
        .iter()
        .chain(&RING)
        .filter(|cell| !standing.contains(cell))
        .map(|cell| format!("a5-b5,b4>{cell}"))
        .collect();
    expected.sort();
    assert_eq!(expected.len(), 16);
    assert_eq!(FRAHA.from(START, "a5-b5"), expected);
    FRAHA.refuses(START, "a5-b5");
    FRAHA.refuses(START, "a5-b5,b4>b4");
}

#[test]
fn only_orthogonal_neighbours_of_the_pawn_that_moved_are_teleported() {
    FRAHA.plays("4w/wb1b1/5/1b1b1/w3w w", "a4-a5", "w3w/1b1b1/5/1b1b1/w3w b");
    FRAHA.plays("4w/wb3/3b1/1b1b1/w3w b", "d3-d4", "4w/wb1b1/5/1b1b1/w3w w");
}

#[test]
fn each_colour_can_land_on_the_other_track() {
    FRAHA.plays(START, "a5-b5,b4>a5", "bw2w/3b1/5/1b1b1/w3w b");
    let position = "1w2w/2b2/3b1/1b1b1/w3w b";
    FRAHA.plays(position, "c4-b4,b5>c4", "4w/1bw2/3b1/1b1b1/w3w w");
}

#[test]
fn a_teleport_can_block_a_pawn() {
    let cornered = "bw2w/3b1/5/1b1b1/w3w b";
    assert!(FRAHA.from(cornered, "a5").is_empty(), "no inner cell beside the corner");
    let closed_in = "2w1w/1bwb1/5/1b1b1/w4 w";
    assert!(FRAHA.from(closed_in, "c4").is_empty(), "its way home is occupied");
}

#[test]
fn only_one_pawn_per_player_is_away_from_home() {
    let inner = ["b3", "b4", "c2", "c4", "d3"].map(|cell| format!("e5-e4,d4>{cell}"));
    assert_eq!(FRAHA.from(CORNERED, "e5-e4"), inner);
    FRAHA.rejects("b3b/1b1b1/5/5/wwww1 b");
    FRAHA.rejects("w3w/1bwb1/1w3/1b1b1/5 w");
    FRAHA.accepts("bw2w/2wb1/5/1b1b1/w4 b");
    let sent_on = "b3w/3b1/w4/1b1b1/w3w w";
    FRAHA.plays(sent_on, "a3-a4,a5>c5", "2b1w/w2b1/5/1b1b1/w3w b");
}

#[test]
fn a_white_run_from_a_corner_is_immune() {
    let run_of_two = "ww3/2b2/3b1/1b1b1/w3w b";
    assert_eq!(FRAHA.from(run_of_two, "c4-b4"), ["c4-b4"]);
    let run_of_three = "www2/3b1/3b1/1b1b1/w4 b";
    assert_eq!(FRAHA.from(run_of_three, "d4-c4"), ["d4-c4"]);
    let upright = "4w/2bb1/1b3/w2b1/w3w b";
    assert_eq!(FRAHA.from(upright, "b3-b2"), ["b3-b2"]);
}

#[test]
fn a_run_without_a_corner_or_with_a_gap_is_not_immune() {
    let no_corner = "1ww1w/3b1/1b3/1b1b1/w4 b";
    FRAHA.refuses(no_corner, "b3-b4");
    FRAHA.plays(no_corner, "b3-b4,b5>a5", "w1w1w/1b1b1/5/1b1b1/w4 w");
    let gap = "w1w2/3b1/3b1/1b1b1/w3w b";
    FRAHA.refuses(gap, "d4-c4");
    FRAHA.plays(gap, "d4-c4,c5>d5", "w2w1/2b2/3b1/1b1b1/w3w w");
}

#[test]
fn immunity_is_judged_before_any_teleport() {
    let position = "1w2w/w1b2/3b1/1b1b1/4w b";
    FRAHA.refuses(position, "c4-b4,a4>a5");
    FRAHA.plays(position, "c4-b4,a4>a5,b5>c1", "w3w/1b3/3b1/1b1b1/2w1w w");
}

#[test]
fn white_wins_with_four_in_line_on_an_edge() {
    let edges = [
        ["a1", "b1", "c1", "d1", "e1"],
        ["a5", "b5", "c5", "d5", "e5"],
        ["a1", "a2", "a3", "a4", "a5"],
        ["e1", "e2", "e3", "e4", "e5"],
    ];
    let black = [("b2", 'b'), ("b4", 'b'), ("d2", 'b'), ("d4", 'b')];
    for edge in edges {
        for ([x, y, z], from, to) in [([0, 1, 2], 4, 3), ([2, 3, 4], 0, 1)] {
            let white = [x, y, z, from].map(|i| (edge[i], 'w'));
            let position = board(5, 5, &[white, black].concat()) + " w";
            let turn = format!("{}-{}", edge[from], edge[to]);
            assert!(FRAHA.after(&position, &turn).ends_with(" b won:w"), "{turn} in {position}");
        }
    }
}

#[test]
fn a_line_that_bends_does_not_win() {
    let position = "w1w2/wb1b1/w4/1b1b1/5 w";
    FRAHA.plays(position, "c5-b5,b4>c4", "ww3/w1bb1/w4/1b1b1/5 b");
}

#[test]
fn a_goal_reached_by_the_step_ends_the_game_before_any_teleport() {
    let position = "www1w/1b1b1/5/1b1b1/5 w";
    assert_eq!(FRAHA.from(position, "e5-d5"), ["e5-d5"]);
    FRAHA.plays(position, "e5-d5", "wwww1/1b1b1/5/1b1b1/5 b won:w");
}

#[test]
fn black_wins_with_three_in_line_and_the_fourth_opposite() {
    let figures = [
        (["b4", "c4", "d4"], "b2", "c2"),
        (["b2", "c2", "d2"], "b4", "c4"),
        (["b2", "b3", "b4"], "d2", "d3"),
        (["d2", "d3", "d4"], "b2", "b3"),
    ];
    for ([x, y, z], from, to) in figures {
        let corners = ["a1", "a5", "e1", "e5"].map(|cell| (cell, 'w'));
        let black = [x, y, z, from].map(|cell| (cell, 'b'));
        let position = board(5, 5, &[corners, black].concat()) + " b";
        FRAHA.accepts(&position);
        let after = FRAHA.after(&position, &format!("{from}-{to}"));
        assert!(after.ends_with(" w won:b"), "{after}");
    }
    FRAHA.plays("w3w/2bb1/5/1bb2/w3w b", "c2-d2", "w3w/2bb1/5/1b1b1/w3w w");
    FRAHA.plays("w3w/1bb2/3b1/1b3/w3w b", "d3-d4", "w3w/1bbb1/5/1b3/w3w w");
}

#[test]
fn several_neighbours_are_all_teleported_one_after_the_other() {
    FRAHA.refuses(TWO_NEIGHBOURS, "a3-a4,a5>d3");
    FRAHA.plays(TWO_NEIGHBOURS, "a3-a4,a5>d3,b4>c5", "2b1w/w2b1/3b1/1b3/w3w b");
    // b4 leaves first, then a5 takes its cell.
    FRAHA.plays(TWO_NEIGHBOURS, "a3-a4,a5>b4,b4>c2", "4w/wb1b1/5/1bb2/w3w b");
    // Two pawns away from home, in whatever order; and a plain exchange of places.
    FRAHA.refuses(TWO_NEIGHBOURS, "a3-a4,a5>c5,b4>d5");
    FRAHA.refuses(TWO_NEIGHBOURS, "a3-a4,a5>b4,b4>a5");
}

#[test]
fn teleport_one_sends_exactly_one_pawn_away() {
    let one = FRAHA.with("teleport=one");
    one.plays(TWO_NEIGHBOURS, "a3-a4,a5>d3", "4w/wb1b1/3b1/1b3/w3w b");
    one.plays(TWO_NEIGHBOURS, "a3-a4,b4>d3", "b3w/w2b1/3b1/1b3/w3w b");
    one.refuses(TWO_NEIGHBOURS, "a3-a4");
    one.refuses(TWO_NEIGHBOURS, "a3-a4,a5>d3,b4>c5");
    one.refuses(TWO_NEIGHBOURS, "a3-a4,b4>c5");
}

/// White's four pawns around a corner: a line only if lines may bend.
#[test]
fn lines_bend_around_corners_only_if_the_option_says_so() {
    let (bent, corner) = (FRAHA.with("line=bent"), "5/2bb1/1w3/wb1b1/ww3 w");
    FRAHA.plays(corner, "b3-a3", "5/2bb1/w4/wb1b1/ww3 b");
    bent.plays(corner, "b3-a3", "5/2bb1/w4/wb1b1/ww3 b won:w");
}

#[test]
fn a_teleport_sets_nothing_off() {
    FRAHA.plays(START, "a5-b5,b4>d5", "1w1bw/3b1/5/1b1b1/w3w b");
}

#[test]
fn a_teleport_can_complete_the_opponents_figure() {
    let position = "1b1ww/3b1/1b3/3b1/w1w2 w";
    FRAHA.plays(position, "d5-c5,b5>d3", "2w1w/3b1/1b1b1/3b1/w1w2 b won:b");
}

#[test]
fn there_is_always_a_legal_turn() {
    FRAHA.wander(START, 5, 40, |position| {
        assert!(!FRAHA.texts(position).is_empty(), "{position}");
    });
}
