//! What Achef says when it refuses, how long its keys live, and that all goes well at positions
//! that no game reaches.

use damier_core::any::{Opened, position_text};
use damier_core::bits::bits;
use damier_core::conformance;
use damier_core::random::Random;
use damier_core::{AnyGame, Game, Lang, Message, Outcome, Side};

use super::board::{BELOW_CENTRE, Position, SLOPES};
use super::{Achef, turns};
use crate::five::{ALL, CELLS, CENTRE};

fn achef(rules: &str) -> Opened<Achef> {
    Opened::new(rules).expect(rules)
}

fn assert_says(message: &Message, about: &str, en: &str, fr: &str) {
    assert_eq!([message.text(Lang::En), message.text(Lang::Fr)], [en, fr], "{about}");
}

/// White may not swap d1 and e1 back.
const KO: &str = "1w3/1b3/4w/4w/2bwb w ko:d1e1";
/// The black pawn on c4 may not climb.
const NO_CLIMB: &str = "5/2b2/4w/5/bbwww b nc:c4";

/// Black has placed a pawn.
const PLACING: &str = "5/5/5/5/b4 w hand:w8b7";
/// A black pawn stands above a white one.
const LOW: &str = "1w3/1b3/4w/4w/2bbw w";

fn refuses(position: &str, turn: &str, en: &str, fr: &str) {
    assert_says(&achef("").any().play(position, turn).expect_err(turn), turn, en, fr);
}

#[test]
fn refused_placings() {
    refuses(
        PLACING,
        "a1",
        "a1 is occupied; place the pawn where none stands",
        "il y a déjà un pion en a1 ; posez celui-ci ailleurs",
    );
    refuses(
        PLACING,
        "b2",
        "pawns are placed on the border cells only",
        "les pions se posent seulement sur les cases du bord",
    );
    refuses(
        PLACING,
        "a1-a2",
        "pawns move only once all are placed; now a turn is one free border cell",
        "les pions ne bougent qu’une fois tous posés ; pour l’instant, un coup est une case libre du bord",
    );
    refuses(
        PLACING,
        "a3-a2",
        "pawns move only once all are placed; now a turn is one free border cell",
        "les pions ne bougent qu’une fois tous posés ; pour l’instant, un coup est une case libre du bord",
    );
}

#[test]
fn refused_moves() {
    refuses(
        KO,
        "d1=e1",
        "this swap is forbidden by ko: it would bring back the board that stood before your opponent’s turn",
        "le ko interdit cet échange : il ramènerait le plateau d’avant le coup de l’adversaire",
    );
    refuses(
        NO_CLIMB,
        "c4-c3",
        "the pawn on c4 has captured from the centre, so it may not climb now",
        "le pion en c4 a capturé depuis le centre : il ne peut pas remonter maintenant",
    );
    refuses(
        LOW,
        "b5xb4",
        "a pawn climbs only to an empty cell, and b4 is occupied",
        "un pion ne monte que sur une case vide, et b4 est occupée",
    );
    refuses(LOW, "e3-e2", "e2 holds one of your own pawns", "il y a déjà l’un de vos pions en e2");
}

#[test]
fn refused_ways_and_pawns() {
    refuses(
        LOW,
        "b5-c4",
        "pawns move along ranks and files, never diagonally",
        "les pions se déplacent horizontalement ou verticalement, jamais en diagonale",
    );
    refuses(
        LOW,
        "b5-b3",
        "a pawn goes one step; b3 is not next to b5",
        "un pion se déplace d’un pas ; b3 n’est pas à côté de b5",
    );
    refuses(LOW, "a1-a2", "there is no pawn on a1", "il n’y a pas de pion en a1");
    refuses(LOW, "d1=e1", "the pawn on d1 is your opponent’s", "le pion en d1 est à l’adversaire");
    refuses(LOW, "e1-d1", "this turn is written e1=d1", "ce coup s’écrit e1=d1");
    refuses(
        LOW,
        "e1=d1=c1",
        "`e1=d1=c1` is not written like a turn",
        "`e1=d1=c1` n’est pas écrit comme un coup",
    );
}

