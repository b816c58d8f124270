//! `damier puzzles`: finds puzzles of a game and writes them to a file, as they are in the games'
//! folders.

use std::path::PathBuf;

use damier_core::any::Opened;
use damier_core::{Lang, Phrase, phrase};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_puzzles::generate::{Wanted, generate};
use damier_puzzles::text::file;
use indicatif::ProgressBar;

use crate::common::{ABOUT, GameArgs, bad, print, trouble};
use crate::store::{NO_INDEX, StoreArgs, failure, tables_for};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// How many to find
    #[arg(long, value_name = "N", default_value_t = 310, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    count: u32,

    /// Find others with another seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where to write them
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// More than anybody solves.
const MOST: i64 = 100_000;

const FOUND: Phrase = phrase!("cli.puzzles.found");

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Find { args, lang }, lang)?
}

struct Find<'a> {
    args: &'a Args,
    lang: Lang,
}

impl Visitor for Find<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Find { args, lang } = self;
        let no_index = || bad(&NO_INDEX.with(G::name()), lang);
        let index = G::Index::new(opened.game).ok_or_else(no_index)?;
        let store = args.store.store(lang)?;
        let oracle = tables_for(&opened, &store, lang).map_err(|why| failure(&why, lang))?;
        let oracle = oracle.ok_or_else(no_index)?;
        let wanted = Wanted { count: args.count as usize, seed: args.seed };
        let bar = ProgressBar::new(args.count.into());
        let tell = |found: usize| bar.set_position(found as u64);
        let puzzles = generate(&opened, &index, &*oracle, wanted, &tell);
        bar.finish_and_clear();
        let (game, rules) = args.game.given();
        let text = file(&game, &rules, wanted, &puzzles);
        std::fs::write(&args.out, &text).map_err(|error| {
            failure(&ABOUT.with(args.out.display().to_string()).with(trouble(&error)), lang)
        })?;
        print(&(FOUND.with(puzzles.len()).with(text.len()).text(lang) + "\n"))
    }
}
