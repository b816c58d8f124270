//! Exact values in files: how they are written, checked, read and asked. Reading needs nothing
//! but memory, so the same tables serve the browser; the feature `native` adds files.

#[cfg(feature = "native")]
mod blocks;
#[cfg(feature = "native")]
pub mod disk;
mod error;
pub mod file;
pub mod oracle;
pub mod sparse;
mod table;

pub use error::TableError;
pub use file::{Header, Kind};
pub use oracle::Tables;
pub use table::{Damaged, Set, Table};
