//! What a solver tells while it works.

/// Where a solver is.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The tier it works on.
    pub tier: String,
    /// Which group of how many.
    pub group: (usize, usize),
    /// How many turns from the end; 0 for the first look at every position.
    pub turns: u16,
    /// How many numbers the group has.
    pub positions: u64,
}

/// Somebody who listens to a solver.
pub trait Progress: Sync {
    /// A new stage begins.
    fn stage(&self, stage: &Stage);
}

/// Nobody listens.
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &Stage) {}
}
