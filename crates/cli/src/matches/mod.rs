//! `damier match`: player against player over many games, to know who is stronger and by how much.

mod ladder;
mod show;

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use damier_arena::elo::Sprt;
use damier_arena::game::Terms;
use damier_arena::openings::{self, Source};
use damier_arena::run::Match;
use damier_arena::spec::{Spec, no_tables};
use damier_arena::tally::{Tally, TallyReport};
use damier_arena::ugi::Patience;
use damier_core::any::Opened;
use damier_core::play::Play;
use damier_core::{AnyGame, Lang, Phrase, phrase};
use damier_engine::budget::{Budget, seconds};
use damier_engine::tables::{self, Exact};
use damier_games::Visitor;
use damier_index::Solvable;
use damier_search::think::Player;
use serde::Serialize;

use crate::common::{ABOUT, GameArgs, Given, bad, print, print_json, read_text, shown, trouble};
use crate::store::{StoreArgs, failure, tables_for};
use show::Spectator;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// A player: level-N, perfect, search, search:nodes=N (or time=S, depth=N), or
    /// ugi:COMMAND for another program (ugi:nodes=N:COMMAND, ugi:option.Hash=64:COMMAND)
    #[arg(long, value_name = "PLAYER", required_unless_present = "ladder")]
    first: Option<String>,

    /// Its opponent
    #[arg(long, value_name = "PLAYER", required_unless_present = "ladder")]
    second: Option<String>,

    /// Play every level against the one below, and perfect play against the highest where tables
    /// allow; prints a Markdown table
    #[arg(long, conflicts_with_all = ["first", "second", "sprt"])]
    ladder: bool,

    /// How many games, two for each opening [default: 100; 200 with --ladder, no limit with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_GAMES))]
    games: Option<u32>,

    /// Where games begin: random:K or random:K-L turns drawn at random, even:K-L for those after
    /// which a short search prefers nobody, or a file with a position on each line or with records
    #[arg(long, value_name = "WHERE", default_value = "random:2-8")]
    openings: String,

    /// What chance decides: the same seed gives the same match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// A game of so many turns is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_TURNS))]
    turns: u32,

    /// End games by the tables at hand as soon as they know the result
    #[arg(long)]
    adjudicate: bool,

    /// Seconds for each turn of those who have no limit of their own
    #[arg(long, value_name = "SECONDS", default_value = "1")]
    time: String,

    /// Play by the clock: seconds for the game and for each turn, as in 60+0.5
    #[arg(long, value_name = "SECONDS+SECONDS")]
    clock: Option<String>,

    /// Seconds a program may take beyond its time before it loses the game
    #[arg(long, value_name = "SECONDS", default_value = "2")]
    margin: String,

    /// Stop as soon as a sequential test has decided between two hypotheses about Elo
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<String>,

    /// Write all games into this file, as records
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NO_SECONDS: Phrase = phrase!("cli.best.no-seconds");
const NO_CLOCK: Phrase = phrase!("match.no-clock");
const NO_SPRT: Phrase = phrase!("match.no-sprt");
const ODD: Phrase = phrase!("match.odd");

/// More games than anybody waits for; a test ends long before.
const NO_LIMIT: u32 = 200_000;
/// More games than this, and more turns in one, are mistyped.
const MOST_GAMES: i64 = 1_000_000;
const MOST_TURNS: i64 = 100_000;

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Given { args, lang }, lang)?
}

impl Visitor for Given<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Given { args, lang } = self;
        match (&args.first, &args.second) {
            (Some(first), Some(second)) if !args.ladder => {
                let names = [first.as_str(), second.as_str()];
                let table = Setting::new(args, &opened, names.iter().copied(), lang)?;
                let tally = table.play(names)?;
                table.print(names, &tally)
            }
            _ => ladder::run(args, &opened, lang),
        }
    }
}

/// What all matches of a run share.
struct Setting<'a, G: Solvable> {
    args: &'a Args,
    opened: &'a Opened<G>,
    lang: Lang,
    oracle: Option<Exact<G>>,
    openings: Vec<Play<G>>,
    pairs: usize,
    budget: Budget,
    patience: Patience,
    clock: Option<(Duration, Duration)>,
    sprt: Option<Sprt>,
}

