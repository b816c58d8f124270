//! What Rooya says when it refuses, which ends a position may claim, and that the tables and all
//! positions of the second phase are right.

use damier_core::any::Opened;
use damier_core::bits::bits;
use damier_core::conformance;
use damier_core::random::Random;
use damier_core::view::View;
use damier_core::{AnyGame, Game, Lang, Message, Show, Side};

use super::board::{Position, Rotation, gains_line, lines};
use super::{Rooya, Turn};
use crate::five::{ALL, CELLS, cell, set_of};

fn rooya(rules: &str) -> Opened<Rooya> {
    Opened::new(rules).expect(rules)
}

fn assert_says(message: &Message, about: &str, en: &str, fr: &str) {
    assert_eq!([message.text(Lang::En), message.text(Lang::Fr)], [en, fr], "{about}");
}

const PLACED: &str = "bwbwb/w3w/b3b/w3w/bwbwb b";
const WHITE: &str = "1bb1w/b1w1w/b1wbw/2wb1/bb1ww w";
const BLACK: &str = "1bb2/w1bww/b1bwb/2bww/wb1w1 b";

/// Black has placed a pawn.
const PLACING: &str = "5/5/5/5/b4 w hand:w8b7";

fn refuses(rules: &str, position: &str, turn: &str, en: &str, fr: &str) {
    assert_says(&rooya(rules).any().play(position, turn).expect_err(turn), turn, en, fr);
}

#[test]
fn refused_placings() {
    refuses(
        "",
        PLACING,
        "cw",
        "the inner plate turns only once all pawns are placed",
        "le plateau intérieur ne tourne qu’une fois tous les pions posés",
    );
    refuses(
        "",
        PLACING,
        "a1",
        "a1 is occupied; place the pawn where none stands",
        "il y a déjà un pion en a1 ; posez celui-ci ailleurs",
    );
    refuses(
        "",
        PLACING,
        "c3",
        "pawns are placed on the border cells only",
        "les pions se posent seulement sur les cases du bord",
    );
    refuses(
        "",
        PLACING,
        "a2-b2",
        "pawns move only once all are placed; now a turn is one free border cell",
        "les pions ne bougent qu’une fois tous posés ; pour l’instant, un coup est une case libre du bord",
    );
}

#[test]
fn refused_second_steps() {
    refuses(
        "",
        BLACK,
        "a3-b3-a3",
        "the second step must stay on the inner plate",
        "le second pas doit rester sur le plateau intérieur",
    );
    refuses(
        "",
        BLACK,
        "b1-b2-a2",
        "the second step must stay on the inner plate",
        "le second pas doit rester sur le plateau intérieur",
    );
    refuses(
        "",
        WHITE,
        "c2-c1-c2",
        "the second step must stay on the outer plate",
        "le second pas doit rester sur le plateau extérieur",
    );
    refuses(
        "",
        WHITE,
        "c2-b2-a2",
        "only a pawn that has changed plates may make a second step, and c2 and b2 are on the same one",
        "seul un pion qui a changé de plateau peut faire un second pas, or c2 et b2 sont sur le même",
    );
    refuses(
        "",
        WHITE,
        "d1=d2-d3",
        "a swap ends the turn, so no step can follow it",
        "un échange termine le coup : aucun pas ne peut le suivre",
    );
    refuses(
        "",
        WHITE,
        "c3=d3=e3",
        "a swap ends the turn, so no step can follow it",
        "un échange termine le coup : aucun pas ne peut le suivre",
    );
    refuses(
        "replay_swap=no",
        WHITE,
        "e4-d4=d3",
        "the second step may not be a swap, and an enemy stands on d3",
        "le second pas ne peut pas être un échange, et un pion adverse est en d3",
    );
    refuses(
        "",
        BLACK,
        "a3-b3-b2-c2",
        "a pawn makes at most two steps",
        "un pion fait au plus deux pas",
    );
    refuses(
        "",
        BLACK,
        "a3-b3-b3",
        "the pawn already stands on b3; choose “Done” to stop there",
        "le pion est déjà en b3 ; choisissez « Terminer » pour vous arrêter là",
    );
    refuses(
        "",
        BLACK,
        "a3-b3=c3",
        "c3 holds one of your own pawns",
        "il y a déjà l’un de vos pions en c3",
    );
    refuses(
        "",
        BLACK,
        "a3-b3-d2",
        "a pawn goes one step; d2 is not next to b3",
        "un pion se déplace d’un pas ; d2 n’est pas à côté de b3",
    );
}

