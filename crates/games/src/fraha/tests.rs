//! What Fraha says to people, and what can be checked over all of its positions.

use std::ops::ControlFlow;

use damier_core::options::Options;
use damier_core::{Game, Lang, Message, Side};

use super::{Fraha, Goals, HOME, Position, TRACKS, immune};

const START: &str = "w3w/1b1b1/5/1b1b1/w3w w";
const START_BLACK: &str = "w3w/1b1b1/5/1b1b1/w3w b";
/// The black pawn on a5 cannot come back.
const CORNERED: &str = "bw2w/3b1/5/1b1b1/w3w";
/// White can step from a3 to a4, next to the black pawns on a5 and b4.
const TWO: &str = "b3w/1b1b1/w4/1b3/w3w w";

fn why_not(rules: &str, position: &str, turn: &str) -> Message {
    let game = crate::open("fraha", rules).expect("rules");
    game.play(position, turn).expect_err(turn)
}

/// The turn must be refused with these words.
fn refused(position: &str, turn: &str, en: &str, fr: &str) {
    let why = why_not("", position, turn);
    assert_eq!(why.text(Lang::En), en, "{turn} in {position}");
    assert_eq!(why.text(Lang::Fr), fr, "{turn} in {position}");
}

#[test]
fn steps_are_refused_with_their_reason() {
    refused(
        "w3w/1b1b1/1b3/2b2/w3w b",
        "c2-c3",
        "the centre, c3, is no cell of the game",
        "le centre, c3, n’est pas une case du jeu",
    );
    refused(
        "www2/3b1/3b1/1b1b1/w4 w",
        "b5-b4",
        "the pawn on b5 is blocked on both sides",
        "le pion en b5 est bloqué des deux côtés",
    );
    refused(
        &format!("{CORNERED} b"),
        "a5-b5",
        "the pawn on a5 cannot come back by itself: a corner has no inner cell next to it",
        "le pion en a5 ne peut pas revenir seul : un coin n’a pas de case intérieure voisine",
    );
    refused(
        "2w1w/1bwb1/5/1b1b1/w4 w",
        "c4-c5",
        "the pawn on c4 cannot step back onto the outer track: the way is occupied",
        "le pion en c4 ne peut pas regagner la piste extérieure : le passage est occupé",
    );
    refused(
        START_BLACK,
        "b4-b5",
        "a pawn on its own track stays on it; b5 belongs to the outer track",
        "un pion placé sur sa piste y reste ; b5 appartient à la piste extérieure",
    );
    refused(
        "1w3/1bb2/1w1b1/w2b1/1w3 w",
        "b3-b2",
        "the pawn on b3 is away from home: it may only step back onto the outer track",
        "le pion en b3 est hors de sa piste : il ne peut que regagner d’un pas la piste extérieure",
    );
}

#[test]
fn ordinary_mistakes_are_answered_as_in_the_other_games() {
    refused(START, "c5-d5", "there is no pawn on c5", "il n’y a pas de pion en c5");
    refused(
        START,
        "b4-c4",
        "the pawn on b4 is your opponent’s",
        "le pion en b4 est à l’adversaire",
    );
    refused(
        "ww3/2b2/3b1/1b1b1/w3w w",
        "a5-b5",
        "b5 holds one of your own pawns",
        "il y a déjà l’un de vos pions en b5",
    );
    refused("1w2w/1b1b1/5/1b1b1/w3w w", "b5-b4", "b4 is occupied", "il y a déjà un pion en b4");
    refused(
        START,
        "a5-b4",
        "pawns move along ranks and files, never diagonally",
        "les pions se déplacent horizontalement ou verticalement, jamais en diagonale",
    );
}

