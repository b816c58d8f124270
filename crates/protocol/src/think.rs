//! `think`, `go-on` and `stop`: searches in slices. The caller has the clock: it asks for so many
//! positions at a time, and may stop in between.

use std::sync::Arc;

use damier_core::budget::Budget;
use damier_core::value::Value;
use damier_core::{AnyGame, Lang, Message};
use damier_search::alpha_beta::Limits;
use damier_search::any::{AnySearchContext, think_any};
use damier_search::score::Verdict;
use damier_search::think::{self, Thinking};
use damier_search::transposition::TranspositionTable;
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::door::Door;
use crate::fault::{Code, Fault};
use crate::game::played;
use crate::request::Ask;
use crate::words;

/// The transposition table of searches without a level, in bytes.
const MEMORY: usize = 16 << 20;

/// The search under way, and what outlives it.
#[derive(Default)]
pub(crate) struct Desk {
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

impl Desk {
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
    fn search(&mut self, number: u64) -> Result<&mut dyn Thinking, Fault> {
        match &mut self.search {
            Some((n, search)) if *n == number => Ok(&mut **search),
            _ => Err(Code::NoSearch.because(words::NO_SEARCH.with(number))),
        }
    }
}

/// The players a game has, the weakest first: its levels, and the one without a limit, who never
/// errs where tables prove what the game is worth.
pub(crate) fn players(game: &dyn AnyGame) -> Vec<String> {
    let levels = (1..=game.levels()).map(|n| format!("level-{n}"));
    let strongest = if game.known().is_some() { "perfect" } else { "search" };
    levels.chain([strongest.to_owned()]).collect()
}

#[derive(Serialize)]
struct Begun {
    thinking: u64,
}

/// `think`: begins a search.
pub(crate) fn think(door: &mut Door, mut ask: Ask<'_>) -> Answer {
    let played = played(&mut ask)?;
    let player = ask.fields.need_text("player")?;
    let seed = ask.fields.number("seed")?.unwrap_or(0);
    let mut limits = Limits::default();
    if let Some(mut given) = ask.fields.object("limits")? {
        limits.nodes = given.number("nodes")?;
        limits.depth = given.number("depth")?.map(|depth| depth.try_into().unwrap_or(u32::MAX));
        given.done()?;
    }
    ask.fields.done()?;
    if played.play.ending().is_some() {
        return Err(Code::Over.because(words::OVER.say()));
    }
    let (id, rules) = (played.game.id(), played.game.options());
    // Levels do without tables, and putting these together takes a while; and they have memory of
    // their own.
    let (tt, oracle) = match player.starts_with("level-") {
        true => (Arc::new(TranspositionTable::new(0)), None),
        false => {
            let tt = door.desk.memory(format!("{id} {rules} {player} {seed}"));
            (tt, door.oracles.any(&*played.game))
        }
    };
    let context = AnySearchContext { tt, oracle, seed, limits };
    let search = think_any(&*played.game, &*played.play, &player, context);
    let search = search.map_err(|message| Code::UnknownLevel.because(message))?;
    door.desk.count += 1;
    door.desk.search = Some((door.desk.count, search));
    good(&Begun { thinking: door.desk.count })
}

#[derive(Serialize)]
struct GoesOn {
    done: bool,
    report: Option<Report>,
}

/// `go-on`: one slice of the search.
pub(crate) fn go_on(door: &mut Door, mut ask: Ask<'_>) -> Answer {
    let number = ask.fields.need_number("thinking")?;
    let nodes = ask.fields.need_number("nodes")?;
    ask.fields.done()?;
    let search = door.desk.search(number)?;
    let done = run(search, nodes, ask.budget);
    good(&GoesOn { done, report: Report::of(search, ask.lang) })
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

#[derive(Serialize)]
struct Stopped {
    report: Report,
}

/// `stop`: ends the search and takes what it has found.
pub(crate) fn stop(door: &mut Door, mut ask: Ask<'_>) -> Answer {
    let number = ask.fields.need_number("thinking")?;
    ask.fields.done()?;
    let report = Report::of(door.desk.search(number)?, ask.lang);
    door.desk.search = None;
    let nothing = || Code::NoSearch.because(words::NOTHING_YET.say());
    good(&Stopped { report: report.ok_or_else(nothing)? })
}

/// What a search has found out.
#[derive(Serialize)]
struct Report {
    turn: String,
    after: String,
    score: Score,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
    exact: bool,
    why: String,
}

/// What the position is worth to the player to move.
#[derive(Serialize)]
struct Score {
    /// `win`, `loss`, `draw` or `score`.
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u16>,
    /// Hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
}

impl From<Verdict> for Score {
    fn from(verdict: Verdict) -> Score {
        let (kind, turns, points) = match verdict {
            Verdict::Certain(Value::Win(turns)) => ("win", turns, None),
            Verdict::Certain(Value::Loss(turns)) => ("loss", turns, None),
            Verdict::Certain(Value::Draw) => ("draw", None, None),
            Verdict::Estimate(points) => ("score", None, Some(points)),
        };
        Score { kind, turns, points }
    }
}

impl Report {
    fn of(search: &dyn Thinking, lang: Lang) -> Option<Report> {
        let report = search.report()?;
        Some(Report {
            why: why(&report).text(lang),
            turn: report.turn,
            after: report.after,
            score: report.verdict.into(),
            depth: report.depth,
            nodes: report.nodes,
            line: report.line,
            exact: report.exact,
        })
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
