//! Tiers and groups: the parts of a numbering that are solved one after the other.

use std::ops::{Range, RangeInclusive};

/// The number of a position: its tier and its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// Which of [`crate::Index::tiers`].
    pub tier: usize,
    /// Which number there.
    pub number: u64,
}

/// A part of the numbering that is solved and stored as a whole.
///
/// Its *groups* are ranges of numbers whose positions loop among themselves and otherwise lead
/// only to earlier groups, to the tiers it [needs](Tier::needs), or to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tier {
    /// How the tier is called in file names and listings, such as `5` for five pawns.
    pub name: String,
    /// Where each group ends; the last end is the number of slots.
    pub group_ends: Vec<u64>,
    /// The earlier tiers whose values are asked for while this one is solved. All others leave
    /// the solver's memory; asking for one of them is a fault that stops the solve.
    pub needs: Range<usize>,
}

impl Tier {
    /// How many numbers it has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.group_ends.last().copied().unwrap_or(0)
    }

    /// The ranges of its groups, in the order in which they can be solved.
    pub fn groups(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        let starts = std::iter::once(0).chain(self.group_ends.iter().copied());
        starts.zip(&self.group_ends).map(|(start, end)| start..*end)
    }
}

/// The numbers of pawns in the first and the second set of each kind of position in a group.
pub type Group = Vec<(u32, u32)>;

/// A tier of a [`crate::PairIndexer`] before anything is numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTier {
    /// As [`Tier::name`].
    pub name: String,
    /// The groups in the order in which they can be solved.
    pub groups: Vec<Group>,
    /// As [`Tier::needs`].
    pub needs: Range<usize>,
}

/// The groups of all positions with this many pawns on the board, of which each player has a
/// number in the range `each`, where only captures change these numbers: each division of the
/// pawns together with its reverse, since the player to move changes.
#[must_use]
pub fn divisions(pawns: u32, each: RangeInclusive<u32>) -> Vec<Group> {
    let division = |few: u32| match (few, pawns - few) {
        (few, many) if few == many => vec![(few, many)],
        (few, many) => vec![(few, many), (many, few)],
    };
    let fewest = pawns.saturating_sub(*each.end()).max(*each.start());
    (fewest..=pawns / 2).map(division).collect()
}