#[test]
fn the_wrong_pawn_is_refused_with_its_reason() {
    refused(
        START,
        "a5-b5,a1>a2",
        "first teleport the pawn on b4",
        "téléportez d’abord le pion en b4",
    );
    refused(
        TWO,
        "a3-a4,a1>a2",
        "first teleport one of the pawns on a5, b4",
        "téléportez d’abord l’un des pions en a5, b4",
    );
    refused(
        TWO,
        "a3-a4,a5>d3,d3>c2",
        "the pawn on d3 has already been teleported",
        "le pion en d3 a déjà été téléporté",
    );
    refused(
        START,
        "a5-b5,d2>c2",
        "only pawns next to the pawn that moved are teleported; d2 is not next to b5",
        "seuls les pions voisins du pion déplacé sont téléportés ; d2 n’est pas à côté de b5",
    );
    refused(
        "ww3/w1b2/3b1/1b1b1/4w b",
        "c4-b4,b5>c5",
        "the pawn on b5 is immune: it is part of a line of white pawns that starts from a corner",
        "le pion en b5 est protégé : il fait partie d’une ligne de pions blancs qui part d’un coin",
    );
}

#[test]
fn the_wrong_destination_is_refused_with_its_reason() {
    refused(
        START,
        "a5-b5,b4>b4",
        "a teleported pawn goes to another cell; it cannot stay on b4",
        "un pion téléporté va sur une autre case ; il ne peut pas rester en b4",
    );
    refused(
        START,
        "a5-b5,b4>d4",
        "a pawn is teleported to an empty cell; d4 is occupied",
        "un pion se téléporte sur une case vide ; d4 est occupée",
    );
    refused(
        TWO,
        "a3-a4,a5>b4,b4>a5",
        "b4 is still occupied: teleport the pawn there first",
        "b4 est encore occupée : téléportez d’abord le pion qui s’y trouve",
    );
    refused(
        &format!("{CORNERED} w"),
        "e5-e4,d4>e5",
        "only one pawn of each player may be away from home, and the one on a5 already is",
        "un seul pion de chaque joueur peut être hors de sa piste, et celui en a5 l’est déjà",
    );
    refused(
        START,
        "a5-b5,b4>c3",
        "the centre, c3, is no cell of the game",
        "le centre, c3, n’est pas une case du jeu",
    );
}

#[test]
fn more_than_a_whole_turn_is_refused_with_its_reason() {
    refused(
        "www1w/1b1b1/5/1b1b1/5 w",
        "e5-d5,d4>d3",
        "this step reaches the goal and ends the game: nobody is teleported",
        "ce pas atteint le but et termine la partie : aucun pion n’est téléporté",
    );
    refused(
        "ww3/2b2/3b1/1b1b1/w3w b",
        "c4-b4,b5>c5",
        "the pawn on b5 is immune: it is part of a line of white pawns that starts from a corner",
        "le pion en b5 est protégé : il fait partie d’une ligne de pions blancs qui part d’un coin",
    );
    refused(
        START_BLACK,
        "b4-c4,a1>a2",
        "only pawns next to the pawn that moved are teleported; a1 is not next to c4",
        "seuls les pions voisins du pion déplacé sont téléportés ; a1 n’est pas à côté de c4",
    );
    refused(START_BLACK, "b4-c4,c5>b5", "the turn is already complete", "le coup est déjà complet");
    let why = why_not("teleport=one", TWO, "a3-a4,a5>d3,b4>c5");
    assert_eq!(why.text(Lang::En), "only one pawn is teleported each turn under these rules");
    assert_eq!(why.text(Lang::Fr), "avec ces règles, un seul pion est téléporté par coup");
}

#[test]
fn typed_turns_are_forgiven_nothing_but_explained() {
    for (position, turn, why) in [
        (START, "a5-b5", "the turn is not complete; it could be a5-b5,b4>b1"),
        (TWO, "a3-a4,b4>c5,a5>d3", "this turn is written a3-a4,a5>d3,b4>c5"),
        (START, "a5-b5,b4", "`a5-b5,b4` is not written like a turn"),
        (START, "a5-b5,b4-c4", "`a5-b5,b4-c4` is not written like a turn"),
        (START, "a5xb5", "`a5xb5` is not written like a turn"),
        (START, "a5-b5,b4>f4", "f4 is not on this board"),
    ] {
        assert_eq!(why_not("", position, turn).to_string(), why);
    }
}

