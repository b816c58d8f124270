//! `damier tables`: the tables on this machine and those that are part of the program.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use damier_core::Lang;
use damier_core::any::Opened;
use damier_core::index::{Index, Solvable};
use damier_games::Visitor;
use damier_solve::manifest;
use damier_solve::store::ENDING;
use damier_tables::{Table, TableError};
use serde_json::json;

use crate::common::{BadInput, bad, print, print_json};
use crate::store::StoreArgs;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand)]
enum What {
    /// Remove tables by the names the list shows
    Remove {
        /// The tables; ALL for every one of the folder
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    match &args.what {
        None => list(args, lang),
        Some(What::Remove { names }) => remove(args, names),
    }
}

/// A table in the list.
struct Row {
    name: String,
    table: Result<Table, TableError>,
}

fn list(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let store = args.store.store()?;
    let mut rows = shipped(lang)?;
    let listed = store.list().with_context(|| store.folder().display().to_string())?;
    rows.extend(listed.into_iter().map(|(file, table)| Row { name: name(&file), table }));
    if args.json {
        let tables: Vec<_> = rows.iter().map(as_json).collect();
        return print_json(&json!({"folder": store.folder(), "tables": tables}));
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = format!("# {}\n", store.folder().display());
    for row in &rows {
        text += &format!("{:<width$}  {}\n", row.name, as_text(row));
    }
    print(&text)
}

/// The tables that are part of the program, by game.
fn shipped(lang: Lang) -> anyhow::Result<Vec<Row>> {
    struct Shipped;
    impl Visitor for Shipped {
        type Output = Vec<Row>;
        fn visit<G: Solvable>(self, _: Opened<G>) -> Vec<Row> {
            let all = G::Index::shipped().iter();
            all.map(|bytes| Row {
                name: format!("{} (in the program)", G::ID),
                table: Table::from_static("a table of this program", bytes),
            })
            .collect()
        }
    }
    let mut rows = Vec::new();
    for id in damier_games::IDS {
        rows.extend(damier_games::visit(id, "", Shipped).map_err(|message| bad(&message, lang))?);
    }
    Ok(rows)
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn as_text(row: &Row) -> String {
    match &row.table {
        Ok(table) => {
            let header = table.header();
            let rules = if header.rules.is_empty() { "default rules" } else { &header.rules };
            let published = match manifest::publishes(header, &table.checksum()) {
                Some(true) => "as published",
                Some(false) => "NOT as published",
                None => "not published",
            };
            format!(
                "{:>9} bytes  {} [{rules}] tier {}  {}  {published}",
                table.size(),
                header.game,
                header.tier,
                table.checksum()
            )
        }
        Err(why) => format!("refused: {why}"),
    }
}

fn as_json(row: &Row) -> serde_json::Value {
    match &row.table {
        Ok(table) => json!({
            "name": row.name,
            "game": table.header().game,
            "rules": table.header().rules,
            "tier": table.header().tier,
            "counts": table.header().kind.text(),
            "slots": table.header().slots,
            "bytes": table.size(),
            "checksum": table.checksum(),
            "published": manifest::publishes(table.header(), &table.checksum()),
        }),
        Err(why) => json!({"name": row.name, "refused": why.to_string()}),
    }
}

fn remove(args: &Args, names: &[String]) -> anyhow::Result<()> {
    let store = args.store.store()?;
    let listed = store.list().with_context(|| store.folder().display().to_string())?;
    let there: Vec<PathBuf> = listed.into_iter().map(|(file, _)| file).collect();
    let mut doomed = Vec::new();
    for wanted in names {
        let before = doomed.len();
        doomed.extend(there.iter().filter(|file| wanted == "ALL" || name(file) == *wanted));
        if doomed.len() == before && wanted != "ALL" {
            let folder = store.folder().display();
            return Err(
                BadInput::Because(format!("there is no table `{wanted}` in {folder}")).into()
            );
        }
    }
    for file in doomed {
        if file.extension().is_none_or(|ending| ending != ENDING) {
            bail!("{} is no table", file.display());
        }
        std::fs::remove_file(file).with_context(|| file.display().to_string())?;
        print(&format!("removed {}\n", name(file)))?;
    }
    Ok(())
}
