//! Pairs of sets up to symmetry, and the numbering of games whose positions are such pairs.
//!
//! A pair is numbered by the orbit of its first set under the board's symmetries and by the rank of
//! the second set, mapped likewise, among the cells the first leaves free. Where the first set has
//! symmetries of its own the smallest rank counts; the other numbers are not used.
//!
//! How many numbers there are is computed, not listed, so that a [`PairIndexer`] costs nothing until
//! a pair is ranked; then only what pairs of these sizes need is made.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use damier_core::bits::bits;

use crate::orbits::{Orbits, Symmetries};
use crate::ranking::{Ranker, SetMaps, binomial, sets};
use crate::tier::{PairTier, Slot, Tier};

/// The unit in which turns are counted: as many as the largest stabiliser has symmetries, so that a
/// turn back always stands for a whole number ([`crate::Counting::predecessor_numbers`]).
pub const STABILISER_UNIT: u32 = 8;

/// What ranks and maps the sets of a board.
#[derive(Debug)]
struct Tools {
    ranker: Ranker,
    maps: SetMaps,
}

/// Numbers pairs of disjoint sets of fixed sizes up to symmetry: orbit of the first, rank of the
/// second among the free cells.
#[derive(Debug)]
struct Pairs {
    cells: u64,
    orbits: Arc<Orbits>,
    /// Every second set, as a set of the numbers of free cells, by its rank.
    second_sets: Box<[u64]>,
}

impl Pairs {
    /// The pairs with this first set.
    #[inline(always)]
    fn block<'a>(&'a self, tools: &'a Tools, first: u64) -> FirstSetBlock<'a> {
        let (orbit, symmetry) = self.orbits.find(tools.ranker.rank(first));
        FirstSetBlock { symmetry, ..self.block_of(tools, orbit) }
    }

    /// The pairs whose first set represents this orbit.
    #[inline(always)]
    fn block_of<'a>(&'a self, tools: &'a Tools, orbit: usize) -> FirstSetBlock<'a> {
        let (representative, stabiliser) = self.orbits.representative(orbit);
        let start = orbit as u64 * self.second_sets.len() as u64;
        let free = self.cells & !representative;
        FirstSetBlock { tools, start, symmetry: 0, free, stabiliser }
    }

    /// The second set with this rank, in a block.
    #[inline(always)]
    fn second(&self, block: &FirstSetBlock<'_>, place: usize) -> u64 {
        block.tools.ranker.deposit(self.second_sets[place], block.free)
    }

    /// The orbit of the first set of the pair with this number, and the rank of the second.
    #[inline(always)]
    fn split(&self, number: u64) -> (usize, usize) {
        let each = self.second_sets.len() as u64;
        ((number / each) as usize, (number % each) as usize)
    }

    /// The pair with this number; `None` if the number is not used.
    #[inline(always)]
    fn unrank(&self, tools: &Tools, number: u64) -> Option<(u64, u64)> {
        let (orbit, place) = self.split(number);
        let block = self.block_of(tools, orbit);
        let second = self.second(&block, place);
        block.uses(second, number).then_some((self.cells & !block.free, second))
    }
}

/// The pairs with the same first set, whose numbers are near each other.
#[derive(Clone, Copy, Debug)]
pub struct FirstSetBlock<'a> {
    tools: &'a Tools,
    /// The lowest number of its pairs.
    start: u64,
    /// What maps the first set to its representative.
    symmetry: usize,
    /// The cells that the representative leaves free.
    free: u64,
    /// The symmetries that leave the representative as it is.
    stabiliser: u8,
}

