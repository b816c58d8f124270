//! `damier solve`: builds tables and says what they hold.

use std::time::Instant;

use damier_core::any::Opened;
use damier_core::index::{Index, Solvable};
use damier_core::{AnyGame, Lang};
use damier_games::Visitor;
use damier_solve::build::{self, Built, Summary};
use damier_tables::Table;
use serde_json::json;

use crate::common::{BadInput, GameArgs, bad, print, print_json};
use crate::store::{self, NO_INDEX, StoreArgs};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// The last tier to solve; for games solved by numbers of pawns, the number
    #[arg(long, value_name = "TIER", visible_alias = "pawns")]
    tier: Option<String>,

    /// Solve even if the tables are there already
    #[arg(long)]
    again: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Solve { args, lang }, lang)?
}

struct Solve<'a> {
    args: &'a Args,
    lang: Lang,
}

impl Visitor for Solve<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Solve { args, lang } = self;
        let begun = Instant::now();
        let index =
            G::Index::new(opened.game).ok_or_else(|| bad(&NO_INDEX.with(G::name()), lang))?;
        let tiers = last_tier(&index, args.tier.as_deref())? + 1;
        let store = args.store.store()?;
        let index = match args.again {
            true => index,
            false => {
                let there = store.load(index)?;
                if (0..tiers).all(|tier| there.tier(tier).is_some()) {
                    let tables = (0..tiers).filter_map(|tier| there.tier(tier));
                    return print(&tables.map(already).collect::<String>());
                }
                there.into_index()
            }
        };
        let needs = build::needs(&index, tiers);
        let all = store::solve(&store, &index, tiers)?;
        let took = begun.elapsed();
        match args.json {
            true => print_json(&json!({
                "game": G::ID,
                "rules": opened.options(),
                "seconds": took.as_secs_f64(),
                "slots": needs.slots,
                "slots_per_second": build::rate(needs.slots, took),
                "peak_memory": build::peak_memory(),
                "tables": all.iter().map(as_json).collect::<Vec<_>>(),
            })),
            false => {
                let mut text: String = all.iter().map(as_text).collect();
                let rate = build::rate(needs.slots, took) / 1e6;
                let memory = build::peak_memory().map_or(0, |bytes| bytes >> 20);
                let took = took.as_secs_f64();
                text += &format!(
                    "{} positions in {took:.2} s, {rate:.1} million a second, {memory} MiB\n",
                    needs.slots
                );
                print(&text)
            }
        }
    }
}

/// The number of the tier with this name, or of the last one.
fn last_tier<I: Index>(index: &I, name: Option<&str>) -> anyhow::Result<usize> {
    let Some(name) = name else { return Ok(index.tiers().len() - 1) };
    index.tiers().iter().position(|tier| tier.name == name).ok_or_else(|| {
        let names: Vec<&str> = index.tiers().iter().map(|tier| tier.name.as_str()).collect();
        BadInput::Because(format!("there is no tier `{name}`; the tiers are {}", names.join(", ")))
            .into()
    })
}

fn already(table: &Table) -> String {
    let header = table.header();
    format!("tier {}: there already, {} bytes, {}\n", header.tier, table.size(), table.checksum())
}

fn as_text(built: &Built) -> String {
    let Summary { tier, up_to_symmetry, won, lost, drawn, longest_win, longest_loss } =
        &built.summary;
    let mut parts = vec![format!("{up_to_symmetry} positions up to symmetry")];
    parts.extend(won.map(|n| format!("{n} won")));
    parts.push(format!("{lost} lost"));
    parts.extend(drawn.map(|n| format!("{n} drawn")));
    parts.extend(longest_win.map(|n| format!("longest win {n}")));
    parts.push(format!("longest loss {longest_loss}"));
    format!("tier {tier}: {}, {} bytes\n", parts.join(", "), built.bytes.len())
}

fn as_json(built: &Built) -> serde_json::Value {
    let summary = &built.summary;
    json!({
        "tier": summary.tier,
        "up_to_symmetry": summary.up_to_symmetry,
        "won": summary.won,
        "lost": summary.lost,
        "drawn": summary.drawn,
        "longest_win": summary.longest_win,
        "longest_loss": summary.longest_loss,
        "bytes": built.bytes.len(),
        "checksum": built.table().map(|table| table.checksum()).ok(),
    })
}
