//! `think`, `go-on` and `stop`: searches in slices. The caller has the clock: it asks for so many
//! positions at a time, and may stop in between.

use std::sync::Arc;

use damier_core::budget::Budget;
use damier_core::value::Value;
use damier_core::{AnyGame, Lang, Message};
use damier_search::alpha_beta;
use damier_search::any::{AnySearchContext, think_any};
use damier_search::score::Verdict;
use damier_search::think::{self, Thinking};
use damier_search::transposition::TranspositionTable;
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, ErrorCode};
use crate::request::{Context, Handle};
use crate::session::Session;
use crate::words;

/// The transposition table of searches without a level, in bytes.
const MEMORY: usize = 16 << 20;

/// The search under way, and what outlives it.
#[derive(Default)]
pub(crate) struct SearchSlot {
    /// The search and its number.
    search: Option<(u64, Box<dyn Thinking>)>,
    /// How many searches there were.
    count: u64,
    memory: Option<Remembered>,
}

/// What was found out, and by whom: another player, or one with other rules, must not use it.
struct Remembered {
    memory: Arc<TranspositionTable>,
    player: String,
}

impl SearchSlot {
    /// What there is to remember positions in, empty unless the same player used it before.
    fn memory(&mut self, player: String) -> Arc<TranspositionTable> {
        let new = || Remembered {
            memory: Arc::new(TranspositionTable::new(MEMORY)),
            player: player.clone(),
        };
        let remembered = self.memory.get_or_insert_with(new);
        if remembered.player != player {
            remembered.memory.clear();
            remembered.player = player;
        }
        Arc::clone(&remembered.memory)
    }

    /// The search with this number.
    fn search(&mut self, number: u64) -> Result<&mut dyn Thinking, ApiError> {
        match &mut self.search {
            Some((n, search)) if *n == number => Ok(&mut **search),
            _ => Err(ErrorCode::NoSearch.because(words::NO_SEARCH.with(number))),
        }
    }
}

/// The players a game has, the weakest first: its levels, and the one without a limit, who never
/// errs where tables prove what the game is worth.
pub(crate) fn players(game: &dyn AnyGame) -> Vec<String> {
    let levels = (1..=damier_search::any::levels(game)).map(|n| format!("level-{n}"));
    let strongest = if game.known().is_some() { "perfect" } else { "search" };
    levels.chain([strongest.to_owned()]).collect()
}

/// `think`: begins a search in an open game, and gives it a number. An earlier search is over.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Think {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// Who thinks: one of the opponents that `games` lists, such as `level-3` or `perfect`, or `search`.
    pub player: String,
    /// The same seed gives the same turns.
    #[serde(default)]
    pub seed: u64,
    /// Where it ends by itself.
    #[serde(default)]
    pub limits: Limits,
}

/// Where a search ends by itself.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// After so many positions.
    pub nodes: Option<u64>,
    /// After so many turns ahead.
    pub depth: Option<u32>,
}

/// A search that has begun.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThinkAnswer {
    /// Its number, for all that follows.
    pub search: u64,
}

impl Handle for Think {
    type Answer = ThinkAnswer;

    fn handle(self, session: &mut Session, _: &Context<'_>) -> Result<ThinkAnswer, ApiError> {
        let open = session.games.get(self.session)?;
        open.goes_on()?;
        let (game, play) = (&*open.game, &*open.play);
        // Levels do without tables, and putting these together takes a while; and they have memory of
        // their own.
        let (tt, oracle) = match self.player.starts_with("level-") {
            true => (Arc::new(TranspositionTable::new(0)), None),
            false => {
                let user =
                    format!("{} {} {} {}", game.id(), game.options(), self.player, self.seed);
                (session.search.memory(user), session.oracles.any(game))
            }
        };
        let limits = alpha_beta::Limits { nodes: self.limits.nodes, depth: self.limits.depth };
        let context = AnySearchContext { tt, oracle, seed: self.seed, limits };
        let search = think_any(game, play, &self.player, context);
        let search = search.map_err(|message| ErrorCode::UnknownLevel.because(message))?;
        session.search.count += 1;
        session.search.search = Some((session.search.count, search));
        Ok(ThinkAnswer { search: session.search.count })
    }
}

/// `go-on`: goes on with a search for so many positions.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    /// The search, by its number.
    pub search: u64,
    /// How many more positions to look at, about.
    pub nodes: u64,
}

/// How a search stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoOnAnswer {
    /// Whether more would change nothing.
    pub done: bool,
    /// What it has found so far, if anything.
    pub report: Option<Report>,
}

