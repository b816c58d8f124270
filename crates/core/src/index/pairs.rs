//! Pairs of sets up to symmetry, and the numbering of games whose positions are such pairs.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use super::ranking::{Ranker, SetMaps, binomial, sets};
use super::{EIGHTHS, Slot, Tier};
use crate::bits::bits;

/// The sets of one size, up to symmetry.
#[derive(Clone, Debug)]
pub struct Orbits {
    /// For the rank of each set: its orbit, and in the low 3 bits the symmetry that maps it to
    /// the orbit's representative.
    of: Box<[u32]>,
    /// The representative of each orbit, and the symmetries that leave it as it is.
    representatives: Vec<(u64, u8)>,
}

impl Orbits {
    /// The orbits of the `size`-subsets of a board's cells.
    #[must_use]
    pub fn new(ranker: &Ranker, maps: &SetMaps, size: u32) -> Orbits {
        let total = binomial(u64::from(ranker.cells), u64::from(size));
        let mut of = vec![u32::MAX; total as usize];
        let mut representatives = Vec::new();
        for (rank, set) in sets(ranker.cells, size).enumerate() {
            if of[rank] != u32::MAX {
                continue;
            }
            let orbit = representatives.len() as u32;
            let mut stabiliser = 0;
            // Backwards, so that among several symmetries the lowest number stays.
            for s in (0..maps.count()).rev() {
                let image = maps.map(s, set);
                of[ranker.rank(image) as usize] = orbit << 3 | maps.inverse(s) as u32;
                stabiliser |= u8::from(image == set) << s;
            }
            of[rank] = orbit << 3;
            representatives.push((set, stabiliser));
        }
        Orbits { of: of.into(), representatives }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The orbit of the set with this rank, and a symmetry that maps it to the representative.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, rank: u64) -> (usize, usize) {
        let entry = self.of[rank as usize];
        ((entry >> 3) as usize, (entry & 7) as usize)
    }

    /// An orbit's representative, and as bits the symmetries that leave it as it is.
    #[inline(always)]
    #[must_use]
    pub fn representative(&self, orbit: usize) -> (u64, u8) {
        self.representatives[orbit]
    }
}

/// Numbers pairs of disjoint sets of fixed sizes up to symmetry: orbit of the first, rank of the
/// second among the free cells.
#[derive(Clone, Debug)]
pub struct Pairs {
    cells: u64,
    /// Every second set, as a set of the numbers of free cells, by its rank.
    seconds: Arc<[u64]>,
    orbits: Arc<Orbits>,
}

impl Pairs {
    /// Pairs whose first sets have these orbits and size, and whose second sets have size
    /// `second`, on a board of `cells` cells.
    #[must_use]
    pub fn new(orbits: Arc<Orbits>, cells: u32, first: u32, second: u32) -> Pairs {
        let seconds = sets(cells - first, second).collect();
        Pairs { cells: (1 << cells) - 1, seconds, orbits }
    }

    /// How many numbers there are; a little more than pairs up to symmetry, since a first set
    /// with symmetries of its own leaves some numbers unused.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.orbits.count() as u64 * self.seconds.len() as u64
    }

    /// The number of a pair.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, ranker: &Ranker, maps: &SetMaps, first: u64, second: u64) -> u64 {
        self.family(ranker, maps, first).rank(second)
    }

    /// The pairs with this first set.
    #[inline(always)]
    fn family<'a>(&'a self, ranker: &'a Ranker, maps: &'a SetMaps, first: u64) -> Family<'a> {
        let (orbit, symmetry) = self.orbits.find(ranker.rank(first));
        Family { symmetry, ..self.family_of(ranker, maps, orbit) }
    }

    /// The pairs whose first set represents this orbit.
    #[inline(always)]
    fn family_of<'a>(&'a self, ranker: &'a Ranker, maps: &'a SetMaps, orbit: usize) -> Family<'a> {
        let (representative, stabiliser) = self.orbits.representative(orbit);
        let start = orbit as u64 * self.seconds.len() as u64;
        let free = self.cells & !representative;
        Family { ranker, maps, start, symmetry: 0, free, stabiliser }
    }

    /// The orbit of the first set of the pair with this number, and the rank of the second.
    #[inline(always)]
    fn split(&self, number: u64) -> (usize, usize) {
        let each = self.seconds.len() as u64;
        ((number / each) as usize, (number % each) as usize)
    }

    /// The pair with this number; `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub fn unrank(&self, ranker: &Ranker, maps: &SetMaps, number: u64) -> Option<(u64, u64)> {
        let (orbit, place) = self.split(number);
        let family = self.family_of(ranker, maps, orbit);
        let second = ranker.deposit(self.seconds[place], family.free);
        family.uses(second, number).then_some((self.cells & !family.free, second))
    }
}

