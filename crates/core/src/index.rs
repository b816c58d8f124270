//! Numbering positions, for solvers and tables: ranking sets of pawns, numbering them up to
//! symmetry, and what a solver asks of a game that wants to be solved ([`Index`]).
//!
//! A position of two sets is numbered by the orbit of its first set under the board's symmetries
//! and by the rank of the second set, mapped likewise, among the cells the first leaves free.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::{Complete, Game};

/// What a solver asks of a game. Positions are taken up to the board's symmetries and, where the
/// colours play by the same rules, up to exchanging them.
///
/// A *tier* is solved and stored as a whole; its *groups* are ranges of slots whose positions
/// loop among themselves and otherwise lead only to earlier groups, earlier tiers or the end.
pub trait Index: Send + Sync + Sized {
    /// The game that is numbered.
    type Game: Complete;

    /// Changes whenever a position gets another number: tables of another version are refused.
    const VERSION: u32;

    /// OPTIONAL. Whether so few positions are decided that a solver should keep only those.
    const SPARSE: bool = false;

    /// OPTIONAL. The bytes of memory a solver needs for each number, unless [`Index::SPARSE`].
    const BYTES_PER_SLOT: u64 = 2;

    /// OPTIONAL. How many turns there are on the whole board that a *binding key* may forbid; 0
    /// if no position that has a number carries such a key.
    ///
    /// A key that binds forbids the player to move one turn, and is gone after whatever turn is
    /// made. Where keys bind, numbers of turns count to the next capture, captures lead to
    /// earlier tiers, and who has a turn that a key may forbid has another in the same group.
    const KEYS: u8 = 0;

    /// REQUIRED. The numbering for these rules, or `None` if they cannot be solved.
    fn new(game: Self::Game) -> Option<Self>;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// REQUIRED. The options that change which turns are legal and are not at their default, as
    /// `name=value,…`; tables are kept apart by this.
    fn rules(&self) -> String;

    /// REQUIRED. The tiers in the order in which they can be solved.
    fn tiers(&self) -> &[Tier];

    /// REQUIRED. The number of a position that is not over; `None` if no tier holds it (it may
    /// carry a key, or have too many pawns). Equivalent positions have the same number.
    fn rank(&self, position: &<Self::Game as Game>::Position) -> Option<Slot>;

    /// REQUIRED. The position of a number; `None` for a number that no position has.
    fn unrank(&self, slot: Slot) -> Option<<Self::Game as Game>::Position>;

    /// REQUIRED if there are [`Index::KEYS`]. Which turn the position's binding key forbids, from
    /// 1 on; 0 if it has none. The key that a turn leaves has the number of the key that forbids
    /// that turn.
    #[inline(always)]
    fn key(&self, position: &<Self::Game as Game>::Position) -> u8 {
        let _ = position;
        0
    }

    /// REQUIRED if there are [`Index::KEYS`]. [`Index::rank`], which ignores binding keys, together
    /// with the position's [`Index::key`] as it is for the position that [`Index::unrank`] gives.
    /// That is 0 also if the forbidden turn has a mirror image on this board: forbidding it then
    /// changes nothing.
    #[inline(always)]
    fn rank_bound(&self, position: &<Self::Game as Game>::Position) -> Option<(Slot, u8)> {
        Some((self.rank(position)?, 0))
    }

    /// The number under which tables note what a key changes, if there is a key.
    #[inline(always)]
    fn bound_number(number: u64, key: u8) -> Option<u64> {
        (key != 0).then(|| number * u64::from(Self::KEYS) + u64::from(key) - 1)
    }

    /// REQUIRED if there are [`Index::KEYS`]. Calls `visit` with the positions that have the same number as this one but a key
    /// that binds them.
    fn variants(
        &self,
        position: &<Self::Game as Game>::Position,
        visit: &mut impl FnMut(<Self::Game as Game>::Position),
    ) {
        let _ = (position, visit);
    }

    /// OPTIONAL. Whether the numbers of turns count to the next capture only, not to the end:
    /// enough for the value and for making progress, and they stay small.
    fn counts_to_capture(&self) -> bool {
        false
    }

