//! Pairs of sets up to symmetry, and the numbering of games whose positions are such pairs.

use std::cmp::Ordering;
use std::sync::Arc;

use super::ranking::{Ranker, SetMaps, binomial, deposit, extract};
use super::{Slot, Tier};

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
        for rank in 0..total {
            if of[rank as usize] != u32::MAX {
                continue;
            }
            let set = ranker.unrank(size, rank);
            let orbit = representatives.len() as u32;
            let mut stabiliser = 0;
            // Backwards, so that among several symmetries the lowest number stays.
            for s in (0..maps.count()).rev() {
                let image = maps.map(s, set);
                of[ranker.rank(image) as usize] = orbit << 3 | maps.inverse(s) as u32;
                stabiliser |= u8::from(image == set) << s;
            }
            of[rank as usize] = orbit << 3;
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
        let ranker = Ranker::new(cells - first, second);
        let total = binomial(u64::from(cells - first), u64::from(second));
        let seconds = (0..total).map(|rank| ranker.unrank(second, rank)).collect();
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

    /// The symmetries of the first set of the pair with this number.
    #[inline(always)]
    fn stabiliser_at(&self, number: u64) -> Option<u8> {
        let orbit = number / self.seconds.len() as u64;
        self.orbits.representatives.get(orbit as usize).map(|(_, stabiliser)| *stabiliser)
    }

    /// The pairs with this first set.
    #[inline(always)]
    fn family<'a>(&'a self, ranker: &'a Ranker, maps: &'a SetMaps, first: u64) -> Family<'a> {
        let (orbit, symmetry) = self.orbits.find(ranker.rank(first));
        let (representative, stabiliser) = self.orbits.representative(orbit);
        let start = orbit as u64 * self.seconds.len() as u64;
        let free = self.cells & !representative;
        Family { ranker, maps, start, symmetry, free, stabiliser }
    }

    /// The pair with this number; `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub fn unrank(&self, ranker: &Ranker, maps: &SetMaps, number: u64) -> Option<(u64, u64)> {
        let (orbit, place) =
            (number / self.seconds.len() as u64, number % self.seconds.len() as u64);
        let (first, stabiliser) = self.orbits.representative(orbit as usize);
        let second = deposit(self.seconds[place as usize], self.cells & !first);
        let used = stabiliser == 1 || self.rank(ranker, maps, first, second) == number;
        used.then_some((first, second))
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
        let second = self.maps.map(self.symmetry, second);
        let place = self.ranker.rank(extract(second, self.free));
        match self.stabiliser {
            1 => (self.start + place, 1),
            _ => self.smallest(second, place),
        }
    }

    #[cold]
    fn smallest(&self, second: u64, mut place: u64) -> (u64, u32) {
        let mut same = 1;
        for t in (1..self.maps.count()).filter(|t| self.stabiliser >> t & 1 == 1) {
            let image = self.maps.map(t, second);
            same += u32::from(image == second);
            place = place.min(self.ranker.rank(extract(image, self.free)));
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
        let place = self.ranker.rank(extract(second, self.free));
        match self.stabiliser {
            1 => (self.start + place, marked),
            _ => self.smallest_marked(second, marked, place),
        }
    }

    #[cold]
    fn smallest_marked(&self, second: u64, marked: u64, mut place: u64) -> (u64, u64) {
        let mut image = marked;
        for t in (1..self.maps.count()).filter(|t| self.stabiliser >> t & 1 == 1) {
            let other = self.ranker.rank(extract(self.maps.map(t, second), self.free));
            let moved = self.maps.map(t, marked);
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

    /// The pair with this number; `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub fn unrank(&self, slot: Slot) -> Option<(u64, u64)> {
        let kind = *self.by_chunk.get(slot.tier)?.get((slot.number >> CHUNK_BITS) as usize)?;
        let kind = self.kinds.get(kind as usize)?;
        let number = slot.number - kind.start;
        let there = number < kind.pairs.slots();
        there.then(|| kind.pairs.unrank(&self.ranker, &self.maps, number))?
    }

    /// How many different images the pair with this number has under the symmetries; 0 if the
    /// number is not used. Most first sets have no symmetries, and then the second does not matter.
    #[inline(always)]
    #[must_use]
    pub fn weight_at(&self, slot: Slot) -> u64 {
        let chunk = self.by_chunk.get(slot.tier);
        let kind = chunk.and_then(|kinds| kinds.get((slot.number >> CHUNK_BITS) as usize));
        let Some(kind) = kind.and_then(|kind| self.kinds.get(*kind as usize)) else { return 0 };
        match kind.pairs.stabiliser_at(slot.number - kind.start) {
            Some(1) => self.maps.count() as u64,
            _ => self.unrank(slot).map_or(0, |(first, second)| self.weight(first, second)),
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
