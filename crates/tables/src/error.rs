//! Why a table is refused.

use std::path::PathBuf;

use damier_core::{Message, Phrase, phrase};
use thiserror::Error;

/// Why a table is refused. As an error it speaks English; [`TableError::message`] both languages.
#[derive(Debug, Error)]
pub enum TableError {
    /// It cannot be read or written.
    #[error("{}: {why}", .file.display())]
    Io {
        /// Which file.
        file: PathBuf,
        /// The system's reason.
        why: std::io::Error,
    },
    /// It is not a table, is damaged, or belongs elsewhere.
    #[error("{}: {why}", .file.display())]
    Refused {
        /// Which file.
        file: PathBuf,
        /// What is wrong with it.
        why: Message,
    },
}

impl TableError {
    /// The complaint, naming the file.
    #[must_use]
    pub fn message(&self) -> Message {
        const ABOUT: Phrase = phrase!("tables.about");
        match self {
            TableError::Io { file, why } => {
                ABOUT.with(file.display().to_string()).with(why.to_string())
            }
            TableError::Refused { file, why } => {
                ABOUT.with(file.display().to_string()).with(why.clone())
            }
        }
    }
}

pub(crate) const NO_TABLE: Phrase = phrase!("tables.no-table");
pub(crate) const CUT_SHORT: Phrase = phrase!("tables.cut-short");
#[cfg(feature = "native")]
pub(crate) const TOO_LONG: Phrase = phrase!("tables.too-long");
pub(crate) const OTHER_FORMAT: Phrase = phrase!("tables.other-format");
pub(crate) const DAMAGED: Phrase = phrase!("tables.damaged");
pub(crate) const BAD_HEADER: Phrase = phrase!("tables.bad-header");
pub(crate) const BAD_SET: Phrase = phrase!("tables.bad-set");
