//! Tables on this machine: where they are, which are there, how they get there.

use std::path::{Path, PathBuf};

use damier_index::Index;
use damier_tables::disk::write_atomically;
use damier_tables::{Header, Table, TableError, Tables, oracle};

use crate::build;

/// The ending of table files.
pub(crate) const ENDING: &str = "damier";

/// The name of a table's file.
#[must_use]
pub fn name(header: &Header) -> String {
    let Header { game, rules, tier, .. } = header;
    let rules = if rules.is_empty() { String::new() } else { format!(".{rules}") };
    format!("{game}{rules}.{tier}.{ENDING}")
}

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A file of the folder: a good table, or the reason why it is not.
pub type Listed = (PathBuf, Result<Table, TableError>);

impl Store {
    /// The tables in this folder, which need not exist yet.
    #[must_use]
    pub fn new(folder: PathBuf) -> Store {
        Store { folder }
    }

    /// Where the tables are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a tier's table.
    #[must_use]
    pub fn file<I: Index>(&self, index: &I, tier: usize) -> PathBuf {
        self.folder.join(name(&build::header(index, tier)))
    }

    /// All files of the folder that are called like tables, by name.
    pub fn files(&self) -> std::io::Result<Vec<PathBuf>> {
        let entries = match std::fs::read_dir(&self.folder) {
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let file = entry?.path();
            if file.extension().is_some_and(|ending| ending == ENDING) {
                files.push(file);
            }
        }
        files.sort();
        Ok(files)
    }

    /// All tables of the folder, by name. Each is read when it is asked for, since a table is in
    /// memory as long as it is held.
    pub fn list(&self) -> std::io::Result<impl Iterator<Item = Listed>> {
        let read = |file: PathBuf| {
            let table = Table::open(&file).and_then(|table| table.check_all().map(|()| table));
            (file, table)
        };
        Ok(self.files()?.into_iter().map(read))
    }

    /// The tables at hand for these rules: those that are part of the program and those of the
    /// folder. A file that is there but no good is an error, not a missing table.
    pub fn load<I: Index>(&self, index: I) -> Result<Tables<I>, TableError> {
        let mut tables = Tables::new(index);
        for tier in 0..tables.index().tiers().len() {
            if let Some(table) = self.table(tables.index(), tier)? {
                // It has been made sure that it belongs here.
                let _ = tables.add(table);
            }
        }
        Ok(tables)
    }

    /// The table of a tier, if there is one: part of the program, or of the folder.
    pub fn table<I: Index>(&self, index: &I, tier: usize) -> Result<Option<Table>, TableError> {
        for bytes in I::shipped() {
            let table = Table::from_static("a table of this program", bytes)?;
            // Shipped tables are for certain rules only.
            if oracle::fits(index, table.header()) == Ok(tier) {
                return Ok(Some(table));
            }
        }
        let file = self.file(index, tier);
        let table = match Table::open(&file) {
            Err(TableError::Io { why, .. }) if is_absent(&why) => return Ok(None),
            table => table?,
        };
        match oracle::fits(index, table.header()) {
            Ok(_) => Ok(Some(table)),
            Err(why) => Err(TableError::Refused { file, why }),
        }
    }

    /// Puts a table into the folder.
    pub fn put<I: Index>(
        &self,
        index: &I,
        tier: usize,
        bytes: &[u8],
    ) -> Result<PathBuf, TableError> {
        let file = self.file(index, tier);
        write_atomically(&file, bytes)?;
        Ok(file)
    }
}
/// Whether a table is simply not there: there is no such file, or its folder is none.
fn is_absent(why: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    matches!(why.kind(), NotFound | NotADirectory)
}
