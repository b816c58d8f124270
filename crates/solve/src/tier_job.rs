//! A tier that is to be solved: what is known of it already, who is told how it goes on, where its
//! values are kept and where a checkpoint. The same for all solvers that keep a value for every
//! position.
//!
//! A checkpoint of theirs holds the losses of a tier found so far, as its table would, and how far
//! they are complete ([`KnownLosses`]); finished tiers have tables of their own. The counting solver
//! cannot go on from losses alone inside a group: there its cells are kept as they are.

use damier_index::{Index, Tier};
use damier_tables::oracle::{KEYED_LOST, LOST};
use damier_tables::sparse::Sparse;
use damier_tables::{Set, file};

use crate::checkpoint::{Checkpoint, Part, Parts};
use crate::known::{Knowledge, KnownLosses};
use crate::progress::{Progress, ProgressCounter};
use crate::storage::Storage;
use crate::values::PackedValue;

/// What checkpoints say about how they came to be: changes whenever they mean something else.
pub(crate) const HOW: &str = "losses of a tier and cells of a group, version 2";

/// A tier that is to be solved.
pub struct TierJob<'a, I> {
    /// The numbering of the game.
    pub index: &'a I,
    /// Which tier.
    pub tier: usize,
    /// What is known of it.
    pub known: KnownLosses<'a>,
    /// What was found of a group that was not finished.
    pub(crate) cells: Option<GroupCells<'a>>,
    /// Where values are kept.
    pub storage: &'a Storage,
    /// Who is told how it goes on.
    pub progress: &'a dyn Progress,
    /// Where a checkpoint is kept, if that is wanted.
    pub checkpoint: Option<&'a Checkpoint>,
    /// How many numbers there are in all tiers of this solve, and in those before this one.
    pub numbers: (u64, u64),
}

impl<'a, I: Index> TierJob<'a, I> {
    /// A tier of which nothing is known, the last of its solve.
    pub fn new(index: &'a I, tier: usize, progress: &'a dyn Progress) -> TierJob<'a, I> {
        let upto = |tier: usize| index.tiers()[..tier].iter().map(Tier::slots).sum();
        let numbers = (upto(tier + 1), upto(tier));
        TierJob {
            index,
            tier,
            known: KnownLosses::default(),
            cells: None,
            storage: &Storage::Memory,
            progress,
            checkpoint: None,
            numbers,
        }
    }

    /// The same with what is known of the tier.
    #[must_use]
    pub fn knowing(self, known: KnownLosses<'a>) -> TierJob<'a, I> {
        TierJob { known, ..self }
    }

    /// What the numbering says of the tier.
    pub(crate) fn about(&self) -> &'a Tier {
        &self.index.tiers()[self.tier]
    }

    /// The first look at a group begins.
    pub(crate) fn counter(&self, group: usize) -> ProgressCounter<'a> {
        let (all, solved) = self.numbers;
        ProgressCounter::new(self.progress, self.about(), group, solved, all)
    }

    /// How much is known of a group.
    pub(crate) fn knowledge(&self, group: usize) -> Knowledge {
        self.known.of_group(group)
    }

    /// Writes a checkpoint if it is time: all losses of the groups before this one are found, and
    /// those of this group on the way to losses in `turns` turns.
    pub(crate) fn save_if_due(
        &self,
        group: usize,
        turns: u16,
        lost: impl Iterator<Item = (u64, u16)> + Clone + Send,
        keyed: impl Iterator<Item = (u64, u16)> + Clone + Send,
    ) {
        if self.known.is_before(group, turns) {
            self.save(Milestone { tier: self.tier, group, turns }, lost, keyed, None);
        }
    }

    /// Writes a checkpoint inside a group if it is time: all losses of the groups before it, and
    /// its cells with all that is found on the way to `turns` turns.
    pub(crate) fn save_cells_if_due(
        &self,
        group: usize,
        turns: u16,
        lost: impl Iterator<Item = (u64, u16)> + Clone + Send,
        cells: &[&[u32]],
    ) {
        let milestone = Milestone { tier: self.tier, group, turns };
        self.save(milestone, lost, std::iter::empty(), Some(cells));
    }

    fn save(
        &self,
        milestone: Milestone,
        lost: impl Iterator<Item = (u64, u16)> + Clone + Send,
        keyed: impl Iterator<Item = (u64, u16)> + Clone + Send,
        cells: Option<&[&[u32]]>,
    ) {
        let Some(checkpoint) = self.checkpoint.filter(|checkpoint| checkpoint.is_due()) else {
            return;
        };
        let slots = self.about().slots();
        let (lost, keyed) =
            rayon::join(|| file::set(lost, slots), || file::set(keyed, slots * u64::from(I::KEYS)));
        let milestone = milestone.bytes();
        let mut parts = vec![
            ("place", Part::Bytes(&milestone)),
            (LOST, Part::Bytes(&lost)),
            (KEYED_LOST, Part::Bytes(&keyed)),
        ];
        parts.extend(cells.map(|cells| (CELLS, Part::Words(cells))));
        checkpoint.try_save(HOW, self.progress, &parts);
    }
}