/// The pairs with the same first set, whose numbers are near each other.
#[derive(Clone, Copy, Debug)]
pub struct Family<'a> {
    ranker: &'a Ranker,
    maps: &'a SetMaps,
    /// The lowest number.
    start: u64,
    /// What maps the first set to its representative.
    symmetry: usize,
    /// The cells that the representative leaves free.
    free: u64,
    /// The symmetries that leave the representative as it is.
    stabiliser: u8,
}

impl Family<'_> {
    /// The number of the pair with this second set.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, second: u64) -> u64 {
        self.rank_and_stabiliser(second).0
    }

    /// The number of the pair with this second set, and how many symmetries leave the pair as it
    /// is.
    #[inline(always)]
    #[must_use]
    pub fn rank_and_stabiliser(&self, second: u64) -> (u64, u32) {
        self.rank_mapped(self.maps.map(self.symmetry, second))
    }

    /// [`Family::rank_and_stabiliser`] for a second set that has been mapped as the first must be
    /// to become the representative.
    #[inline(always)]
    #[must_use]
    pub fn rank_mapped(&self, second: u64) -> (u64, u32) {
        let place = self.ranker.rank_within(second, self.free);
        match self.stabiliser {
            1 => (self.start + place, 1),
            _ => self.smallest(second, place),
        }
    }

    /// For how much each turn back from the pair with this second set counts, mapped likewise:
    /// together with the stabiliser of the pair it leads back to this makes what
    /// [`super::Index::predecessor_numbers`] tells.
    #[inline(always)]
    #[must_use]
    pub fn share_back(&self, second: u64) -> u32 {
        match self.stabiliser {
            // Who has no symmetries without the second set has none with it.
            1 => EIGHTHS,
            _ => EIGHTHS / self.rank_mapped(second).1,
        }
    }

    /// Whether the pair of the representative and this second set has this number, not a smaller
    /// one.
    #[inline(always)]
    fn uses(&self, second: u64, number: u64) -> bool {
        self.stabiliser == 1 || self.rank_mapped(second).0 == number
    }

    #[cold]
    fn smallest(&self, second: u64, mut place: u64) -> (u64, u32) {
        let mut same = 1;
        for t in bits(self.stabiliser & !1) {
            let image = self.maps.map(t as usize, second);
            same += u32::from(image == second);
            place = place.min(self.ranker.rank_within(image, self.free));
        }
        (self.start + place, same)
    }

    /// The number of the pair with this second set, and the image of some marked cells under the
    /// symmetry that maps the pair to the one that has the number; none if several symmetries do
    /// and the images differ.
    #[inline(always)]
    #[must_use]
    pub fn rank_marked(&self, second: u64, marked: u64) -> (u64, u64) {
        let second = self.maps.map(self.symmetry, second);
        let marked = self.maps.map(self.symmetry, marked);
        let place = self.ranker.rank_within(second, self.free);
        match self.stabiliser {
            1 => (self.start + place, marked),
            _ => self.smallest_marked(second, marked, place),
        }
    }

    #[cold]
    fn smallest_marked(&self, second: u64, marked: u64, mut place: u64) -> (u64, u64) {
        let mut image = marked;
        for t in bits(self.stabiliser & !1) {
            let other = self.ranker.rank_within(self.maps.map(t as usize, second), self.free);
            let moved = self.maps.map(t as usize, marked);
            match other.cmp(&place) {
                Ordering::Less => (place, image) = (other, moved),
                Ordering::Equal if moved != image => image = 0,
                _ => {}
            }
        }
        (self.start + place, image)
    }
}

/// The numbering of games whose positions are two sets of pawns that play by the same rules: the
/// player to move's first. Tiers and groups are given by numbers of pawns.
#[derive(Clone, Debug)]
pub struct TwoSets {
    ranker: Ranker,
    maps: SetMaps,
    tiers: Vec<Tier>,
    /// In the order of tiers and numbers.
    kinds: Vec<Kind>,
    /// By tier and chunk of numbers: which of `kinds`.
    by_chunk: Vec<Vec<u8>>,
    /// By `own << 4 | enemy`: which of `kinds`; `u8::MAX` for none.
    by_counts: [u8; 256],
}