#[test]
fn a_pawn_that_cannot_move_is_refused_with_the_reason() {
    // a5 is walled in; or the ko is all that holds it; or the ban on climbing is.
    let walled = "bb3/bb3/5/5/2www b";
    let ko = "wbb2/ww3/5/5/2bbw w ko:a5b5";
    let climb = "1wbw1/1bbb1/5/5/4w b nc:c4";
    for (position, pawn, en) in [
        (walled, "a5", "the pawn on a5 cannot move now"),
        (ko, "a5", "this swap is forbidden by ko"),
        (climb, "c4", "the pawn on c4 has captured from the centre"),
    ] {
        let refusal =
            (&achef("") as &dyn AnyGame).enter(position, &[pawn]).expect_err(pawn).text(Lang::En);
        assert!(refusal.starts_with(en), "{position}: {refusal}");
    }
}

fn rejects(rules: &str, position: &str, en: &str, fr: &str) {
    assert_says(&achef(rules).any().check(position).expect_err(position), position, en, fr);
}

#[test]
fn hand_is_checked() {
    rejects(
        "",
        "5/5/5/5/5 b hand:w8",
        "`hand:w8`: both numbers must be written, as in hand:w8b8",
        "`hand:w8` : il faut écrire les deux nombres, comme dans hand:w8b8",
    );
    rejects(
        "",
        "5/5/5/5/5 b hand:w7b8",
        "White: 0 on the board and 7 in hand do not make 8 pawns",
        "Blanc : 0 sur le plateau et 7 en main ne font pas 8 pions",
    );
    rejects(
        "",
        "b4/5/5/5/5 b hand:w8b7",
        "`hand:w8b7`: with these numbers it is the turn of White",
        "`hand:w8b7` : avec ces nombres, c’est à Blanc de jouer",
    );
    rejects(
        "first=white",
        "b4/5/5/5/5 w hand:w8b7",
        "`hand:w8b7`: White begins, so Black has as many pawns in hand as White, or one more",
        "`hand:w8b7` : Blanc commence, donc Noir a autant de pions en main que Blanc, ou un de plus",
    );
    rejects(
        "",
        "5/2b2/5/5/5 w hand:w8b7",
        "there is a pawn on c4, but while pawns are in hand all others stand on the border",
        "il y a un pion en c4, mais tant qu’il reste des pions en main tous les autres sont au bord",
    );
    rejects(
        "",
        "bwbwb/w3w/b3b/w3w/bwbwb b hand:w0b0",
        "`hand:w0b0`: once all pawns are placed the key is left out",
        "`hand:w0b0` : une fois tous les pions posés, cette clé disparaît",
    );
}

#[test]
fn ko_is_checked() {
    rejects(
        "",
        "www2/3bb/5/5/4b b ko:a5b5",
        "`ko:a5b5`: one cell must hold a white pawn and the other a black one",
        "`ko:a5b5` : une case doit porter un pion blanc et l’autre un pion noir",
    );
    rejects(
        "",
        "www2/3bb/5/5/4b b ko:a5c5",
        "`ko:a5c5`: the two cells are not next to each other",
        "`ko:a5c5` : les deux cases ne sont pas voisines",
    );
    rejects(
        "",
        "wb3/wb2b/w4/5/4b w ko:a4b4",
        "`ko:a4b4`: the two cells are not on the same level, so no swap is possible there",
        "`ko:a4b4` : les deux cases ne sont pas au même niveau, aucun échange n’y est donc possible",
    );
    rejects(
        "",
        "1w3/1b3/4w/4w/2bwb w ko:e1e1",
        "`ko:e1e1`: the value must be two cells",
        "`ko:e1e1` : la valeur doit être deux cases",
    );
    rejects(
        "",
        "1w3/1b3/4w/4w/2bwb w ko:e1d1",
        "`ko:e1d1`: the two cells must be in alphabetical order",
        "`ko:e1d1` : les deux cases doivent être dans l’ordre alphabétique",
    );
    rejects(
        "ko=none",
        KO,
        "the key `ko` does not belong to a game with the option ko=none",
        "la clé `ko` n’appartient pas à une partie avec l’option ko=none",
    );
    rejects(
        "",
        "bw3/5/5/5/5 b hand:w7b7 ko:a5b5",
        "the key `ko` says nothing while pawns are in hand",
        "la clé `ko` ne dit rien tant qu’il reste des pions en main",
    );
}

