//! `damier bench attack`: what innocent people feel while one address does its worst. The server is
//! a process of its own with its ordinary limits; attacker and innocent people are this process, at
//! different loopback addresses. The attacker's threads give way to all others, as if they were on a
//! machine of their own: what is measured is the work they make for the server. Peace and attack take
//! turns, several rounds of each attack, and what was waited is taken together: what else the machine
//! and its disk do changes from second to second, and a p99 is made of few waits.

mod attacks;
mod innocent;
mod net;

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::time::Instant;

use super::running::Running;
use crate::common::{print, print_json};
use attacks::Scene;
use innocent::Notes;
use net::Client;

/// Where all attacks come from.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// How many games innocent people play, and how many look things up.
const GAMES: u8 = 6;
const ASKERS: u8 = 8;

/// How much longer an attack may take that must be prepared.
const PREPARATION: Duration = Duration::from_secs(20);

/// How long the server has between an attack and the next measurement.
const BREATH: Duration = Duration::from_secs(1);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many seconds one round of an attack takes, and as many of peace before it
    #[arg(long, value_name = "SECONDS", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    seconds: u32,

    /// How many rounds each attack has; what is waited in all of them is taken together
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// Where the server stores games, instead of a temporary folder: a disk of its own, or memory
    #[arg(long, value_name = "FOLDER")]
    data: Option<std::path::PathBuf>,

    /// Only the attacks whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What somebody waits, in milliseconds.
#[derive(Serialize)]
struct Felt {
    count: usize,
    median: f64,
    p99: f64,
}

impl Felt {
    fn of(mut waits: Vec<u32>) -> Felt {
        waits.sort_unstable();
        let at = |share: f64| {
            let last = waits.len().saturating_sub(1) as f64;
            waits.get((last * share) as usize).map_or(f64::NAN, |wait| f64::from(*wait) / 1000.0)
        };
        Felt { count: waits.len(), median: at(0.5), p99: at(0.99) }
    }
}

/// One attack.
#[derive(Serialize)]
struct Report {
    attack: &'static str,
    sent: u64,
    /// From sending a turn to when both players know it, in peace and under attack.
    turn: [Felt; 2],
    /// A plain question, in peace and under attack.
    get: [Felt; 2],
    /// What innocent people lost.
    lost: usize,
    /// By how much the server's memory grew, in MiB, and what it is.
    memory_grew: f64,
    memory: f64,
    /// By how much the data folder grew, in KiB; the innocent games are in it.
    disk_grew: f64,
    server_cores: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let _ = rlimit::increase_nofile_limit(1 << 16);
    let folder = match &args.data {
        Some(data) => tempfile::tempdir_in(data).with_context(|| data.display().to_string())?,
        None => tempfile::tempdir().context("a temporary folder")?,
    };
    let server = Running::start(folder.path(), false, &[])?;
    let runtime = tokio::runtime::Runtime::new().context("starting threads")?;
    let attacker = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .on_thread_start(damier_server::step_back)
        .build()
        .context("starting threads")?;
    let reports = runtime.block_on(measure(args, &server, folder.path(), attacker.handle()))?;
    runtime.shutdown_background();
    attacker.shutdown_background();
    drop(server);
    match args.json {
        true => print_json(&reports),
        false => print(&table(&reports)),
    }
}

