//! What solvers and checkers tell while they work.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damier_core::Message;
use damier_core::index::Tier;

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Every position is looked at for the first time.
    Look,
    /// One turn back from the positions decided in this many turns.
    Back(u16),
    /// A table is being checked.
    Check,
}

/// Where the work is.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The tier it is about.
    pub tier: String,
    /// Which group of how many.
    pub group: (usize, usize),
    /// What is being done.
    pub pass: Pass,
    /// How many positions there are to do in this pass.
    pub positions: u64,
    /// How many of them are done.
    pub done: u64,
}

/// Somebody who listens.
pub trait Progress: Sync {
    /// A pass begins, or has come on.
    fn stage(&self, stage: &Stage);

    /// Something worth telling that does not stop the work.
    fn note(&self, message: &Message) {
        let _ = message;
    }
}

/// Nobody listens.
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &Stage) {}
}

/// Counts the positions of a pass that are done, from any thread, and tells now and then.
pub(crate) struct Pace<'a> {
    progress: &'a dyn Progress,
    stage: Stage,
    done: AtomicU64,
}

/// How many positions are done between two reports, as a power of two.
const EVERY: u32 = 19;

impl<'a> Pace<'a> {
    /// A pass over some positions of a tier's group number `group` begins, and whoever listens is
    /// told.
    pub(crate) fn new(
        progress: &'a dyn Progress,
        tier: &Tier,
        group: usize,
        pass: Pass,
        positions: u64,
    ) -> Pace<'a> {
        let group = (group + 1, tier.group_ends.len());
        let stage = Stage { tier: tier.name.clone(), group, pass, positions, done: 0 };
        progress.stage(&stage);
        Pace { progress, stage, done: AtomicU64::new(0) }
    }

    /// So many positions more are done.
    pub(crate) fn add(&self, positions: u64) {
        let before = self.done.fetch_add(positions, Relaxed);
        if before >> EVERY != (before + positions) >> EVERY {
            self.progress.stage(&Stage { done: before + positions, ..self.stage.clone() });
        }
    }
}