impl FirstSetBlock<'_> {
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
    pub(crate) fn rank_and_stabiliser(&self, second: u64) -> (u64, u32) {
        self.rank_mapped(self.tools.maps.map(self.symmetry, second))
    }

    /// [`FirstSetBlock::rank_and_stabiliser`] for a second set that has been mapped as the first
    /// must be to become the representative.
    #[inline(always)]
    #[must_use]
    pub(crate) fn rank_mapped(&self, second: u64) -> (u64, u32) {
        let place = self.tools.ranker.rank_within(second, self.free);
        match self.stabiliser {
            1 => (self.start + place, 1),
            _ => self.smallest(second, place),
        }
    }

    /// For how much each turn back from the pair with this second set counts, mapped likewise:
    /// together with the stabiliser of the pair it leads back to this makes what
    /// [`crate::Counting::predecessor_numbers`] tells.
    #[inline(always)]
    #[must_use]
    pub(crate) fn share_back(&self, second: u64) -> u32 {
        match self.stabiliser {
            // Who has no symmetries without the second set has none with it.
            1 => STABILISER_UNIT,
            _ => STABILISER_UNIT / self.rank_mapped(second).1,
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
            let image = self.tools.maps.map(t as usize, second);
            same += u32::from(image == second);
            place = place.min(self.tools.ranker.rank_within(image, self.free));
        }
        (self.start + place, same)
    }

    /// The number of the pair with this second set, and the image of some marked cells under the
    /// symmetry that maps the pair to the one that has the number; none if several symmetries do
    /// and the images differ.
    #[inline(always)]
    #[must_use]
    pub fn rank_marked(&self, second: u64, marked: u64) -> (u64, u64) {
        let second = self.tools.maps.map(self.symmetry, second);
        let marked = self.tools.maps.map(self.symmetry, marked);
        let place = self.tools.ranker.rank_within(second, self.free);
        match self.stabiliser {
            1 => (self.start + place, marked),
            _ => self.smallest_marked(second, marked, place),
        }
    }

    #[cold]
    fn smallest_marked(&self, second: u64, marked: u64, mut place: u64) -> (u64, u64) {
        let Tools { ranker, maps } = self.tools;
        let mut image = marked;
        for t in bits(self.stabiliser & !1) {
            let other = ranker.rank_within(maps.map(t as usize, second), self.free);
            let moved = maps.map(t as usize, marked);
            match other.cmp(&place) {
                Ordering::Less => (place, image) = (other, moved),
                Ordering::Equal if moved != image => image = 0,
                _ => {}
            }
        }
        (self.start + place, image)
    }
}

/// The numbering of games whose positions are pairs of sets. Tiers and groups are given by the
/// sizes of the first and the second set; whose pawns are the first is the game's choice.
#[derive(Debug)]
pub struct PairIndexer {
    symmetries: Symmetries,
    tiers: Vec<Tier>,
    /// In the order of tiers and numbers.
    kinds: Vec<Kind>,
    /// By tier and chunk of numbers: which of `kinds`.
    by_chunk: Vec<OnceLock<Box<[u8]>>>,
    /// By `first << 4 | second`: which of `kinds`; `u8::MAX` for none.
    by_sizes: [u8; 256],
    tools: Tools,
    /// By the size of the first set.
    orbits: Vec<OnceLock<Arc<Orbits>>>,
}

/// The positions with the same numbers of pawns.
#[derive(Debug)]
struct Kind {
    tier: usize,
    start: u64,
    slots: u64,
    first: u32,
    second: u32,
    /// Made when it is first needed.
    pairs: OnceLock<Pairs>,
}

/// Each kind begins at a multiple of a power of two, so that a table tells the kind of a number.
const CHUNK_BITS: u32 = 12;
/// Sets have fewer cells than this.
const MOST_PAWNS: u32 = 16;

impl PairIndexer {
    /// The numbering of these tiers on a board with these symmetries.
    ///
    /// # Panics
    /// If a set has 16 cells or more, or there are more kinds of positions than a byte can number.
    #[must_use]
    pub fn new(symmetries: Symmetries, tiers: &[PairTier]) -> PairIndexer {
        let all = || tiers.iter().flat_map(|tier| tier.groups.iter().flatten());
        let most = all().map(|(first, second)| *first.max(second)).max().unwrap_or(0);
        assert!(most < MOST_PAWNS && all().count() < usize::from(u8::MAX), "too many kinds");
        let mut this = PairIndexer {
            tiers: Vec::new(),
            kinds: Vec::new(),
            by_chunk: tiers.iter().map(|_| OnceLock::new()).collect(),
            by_sizes: [u8::MAX; 256],
            tools: Tools {
                ranker: Ranker::new(symmetries.cells(), most),
                maps: symmetries.set_maps(),
            },
            orbits: (0..=most).map(|_| OnceLock::new()).collect(),
            symmetries,
        };
        for tier in tiers {
            let (mut next, mut group_ends) = (0, Vec::new());
            for group in &tier.groups {
                for &(first, second) in group {
                    next = this.add_kind(next, first, second);
                }
                group_ends.push(next);
            }
            this.tiers.push(Tier {
                name: tier.name.clone(),
                group_ends,
                needs: tier.needs.clone(),
            });
        }
        this
    }

