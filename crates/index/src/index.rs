//! [`Index`]: the numbering of a game's positions.

use std::ops::Range;

use damier_core::Notation;
use damier_core::game::Complete;

use crate::PositionOf;
use crate::solvers::{Counting, Dense, Keyed, SolverChoice, Sparse};
use crate::tier::{Slot, Tier};

/// The numbering of a game's positions: what tables and all solvers ask. Positions are taken up to
/// the board's symmetries and, where the colours play by the same rules, up to exchanging them.
///
/// Making one costs nothing: a tier is numbered when it is first asked for.
pub trait Index: Send + Sync + Sized {
    /// The game that is numbered.
    type Game: Notation;

    /// REQUIRED. Changes whenever a position gets another number: tables of another version are
    /// refused.
    const VERSION: u32;

    /// REQUIRED. How many turns there are on the whole board that a *move-forbidding key* may
    /// forbid; 0 if no position that has a number carries such a key.
    ///
    /// Such a key forbids the player to move one turn, and is gone after whatever turn is made.
    const KEYS: u8;

    /// REQUIRED. What the numbers of turns count to.
    const DISTANCE: Distance;

    /// REQUIRED. The numbering for these rules, or `None` if they cannot be solved.
    fn new(game: Self::Game) -> Option<Self>;

    /// REQUIRED. The rules.
    fn game(&self) -> &Self::Game;

    /// REQUIRED. The options that change which turns are legal and are not at their default, as
    /// `name=value,…`; tables are kept apart by this. Who begins and the rule about repetition are
    /// never among them: a position says whose turn it is, and a value knows of no game before it.
    fn rules(&self) -> String;

    /// REQUIRED. The tiers in the order in which they can be solved.
    fn tiers(&self) -> &[Tier];

    /// REQUIRED. The number of a position that is not over; `None` if no tier holds it (it may
    /// carry a key, or have too many pawns). Equivalent positions have the same number, and so do
    /// positions that differ by a move-forbidding key.
    fn rank(&self, position: &PositionOf<Self>) -> Option<Slot>;

    /// REQUIRED. The position of a number, without a key and the same every time; `None` for a
    /// number that no position has.
    fn unrank(&self, slot: Slot) -> Option<PositionOf<Self>>;

    /// REQUIRED. How many positions of the player to move share this position's number: the
    /// number of its different images under the board's symmetries.
    fn weight(&self, position: &PositionOf<Self>) -> u64;

    /// REQUIRED. Tables that are part of the program; most games have none.
    fn shipped() -> &'static [&'static [u8]];

    /// REQUIRED. Hands the index to the solver it is made for: `choice.counting(self)`, say.
    fn solver<C: SolverChoice<Self>>(&self, choice: C) -> C::Output;

    /// OPTIONAL. How many tiers are solved if nobody asks for another number. Without it, all of
    /// them, however long that takes.
    fn usual_tiers(&self) -> usize {
        self.tiers().len()
    }

    /// OPTIONAL. Appends what [`Index::unrank`] says about a range of numbers. Without it they are
    /// asked for one after the other, which may be slower.
    #[inline(always)]
    fn unrank_range(
        &self,
        tier: usize,
        numbers: Range<u64>,
        list: &mut Vec<Option<PositionOf<Self>>>,
    ) {
        list.extend(numbers.map(|number| self.unrank(Slot { tier, number })));
    }

    /// OPTIONAL. [`Index::weight`] by number, and up to which number it is the same: (8, 20) says
    /// that all positions from this one to number 19 have weight 8. Anything where no position has
    /// the number. Without it every position is unranked to be counted, which is slow.
    fn weight_at(&self, slot: Slot) -> (u64, u64) {
        (self.unrank(slot).map_or(0, |position| self.weight(&position)), slot.number + 1)
    }

    /// REQUIRED if there are [`Index::KEYS`]; it does not compile without. [`Index::rank`] together
    /// with the number of the turn that the position's key forbids, from 1 on, as it is for the
    /// position that [`Index::unrank`] gives. That is 0 if there is no key, and also if the
    /// forbidden turn has a mirror image on this board: forbidding it then changes nothing.
    #[inline(always)]
    fn rank_keyed(&self, position: &PositionOf<Self>) -> Option<(Slot, u8)> {
        const { assert!(Self::KEYS == 0, "an index with keys must say which one a position has") };
        self.rank(position).map(|slot| (slot, 0))
    }

    /// REQUIRED if there are [`Index::KEYS`]; it does not compile without. Calls `visit` with the
    /// positions that have the same number as this one but a move-forbidding key.
    fn variants(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(PositionOf<Self>)) {
        const { assert!(Self::KEYS == 0, "an index with keys must list the positions with one") };
        let _ = (position, visit);
    }

    /// The number under which tables note what a key changes, if there is a key.
    #[inline(always)]
    fn keyed_number(number: u64, key: u8) -> Option<u64> {
        (key != 0).then(|| number * u64::from(Self::KEYS) + u64::from(key) - 1)
    }

    /// The inverse of [`Index::keyed_number`].
    #[inline(always)]
    fn split_keyed(keyed: u64) -> (u64, u8) {
        let keys = u64::from(Self::KEYS.max(1));
        (keyed / keys, (keyed % keys) as u8 + 1)
    }
}

/// What numbers of turns count to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// To the end of the game.
    End,
    /// To the next capture or the end, whichever comes first: enough for the value and for making
    /// progress, and the numbers stay small. Captures lead to earlier tiers.
    Capture,
}

/// A game that has an index, or says that it has none.
pub trait Solvable: Complete {
    /// Its numbering; [`Unsolved`] for a game that cannot be solved.
    type Index: Index<Game = Self>;
}

/// Below this many numbers a solve takes seconds, and nobody needs to be asked first.
pub const QUICK: u64 = 12_000_000;

/// How many tiers can be solved in seconds: those with few numbers, and those of whose numbers
/// hardly any are looked at.
pub fn quick_tiers<I: Index>(index: &I) -> usize {
    index.solver(QuickTiers)
}

struct QuickTiers;

impl QuickTiers {
    /// The tiers that have few numbers together.
    fn few<I: Index>(index: &I) -> usize {
        let mut slots = 0;
        let quick = |tier: &&Tier| {
            slots += tier.slots();
            slots <= QUICK
        };
        index.tiers().iter().take_while(quick).count()
    }
}

impl<I: Index> SolverChoice<I> for QuickTiers {
    type Output = usize;

    fn dense(self, index: &I) -> usize
    where
        I: Dense,
    {
        QuickTiers::few(index)
    }

    fn counting(self, index: &I) -> usize
    where
        I: Counting,
    {
        QuickTiers::few(index)
    }

    fn keyed(self, index: &I) -> usize
    where
        I: Keyed,
    {
        QuickTiers::few(index)
    }

    fn sparse(self, index: &I) -> usize
    where
        I: Sparse,
    {
        index.tiers().len()
    }
}

/// The numbering of a game that cannot be solved: `type Index = Unsolved<Self>`. No value of this
/// type exists.
pub struct Unsolved<G>(std::convert::Infallible, std::marker::PhantomData<G>);

impl<G: Notation> Index for Unsolved<G> {
    type Game = G;
    const VERSION: u32 = 0;
    const KEYS: u8 = 0;
    const DISTANCE: Distance = Distance::End;

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

    fn shipped() -> &'static [&'static [u8]] {
        &[]
    }

    fn solver<C: SolverChoice<Self>>(&self, _: C) -> C::Output {
        match self.0 {}
    }
}