#[test]
fn refused_moves_and_rotations() {
    refuses(
        "",
        PLACED,
        "half",
        "this rotation would change nothing",
        "cette rotation ne changerait rien",
    );
    refuses(
        "",
        WHITE,
        "c3-c4",
        "c4 holds one of your own pawns",
        "il y a déjà l’un de vos pions en c4",
    );
    refuses(
        "",
        WHITE,
        "c4-d5",
        "pawns move along ranks and files, never diagonally",
        "les pions se déplacent horizontalement ou verticalement, jamais en diagonale",
    );
    refuses(
        "",
        WHITE,
        "a1-a2",
        "the pawn on a1 is your opponent’s",
        "le pion en a1 est à l’adversaire",
    );
    refuses("", WHITE, "a5-a4", "there is no pawn on a5", "il n’y a pas de pion en a5");
    refuses("", WHITE, "c3-d3", "this turn is written c3=d3", "ce coup s’écrit c3=d3");
    refuses("", BLACK, "a3=b3", "this turn is written a3-b3", "ce coup s’écrit a3-b3");
    refuses(
        "",
        BLACK,
        "left",
        "`left` is not written like a turn",
        "`left` n’est pas écrit comme un coup",
    );
}

#[test]
fn refused_clicks() {
    for (clicks, en, fr) in [
        (
            &["c2", "cw"][..],
            "a turn moves a pawn or turns the inner plate, never both",
            "un coup déplace un pion ou fait tourner le plateau intérieur, jamais les deux",
        ),
        (
            &["c2", "done"],
            "the button “Done” does nothing here",
            "le bouton « Terminer » ne fait rien ici",
        ),
        (
            &["c2", "c1", "d1"],
            "d1 holds one of your own pawns",
            "il y a déjà l’un de vos pions en d1",
        ),
    ] {
        let refusal = (&rooya("") as &dyn AnyGame).enter(WHITE, clicks).expect_err(en);
        assert_says(&refusal, en, en, fr);
    }
    let surrounded = "www2/www2/ww3/bbbbb/bbb2 w";
    let refusal = (&rooya("") as &dyn AnyGame).enter(surrounded, &["a5"]).expect_err("a5");
    assert_says(
        &refusal,
        "a5",
        "the pawn on a5 cannot move now",
        "le pion en a5 ne peut pas bouger maintenant",
    );
}

#[test]
fn a_second_step_is_asked_for_only_where_there_is_one() {
    let clicks = |turn: &str, clicks: &[&str]| {
        let entered = (&rooya("") as &dyn AnyGame).enter(BLACK, clicks).expect(turn);
        assert_eq!(entered.turn.as_deref(), Some(turn));
    };
    clicks("a3-b3", &["a3", "b3", "done"]);
    clicks("a3-b3-b2", &["a3", "b3", "b2"]);
    clicks("b1-c1", &["b1", "c1"]);
    clicks("cw", &["cw"]);
    // All neighbours of b2 on its plate are own pawns: nothing is asked.
    let closed = "wwwww/www2/bbb2/1bb2/bbb2 b";
    let entered = (&rooya("") as &dyn AnyGame).enter(closed, &["a3", "a2"]).expect("a3-a2");
    assert_eq!(entered.turn.as_deref(), Some("a3-a2"));
    let crowded = "wwwww/www2/1bb2/b1b2/bbbb1 b";
    let entered = (&rooya("") as &dyn AnyGame).enter(crowded, &["a2", "b2"]).expect("a2-b2");
    assert_eq!(entered.turn.as_deref(), Some("a2-b2"));
    let refusal = rooya("").any().play(crowded, "a2-b2-b3").expect_err("a2-b2-b3");
    assert_eq!(refusal.text(Lang::En), "b3 holds one of your own pawns");
}

#[test]
fn refused_positions() {
    for (position, en, fr) in [
        (
            "wwwww/wwww1/bbbbb/bbb2/5 w",
            "White has 9 pawns instead of 8",
            "Blanc a 9 pions au lieu de 8",
        ),
        (
            "wwwww/www2/bbbbb/bb3/5 w",
            "Black has 7 pawns instead of 8",
            "Noir a 7 pions au lieu de 8",
        ),
        (
            "wwwww/www2/bbbbb/bbb2/5 w nc:c4",
            "the key `nc` does not belong to Rooya",
            "la clé `nc` n’appartient pas à Rooya",
        ),
        (
            "5/5/5/5/5 w hand:w8b8",
            "`hand:w8b8`: with these numbers it is the turn of Black",
            "`hand:w8b8` : avec ces nombres, c’est à Noir de jouer",
        ),
    ] {
        let refusal = rooya("").any().check(position).expect_err(position);
        assert_says(&refusal, position, en, fr);
    }
}

