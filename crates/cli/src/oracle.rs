//! The tables that players think with: those at hand, and those that are built in seconds where
//! somebody asks for the best play there is.

use std::sync::Arc;

use damier_core::any::Opened;
use damier_core::index::{Index, Solvable};
use damier_core::value::Oracle;
use damier_solve::build;
use damier_solve::progress::{Progress, Silent};
use damier_solve::store::Store;

use crate::store::{self, Meter};

/// Exact values that several players share.
pub(crate) type Shared<G> = Arc<dyn Oracle<G>>;

/// What to do about tables that are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    /// Nothing.
    Leave,
    /// Build those that take seconds, showing how it goes.
    Build,
    /// The same without a word, where the terminal belongs to somebody else.
    BuildSilently,
}

/// The tables of a game under these rules; `None` if there are none.
pub(crate) fn load<G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    missing: Missing,
) -> anyhow::Result<Option<Shared<G>>> {
    let Some(index) = G::Index::new(opened.game) else { return Ok(None) };
    let mut tables = store.load(index)?;
    let quick = quick_tiers(tables.index());
    let complete = (0..quick).all(|tier| tables.tier(tier).is_some());
    if missing != Missing::Leave
        && !complete
        && store::check_needs(store, tables.index(), quick).is_ok()
    {
        let index = tables.into_index();
        match missing {
            Missing::BuildSilently => build(store, &index, quick, &Silent)?,
            _ => {
                let meter = Meter::new(G::ID);
                let done = build(store, &index, quick, &meter);
                meter.finish();
                done?;
            }
        }
        tables = store.load(index)?;
    }
    let any = (0..tables.index().tiers().len()).any(|tier| tables.tier(tier).is_some());
    Ok(any.then(|| Arc::new(tables) as Shared<G>))
}

/// Whether the tables at hand, and those that are built in seconds, can value this position.
pub(crate) fn could_value<G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    position: &G::Position,
) -> bool {
    let Some(tables) = G::Index::new(opened.game).and_then(|index| store.load(index).ok()) else {
        return false;
    };
    let quick = quick_tiers(tables.index());
    let there = |tier: usize| tier < quick || tables.tier(tier).is_some();
    tables.needed(position).is_some_and(|last| (0..=last).all(there))
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

fn build<I: Index>(
    store: &Store,
    index: &I,
    tiers: usize,
    progress: &dyn Progress,
) -> anyhow::Result<()> {
    for built in build::build(index, tiers, progress, None) {
        store.put(index, built.tier, &built.bytes)?;
    }
    Ok(())
}
