//! Why each game ends, in its own words and with the cells that show it: every way to end of every
//! game, and that no game of any option ends without a reason.

use std::ops::ControlFlow;

use damier_core::any::Opened;
use damier_core::perft::random_game;
use damier_core::play::{Ending, Termination};
use damier_core::random::Random;
use damier_core::reason::Reason;
use damier_core::{Lang, Outcome, Playable};
use damier_games::{GameVisitor, IDS, open, visit_game};

/// The game, its options, where it stands, the last turn, and what is said about the end.
type End = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const ENDS: &[End] = &[
    (
        "fraha",
        "",
        "5/1b1b1/5/1b1b1/www1w w",
        "e1-d1",
        "four in a row along an edge: a1–d1",
        "a1 b1 c1 d1",
    ),
    (
        "fraha",
        "teleport=one",
        "w4/1b1b1/w4/wb1b1/w4 w",
        "a5-a4",
        "four in a row along an edge: a1–a4",
        "a1 a2 a3 a4",
    ),
    (
        "fraha",
        "line=bent",
        "5/1b3/1w1b1/w1b2/ww2b w",
        "b3-a3",
        "four in a row around a corner",
        "a1 a2 a3 b1",
    ),
    (
        "fraha",
        "first=black",
        "w3w/3b1/5/1bbb1/w3w b",
        "d4-c4",
        "three pawns on one side of the inner track and the fourth opposite",
        "b2 c2 c4 d2",
    ),
    ("achef", "", "3b1/w1ww1/3b1/3b1/w4 w", "d4xd5", "Black has only 2 pawns left", "d2 d3"),
    ("achef", "ko=none", "3w1/b1bb1/3w1/3w1/b4 b", "d4xd5", "White has only 2 pawns left", "d2 d3"),
    (
        "rooya",
        "",
        "bbbb1/w3b/1bwww/1b1bw/w1w1w b",
        "e4-e5",
        "five in a row: a5–e5",
        "a5 b5 c5 d5 e5",
    ),
    (
        "rooya",
        "",
        "wbbbb/b2bw/3w1/1w1bw/ww1wb w",
        "a5=a4",
        "five in a row: a5–e5",
        "a5 b5 c5 d5 e5",
    ),
    (
        "rooya",
        "replay_swap=no",
        "1bb2/w1bww/b1bwb/2bww/wb1w1 b",
        "b1-c1",
        "five in a row: c1–c5",
        "c1 c2 c3 c4 c5",
    ),
    (
        "rooya",
        "both=mover",
        "4w/wwbbw/1wbb1/bwbbb/1w1w1 w",
        "cw",
        "five in a row: a4–e4",
        "a4 b4 c4 d4 e4",
    ),
    (
        "rooya",
        "both=draw",
        "4w/wwbbw/1wbb1/bwbbb/1w1w1 w",
        "cw",
        "both have five in a row",
        "a2 a4 b2 b4 c2 c4 d2 d4 e2 e4",
    ),
    (
        "rooya",
        "both=draw",
        "wwwww/b3b/w3b/b3w/wbbbb b",
        "a2=a1",
        "five in a row: a1–e1",
        "a1 b1 c1 d1 e1",
    ),
    ("fanorona", "", "9/9/9/9/w1b6 w", "a1-b1A", "Black has no pawn left", ""),
    ("fanorona", "", "9/9/ww7/w8/bww6 w", "b3-b2", "Black has no legal turn", "a1"),
    ("fanorona", "capture=huff", "9/4w4/9/4b4/9 b huff:e4", "*e4", "White has no pawn left", ""),
    ("fanorona", "rules=schadd", "7b1/9/2b3b2/9/8w b", "g3-h2A", "White has no pawn left", ""),
    ("kono", "", "4/r3/y3/y2r y", "a1xa3", "Red has only one pawn left", "d1"),
    ("kono", "capture=mandatory", "4/r3/y3/y2r y", "a1xa3", "Red has only one pawn left", "d1"),
    ("kono", "", "r2r/4/yrr1/ryr1 r", "a4-a3", "Yellow has no legal turn", "a2 b1"),
];

fn cells(reason: &Reason) -> String {
    reason.cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_end_is_explained() {
    for &(id, rules, start, turn, says, shown) in ENDS {
        let game = open(id, rules).unwrap();
        let mut play = game.begin(Some(start)).unwrap_or_else(|why| panic!("{id} {start}: {why}"));
        assert_eq!(play.reason(), None, "{id} {start}");
        play.play(turn).unwrap_or_else(|why| panic!("{id} {start} {turn}: {why}"));
        let reason = play.reason().unwrap_or_else(|| panic!("{id} {start} {turn} ends nothing"));
        let said = (reason.words.text(Lang::En), cells(&reason));
        assert_eq!(said, (says.to_owned(), shown.to_owned()), "{id} {rules} {start} {turn}");
    }
}

#[test]
fn what_the_players_end_is_explained_without_cells() {
    for id in IDS {
        let mut play = open(id, "").unwrap().begin(None).unwrap();
        let outcome = Outcome::Drawn;
        play.end(Ending { outcome, how: Termination::Agreement }).unwrap();
        let reason = play.reason().unwrap();
        assert_eq!((reason.words.text(Lang::En).as_str(), reason.cells.len()), ("draw agreed", 0));
    }
}

/// Random games to their end.
struct Ends(u64);

impl GameVisitor for Ends {
    type Output = usize;

    fn visit<G: Playable>(self, opened: Opened<G>) -> usize {
        let (game, mut random, mut over) = (opened.game, Random::new(self.0), 0);
        for depth in 0..60 {
            let (_, end) =
                random_game(&game, game.start(), 10 * depth, &mut random, &mut Vec::new());
            let reason = game.reason(&end);
            assert_eq!(reason.is_some(), game.outcome(&end).is_some(), "{} {end:?}", G::ID);
            let Some(reason) = reason else { continue };
            over += 1;
            assert!(!Lang::ALL.map(|lang| reason.words.text(lang)).contains(&String::new()));
            assert!(reason.cells.iter().all(|cell| G::LAYOUT.bit(*cell).is_some()));
            assert!(game.each_turn(&end, &mut |_| ControlFlow::Break(())).is_continue());
        }
        over
    }
}

#[test]
fn no_game_ends_without_a_reason() {
    for id in IDS {
        let game = open(id, "").unwrap();
        let options = game.option_specs().iter().flat_map(|spec| {
            spec.values.iter().map(move |(value, _)| format!("{}={value}", spec.name))
        });
        let ended: usize = options.map(|rules| visit_game(id, &rules, Ends(7)).unwrap()).sum();
        assert!(ended > 0, "no random game of {id} came to its end");
    }
}
