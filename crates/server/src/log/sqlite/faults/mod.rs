//! What is acknowledged is stored, whatever the disk does: random runs over a disk that fails
//! below SQLite ([`vfs`], [`disk`]), with power cuts and kills in between. After each run
//! everything acknowledged is there, in its place, nothing is there twice; and the store
//! acknowledges again by itself as soon as the disk is well.

#![allow(unsafe_code, reason = "SQLite calls its file layer through pointers; tests only")]

mod disk;
mod play;
mod vfs;

use play::{Tally, run};

/// Runs these seeds, some at the same time, and says what they met.
fn runs(seeds: std::ops::Range<u64>) -> Tally {
    const THREADS: usize = 4;
    let threads: Vec<_> = (0..THREADS)
        .map(|i| {
            let own: Vec<u64> = seeds.clone().skip(i).step_by(THREADS).collect();
            std::thread::spawn(move || some_runs(&own))
        })
        .collect();
    let mut tally = Tally::default();
    for thread in threads {
        tally += thread.join().unwrap();
    }
    println!("{tally:?}");
    tally
}

fn some_runs(seeds: &[u64]) -> Tally {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let template = runtime.block_on(play::template());
    let mut tally = Tally::default();
    for seed in seeds {
        tally += runtime.block_on(run(*seed, template.path()));
    }
    tally
}

#[test]
fn what_is_acknowledged_is_stored_whatever_the_disk_does() {
    let tally = runs(0..2000);
    // The runs really meet what they are about.
    assert!(tally.acknowledged > 20_000, "{tally:?}");
    assert!(tally.refused > 1000, "{tally:?}");
    assert!(tally.struck > 2000, "{tally:?}");
    assert!(tally.cuts > 300 && tally.kills > 300, "{tally:?}");
}

/// The same for longer: `cargo xtask test --long`.
#[test]
#[ignore = "takes minutes"]
fn what_is_acknowledged_is_stored_in_twenty_thousand_runs() {
    let tally = runs(10_000..30_000);
    assert!(tally.acknowledged > 200_000 && tally.struck > 20_000, "{tally:?}");
}
