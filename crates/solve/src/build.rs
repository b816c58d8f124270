//! From rules to tables: what a solve will need, the solve itself, and the tables it gives.
//!
//! Games with tiers are solved tier after tier. Each table is put into the store as soon as it is
//! finished, and a solve that begins later does not solve such a tier again: it only finds the wins
//! that follow from the losses in the table. A long solve leaves checkpoints as well.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use damier_core::game::Game;
use damier_core::{Phrase, phrase};
use damier_index::{Counting, Dense, Distance, Index, Keyed, Slot, SolverChoice, Sparse};
use damier_tables::oracle::{KEYED_LOST, LOST};
use damier_tables::{Header, Kind, Table, TableError, disk};

pub use damier_tables::disk::available_memory;

use crate::checkpoint::Checkpoint;
use crate::keyed::{self, KeyedValues};
use crate::known::KnownLosses;
use crate::needs::{is_sparse, needs};
use crate::progress::{Progress, Silent};
use crate::storage::{Plain, Storage, Tiers};
use crate::store::Store;
use crate::summary::{Summary, summary};
use crate::tier_job::{HOW, Resumable, TierJob};
use crate::values::{PackedValue, Solved};
use crate::write::{self, ByNumber, Items, Sorted, Written};
use crate::{counting, dense, sparse};

/// A table that was built.
#[derive(Debug)]
pub struct Built {
    /// Which tier it is for.
    pub tier: usize,
    /// Its bytes.
    pub size: u64,
    /// Its checksum, in hexadecimal.
    pub checksum: String,
    /// What it says as a whole.
    pub summary: Summary,
    place: TableBytes,
}

/// Where a table is that was built.
#[derive(Debug)]
enum TableBytes {
    File(PathBuf),
    Memory(Arc<Vec<u8>>),
}

impl Built {
    /// The table, to be asked right away.
    pub fn table(&self) -> Result<Table, TableError> {
        match &self.place {
            TableBytes::File(file) => Table::open(file),
            TableBytes::Memory(bytes) => {
                Table::from_bytes("the table just built", bytes.as_ref().clone())
            }
        }
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
        kind: match I::DISTANCE {
            Distance::End => Kind::End,
            Distance::Capture => Kind::Capture,
        },
        index: I::VERSION,
        slots: index.tiers()[tier].slots(),
    }
}

const SOLVED_AGAIN: Phrase = phrase!("solve.solved-again");

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
    storage: Storage,
}

impl<'a, I: Index> Solve<'a, I> {
    /// A solve of the first `tiers` tiers.
    pub fn new(index: &'a I, tiers: usize) -> Solve<'a, I> {
        Solve {
            index,
            tiers,
            progress: &Silent,
            store: None,
            again: false,
            every: None,
            storage: Storage::Memory,
        }
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

    /// Where values are kept while they are being found.
    #[must_use]
    pub fn storage(self, storage: Storage) -> Solve<'a, I> {
        Solve { storage, ..self }
    }

    /// Looks what is there already.
    #[must_use]
    pub fn plan(self) -> Plan<'a, I> {
        let checkpoint = self.checkpoint();
        let resume = |checkpoint: &Checkpoint| {
            checkpoint.resume(HOW, self.progress, |parts| Resumable::read(parts, self.index))
        };
        let resumable = checkpoint.as_ref().filter(|_| !is_sparse(self.index)).and_then(resume);
        let resumable = resumable.filter(|found| found.reached.tier < self.tiers);
        // The tables before this tier are of the solve that was interrupted.
        let own = resumable.as_ref().map_or(0, |found| found.reached.tier);
        let there = |tier| if self.again && tier >= own { None } else { self.there(tier) };
        let there = (0..self.tiers).map(there).collect();
        Plan { checkpoint, resumable, there, solve: self }
    }

    /// Solves. The result has the tiers in their order.
    pub fn run(self) -> Result<Vec<Finished>, TableError> {
        self.plan().run()
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        let checkpoint = Checkpoint::new(checkpoint_file(self.index, self.store?), self.index);
        let every = self.every.or((!is_sparse(self.index)).then_some(EVERY));
        Some(match every {
            Some(every) => checkpoint.every(every),
            None => checkpoint,
        })
    }

