//! The tables that players think with: those at hand, and those that are built in seconds where
//! somebody asks for the best play there is.

use std::sync::Arc;

use damier_core::any::Opened;
use damier_core::index::{Index, Solvable, quick_tiers};
use damier_core::value::Oracle;
use damier_core::{Game, Lang, Message};
use damier_solve::progress::{Progress, Silent};
use damier_solve::quick;
use damier_solve::store::Store;
use damier_tables::Tables;

use crate::common::complain;
use crate::store::{self, Meter, table_trouble};

/// Exact values that several players share.
pub(crate) type Shared<G> = Arc<dyn Oracle<G>>;

/// How tables are built that are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Building {
    /// Showing how it goes, in this language.
    Shown(Lang),
    /// Without a word, where the terminal belongs to somebody else.
    Silent,
}

/// The tables of a game under these rules; `None` if there are none. Those that take seconds are
/// built first, if there is room for them.
pub(crate) fn load<G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    building: Building,
) -> Result<Option<Shared<G>>, Message> {
    let Some(index) = G::Index::new(opened.game) else { return Ok(None) };
    let mut tables = store.load(index).map_err(|error| table_trouble(&error))?;
    let tiers = quick_tiers(tables.index());
    if quick::lacking(&tables) && store::check_needs(store, tables.index(), tiers).is_ok() {
        build(store, &mut tables, building)?;
    }
    let any = tables.each().next().is_some();
    Ok(any.then(|| Arc::new(tables) as Shared<G>))
}

/// Builds the tables that take seconds. Those that cannot be kept are there all the same, this
/// time.
fn build<I: Index>(
    store: &Store,
    tables: &mut Tables<I>,
    building: Building,
) -> Result<(), Message> {
    let meter = match building {
        Building::Shown(lang) => Some(Meter::new(<I::Game as Game>::ID, lang)),
        Building::Silent => None,
    };
    let progress = meter.as_ref().map_or(&Silent as &dyn Progress, |meter| meter);
    let built = quick::build(tables.index(), Some(store), progress);
    if let Some(meter) = meter {
        meter.finish();
    }
    let (built, kept) = built.map_err(|error| table_trouble(&error))?;
    for table in built {
        tables.add(table)?;
    }
    if let (Err(error), Building::Shown(lang)) = (kept, building) {
        complain(&table_trouble(&error).text(lang));
    }
    Ok(())
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