#[test]
fn keys_go_where_the_board_shows_the_end() {
    let game = achef("");
    let normal = game.any().check("bw2w/b4/b4/5/5 b ko:a5b5").map_err(|no| no.to_string());
    assert_eq!(normal.as_deref(), Ok("bw2w/b4/b4/5/5 b won:b"));
}

#[test]
fn no_climb_is_checked() {
    rejects(
        "",
        "www2/2b1b/5/5/4b b nc:c3",
        "`nc:c3`: the value must be one cell next to the centre: b3, c2, c4 or d3",
        "`nc:c3` : la valeur doit être une case voisine du centre : b3, c2, c4 ou d3",
    );
    rejects(
        "",
        "www2/3bb/5/5/4b b nc:c4",
        "`nc:c4`: there is no pawn on c4",
        "`nc:c4` : il n’y a pas de pion en c4",
    );
    rejects(
        "",
        "www2/2b1b/2w2/5/4b b nc:c4",
        "`nc:c4`: the centre is occupied, so nobody could climb there anyway",
        "`nc:c4` : le centre est occupé, personne ne pourrait donc y monter",
    );
}

#[test]
fn numbers_and_ends_are_checked() {
    rejects(
        "",
        "5/5/5/5/5 b",
        "both players would have lost on this board",
        "les deux joueurs auraient perdu sur ce plateau",
    );
    rejects(
        "",
        "wwwww/wwwwb/5/bb3/5 w",
        "White has 9 pawns, at most 8 are possible",
        "Blanc a 9 pions, au plus 8 sont possibles",
    );
    rejects(
        "",
        "www2/5/5/5/2bbb b won:w",
        "the board does not show the end that won:w says",
        "le plateau ne montre pas la fin que dit won:w",
    );
}

#[test]
fn a_missing_end_is_written_back() {
    for (read, written) in [
        ("bw2w/b4/b4/5/5 b", "bw2w/b4/b4/5/5 b won:b"),
        ("5/2w2/b4/5/www2 b", "5/2w2/b4/5/www2 b won:w"),
        ("5/5/5/5/www2 b", "5/5/5/5/www2 b won:w"),
        ("w4/b4/5/5/5 b hand:w7b7", "w4/b4/5/5/5 b hand:w7b7"),
    ] {
        assert_eq!(achef("").any().check(read).as_deref(), Ok(written));
    }
}

/// Plays turns and compares the keys after each of them.
fn assert_keys(rules: &str, start: &str, line: &[(&str, &str)]) {
    let mut position = start.to_string();
    for (turn, keys) in line {
        position = achef(rules).any().play(&position, turn).expect(turn);
        let found = position.splitn(3, ' ').nth(2).unwrap_or_default();
        assert_eq!(found, *keys, "after {turn}, at {position}");
    }
}

#[test]
fn ko_lives_for_one_turn() {
    let start = "1w3/1b3/4w/4w/2bbw b";
    assert_keys("", start, &[("d1=e1", "ko:d1e1"), ("e2=e1", "ko:e1e2"), ("c1-b1", "")]);
    // The other turn in between makes the swap back legal.
    assert_keys(
        "",
        start,
        &[("d1=e1", "ko:d1e1"), ("b5-a5", ""), ("c1-b1", ""), ("d1=e1", "ko:d1e1")],
    );
    assert_keys("ko=none", start, &[("d1=e1", ""), ("d1=e1", ""), ("d1=e1", "")]);
}

