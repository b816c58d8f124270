//! What the server asks of its storage: an append-only log of events by game, where an event says
//! which number it expects to get. [`EventLog`] is the contract, [`sqlite`](super::sqlite) what is
//! behind it today.

/// Something to append.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// A new game; a conflict if there is one of this name.
    Game {
        /// The name links use.
        public: String,
        /// What was agreed, as JSON.
        setup: String,
        /// When, in milliseconds since 1970. For people only: nothing is decided by it.
        created: i64,
    },
    /// Something that happened in a game.
    Event {
        /// The game's name.
        game: String,
        /// The number it expects to get, 1 for the first event of its game; a conflict if another
        /// is next.
        seq: u64,
        /// What it is.
        kind: &'static str,
        /// The event, as JSON.
        payload: String,
        /// When, in milliseconds since 1970. For people only: nothing is decided by it.
        at: i64,
    },
    /// A game and everything that happened in it is deleted; a conflict if there is none.
    Delete {
        /// The game's name.
        game: String,
    },
}

impl Write {
    /// The name of the game it is about.
    pub(super) fn game(&self) -> &str {
        match self {
            Write::Game { public, .. } => public,
            Write::Event { game, .. } | Write::Delete { game } => game,
        }
    }
}

/// What became of writes that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Appended {
    /// They are committed and on the disk.
    Stored,
    /// They build on something that is not there; nothing of them is stored.
    Conflict,
}

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

/// An append-only log.
///
/// After any error but [`LogError::Busy`] the log is closed and must be opened anew.
pub(super) trait EventLog: Send + 'static {
    /// Opens the log, or opens it anew: afterwards everything that can be read from it is on the
    /// disk, and something has been written to it.
    fn open(&mut self) -> impl Future<Output = Result<(), LogError>> + Send;

    /// Appends jobs in one transaction, each wholly or not at all; what became of each, once the
    /// transaction is on the disk.
    fn append(
        &mut self,
        jobs: &[&[Write]],
    ) -> impl Future<Output = Result<Vec<Appended>, LogError>> + Send;

    /// Writes and commits something, to see whether that works, and how long the log has been
    /// open.
    fn probe(&mut self) -> impl Future<Output = Result<(), LogError>> + Send;

    /// Whether what is open is still what its name says.
    fn in_place(&mut self) -> impl Future<Output = Result<(), LogError>> + Send;

    /// Whether something that can be read might not be on the disk.
    fn doubtful(&self) -> bool;

    /// Closes it.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}
