//! What is known of a tier before it is solved: all of it, from its table; or a part, from the
//! checkpoint of a solve that was interrupted. Either way that means losses, from which the wins
//! follow quickly: what takes long is to find out that every turn of a position loses.

use std::ops::Range;

use damier_index::{Index, Tier};
use damier_tables::oracle::{KEYED_LOST, LOST};
use damier_tables::{Set, Table};

/// Tables are checked to the last byte before their losses are believed.
const DAMAGED: &str = "the table was good when the solve began";

/// The losses of a tier that are known.
#[derive(Clone, Copy, Default)]
pub struct KnownLosses<'a> {
    /// The lost positions, and those lost because of a key.
    sets: Option<(Set<'a>, Option<Set<'a>>)>,
    /// All losses of the groups before this one are known.
    group: usize,
    /// And in this group what is found on the way to losses in so many turns.
    turns: u16,
}

impl<'a> KnownLosses<'a> {
    /// All losses of the first `group` groups, and those of the next that are found on the way to
    /// losses in `turns` turns.
    #[must_use]
    pub fn new(lost: Set<'a>, keyed: Option<Set<'a>>, group: usize, turns: u16) -> KnownLosses<'a> {
        KnownLosses { sets: Some((lost, keyed)), group, turns }
    }

    /// What the table of a tier tells, which is everything.
    #[must_use]
    pub fn table(table: &'a Table, tier: &Tier) -> KnownLosses<'a> {
        match table.set(LOST) {
            Some(lost) => KnownLosses::new(lost, table.set(KEYED_LOST), tier.group_ends.len(), 0),
            None => KnownLosses::default(),
        }
    }

    /// Whether this is less than being so far.
    #[must_use]
    pub(crate) fn is_before(&self, group: usize, turns: u16) -> bool {
        self.sets.is_none() || (self.group, self.turns) < (group, turns)
    }

    /// How much is known of a group.
    #[must_use]
    pub(crate) fn of_group(&self, group: usize) -> Knowledge {
        match (group.cmp(&self.group), self.turns) {
            (std::cmp::Ordering::Less, _) => Knowledge::All,
            (std::cmp::Ordering::Equal, turns @ 1..) => Knowledge::Turns(turns),
            _ => Knowledge::Nothing,
        }
    }

    /// Calls `visit` with the positions of a range that are known to be lost, and in how many turns.
    #[inline(always)]
    pub(crate) fn each_lost(&self, range: Range<u64>, visit: impl FnMut(u64, u16)) {
        if let Some((lost, _)) = self.sets {
            lost.each_in(range, visit).expect(DAMAGED);
        }
    }

    /// Calls `visit` with the positions of a range that are known to be lost because of a key, the
    /// key, and the number of turns.
    #[inline(always)]
    pub(crate) fn each_keyed<I: Index>(
        &self,
        range: Range<u64>,
        mut visit: impl FnMut(u64, u8, u16),
    ) {
        let keys = u64::from(I::KEYS);
        if let Some((_, Some(keyed))) = self.sets {
            let numbers = range.start * keys..range.end * keys;
            let found = keyed.each_in(numbers, |keyed, turns| {
                let (number, key) = I::split_keyed(keyed);
                visit(number, key, turns);
            });
            found.expect(DAMAGED);
        }
    }
}

/// How much is known of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Nothing.
    Nothing,
    /// The losses that are found on the way to those in so many turns, which are among them.
    Turns(u16),
    /// All losses.
    All,
}

impl Knowledge {
    /// Whether nobody need look for losses in so many turns.
    #[inline(always)]
    #[must_use]
    pub fn covers(self, turns: u16) -> bool {
        match self {
            Knowledge::Nothing => false,
            Knowledge::Turns(most) => turns <= most,
            Knowledge::All => true,
        }
    }
}
