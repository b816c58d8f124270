//! Moments and the time between them. The domain never asks what time it is: it is told.

use std::time::Duration;

/// A moment by the clock of the service, in milliseconds since 1970. That clock stands still while
/// the server does, and nobody sets it while it runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Time(pub(crate) u64);

impl Time {
    /// The moment so long after this one.
    pub(crate) fn after(self, time: Duration) -> Time {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Time(self.0.saturating_add(millis))
    }

    /// How long after `earlier` this is; nothing if it is not.
    pub(crate) fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}