    /// OPTIONAL. Tables that are part of the program.
    fn shipped() -> &'static [&'static [u8]] {
        &[]
    }

    /// OPTIONAL. Calls `visit` with every turn that leaves the position's group or ends the game
    /// (and others, if that is simpler), and returns whether there are turns it left out.
    /// Without it every turn is looked at, and those inside the group for nothing.
    fn exits(
        &self,
        position: &<Self::Game as Game>::Position,
        visit: &mut impl FnMut(<Self::Game as Game>::Turn),
    ) -> bool {
        let _ = self.game().turns(position, &mut |turn| {
            visit(turn);
            ControlFlow::Continue(())
        });
        false
    }

    /// REQUIRED. How many positions of the player to move share this position's number: the
    /// number of its different images under the board's symmetries.
    fn weight(&self, position: &<Self::Game as Game>::Position) -> u64;

    /// OPTIONAL. [`Index::weight`] by number, which may be quicker to tell; anything if no position
    /// has the number.
    fn weight_at(&self, slot: Slot) -> u64 {
        self.unrank(slot).map_or(0, |position| self.weight(&position))
    }

    /// REQUIRED. Calls `visit` with positions that are not over and have a turn to `position`,
    /// which is not over either: all of its group, up to equivalence. Repetitions do no harm,
    /// positions without such a turn do. If the turn leaves a binding key, the position before is
    /// given with the key that forbids this very turn.
    fn predecessors(
        &self,
        position: &<Self::Game as Game>::Position,
        visit: &mut impl FnMut(<Self::Game as Game>::Position),
    );

    /// OPTIONAL. Whether turns inside a group can be counted backwards and forwards alike, which
    /// makes solving several times faster: the two functions that follow are then REQUIRED.
    const COUNTED: bool = false;

    /// REQUIRED if [`Index::COUNTED`] or there are [`Index::KEYS`]. How many turns
    /// [`Index::exits`] leaves out.
    fn stays(&self, position: &<Self::Game as Game>::Position) -> u32 {
        let _ = position;
        0
    }

    /// REQUIRED if [`Index::COUNTED`]. As [`Index::predecessors`], but for each turn inside the
    /// group that leads to `position` once: the number of the position it comes from, and how
    /// many symmetries leave that position as it is.
    fn predecessor_numbers(
        &self,
        position: &<Self::Game as Game>::Position,
        visit: &mut impl FnMut(u64, u32),
    ) {
        let _ = (position, visit);
    }

    /// REQUIRED if there are [`Index::KEYS`]. As [`Index::predecessors`], but with what
    /// [`Index::rank_bound`] says about the position before, the number and the key that forbids
    /// the turn, and with the key that the turn leaves as it is for `position`.
    fn bound_predecessors(
        &self,
        position: &<Self::Game as Game>::Position,
        visit: &mut impl FnMut(u64, u8, u8),
    ) {
        let _ = (position, visit);
    }

    /// REQUIRED if [`Index::SPARSE`]. Whether the player to move, in a position of the first
    /// group, wins with this turn.
    fn wins_at_once(&self, position: &<Self::Game as Game>::Position) -> bool {
        let _ = position;
        false
    }

    /// REQUIRED if [`Index::SPARSE`]. Into how many slices the first group is cut for
    /// [`Index::lost_soon`]; always as many for the same rules.
    fn slices(&self) -> usize {
        0
    }

    /// REQUIRED if [`Index::SPARSE`]. Calls `found` with the positions of a slice whose every
    /// turn loses at once or lets the opponent win at once, and with the number of turns they
    /// last: one or two. All slices together find each such position at least once, up to
    /// equivalence.
    fn lost_soon(&self, slice: usize, found: &mut impl FnMut(<Self::Game as Game>::Position, u16)) {
        let _ = (slice, found);
    }
}

/// A game that can be solved, at least in part.
pub trait Solvable: Complete {
    /// Its numbering.
    type Index: Index<Game = Self>;
}

/// The numbering of a game that has none yet: `type Index = Unnumbered<Self>`. No value of this
/// type exists.
pub struct Unnumbered<G>(std::convert::Infallible, std::marker::PhantomData<G>);

impl<G: Complete> Index for Unnumbered<G> {
    type Game = G;
    const VERSION: u32 = 0;

    fn new(_: G) -> Option<Self> {
        None
    }

    fn game(&self) -> &G {
        match self.0 {}
    }

    fn rules(&self) -> String {
        match self.0 {}
    }

    fn tiers(&self) -> &[Tier] {
        match self.0 {}
    }

    fn rank(&self, _: &G::Position) -> Option<Slot> {
        match self.0 {}
    }

    fn unrank(&self, _: Slot) -> Option<G::Position> {
        match self.0 {}
    }

    fn weight(&self, _: &G::Position) -> u64 {
        match self.0 {}
    }

    fn predecessors(&self, _: &G::Position, _: &mut impl FnMut(G::Position)) {
        match self.0 {}
    }
}

/// The number of a position: its tier and its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// Which of [`Index::tiers`].
    pub tier: usize,
    /// Which number there.
    pub number: u64,
}

