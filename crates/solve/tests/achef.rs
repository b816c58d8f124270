//! Achef's endgames, solved: the numbering agrees with the rules, the values with the vectors, and
//! the tables with themselves, with `ko` and `nc` as the rules have them.

use std::collections::HashMap;

use damier_core::any::{Opened, position_text, read_position};
use damier_core::index::{Index, Slot};
use damier_core::random::Random;
use damier_core::value::Oracle;
use damier_core::{Game, Symmetric};
use damier_games::achef::{Achef, AchefIndex, Position};
use damier_solve::build::header;
use damier_solve::dense::bound::SolvedWithKeys;
use damier_solve::job::Job;
use damier_solve::progress::Silent;
use damier_solve::verify::{Extent, Lie, verify};
use damier_tables::oracle::{BOUND, LOST};
use damier_tables::{Table, Tables, file};

const RULES: [&str; 2] = ["", "ko=none"];

fn index(rules: &str) -> AchefIndex {
    AchefIndex::new(Opened::new(rules).expect(rules).game).expect("solvable")
}

/// The sets of a table: lost boards, and boards lost because of a key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sets {
    lost: Vec<(u64, u16)>,
    bound: Vec<(u64, u16)>,
}

/// Solves the first tiers.
fn solve(index: &AchefIndex, tiers: usize) -> Vec<Sets> {
    let mut solved = SolvedWithKeys::default();
    (0..tiers).for_each(|tier| solved.solve_tier(&Job::new(index, tier, &Silent)));
    let sets = |tier: usize| Sets {
        lost: solved.lost(tier).collect(),
        bound: solved.bound::<AchefIndex>(tier).collect(),
    };
    (0..tiers).map(sets).collect()
}

fn tables(rules: &str, all: &[Sets]) -> Tables<AchefIndex> {
    let mut tables = Tables::new(index(rules));
    for (tier, sets) in all.iter().enumerate() {
        let header = header(tables.index(), tier);
        let lost = file::set(sets.lost.iter().copied(), header.slots);
        let keys = u64::from(AchefIndex::KEYS);
        let bound = file::set(sets.bound.iter().copied(), header.slots * keys);
        let bytes = file::write(&header, &[(LOST, lost), (BOUND, bound)]);
        tables.add(Table::from_bytes("a table", bytes).expect("well formed")).expect("it fits");
    }
    tables
}

/// How many vectors the tables answer; each must be right.
fn agrees_with_vectors(tables: &Tables<AchefIndex>) -> usize {
    let text = include_str!("../../../tests/vectors/achef.values");
    let known = text.lines().filter(|line| {
        let (position, expected) = line.split_once(" ; ").expect("a value");
        let read = read_position(tables.index().game(), position).expect(position);
        let found = tables.value(&read);
        assert!(found.is_none_or(|value| value.to_string() == expected), "`{line}`: {found:?}");
        found.is_some()
    });
    known.count()
}

/// A few positions of every tier, those on symmetric boards more often than they come.
fn some_positions(index: &AchefIndex, visit: impl Fn(Slot, &Position)) {
    let mut random = Random::new(17);
    for round in 0..20_000 {
        let tier = round % index.tiers().len();
        let number = random.below(index.tiers()[tier].slots() as usize) as u64;
        let slot = Slot { tier, number };
        let symmetric = |position: &Position| index.weight(position) < 8;
        if let Some(position) = index.unrank(slot).filter(|p| round < 4000 || symmetric(p)) {
            visit(slot, &position);
        }
    }
}

fn variants(index: &AchefIndex, position: &Position) -> Vec<Position> {
    let mut all = Vec::new();
    index.variants(position, &mut |variant| all.push(variant));
    all
}

fn without_keys(game: &Achef, position: &Position) -> Position {
    Position::moving(position.pawns(), game.to_move(position))
}

#[test]
fn numbers_and_keys_are_the_same_for_mirror_images() {
    let index = index("");
    let game = *index.game();
    some_positions(&index, |slot, position| {
        let about = position_text(&game, position);
        assert_eq!(index.rank(position), Some(slot), "{about}");
        assert_eq!(index.rank_bound(position), Some((slot, 0)), "{about}");
        let images = || (0..Achef::SYMMETRIES).map(|s| game.map_position(s, position));
        assert!(images().all(|image| index.rank(&image) == Some(slot)), "{about}");
        let mut seen = HashMap::new();
        for variant in variants(&index, position) {
            let about = position_text(&game, &variant);
            assert_eq!(read_position(&game, &about).as_ref(), Ok(&variant), "{about}");
            let (same, key) = index.rank_bound(&variant).expect("a number");
            assert_eq!((same, index.rank(&variant)), (slot, Some(slot)), "{about}");
            let images = (0..Achef::SYMMETRIES).map(|s| game.map_position(s, &variant));
            let mirrored = images.clone().any(|image| {
                (image.pawns(), image.ko() == variant.ko()) == (variant.pawns(), false)
            });
            // Unranking gives the position itself, so its keys are their own images.
            assert_eq!(key, if mirrored { 0 } else { index.key(&variant) }, "{about}");
            for image in images {
                assert_eq!(index.rank_bound(&image), Some((slot, key)), "{about}");
            }
            if let Some(other) = seen.insert(AchefIndex::bound_number(slot.number, key), variant) {
                assert_eq!(key, 0, "{about} and {other:?}");
            }
        }
    });
}

#[test]
fn positions_with_other_keys_have_no_number() {
    let index = index("");
    let rank = |text| index.rank(&read_position(index.game(), text).expect(text));
    assert_eq!(rank("5/5/5/5/5 b hand:w8b8"), None);
    assert!(rank("5/2w2/5/1b3/ww1bb b").is_some());
    assert_eq!(rank("5/2w2/5/1b3/ww1bb b nc:c4"), None);
    assert_eq!(rank("wwwww/5/5/5/bbbbb b"), None, "too many pawns");
}

