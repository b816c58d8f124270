//! What `value`, `solve`, `verify` and `tables` share: where tables are, how a solve is started
//! and what it shows while it runs.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use damier_core::any::Opened;
use damier_core::{Game, Lang, Message, Phrase, phrase};
use damier_engine::tables::{self, Exact};
use damier_index::{Index, Solvable};
use damier_solve::build::{self, Finished, Solve};
use damier_solve::needs::check_room;
use damier_solve::progress::{Pass, Progress, Stage};
use damier_solve::storage::Storage;
use damier_solve::store::Store;
use damier_tables::TableError;
use indicatif::{ProgressBar, ProgressStyle};

use crate::common::{ABOUT, complain};
pub(crate) use damier_engine::files::table_trouble;

const NO_FOLDER: Phrase = phrase!("cli.store.no-folder");
/// A failure that is not the user's.
pub(crate) fn failure(message: &Message, lang: Lang) -> anyhow::Error {
    anyhow::anyhow!(message.text(lang))
}

/// The failure of reading or writing a table.
pub(crate) fn table_failure(error: &TableError, lang: Lang) -> anyhow::Error {
    failure(&table_trouble(error), lang)
}

/// Where tables are kept.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct StoreArgs {
    /// The folder of tables; by default the one of DAMIER_TABLES, or in the user's cache
    #[arg(long = "tables", value_name = "DIR", global = true)]
    folder: Option<PathBuf>,

    /// How many threads work; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl StoreArgs {
    /// The folder of tables that was asked for, or the usual one.
    pub(crate) fn store(&self, lang: Lang) -> anyhow::Result<Store> {
        let variable = || std::env::var_os("DAMIER_TABLES").filter(|v| !v.is_empty());
        let folder = self.folder.clone().or_else(|| variable().map(PathBuf::from));
        let cache = || {
            let dirs = directories::ProjectDirs::from("", "", "damier");
            dirs.map(|dirs| dirs.cache_dir().join("tables"))
        };
        let folder = folder.or_else(cache);
        Ok(Store::new(folder.ok_or_else(|| failure(&NO_FOLDER.say(), lang))?))
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

/// How a solve is to be made.
#[derive(Clone, Default)]
pub(crate) struct HowToSolve {
    /// Whether tables that are there are solved again.
    pub(crate) again: bool,
    /// Where values are kept.
    pub(crate) storage: Storage,
}

/// Solves those of the first `tiers` tiers whose tables are not there, or all of them `again`, and
/// puts the tables into the store.
pub(crate) fn solve<I: Index>(
    store: &Store,
    index: &I,
    tiers: usize,
    how: HowToSolve,
    lang: Lang,
) -> anyhow::Result<Vec<Finished>> {
    let HowToSolve { again, storage } = how;
    let meter = Meter::new(<I::Game as Game>::ID, lang);
    let solve = Solve::new(index, tiers).telling(&meter).keeping(store).again(again);
    let plan = solve.storage(storage.clone()).plan();
    let room = match plan.is_done() {
        true => Ok(()),
        false => check_room(index, tiers, &storage, Some(store.folder())),
    };
    let finished = room.and_then(|()| plan.run());
    meter.finish();
    finished.map_err(|error| table_failure(&error, lang))
}

/// The tables of a game under these rules, if there are any; those that take seconds are built
/// first, showing how that goes.
pub(crate) fn tables_for<G: Solvable>(
    opened: &Opened<G>,
    store: &Store,
    lang: Lang,
) -> Result<Option<Exact<G>>, Message> {
    let meter = Meter::new(G::ID, lang);
    let loaded = tables::load(opened, store, &meter);
    meter.finish();
    loaded.map_err(|error| table_trouble(&error))
}

/// Shows how work goes on: a bar on a terminal, now and then a line elsewhere.
pub(crate) struct Meter {
    game: &'static str,
    lang: Lang,
    bar: ProgressBar,
    begun: Instant,
    /// When something was shown last, and how much was done when work began.
    told: Mutex<(Instant, Option<u64>)>,
    every: Duration,
}

impl Meter {
    /// A meter that starts now.
    pub(crate) fn new(game: &'static str, lang: Lang) -> Meter {
        let terminal = std::io::stderr().is_terminal();
        let bar = if terminal { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{bar:8} {wide_msg}");
        bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
        let every = Duration::from_millis(if terminal { 100 } else { 5000 });
        let begun = Instant::now();
        Meter { game, lang, bar, begun, told: Mutex::new((begun, None)), every }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Meter {
    fn stage(&self, stage: &Stage) {
        let Ok(mut told) = self.told.lock() else { return };
        let first = *told.1.get_or_insert(stage.whole.0);
        if told.0.elapsed() < self.every {
            return;
        }
        told.0 = Instant::now();
        let words = words(stage, first, self.begun.elapsed());
        if self.bar.is_hidden() {
            return complain(&ABOUT.with(self.game).with(words).text(self.lang));
        }
        self.bar.set_length(stage.whole.1);
        self.bar.set_position(stage.whole.0);
        self.bar.set_message(words.text(self.lang));
    }

    fn note(&self, message: &Message) {
        let text = ABOUT.with(self.game).with(message.clone()).text(self.lang);
        self.bar.suspend(|| complain(&text));
    }
}

/// What there is to say about a stage, so much time after work began with so much done already.
/// What matters most comes first: a terminal may be narrow.
fn words(stage: &Stage, first: u64, took: Duration) -> Message {
    const ALL: Phrase = phrase!("cli.store.all");
    let (done, all) = stage.whole;
    let rate = build::rate(done.saturating_sub(first), took);
    let left = match rate > 0.0 {
        true => format!("{:.0}", all.saturating_sub(done) as f64 / rate),
        false => "?".to_string(),
    };
    let said = ALL.with(100 * done / all.max(1)).with(left).with(format!("{:.1}", rate / 1e6));
    said.with(describe(stage))
}

/// Tier, group and pass.
fn describe(stage: &Stage) -> Message {
    const IN_TIER: Phrase = phrase!("cli.store.in-tier");
    const IN_GROUP: Phrase = phrase!("cli.store.in-group");
    const LOOK: Phrase = phrase!("cli.store.look");
    const BACK: Phrase = phrase!("cli.store.back");
    const CHECK: Phrase = phrase!("cli.store.check");
    let Stage { tier, group: (group, groups), pass, .. } = stage;
    let pass = match pass {
        Pass::Look => LOOK.say(),
        Pass::Back(turns) => BACK.with(u32::from(*turns)),
        Pass::Check => CHECK.say(),
    };
    let where_to = match groups {
        1 => pass,
        _ => IN_GROUP.with(*group).with(*groups).with(pass),
    };
    IN_TIER.with(tier.as_str()).with(where_to)
}

/// The complaint about a game, or options, that cannot be solved.
pub(crate) const NO_INDEX: Phrase = phrase!("cli.store.no-index");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_tier_pass_rate_and_time_left() {
        let stage = |pass, group| Stage {
            tier: "9".into(),
            group,
            pass,
            done: 3,
            positions: 10,
            whole: (7_000_000, 12_000_000),
        };
        let said = |stage: &Stage, lang| words(stage, 1_000_000, Duration::from_secs(4)).text(lang);
        assert_eq!(
            said(&stage(Pass::Back(13), (2, 2)), Lang::En),
            "58 %, about 3 s left, 1.5 million positions/s; tier 9, group 2 of 2, 13 turns from the \
             end"
        );
        assert_eq!(
            said(&stage(Pass::Look, (1, 1)), Lang::Fr),
            "58 %, encore 3 s environ, 1.5 millions de positions/s ; palier 9, premier examen"
        );
        let none = words(&stage(Pass::Check, (1, 1)), 7_000_000, Duration::ZERO).to_string();
        assert!(none.contains("about ? s left"), "{none}");
    }
}
