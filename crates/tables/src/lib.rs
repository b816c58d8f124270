//! Exact values in files: how they are written, checked, read and asked. Reading needs nothing
//! but memory, so the same tables serve the browser; the feature `native` adds files.

#[cfg(feature = "native")]
mod blocks;
#[cfg(feature = "native")]
pub mod disk;
pub mod file;
pub mod oracle;
pub mod sparse;

pub use file::{Header, Kind, Table, TableError};
pub use oracle::Tables;