#[test]
fn turns_back_are_turns_forward_the_other_way() {
    for rules in RULES {
        let index = index(rules);
        let game = *index.game();
        some_positions(&index, |slot, position| {
            let about = position_text(&game, position);
            let mut back = Vec::new();
            index.predecessors(position, &mut |before| {
                let turns = game.all_turns(&without_keys(&game, &before)).into_iter();
                let mut after = turns.map(|turn| game.play(&without_keys(&game, &before), turn));
                let leads = |after: Position| {
                    after.pawns() == position.pawns() && after.ko() == before.ko()
                };
                assert!(after.any(leads), "{before:?} {about}");
                let (to, key) = index.rank_bound(&before).expect("a number");
                assert_eq!(to.tier, slot.tier, "{about}");
                back.push((to.number, key, index.key(&before)));
            });
            let mut numbers = Vec::new();
            index.bound_predecessors(position, &mut |n, key, left| numbers.push((n, key, left)));
            assert_eq!(numbers, back, "{about}");
            let mut stays = 0;
            for turn in game.all_turns(position) {
                let after = game.play(position, turn);
                if index.rank(&after).is_none_or(|to| to.tier != slot.tier) {
                    continue;
                }
                stays += 1;
                let mut found = false;
                index.predecessors(&without_keys(&game, &after), &mut |before| {
                    found |= without_keys(&game, &before) == *position && before.ko() == after.ko();
                });
                assert!(found, "{about} {turn:?}");
                assert_eq!(index.key(&after) != 0, after.ko() != 0, "{about}");
            }
            assert_eq!(index.stays(position), stays, "{about}");
            let mut exits = 0;
            assert_eq!(index.exits(position, &mut |_| exits += 1), stays > 0, "{about}");
            assert_eq!(exits + stays as usize, game.all_turns(position).len(), "{about}");
            // What the solver needs, and the module's documentation proves.
            assert!(variants(&index, position).is_empty() || stays > 1, "{about}");
        });
    }
}

#[test]
fn six_and_seven_pawns_are_solved() {
    for rules in RULES {
        let all = solve(&index(rules), 2);
        let tables = tables(rules, &all);
        if rules.is_empty() {
            assert_eq!(agrees_with_vectors(&tables), 152);
        }
        assert_eq!(all.iter().all(|sets| sets.bound.is_empty()), !rules.is_empty());
        // Positions with a key come on top of those without.
        let checked = verify(&tables, 0, Extent::All, &Silent).expect("no contradiction");
        assert_eq!(checked, if rules.is_empty() { 763_334 } else { 443_850 });
    }
}

#[test]
#[ignore = "checks all 8 million positions of seven pawns, with and without keys: minutes"]
fn seven_pawns_agree_with_themselves() {
    for rules in RULES {
        let tables = tables(rules, &solve(&index(rules), 2));
        let checked = verify(&tables, 1, Extent::All, &Silent).expect("no contradiction");
        assert_eq!(checked, if rules.is_empty() { 8_254_014 } else { 4_211_390 });
    }
}

#[test]
#[ignore = "solves up to nine pawns: minutes, and a gigabyte of memory"]
fn nine_pawns_agree_with_the_vectors() {
    let all = solve(&index(""), 4);
    let lost: Vec<usize> = all.iter().map(|sets| sets.lost.len()).collect();
    assert_eq!(lost, [152_881, 1_424_055, 8_193_727, 33_668_593]);
    let bound: Vec<usize> = all.iter().map(|sets| sets.bound.len()).collect();
    assert_eq!(bound, [22_553, 205_137, 1_191_135, 4_953_610]);
    assert_eq!(agrees_with_vectors(&tables("", &all)), 432);
}

#[test]
fn one_wrong_value_is_noticed() {
    let good = solve(&index(""), 1).remove(0);
    let check = |sets: Sets| verify(&tables("", &[sets]), 0, Extent::All, &Silent);
    let lie = |change: &dyn Fn(&mut Sets)| -> Lie {
        let mut sets = good.clone();
        change(&mut sets);
        assert_ne!(sets, good);
        check(sets).expect_err("a lie")
    };
    let (lost, bound) = (good.lost.len() / 2, good.bound.len() / 2);
    let lies = [
        lie(&|sets| {
            sets.lost.remove(lost);
        }),
        lie(&|sets| sets.lost[lost].1 += 2),
        lie(&|sets| {
            sets.bound.remove(bound);
        }),
        lie(&|sets| sets.bound[bound].1 += 2),
        lie(&|sets| {
            let wrong = (harmless_key(&good), 4);
            let place = sets.bound.partition_point(|known| *known < wrong);
            sets.bound.insert(place, wrong);
        }),
    ];
    for lie in lies {
        assert!(lie.to_string().contains("the table says"), "{lie}");
    }
}

/// The number of some key on some board of six pawns for which nothing is noted.
fn harmless_key(sets: &Sets) -> u64 {
    let index = index("");
    let noted = |set: &[(u64, u16)], n: u64| set.binary_search_by_key(&n, |(n, _)| *n).is_ok();
    let boards = (0..index.tiers()[0].slots()).filter(|number| !noted(&sets.lost, *number));
    let positions = boards.filter_map(|number| index.unrank(Slot { tier: 0, number }));
    let mut keys =
        positions.flat_map(|position| variants(&index, &position)).filter_map(|variant| {
            let (slot, key) = index.rank_bound(&variant)?;
            AchefIndex::bound_number(slot.number, key)
        });
    keys.find(|key| !noted(&sets.bound, *key)).expect("some key changes nothing")
}
