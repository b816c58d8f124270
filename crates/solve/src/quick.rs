//! Tables that are built while somebody waits for them: those of the tiers that take seconds.

use damier_index::{Index, quick_tiers};
use damier_tables::{Table, TableError, Tables};

use crate::build::{Finished, Solve};
use crate::needs::check_room;
use crate::progress::Progress;
use crate::storage::Storage;
use crate::store::Store;

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
    check_room(index, tiers, &Storage::Memory, None)?;
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