#[test]
fn an_end_needs_the_line_that_made_it() {
    let none = "wwww1/wwww1/bbbb1/bbbb1/5";
    let white = "wwwww/www2/bbbb1/bbbb1/5";
    let both = "wwwww/www2/bbbbb/bbb2/5";
    let readable = |rules: &str, board: &str, rest: &str| {
        ["w", "b"].map(|side| rooya(rules).any().check(&format!("{board} {side} {rest}")).is_ok())
    };
    for rules in ["", "both=draw"] {
        assert_eq!(readable(rules, none, "won:w"), [false; 2], "no line");
        assert_eq!(readable(rules, white, "won:w"), [true; 2]);
        assert_eq!(readable(rules, white, "won:b"), [false; 2]);
        assert_eq!(readable(rules, white, "won:-"), [false; 2]);
        // One of the two lines may be old, whoever moved.
        assert_eq!(readable(rules, both, "won:w"), [true; 2]);
        assert_eq!(readable(rules, both, "won:b"), [true; 2]);
        assert_eq!(readable(rules, both, "won:-"), [!rules.is_empty(); 2]);
    }
    let refusal = rooya("").any().check(&format!("{none} b won:w")).expect_err("no line");
    assert_eq!(refusal.text(Lang::En), "the board does not show the end that won:w says");
}

#[test]
fn an_end_is_never_inferred() {
    let position = "wwwww/www2/bbbbb/bbb2/5 w";
    assert_eq!(rooya("").any().check(position).as_deref(), Ok(position));
    assert!(!rooya("").any().turns(position).expect(position).is_empty());
}

#[test]
fn rotations_turn_the_plate_as_the_drawing_does() {
    let view: View = Rooya::view();
    for rotation in Rotation::ALL {
        for bit in 0..CELLS as u8 {
            let turned = view.turned(cell(bit), rotation.quarters()).unwrap_or(cell(bit));
            assert_eq!(rotation.of(1 << bit), set_of(turned), "{rotation:?} of {}", cell(bit));
        }
    }
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let set = random.bits() as u32 & ALL;
        let [right, left, half] = Rotation::ALL.map(|rotation| rotation.of(set));
        assert_eq!(Rotation::Anticlockwise.of(right), set);
        assert_eq!(Rotation::Clockwise.of(right), half);
        assert_eq!(Rotation::Half.of(left), right);
    }
}

/// The rows and columns of a set, found the plain way.
fn plain_lines(set: u32) -> u32 {
    let line = |cells: fn(u32, u32) -> u32, i| (0..5).all(|j| set >> cells(i, j) & 1 == 1);
    let columns = (0..5).filter(|i| line(|i, j| j * 5 + i, *i)).map(|i| 1 << i);
    let rows = (0..5).filter(|i| line(|i, j| i * 5 + j, *i)).map(|i| 1 << (5 + 5 * i));
    columns.chain(rows).sum()
}

#[test]
fn lines_are_full_rows_and_columns() {
    let mut random = Random::new(4);
    for _ in 0..200_000 {
        let set = (random.bits() | random.bits()) as u32 & ALL;
        assert_eq!(lines(set), plain_lines(set), "{set:b}");
    }
    assert!(gains_line(0b01111, 0b11111) && !gains_line(0b11111, 0b11111));
}

/// Any position of the second phase.
fn random_position(random: &mut Random) -> Position {
    let mut pawns = [0u32; 2];
    for side in Side::BOTH {
        while pawns[side.index()].count_ones() < 8 {
            pawns[side.index()] |= 1 << random.below(CELLS) & !pawns[side.other().index()];
        }
    }
    Position::moving(pawns, Side::BOTH[random.below(2)])
}

#[test]
fn positions_that_no_game_reaches_conform() {
    for (seed, rules) in ["", "replay_swap=no", "null_rotation=yes"].iter().enumerate() {
        let (game, mut random) = (rooya(rules).game, Random::new(seed as u64));
        for _ in 0..300 {
            let position = random_position(&mut random);
            if let Err(complaint) = conformance::check(&game, &position) {
                panic!("{complaint}");
            }
        }
    }
}

#[test]
fn a_turn_keeps_eight_pawns_each_on_the_board() {
    let (game, mut random) = (rooya("").game, Random::new(5));
    for _ in 0..20_000 {
        let position = random_position(&mut random);
        let turns = game.all_turns(&position);
        assert!(turns.iter().any(|turn| !matches!(turn, Turn::Rotate(_))));
        for turn in turns {
            let [white, black] = game.play(&position, turn).pawns();
            assert_eq!((white & black, (white | black) & !ALL), (0, 0), "{turn:?}");
            assert_eq!([white, black].map(|set| bits(set).count()), [8, 8], "{turn:?}");
        }
    }
}
