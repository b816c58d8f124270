//! How fast `damier value` answers, by the processor time of the program, which does not depend on who
//! else is at work. The only test of its file: that time is told of all programs it starts together.
#![cfg(unix)]

mod common;

use std::time::Duration;

use common::{damier_reading, prints};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Of all the programs that have ended so far.
fn processor_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells");
    let time = |time: TimeVal| Duration::new(time.tv_sec() as u64, 1000 * time.tv_usec() as u32);
    time(usage.user_time()) + time(usage.system_time())
}

#[test]
fn fifty_thousand_positions_a_second() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = ["--tables", folder.path().to_str().expect("a plain name")];
    prints(&[&["solve", "kono"], &tables[..]].concat());
    let text = include_str!("../../../tests/vectors/kono.values");
    let positions = text.lines().filter_map(|line| Some(line.split_once(" ; ")?.0));
    let input: String = positions
        .collect::<Vec<_>>()
        .into_iter()
        .cycle()
        .take(50_000)
        .flat_map(|p| [p, "\n"])
        .collect();
    let before = processor_time();
    let ran = damier_reading(&[&["value", "kono", "-"], &tables[..]].concat(), input.as_bytes());
    assert_eq!((ran.status, ran.out.lines().count()), (0, 50_000), "{}", ran.err);
    let took = processor_time() - before;
    // Ten times what it takes on an idle machine.
    assert!(took < Duration::from_secs(1), "{took:?}");
}