    /// The table of a tier, if there is a good one.
    fn there(&self, tier: usize) -> Option<Table> {
        let found = self.store?.table(self.index, tier).and_then(|table| {
            table.as_ref().map_or(Ok(()), Table::check_all)?;
            Ok(table)
        });
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
    resumable: Option<Resumable>,
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
        let index = self.solve.index;
        index.solver(self)
    }

    /// Solves tier after tier, and lets go of those that are not needed any more.
    fn tier_by_tier<V: Values>(
        self,
        solve_tier: impl Fn(&TierJob<'_, I>, &mut V) -> Result<(), TableError>,
    ) -> Result<Vec<Finished>, TableError> {
        let wanted = self.wanted();
        let Plan { solve, checkpoint, resumable, there } = self;
        let (index, checkpoint) = (solve.index, checkpoint.as_ref());
        let last = wanted.iter().rposition(|wanted| *wanted);
        let all = last.map_or(0, |last| needs(index, last + 1).slots);
        let (mut values, mut finished) = (V::default(), Vec::new());
        for (tier, table) in there.into_iter().enumerate() {
            values.tiers().keep(|earlier| is_needed(index, &wanted, earlier, tier));
            let job = TierJob::new(index, tier, solve.progress);
            let job = TierJob { numbers: (all, job.numbers.1), storage: &solve.storage, ..job };
            match table {
                Some(table) if wanted[tier] => {
                    let known = KnownLosses::table(&table, job.about());
                    solve_tier(&TierJob { known, ..job }, &mut values)?;
                    finished.push(Finished::Already(table));
                }
                Some(table) => {
                    values.tiers().push(None);
                    finished.push(Finished::Already(table));
                }
                None => {
                    let resumed = resumable.as_ref().map(|found| found.known(tier));
                    let (known, cells) = resumed.unwrap_or_default();
                    solve_tier(&TierJob { known, cells, checkpoint, ..job }, &mut values)?;
                    finished.push(Finished::Built(values.built(index, tier, solve.store)?));
                }
            }
        }
        // All that was found is safe by now.
        checkpoint.map_or(Ok(()), Checkpoint::remove)?;
        Ok(finished)
    }

    /// The tiers whose values must be found: those whose tables are missing, and those that these
    /// need, and so on.
    fn wanted(&self) -> Vec<bool> {
        let mut wanted: Vec<bool> = self.there.iter().map(Option::is_none).collect();
        for tier in (0..wanted.len()).rev() {
            if wanted[tier] {
                wanted[self.solve.index.tiers()[tier].needs.clone()].fill(true);
            }
        }
        wanted
    }
}

/// Whether a tier that is wanted needs an earlier one, and is this one or comes after it.
fn is_needed<I: Index>(index: &I, wanted: &[bool], earlier: usize, from: usize) -> bool {
    let tiers = index.tiers().iter().zip(wanted).skip(from);
    tiers.filter(|(_, wanted)| **wanted).any(|(tier, _)| tier.needs.contains(&earlier))
}

impl<I: Index> SolverChoice<I> for Plan<'_, I> {
    type Output = Result<Vec<Finished>, TableError>;

    fn dense(self, _: &I) -> Self::Output
    where
        I: Dense,
    {
        self.tier_by_tier(dense::solve_tier)
    }

    fn counting(self, _: &I) -> Self::Output
    where
        I: Counting,
    {
        self.tier_by_tier(counting::solve_tier)
    }

    fn keyed(self, _: &I) -> Self::Output
    where
        I: Keyed,
    {
        self.tier_by_tier(keyed::solve_tier)
    }

    fn sparse(self, index: &I) -> Self::Output
    where
        I: Sparse,
    {
        let checkpoint = self.checkpoint.as_ref();
        let built = build_sparse(index, self.solve.progress, checkpoint, self.solve.store)?;
        checkpoint.map_or(Ok(()), Checkpoint::remove)?;
        Ok(vec![Finished::Built(built)])
    }
}

/// Where a solver keeps the values of tiers.
trait Values: Default {
    /// What is noted of a position.
    type Value: Plain;

    /// The tiers.
    fn tiers(&mut self) -> &mut Tiers<Self::Value>;

