//! Time as players are charged for it: it stands still while the server itself does. A server that
//! was suspended (SIGSTOP, a laptop's lid, a machine without memory) could neither receive a turn
//! nor tell of one, and nobody pays for that. Something looks at this clock at least every
//! [`TICK`](super::TICK), so that a long gap between two looks can only mean that nothing ran; and
//! since every look closes the gap, it does not matter who looks first afterwards.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A gap of this length is a stall. Shorter ones happen on a busy machine and cost nobody a game.
pub(super) const STALL: Duration = Duration::from_millis(500);

/// The clock of the server's service.
#[derive(Clone)]
pub(crate) struct ServiceClock {
    stalls: Arc<Mutex<Stalls>>,
    real: Arc<dyn Fn() -> Instant + Send + Sync>,
}

struct Stalls {
    /// When somebody last looked.
    seen: Instant,
    /// How long the server has stood still in all.
    lost: Duration,
}

impl Stalls {
    /// The time of service at this real time.
    fn look(&mut self, real: Instant) -> Instant {
        let gap = real.saturating_duration_since(self.seen);
        if gap >= STALL {
            tracing::warn!("nothing ran for {} ms; clocks are credited", gap.as_millis());
            self.lost += gap;
        }
        self.seen = self.seen.max(real);
        // No more is lost than has passed since the beginning.
        self.seen.checked_sub(self.lost).unwrap_or(self.seen)
    }
}

impl ServiceClock {
    /// A clock that begins now.
    pub(crate) fn new() -> ServiceClock {
        ServiceClock::over(Instant::now)
    }

    /// A clock over another idea of real time.
    fn over(real: impl Fn() -> Instant + Send + Sync + 'static) -> ServiceClock {
        let stalls = Stalls { seen: real(), lost: Duration::ZERO };
        ServiceClock { stalls: Arc::new(Mutex::new(stalls)), real: Arc::new(real) }
    }

    /// Now.
    pub(crate) fn now(&self) -> Instant {
        let mut stalls = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        let real = (self.real)();
        stalls.look(real)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Real time that only moves when told to.
    #[derive(Clone)]
    pub(in crate::live) struct Invented {
        begun: Instant,
        millis: Arc<AtomicU64>,
    }

    impl Invented {
        pub(in crate::live) fn new() -> Invented {
            Invented { begun: Instant::now(), millis: Arc::default() }
        }

        pub(in crate::live) fn pass(&self, millis: u64) {
            self.millis.fetch_add(millis, Ordering::Relaxed);
        }

        pub(in crate::live) fn clock(&self) -> ServiceClock {
            let time = self.clone();
            ServiceClock::over(move || {
                time.begun + Duration::from_millis(time.millis.load(Ordering::Relaxed))
            })
        }
    }

    #[test]
    fn it_stands_still_while_nothing_runs() {
        let time = Invented::new();
        let clock = time.clock();
        let begun = clock.now();
        let since = || clock.now().duration_since(begun).as_millis();
        for _ in 0..30 {
            time.pass(100);
            clock.now();
        }
        assert_eq!(since(), 3000);
        time.pass(30_000);
        assert_eq!(since(), 3000, "suspended for half a minute");
        assert_eq!(since(), 3000, "whoever looks next");
        time.pass(400);
        assert_eq!(since(), 3400, "a little late is not suspended");
        time.pass(500);
        assert_eq!(since(), 3400);
        time.pass(100);
        assert_eq!(since(), 3500);
    }
}
