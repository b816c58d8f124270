//! Search of one position with a clock, cancellation and progress reports. Whole games are played
//! by [`crate::computer::Computer`].

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_core::game::Complete;
use damier_core::play::Play;
use damier_search::alpha_beta::AlphaBeta;
use damier_search::parallel::search_with_threads;
use damier_search::perfect::Perfect;
use damier_search::think::{Player, Report, SearchContext, report, search, think};
use damier_search::time::Allowance;

use crate::computer::{StabilityTracker, TABLE_SLICE, slice};

/// What there is to think about, by whom and how long.
pub struct TimedSearch<'a, G: Complete> {
    /// The game that has come to the position.
    pub play: &'a Play<G>,
    /// Who searches.
    pub player: Player,
    /// With what.
    pub context: &'a SearchContext<G>,
    /// How many threads; a level always has one.
    pub threads: usize,
    /// How long.
    pub allowance: Allowance,
    /// When the question was asked.
    pub begun: Instant,
}

/// What has been found, and how long that took.
pub struct TimedReport {
    /// The turn and what is known about it.
    pub report: Report,
    /// The time since the question was asked.
    pub took: Duration,
}

impl TimedReport {
    /// Positions per second.
    pub fn speed(&self) -> u64 {
        (self.report.nodes as f64 / self.took.as_secs_f64().max(1e-6)) as u64
    }
}

impl<G: Complete> TimedSearch<'_, G> {
    /// Thinks until time is up, the limits are met or `stop` is set; `None` if the game is over.
    /// `watch` hears of everything new.
    pub fn run(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&TimedReport),
    ) -> Option<TimedReport> {
        if self.play.ending().is_some() {
            return None;
        }
        let report = match self.answered_by_tables() {
            true => self.by_tables(stop),
            false => self.by_search(stop, watch),
        };
        // Whoever is stopped at once has not looked at anything.
        let report = report.or_else(|| self.anything())?;
        Some(TimedReport { report, took: self.begun.elapsed() })
    }

    fn answered_by_tables(&self) -> bool {
        let oracle = self.context.oracle.clone().filter(|_| self.player.level::<G>().is_none());
        oracle.is_some_and(|oracle| Perfect::new(self.play, oracle, 0).is_some())
    }

    fn by_tables(&self, stop: &AtomicBool) -> Option<Report> {
        let mut thinking = think(self.play, self.player, self.context);
        let late = || stop.load(Relaxed) || self.allowance.is_spent(self.begun.elapsed(), true);
        while !thinking.run(TABLE_SLICE) && !late() {}
        thinking.report()
    }

    fn by_search(&self, stop: &AtomicBool, watch: &mut dyn FnMut(&TimedReport)) -> Option<Report> {
        let mut told = None;
        let mut stability = StabilityTracker::default();
        let mut look = |search: &AlphaBeta<G>, nodes: u64| {
            let Some(best) = search.best() else { return false };
            let news = (best.depth, best.score, best.line.first().copied());
            if told != Some(news)
                && let Some(report) = report(self.play.game(), self.play.position(), search)
            {
                told = Some(news);
                watch(&TimedReport {
                    report: Report { nodes, ..report },
                    took: self.begun.elapsed(),
                });
            }
            let settled = stability.settled(search);
            stop.load(Relaxed) || self.allowance.is_spent(self.begun.elapsed(), settled)
        };
        if self.threads > 1 && self.player.level::<G>().is_none() {
            let enough = AtomicBool::new(false);
            return search_with_threads(
                self.play,
                self.context,
                self.threads,
                &enough,
                &mut |search, nodes| enough.store(look(search, nodes), Relaxed),
            );
        }
        let mut search = search(self.play, self.player, self.context);
        while !search.run(slice(self.allowance)) && !look(&search, search.nodes()) {}
        report(self.play.game(), self.play.position(), &search)
    }

    /// The first legal turn, with nothing known about it.
    fn anything(&self) -> Option<Report> {
        let (game, position) = (*self.play.game(), *self.play.position());
        let past: Vec<G::Position> =
            (0..self.play.line().len()).map(|i| *self.play.position_at(i)).collect();
        let mut search = AlphaBeta::new(game, &past, position, self.context.tt.clone());
        while search.best().is_none() && !search.run(1) {}
        report(&game, &position, &search)
    }
}
