//! A computer at the table, behind text, since a table does not know its game's type: whole games
//! go in, turns come out. It runs in a thread of its own ([`super::engine_pool`]).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use damier_arena::spec::{Spec, no_tables};
use damier_arena::ugi::Patience;
use damier_core::any::{Opened, turn_text};
use damier_core::play::Play;
use damier_core::{Message, Phrase, phrase};
use damier_engine::advice::advice;
use damier_engine::agent::{Agent, Failure};
use damier_engine::budget::Budget;
use damier_engine::files::table_trouble;
use damier_engine::tables::{self, Exact};
use damier_engine::timed::{TimedReport, TimedSearch};
use damier_games::Visitor;
use damier_index::Solvable;
use damier_search::alpha_beta::Limits;
use damier_search::think::{Player, SearchContext};
use damier_search::time::Allowance;
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;
use damier_solve::progress::Silent;
use damier_solve::store::Store;

/// How long a player without a limit of its own thinks.
const TURN: Duration = Duration::from_secs(1);
/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);
/// The same for an answer to a draw.
const ANSWER: Duration = Duration::from_millis(300);
/// How long other programs are waited for beyond their time; there is somebody who can leave.
const MARGIN: Duration = Duration::from_secs(20);
/// Memory for hints.
const BYTES: usize = 32 << 20;
/// Declines draws before this many turns, unless it is behind.
const EARLY: usize = 40;
/// From this many hundredths of a pawn behind it accepts any draw.
const BEHIND: i32 = 100;

/// A game as far as it has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Situation {
    /// Which game at this table.
    pub(super) game: u64,
    /// Where it began.
    pub(super) start: String,
    /// The turns played.
    pub(super) line: Vec<String>,
}

/// A computer opponent, behind text.
pub(super) trait Engine: Send {
    /// The turn it plays.
    fn turn(&mut self, situation: &Situation, stop: &AtomicBool) -> Result<String, Message>;
    /// The turn it would play, and what is to be said about it.
    fn hint(
        &mut self,
        situation: &Situation,
        stop: &AtomicBool,
    ) -> Result<(String, Message), Message>;
    /// Whether it agrees to a draw that the player to move offers.
    fn agrees(&mut self, situation: &Situation, stop: &AtomicBool) -> Result<bool, Message>;
}

const OVER: Phrase = phrase!("entry.over");

/// A computer for a game; an error if there is none of this name, or it cannot play perfectly
/// though it should.
pub(super) fn make(
    id: &str,
    rules: &str,
    name: &str,
    store: Store,
    seed: u64,
) -> Result<Box<dyn Engine>, Message> {
    damier_games::visit(id, rules, Make { name, store, seed })?
}

struct Make<'a> {
    name: &'a str,
    store: Store,
    seed: u64,
}

impl Visitor for Make<'_> {
    type Output = Result<Box<dyn Engine>, Message>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Self::Output {
        let Make { name, store, seed } = self;
        let spec = Spec::read::<G>(name)?;
        let perfect = matches!(spec, Spec::Own(Player::Perfect, ..));
        let start = opened.game.start();
        if perfect && tables::out_of_reach(&opened, &store, [&start].into_iter()).is_some() {
            return Err(no_tables(&opened, &start));
        }
        Ok(Box::new(GameEngine { opened, spec, store, seed, oracle: None, seat: None, game: None }))
    }
}

struct GameEngine<G: Solvable> {
    opened: Opened<G>,
    spec: Spec,
    store: Store,
    seed: u64,
    /// Tables, once they were looked for.
    oracle: Option<Option<Exact<G>>>,
    seat: Option<Box<dyn Agent<G>>>,
    /// The game it is playing.
    game: Option<u64>,
}

impl<G: Solvable> GameEngine<G> {
    fn play(&self, situation: &Situation) -> Result<Play<G>, Message> {
        let mut play = self.opened.play_from(self.opened.read(&situation.start)?);
        for turn in &situation.line {
            play.play_text(turn)?;
        }
        match play.ending() {
            Some(_) => Err(OVER.say()),
            None => Ok(play),
        }
    }

    /// The tables, built if that takes seconds: nobody waits for the screen meanwhile.
    fn oracle(&mut self) -> Result<Option<Exact<G>>, Message> {
        if self.oracle.is_none() {
            let loaded = tables::load(&self.opened, &self.store, &Silent);
            self.oracle = Some(loaded.map_err(|error| table_trouble(&error))?);
        }
        Ok(self.oracle.clone().flatten())
    }

    /// What it finds in a position within this time.
    fn think(
        &mut self,
        play: &Play<G>,
        player: Player,
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<TimedReport, Message> {
        let oracle = if player.level::<G>().is_some() { None } else { self.oracle()? };
        let memory = Arc::new(TranspositionTable::new(BYTES));
        let context = SearchContext {
            tt: memory,
            oracle,
            seed: self.seed,
            limits: Limits::default(),
            tuning: Tuning::FULL,
        };
        let task = TimedSearch {
            play,
            player,
            context: &context,
            threads: 1,
            allowance: Allowance::exactly(time),
            begun: Instant::now(),
        };
        task.run(stop, &mut |_| {}).ok_or_else(|| OVER.say())
    }
}

impl<G: Solvable> Engine for GameEngine<G> {
    fn turn(&mut self, situation: &Situation, stop: &AtomicBool) -> Result<String, Message> {
        let play = self.play(situation)?;
        let failed = |failure: Failure| failure.words();
        if self.seat.is_none() {
            let oracle = if self.spec.wants_tables() { self.oracle()? } else { None };
            let budget = Budget { time: Some(TURN), ..Budget::default() };
            let patience = Patience { margin: MARGIN, ..Patience::default() };
            let at = play.position();
            self.seat =
                Some(self.spec.agent(&self.opened, at, oracle.as_ref(), budget, patience)?);
        }
        let Some(seat) = &mut self.seat else { return Err(OVER.say()) };
        if self.game != Some(situation.game) {
            self.seed = self.seed.wrapping_add(1);
            seat.begin(self.seed).map_err(failed)?;
            self.game = Some(situation.game);
        }
        let turn = seat.turn(&play, None, stop).map_err(|failure| {
            // It is started again if it is asked again.
            self.game = None;
            failed(failure)
        })?;
        Ok(turn_text(&self.opened.game, play.position(), turn))
    }

    fn hint(
        &mut self,
        situation: &Situation,
        stop: &AtomicBool,
    ) -> Result<(String, Message), Message> {
        let play = self.play(situation)?;
        let found = self.think(&play, Player::Strongest, HINT, stop)?;
        let turn = found.report.turn.clone();
        Ok((turn, advice(&found)))
    }

    fn agrees(&mut self, situation: &Situation, stop: &AtomicBool) -> Result<bool, Message> {
        let Spec::Own(player, ..) = self.spec else { return Ok(false) };
        let play = self.play(situation)?;
        let found = self.think(&play, player, ANSWER, stop)?;
        // The verdict is that of the one who offers.
        let theirs = found.report.verdict;
        Ok(match theirs.score() {
            score if score >= BEHIND => true,
            score if score >= 0 => situation.line.len() >= EARLY,
            _ => false,
        })
    }
}
