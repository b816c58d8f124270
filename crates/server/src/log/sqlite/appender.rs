//! What the writer asks of the database below it. [`Appender`] is the contract, so that tests can
//! script what goes wrong; [`connection`](super::connection) is what is behind it.

use crate::log::{Appended, Write};

/// Why nothing could be appended.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum LogError {
    /// Somebody else holds the database; nothing was written, and waiting helps.
    #[error("{0}")]
    Busy(String),
    /// What was to be written was refused; something else may be accepted.
    #[error("{0}")]
    Refused(String),
    /// The disk is full. Nothing was synced, so what can be read is on the disk.
    #[error("{0}")]
    Full(String),
    /// The disk failed or is gone.
    #[error("{0}")]
    Failed(String),
}

/// A database that batches are appended to.
///
/// After any error but [`LogError::Busy`] it is closed and must be opened anew.
pub(super) trait Appender: Send + 'static {
    /// Opens it, or opens it anew: afterwards everything that can be read from it is on the
    /// disk, and something has been written to it.
    fn open(&mut self) -> impl Future<Output = Result<(), LogError>> + Send;

    /// Appends jobs in one transaction, each wholly or not at all; what became of each, once the
    /// transaction is on the disk.
    fn append(
        &mut self,
        jobs: &[&[Write]],
    ) -> impl Future<Output = Result<Vec<Appended>, LogError>> + Send;

    /// Writes and commits something, to see whether that works, and stores how long it has
    /// been open.
    fn probe(&mut self) -> impl Future<Output = Result<(), LogError>> + Send;

    /// Whether what is open is still what its name says.
    fn in_place(&mut self) -> impl Future<Output = Result<(), LogError>> + Send;

    /// Whether something that can be read might not be on the disk.
    fn doubtful(&self) -> bool;

    /// Closes it.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}