/// The positions with the same numbers of pawns.
#[derive(Clone, Debug)]
struct Kind {
    tier: usize,
    start: u64,
    pairs: Pairs,
}

/// Each kind begins at a multiple of a power of two, so that a table tells the kind of a number.
const CHUNK_BITS: u32 = 12;

/// The groups of a tier, each as the pairs of own and enemy pawns it holds.
pub type Counts = Vec<Vec<(u32, u32)>>;

impl TwoSets {
    /// The numbering of these tiers (name and groups) on a board of `cells` cells.
    #[must_use]
    pub fn new(cells: u32, maps: SetMaps, tiers: &[(String, Counts)]) -> TwoSets {
        let all = || tiers.iter().flat_map(|(_, groups)| groups.iter().flatten());
        let most = all().map(|(own, enemy)| *own.max(enemy)).max().unwrap_or(0);
        let ranker = Ranker::new(cells, most);
        let orbits: Vec<_> = (0..=most)
            .map(|n| all().any(|(own, _)| *own == n).then(|| Orbits::new(&ranker, &maps, n)))
            .map(|orbits| orbits.map(Arc::new))
            .collect();
        let mut this = TwoSets {
            ranker,
            maps,
            tiers: Vec::new(),
            kinds: Vec::new(),
            by_chunk: vec![Vec::new(); tiers.len()],
            by_counts: [u8::MAX; 256],
        };
        for (tier, (name, groups)) in tiers.iter().enumerate() {
            let (mut next, mut group_ends) = (0, Vec::new());
            for group in groups {
                for &(own, enemy) in group {
                    let Some(Some(orbits)) = orbits.get(own as usize) else { continue };
                    let pairs = Pairs::new(orbits.clone(), cells, own, enemy);
                    this.by_counts[(own << 4 | enemy) as usize] = this.kinds.len() as u8;
                    let start = next;
                    next = (start + pairs.slots()).next_multiple_of(1 << CHUNK_BITS);
                    let chunks = &mut this.by_chunk[tier];
                    chunks.resize((next >> CHUNK_BITS) as usize, this.kinds.len() as u8);
                    this.kinds.push(Kind { tier, start, pairs });
                }
                group_ends.push(next);
            }
            this.tiers.push(Tier { name: name.clone(), group_ends });
        }
        this
    }

    /// The tiers.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// What holds the pairs with these numbers of pawns.
    #[inline(always)]
    fn kind(&self, first: u32, second: u32) -> Option<&Kind> {
        // Sixteen or more would pass for other numbers, and have no tier anyway.
        if (first | second) >= 16 {
            return None;
        }
        let kind = *self.by_counts.get((first << 4 | second) as usize)?;
        self.kinds.get(kind as usize)
    }