/// The name of a checkpoint's part with the cells of a group.
const CELLS: &str = "cells";

/// The cells of a group of the counting solver, as they were before the step back from positions
/// decided in `turns`.
#[derive(Clone, Copy)]
pub(crate) struct GroupCells<'a> {
    pub(crate) group: usize,
    pub(crate) turns: u16,
    /// Little-endian words of four bytes.
    pub(crate) bytes: &'a [u8],
}

/// The lost ones of a tier's positions, whose values begin with these.
pub(crate) fn lost(
    values: impl Iterator<Item = PackedValue> + Clone + Send,
) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
    values.zip(0..).filter_map(|(value, number)| Some((number, value.lost()?)))
}

/// How far a solve has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Milestone {
    pub(crate) tier: usize,
    pub(crate) group: usize,
    pub(crate) turns: u16,
}

impl Milestone {
    fn bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend((self.tier as u32).to_le_bytes());
        bytes.extend((self.group as u32).to_le_bytes());
        bytes.extend(self.turns.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Milestone> {
        let (tier, rest) = bytes.split_first_chunk()?;
        let (group, rest) = rest.split_first_chunk()?;
        let turns = rest.try_into().ok()?;
        Some(Milestone {
            tier: u32::from_le_bytes(*tier) as usize,
            group: u32::from_le_bytes(*group) as usize,
            turns: u16::from_le_bytes(turns),
        })
    }
}

/// What a solve that was interrupted had found.
pub(crate) struct Resumable {
    pub(crate) reached: Milestone,
    lost: (Vec<u8>, Sparse),
    keyed: (Vec<u8>, Sparse),
    cells: Option<Vec<u8>>,
}

impl Resumable {
    /// From the parts of a checkpoint; `None` if they make no sense.
    pub(crate) fn read<I: Index>(mut parts: Parts, index: &I) -> Option<Resumable> {
        let mut part = |name: &str| {
            let place = parts.iter().position(|(n, _)| n == name)?;
            Some(parts.swap_remove(place).1)
        };
        let reached = Milestone::read(&part("place")?)?;
        let tier = index.tiers().get(reached.tier)?;
        let mut set = |name: &str, range: u64| {
            let bytes = part(name)?;
            let sparse = Sparse::read(&bytes[..], 0..bytes.len())?;
            (sparse.range() == range).then_some((bytes, sparse))
        };
        let lost = set(LOST, tier.slots())?;
        let keyed = set(KEYED_LOST, tier.slots() * u64::from(I::KEYS))?;
        let cells = part(CELLS);
        let fits = match &cells {
            None => reached.group <= tier.group_ends.len(),
            Some(cells) => {
                let group = tier.groups().nth(reached.group)?;
                (group.end - group.start).checked_mul(4) == Some(cells.len() as u64)
            }
        };
        fits.then_some(Resumable { reached, lost, keyed, cells })
    }

    /// What is known of a tier from there.
    pub(crate) fn known(&self, tier: usize) -> (KnownLosses<'_>, Option<GroupCells<'_>>) {
        let Resumable { reached, lost, keyed, cells } = self;
        if tier != reached.tier {
            return (KnownLosses::default(), None);
        }
        let Milestone { group, turns, .. } = *reached;
        let (lost, keyed) = (Set::new(&lost.0, &lost.1), Set::new(&keyed.0, &keyed.1));
        let cells = cells.as_ref().map(|bytes| GroupCells { group, turns, bytes });
        // With cells, the losses are only those of the groups before.
        let turns = if cells.is_some() { 0 } else { turns };
        (KnownLosses::new(lost, Some(keyed), group, turns), cells)
    }
}
