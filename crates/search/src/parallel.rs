//! Several threads that search the same position and share a table of positions: each profits
//! from what the others remember. They stop within a slice of being told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use damier_core::game::{Complete, Searchable};
use damier_core::play::Play;

use crate::alpha_beta::{AlphaBeta, Limits};
use crate::think::{Player, Report, SearchContext, report, search};

/// How many positions are looked at between two looks at the stop: some milliseconds.
const SLICE: u64 = 2048;

/// Searches with so many threads until the limits are met or `stop` is set, which `watch` is there
/// to do: it is called after each slice of the first thread with what has been found, and may be
/// called often. The search with the deepest result answers.
pub fn search_with_threads<G: Complete>(
    play: &Play<G>,
    context: &SearchContext<G>,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&AlphaBeta<G>, u64),
) -> Option<Report> {
    let limit = context.limits.nodes;
    let free = SearchContext {
        tt: context.tt.clone(),
        oracle: context.oracle.clone(),
        seed: context.seed,
        limits: Limits { nodes: None, ..context.limits },
        tuning: context.tuning,
    };
    let total = AtomicU64::new(0);
    let enough = |total: &AtomicU64| limit.is_some_and(|limit| total.load(Relaxed) >= limit);
    let mut main = match threads {
        0 | 1 => search(play, Player::Strongest, context),
        _ => search(play, Player::Strongest, &free),
    };
    let mut helpers: Vec<AlphaBeta<G>> = (1..threads)
        .map(|i| search(play, Player::Strongest, &free).with_first_depth(1 + (i as u32 & 1)))
        .collect();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for helper in &mut helpers {
            let (done, total, enough) = (&done, &total, &enough);
            scope.spawn(move || {
                // Each looks at the limit itself: the first thread may not run for a while.
                while !done.load(Relaxed) && !enough(total) && !helper.run(SLICE) {
                    total.fetch_add(SLICE, Relaxed);
                }
            });
        }
        loop {
            let before = main.nodes();
            let finished = main.run(SLICE);
            let all = total.fetch_add(main.nodes() - before, Relaxed) + main.nodes() - before;
            watch(&main, all);
            if finished || stop.load(Relaxed) || threads > 1 && enough(&total) {
                break;
            }
        }
        done.store(true, Relaxed);
    });
    let nodes = main.nodes() + helpers.iter().map(AlphaBeta::nodes).sum::<u64>();
    let deepest = helpers.iter().fold(&main, |a, b| if depth(b) > depth(a) { b } else { a });
    let told = report(play.game(), play.position(), deepest)?;
    Some(Report { nodes, ..told })
}

fn depth<G: Searchable>(search: &AlphaBeta<G>) -> u32 {
    search.best().map_or(0, |best| best.depth)
}