async fn measure(
    args: &Args,
    server: &Running,
    data: &Path,
    attacker: &tokio::runtime::Handle,
) -> anyhow::Result<Vec<Report>> {
    let wanted = |name: &str| args.only.as_deref().is_none_or(|only| name.contains(only));
    let chosen: Vec<_> = attacks::ALL.into_iter().filter(|(name, _)| wanted(name)).collect();
    let notes = Notes::new(2 * chosen.len());
    for i in 0..GAMES {
        tokio::spawn(innocent::play(server.address, i, Arc::clone(&notes)));
    }
    for i in 0..ASKERS {
        tokio::spawn(innocent::ask(server.address, i, Arc::clone(&notes)));
    }
    tokio::time::sleep(BREATH).await;
    let time = Duration::from_secs(args.seconds.into());
    let mut reports = Vec::new();
    for (i, (name, attack)) in chosen.into_iter().enumerate() {
        let (mut sent, mut load) = (0, Load::default());
        for _ in 0..args.rounds {
            notes.begin(2 * i);
            tokio::time::sleep(time).await;
            let before = Load::of(server, data);
            let client = Client { from: ATTACKER, server: server.address };
            let scene = Scene { client, time, until: Instant::now() + time, sent: Arc::default() };
            let count: Arc<AtomicU64> = Arc::clone(&scene.sent);
            notes.begin(2 * i + 1);
            let attack = tokio::time::timeout(time + PREPARATION, attack(scene));
            let done = attacker.spawn(attack).await.with_context(|| name)?;
            notes.begin(usize::MAX);
            if let Ok(Err(why)) = done {
                anyhow::bail!("{name}: {why}");
            }
            load.add(&before, &Load::of(server, data));
            sent += count.load(Ordering::Relaxed);
            tokio::time::sleep(BREATH).await;
        }
        let [peace, war] = [notes.waits(2 * i), notes.waits(2 * i + 1)];
        reports.push(Report {
            attack: name,
            sent,
            turn: [Felt::of(peace.turns), Felt::of(war.turns)],
            get: [Felt::of(peace.gets), Felt::of(war.gets)],
            lost: peace.lost + war.lost,
            memory_grew: load.memory,
            memory: server.memory().unwrap_or(f64::NAN),
            disk_grew: load.disk / 1024.0,
            server_cores: load.processor / (time.as_secs_f64() * f64::from(args.rounds)),
        });
    }
    Ok(reports)
}

/// Memory in MiB, the data folder in bytes, processor time in seconds.
#[derive(Default)]
struct Load {
    memory: f64,
    disk: f64,
    processor: f64,
}

impl Load {
    /// What the server has taken so far.
    fn of(server: &Running, data: &Path) -> Load {
        Load {
            memory: server.memory().unwrap_or(f64::NAN),
            disk: size(data) as f64,
            processor: server.processor_time().unwrap_or(f64::NAN),
        }
    }

    /// Adds what was taken in between.
    fn add(&mut self, before: &Load, after: &Load) {
        self.memory += after.memory - before.memory;
        self.disk += (after.disk - before.disk).max(0.0);
        self.processor += after.processor - before.processor;
    }
}

/// What the files of a folder take, in bytes.
fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .filter_map(|file| file.metadata().ok())
        .filter(|data| data.is_file())
        .map(|f| f.len())
        .sum()
}

fn table(reports: &[Report]) -> String {
    let mut out = format!(
        "{:<33}{:>7}  {:>21}  {:>21}  {:>5} {:>6}  {:>12} {:>8} {:>5}\n",
        "milliseconds, in peace > attacked",
        "sent",
        "turn p50   p99",
        "get p50   p99",
        "p99 x",
        "",
        "memory MiB",
        "disk KiB",
        "cores"
    );
    for report in reports {
        let felt = |[peace, war]: &[Felt; 2]| {
            format!("{:.1}>{:.1}  {:.1}>{:.1}", peace.median, war.median, peace.p99, war.p99)
        };
        let times = |[peace, war]: &[Felt; 2]| war.p99 / peace.p99;
        out += &format!(
            "{:<33}{:>7}  {:>21}  {:>21}  {:>5.1} {:>6.1}  {:>6.0} {:>+5.0} {:>8.0} {:>5.2}{}\n",
            report.attack,
            report.sent,
            felt(&report.turn),
            felt(&report.get),
            times(&report.turn),
            times(&report.get),
            report.memory,
            report.memory_grew,
            report.disk_grew,
            report.server_cores,
            if report.lost > 0 { format!("  lost {}", report.lost) } else { String::new() },
        );
    }
    out
}
