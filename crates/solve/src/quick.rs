//! Tables that are built while somebody waits for them: those of the tiers that take seconds.

use damier_core::Phrase;
use damier_core::index::{Index, quick_tiers};
use damier_tables::{Table, TableError, Tables};

use crate::build::{self, Finished, Solve};
use crate::progress::Progress;
use crate::store::Store;

const NO_MEMORY: Phrase = Phrase::new(
    "not enough memory for the tables: {0} MiB are needed, {1} MiB are available",
    "pas assez de mémoire pour les tables : il faut {0} Mio, {1} Mio sont disponibles",
);

/// Whether these tables lack some that take seconds.
pub fn lacking<I: Index>(tables: &Tables<I>) -> bool {
    (0..quick_tiers(tables.index())).any(|tier| tables.tier(tier).is_none())
}

/// The tables of all tiers that take seconds, built where they are missing and put into the store
/// if there is one. The second part says whether they could be kept: they are there all the same.
pub fn build<I: Index>(
    index: &I,
    store: Option<&Store>,
    progress: &dyn Progress,
) -> Result<(Vec<Table>, Result<(), TableError>), TableError> {
    let tiers = quick_tiers(index);
    let needs = build::needs(index, tiers);
    if let Some(memory) = build::available_memory().filter(|memory| *memory < needs.memory) {
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        let why = NO_MEMORY.with(mib(needs.memory)).with(mib(memory));
        return Err(TableError::Refused { file: "tables".into(), why });
    }
    let solve = || Solve::new(index, tiers).telling(progress);
    let (finished, kept) = match store.map(|store| solve().keeping(store).run()) {
        Some(Ok(finished)) => (finished, Ok(())),
        Some(Err(error)) => (solve().run()?, Err(error)),
        None => (solve().run()?, Ok(())),
    };
    let table = |finished| match finished {
        Finished::Built(built) => built.table(),
        Finished::Already(table) => Ok(table),
    };
    Ok((finished.into_iter().map(table).collect::<Result<_, _>>()?, kept))
}
