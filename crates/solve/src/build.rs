//! From rules to tables: what a solve will need, the solve itself, and the tables it gives.
//!
//! Games with tiers are solved tier after tier. Each table is put into the store as soon as it is
//! finished, and a solve that begins later does not solve such a tier again: it only finds the wins
//! that follow from the losses in the table. A long solve leaves checkpoints as well.

use std::path::PathBuf;
use std::time::Duration;

use damier_core::Phrase;
use damier_core::game::Game;
use damier_core::index::{Index, QUICK, Slot, Tier};
use damier_tables::oracle::{BOUND, LOST};
use damier_tables::{Header, Kind, Table, TableError, disk, file};

pub use damier_tables::disk::available_memory;

use crate::checkpoint::Checkpoint;
use crate::dense::bound::SolvedWithKeys;
use crate::job::{HOW, Interrupted, Job};
use crate::known::Known;
use crate::progress::{Progress, Silent};
use crate::sparse;
use crate::store::Store;
use crate::summary::{Summary, summary};
use crate::values::{Entry, Solved};

/// What a solve will need, roughly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many numbers there are.
    pub slots: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of disk.
    pub disk: u64,
    /// Whether it takes seconds rather than minutes.
    pub quick: bool,
}

/// What solving the first `tiers` tiers needs.
pub fn needs<I: Index>(index: &I, tiers: usize) -> Needs {
    let slots = index.tiers()[..tiers].iter().map(Tier::slots).sum();
    let (memory, disk) = match I::SPARSE {
        true => (2 << 30, 64 << 20),
        false => (slots * I::BYTES_PER_SLOT + (16 << 20), slots / 2 + (1 << 20)),
    };
    Needs { slots, memory, disk, quick: slots <= QUICK }
}

/// A table that was built.
#[derive(Debug)]
pub struct Built {
    /// Which tier it is for.
    pub tier: usize,
    /// The file.
    pub bytes: Vec<u8>,
    /// What it says as a whole.
    pub summary: Summary,
}

impl Built {
    /// The table, to be asked right away.
    pub fn table(&self) -> Result<Table, TableError> {
        Table::from_bytes("the table just built", self.bytes.clone())
    }
}

/// A tier with its table.
#[derive(Debug)]
pub enum Finished {
    /// Just built.
    Built(Built),
    /// It was there.
    Already(Table),
}

/// The header of a tier's table.
pub fn header<I: Index>(index: &I, tier: usize) -> Header {
    Header {
        game: <I::Game as Game>::ID.into(),
        rules: index.rules(),
        tier: index.tiers()[tier].name.clone(),
        kind: if index.counts_to_capture() { Kind::Capture } else { Kind::End },
        index: I::VERSION,
        slots: index.tiers()[tier].slots(),
    }
}

const SOLVED_AGAIN: Phrase =
    Phrase::new("{0}; this tier is solved again", "{0} ; ce palier est résolu de nouveau");

/// How often a checkpoint is written inside a tier: that takes about a second.
const EVERY: Duration = Duration::from_secs(30);

/// A solve that is being prepared.
pub struct Solve<'a, I> {
    index: &'a I,
    tiers: usize,
    progress: &'a dyn Progress,
    store: Option<&'a Store>,
    again: bool,
    every: Option<Duration>,
}

