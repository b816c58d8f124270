//! The numbering compared with plain counting.

use std::collections::HashSet;

use damier_core::bits::Layout;
use damier_core::random::Random;
use damier_core::{Cell, symmetry};

use super::packing::{deposit_by_table, extract_by_table};
use super::ranking::sets;
use super::*;

fn symmetries(files: u8, ranks: u8, count: usize) -> Symmetries {
    let layout = Layout { files, ranks, stride: files };
    let cells = u32::from(files) * u32::from(ranks);
    Symmetries::new(cells, count, |s, bit| {
        let cell: Cell = symmetry::map_cell(layout, s, layout.cell(bit));
        layout.bit(cell).expect("on the board")
    })
}

#[test]
fn extract_and_deposit_undo_each_other() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let (mask, set) = (random.bits(), random.bits());
        let small = extract(set, mask);
        assert_eq!(deposit(small, mask), set & mask);
        assert_eq!(small.count_ones(), (set & mask).count_ones());
        assert_eq!(extract_by_table(set, mask), small);
        assert_eq!(deposit_by_table(small, mask), set & mask);
    }
}

#[test]
fn ranks_count_up_in_binary_order() {
    for (cells, size) in [(16, 8), (25, 3), (45, 4)] {
        let ranker = Ranker::new(cells, size);
        let mut last = None;
        let mut all = sets(cells, size);
        for rank in 0..binomial(cells.into(), size.into()) {
            let set = ranker.unrank(size, rank);
            assert_eq!(ranker.rank(set), rank);
            assert_eq!(all.next(), Some(set));
            assert!(last < Some(set), "{set:b} after {last:?}");
            last = Some(set);
        }
        assert_eq!(all.next(), None);
    }
    assert!(sets(5, 0).eq([0]));
}

#[test]
fn orbits_are_counted_without_listing_them() {
    for (files, ranks, count, most) in [(4, 4, 8, 8), (5, 5, 8, 6), (9, 5, 4, 5)] {
        let symmetries = symmetries(files, ranks, count);
        let ranker = Ranker::new(symmetries.cells(), most);
        for size in 0..=most {
            let listed = Orbits::new(&ranker, &symmetries.set_maps(), size).count() as u64;
            assert_eq!(symmetries.orbits(size), listed, "{size} of {files}×{ranks}");
        }
    }
    assert_eq!(symmetries(4, 4, 8).orbits(3), 77, "as is known for the 4×4 board");
}

fn tier(name: &str, groups: Vec<Group>) -> PairTier {
    PairTier { name: name.into(), groups, needs: 0..0 }
}

#[test]
fn pairs_agree_with_plain_counting() {
    let symmetries = symmetries(4, 4, 8);
    let maps = symmetries.set_maps();
    let pairs = PairIndexer::new(symmetries, &[tier("5", vec![vec![(3, 2)]])]);
    let mut used = HashSet::new();
    for first in (0..1u64 << 16).filter(|set| set.count_ones() == 3) {
        for second in (0..1u64 << 16).filter(|s| s.count_ones() == 2 && s & first == 0) {
            let slot = pairs.rank(first, second).expect("a number");
            for s in 0..8 {
                let (a, b) = (maps.map(s, first), maps.map(s, second));
                assert_eq!(pairs.rank(a, b), Some(slot));
            }
            used.insert(slot.number);
        }
    }
    for number in 0..pairs.tiers()[0].slots() {
        let slot = Slot { tier: 0, number };
        let pair = pairs.unrank(slot);
        assert_eq!(pair.is_some(), used.contains(&number));
        if let Some((a, b)) = pair {
            assert_eq!(pairs.rank(a, b), Some(slot));
        }
    }
}

#[test]
fn too_many_pawns_have_no_number() {
    let sets = PairIndexer::new(symmetries(9, 5, 4), &[tier("2", vec![vec![(1, 1)]])]);
    assert!(sets.rank(1, 2).is_some());
    for count in 15..=22 {
        let many = ((1u64 << count) - 1) << 2;
        assert_eq!(sets.rank(1, many), None, "1 against {count}");
        assert_eq!(sets.rank(many, 1), None, "{count} against 1");
    }
}

/// Ten against five of 45 points: listing the orbits alone would take minutes and gigabytes.
#[test]
fn tiers_that_nobody_asks_for_cost_nothing() {
    let large = tier("15", divisions(15, 5..=10));
    let begun = std::time::Instant::now();
    let sets = PairIndexer::new(symmetries(9, 5, 4), &[tier("2", divisions(2, 1..=10)), large]);
    assert!(sets.tiers()[1].slots() > 1 << 42);
    let (rank, unrank) = (sets.rank(1, 2), sets.unrank(Slot { tier: 0, number: 0 }));
    assert!(rank.is_some() && unrank.is_some());
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
#[should_panic(expected = "more sets of one size than 32 bits can number")]
fn ranks_that_do_not_fit_are_refused_at_once() {
    let _ = Ranker::new(45, 11);
}

#[test]
fn divisions_come_with_their_reverse() {
    assert_eq!(divisions(5, 1..=8), [[(1, 4), (4, 1)], [(2, 3), (3, 2)]]);
    assert_eq!(divisions(6, 3..=8), [[(3, 3)]]);
    assert_eq!(divisions(15, 3..=8), [[(7, 8), (8, 7)]]);
    assert!(divisions(5, 3..=8).is_empty());
}