impl Handle for GoOn {
    type Answer = GoOnAnswer;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<GoOnAnswer, ApiError> {
        let search = session.search.search(self.search)?;
        let done = run(search, self.nodes, context.budget);
        Ok(GoOnAnswer { done, report: Report::of(search, context.lang) })
    }
}

/// Between two slices of so many positions the host is asked whether to stop. Few, since one of
/// tens of thousands of turns takes milliseconds.
const SLICE: u64 = 8;

/// Runs a search for so many positions, or until the host wants to stop; returns whether it is
/// done.
fn run(search: &mut dyn Thinking, nodes: u64, budget: &Budget<'_>) -> bool {
    let until = search.nodes().saturating_add(nodes);
    loop {
        let left = until.saturating_sub(search.nodes());
        if search.run(left.min(SLICE)) {
            return true;
        }
        if search.nodes() >= until || budget.stopped() {
            return false;
        }
    }
}

/// `stop`: ends a search and takes what it has found.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The search, by its number.
    pub search: u64,
}

/// What a search has found at its end.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StopAnswer {
    /// The last report.
    pub report: Report,
}

impl Handle for Stop {
    type Answer = StopAnswer;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<StopAnswer, ApiError> {
        let report = Report::of(session.search.search(self.search)?, context.lang);
        session.search.search = None;
        let nothing = || ErrorCode::NoSearch.because(words::NOTHING_YET.say());
        Ok(StopAnswer { report: report.ok_or_else(nothing)? })
    }
}

/// What a search has found out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The best turn.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// What the position is worth.
    pub score: Score,
    /// How many turns ahead it has looked.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// What it expects, the best turn first.
    pub line: Vec<String>,
    /// Whether the score is proved.
    pub exact: bool,
    /// Why the turn is chosen, in a sentence.
    pub why: String,
}

/// What a search takes the position to be worth to the player to move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Whether it is a value or an estimate.
    pub kind: ScoreKind,
    /// After how many turns the win or the loss comes, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u16>,
    /// An estimate in hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// What kind of score it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither can win.
    Draw,
    /// It is an estimate.
    Score,
}

impl From<Verdict> for Score {
    fn from(verdict: Verdict) -> Score {
        let (kind, turns, points) = match verdict {
            Verdict::Certain(Value::Win(turns)) => (ScoreKind::Win, turns, None),
            Verdict::Certain(Value::Loss(turns)) => (ScoreKind::Loss, turns, None),
            Verdict::Certain(Value::Draw) => (ScoreKind::Draw, None, None),
            Verdict::Estimate(points) => (ScoreKind::Score, None, Some(points)),
        };
        Score { kind, turns, points }
    }
}

impl Report {
    fn of(search: &dyn Thinking, lang: Lang) -> Option<Report> {
        search.report().map(|report| Report::new(report, lang))
    }

    /// A search's report in words.
    #[must_use]
    pub fn new(report: think::Report, lang: Lang) -> Report {
        Report {
            why: why(&report).text(lang),
            turn: report.turn,
            after: report.after,
            score: report.verdict.into(),
            depth: report.depth,
            nodes: report.nodes,
            line: report.line,
            exact: report.exact,
        }
    }
}

/// Why the turn is chosen, in a sentence.
fn why(report: &think::Report) -> Message {
    match (report.verdict, report.traps) {
        (Verdict::Certain(Value::Win(Some(1))), _) => words::WIN_NOW.say(),
        (Verdict::Certain(Value::Win(Some(n))), _) => words::WIN_IN.with(u32::from(n)),
        (Verdict::Certain(Value::Win(None)), _) => words::WIN.say(),
        (Verdict::Certain(Value::Loss(Some(n))), _) => words::LOSS_IN.with(u32::from(n)),
        (Verdict::Certain(Value::Loss(None)), _) => words::LOSS.say(),
        (Verdict::Certain(Value::Draw), Some((losing @ 1.., all))) => {
            words::TRAP.with(losing).with(all)
        }
        (Verdict::Certain(Value::Draw), _) => words::DRAW.say(),
        (Verdict::Estimate(points), _) => words::SEEMS.with(report.depth).with(standing(points)),
    }
}

/// How the player to move stands, by an estimate in hundredths of a pawn.
fn standing(points: i32) -> Message {
    let pawns = points.unsigned_abs();
    let written = format!("{}.{}", pawns / 100, pawns % 100 / 10);
    match points {
        -9..=9 => words::EVEN.say(),
        10.. => words::AHEAD.with(written),
        _ => words::BEHIND.with(written),
    }
}
