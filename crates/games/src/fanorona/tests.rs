//! What the tests shared by all games cannot know: reasons in words, how long keys live, turns
//! that fill the word they are packed in.

use std::collections::HashSet;

use damier_core::any::{AnyGame, Opened};
use damier_core::key::key;
use damier_core::{Lang, Message, Progress, Side};

use super::Fanorona;
use super::turn::{Kind, Step, Turn, Way};

const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww";
/// d2 takes three times; a first step to e2 ends at once.
const CHAIN: &str = "9/4bb3/9/2bw2b2/9 w";
/// e3 can go to f3 and take one pawn ahead or two behind.
const UNEQUAL: &str = "9/9/2bbw1b2/9/9 w";
/// e3 can go to f3 and take one pawn ahead or one behind.
const EQUAL: &str = "9/9/3bw1b2/9/9 w";
/// Black gives, and only some of its steps leave White a capture.
const GIVING: &str = "bbb6/bbbb3w1/bwbw1ww2/wwwwwwww1/wwwwwwwww b vela:b4";
/// White takes off a pawn; if that is c3, a1 remains blocked.
const HUFF: &str = "9/9/2b6/bb7/wb7 w huff:a2b1c3";

fn open(rules: &str) -> Opened<Fanorona> {
    Opened::new(rules).expect(rules)
}

/// Checks a reason in both languages.
fn says(reason: Message, en: &str, fr: &str) {
    assert_eq!(reason.text(Lang::En), en);
    assert_eq!(reason.text(Lang::Fr), fr);
}

/// Why a typed turn is refused.
fn typed(rules: &str, position: &str, turn: &str) -> Message {
    open(rules).any().play(position, turn).expect_err(turn)
}

/// Why the last click is refused.
fn clicked(rules: &str, position: &str, clicks: &str) -> Message {
    let clicks: Vec<&str> = clicks.split(' ').collect();
    (&open(rules) as &dyn AnyGame).enter(position, &clicks).expect_err(position)
}

/// The position after these turns.
fn played(rules: &str, position: &str, turns: &str) -> String {
    let game = open(rules);
    let play = |position: String, turn| game.any().play(&position, turn).expect(turn);
    turns.split(' ').fold(position.to_string(), play)
}

#[test]
fn the_pawn_that_moves() {
    says(clicked("", CHAIN, "a1"), "there is no pawn on a1", "il n’y a pas de pion en a1");
    says(
        clicked("", CHAIN, "f4"),
        "the pawn on f4 is your opponent’s",
        "le pion en f4 est à l’adversaire",
    );
    says(
        clicked("", &format!("{START} w open:wb"), "a1"),
        "the pawn on a1 cannot move now",
        "le pion en a1 ne peut pas bouger maintenant",
    );
    says(typed("", "w8/4bb3/9/2bw2b2/9 w", "a5-a4"), "you must capture", "il faut prendre");
}

#[test]
fn the_point_it_goes_to() {
    says(
        typed("", CHAIN, "d2-d4"),
        "a pawn goes one step along a line; no line leads straight from d2 to d4",
        "un pion avance d’un pas le long d’une ligne ; aucune ligne ne mène directement de d2 à d4",
    );
    says(
        typed("", "9/9/3w5/9/8b w", "d3-e4"),
        "no diagonal passes through d3: only every other point has diagonals",
        "aucune diagonale ne passe par d3 : seul un point sur deux en a",
    );
    says(
        clicked("", "9/9/3w5/3w5/8b w", "d2 d3"),
        "d3 holds one of your own pawns",
        "il y a déjà l’un de vos pions en d3",
    );
    says(
        clicked("", CHAIN, "d2 c2"),
        "c2 is occupied: a pawn captures by stepping to an empty point, straight up to an enemy or straight away from one",
        "c2 est occupée : un pion prend en rejoignant un point vide, tout droit vers un pion adverse ou tout droit à l’opposé",
    );
    says(typed("", CHAIN, "d2-d3"), "you must capture", "il faut prendre");
}