    /// Adds the pairs of these sizes to the tier that is being made; returns where the next begin.
    fn add_kind(&mut self, start: u64, first: u32, second: u32) -> u64 {
        let free = u64::from(self.symmetries.cells() - first);
        let slots = self.symmetries.orbits(first) * binomial(free, second.into());
        self.by_sizes[(first << 4 | second) as usize] = self.kinds.len() as u8;
        let (tier, pairs) = (self.tiers.len(), OnceLock::new());
        self.kinds.push(Kind { tier, start, slots, first, second, pairs });
        (start + slots).next_multiple_of(1 << CHUNK_BITS)
    }

    /// The tiers.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// How many symmetries the board has.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    /// Makes what numbers the pairs of these sizes.
    #[cold]
    fn number(&self, kind: &Kind) -> Pairs {
        let cells = self.symmetries.cells();
        let Tools { ranker, maps } = &self.tools;
        let orbits = self.orbits[kind.first as usize]
            .get_or_init(|| Arc::new(Orbits::new(ranker, maps, kind.first)));
        let second_sets = sets(cells - kind.first, kind.second).collect();
        Pairs { cells: (1 << cells) - 1, orbits: Arc::clone(orbits), second_sets }
    }

    #[inline(always)]
    fn pairs<'a>(&'a self, kind: &'a Kind) -> &'a Pairs {
        kind.pairs.get_or_init(|| self.number(kind))
    }

    /// What holds the pairs of these sizes.
    #[inline(always)]
    fn kind(&self, first: u32, second: u32) -> Option<&Kind> {
        // Larger ones would pass for other numbers, and have no tier anyway.
        if (first | second) >= MOST_PAWNS {
            return None;
        }
        let kind = *self.by_sizes.get((first << 4 | second) as usize)?;
        self.kinds.get(kind as usize)
    }

