//! Every game passes the checks of `damier_core::conformance`: all along random games, under its
//! default options and under each other value of each option, and at random positions that no
//! game may ever reach, under each combination of options.

mod anywhere;

use std::collections::BTreeSet;

use anywhere::{Source, combinations};
use damier_core::Side;
use damier_core::any::Opened;
use damier_core::conformance::{check, check_large, check_random_game};
use damier_core::game::{Complete, Outcome};
use damier_core::perft::random_game;
use damier_core::random::Random;
use damier_core::view::TONES;
use damier_games::Visitor;

/// The default rules, then one option changed at a time.
fn variants(id: &str) -> Vec<String> {
    let game = damier_games::open(id, "").expect(id);
    let mut all = vec![String::new()];
    for spec in game.option_specs() {
        all.extend(spec.values[1..].iter().map(|(value, _)| format!("{}={value}", spec.name)));
    }
    all
}

/// Random games from the start, from the middle of random games, and from the rematch's start.
struct Games(u64);

impl Visitor for Games {
    type Output = ();

    fn visit<G: Complete>(self, opened: Opened<G>) {
        let (game, mut random) = (opened.game, Random::new(self.0));
        let mut starts = vec![game.start()];
        starts.extend(Side::BOTH.into_iter().filter_map(|winner| game.sequel(winner)));
        for depth in [8, 20, 40] {
            let (_, position) =
                random_game(&game, game.start(), depth, &mut random, &mut Vec::new());
            starts.push(position);
        }
        for start in starts {
            for _ in 0..2 {
                if let Err(complaint) = check_random_game(&game, start, 60, &mut random) {
                    panic!("{}: {complaint}", G::ID);
                }
            }
        }
    }
}

#[test]
fn every_game_and_option_conforms() {
    for id in damier_games::IDS {
        for (i, rules) in variants(id).iter().enumerate() {
            damier_games::visit(id, rules, Games(i as u64)).expect(id);
        }
    }
}

#[test]
fn every_board_has_colours_that_are_known() {
    for id in damier_games::IDS {
        let view = damier_games::open(id, "").expect(id).view();
        for region in &view.regions {
            assert!(TONES.contains(&region.tone), "{id}: {} is not in {TONES:?}", region.tone);
        }
    }
}

/// Random positions from anywhere.
struct Anywhere(u64);

impl Visitor for Anywhere {
    type Output = ();

    fn visit<G: Complete>(self, opened: Opened<G>) {
        let (source, mut random) = (Source::new(&opened), Random::new(self.0));
        for _ in 0..30 {
            let position = opened.read(&source.draw(&mut random)).expect("it was drawn by reading");
            if let Err(complaint) = check(&opened.game, &position) {
                panic!("{}: {complaint}", G::ID);
            }
        }
    }
}

#[test]
fn every_readable_position_conforms() {
    for id in damier_games::IDS {
        for (i, rules) in combinations(id).iter().enumerate() {
            damier_games::visit(id, rules, Anywhere(i as u64)).expect(id);
        }
    }
}

/// What is drawn at random has every key that a game knows: otherwise the checks above would not
/// have seen it.
#[test]
fn positions_with_every_key_are_drawn() {
    for id in damier_games::IDS {
        let mut seen = BTreeSet::new();
        for (i, rules) in combinations(id).iter().enumerate() {
            let game = damier_games::open(id, rules).expect(id);
            let (source, mut random) = (Source::new(&*game), Random::new(i as u64));
            let drawn: Vec<String> = (0..300).map(|_| source.draw(&mut random)).collect();
            let has = |key: &&str| drawn.iter().any(|text| text.contains(&format!(" {key}:")));
            seen.extend(game.keys().iter().copied().filter(has));
        }
        let keys = damier_games::open(id, "").expect(id).keys();
        let missing: Vec<_> = keys.iter().filter(|key| !seen.contains(*key)).collect();
        assert!(missing.is_empty(), "{id}: say in tests/anywhere what {missing:?} look like");
    }
}

/// Positions with very many turns, found by climbing from random ones.
const LARGE: [(&str, &str, &str); 5] = [
    ("fanorona", "rules=schadd", "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w"),
    ("fanorona", "rules=schadd", "wwwww1wwb/w3w2ww/1b3w2w/bwww1ww2/w1b1w2ww b"),
    ("fanorona", "", "w1bwbbb1b/1b2b2b1/b2b1bb1b/b1bb1b2b/bb2bw1bw w"),
    (
        "fanorona",
        "rules=schadd,capture=huff",
        "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w huff:a1b3e3",
    ),
    ("fraha", "", "3w1/2b1w/1b1w1/1bb2/3w1 b"),
];

/// Entry at a position with very many turns.
struct Large(&'static str);

impl Visitor for Large {
    type Output = ();

    fn visit<G: Complete>(self, opened: Opened<G>) {
        let position = opened.read(self.0).expect(self.0);
        if let Err(complaint) = check_large(&opened.game, &position, 60) {
            panic!("{}: {complaint}", G::ID);
        }
    }
}

#[test]
fn positions_of_very_many_turns_are_entered_like_others() {
    for (id, rules, position) in LARGE {
        damier_games::visit(id, rules, Large(position)).expect(id);
    }
}

/// The most turns that a position of a game can have, where its entry goes through all of them.
const FEW: [(&str, usize); 3] = [("kono", 32), ("achef", 32), ("rooya", 87)];

#[test]
fn games_that_list_their_turns_have_few() {
    for (id, most) in FEW {
        for rules in combinations(id) {
            let game = damier_games::open(id, &rules).expect(id);
            let (source, mut random) = (Source::new(&*game), Random::new(1));
            for _ in 0..300 {
                let position = source.draw(&mut random);
                let turns = game.turns(&position).expect(&position).len();
                assert!(turns <= most, "{id} [{rules}]: {turns} turns at `{position}`");
            }
        }
    }
}

/// Random games end, in more than one way: the checks above saw finished positions too.
struct Ends;

impl Visitor for Ends {
    type Output = [u32; 3];

    fn visit<G: Complete>(self, opened: Opened<G>) -> [u32; 3] {
        let (game, mut random, mut seen) = (opened.game, Random::new(1), [0; 3]);
        for _ in 0..200 {
            let (_, end) = random_game(&game, game.start(), 3000, &mut random, &mut Vec::new());
            match game.outcome(&end) {
                Some(Outcome::Won(side)) => seen[side.index()] += 1,
                _ => seen[2] += 1,
            }
        }
        seen
    }
}

#[test]
fn random_games_are_won_by_both() {
    for id in damier_games::IDS {
        let [light, dark, rest] = damier_games::visit(id, "", Ends).expect(id);
        assert!(light > 0 && dark > 0 && rest < 20, "{id}: {light} {dark} {rest}");
    }
}