#[test]
fn the_next_point_of_a_chain() {
    says(
        typed("", CHAIN, "d2-e3A-e2W-d2A"),
        "the pawn has already stood on d2 in this turn and may not go back there",
        "le pion s’est déjà tenu en d2 pendant ce coup et ne peut pas y revenir",
    );
    // Nothing else could follow here either: the turn is complete, and the reason still given.
    says(
        typed("", CHAIN, "d2-e2W-f2A"),
        "a pawn never goes twice running in the same direction",
        "un pion ne va jamais deux fois de suite dans la même direction",
    );
    says(
        typed("", CHAIN, "d2-e3A-d3W"),
        "the step to d3 captures nothing, and a chain goes on only by capturing",
        "le pas en d3 ne prend rien, et l’on n’enchaîne qu’en prenant",
    );
    says(
        clicked("", CHAIN, "d2 e3 done"),
        "the chain must go on as long as the pawn can capture",
        "l’enchaînement doit continuer tant que le pion peut prendre",
    );
    says(
        typed("", CHAIN, "d2-e3A"),
        "the turn is not complete; it could be d2-e3A-e2W-f2A",
        "le coup n’est pas complet ; ce pourrait être d2-e3A-e2W-f2A",
    );
    says(
        typed("", &format!("{CHAIN} open:wb"), "d2-e3A-e2W"),
        "each player’s first turn is a single capturing step",
        "le premier coup de chaque joueur se limite à un seul pas de prise",
    );
    says(
        typed("", CHAIN, "d2-e3A-e2W-f2A-f5A"),
        "the turn is already complete",
        "le coup est déjà complet",
    );
}

#[test]
fn which_line_is_taken() {
    let larger = [
        "when a step captures both ways, the larger group must be taken",
        "quand un pas prend des deux côtés, il faut prendre le plus grand groupe",
    ];
    says(typed("", UNEQUAL, "e3-f3A"), larger[0], larger[1]);
    says(typed("", "9/9/2bbw1b2/5b3/9 w", "e3-f3A"), larger[0], larger[1]);
    says(clicked("", "9/6b2/2bbw1b2/9/9 w", "e3 f3 g3"), larger[0], larger[1]);
    let choose = [
        "the step captures both ways: choose a line by its nearest pawn, g3 or d3",
        "ce pas prend des deux côtés : choisissez une ligne par son pion le plus proche, g3 ou d3",
    ];
    says(clicked("", EQUAL, "e3 f3 f4"), choose[0], choose[1]);
    says(clicked("rules=schadd", UNEQUAL, "e3 f3 done"), choose[0], choose[1]);
    says(typed("", UNEQUAL, "e3-f3"), "this turn is written e3-f3W", "ce coup s’écrit e3-f3W");
    assert_eq!(played("rules=schadd", UNEQUAL, "e3-f3A"), "9/9/2bb1w3/9/9 b");
}

#[test]
fn clicks_of_a_turn() {
    let offers = |rules, position, clicks: &[&str]| {
        let entering = (&open(rules) as &dyn AnyGame).enter(position, clicks).expect(position);
        let next = entering.next.iter().map(|n| n.click.to_string()).collect::<Vec<_>>();
        (next.join(" "), entering.turn)
    };
    let turn = |text: &str| Some(text.to_string());
    assert_eq!(offers("", CHAIN, &["d2", "e3", "e2", "f2"]).1, turn("d2-e3A-e2W-f2A"));
    assert_eq!(offers("", EQUAL, &["e3", "f3"]), ("g3 d3".into(), None));
    assert_eq!(offers("", EQUAL, &["e3", "f3", "d3"]).1, turn("e3-f3W"));
    assert_eq!(offers("rules=schadd", CHAIN, &["d2", "e3"]), ("done e2".into(), None));
    assert_eq!(offers("rules=schadd", CHAIN, &["d2", "e3", "done"]).1, turn("d2-e3A"));
    says(
        clicked("rules=schadd", CHAIN, "d2 e3 done e2"),
        "the turn is already complete",
        "le coup est déjà complet",
    );
    assert_eq!(offers("capture=huff", HUFF, &[]).0, "b1 a2");
    assert_eq!(offers("capture=huff", HUFF, &["a2", "a1", "a2"]).1, turn("*a2,a1-a2"));
}

#[test]
fn huffing() {
    says(
        typed("capture=huff", HUFF, "a1-b1"),
        "first take off one of the pawns that could have captured: a2 b1 c3",
        "retirez d’abord l’un des pions qui auraient pu prendre : a2 b1 c3",
    );
    says(
        typed("capture=huff", HUFF, "*c3,a1-b1"),
        "taking off the pawn on c3 would leave you without a step",
        "retirer le pion en c3 vous laisserait sans aucun pas",
    );
    says(
        typed("capture=huff", CHAIN, "*f4,d2-d3"),
        "there is no pawn to take off now",
        "il n’y a pas de pion à retirer maintenant",
    );
    // The key names the refusing pawns where they are now, and lives for one turn.
    let refused = played("capture=huff", CHAIN, "d2-d1");
    assert_eq!(refused, "9/4bb3/9/2b3b2/3w5 b huff:d1");
    assert_eq!(played("capture=huff", &refused, "*d1"), "9/4bb3/9/2b3b2/9 w won:b");
    let position = "9/9/9/2bw4w/9 w";
    let refused = played("capture=huff", position, "i2-i1");
    assert_eq!(refused, "9/9/9/2bw5/8w b huff:d2");
    assert_eq!(played("capture=huff", &refused, "*d2,c2-c3"), "9/9/2b6/9/8w w");
    // Neither a chain that stops early nor a step of a Vela is a refusal.
    assert_eq!(played("rules=schadd,capture=huff", CHAIN, "d2-e3A"), "9/4b4/4w4/2b3b2/9 b",);
    assert_eq!(played("capture=huff", GIVING, "d4-e4").split(' ').nth(2), Some("vela:b4"));
}

