//! What solvers and checkers tell while they work.

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
    fn note(&self, text: &str) {
        let _ = text;
    }
}

/// Nobody listens.
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &Stage) {}
}