impl<'a, I: Index> Solve<'a, I> {
    /// A solve of the first `tiers` tiers.
    pub fn new(index: &'a I, tiers: usize) -> Solve<'a, I> {
        Solve { index, tiers, progress: &Silent, store: None, again: false, every: None }
    }

    /// Who is told how it goes on.
    #[must_use]
    pub fn telling(self, progress: &'a dyn Progress) -> Solve<'a, I> {
        Solve { progress, ..self }
    }

    /// Where tables are put, and where those of a solve before this one are.
    #[must_use]
    pub fn keeping(self, store: &'a Store) -> Solve<'a, I> {
        Solve { store: Some(store), ..self }
    }

    /// Whether tables that are there are solved again, unless they are of a solve that was
    /// interrupted.
    #[must_use]
    pub fn again(self, again: bool) -> Solve<'a, I> {
        Solve { again, ..self }
    }

    /// How often a checkpoint is written at most.
    #[must_use]
    pub fn checkpoint_every(self, every: Duration) -> Solve<'a, I> {
        Solve { every: Some(every), ..self }
    }

    /// Looks what is there already.
    #[must_use]
    pub fn plan(self) -> Plan<'a, I> {
        let checkpoint = self.checkpoint();
        let resume = |checkpoint: &Checkpoint| {
            checkpoint.resume(HOW, self.progress, |parts| Interrupted::read(parts, self.index))
        };
        let interrupted = checkpoint.as_ref().filter(|_| !I::SPARSE).and_then(resume);
        let interrupted = interrupted.filter(|found| found.place.tier < self.tiers);
        // The tables before this tier are of the solve that was interrupted.
        let own = interrupted.as_ref().map_or(0, |found| found.place.tier);
        let there = |tier| if self.again && tier >= own { None } else { self.there(tier) };
        let there = (0..self.tiers).map(there).collect();
        Plan { checkpoint, interrupted, there, solve: self }
    }

    /// Solves. The result has the tiers in their order.
    pub fn run(self) -> Result<Vec<Finished>, TableError> {
        self.plan().run()
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        let checkpoint = Checkpoint::new(checkpoint_file(self.index, self.store?), self.index);
        let every = self.every.or((!I::SPARSE).then_some(EVERY));
        Some(match every {
            Some(every) => checkpoint.every(every),
            None => checkpoint,
        })
    }

    /// The table of a tier, if there is a good one.
    fn there(&self, tier: usize) -> Option<Table> {
        let found = self.store?.table(self.index, tier);
        found.unwrap_or_else(|why| {
            self.progress.note(&SOLVED_AGAIN.with(why.message()));
            None
        })
    }
}

/// A solve that knows what there is to do.
pub struct Plan<'a, I> {
    solve: Solve<'a, I>,
    checkpoint: Option<Checkpoint>,
    interrupted: Option<Interrupted>,
    /// The tables that are there, by tier.
    there: Vec<Option<Table>>,
}

impl<I: Index> Plan<'_, I> {
    /// Whether all tables are there.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.there.iter().all(Option::is_some)
    }

    /// Solves what is missing. The result has the tiers in their order.
    pub fn run(self) -> Result<Vec<Finished>, TableError> {
        if self.is_done() {
            return Ok(self.there.into_iter().flatten().map(Finished::Already).collect());
        }
        let Plan { solve, checkpoint, interrupted, there } = self;
        let (checkpoint, interrupted) = (checkpoint.as_ref(), interrupted.as_ref());
        let all = match (I::SPARSE, I::KEYS) {
            (true, _) => {
                let built = build_sparse(solve.index, solve.progress, checkpoint);
                vec![solve.finish(built)?]
            }
            (false, 0) => solve.tier_by_tier::<Solved>(there, interrupted, checkpoint)?,
            (false, _) => solve.tier_by_tier::<SolvedWithKeys>(there, interrupted, checkpoint)?,
        };
        // All that was found is safe by now.
        checkpoint.map_or(Ok(()), Checkpoint::remove)?;
        Ok(all)
    }
}

impl<I: Index> Solve<'_, I> {
    fn tier_by_tier<V: Values<I>>(
        &self,
        there: Vec<Option<Table>>,
        interrupted: Option<&Interrupted>,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Vec<Finished>, TableError> {
        let last_missing = there.iter().rposition(Option::is_none);
        let (mut values, mut finished) = (V::default(), Vec::new());
        let all = last_missing.map_or(0, |last| needs(self.index, last + 1).slots);
        for (tier, table) in there.into_iter().enumerate() {
            let job = Job::new(self.index, tier, self.progress);
            let job = Job { numbers: (all, job.numbers.1), ..job };
            if let Some(table) = table {
                if last_missing > Some(tier) {
                    let known = Known::table(&table, job.about());
                    values.solve_tier(&Job { known, ..job });
                }
                finished.push(Finished::Already(table));
                continue;
            }
            let known = interrupted.map_or(Known::default(), |found| found.known(tier));
            values.solve_tier(&Job { known, checkpoint, ..job });
            finished.push(self.finish(values.built(self.index, tier))?);
        }
        Ok(finished)
    }

    /// Puts a table that was built where it belongs.
    fn finish(&self, built: Built) -> Result<Finished, TableError> {
        if let Some(store) = self.store {
            store.put(self.index, built.tier, &built.bytes)?;
        }
        Ok(Finished::Built(built))
    }
}

