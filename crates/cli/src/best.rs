//! `damier best`: the turn to play, what it is worth and why.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use damier_core::any::Opened;
use damier_core::play::Play;
use damier_core::value::Value;
use damier_core::{Lang, Phrase, phrase};
use damier_engine::advice::explain;
use damier_engine::budget::seconds;
use damier_engine::tables::Exact;
use damier_engine::timed::{TimedReport, TimedSearch};
use damier_games::Visitor;
use damier_index::Solvable;
use damier_protocol::{Report, ValueAnswer};
use damier_search::alpha_beta::Limits;
use damier_search::think::{Player, SearchContext};
use damier_search::time::Allowance;
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;
use serde::Serialize;

use crate::common::{GameArgs, Given, PositionArgs, bad, bad_about, print, print_json};
use crate::store::{StoreArgs, failure, tables_for};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// Turns to be played from the position first, which matter where positions repeat
    #[arg(long, value_name = "TURNS", default_value = "", hide_default_value = true)]
    moves: String,

    /// Think so many seconds; 1 if there is no other limit
    #[arg(long, value_name = "SECONDS")]
    time: Option<String>,

    /// Look so many turns ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Look at so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The turn of this level, errors and all
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "depth", "nodes"])]
    level: Option<String>,

    /// What chance decides among equal turns and in a level's errors
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const OVER: Phrase = phrase!("cli.best.over");
const NO_SECONDS: Phrase = phrase!("cli.best.no-seconds");

/// The transposition table of a search without a level.
const BYTES: usize = 64 << 20;
/// How long to think if nothing is said.
const SECOND: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Given { args, lang }, lang)?
}

impl Visitor for Given<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Given { args, lang } = self;
        let play = reach(args, &opened, lang)?;
        let player = match &args.level {
            Some(n) => Player::read::<G>(&format!("level-{n}")).map_err(|m| bad(&m, lang))?,
            None => Player::Strongest,
        };
        let time = args.time.as_deref();
        let time = time.map(|text| seconds(text).ok_or_else(|| bad(&NO_SECONDS.with(text), lang)));
        let limits = Limits { nodes: args.nodes, depth: args.depth };
        let unlimited = args.level.is_none() && limits == Limits::default();
        let time = time.transpose()?.or(unlimited.then_some(SECOND));
        let oracle = match player.level::<G>() {
            Some(_) => None,
            None => tables_for(&opened, &args.store.store(lang)?, lang)
                .map_err(|why| failure(&why, lang))?,
        };
        let context = context(player, oracle, limits, args.seed);
        let task = TimedSearch {
            play: &play,
            player,
            context: &context,
            threads: args.store.threads(),
            allowance: time.map_or(Allowance::UNLIMITED, Allowance::exactly),
            begun: Instant::now(),
        };
        let found = task.run(&AtomicBool::new(false), &mut |_| {});
        let found = found.ok_or_else(|| anyhow::anyhow!("no turn was found"))?;
        match args.json {
            true => print_json(&Best::new(play.any().position(), found, lang)),
            false => {
                let lines = explain(&found).into_iter().map(|line| line.text(lang) + "\n");
                print(&format!("{}\n{}", found.report.turn, lines.collect::<String>()))
            }
        }
    }
}

fn context<G: Solvable>(
    player: Player,
    oracle: Option<Exact<G>>,
    limits: Limits,
    seed: u64,
) -> SearchContext<G> {
    let bytes = if player.level::<G>().is_some() { 0 } else { BYTES };
    let tt = Arc::new(TranspositionTable::new(bytes));
    SearchContext { tt, oracle, seed, limits, tuning: Tuning::FULL }
}

/// The game that the arguments tell of, which must not be over.
fn reach<G: Solvable>(args: &Args, opened: &Opened<G>, lang: Lang) -> anyhow::Result<Play<G>> {
    let position = args.position.read(opened, lang)?;
    let start = opened.read(&position).map_err(|why| bad_about(&position, &why, lang))?;
    let mut play = opened.play_from(start);
    for turn in args.moves.split_whitespace() {
        play.play_text(turn).map_err(|why| bad_about(turn, &why, lang))?;
    }
    match play.any().reason() {
        Some(reason) => Err(bad(&OVER.with(reason.words), lang)),
        None => Ok(play),
    }
}

/// What is printed as JSON: the server's report, and what else is known here.
#[derive(Serialize)]
struct Best {
    /// The position, as it is normally written.
    position: String,
    #[serde(flatten)]
    report: Report,
    /// What the position is worth by tables, where they know.
    value_before: Option<ValueAnswer>,
    /// What the turn is worth to the player who makes it by tables, where they know.
    value_of_turn: Option<ValueAnswer>,
    /// How many of the opponent's replies lose, where tables know, and how many there are.
    losing_replies: Option<u32>,
    replies: Option<u32>,
    /// How long it took.
    seconds: f64,
    nodes_per_second: u64,
}

impl Best {
    fn new(position: String, found: TimedReport, lang: Lang) -> Best {
        let (seconds, nodes_per_second) = (found.took.as_secs_f64(), found.speed());
        let exact = |value: Value| ValueAnswer::from(Some(value));
        let (values, traps) = (found.report.values, found.report.traps);
        Best {
            position,
            value_before: values.map(|(before, _)| exact(before)),
            value_of_turn: values.map(|(_, after)| exact(after)),
            losing_replies: traps.map(|(losing, _)| losing),
            replies: traps.map(|(_, all)| all),
            report: Report::new(found.report, lang),
            seconds,
            nodes_per_second,
        }
    }
}