impl<'a, G: Solvable> Setting<'a, G> {
    /// Reads the arguments for a match, or several, of these players.
    fn new<'n>(
        args: &'a Args,
        opened: &'a Opened<G>,
        names: impl Iterator<Item = &'n str>,
        lang: Lang,
    ) -> anyhow::Result<Setting<'a, G>> {
        let time = |text: &str| seconds(text).ok_or_else(|| bad(&NO_SECONDS.with(text), lang));
        let specs: Vec<Spec> =
            names.map(|name| spec(opened, name, lang)).collect::<Result<_, _>>()?;
        let sprt = args.sprt.as_deref();
        let sprt = sprt.map(|text| Sprt::read(text).ok_or_else(|| bad(&NO_SPRT.with(text), lang)));
        let clock = args.clock.as_deref().map(|text| clock(text, lang)).transpose()?;
        let pairs = pairs(args, lang)?;
        let openings = all_openings(args, opened, pairs, lang)?;
        let budget = Budget { time: Some(time(&args.time)?), ..Budget::default() };
        let patience = Patience { margin: time(&args.margin)?, ..Patience::default() };
        let oracle = exact_values(args, opened, &specs, &openings, lang)?;
        let sprt = sprt.transpose()?;
        Ok(Setting { args, opened, lang, oracle, openings, pairs, budget, patience, clock, sprt })
    }

    /// Plays a match.
    fn play(&self, names: [&str; 2]) -> anyhow::Result<Tally> {
        let Setting { args, lang, .. } = *self;
        let specs = [spec(self.opened, names[0], lang)?, spec(self.opened, names[1], lang)?];
        let fight = Match {
            opened: self.opened,
            players: [&specs[0], &specs[1]],
            oracle: self.oracle.clone(),
            budget: self.budget,
            patience: self.patience,
            openings: &self.openings,
            pairs: self.pairs,
            terms: Terms {
                cap: args.turns as usize,
                tables: self.oracle.clone().filter(|_| args.adjudicate),
                clock: self.clock,
            },
            seed: args.seed,
            threads: args.store.threads(),
            sprt: self.sprt,
        };
        fight.check().map_err(|message| bad(&message, lang))?;
        let mut file = args.save.as_deref().map(|path| create(path, lang)).transpose()?;
        let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        let mut watch = Spectator::new(self.opened, names, 2 * self.pairs, self.sprt, lang);
        watch.save = file.as_mut();
        watch.date = &date;
        let tally = fight.run(&mut watch);
        watch.leave();
        tally
    }

    /// Prints the result of a match.
    fn print(&self, names: [&str; 2], tally: &Tally) -> anyhow::Result<()> {
        if self.args.json {
            return print_json(&MatchReport {
                game: G::ID,
                rules: AnyGame::options(self.opened),
                seed: self.args.seed,
                score: ScoreOf::new(names, tally.report(self.sprt.as_ref())),
            });
        }
        let mut text = show::title(G::name(), names).text(self.lang) + "\n";
        for line in show::lines(tally, self.sprt.as_ref(), names) {
            text += &format!("  {}\n", line.text(self.lang));
        }
        print(&text)
    }
}

fn spec<G: Solvable>(_: &Opened<G>, name: &str, lang: Lang) -> anyhow::Result<Spec> {
    Spec::read::<G>(name).map_err(|message| bad(&message, lang))
}

/// The tables that these players think with and games are ended by, if there is need of any.
fn exact_values<G: Solvable>(
    args: &Args,
    opened: &Opened<G>,
    specs: &[Spec],
    openings: &[Play<G>],
    lang: Lang,
) -> anyhow::Result<Option<Exact<G>>> {
    if !args.adjudicate && !specs.iter().any(Spec::wants_tables) {
        return Ok(None);
    }
    let store = args.store.store(lang)?;
    // Who cannot play perfectly should hear it before tables are built; a ladder does without.
    let perfect = specs.iter().any(|spec| matches!(spec, Spec::Own(Player::Perfect, ..)));
    let positions = openings.iter().map(Play::position);
    if perfect
        && !args.ladder
        && let Some(position) = tables::out_of_reach(opened, &store, positions)
    {
        return Err(bad(&no_tables(opened, position), lang));
    }
    tables_for(opened, &store, lang).map_err(|why| failure(&why, lang))
}

fn pairs(args: &Args, lang: Lang) -> anyhow::Result<usize> {
    let games = args.games.unwrap_or(match () {
        () if args.ladder => 200,
        () if args.sprt.is_some() => NO_LIMIT,
        () => 100,
    });
    match games.is_multiple_of(2) && games > 0 {
        true => Ok(games as usize / 2),
        false => Err(bad(&ODD.with(games).with(games.saturating_add(1).next_multiple_of(2)), lang)),
    }
}

fn clock(text: &str, lang: Lang) -> anyhow::Result<(Duration, Duration)> {
    let (all, increment) = text.split_once('+').unwrap_or((text, "0"));
    let increment = if increment == "0" { Some(Duration::ZERO) } else { seconds(increment) };
    seconds(all).zip(increment).ok_or_else(|| bad(&NO_CLOCK.with(text), lang))
}

fn all_openings<G: Solvable>(
    args: &Args,
    opened: &Opened<G>,
    pairs: usize,
    lang: Lang,
) -> anyhow::Result<Vec<Play<G>>> {
    let source = Source::read(&args.openings).map_err(|message| bad(&message, lang))?;
    match source {
        Source::Drawn(drawn) => {
            // Those of a long test come again.
            let count = pairs.min(10_000);
            let drawn = openings::draw(opened, drawn, count, args.seed);
            drawn.map_err(|message| bad(&message, lang))
        }
        Source::File(path) => {
            let read = read_text(Path::new(&path)).and_then(|text| openings::read(opened, &text));
            read.map_err(|why| bad(&ABOUT.with(shown(&path)).with(why), lang))
        }
    }
}

fn create(path: &Path, lang: Lang) -> anyhow::Result<BufWriter<File>> {
    let file = File::create(path);
    let name = path.display().to_string();
    file.map(BufWriter::new)
        .map_err(|error| bad(&ABOUT.with(shown(&name)).with(trouble(&error)), lang))
}

/// What is printed as JSON.
#[derive(Serialize)]
struct MatchReport<'a> {
    game: &'static str,
    rules: String,
    seed: u64,
    #[serde(flatten)]
    score: ScoreOf<'a>,
}

/// The score of two players.
#[derive(Serialize)]
struct ScoreOf<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    tally: TallyReport,
}

impl<'a> ScoreOf<'a> {
    fn new([first, second]: [&'a str; 2], tally: TallyReport) -> ScoreOf<'a> {
        ScoreOf { first, second, tally }
    }
}
