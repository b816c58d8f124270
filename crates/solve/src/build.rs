//! From rules to tables: what a solve will need, the solve itself, the tables it gives and a
//! summary of them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use damier_core::game::Game;
use damier_core::index::{Index, Slot, Tier};
use damier_core::value::Value;
use damier_tables::oracle::{BOUND, LOST};
use damier_tables::{Header, Kind, Table, TableError, file};
use rayon::prelude::*;

use crate::checkpoint::Checkpoint;
use crate::progress::Progress;
use crate::values::Entry;
use crate::{counting, dense, sparse};

/// Below this many numbers a solve takes seconds, and nobody needs to be asked first.
const SECONDS: u64 = 12_000_000;

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
    Needs { slots, memory, disk, quick: slots <= SECONDS }
}

/// What a table says as a whole. The numbers count positions of the player to move that are not
/// over, mirror images included.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The tier's name.
    pub tier: String,
    /// Positions up to symmetry; an upper bound where only the lost ones were looked for.
    pub up_to_symmetry: u64,
    /// Won positions; unknown where only the lost ones were looked for.
    pub won: Option<u64>,
    /// Lost positions.
    pub lost: u64,
    /// Drawn positions; unknown where only the lost ones were looked for.
    pub drawn: Option<u64>,
    /// The most turns a win takes, if known.
    pub longest_win: Option<u16>,
    /// The most turns a loss takes.
    pub longest_loss: u16,
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

/// Solves the first `tiers` tiers. A solve that takes long leaves a checkpoint in the folder
/// given, and goes on from there the next time.
pub fn build<I: Index>(
    index: &I,
    tiers: usize,
    progress: &dyn Progress,
    checkpoints: Option<&Path>,
) -> Vec<Built> {
    if I::SPARSE {
        return vec![build_sparse(index, progress, checkpoints)];
    }
    if I::KEYS > 0 {
        let solved = dense::bound::solve(index, tiers, progress);
        let one = |tier: usize| {
            let range = index.tiers()[tier].slots() * u64::from(I::KEYS);
            let bound = file::set(solved.bound::<I>(tier), range);
            built(index, tier, solved.entries(tier), Some(bound))
        };
        return (0..tiers).map(one).collect();
    }
    let solved = match I::COUNTED {
        true => counting::solve(index, tiers, progress),
        false => dense::solve(index, tiers, progress),
    };
    let one = |(tier, values): (usize, &Vec<Entry>)| {
        let values = values.as_slice();
        built(index, tier, |number| values[number as usize], None)
    };
    solved.0.iter().enumerate().map(one).collect()
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
fn build_sparse<I: Index>(index: &I, progress: &dyn Progress, checkpoints: Option<&Path>) -> Built {
    let checkpoint =
        checkpoints.map(|folder| Checkpoint::new(checkpoint_file(index, folder), index));
    let lost = sparse::solve(index, progress, checkpoint.as_ref());
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
fn checkpoint_file<I: Index>(index: &I, folder: &Path) -> PathBuf {
    let rules = index.rules();
    let rules = if rules.is_empty() { rules } else { format!(".{rules}") };
    folder.join(format!("{}{rules}.checkpoint", <I::Game as Game>::ID))
}

/// Removes the checkpoint of a solve whose table is safe.
pub fn forget_checkpoint<I: Index>(index: &I, folder: &Path) {
    let _ = std::fs::remove_file(checkpoint_file(index, folder));
}

/// Counts a tier's positions by their values.
fn summary<I: Index>(index: &I, tier: usize, entry: &(impl Fn(u64) -> Entry + Sync)) -> Summary {
    const CHUNK: u64 = 1 << 18;
    let slots = index.tiers()[tier].slots();
    let chunk = |i: u64| Tally::new(index, tier, i * CHUNK..((i + 1) * CHUNK).min(slots), entry);
    let tally = (0..slots.div_ceil(CHUNK)).into_par_iter().map(chunk);
    let tally = tally.reduce(Tally::default, Tally::plus);
    Summary { tier: index.tiers()[tier].name.clone(), ..tally.summary() }
}

/// How often each value occurs.
#[derive(Default)]
struct Tally {
    up_to_symmetry: u64,
    /// By [`Entry`], images counted.
    all: Vec<u64>,
}

impl Tally {
    fn new<I: Index>(
        index: &I,
        tier: usize,
        mut numbers: Range<u64>,
        entry: impl Fn(u64) -> Entry,
    ) -> Tally {
        let mut tally = Tally::default();
        while !numbers.is_empty() {
            let (weight, until) = index.weight_at(Slot { tier, number: numbers.start });
            let until = until.min(numbers.end);
            for entry in (numbers.start..until).map(&entry) {
                if entry != Entry::UNUSED {
                    let place = usize::from(entry.0);
                    if tally.all.len() <= place {
                        tally.all.resize(place + 1, 0);
                    }
                    tally.up_to_symmetry += 1;
                    tally.all[place] += weight;
                }
            }
            numbers.start = until;
        }
        tally
    }

    fn plus(mut self, mut other: Tally) -> Tally {
        if self.all.len() < other.all.len() {
            std::mem::swap(&mut self.all, &mut other.all);
        }
        self.all.iter_mut().zip(other.all).for_each(|(mine, more)| *mine += more);
        Tally { up_to_symmetry: self.up_to_symmetry + other.up_to_symmetry, ..self }
    }

    fn summary(&self) -> Summary {
        let mut sum = Summary {
            up_to_symmetry: self.up_to_symmetry,
            won: Some(0),
            drawn: Some(0),
            ..Summary::default()
        };
        for (entry, &count) in (0..).map(Entry).zip(&self.all).filter(|(_, count)| **count > 0) {
            match entry.value() {
                Some(Value::Win(n)) => {
                    sum.won = sum.won.map(|won| won + count);
                    sum.longest_win = sum.longest_win.max(n);
                }
                Some(Value::Loss(n)) => {
                    sum.lost += count;
                    sum.longest_loss = sum.longest_loss.max(n.unwrap_or(0));
                }
                _ => sum.drawn = sum.drawn.map(|drawn| drawn + count),
            }
        }
        sum
    }
}

/// How much memory this process has had at most, in bytes, where the system tells.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    status_line("/proc/self/status", "VmHWM:")
}

/// How much memory is to be had, in bytes, where the system tells.
#[must_use]
pub fn available_memory() -> Option<u64> {
    status_line("/proc/meminfo", "MemAvailable:")
}

fn status_line(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Positions per second.
#[must_use]
pub fn rate(positions: u64, took: Duration) -> f64 {
    positions as f64 / took.as_secs_f64().max(1e-9)
}
