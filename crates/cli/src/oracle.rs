//! The tables that players think with: those at hand, and those that are built in seconds where
//! somebody asks for the best play there is.

use std::sync::Arc;

use damier_core::Lang;
use damier_core::any::Opened;
use damier_core::index::{Index, Solvable};
use damier_core::value::Oracle;
use damier_solve::build::{self, Finished, Solve};
use damier_solve::progress::{Progress, Silent};
use damier_solve::store::Store;
use damier_tables::Tables;
use damier_tables::file::TableError;

use crate::common::complain;
use crate::store::{self, Meter, table_failure, table_trouble};

/// Exact values that several players share.
pub(crate) type Shared<G> = Arc<dyn Oracle<G>>;

/// How tables are built that are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Building {
    /// Showing how it goes, in this language.
    Shown(Lang),
    /// Without a word, where the terminal belongs to somebody else.
    Silent(Lang),
}

/// The tables of a game under these rules; `None` if there are none. Those that take seconds are
/// built first, if there is room for them.
pub(crate) fn load<G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    building: Building,
) -> anyhow::Result<Option<Shared<G>>> {
    let Some(index) = G::Index::new(opened.game) else { return Ok(None) };
    let (Building::Shown(lang) | Building::Silent(lang)) = building;
    let mut tables = store.load(index).map_err(|error| table_failure(&error, lang))?;
    let quick = quick_tiers(tables.index());
    let complete = (0..quick).all(|tier| tables.tier(tier).is_some());
    if !complete && store::check_needs(store, tables.index(), quick, lang).is_ok() {
        match building {
            Building::Silent(_) => build(store, &mut tables, quick, &Silent, lang).map(drop)?,
            Building::Shown(_) => {
                let meter = Meter::new(G::ID, lang);
                let kept = build(store, &mut tables, quick, &meter, lang);
                meter.finish();
                // They are there all the same, this time.
                kept?.unwrap_or_else(|error| complain(&table_trouble(&error).text(lang)));
            }
        }
    }
    let any = (0..tables.index().tiers().len()).any(|tier| tables.tier(tier).is_some());
    Ok(any.then(|| Arc::new(tables) as Shared<G>))
}

/// The first position that the tables at hand, and those that are built in seconds, cannot value.
pub(crate) fn out_of_reach<'p, G: Solvable>(
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

/// How many tiers can be built in seconds: those with few numbers, and those of whose numbers
/// hardly any are looked at.
fn quick_tiers<I: Index>(index: &I) -> usize {
    let all = index.tiers().len();
    match I::SPARSE {
        true => all,
        false => (0..=all).rev().find(|tiers| build::needs(index, *tiers).quick).unwrap_or(0),
    }
}

/// Builds the first `tiers` tiers. The outer error is a failure, the inner one says that the
/// tables could not be kept.
fn build<I: Index>(
    store: &Store,
    tables: &mut Tables<I>,
    tiers: usize,
    progress: &dyn Progress,
    lang: Lang,
) -> anyhow::Result<Result<(), TableError>> {
    let solve = || Solve::new(tables.index(), tiers).telling(progress);
    let (finished, kept) = match solve().keeping(store).run() {
        Ok(finished) => (finished, Ok(())),
        Err(error) => (solve().run().map_err(|error| table_failure(&error, lang))?, Err(error)),
    };
    for finished in finished {
        let table = match finished {
            Finished::Built(built) => built.table().map_err(|error| table_failure(&error, lang))?,
            Finished::Already(table) => table,
        };
        tables.add(table).map_err(|message| store::failure(&message, lang))?;
    }
    Ok(kept)
}
