//! What the sheet of Fanorona and Vela says, sentence by sentence; `docs/rules-coverage.md` has
//! the list.

mod common;

use common::{Sheet, board, count, ranks};
use damier_core::Side;

const FANORONA: Sheet = Sheet::of("fanorona");
const HUFF: Sheet = FANORONA.with("capture=huff");
const SCHADD: Sheet = FANORONA.with("rules=schadd");
const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w open:wb";
const START_BOARD: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww";
/// An approach for d5 and a withdrawal for d2.
const BOTH_WAYS: &str = "3w1bb1b/9/9/1bbw5/9 w";
/// A chain of three for d2.
const CHAIN: &str = "9/4bb3/9/2bw2b2/9 w";

#[test]
fn the_board_has_45_points_and_diagonals_at_every_other_one() {
    assert_eq!(ranks(&FANORONA.start()), [9; 5]);
    let mut links = 0;
    for file in 'a'..='i' {
        for rank in 1..=5_u8 {
            let (cell, far) = (format!("{file}{rank}"), if file < 'f' { "i5" } else { "a5" });
            let position = board(9, 5, &[(&cell, 'w'), (far, 'b')]) + " w";
            let steps = FANORONA.texts(&position);
            let diagonal = |turn: &&String| turn[..1] != turn[3..4] && turn[1..2] != turn[4..5];
            let diagonals = steps.iter().filter(diagonal).count();
            let even = (file as u8 - b'a' + 1 + rank).is_multiple_of(2);
            assert_eq!(diagonals > 0, even, "{cell}: {steps:?}");
            links += steps.len();
        }
    }
    // 76 orthogonal and 32 diagonal links, each usable in both directions.
    assert_eq!(links, 2 * (76 + 32));
}

#[test]
fn twenty_two_pawns_each_placed_as_drawn() {
    assert_eq!(FANORONA.start(), START);
    assert_eq!((count(START, 'w'), count(START, 'b')), (22, 22));
    assert_eq!(FANORONA.with("first=black").start(), START.replace(" w ", " b "));
    assert_eq!(SCHADD.start(), format!("{START_BOARD} w"));
}

#[test]
fn taking_all_enemy_pawns_wins() {
    FANORONA.plays("9/9/b8/9/w8 w", "a1-a2A", "9/9/9/w8/9 b won:w");
    FANORONA.plays("6w2/9/2bw5/9/6b2 w", "d3-e3W-f2A", "6w2/9/9/5w3/9 b won:w");
    let one_left = FANORONA.after(BOTH_WAYS, "d5-e5A");
    assert!(!one_left.contains("won"), "{one_left}");
}

#[test]
fn a_turn_moves_one_pawn_along_a_line_to_a_free_point() {
    let centre = "9/9/4w4/7b1/9 w";
    FANORONA
        .only(centre, &["e3-d2", "e3-d3", "e3-d4", "e3-e2", "e3-e4", "e3-f2", "e3-f3", "e3-f4"]);
    FANORONA.plays(centre, "e3-f4", "9/5w3/9/7b1/9 b");
    let beside = "9/9/3w5/7b1/9 w";
    FANORONA.only(beside, &["d3-c3", "d3-d2", "d3-d4", "d3-e3"]);
    for turn in ["d3-e4", "d3-f3", "h2-h3"] {
        FANORONA.refuses(beside, turn);
    }
    FANORONA.refuses("9/9/3ww4/7b1/9 w", "d3-e3");
}

#[test]
fn an_approach_takes_the_line_ahead() {
    FANORONA.plays(BOTH_WAYS, "d5-e5A", "4w3b/9/9/1bbw5/9 b");
    FANORONA.plays(START, "e2-e3A", "bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b open:b");
    FANORONA.plays(START, "d2-e3A", "bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b open:b");
}

#[test]
fn a_withdrawal_takes_the_line_behind() {
    FANORONA.plays(BOTH_WAYS, "d2-e2W", "3w1bb1b/9/9/4w4/9 b");
    FANORONA.plays(START, "d3-e3W", "bbbbbbbbb/bbbbbbbbb/bw2wbwbw/wwwwwwwww/wwwwwwwww b open:b");
}

#[test]
fn only_the_unbroken_line_of_the_step_is_taken() {
    // A gap saves i5 (above) and an own pawn saves h2; pawns beside the line are safe.
    FANORONA.plays("9/9/4b4/3w1bwb1/4b4 w", "d2-e2A", "9/9/4b4/4w1wb1/4b4 b");
    FANORONA.refuses(BOTH_WAYS, "d5-e5W");
    FANORONA.refuses(BOTH_WAYS, "d2-e2A");
}

