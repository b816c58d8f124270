//! The tables that players think with: those at hand, and those that are built in seconds where
//! somebody asks for the best play there is.

use std::sync::Arc;

use damier_core::any::Opened;
use damier_core::value::Oracle;
use damier_index::{Index, Solvable, quick_tiers};
use damier_solve::progress::Progress;
use damier_solve::quick;
use damier_solve::store::Store;
use damier_tables::{Table, TableError, Tables};

/// Exact values that several players share.
pub type Exact<G> = Arc<dyn Oracle<G>>;

/// The tables of a game under these rules; `None` if there are none. Those that take seconds are
/// built first; where they cannot be built or kept, `progress` is told and the others serve.
pub fn load<G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    progress: &dyn Progress,
) -> Result<Option<Exact<G>>, TableError> {
    let Some(index) = G::Index::new(opened.game) else { return Ok(None) };
    let mut tables = store.load(index)?;
    for table in lacking(&tables, Some(store), progress)? {
        let refused = |why| TableError::Refused { file: "tables".into(), why };
        tables.add(table).map_err(refused)?;
    }
    let any = tables.each().next().is_some();
    Ok(any.then(|| Arc::new(tables) as Exact<G>))
}

/// Builds the tables that take seconds and are not among these. Those that cannot be kept are there
/// all the same, this time; where there is no room to build them there are none. `progress` is told
/// of both.
pub fn lacking<I: Index>(
    tables: &Tables<I>,
    store: Option<&Store>,
    progress: &dyn Progress,
) -> Result<Vec<Table>, TableError> {
    if !quick::lacking(tables) {
        return Ok(Vec::new());
    }
    match quick::build(tables.index(), store, progress) {
        Ok((built, kept)) => {
            if let Err(error) = kept {
                progress.note(&error.message());
            }
            Ok(built)
        }
        Err(error @ TableError::Refused { .. }) => {
            progress.note(&error.message());
            Ok(Vec::new())
        }
        Err(error) => Err(error),
    }
}

/// The first position that the tables at hand, and those that are built in seconds, cannot value.
pub fn out_of_reach<'p, G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    mut positions: impl Iterator<Item = &'p G::Position>,
) -> Option<&'p G::Position> {
    let Some(tables) = G::Index::new(opened.game).and_then(|index| store.load(index).ok()) else {
        return positions.next();
    };
    let quick = quick_tiers(tables.index());
    let there = |tier: usize| tier < quick || tables.tier(tier).is_some();
    positions.find(|position| !tables.needed(position).is_some_and(|last| (0..=last).all(there)))
}
