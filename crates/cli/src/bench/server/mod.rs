//! `damier bench server`: how many live games the server holds, and how soon it acknowledges turns.
//! The server is a process of its own with the ordinary storage in a temporary folder; this process
//! plays all the players, every game in turn, random turns at a fixed pace.

mod client;
pub(super) mod player;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Serialize;

use super::running::Running;
use crate::common::{print, print_json};
use client::{Pace, Tally, play};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games at once; each has two players with a socket
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=15_000))]
    games: u32,

    /// How many turns per second in all
    #[arg(long, value_name = "N", default_value_t = 5500)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,

    /// How many seconds are measured, after two that are not
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,

    /// Keep the games in memory, to see what the disk costs
    #[arg(long)]
    memory: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was measured.
#[derive(Serialize)]
struct Report {
    games: u32,
    sockets: usize,
    seconds: u32,
    turns: usize,
    turns_per_second: f64,
    games_finished: usize,
    /// From sending a turn to its acknowledgement, in milliseconds.
    median: f64,
    p99: f64,
    worst: f64,
    /// A disk write of this machine by itself, in milliseconds: the least an acknowledgement takes.
    disk_median: f64,
    disk_p99: f64,
    /// Of the server, in MiB; where the system tells.
    memory: Option<f64>,
    /// Seconds of processor time the server used per second.
    server_cores: Option<f64>,
    lost: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let _ = rlimit::increase_nofile_limit(1 << 17);
    let files = rlimit::Resource::NOFILE.get_soft().unwrap_or(u64::MAX);
    let needed = u64::from(args.games) * 2 + 100;
    if files < needed {
        bail!("{needed} open files are needed and {files} allowed: raise `ulimit -n`");
    }
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let disk = disk(folder.path()).context("the temporary folder")?;
    let server = Running::start(folder.path(), args.memory, &["--no-limits"])?;
    let runtime = tokio::runtime::Runtime::new().context("starting threads")?;
    let (tally, cores) = runtime.block_on(measure(args, &server))?;
    let memory = server.memory();
    drop(server);
    report(args, tally, disk, memory, cores)
}

/// Plays all the games for the time asked for.
async fn measure(args: &Args, server: &Running) -> anyhow::Result<(Tally, Option<f64>)> {
    let pace = Arc::new(Pace::new(args.games, args.rate));
    let ids = damier_games::IDS;
    let mut tasks = Vec::new();
    for i in 0..args.games as usize {
        let task = play(server.address, ids[i % ids.len()], i, Arc::clone(&pace));
        tasks.push(tokio::spawn(task));
        // Not all at once: a server's queue of new connections is short.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    pace.everybody().await?;
    pace.go();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (begun, before) = (std::time::Instant::now(), server.processor_time());
    pace.count(true);
    tokio::time::sleep(Duration::from_secs(args.seconds.into())).await;
    pace.count(false);
    let used = server.processor_time().zip(before).map(|(after, before)| after - before);
    let cores = used.map(|used| used / begun.elapsed().as_secs_f64());
    pace.stop();
    let mut tally = Tally::default();
    for task in tasks {
        match task.await.context("a player")? {
            Ok(one) => tally.add(one),
            Err(_) => tally.lost += 1,
        }
    }
    Ok((tally, cores))
}

fn report(
    args: &Args,
    mut tally: Tally,
    disk: [f64; 2],
    memory: Option<f64>,
    server_cores: Option<f64>,
) -> anyhow::Result<()> {
    tally.waits.sort_unstable();
    let at = |share: f64| {
        let last = tally.waits.len().checked_sub(1)?;
        let wait = tally.waits.get(((last as f64) * share) as usize)?;
        Some(f64::from(*wait) / 1000.0)
    };
    let (Some(median), Some(p99), Some(worst)) = (at(0.5), at(0.99), at(1.0)) else {
        bail!("no turn was acknowledged");
    };
    let report = Report {
        games: args.games,
        sockets: args.games as usize * 2 - tally.lost * 2,
        seconds: args.seconds,
        turns: tally.waits.len(),
        turns_per_second: tally.waits.len() as f64 / f64::from(args.seconds),
        games_finished: tally.finished,
        median,
        p99,
        worst,
        disk_median: disk[0],
        disk_p99: disk[1],
        memory,
        server_cores,
        lost: tally.lost,
    };
    if args.json {
        return print_json(&report);
    }
    let optional = |value: Option<f64>| value.map_or("?".to_string(), |v| format!("{v:.2}"));
    print(&format!(
        "sockets          {:>8}\n\
         turns/s          {:>8.0}\n\
         acknowledged ms  {median:>8.2} median  {p99:.2} p99  {worst:.2} worst\n\
         disk write ms    {:>8.2} median  {:.2} p99\n\
         server memory    {:>8} MiB\n\
         server cores     {:>8}\n\
         games finished   {:>8}\n\
         connections lost {:>8}\n",
        report.sockets,
        report.turns_per_second,
        disk[0],
        disk[1],
        optional(memory),
        optional(server_cores),
        report.games_finished,
        report.lost,
    ))
}

/// The median and the 99th percentile of a small write that reaches the disk, in milliseconds.
fn disk(folder: &std::path::Path) -> std::io::Result<[f64; 2]> {
    use std::io::Write;
    let mut file = std::fs::File::create(folder.join("disk"))?;
    let mut waits = Vec::new();
    for _ in 0..200 {
        file.write_all(&[7; 4096])?;
        let begun = std::time::Instant::now();
        file.sync_data()?;
        waits.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    waits.sort_by(f64::total_cmp);
    Ok([waits[waits.len() / 2], waits[waits.len() * 99 / 100]])
}
