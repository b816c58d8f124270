//! `damier solve`: builds tables and says what they hold.

use std::time::Instant;

use damier_core::any::Opened;
use damier_core::{AnyGame, Lang, List, Message, Phrase, phrase};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_solve::build::{self, Finished};
use damier_solve::storage::Storage;
use damier_solve::summary::Summary;
use serde::Serialize;

use crate::common::{GameArgs, Given, bad, print, print_json, shown};
use crate::store::{self, HowToSolve, NO_INDEX, StoreArgs};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// The last tier to solve; for games solved by numbers of pawns, the number. By default those
    /// that take seconds or minutes
    #[arg(long, value_name = "TIER", visible_alias = "pawns")]
    tier: Option<String>,

    /// Solve even if the tables are there already; a solve that was interrupted still goes on
    #[arg(long)]
    again: bool,

    /// Keep values in files beside the tables while they are being found, for tiers that are larger
    /// than memory
    #[arg(long)]
    on_disk: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Given { args, lang }, lang)?
}

impl Visitor for Given<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Given { args, lang } = self;
        let begun = Instant::now();
        let index =
            G::Index::new(opened.game).ok_or_else(|| bad(&NO_INDEX.with(G::name()), lang))?;
        let tiers = last_tier(&index, args.tier.as_deref(), lang)? + 1;
        let store = args.store.store(lang)?;
        let storage = match args.on_disk {
            true => Storage::Files(store.folder().join("values")),
            false => Storage::Memory,
        };
        let how = HowToSolve { again: args.again, storage };
        let finished = store::solve(&store, &index, tiers, how, lang)?;
        let took = begun.elapsed();
        // Tables that were there took no time worth telling.
        let slots: u64 = finished.iter().map(|one| solved_slots(&index, one)).sum();
        if args.json {
            return print_json(&SolveReport {
                game: G::ID,
                rules: opened.options(),
                seconds: took.as_secs_f64(),
                slots,
                slots_per_second: build::rate(slots, took),
                peak_memory: build::peak_memory(),
                tables: finished.iter().map(SolvedTable::new).collect(),
            });
        }
        let mut text: String =
            finished.iter().map(|one| as_message(one).text(lang) + "\n").collect();
        if slots > 0 {
            let rate = format!("{:.1}", build::rate(slots, took) / 1e6);
            let memory = build::peak_memory().map_or(0, |bytes| bytes >> 20);
            let took = format!("{:.2}", took.as_secs_f64());
            text += &TOOK.with(slots).with(took).with(rate).with(memory).text(lang);
            text += "\n";
        }
        print(&text)
    }
}

const NO_TIER: Phrase = phrase!("cli.solve.no-tier");
const ALREADY: Phrase = phrase!("cli.solve.already");
const TIER: Phrase = phrase!("cli.solve.tier");
const TOOK: Phrase = phrase!("cli.solve.took");

/// The number of the tier with this name, or of the last one that is usually solved.
fn last_tier<I: Index>(index: &I, name: Option<&str>, lang: Lang) -> anyhow::Result<usize> {
    let Some(name) = name else { return Ok(index.usual_tiers() - 1) };
    index.tiers().iter().position(|tier| tier.name == name).ok_or_else(|| {
        let names = List::plain(index.tiers().iter().map(|tier| tier.name.as_str()));
        bad(&NO_TIER.with(shown(name)).with(names), lang)
    })
}

/// How many numbers were solved for a table.
fn solved_slots<I: Index>(index: &I, finished: &Finished) -> u64 {
    match finished {
        Finished::Built(built) => index.tiers()[built.tier].slots(),
        Finished::Already(_) => 0,
    }
}

fn as_message(finished: &Finished) -> Message {
    match finished {
        Finished::Built(built) => {
            TIER.with(built.summary.tier.as_str()).with(numbers(&built.summary)).with(built.size)
        }
        Finished::Already(table) => {
            ALREADY.with(table.header().tier.as_str()).with(table.size()).with(table.checksum())
        }
    }
}

/// What a table says as a whole, of what is known.
fn numbers(summary: &Summary) -> Message {
    const LOST_ONLY: Phrase = phrase!("cli.solve.lost-only");
    const ALL: Phrase = phrase!("cli.solve.all");
    let Summary { up_to_symmetry, won, lost, drawn, longest_win, longest_loss, .. } = *summary;
    let longest_loss = u32::from(longest_loss);
    match (won, drawn) {
        (Some(won), Some(drawn)) => {
            let longest_win = u32::from(longest_win.unwrap_or(0));
            let said = ALL.with(up_to_symmetry).with(won).with(lost).with(drawn);
            said.with(longest_win).with(longest_loss)
        }
        _ => LOST_ONLY.with(up_to_symmetry).with(lost).with(longest_loss),
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct SolveReport {
    game: &'static str,
    rules: String,
    seconds: f64,
    /// How many numbers of positions were solved now.
    slots: u64,
    slots_per_second: f64,
    /// The most memory that was used, in bytes, where the system tells.
    peak_memory: Option<u64>,
    tables: Vec<SolvedTable>,
}

/// A table that is there now.
#[derive(Serialize)]
struct SolvedTable {
    tier: String,
    /// Whether it was there before; then nothing else is known but its size and checksum.
    already: bool,
    #[serde(flatten)]
    counts: Option<Counts>,
    bytes: u64,
    checksum: String,
}

/// How many positions have which value, mirror images included.
#[derive(Serialize)]
struct Counts {
    up_to_symmetry: u64,
    /// Nothing where only the lost ones were looked for, like `drawn`.
    won: Option<u64>,
    lost: u64,
    drawn: Option<u64>,
    longest_win: Option<u16>,
    longest_loss: u16,
}

impl SolvedTable {
    fn new(finished: &Finished) -> SolvedTable {
        match finished {
            Finished::Built(built) => SolvedTable {
                tier: built.summary.tier.clone(),
                already: false,
                counts: Some(Counts::new(&built.summary)),
                bytes: built.size,
                checksum: built.checksum.clone(),
            },
            Finished::Already(table) => SolvedTable {
                tier: table.header().tier.clone(),
                already: true,
                counts: None,
                bytes: table.size(),
                checksum: table.checksum(),
            },
        }
    }
}

impl Counts {
    fn new(summary: &Summary) -> Counts {
        let Summary { up_to_symmetry, won, lost, drawn, longest_win, longest_loss, .. } = *summary;
        Counts { up_to_symmetry, won, lost, drawn, longest_win, longest_loss }
    }
}