#[test]
fn giving_and_taking_in_a_vela() {
    let may_not = [
        "in a Vela you may not capture before you are down to 5 pawns",
        "dans un Vela, vous ne pouvez pas prendre avant d’être réduit à 5 pions",
    ];
    says(typed("", GIVING, "d4-e4A"), may_not[0], may_not[1]);
    says(clicked("", GIVING, "d4 d3"), may_not[0], may_not[1]);
    let must = [
        "in a Vela you must choose a step that leaves your opponent a capture",
        "dans un Vela, vous devez choisir un pas qui laisse une prise à l’adversaire",
    ];
    says(typed("", GIVING, "d4-e3"), must[0], must[1]);
    says(
        typed("", &format!("{START} w vela:b17"), "d2-e3A-e4A"),
        "in a Vela, while pawns are given up, a capture is one step and takes one pawn",
        "dans un Vela, tant que des pions sont cédés, une prise se fait en un pas et n’enlève qu’un pion",
    );
}

#[test]
fn where_a_vela_begins_and_how_it_ends() {
    for (rules, white_won, black_won) in
        [("", "b vela:w17", "w vela:b17"), ("vela_first=winner", "w vela:w17", "b vela:b17")]
    {
        let game = open(rules);
        assert_eq!(game.sequel(Side::Light), Some(format!("{START} {white_won}")));
        assert_eq!(game.sequel(Side::Dark), Some(format!("{START} {black_won}")));
    }
    // One pawn a turn; with the last one the key goes, and who gave may capture.
    let last = "9/9/2bbw1b2/9/bbb6 w vela:b1";
    let ordinary = played("", last, "e3-f3A");
    assert_eq!(ordinary, "9/9/2bb1w3/9/bbb6 b");
    assert_eq!(played("", last, "e3-f3W"), "9/9/2b2wb2/9/bbb6 b");
    assert_eq!(played("", &ordinary, "d3-e3A"), "9/9/2b1b4/9/bbb6 w won:b");
}

#[test]
fn the_key_open_lives_until_its_player_has_moved() {
    let start = format!("{START} w open:wb");
    let once = played("", &start, "d2-e3A");
    assert!(once.ends_with(" b open:b"), "{once}");
    let reply = open("").any().turns(&once).expect("turns").remove(0).1;
    assert!(reply.ends_with(" w"), "{reply}");
    assert_eq!(open("first=black").start(), format!("{START} b open:wb"));
    // Even where it changes nothing, and though the turn is no capture.
    assert_eq!(played("", "8b/9/9/9/w8 w open:w", "a1-a2"), "8b/9/9/w8/9 b");
    assert_eq!(played("", "8b/9/9/9/w8 w open:b", "a1-a2"), "8b/9/9/w8/9 b open:b");
}

#[test]
fn reading_says_what_is_wrong() {
    let two = "9/9/4w4/9/4b4 w";
    for (rules, keys, complaint) in [
        ("", "open:bw", "`open:bw`: the players yet to make their first turn are written wb"),
        ("rules=schadd", "open:w", "the key `open` stands only under rules=sheet"),
        ("", "huff:e1", "the key `huff` stands only under capture=huff"),
        ("capture=huff", "huff:e3", "`huff:e3`: there is no pawn of Black on e3"),
        ("capture=huff", "huff:e1e1", "`huff:e1e1`: the points must stand in alphabetical order"),
        ("capture=huff", "huff:", "`huff:`: the value must be names of cells"),
        ("", "vela:b3", "`vela:b3`: the number must be the pawns of Black, here 1, minus 5"),
        ("", "vela:b4294967292", "`vela:b4294967292`: the number must be the pawns of Black"),
        ("", "vela:", "`vela:`: write the player who gives up pawns"),
        ("", "vela:b017", "`vela:b017`: write the player who gives up pawns"),
        ("", "won:w", "the board does not show the end that won:w says"),
        ("", "vela:b1 open:w", "the key `open` must stand before `vela`"),
    ] {
        let error = open(rules).any().check(&format!("{two} {keys}")).expect_err(keys).to_string();
        assert!(error.starts_with(complaint), "{keys}: {error}");
    }
    let vela =
        |keys| open("capture=huff").any().check(&format!("{START} w {keys}")).expect_err(keys);
    assert!(vela("open:w vela:b17").to_string().starts_with("the key `open` does not stand"));
    assert!(vela("huff:a5 vela:b17").to_string().starts_with("the key `huff` does not stand"));
    for (position, complaint) in [
        (format!("{} w", START.replace('1', "w")), "White has 23 pawns, at most 22 are possible"),
        ("9/9/9/9/9 w".into(), "both players would have lost on this board"),
    ] {
        assert_eq!(open("").any().check(&position).expect_err(complaint).to_string(), complaint);
    }
}

