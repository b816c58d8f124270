//! `damier verify`: checks tables by the rules alone, position by position.

use std::time::Instant;

use anyhow::bail;
use damier_core::Lang;
use damier_core::any::Opened;
use damier_core::index::{Index, Solvable};
use damier_games::Visitor;
use damier_solve::verify::{Extent, verify};

use crate::common::{GameArgs, bad, print};
use crate::store::{Meter, NO_INDEX, StoreArgs};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// Check every position, however many there are
    #[arg(long, conflicts_with = "sample")]
    all: bool,

    /// Check the lost positions and this many others, drawn at random
    #[arg(long, value_name = "N")]
    sample: Option<u64>,

    /// Draw others with another seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Above this many numbers a sample is checked unless all are asked for.
const MANY: u64 = 500_000_000;
/// How many positions a sample has besides the lost ones.
const SAMPLE: u64 = 1_000_000;

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Verify { args, lang }, lang)?
}

struct Verify<'a> {
    args: &'a Args,
    lang: Lang,
}

impl Visitor for Verify<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Verify { args, lang } = self;
        let index =
            G::Index::new(opened.game).ok_or_else(|| bad(&NO_INDEX.with(G::name()), lang))?;
        let store = args.store.store()?;
        let tables = store.load(index)?;
        let mut checked_any = false;
        for (t, tier) in tables.index().tiers().iter().enumerate() {
            let Some(table) = tables.tier(t) else { continue };
            checked_any = true;
            let extent = match args.sample {
                Some(n) => Extent::Sample(n, args.seed),
                None if tier.slots() > MANY && !args.all => Extent::Sample(SAMPLE, args.seed),
                None => Extent::All,
            };
            let (begun, meter) = (Instant::now(), Meter::new(G::ID));
            let result = verify(&tables, t, extent, &meter);
            meter.finish();
            let how = match extent {
                Extent::All => "every position".to_string(),
                Extent::Sample(n, seed) => {
                    format!("every lost position and {n} numbers drawn with seed {seed}")
                }
            };
            match result {
                Ok(n) => print(&format!(
                    "tier {}: {n} positions checked in {:.1} s ({how}), no contradiction; {}\n",
                    tier.name,
                    begun.elapsed().as_secs_f64(),
                    table.checksum()
                ))?,
                Err(lie) => bail!("{}: tier {}: {lie}", G::ID, tier.name),
            }
        }
        if !checked_any {
            bail!("there is no table of {} with these options; damier solve builds one", G::ID);
        }
        Ok(())
    }
}
