//! What `value`, `solve`, `verify` and `tables` share: where tables are, how a solve is started
//! and what it shows while it runs.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use damier_core::index::Index;
use damier_core::{Game, Phrase};
use damier_solve::build::{self, Built};
use damier_solve::progress::{Pass, Progress, Stage};
use damier_solve::store::Store;
use indicatif::{ProgressBar, ProgressStyle};

use crate::common::complain;

/// Where tables are kept.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct StoreArgs {
    /// The folder of tables; by default the one of DAMIER_TABLES, or in the user's cache
    #[arg(long = "tables", value_name = "DIR")]
    folder: Option<PathBuf>,

    /// How many threads work; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl StoreArgs {
    /// The store.
    pub(crate) fn store(&self) -> anyhow::Result<Store> {
        let variable = || std::env::var_os("DAMIER_TABLES").filter(|v| !v.is_empty());
        let folder = self.folder.clone().or_else(|| variable().map(PathBuf::from));
        let cache = || {
            let dirs = directories::ProjectDirs::from("", "", "damier");
            dirs.map(|dirs| dirs.cache_dir().join("tables"))
        };
        let folder = folder.or_else(cache);
        Ok(Store::new(folder.context("there is no cache folder: name one with --tables DIR")?))
    }

    /// Takes as many threads as were asked for; to be called once.
    pub(crate) fn take_threads(&self) {
        if let Some(threads) = self.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
            // It fails only if the threads are there already.
            let _ = pool.build_global();
        }
    }

    /// How many threads there are to work.
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(all, usize::from)
    }
}

/// An error unless memory and disk suffice for solving the first `tiers` tiers.
pub(crate) fn check_needs<I: Index>(store: &Store, index: &I, tiers: usize) -> anyhow::Result<()> {
    let needs = build::needs(index, tiers);
    let mib = |bytes: u64| bytes.div_ceil(1 << 20);
    if let Some(memory) = build::available_memory().filter(|memory| *memory < needs.memory) {
        bail!(
            "not enough memory: {} MiB are needed, {} MiB are available",
            mib(needs.memory),
            mib(memory)
        );
    }
    // The folder may not be there yet; what counts is the disk it will be on.
    let there = store.folder().ancestors().find(|folder| folder.exists());
    let free = there.and_then(|folder| fs4::available_space(folder).ok());
    if let Some(disk) = free.filter(|disk| *disk < needs.disk) {
        bail!(
            "not enough disk space in {}: {} MiB are needed, {} MiB are free",
            store.folder().display(),
            mib(needs.disk),
            mib(disk)
        );
    }
    Ok(())
}

/// Solves the first `tiers` tiers and puts the tables into the store.
pub(crate) fn solve<I: Index>(
    store: &Store,
    index: &I,
    tiers: usize,
) -> anyhow::Result<Vec<Built>> {
    check_needs(store, index, tiers)?;
    let meter = Meter::new(<I::Game as Game>::ID);
    let checkpoint = store.folder().join("checkpoints");
    let all = build::build(index, tiers, &meter, Some(&checkpoint));
    meter.finish();
    for built in &all {
        store.put(index, built.tier, &built.bytes)?;
    }
    build::forget_checkpoint(index, &checkpoint);
    Ok(all)
}

/// Shows how work goes on: a bar on a terminal, now and then a line elsewhere.
pub(crate) struct Meter {
    game: &'static str,
    bar: ProgressBar,
    begun: Instant,
    told: Mutex<Instant>,
    terminal: bool,
}

/// How often a line is printed where there is no terminal.
const EVERY: Duration = Duration::from_secs(5);

impl Meter {
    /// A meter that starts now.
    pub(crate) fn new(game: &'static str) -> Meter {
        let terminal = std::io::stderr().is_terminal();
        let bar = if terminal { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let template = "{msg} {wide_bar} {percent}% {per_sec} left {eta} ";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()),
        );
        Meter { game, bar, begun: Instant::now(), told: Mutex::new(Instant::now()), terminal }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn describe(stage: &Stage) -> String {
    let Stage { tier, group: (group, groups), pass, .. } = stage;
    let pass = match pass {
        Pass::Look => "first look".to_string(),
        Pass::Back(turns) => format!("{turns} turns from the end"),
        Pass::Check => "checking".to_string(),
    };
    match groups {
        1 => format!("tier {tier}, {pass}"),
        _ => format!("tier {tier}, group {group} of {groups}, {pass}"),
    }
}

impl Progress for Meter {
    fn stage(&self, stage: &Stage) {
        if self.terminal {
            self.bar.set_length(stage.positions);
            self.bar.set_position(stage.done);
            self.bar.set_message(format!("{} {}", self.game, describe(stage)));
            return;
        }
        let Ok(mut told) = self.told.lock() else { return };
        if told.elapsed() >= EVERY {
            *told = Instant::now();
            let took = self.begun.elapsed().as_secs_f64();
            let share = 100.0 * stage.done as f64 / stage.positions.max(1) as f64;
            let what = describe(stage);
            complain(&format!(
                "{}: {what}: {share:.0} % of {} positions, {took:.0} s",
                self.game, stage.positions
            ));
        }
    }
}

/// The complaint about a game, or options, that cannot be solved.
pub(crate) const NO_INDEX: Phrase = Phrase::new(
    "{0} cannot be solved with these options",
    "{0} ne peut pas être résolu avec ces options",
);
