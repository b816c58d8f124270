//! A tier that is to be solved: what is known of it already, who is told how it goes on, and where
//! a checkpoint is kept. The same for all solvers that keep a value for every position.
//!
//! A checkpoint of theirs holds the losses of a tier found so far, as its table would, and how far
//! they are complete ([`Known`]); finished tiers have tables of their own.

use damier_core::index::{Index, Tier};
use damier_tables::file::{self, Set};
use damier_tables::oracle::{BOUND, LOST};
use damier_tables::sparse::Sparse;

use crate::checkpoint::{Checkpoint, Parts};
use crate::known::{Knowledge, Known};
use crate::progress::{Pace, Progress};
use crate::values::Entry;

/// What checkpoints say about how they came to be: changes whenever they mean something else.
pub(crate) const HOW: &str = "losses of a tier, version 1";

/// A tier that is to be solved.
pub struct Job<'a, I> {
    /// The numbering.
    pub index: &'a I,
    /// Which tier.
    pub tier: usize,
    /// What is known of it.
    pub known: Known<'a>,
    /// Who is told how it goes on.
    pub progress: &'a dyn Progress,
    /// Where a checkpoint is kept, if that is wanted.
    pub checkpoint: Option<&'a Checkpoint>,
    /// How many numbers there are in all tiers of this solve, and in those before this one.
    pub numbers: (u64, u64),
}

impl<'a, I: Index> Job<'a, I> {
    /// A tier of which nothing is known, the last of its solve.
    pub fn new(index: &'a I, tier: usize, progress: &'a dyn Progress) -> Job<'a, I> {
        let upto = |tier: usize| index.tiers()[..tier].iter().map(Tier::slots).sum();
        let numbers = (upto(tier + 1), upto(tier));
        Job { index, tier, known: Known::default(), progress, checkpoint: None, numbers }
    }

    /// The tier.
    pub(crate) fn about(&self) -> &'a Tier {
        &self.index.tiers()[self.tier]
    }

    /// The first look at a group begins.
    pub(crate) fn pace(&self, group: usize) -> Pace<'a> {
        let (all, solved) = self.numbers;
        Pace::new(self.progress, self.about(), group, solved, all)
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
        bound: impl Iterator<Item = (u64, u16)> + Clone + Send,
    ) {
        let due =
            |checkpoint: &&Checkpoint| checkpoint.is_due() && self.known.is_before(group, turns);
        if let Some(checkpoint) = self.checkpoint.filter(due) {
            let slots = self.about().slots();
            let (lost, bound) = rayon::join(
                || file::set(lost, slots),
                || file::set(bound, slots * u64::from(I::KEYS)),
            );
            let place = Place { tier: self.tier, group, turns };
            place.save(checkpoint, self.progress, &[(LOST, &lost), (BOUND, &bound)]);
        }
    }
}

/// The lost ones of a tier's positions, whose values begin with these.
pub(crate) fn lost(
    values: impl Iterator<Item = Entry> + Clone + Send,
) -> impl Iterator<Item = (u64, u16)> + Clone + Send {
    values.zip(0..).filter_map(|(entry, number)| Some((number, entry.lost()?)))
}

/// How far a solve has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) tier: usize,
    pub(crate) group: usize,
    pub(crate) turns: u16,
}

impl Place {
    pub(crate) fn save(
        self,
        checkpoint: &Checkpoint,
        progress: &dyn Progress,
        sets: &[(&str, &[u8])],
    ) {
        let mut place = Vec::new();
        place.extend((self.tier as u32).to_le_bytes());
        place.extend((self.group as u32).to_le_bytes());
        place.extend(self.turns.to_le_bytes());
        let mut parts = vec![("place", &place[..])];
        parts.extend(sets);
        checkpoint.try_save(HOW, progress, &parts);
    }

    fn read(bytes: &[u8]) -> Option<Place> {
        let (tier, rest) = bytes.split_first_chunk()?;
        let (group, rest) = rest.split_first_chunk()?;
        let turns = rest.try_into().ok()?;
        Some(Place {
            tier: u32::from_le_bytes(*tier) as usize,
            group: u32::from_le_bytes(*group) as usize,
            turns: u16::from_le_bytes(turns),
        })
    }
}

/// What a solve that was interrupted had found.
pub(crate) struct Interrupted {
    pub(crate) place: Place,
    lost: (Vec<u8>, Sparse),
    bound: (Vec<u8>, Sparse),
}

impl Interrupted {
    /// From the parts of a checkpoint; `None` if they make no sense.
    pub(crate) fn read<I: Index>(parts: Parts, index: &I) -> Option<Interrupted> {
        let part = |name: &str| Some(parts.iter().find(|(n, _)| n == name)?.1.as_slice());
        let place = Place::read(part("place")?)?;
        let tier = index.tiers().get(place.tier)?;
        let set = |name: &str, range: u64| {
            let bytes = part(name)?.to_vec();
            let sparse = Sparse::read(&bytes, 0..bytes.len())?;
            (sparse.range() == range).then_some((bytes, sparse))
        };
        let lost = set(LOST, tier.slots())?;
        let bound = set(BOUND, tier.slots() * u64::from(I::KEYS))?;
        (place.group <= tier.group_ends.len()).then_some(Interrupted { place, lost, bound })
    }

    /// What is known of a tier from there.
    pub(crate) fn known(&self, tier: usize) -> Known<'_> {
        let Interrupted { place, lost, bound } = self;
        match tier == place.tier {
            true => {
                let (lost, bound) = (Set::new(&lost.0, &lost.1), Set::new(&bound.0, &bound.1));
                Known::new(lost, Some(bound), place.group, place.turns)
            }
            false => Known::default(),
        }
    }
}