/// A part of the numbering that is solved and stored as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tier {
    /// How the tier is called in file names and listings, such as `5` for five pawns.
    pub name: String,
    /// Where each group ends; the last end is the number of slots.
    pub group_ends: Vec<u64>,
}

impl Tier {
    /// How many numbers it has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.group_ends.last().copied().unwrap_or(0)
    }

    /// The ranges of its groups, in the order in which they can be solved.
    pub fn groups(&self) -> impl Iterator<Item = std::ops::Range<u64>> + '_ {
        let starts = std::iter::once(0).chain(self.group_ends.iter().copied());
        starts.zip(&self.group_ends).map(|(start, end)| start..*end)
    }
}

/// `n` over `k`.
#[must_use]
pub const fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

/// The set without the cells of `mask`'s complement, its bits pushed together: bit `i` of the
/// result is the bit of `set` at the `i`-th bit of `mask`.
#[inline(always)]
#[must_use]
pub fn extract(set: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has this instruction.
        #[allow(unsafe_code)]
        return unsafe { std::arch::x86_64::_pext_u64(set, mask) };
    }
    extract_by_table(set, mask)
}

fn extract_by_table(set: u64, mask: u64) -> u64 {
    let (mut out, mut shift, mut set, mut mask) = (0u64, 0, set, mask);
    while mask != 0 {
        out |= u64::from(EXTRACT[byte_pair(mask, set)]) << shift;
        shift += (mask as u8).count_ones();
        set >>= 8;
        mask >>= 8;
    }
    out
}

/// The inverse of [`extract`]: spreads the low bits of `set` over the bits of `mask`.
#[inline(always)]
#[must_use]
pub fn deposit(set: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has this instruction.
        #[allow(unsafe_code)]
        return unsafe { std::arch::x86_64::_pdep_u64(set, mask) };
    }
    deposit_by_table(set, mask)
}

fn deposit_by_table(set: u64, mask: u64) -> u64 {
    let (mut out, mut shift, mut set, mut mask) = (0u64, 0, set, mask);
    while mask != 0 {
        out |= u64::from(DEPOSIT[byte_pair(mask, set)]) << shift;
        shift += 8;
        set >>= (mask as u8).count_ones();
        mask >>= 8;
    }
    out
}

/// Where the tables below keep what belongs to the lowest bytes of `mask` and `set`.
#[inline]
const fn byte_pair(mask: u64, set: u64) -> usize {
    (mask as u8 as usize) << 8 | set as u8 as usize
}

/// [`extract`] for single bytes.
static EXTRACT: [u8; 1 << 16] = byte_tables().0;
/// [`deposit`] for single bytes.
static DEPOSIT: [u8; 1 << 16] = byte_tables().1;

#[allow(long_running_const_eval, reason = "two tables of 64 KiB, built in a second")]
const fn byte_tables() -> ([u8; 1 << 16], [u8; 1 << 16]) {
    let (mut extract, mut deposit) = ([0; 1 << 16], [0; 1 << 16]);
    let mut i: usize = 0;
    while i < 1 << 16 {
        let (mut mask, set, mut n) = (i >> 8, i & 255, 0);
        while mask != 0 {
            let bit = mask.trailing_zeros();
            extract[i] |= ((set >> bit & 1) << n) as u8;
            deposit[i] |= ((set >> n & 1) << bit) as u8;
            mask &= mask - 1;
            n += 1;
        }
        i += 1;
    }
    (extract, deposit)
}

/// Ranks sets by the order of their binary numbers among the sets of the same size: the sum of
/// `binomial(bit, i + 1)` over the bits, `i` counting them from the lowest. A table per byte,
/// by the number of bits below it, makes that a few look-ups.
#[derive(Clone, Debug)]
pub struct Ranker {
    cells: u32,
    sizes: usize,
    table: Box<[u32]>,
}

impl Ranker {
    /// For subsets of up to `size` of `cells` cells.
    #[must_use]
    pub fn new(cells: u32, size: u32) -> Ranker {
        let sizes = size as usize + 1;
        let one = |i: usize| {
            let (byte, below, set) = (i / 256 / sizes, i / 256 % sizes, i % 256);
            let bits = (0..8).filter(|bit| set >> bit & 1 == 1);
            let rank = bits
                .enumerate()
                .map(|(n, bit)| binomial((byte * 8 + bit) as u64, (below + n + 1) as u64));
            // Sets of more than `size` cells are never ranked; their entries may be cut off.
            rank.sum::<u64>() as u32
        };
        let table = (0..cells.div_ceil(8) as usize * sizes * 256).map(one).collect();
        Ranker { cells, sizes, table }
    }

