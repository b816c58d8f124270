//! `damier tables`: the tables on this machine and those that are part of the program.

use std::path::{Path, PathBuf};

use damier_core::words::Argument;
use damier_core::{Lang, Message, Phrase, phrase};
use damier_protocol::ListedTable;
use damier_solve::manifest;
use damier_solve::store::Store;
use damier_tables::{Table, TableError};
use serde::Serialize;

use crate::common::{ABOUT, bad, print, print_json, shown, trouble};
use crate::store::{StoreArgs, failure, table_trouble};

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
        Some(What::Remove { names }) => remove(args, names, lang),
    }
}

/// What the list says about a table. The table itself is not held: many together may not fit into
/// memory.
struct Row {
    name: String,
    said: Message,
    listed: Result<GoodTable, RefusedFile>,
}

impl Row {
    fn new(name: String, table: &Result<Table, TableError>) -> Row {
        let listed = match table {
            Ok(table) => Ok(GoodTable::new(name.clone(), table)),
            Err(why) => Err(RefusedFile { name: name.clone(), why: why.to_string() }),
        };
        Row { said: as_message(table), listed, name }
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Listing {
    folder: PathBuf,
    tables: Vec<GoodTable>,
    /// Files that are no tables.
    refused: Vec<RefusedFile>,
}

/// A table as the server lists it, and what else is known here.
#[derive(Serialize)]
struct GoodTable {
    name: String,
    #[serde(flatten)]
    table: ListedTable,
    slots: u64,
    checksum: String,
    /// Whether it is the one that was published; nothing if none was.
    published: Option<bool>,
}

impl GoodTable {
    fn new(name: String, table: &Table) -> GoodTable {
        let (header, checksum) = (table.header(), table.checksum());
        GoodTable {
            name,
            slots: header.slots,
            published: manifest::publishes(header, &checksum),
            table: ListedTable::new(header.clone(), table.size()),
            checksum,
        }
    }
}

#[derive(Serialize)]
struct RefusedFile {
    name: String,
    why: String,
}

fn list(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let store = args.store.store(lang)?;
    let mut rows = shipped(lang);
    let listed = store.list().map_err(|why| folder_failure(&store, &why, lang))?;
    rows.extend(listed.map(|(file, table)| Row::new(name(&file), &table)));
    if args.json {
        let mut listing =
            Listing { folder: store.folder().into(), tables: Vec::new(), refused: Vec::new() };
        for row in rows {
            match row.listed {
                Ok(table) => listing.tables.push(table),
                Err(file) => listing.refused.push(file),
            }
        }
        return print_json(&listing);
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("# {}\n", store.folder().display());
    for row in &rows {
        text += &format!("{:<width$}  {}\n", row.name, row.said.text(lang));
    }
    print(&text)
}

/// The failure of looking into the folder.
fn folder_failure(store: &Store, why: &std::io::Error, lang: Lang) -> anyhow::Error {
    failure(&ABOUT.with(store.folder().display().to_string()).with(trouble(why)), lang)
}

/// The tables that are part of the program, by game.
fn shipped(lang: Lang) -> Vec<Row> {
    const SHIPPED: Phrase = phrase!("cli.tables.shipped");
    let of = |id: &&'static str| {
        let row = |bytes: &&'static [u8]| {
            let table = Table::from_static("a table of this program", bytes);
            Row::new(SHIPPED.with(*id).text(lang), &table)
        };
        damier_games::shipped_tables(id).iter().map(row).collect::<Vec<_>>()
    };
    damier_games::IDS.iter().flat_map(of).collect()
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn as_message(table: &Result<Table, TableError>) -> Message {
    const GOOD: Phrase = phrase!("cli.tables.good");
    const REFUSED: Phrase = phrase!("cli.tables.refused");
    const DEFAULT: Phrase = phrase!("cli.tables.default");
    const PUBLISHED: Phrase = phrase!("cli.tables.published");
    const CHANGED: Phrase = phrase!("cli.tables.changed");
    const UNPUBLISHED: Phrase = phrase!("cli.tables.unpublished");
    let table = match table {
        Ok(table) => table,
        Err(why) => return REFUSED.with(table_trouble(why)),
    };
    let header = table.header();
    let rules: Argument = match header.rules.as_str() {
        "" => DEFAULT.into(),
        rules => rules.into(),
    };
    let published = match manifest::publishes(header, &table.checksum()) {
        Some(true) => PUBLISHED,
        Some(false) => CHANGED,
        None => UNPUBLISHED,
    };
    let said = GOOD.with(format!("{:>9}", table.size())).with(header.game.as_str()).with(rules);
    said.with(header.tier.as_str()).with(table.checksum()).with(published)
}

fn remove(args: &Args, names: &[String], lang: Lang) -> anyhow::Result<()> {
    const MISSING: Phrase = phrase!("cli.tables.missing");
    const REMOVED: Phrase = phrase!("cli.tables.removed");
    let store = args.store.store(lang)?;
    let there: Vec<PathBuf> = store.files().map_err(|why| folder_failure(&store, &why, lang))?;
    let mut doomed = Vec::new();
    for wanted in names {
        let before = doomed.len();
        doomed.extend(there.iter().filter(|file| wanted == "ALL" || name(file) == *wanted));
        if doomed.len() == before && wanted != "ALL" {
            let folder = store.folder().display().to_string();
            return Err(bad(&MISSING.with(shown(wanted)).with(folder), lang));
        }
    }
    doomed.sort();
    doomed.dedup();
    for file in doomed {
        let about =
            |why: std::io::Error| ABOUT.with(file.display().to_string()).with(trouble(&why));
        std::fs::remove_file(file).map_err(|why| failure(&about(why), lang))?;
        print(&(REMOVED.with(name(file)).text(lang) + "\n"))?;
    }
    Ok(())
}