#[test]
fn the_end_is_read_from_the_board() {
    for (position, over) in [
        ("9/9/9/9/w8 b", "9/9/9/9/w8 b won:w"),
        ("9/9/9/bb7/wb7 w", "9/9/9/bb7/wb7 w won:b"),
        ("9/9/9/bb7/wb7 w won:b", "9/9/9/bb7/wb7 w won:b"),
        ("9/9/9/bb7/wb7 b", "9/9/9/bb7/wb7 b"),
        ("9/9/9/bb7/wb7 w open:wb", "9/9/9/bb7/wb7 w won:b"),
    ] {
        assert_eq!(open("").any().check(position).as_deref(), Ok(over));
    }
    // The example in the module's docs.
    assert_eq!(played("", "9/9/bb7/b8/wbb6 b", "b3-b2"), "9/9/b8/bb7/wbb6 w won:b");
    // A blocked player who may take off the pawn that blocks is not lost.
    assert_eq!(open("capture=huff").any().check(HUFF).as_deref(), Ok(HUFF));
    let blocked = HUFF.replace("a2b1c3", "c3");
    assert_eq!(
        open("capture=huff").any().check(&blocked).as_deref(),
        Ok("9/9/2b6/bb7/wb7 w won:b")
    );
}

#[test]
fn the_longest_chains_fit() {
    // Twenty-two steps take twenty-two pawns one by one.
    let position = "b1bbbb2b/1b1b2bw1/1bbb1bbb1/3b1b3/1bb1b1bb1 w";
    let turn = "h4-i4W-i3W-h2A-g2A-g1W-f1W-f2A-g3W-f3W-f4A-e4A-e3W-d4A-c4A-c5W-b5W-b4A-c3A-b3W\
                -b2A-a3W-a4A";
    assert_eq!(played("", position, turn), "9/w8/9/9/9 b won:w");
    let step = |i: u8| Step::numbered(i * 7 + 3);
    let longest = (0..22).fold(Turn::huffing(48).by(37), |turn, i| turn.then(step(i)));
    assert_eq!((longest.len(), longest.from(), longest.huffed()), (22, 37, Some(48)));
    assert!(longest.steps().eq((0..22).map(step)) && !longest.is_plain());
}

#[test]
fn ways_and_steps_are_numbered_consistently() {
    for way in Way::ALL {
        let (df, dr) = way.step();
        assert_eq!(way.is_diagonal(), df != 0 && dr != 0);
        assert_eq!(way.from(24), (24 + i32::from(df) + 10 * i32::from(dr)) as u32);
        assert_eq!(Way::between(24, way.from(24)), Some(way));
        let [ahead, behind] = Kind::BOTH.map(|kind| Step::new(way, kind));
        assert_eq!(ahead.nearest(24), way.from(way.from(24)));
        assert_eq!(way.from(behind.nearest(24)), 24);
        assert_eq!((ahead.other(), ahead.way(), behind.kind()), (behind, way, Kind::Withdrawal));
    }
}

#[test]
fn the_clock_is_for_the_time_when_pawns_are_taken() {
    let opened = open("");
    let to_go = |text: &str| opened.game.turns_to_go(&opened.read(text).expect(text));
    let crowded = to_go(&format!("{START} w"));
    let fewer = to_go("bb5bb/bb5bb/1w1w3bw/ww3b1ww/7ww w");
    assert!(0 < fewer && fewer < crowded && crowded < to_go("bbb6/9/9/9/ww7 w"));
}

#[test]
fn positions_that_differ_in_anything_have_different_keys() {
    let opened = open("capture=huff");
    let texts = [
        HUFF,
        "9/9/2b6/bb7/wb7 w huff:a2b1",
        "9/9/2b6/bb7/wb7 b",
        "9/9/2b6/bb7/wb7 b open:b",
        "9/9/2b6/bb7/wb7 b open:wb",
        "9/9/2b6/bb7/wb7 w won:b",
        "9/9/9/bb7/wb7 b",
        GIVING,
        &GIVING.replace(" vela:b4", ""),
        &format!("{START} w"),
        &format!("{START} w open:wb"),
        &format!("{START} b"),
    ];
    let keys = texts.map(|text| key(&opened.read(text).expect(text)));
    assert_eq!(HashSet::from(keys).len(), texts.len());
}
