//! What a solve will need, and whether there is room for it.

use std::path::Path;

use damier_core::{Game, Phrase, phrase};
use damier_index::{Counting, Dense, Index, Keyed, QUICK, SolverChoice, Sparse, Tier};
use damier_tables::TableError;

use crate::build::available_memory;
use crate::storage::Storage;
use crate::{counting, dense, keyed};

/// What a solve will need, roughly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many numbers there are.
    pub slots: u64,
    /// Bytes of memory, or of disk if values are kept there.
    pub values: u64,
    /// Bytes of disk for the tables.
    pub disk: u64,
    /// Whether it takes seconds rather than minutes.
    pub quick: bool,
}

/// What solving the first `tiers` tiers needs.
pub fn needs<I: Index>(index: &I, tiers: usize) -> Needs {
    let slots = index.tiers()[..tiers].iter().map(Tier::slots).sum();
    let (values, disk) = match index.solver(Bytes) {
        None => (2 << 30, 64 << 20),
        Some(bytes) => (peak(index, tiers, bytes) + (16 << 20), slots / 2 + (1 << 20)),
    };
    Needs { slots, values, disk, quick: slots <= QUICK }
}

/// Refuses what there is no room for: solving the first `tiers` tiers with values kept in `storage`
/// and tables, if they are kept, in the folder `tables`.
pub fn check_room<I: Index>(
    index: &I,
    tiers: usize,
    storage: &Storage,
    tables: Option<&Path>,
) -> Result<(), TableError> {
    let Needs { values, disk, .. } = needs(index, tiers);
    let refuse = |file: &Path, why| TableError::Refused { file: file.to_path_buf(), why };
    let mib = |bytes: u64| bytes.div_ceil(1 << 20);
    let (memory, mut on_disk) = match storage {
        Storage::Memory => (values, Vec::new()),
        Storage::Files(folder) => (ON_DISK, vec![(folder.as_path(), values)]),
    };
    on_disk.extend(tables.map(|folder| (folder, disk)));
    if let Some(there) = available_memory().filter(|there| *there < memory) {
        let why = NO_MEMORY.with(mib(memory)).with(mib(there));
        return Err(refuse(Path::new(<I::Game as Game>::ID), why));
    }
    for (folder, bytes) in on_disk {
        // The folder may not be there yet; what counts is the disk it will be on.
        let disk = folder.ancestors().find(|folder| folder.exists());
        let free = disk.and_then(|folder| fs4::available_space(folder).ok());
        if let Some(free) = free.filter(|free| *free < bytes) {
            return Err(refuse(folder, NO_DISK.with(mib(bytes)).with(mib(free))));
        }
    }
    Ok(())
}

/// The memory that a solve takes whose values are on disk: what its parts tell each other.
const ON_DISK: u64 = 1 << 30;

const NO_MEMORY: Phrase = phrase!("solve.no-memory");
const NO_DISK: Phrase = phrase!("solve.no-disk");

/// The most memory that values take while the first `tiers` tiers are solved: those of the tiers
/// that are still needed, and all that the solver keeps about the one it is at.
fn peak<I: Index>(index: &I, tiers: usize, bytes: BytesPerSlot) -> u64 {
    let tiers = &index.tiers()[..tiers];
    let at = |tier: usize| {
        let needed = |earlier: &usize| tiers[tier..].iter().any(|t| t.needs.contains(earlier));
        let kept: u64 = (0..tier).filter(needed).map(|t| tiers[t].slots()).sum();
        kept * bytes.solved + tiers[tier].slots() * bytes.solving
    };
    (0..tiers.len()).map(at).max().unwrap_or(0)
}

/// How many bytes a solver keeps for each number of a tier.
#[derive(Clone, Copy)]
struct BytesPerSlot {
    solved: u64,
    solving: u64,
}

/// Whether only the decided positions of a game are kept, so that it has no tiers to speak of.
pub(crate) fn is_sparse<I: Index>(index: &I) -> bool {
    index.solver(Bytes).is_none()
}

/// Asks how many bytes the solver keeps; `None` for the sparse one, for which it does not matter.
struct Bytes;

impl<I: Index> SolverChoice<I> for Bytes {
    type Output = Option<BytesPerSlot>;

    fn dense(self, _: &I) -> Self::Output
    where
        I: Dense,
    {
        Some(BytesPerSlot { solved: 2, solving: dense::BYTES_PER_SLOT })
    }

    fn counting(self, _: &I) -> Self::Output
    where
        I: Counting,
    {
        Some(BytesPerSlot { solved: 2, solving: counting::BYTES_PER_SLOT })
    }

    fn keyed(self, _: &I) -> Self::Output
    where
        I: Keyed,
    {
        Some(BytesPerSlot { solved: 4, solving: keyed::BYTES_PER_SLOT })
    }

    fn sparse(self, _: &I) -> Self::Output
    where
        I: Sparse,
    {
        None
    }
}
