//! Achef's endgames, solved: the numbering agrees with the rules, the values with the vectors, and
//! the tables with themselves, with `ko` and `nc` as the rules have them.

use std::collections::HashMap;

use damier_core::any::{Opened, position_text, read_position};
use damier_core::random::Random;
use damier_core::value::Oracle;
use damier_core::{Game, Symmetric};
use damier_games::achef::{Achef, AchefIndex, Position, Turn};
use damier_index::{Index, Keyed, Slot};
use damier_solve::build::header;
use damier_solve::keyed::{self, KeyedValues};
use damier_solve::progress::Silent;
use damier_solve::tier_job::TierJob;
use damier_solve::verify::{Contradiction, Extent, verify, verify_number};
use damier_tables::oracle::{KEYED_LOST, LOST};
use damier_tables::{Table, Tables, file};

const RULES: [&str; 2] = ["", "ko=none"];

fn index(rules: &str) -> AchefIndex {
    AchefIndex::new(Opened::new(rules).expect(rules).game).expect("solvable")
}

/// The sets of a table: lost boards, and boards lost because of a key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sets {
    lost: Vec<(u64, u16)>,
    keyed: Vec<(u64, u16)>,
}

/// Solves the first tiers.
fn solve(index: &AchefIndex, tiers: usize) -> Vec<Sets> {
    let mut solved = KeyedValues::default();
    for tier in 0..tiers {
        keyed::solve_tier(&TierJob::new(index, tier, &Silent), &mut solved).expect("room");
    }
    let sets = |tier: usize| Sets {
        lost: solved.lost(tier).collect(),
        keyed: solved.keyed_lost::<AchefIndex>(tier).collect(),
    };
    (0..tiers).map(sets).collect()
}

fn tables(rules: &str, all: &[Sets]) -> Tables<AchefIndex> {
    let mut tables = Tables::new(index(rules));
    for (tier, sets) in all.iter().enumerate() {
        let header = header(tables.index(), tier);
        let lost = file::set(sets.lost.iter().copied(), header.slots);
        let keys = u64::from(AchefIndex::KEYS);
        let keyed = file::set(sets.keyed.iter().copied(), header.slots * keys);
        let bytes = file::write(&header, &[(LOST, lost), (KEYED_LOST, keyed)]);
        tables.add(Table::from_bytes("a table", bytes).expect("well formed")).expect("it fits");
    }
    tables
}

