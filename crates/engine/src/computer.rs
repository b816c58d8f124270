//! Our own players in a game: a level, the search, perfect play by tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_core::game::Complete;
use damier_core::play::Play;
use damier_search::alpha_beta::{AlphaBeta, Limits};
use damier_search::perfect::Perfect;
use damier_search::think::{Player, SearchContext, search};
use damier_search::time::Allowance;
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;

use crate::agent::{Agent, Clock, Failure, NO_TURN};
use crate::budget::{Budget, SEARCH_BYTES};
use crate::tables::Exact;

/// How many positions are looked at between two looks at the clock.
const SLICE: u64 = 2048;
/// The same when time is short.
const SHORT_SLICE: u64 = 128;
/// Below this it is.
const SHORT: Duration = Duration::from_millis(20);
/// The same where each of them is looked up in tables.
pub(crate) const TABLE_SLICE: u64 = 64;

/// How many positions perfect play looks up before each turn: enough to count the traps of every
/// turn, and to look deeper where there are few.
const LOOKUPS: u64 = 5000;

/// How many positions are looked at between two looks at the clock, with this much time.
pub(crate) fn slice(allowance: Allowance) -> u64 {
    if allowance.most.is_some_and(|most| most < SHORT) { SHORT_SLICE } else { SLICE }
}

/// One of our own players in a game.
pub struct Computer<G: Complete> {
    player: Player,
    budget: Budget,
    tuning: Tuning,
    oracle: Option<Exact<G>>,
    tt: Arc<TranspositionTable>,
    seed: u64,
}

impl<G: Complete> Computer<G> {
    /// A player that may think this much, with these tables.
    pub fn new(
        player: Player,
        budget: Budget,
        tuning: Tuning,
        oracle: Option<Exact<G>>,
    ) -> Computer<G> {
        // A level is its own limit.
        let budget = if player.level::<G>().is_some() { Budget::default() } else { budget };
        Computer {
            player,
            budget,
            tuning,
            oracle,
            tt: Arc::new(TranspositionTable::new(0)),
            seed: 0,
        }
    }

    fn context(&self) -> SearchContext<G> {
        let Budget { nodes, depth, .. } = self.budget;
        SearchContext {
            tt: self.tt.clone(),
            oracle: self.oracle.clone(),
            seed: self.seed,
            limits: Limits { nodes, depth },
            tuning: self.tuning,
        }
    }

    /// How long it may take: levels count positions, not seconds.
    fn allowance(&self, play: &Play<G>, clock: Option<Clock>) -> Allowance {
        match (clock, self.budget.time) {
            _ if self.player.level::<G>().is_some() => Allowance::UNLIMITED,
            (Some(Clock { left, increment }), _) => {
                let turns = play.game().turns_to_go(play.position());
                Allowance::of_clock(left[play.to_move().index()], increment, turns)
            }
            (None, Some(time)) => Allowance::exactly(time),
            (None, None) => Allowance::UNLIMITED,
        }
    }

    /// The best turn by tables, where they answer.
    fn by_tables(&self, play: &Play<G>, stop: &AtomicBool) -> Option<G::Turn> {
        let mut perfect = Perfect::new(play, self.oracle.clone()?, self.seed)?;
        while !perfect.run(TABLE_SLICE) && perfect.nodes() < LOOKUPS && !stop.load(Relaxed) {}
        perfect.best().map(|chosen| chosen.turn)
    }

    fn by_search(
        &self,
        play: &Play<G>,
        allowance: Allowance,
        stop: &AtomicBool,
    ) -> Option<G::Turn> {
        let begun = Instant::now();
        let mut search = search(play, self.player, &self.context());
        let mut stability = StabilityTracker::default();
        while !search.run(slice(allowance)) {
            let settled = stability.settled(&search);
            let late = stop.load(Relaxed) || allowance.is_spent(begun.elapsed(), settled);
            if late && search.best().is_some() {
                break;
            }
        }
        search.best()?.line.first().copied()
    }
}

/// Whether a search's best turn has changed lately.
pub(crate) struct StabilityTracker<T> {
    best: Option<T>,
    /// The depth at which it was last another turn.
    changed: u32,
}

impl<T> Default for StabilityTracker<T> {
    fn default() -> StabilityTracker<T> {
        StabilityTracker { best: None, changed: 0 }
    }
}

impl<T: Copy + PartialEq> StabilityTracker<T> {
    /// Looks at the search again; returns whether its best turn is the same as a depth before.
    pub(crate) fn settled<G: Complete<Turn = T>>(&mut self, search: &AlphaBeta<G>) -> bool {
        let Some(best) = search.best() else { return false };
        let turn = best.line.first().copied();
        if turn != self.best {
            (self.best, self.changed) = (turn, best.depth);
        }
        best.depth > self.changed
    }
}

impl<G: Complete> Agent<G> for Computer<G> {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        self.seed = seed;
        let bytes = if self.player.level::<G>().is_some() { 0 } else { SEARCH_BYTES };
        self.tt = Arc::new(TranspositionTable::new(bytes));
        Ok(())
    }

    fn turn(
        &mut self,
        play: &Play<G>,
        clock: Option<Clock>,
        stop: &AtomicBool,
    ) -> Result<G::Turn, Failure> {
        let turns = play.game().all_turns(play.position());
        if let [only] = turns[..] {
            return Ok(only);
        }
        let allowance = self.allowance(play, clock);
        let turn = self.by_tables(play, stop).or_else(|| self.by_search(play, allowance, stop));
        // A search always has a turn; should it not, the game must go on.
        turn.or(turns.first().copied()).ok_or_else(|| Failure::Crashed(NO_TURN.say()))
    }
}