    /// The rank of a set of at most the size given to [`Ranker::new`].
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, mut set: u64) -> u64 {
        let (mut rank, mut row, mut below) = (0u64, 0, 0);
        while set != 0 {
            let byte = (set & 255) as usize;
            rank += u64::from(self.table[(row + below) * 256 + byte]);
            below += (byte as u8).count_ones() as usize;
            row += self.sizes;
            set >>= 8;
        }
        rank
    }

    /// The set of `size` cells with this rank.
    #[must_use]
    pub fn unrank(&self, size: u32, mut rank: u64) -> u64 {
        let (mut set, mut cell) = (0, u64::from(self.cells));
        for left in (1..=u64::from(size)).rev() {
            loop {
                cell -= 1;
                let before = binomial(cell, left);
                if before <= rank {
                    rank -= before;
                    set |= 1 << cell;
                    break;
                }
            }
        }
        set
    }
}

/// The symmetries of a board as maps of sets, by tables for each byte.
#[derive(Clone, Debug)]
pub struct SetMaps {
    bytes: usize,
    table: Box<[u64]>,
    count: usize,
    inverse: Vec<usize>,
}

impl SetMaps {
    /// From the image of each cell under each symmetry, number 0 the identity.
    ///
    /// # Panics
    /// If the maps are not closed under inversion.
    #[must_use]
    pub fn new(cells: u32, count: usize, map: impl Fn(usize, u32) -> u32) -> SetMaps {
        let bytes = cells.div_ceil(8) as usize;
        let image = |s: usize, byte: usize, value: usize| {
            let bits =
                (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| (byte * 8 + bit) as u32);
            bits.filter(|bit| *bit < cells).fold(0u64, |set, bit| set | 1 << map(s, bit))
        };
        let all =
            (0..count * bytes * 256).map(|i| image(i / 256 / bytes, i / 256 % bytes, i % 256));
        let undoes = |s: usize, t: usize| (0..cells).all(|cell| map(t, map(s, cell)) == cell);
        let inverse = (0..count)
            .map(|s| (0..count).find(|t| undoes(s, *t)).expect("the inverse of a symmetry is one"));
        SetMaps { bytes, count, inverse: inverse.collect(), table: all.collect() }
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self, s: usize) -> usize {
        self.inverse[s]
    }

    /// The image of a set.
    #[inline(always)]
    #[must_use]
    pub fn map(&self, s: usize, mut set: u64) -> u64 {
        let (mut out, mut row) = (0, s * self.bytes * 256);
        while set != 0 {
            out |= self.table[row + (set & 255) as usize];
            row += 256;
            set >>= 8;
        }
        out
    }
}

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

    /// The number of a pair, if its tier is there.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, own: u64, enemy: u64) -> Option<Slot> {
        let counts = own.count_ones() << 4 | enemy.count_ones();
        let kind = *self.by_counts.get(counts as usize)?;
        let kind = self.kinds.get(kind as usize)?;
        let number = kind.start + kind.pairs.rank(&self.ranker, &self.maps, own, enemy);
        Some(Slot { tier: kind.tier, number })
    }

    /// The number of a pair, if its tier is there, and the image of some marked cells as in
    /// [`Family::rank_marked`].
    #[inline(always)]
    #[must_use]
    pub fn rank_marked(&self, first: u64, second: u64, marked: u64) -> Option<(Slot, u64)> {
        let counts = first.count_ones() << 4 | second.count_ones();
        let kind = self.kinds.get(*self.by_counts.get(counts as usize)? as usize)?;
        let family = kind.pairs.family(&self.ranker, &self.maps, first);
        let (number, image) = family.rank_marked(second, marked);
        Some((Slot { tier: kind.tier, number: kind.start + number }, image))
    }

    /// The pairs with this first set and second sets of this size; `None` if their tier is not
    /// there.
    #[inline(always)]
    #[must_use]
    pub fn family(&self, first: u64, second_size: u32) -> Option<Family<'_>> {
        let counts = first.count_ones() << 4 | second_size;
        let kind = self.kinds.get(*self.by_counts.get(counts as usize)? as usize)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Layout;
    use crate::cell::Cell;
    use crate::symmetry;

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
            for rank in 0..binomial(cells.into(), size.into()) {
                let set = ranker.unrank(size, rank);
                assert_eq!(ranker.rank(set), rank);
                assert!(last < Some(set), "{set:b} after {last:?}");
                last = Some(set);
            }
        }
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
}