#[test]
fn positions_are_refused_with_their_reason() {
    let game = crate::open("fraha", "").expect("fraha");
    for (position, en, fr) in [
        (
            "w3w/1b1b1/2w2/1b1b1/w4 w",
            "White has a pawn on c3, but the centre is no cell of the game",
            "Blanc a un pion en c3, mais le centre n’est pas une case du jeu",
        ),
        (
            "w3w/1bwb1/1w3/1b1b1/5 w",
            "White has 2 pawns away from home (b3, c4), at most one is possible",
            "Blanc a 2 pions hors de sa piste (b3, c4), un seul au plus est possible",
        ),
        (
            "w3w/1b1b1/5/1b1b1/w4 w",
            "White has 3 pawns instead of 4",
            "Blanc a 3 pions au lieu de 4",
        ),
        (
            "wwww1/1bbb1/5/2b2/5 w",
            "both players would have lost on this board",
            "les deux joueurs auraient perdu sur ce plateau",
        ),
        (
            "w3w/1b1b1/5/1b1b1/w3w w won:-",
            "the board does not show the end that won:- says",
            "le plateau ne montre pas la fin que dit won:-",
        ),
    ] {
        let why = game.check(position).expect_err(position);
        assert_eq!((why.text(Lang::En), why.text(Lang::Fr)), (en.to_string(), fr.to_string()));
    }
    let shown = game.check("wwww1/1b1b1/5/1b1b1/5 w").expect("a figure shows the end");
    assert_eq!(shown, "wwww1/1b1b1/5/1b1b1/5 w won:w");
}

/// All sets of four pawns of a player with at most one away from home.
fn sets(side: Side) -> Vec<u32> {
    let away = |set: u32| (set & !HOME[side.index()]).count_ones();
    (0..=TRACKS)
        .filter(|set| set.count_ones() == 4 && set & !TRACKS == 0 && away(*set) <= 1)
        .collect()
}

#[test]
fn every_position_that_is_not_over_has_a_turn() {
    let game = Fraha::new(&Options::default_for(Fraha::options()));
    let [white, black] = Side::BOTH.map(sets);
    for (bent, lines) in [(false, 8), (true, 16)] {
        let count = |side: Side, sets: &[u32]| {
            sets.iter().filter(|set| Goals { bent }.reached(side, **set)).count()
        };
        assert_eq!([count(Side::Light, &white), count(Side::Dark, &black)], [lines, 4]);
    }
    let mut boards = 0;
    for pawns in white.iter().flat_map(|w| black.iter().map(|b| [*w, *b])) {
        if pawns[0] & pawns[1] != 0 {
            continue;
        }
        boards += 1;
        for position in Side::BOTH.map(|side| Position::new(pawns, side)) {
            let found = game.turns(&position, &mut |_| ControlFlow::Break(()));
            assert_eq!(found.is_break(), game.outcome(&position).is_none(), "{position:?}");
        }
    }
    assert_eq!(boards, 3_545_640);
}

#[test]
fn runs_are_immune_if_they_are_straight_and_reach_a_corner() {
    let set = |cells: &str| -> u32 {
        let bit = |name: &str| 1 << ((name.as_bytes()[1] - b'1') * 5 + name.as_bytes()[0] - b'a');
        cells.split_whitespace().map(bit).sum()
    };
    for (white, expected) in [
        ("a1 b1 c1 e1", "a1 b1 c1 e1"),
        ("b1 c1 d1 a3", ""),
        ("a1 c1 a2 b3", "a1 a2"),
        ("a4 a5 b5 c4", "a4 a5 b5"),
        ("d5 e5 e3 c5", "c5 d5 e5"),
        ("e1 a2 e4 e5", "e1 e4 e5"),
        ("a1 b2 b1 c3", "a1 b1"),
    ] {
        assert_eq!(immune(set(white)), set(expected), "{white}");
    }
}