    /// The number of a pair, if its tier is there.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, own: u64, enemy: u64) -> Option<Slot> {
        let kind = self.kind(own.count_ones(), enemy.count_ones())?;
        let number = kind.start + kind.pairs.rank(&self.ranker, &self.maps, own, enemy);
        Some(Slot { tier: kind.tier, number })
    }

    /// The number of a pair, if its tier is there, and the image of some marked cells as in
    /// [`Family::rank_marked`].
    #[inline(always)]
    #[must_use]
    pub fn rank_marked(&self, first: u64, second: u64, marked: u64) -> Option<(Slot, u64)> {
        let kind = self.kind(first.count_ones(), second.count_ones())?;
        let family = kind.pairs.family(&self.ranker, &self.maps, first);
        let (number, image) = family.rank_marked(second, marked);
        Some((Slot { tier: kind.tier, number: kind.start + number }, image))
    }

    /// The pairs with this first set and second sets of this size; `None` if their tier is not
    /// there.
    #[inline(always)]
    #[must_use]
    pub fn family(&self, first: u64, second_size: u32) -> Option<Family<'_>> {
        let kind = self.kind(first.count_ones(), second_size)?;
        let family = kind.pairs.family(&self.ranker, &self.maps, first);
        Some(Family { start: kind.start + family.start, ..family })
    }

    /// The kind of a number, and its place there; `None` if it only fills a chunk.
    #[inline(always)]
    fn kind_at(&self, slot: Slot) -> Option<(&Kind, u64)> {
        let kind = *self.by_chunk.get(slot.tier)?.get((slot.number >> CHUNK_BITS) as usize)?;
        let kind = self.kinds.get(kind as usize)?;
        let number = slot.number - kind.start;
        (number < kind.pairs.slots()).then_some((kind, number))
    }

    /// The pair with this number; `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub fn unrank(&self, slot: Slot) -> Option<(u64, u64)> {
        let (kind, number) = self.kind_at(slot)?;
        kind.pairs.unrank(&self.ranker, &self.maps, number)
    }

    /// Calls `visit` with the pairs of a range of numbers, as [`TwoSets::unrank`] gives them, which
    /// takes longer one by one.
    #[inline(always)]
    pub fn each(
        &self,
        tier: usize,
        numbers: Range<u64>,
        visit: &mut impl FnMut(Option<(u64, u64)>),
    ) {
        let mut number = numbers.start;
        while number < numbers.end {
            let Some((kind, start)) = self.kind_at(Slot { tier, number }) else {
                visit(None);
                number += 1;
                continue;
            };
            let (orbit, place) = kind.pairs.split(start);
            let family = kind.pairs.family_of(&self.ranker, &self.maps, orbit);
            let first = kind.pairs.cells & !family.free;
            let left = (numbers.end - number).min((kind.pairs.seconds.len() - place) as u64);
            for second in &kind.pairs.seconds[place..place + left as usize] {
                let second = self.ranker.deposit(*second, family.free);
                let used = family.uses(second, number - kind.start);
                visit(used.then_some((first, second)));
                number += 1;
            }
        }
    }

    /// The pairs among which the one with this number is, and its two sets; their first sets need
    /// no mapping. `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub fn family_at(&self, slot: Slot) -> Option<(Family<'_>, u64, u64)> {
        let (kind, number) = self.kind_at(slot)?;
        let (orbit, place) = kind.pairs.split(number);
        let family = kind.pairs.family_of(&self.ranker, &self.maps, orbit);
        let second = self.ranker.deposit(kind.pairs.seconds[place], family.free);
        let first = kind.pairs.cells & !family.free;
        Some((Family { start: kind.start + family.start, ..family }, first, second))
    }

    /// The lowest number of the pairs with the same first set as the one with this number.
    #[must_use]
    pub fn family_start(&self, slot: Slot) -> u64 {
        match self.kind_at(slot) {
            Some((kind, number)) => slot.number - kind.pairs.split(number).1 as u64,
            None => slot.number,
        }
    }

    /// The number of the pair with the sets of this one exchanged, which must be in the same tier.
    #[inline(always)]
    #[must_use]
    pub fn reversed(&self, slot: Slot) -> Option<u64> {
        let (_, first, second) = self.family_at(slot)?;
        self.rank(second, first).map(|slot| slot.number)
    }

    /// How many different images the pair with this number has under the symmetries (0 if the
    /// number is not used), and up to which number that is so: most first sets have no symmetries,
    /// and then the second does not matter.
    #[inline(always)]
    #[must_use]
    pub fn weight_at(&self, slot: Slot) -> (u64, u64) {
        let Some((kind, number)) = self.kind_at(slot) else { return (0, slot.number + 1) };
        let (orbit, place) = kind.pairs.split(number);
        match kind.pairs.orbits.representative(orbit).1 {
            1 => {
                let left = kind.pairs.seconds.len() - place;
                (self.maps.count() as u64, slot.number + left as u64)
            }
            _ => {
                let weight =
                    self.unrank(slot).map_or(0, |(first, second)| self.weight(first, second));
                (weight, slot.number + 1)
            }
        }
    }

    /// How many different images this pair has under the symmetries.
    #[inline(always)]
    #[must_use]
    pub fn weight(&self, own: u64, enemy: u64) -> u64 {
        (self.maps.count() / self.stabiliser(own, enemy) as usize) as u64
    }

    /// How many symmetries leave this pair as it is.
    #[inline(always)]
    #[must_use]
    pub fn stabiliser(&self, own: u64, enemy: u64) -> u32 {
        match self.family(own, enemy.count_ones()) {
            Some(family) if family.stabiliser != 1 => family.rank_and_stabiliser(enemy).1,
            _ => 1,
        }
    }
}