    /// Writes the table of a solved tier, to the store if there is one.
    fn built<I: Index>(
        &self,
        index: &I,
        tier: usize,
        store: Option<&Store>,
    ) -> Result<Built, TableError>;
}

impl Values for Solved {
    type Value = u16;

    fn tiers(&mut self) -> &mut Tiers<u16> {
        &mut self.0
    }

    fn built<I: Index>(
        &self,
        index: &I,
        tier: usize,
        store: Option<&Store>,
    ) -> Result<Built, TableError> {
        let values = self.0.tier(tier);
        built(index, tier, store, |number| PackedValue(values[number as usize]), None)
    }
}

impl Values for KeyedValues {
    type Value = AtomicU32;

    fn tiers(&mut self) -> &mut Tiers<AtomicU32> {
        &mut self.0
    }

    fn built<I: Index>(
        &self,
        index: &I,
        tier: usize,
        store: Option<&Store>,
    ) -> Result<Built, TableError> {
        let slots = index.tiers()[tier].slots();
        let each = |numbers: Range<u64>, visit: &mut dyn FnMut(u64, u16)| {
            self.each_keyed_lost::<I>(tier, numbers, visit);
        };
        let keyed = ByNumber { range: slots * u64::from(I::KEYS), slots, each };
        let value = |number| self.at(Slot { tier, number });
        built(index, tier, store, value, Some(&keyed))
    }
}

/// Writes the table of a tier whose every position is valued, with the set of those that a key
/// changes if there are keys.
fn built<I: Index>(
    index: &I,
    tier: usize,
    store: Option<&Store>,
    value: impl Fn(u64) -> PackedValue + Sync,
    keyed: Option<&dyn Items>,
) -> Result<Built, TableError> {
    let slots = index.tiers()[tier].slots();
    let each = |numbers: Range<u64>, visit: &mut dyn FnMut(u64, u16)| {
        for number in numbers {
            if let Some(turns) = value(number).lost() {
                visit(number, turns);
            }
        }
    };
    let lost = ByNumber { range: slots, slots, each };
    let mut sets: Vec<(&str, &dyn Items)> = vec![(LOST, &lost)];
    sets.extend(keyed.map(|keyed| (KEYED_LOST, keyed)));
    let (written, place) = write_table(index, tier, store, &sets)?;
    let summary = summary(index, tier, &value);
    let Written { size, checksum } = written;
    Ok(Built { tier, size, checksum, summary, place })
}

/// Writes a table to the store, or to memory if there is none.
fn write_table<I: Index>(
    index: &I,
    tier: usize,
    store: Option<&Store>,
    sets: &[(&str, &dyn Items)],
) -> Result<(Written, TableBytes), TableError> {
    let header = header(index, tier);
    match store.map(|store| store.file(index, tier)) {
        Some(file) => Ok((write::table_file(&file, &header, sets)?, TableBytes::File(file))),
        None => {
            let mut bytes = Vec::new();
            let written = write::table(&mut bytes, &header, sets)
                .map_err(|why| TableError::Io { file: "memory".into(), why })?;
            Ok((written, TableBytes::Memory(Arc::new(bytes))))
        }
    }
}

/// The table of a game of whose positions only the lost ones are looked for.
fn build_sparse<I: Sparse>(
    index: &I,
    progress: &dyn Progress,
    checkpoint: Option<&Checkpoint>,
    store: Option<&Store>,
) -> Result<Built, TableError> {
    let lost = sparse::solve(index, progress, checkpoint);
    let slots = index.tiers()[0].slots();
    let set = Sorted { range: slots, items: &lost };
    let (written, place) = write_table(index, 0, store, &[(LOST, &set)])?;
    let mut summary = Summary { tier: index.tiers()[0].name.clone(), ..Summary::default() };
    for &(number, turns) in &lost {
        summary.longest_loss = summary.longest_loss.max(turns);
        let position = index.unrank(Slot { tier: 0, number });
        summary.lost += position.map_or(0, |position| index.weight(&position));
    }
    summary.up_to_symmetry = slots;
    let Written { size, checksum } = written;
    Ok(Built { tier: 0, size, checksum, summary, place })
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