#[test]
fn a_possible_capture_must_be_made() {
    FANORONA.only(BOTH_WAYS, &["d2-e2W", "d5-e5A"]);
    for turn in ["d2-d3", "d5-d4", "d2-e2", "d5-e5"] {
        FANORONA.refuses(BOTH_WAYS, turn);
    }
    FANORONA.only(START, &["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]);
}

#[test]
fn under_huff_the_pawn_that_did_not_capture_is_taken_off() {
    let position = "1b2b1w2/9/b8/9/9 b";
    HUFF.plays(position, "a3-a2", "1b2b1w2/9/9/b8/9 w huff:e5");
    HUFF.plays(position, "e5-e4", "1b4w2/4b4/b8/9/9 w huff:e4");
    FANORONA.refuses(position, "a3-a2");
    let refused = "1b2b1w2/9/9/b8/9 w huff:e5";
    HUFF.plays(refused, "*e5,g5-f5", "1b3w3/9/9/b8/9 b");
    HUFF.refuses(refused, "g5-f5");
    HUFF.refuses(refused, "*b5,g5-f5");
    // A step that captures is no refusal, and the last pawn may be taken off.
    HUFF.plays(position, "e5-f5A", "1b3b3/9/b8/9/9 w won:b");
    HUFF.only("9/4w4/9/4b4/9 b huff:e4", &["*e4"]);
    // Taking off c3 would leave White without a step.
    HUFF.only("9/9/2b6/bb7/wb7 w huff:a2b1c3", &["*a2,a1-a2", "*b1,a1-b1"]);
}

#[test]
fn a_chain_goes_on_while_the_same_pawn_can_capture() {
    FANORONA.refuses(CHAIN, "d2-e3A");
    FANORONA.refuses(CHAIN, "d2-e3A-e2W");
    FANORONA.only(CHAIN, &["d2-e2W-e3A", "d2-e3A-e2W-f2A"]);
    SCHADD.plays(CHAIN, "d2-e3A", "9/4b4/4w4/2b3b2/9 b");
    SCHADD.plays(CHAIN, "d2-e3A-e2W", "9/9/9/2b1w1b2/9 b");
}

#[test]
fn one_pawn_may_capture_several_times() {
    FANORONA.plays(CHAIN, "d2-e3A-e2W-f2A", "9/9/9/2b2w3/9 b");
    // Only the same pawn: after d5 has captured, d2 has to wait.
    FANORONA.refuses(BOTH_WAYS, "d5-e5A,d2-e2W");
}

#[test]
fn never_twice_on_the_same_point() {
    // From e2, going back to d2 would take c2, but the pawn started there.
    FANORONA.only("9/4bb3/9/2bw5/9 w", &["d2-e2W-e3A", "d2-e3A-e2W"]);
    FANORONA.refuses(CHAIN, "d2-e3A-e2W-d2A");
    SCHADD.refuses(CHAIN, "d2-e3A-e2W-d2A");
}

#[test]
fn never_twice_running_in_the_same_direction() {
    FANORONA.only("9/9/9/2bw2b2/9 w", &["d2-e2W"]);
    FANORONA.refuses(CHAIN, "d2-e2W-f2A");
    SCHADD.refuses(CHAIN, "d2-e2W-f2A");
}

#[test]
fn the_larger_group_must_be_taken() {
    let position = "9/9/2bbw1b2/9/9 w";
    FANORONA.plays(position, "e3-f3W", "9/9/5wb2/9/9 b");
    FANORONA.refuses(position, "e3-f3A");
    SCHADD.plays(position, "e3-f3A", "9/9/2bb1w3/9/9 b");
}

#[test]
fn equal_groups_are_a_free_choice() {
    let position = "9/9/3bw1b2/9/9 w";
    FANORONA.plays(position, "e3-f3A", "9/9/3b1w3/9/9 b");
    FANORONA.plays(position, "e3-f3W", "9/9/5wb2/9/9 b");
    FANORONA.refuses(position, "e3-f3");
}

#[test]
fn the_larger_group_is_judged_within_one_step() {
    // Another pawn may take less than d5, which takes two.
    FANORONA.only("3w1bb1b/9/9/2bw5/9 w", &["d2-e2W", "d5-e5A"]);
    // The second step of a chain: from e3 to f3, two behind against one ahead.
    let position = "9/9/2bb2b2/3w5/2b6 w";
    assert_eq!(FANORONA.from(position, "d2-e3"), ["d2-e3W-f3W"]);
    assert_eq!(SCHADD.from(position, "d2-e3"), ["d2-e3W", "d2-e3W-f3A", "d2-e3W-f3W"]);
}

#[test]
fn no_chain_on_each_players_first_turn() {
    let first = format!("{CHAIN} open:wb");
    FANORONA.only(&first, &["d2-e2W", "d2-e3A"]);
    FANORONA.plays(&first, "d2-e3A", "9/4b4/4w4/2b3b2/9 b open:b");
    FANORONA.only(&format!("{CHAIN} open:b"), &["d2-e2W-e3A", "d2-e3A-e2W-f2A"]);
    // A line of several pawns may be taken, by one step.
    let black = "bbbbbbbbb/bbbbb1bbb/bwbw2wbw/wwwww1www/wwwww1www b";
    assert!(FANORONA.texts(black).contains(&"e4-e3A-f2A-e1W-f1W".to_owned()));
    let first_black = format!("{black} open:b");
    assert!(FANORONA.texts(&first_black).iter().all(|turn| turn.len() == 6));
    FANORONA.plays(&first_black, "e4-e3A", "bbbbbbbbb/bbbb2bbb/bwbwb1wbw/wwww2www/wwww2www w");
    SCHADD.plays(black, "e4-e3A", "bbbbbbbbb/bbbb2bbb/bwbwb1wbw/wwww2www/wwww2www w");
}

#[test]
fn a_player_without_a_legal_turn_loses() {
    FANORONA.plays("9/9/bb7/b8/wbb6 b", "b3-b2", "9/9/b8/bb7/wbb6 w won:b");
}

#[test]
fn the_vela_is_a_rematch_from_the_ordinary_board() {
    let vela = |sheet: Sheet, winner: Side| sheet.open().sequel(winner).expect("a rematch");
    assert_eq!(vela(FANORONA, Side::Dark), format!("{START_BOARD} w vela:b17"));
    assert_eq!(vela(FANORONA, Side::Light), format!("{START_BOARD} b vela:w17"));
    let winner = FANORONA.with("vela_first=winner");
    assert_eq!(vela(winner, Side::Dark), format!("{START_BOARD} b vela:b17"));
}

#[test]
fn in_a_vela_the_winner_must_let_a_pawn_be_taken() {
    let position = "bbb6/bbbb3w1/bwbw1ww2/wwwwwwww1/wwwwwwwww b vela:b4";
    FANORONA.only(position, &["c5-d5", "d4-d5", "d4-e4", "d4-e5"]);
    FANORONA.refuses(position, "d4-e3");
    let offered = FANORONA.after(position, "d4-e4");
    assert!(FANORONA.texts(&offered).iter().all(|turn| turn.len() == 6), "captures only");
}

#[test]
fn in_a_vela_the_winner_captures_only_when_down_to_five() {
    // Black's step from d4 to e3 faces f2, but takes nothing while the key stands.
    let facing = format!("{START_BOARD} b vela:b17");
    FANORONA.plays(
        &facing,
        "d4-e3",
        "bbbbbbbbb/bbb1bbbbb/bwbwbbwbw/wwwwwwwww/wwwwwwwww w vela:b17",
    );
    FANORONA.refuses(&facing, "d4-e3A");
    // The seventeenth pawn falls, the key goes, and Black must capture like anybody.
    let last = "b1b6/b1b4ww/bwbww1w2/www1ww1ww/wwwwwwwww w vela:b1";
    let free = FANORONA.after(last, "e3-d4A");
    assert_eq!(free, "b8/b1bw3ww/bwbw2w2/www1ww1ww/wwwwwwwww b");
    assert_eq!(count(&free, 'b'), 5);
    assert!(FANORONA.texts(&free).iter().all(|turn| turn.contains(['A', 'W'])));
}

#[test]
fn in_a_vela_the_first_17_captures_take_one_pawn_each() {
    let vela = format!("{START_BOARD} w vela:b17");
    for (turn, after) in FANORONA.turns(&vela) {
        assert_eq!(turn.len(), 6, "a single capturing step: {turn}");
        assert_eq!(count(&after, 'b'), 21, "{turn}");
        assert!(after.ends_with(" b vela:b16"), "{after}");
    }
    // The nearest pawn of the line.
    FANORONA.plays(&vela, "d2-e3A", "bbbbbbbbb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b vela:b16");
    // Neither a chain nor the larger group.
    let chain = "8b/4bb3/9/2bw2b2/8b w";
    assert!(FANORONA.texts(chain).contains(&"d2-e3A-e2W-f2A".to_owned()));
    FANORONA.only(&format!("{chain} vela:b1"), &["d2-e2W", "d2-e3A"]);
    let both = "bbbbbbbbb/bbb1bbbbb/bwbwb1wbw/wwww1bwww/ww1ww1www b vela:w13";
    FANORONA.plays(both, "f2-e2A", "bbbbbbbbb/bbb1bbbbb/bwbwb1wbw/www1b1www/ww1ww1www w vela:w12");
    FANORONA.plays(both, "f2-e2W", "bbbbbbbbb/bbb1bbbbb/bwbwb1wbw/wwwwb2ww/ww1ww1www w vela:w12");
}

#[test]
fn in_a_vela_the_loser_makes_any_step_when_there_is_no_capture() {
    let position = "bbbbbb3/9/9/9/w8 w vela:b1";
    FANORONA.only(position, &["a1-a2", "a1-b1", "a1-b2"]);
    FANORONA.plays(position, "a1-b2", "bbbbbb3/9/9/1w7/9 b vela:b1");
}