    /// The number of a pair, if its tier is there.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, first: u64, second: u64) -> Option<Slot> {
        let kind = self.kind(first.count_ones(), second.count_ones())?;
        let number = kind.start + self.pairs(kind).block(&self.tools, first).rank(second);
        Some(Slot { tier: kind.tier, number })
    }

    /// The number of a pair, if its tier is there, and the image of some marked cells as in
    /// [`FirstSetBlock::rank_marked`].
    #[inline(always)]
    #[must_use]
    pub fn rank_marked(&self, first: u64, second: u64, marked: u64) -> Option<(Slot, u64)> {
        let kind = self.kind(first.count_ones(), second.count_ones())?;
        let (number, image) =
            self.pairs(kind).block(&self.tools, first).rank_marked(second, marked);
        Some((Slot { tier: kind.tier, number: kind.start + number }, image))
    }

    /// The pairs with this first set and second sets of this size; `None` if their tier is not
    /// there.
    #[inline(always)]
    #[must_use]
    pub fn block(&self, first: u64, second_size: u32) -> Option<FirstSetBlock<'_>> {
        let kind = self.kind(first.count_ones(), second_size)?;
        let block = self.pairs(kind).block(&self.tools, first);
        Some(FirstSetBlock { start: kind.start + block.start, ..block })
    }

    /// Which kind each chunk of a tier's numbers belongs to.
    #[cold]
    fn chunks(&self, tier: usize) -> Box<[u8]> {
        let mut chunks = Vec::new();
        for (kind, number) in self.kinds.iter().zip(0u8..).filter(|(kind, _)| kind.tier == tier) {
            let end = (kind.start + kind.slots).div_ceil(1 << CHUNK_BITS);
            chunks.resize(end as usize, number);
        }
        chunks.into()
    }

    /// The kind of a number, and its place there; `None` if it only fills a chunk.
    #[inline(always)]
    fn kind_at(&self, slot: Slot) -> Option<(&Kind, u64)> {
        let chunks = self.by_chunk.get(slot.tier)?.get_or_init(|| self.chunks(slot.tier));
        let kind = *chunks.get((slot.number >> CHUNK_BITS) as usize)?;
        let kind = self.kinds.get(kind as usize)?;
        let number = slot.number - kind.start;
        (number < kind.slots).then_some((kind, number))
    }

    /// The pair with this number; `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub fn unrank(&self, slot: Slot) -> Option<(u64, u64)> {
        let (kind, number) = self.kind_at(slot)?;
        self.pairs(kind).unrank(&self.tools, number)
    }

    /// Calls `visit` with the pairs of a range of numbers, as [`PairIndexer::unrank`] gives them,
    /// which takes longer one by one.
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
            let pairs = self.pairs(kind);
            let (orbit, place) = pairs.split(start);
            let block = pairs.block_of(&self.tools, orbit);
            let first = pairs.cells & !block.free;
            let left = (numbers.end - number).min((pairs.second_sets.len() - place) as u64);
            for second in &pairs.second_sets[place..place + left as usize] {
                let second = self.tools.ranker.deposit(*second, block.free);
                let used = block.uses(second, number - kind.start);
                visit(used.then_some((first, second)));
                number += 1;
            }
        }
    }

    /// The pairs among which the one with this number is, and its two sets; their first sets need
    /// no mapping. `None` if the number is not used.
    #[inline(always)]
    #[must_use]
    pub(crate) fn block_at(&self, slot: Slot) -> Option<(FirstSetBlock<'_>, u64, u64)> {
        let (kind, number) = self.kind_at(slot)?;
        let pairs = self.pairs(kind);
        let (orbit, place) = pairs.split(number);
        let block = pairs.block_of(&self.tools, orbit);
        let second = pairs.second(&block, place);
        let first = pairs.cells & !block.free;
        Some((FirstSetBlock { start: kind.start + block.start, ..block }, first, second))
    }

    /// The lowest number of the pairs with the same first set as the one with this number.
    #[must_use]
    pub fn block_start(&self, slot: Slot) -> u64 {
        match self.kind_at(slot) {
            Some((kind, number)) => slot.number - self.pairs(kind).split(number).1 as u64,
            None => slot.number,
        }
    }

    /// The number of the pair with the sets of this one exchanged, which must be in the same tier.
    #[inline(always)]
    #[must_use]
    pub fn reversed(&self, slot: Slot) -> Option<u64> {
        let (_, first, second) = self.block_at(slot)?;
        self.rank(second, first).map(|slot| slot.number)
    }

    /// How many different images the pair with this number has under the symmetries (0 if the
    /// number is not used), and up to which number that is so: most first sets have no symmetries,
    /// and then the second does not matter.
    #[inline(always)]
    #[must_use]
    pub fn weight_at(&self, slot: Slot) -> (u64, u64) {
        let Some((kind, number)) = self.kind_at(slot) else { return (0, slot.number + 1) };
        let pairs = self.pairs(kind);
        let (orbit, place) = pairs.split(number);
        match pairs.orbits.representative(orbit).1 {
            1 => {
                let left = pairs.second_sets.len() - place;
                (self.symmetries.count() as u64, slot.number + left as u64)
            }
            _ => {
                let weight = |(first, second)| self.weight(first, second);
                (self.unrank(slot).map_or(0, weight), slot.number + 1)
            }
        }
    }

    /// How many different images this pair has under the symmetries.
    #[inline(always)]
    #[must_use]
    pub fn weight(&self, first: u64, second: u64) -> u64 {
        (self.symmetries.count() / self.stabiliser(first, second) as usize) as u64
    }

    /// How many symmetries leave this pair as it is.
    #[inline(always)]
    #[must_use]
    pub fn stabiliser(&self, first: u64, second: u64) -> u32 {
        match self.block(first, second.count_ones()) {
            Some(block) if block.stabiliser != 1 => block.rank_and_stabiliser(second).1,
            _ => 1,
        }
    }
}
