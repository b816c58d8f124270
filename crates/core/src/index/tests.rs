//! The numbering compared with plain counting.

use super::ranking::{deposit_by_table, extract_by_table, sets};
use super::*;
use crate::bits::Layout;
use crate::cell::Cell;
use crate::symmetry;
use std::sync::Arc;

fn maps(files: u8, ranks: u8, count: usize) -> SetMaps {
    let layout = Layout { files, ranks, stride: files };
    let cells = u32::from(files) * u32::from(ranks);
    SetMaps::new(cells, count, |s, bit| {
        let cell: Cell = symmetry::map_cell(layout, s, layout.cell(bit));
        layout.bit(cell).expect("on the board")
    })
}

#[test]
fn extract_and_deposit_undo_each_other() {
    let mut random = crate::random::Random::new(3);
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
fn orbits_and_pairs_agree_with_plain_counting() {
    let (ranker, maps) = (Ranker::new(16, 8), maps(4, 4, 8));
    let orbits = Arc::new(Orbits::new(&ranker, &maps, 3));
    assert_eq!(orbits.count(), 77, "Burnside's count of 3-subsets of the 4×4 board");
    let pairs = Pairs::new(orbits, 16, 3, 2);
    let mut used = std::collections::HashSet::new();
    for first in (0..1u64 << 16).filter(|set| set.count_ones() == 3) {
        for second in (0..1u64 << 16).filter(|s| s.count_ones() == 2 && s & first == 0) {
            let number = pairs.rank(&ranker, &maps, first, second);
            for s in 0..8 {
                let (a, b) = (maps.map(s, first), maps.map(s, second));
                assert_eq!(pairs.rank(&ranker, &maps, a, b), number);
            }
            used.insert(number);
        }
    }
    for number in 0..pairs.slots() {
        let pair = pairs.unrank(&ranker, &maps, number);
        assert_eq!(pair.is_some(), used.contains(&number));
        if let Some((a, b)) = pair {
            assert_eq!(pairs.rank(&ranker, &maps, a, b), number);
        }
    }
}

#[test]
fn too_many_pawns_have_no_number() {
    let sets = TwoSets::new(45, maps(9, 5, 4), &[("2".to_string(), vec![vec![(1, 1)]])]);
    assert!(sets.rank(1, 2).is_some());
    for count in 15..=22 {
        let many = ((1u64 << count) - 1) << 2;
        assert_eq!(sets.rank(1, many), None, "1 against {count}");
        assert_eq!(sets.rank(many, 1), None, "{count} against 1");
    }
}