#[test]
fn the_ban_on_climbing_lives_for_its_owners_next_turn() {
    let start = "5/1ww2/2b2/4w/bbwww b";
    // Through the opponent's turn, to the end of the owner's, whatever pawn moved.
    assert_keys("", start, &[("c3xc4", "nc:c4"), ("e2-e3", "nc:c4"), ("a1-a2", ""), ("e3-e4", "")]);
    assert_keys("", start, &[("c3xc4", "nc:c4"), ("e2-e3", "nc:c4"), ("c4-d4", "")]);
    // A swap moves the pawn away; the ban does not go with it, the ko stands.
    assert_keys("", start, &[("c3xc4", "nc:c4"), ("b4=c4", "ko:b4c4")]);
    // Somebody in the centre.
    let near = "5/2w2/1wb2/4w/bbwww b";
    assert_keys("", near, &[("c3xc4", "nc:c4"), ("b3-c3", "")]);
    // No ban after a descent without capture, nor after a capture from the ring.
    assert_keys("", start, &[("c3-d3", ""), ("b4-b5", "")]);
    assert_keys("", "1w3/1b3/4w/4w/2bbw b", &[("b4xb5", "")]);
    // The end leaves no keys.
    assert_keys("", "5/2w2/2b2/4w/bb2w b", &[("c3xc4", "won:b")]);
}

/// A position of the second phase that a reader accepts, whether games reach it or not.
fn random_position(random: &mut Random) -> Position {
    let mut pawns = [0u32; 2];
    for side in Side::BOTH {
        let number = 3 + random.below(6) as u32;
        while pawns[side.index()].count_ones() < number {
            pawns[side.index()] |= 1 << random.below(CELLS) & !pawns[side.other().index()];
        }
    }
    let mut position = Position::moving(pawns, Side::BOTH[random.below(2)]);
    let slope = SLOPES[random.below(4)];
    let (own, enemy) = position.sets();
    let pairs: Vec<u32> = bits(own & slope.along & slope.way.onto(enemy)).collect();
    if let Some(from) = pairs.first().filter(|_| random.below(4) > 0) {
        position.ko = 1 << from | 1 << slope.way.from(*from as u8);
    }
    let carrier = BELOW_CENTRE & (own | enemy) & random.bits() as u32;
    if (own | enemy) & CENTRE == 0 && carrier.is_power_of_two() {
        position.no_climb = carrier;
    }
    position
}

#[test]
fn positions_that_no_game_reaches_conform() {
    for (seed, rules) in ["", "first=white"].iter().enumerate() {
        let (game, mut random) = (achef(rules).game, Random::new(seed as u64));
        for _ in 0..1500 {
            let position = random_position(&mut random);
            if let Err(complaint) = conformance::check(&game, &position) {
                panic!("{complaint}");
            }
        }
    }
}

#[test]
fn there_is_always_a_turn() {
    let (game, mut random) = (achef("").game, Random::new(7));
    for _ in 0..200_000 {
        let position = random_position(&mut random);
        let found = turns::visit(&position, &mut |_| std::ops::ControlFlow::Break(()));
        assert!(found.is_break(), "{}", position_text(&game, &position));
    }
}

#[test]
fn capturing_the_third_last_pawn_wins() {
    let game = achef("").game;
    let position = achef("").read("1w3/1b3/5/4w/2bbw b").expect("a position");
    let ends = game.all_turns(&position).into_iter().map(|turn| game.play(&position, turn));
    let won: Vec<Position> = ends.filter(|after| game.outcome(after).is_some()).collect();
    assert_eq!(won.len(), 1);
    assert_eq!(won[0].over, Some(Outcome::Won(Side::Dark)));
    assert_eq!((won[0].pawns[0] | won[0].pawns[1]) & !ALL, 0);
}

#[test]
fn ko_names_its_cells_in_alphabetical_order() {
    let game = crate::open("achef", "").expect("achef");
    let normal = "1w3/1b3/4w/4w/2bwb w ko:d1e1";
    assert_eq!(game.check(normal).as_deref(), Ok(normal));
    assert!(game.check("1w3/1b3/4w/4w/2bwb w ko:e1d1").is_err());
}
