//! Numbering positions, for solvers and tables: ranking sets of pawns, numbering them up to
//! symmetry, and what a solver asks of a game that wants to be solved ([`Index`]).
//!
//! A position of two sets is numbered by the orbit of its first set under the board's symmetries
//! and by the rank of the second set, mapped likewise, among the cells the first leaves free.

mod pairs;
mod ranking;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};

use crate::game::{Complete, Game};

pub use pairs::{Counts, Family, Orbits, Pairs, TwoSets};
pub use ranking::{Ranker, SetMaps, binomial, deposit, extract};

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

    /// OPTIONAL. Appends what [`Index::unrank`] says about a range of numbers, which may be quicker
    /// to tell than for one after the other.
    #[inline(always)]
    fn unrank_all(
        &self,
        tier: usize,
        numbers: Range<u64>,
        list: &mut Vec<Option<<Self::Game as Game>::Position>>,
    ) {
        list.extend(numbers.map(|number| self.unrank(Slot { tier, number })));
    }

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

    /// OPTIONAL. [`Index::weight`] by number, which may be quicker to tell, and up to which number
    /// it is the same: (8, 20) says that all positions from this one to number 19 have weight 8.
    /// Anything where no position has the number.
    fn weight_at(&self, slot: Slot) -> (u64, u64) {
        (self.unrank(slot).map_or(0, |position| self.weight(&position)), slot.number + 1)
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

    /// OPTIONAL. Whether turns inside a group can be counted backwards and forwards alike and leave
    /// the opponent's pawns where they are, which makes solving several times faster: the functions
    /// that follow are then REQUIRED, and no group may have more than 2³² numbers.
    ///
    /// Positions with the same opponent's pawns, up to symmetry, have numbers next to each other: a
    /// *block*. All predecessors of a position, of its group, are in one block; that is the block
    /// in which this board would be if the other player were to move.
    const COUNTED: bool = false;

    /// REQUIRED if [`Index::COUNTED`] or there are [`Index::KEYS`]. How many turns
    /// [`Index::exits`] leaves out.
    fn stays(&self, position: &<Self::Game as Game>::Position) -> u32 {
        let _ = position;
        0
    }

    /// REQUIRED if [`Index::COUNTED`]. Where the block begins that a number is in.
    fn block_start(&self, slot: Slot) -> u64 {
        slot.number
    }

    /// REQUIRED if [`Index::COUNTED`]. The number that this position's board would have if the
    /// other player were to move, whether or not it were over then.
    fn reversed(&self, slot: Slot) -> Option<u64> {
        let _ = slot;
        None
    }

    /// REQUIRED if [`Index::COUNTED`]. As [`Index::predecessors`], but of the position whose
    /// [`Index::reversed`] number this is, and for each turn inside the group that leads there once:
    /// the number of the position it comes from, and for how many turns of that position it stands.
    ///
    /// If P stands for p different positions (its images) and Q for q, then the turns from P to
    /// images of Q are to the turns back from Q to images of P as q to p. So each turn back from Q
    /// stands for `stabiliser(P) / stabiliser(Q)` turns of P, here counted in [`EIGHTHS`].
    fn predecessor_numbers(&self, reversed: Slot, visit: &mut impl FnMut(u64, u32)) {
        let _ = (reversed, visit);
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

/// Below this many numbers a solve takes seconds, and nobody needs to be asked first.
pub const QUICK: u64 = 12_000_000;

/// How many tiers can be solved in seconds: those with few numbers, and those of whose numbers
/// hardly any are looked at.
pub fn quick_tiers<I: Index>(index: &I) -> usize {
    let tiers = index.tiers();
    if I::SPARSE {
        return tiers.len();
    }
    let mut slots = 0;
    let quick = |tier: &&Tier| {
        slots += tier.slots();
        slots <= QUICK
    };
    tiers.iter().take_while(quick).count()
}

/// In how many parts turns are counted: no board has more symmetries, so that a turn back always
/// stands for a whole number of parts ([`Index::predecessor_numbers`]).
pub const EIGHTHS: u32 = 8;

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
