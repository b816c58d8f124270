//! What solvers and checkers tell while they work.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damier_core::Message;
use damier_index::Tier;

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
    /// How many positions have been looked at in this pass; or, going back, gone back from in all
    /// passes of the group.
    pub done: u64,
    /// How many there may be at most.
    pub positions: u64,
    /// How many of all positions are done and how many there are, roughly: a measure of time.
    pub whole: (u64, u64),
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

/// Counts the positions of a group that are done, from any thread, and tells now and then. Looking
/// at a position and going back from it are taken to be half of the work each.
pub(crate) struct ProgressCounter<'a> {
    progress: &'a dyn Progress,
    stage: Stage,
    /// How many of all positions were done before this pass.
    before: u64,
    done: AtomicU64,
}

/// How many positions are done between two reports, as a power of two.
const EVERY: u32 = 19;

impl<'a> ProgressCounter<'a> {
    /// The first look at a tier's group begins, and whoever listens is told. `all` are the numbers
    /// of all tiers, and this tier begins after `solved` of them.
    pub(crate) fn new(
        progress: &'a dyn Progress,
        tier: &Tier,
        group: usize,
        solved: u64,
        all: u64,
    ) -> ProgressCounter<'a> {
        let Range { start, end } = tier.groups().nth(group).unwrap_or_default();
        let stage = Stage {
            tier: tier.name.clone(),
            group: (group + 1, tier.group_ends.len()),
            pass: Pass::Look,
            done: 0,
            positions: end - start,
            whole: (0, all),
        };
        let counter =
            ProgressCounter { progress, stage, before: solved + start, done: AtomicU64::new(0) };
        counter.tell(0);
        counter
    }

    /// A step back begins.
    pub(crate) fn back(&mut self, turns: u16) {
        if self.stage.pass == Pass::Look {
            self.before += self.stage.positions / 2;
            self.done = AtomicU64::new(0);
        }
        self.stage.pass = Pass::Back(turns);
        self.tell(self.done.load(Relaxed));
    }

    /// So many positions more are done.
    pub(crate) fn add(&self, positions: u64) {
        let before = self.done.fetch_add(positions, Relaxed);
        if before >> EVERY != (before + positions) >> EVERY {
            self.tell(before + positions);
        }
    }

    fn tell(&self, done: u64) {
        let done = done.min(self.stage.positions);
        let whole = (self.before + done / 2, self.stage.whole.1);
        self.progress.stage(&Stage { done, whole, ..self.stage.clone() });
    }
}