/// Where a solver keeps the values of tiers.
trait Values<I: Index>: Default {
    /// Solves the next tier.
    fn solve_tier(&mut self, job: &Job<'_, I>);

    /// The table of a solved tier.
    fn built(&self, index: &I, tier: usize) -> Built;
}

impl<I: Index> Values<I> for Solved {
    fn solve_tier(&mut self, job: &Job<'_, I>) {
        Solved::solve_tier(self, job);
    }

    fn built(&self, index: &I, tier: usize) -> Built {
        let values = self.0[tier].as_slice();
        built(index, tier, |number| values[number as usize], None)
    }
}

impl<I: Index> Values<I> for SolvedWithKeys {
    fn solve_tier(&mut self, job: &Job<'_, I>) {
        SolvedWithKeys::solve_tier(self, job);
    }

    fn built(&self, index: &I, tier: usize) -> Built {
        let range = index.tiers()[tier].slots() * u64::from(I::KEYS);
        let bound = file::set(self.bound::<I>(tier), range);
        built(index, tier, |number| self.entry(Slot { tier, number }), Some(bound))
    }
}

/// The table of a tier whose every position is valued, with the set of those that a key changes
/// if there are keys.
fn built<I: Index>(
    index: &I,
    tier: usize,
    entry: impl Fn(u64) -> Entry + Sync,
    bound: Option<Vec<u8>>,
) -> Built {
    let slots = index.tiers()[tier].slots();
    let lost = (0..slots).filter_map(|number| Some((number, entry(number).lost()?)));
    let write = || {
        let mut sets = vec![(LOST, file::set(lost, slots))];
        sets.extend(bound.map(|bound| (BOUND, bound)));
        file::write(&header(index, tier), &sets)
    };
    let (bytes, summary) = rayon::join(write, || summary(index, tier, &entry));
    Built { tier, bytes, summary }
}

/// The table of a game of whose positions only the lost ones are looked for.
fn build_sparse<I: Index>(
    index: &I,
    progress: &dyn Progress,
    checkpoint: Option<&Checkpoint>,
) -> Built {
    let lost = sparse::solve(index, progress, checkpoint);
    let slots = index.tiers()[0].slots();
    let set = file::set(lost.iter().copied(), slots);
    let bytes = file::write(&header(index, 0), &[(LOST, set)]);
    let mut summary = Summary { tier: index.tiers()[0].name.clone(), ..Summary::default() };
    for (number, turns) in lost {
        summary.longest_loss = summary.longest_loss.max(turns);
        let position = index.unrank(Slot { tier: 0, number });
        summary.lost += position.map_or(0, |position| index.weight(&position));
    }
    summary.up_to_symmetry = slots;
    Built { tier: 0, bytes, summary }
}

/// Where the checkpoint of a solve is kept.
fn checkpoint_file<I: Index>(index: &I, store: &Store) -> PathBuf {
    let rules = index.rules();
    let rules = if rules.is_empty() { rules } else { format!(".{rules}") };
    store.folder().join("checkpoints").join(format!("{}{rules}.checkpoint", <I::Game as Game>::ID))
}

/// How much memory this process has had at most, in bytes, where the system tells.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    disk::kib("/proc/self/status", "VmHWM:")
}

/// Positions per second.
#[must_use]
pub fn rate(positions: u64, took: Duration) -> f64 {
    positions as f64 / took.as_secs_f64().max(1e-9)
}