/// How many vectors the tables at hand must answer; each must be right.
fn agrees_with_vectors(tables: &Tables<AchefIndex>) -> usize {
    let text = include_str!("../../../tests/vectors/achef.values");
    let known = text.lines().filter(|line| {
        let (position, expected) = line.split_once(" ; ").expect("a value");
        let read = read_position(tables.index().game(), position).expect(position);
        let needed = tables.needed(&read);
        let known = needed.is_some_and(|last| (0..=last).all(|tier| tables.tier(tier).is_some()));
        let found = tables.value(&read).map(|value| value.to_string());
        assert_eq!(found.as_deref(), known.then_some(expected), "`{line}`");
        known
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

#[test]
fn numbers_and_keys_are_the_same_for_mirror_images() {
    let index = index("");
    let game = *index.game();
    some_positions(&index, |slot, position| {
        let about = position_text(&game, position);
        assert_eq!(index.rank(position), Some(slot), "{about}");
        assert_eq!(index.rank_keyed(position), Some((slot, 0)), "{about}");
        let images = || (0..Achef::SYMMETRIES).map(|s| game.map_position(s, position));
        assert!(images().all(|image| index.rank(&image) == Some(slot)), "{about}");
        let mut seen = HashMap::new();
        for variant in variants(&index, position) {
            let about = position_text(&game, &variant);
            assert_eq!(read_position(&game, &about).as_ref(), Ok(&variant), "{about}");
            let (same, key) = index.rank_keyed(&variant).expect("a number");
            assert_eq!((same, index.rank(&variant)), (slot, Some(slot)), "{about}");
            let images = (0..Achef::SYMMETRIES).map(|s| game.map_position(s, &variant));
            let mirrored = images.clone().any(|image| {
                (image.pawns(), image.ko() == variant.ko()) == (variant.pawns(), false)
            });
            // Unranking gives the position itself, so its keys are their own images.
            assert_eq!(key, if mirrored { 0 } else { index.key(&variant) }, "{about}");
            for image in images {
                assert_eq!(index.rank_keyed(&image), Some((slot, key)), "{about}");
            }
            if let Some(other) = seen.insert(AchefIndex::keyed_number(slot.number, key), variant) {
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

/// The positions from which a turn inside the group leads to this one, each with the key that forbids
/// the turn, and with the turn. Found by trying every step and every swap of the opponent's.
fn before(index: &AchefIndex, position: &Position) -> Vec<(Position, Turn)> {
    let (game, mut all) = (index.game(), Vec::new());
    let mover = game.to_move(position).other();
    let pawns = position.pawns();
    let (own, enemy) = (pawns[1 - mover.index()], pawns[mover.index()]);
    for to in (0..25).filter(|to| enemy >> to & 1 == 1) {
        let near = damier_games::five::NEIGHBOURS[to as usize] & !enemy;
        for from in (0..25).filter(|from| near >> from & 1 == 1) {
            let both = 1 << to | 1 << from;
            let own = if own >> from & 1 == 1 { own ^ both } else { own };
            let mut pawns = [own; 2];
            pawns[mover.index()] = enemy ^ both;
            let plain = Position::moving(pawns, mover);
            let leads = |turn: &Turn| game.play(&plain, *turn).pawns() == position.pawns();
            for turn in game.all_turns(&plain).into_iter().filter(leads) {
                let ko = game.play(&plain, turn).ko();
                let keyed = variants(index, &plain).into_iter().find(|variant| variant.ko() == ko);
                all.push((if ko == 0 { plain } else { keyed.expect("the key is possible") }, turn));
            }
        }
    }
    all
}

#[test]
fn turns_back_are_turns_forward_the_other_way() {
    for rules in RULES {
        let index = index(rules);
        let game = *index.game();
        some_positions(&index, |slot, position| {
            let about = position_text(&game, position);
            let mut back: Vec<_> = (before(&index, position).iter())
                .map(|(before, _)| {
                    let (to, key) = index.rank_keyed(before).expect("a number");
                    assert_eq!(to.tier, slot.tier, "{about}");
                    (to.number, key, index.key(before))
                })
                .collect();
            let mut numbers = Vec::new();
            index.keyed_predecessors(position, &mut |n, key, left| numbers.push((n, key, left)));
            back.sort_unstable();
            numbers.sort_unstable();
            assert_eq!(numbers, back, "{about}");
            let mut stays = 0;
            for turn in game.all_turns(position) {
                let after = game.play(position, turn);
                if index.rank(&after).is_none_or(|to| to.tier != slot.tier) {
                    continue;
                }
                stays += 1;
                assert_eq!(index.key(&after) != 0, after.ko() != 0, "{about}");
            }
            assert_eq!(index.stays(position), stays, "{about}");
            let mut exits = 0;
            index.exits(position, &mut |turn| {
                exits += 1;
                let after = game.play(position, turn);
                assert_ne!(index.rank(&after).map(|to| to.tier), Some(slot.tier), "{about}");
            });
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
        assert_eq!(all.iter().all(|sets| sets.keyed.is_empty()), !rules.is_empty());
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
    let bound: Vec<usize> = all.iter().map(|sets| sets.keyed.len()).collect();
    assert_eq!(bound, [22_553, 205_137, 1_191_135, 4_953_610]);
    assert_eq!(agrees_with_vectors(&tables("", &all)), 432);
}

#[test]
fn one_wrong_value_is_noticed() {
    let good = solve(&index(""), 1).remove(0);
    let (lost, keyed) = (good.lost[good.lost.len() / 2], good.keyed[good.keyed.len() / 2]);
    let harmless = (harmless_key(&good), 4);
    let remove = |set: &mut Vec<(u64, u16)>, item| set.retain(|other| *other != item);
    let lengthen = |set: &mut Vec<(u64, u16)>, item| {
        set.iter_mut().filter(|other| **other == item).for_each(|item| item.1 += 2);
    };
    // What is changed, and what the table then says that is not so.
    let board = |(number, turns): (u64, u16)| (number, None, turns);
    let key = |(keyed, turns): (u64, u16)| {
        let (number, key) = AchefIndex::split_keyed(keyed);
        (number, Some(key), turns)
    };
    let own = |number| good.lost.iter().find(|lost| lost.0 == number).map(|lost| lost.1);
    type Change<'a> = &'a dyn Fn(&mut Sets);
    /// Number, key and turns.
    type Planted = (u64, Option<u8>, u16);
    let changes: [(Change<'_>, Planted, Option<u16>); 5] = [
        (&|sets| remove(&mut sets.lost, lost), board(lost), None),
        (&|sets| lengthen(&mut sets.lost, lost), board(lost), Some(lost.1 + 2)),
        // Without it the board's own loss counts, if it has one.
        (&|sets| remove(&mut sets.keyed, keyed), key(keyed), own(key(keyed).0)),
        (&|sets| lengthen(&mut sets.keyed, keyed), key(keyed), Some(keyed.1 + 2)),
        (&|sets| sets.keyed.push(harmless), key(harmless), Some(harmless.1)),
    ];
    for (change, (number, key, turns), says) in changes {
        let mut sets = good.clone();
        change(&mut sets);
        sets.keyed.sort_unstable();
        assert_ne!(sets, good);
        let tables = tables("", &[sets]);
        let slot = Slot { tier: 0, number };
        let Contradiction { position, says: said, found } =
            verify_number(&tables, slot).expect_err("a contradiction");
        assert_eq!(said, says, "{position}");
        let read = read_position(tables.index().game(), &position).expect("a position");
        assert_eq!(tables.index().rank(&read), Some(slot), "{position}");
        match key {
            None => assert_eq!((found, read.ko()), (Some(turns), 0), "{position}"),
            Some(key) => {
                assert_eq!(tables.index().rank_keyed(&read), Some((slot, key)), "{position}");
                assert_ne!(found, says, "{position}");
            }
        }
        assert!(verify(&tables, 0, Extent::All, &Silent).is_err(), "{position}");
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
            let (slot, key) = index.rank_keyed(&variant)?;
            AchefIndex::keyed_number(slot.number, key)
        });
    keys.find(|key| !noted(&sets.keyed, *key)).expect("some key changes nothing")
}
