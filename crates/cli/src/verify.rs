//! `damier verify`: checks tables by the rules alone, position by position.

use std::time::Instant;

use damier_core::any::Opened;
use damier_core::{Lang, Message, Phrase, phrase};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_solve::verify::{Extent, verify};

use crate::common::{GameArgs, Given, bad, print};
use crate::store::{Meter, NO_INDEX, StoreArgs, failure, table_failure};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// Check every position, however many there are
    #[arg(long, conflicts_with = "sample")]
    all: bool,

    /// Check the lost positions and this many others, drawn at random; all if there are not as many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MOST_DRAWN))]
    sample: Option<u64>,

    /// Draw others with another seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Above this many numbers a sample is checked unless all are asked for.
const MANY: u64 = 500_000_000;
/// How many positions a sample has besides the lost ones.
const SAMPLE: u64 = 1_000_000;
/// More than any game has; who asks for more has mistyped.
const MOST_DRAWN: u64 = 1_000_000_000_000;

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Given { args, lang }, lang)?
}

impl Visitor for Given<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Given { args, lang } = self;
        let index =
            G::Index::new(opened.game).ok_or_else(|| bad(&NO_INDEX.with(G::name()), lang))?;
        let store = args.store.store(lang)?;
        let tables = store.load(index).map_err(|error| table_failure(&error, lang))?;
        let mut checked_any = false;
        for (t, tier) in tables.index().tiers().iter().enumerate() {
            let Some(table) = tables.tier(t) else { continue };
            checked_any = true;
            table.check_all().map_err(|error| table_failure(&error, lang))?;
            let extent = match args.sample {
                Some(n) => Extent::Sample(n, args.seed),
                None if tier.slots() > MANY && !args.all => Extent::Sample(SAMPLE, args.seed),
                None => Extent::All,
            };
            let extent = extent.within(tier.slots());
            let (begun, meter) = (Instant::now(), Meter::new(G::ID, lang));
            let result = verify(&tables, t, extent, &meter);
            meter.finish();
            let name = tier.name.as_str();
            let n = result.map_err(|found| {
                failure(&CONTRADICTION.with(G::ID).with(name).with(found.message()), lang)
            })?;
            let took = format!("{:.1}", begun.elapsed().as_secs_f64());
            let said =
                CHECKED.with(name).with(n).with(took).with(how(extent)).with(table.checksum());
            print(&(said.text(lang) + "\n"))?;
        }
        match checked_any {
            true => Ok(()),
            false => Err(failure(&NO_TABLE.with(G::ID), lang)),
        }
    }
}

const CONTRADICTION: Phrase = phrase!("cli.verify.contradiction");
const CHECKED: Phrase = phrase!("cli.verify.checked");
const NO_TABLE: Phrase = phrase!("cli.verify.no-table");

/// Which positions are checked.
fn how(extent: Extent) -> Message {
    const ALL: Phrase = phrase!("cli.verify.all");
    const SOME: Phrase = phrase!("cli.verify.some");
    match extent {
        Extent::All => ALL.say(),
        Extent::Sample(n, seed) => SOME.with(n).with(seed),
    }
}
