//! Time as players are charged for it: it stands still while the server itself does. A server that
//! was suspended (SIGSTOP, a laptop's lid, a machine without memory) could neither receive a turn
//! nor tell of one, and nobody pays for that. [`heartbeat`] looks at this clock every [`TICK`], so
//! that a long gap between two looks can only mean that nothing ran; and since every look closes
//! the gap, it does not matter who looks first afterwards.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::live::Time;

/// How often somebody looks at the clock at least.
const TICK: Duration = Duration::from_millis(100);

/// A gap of this length is a stall. Shorter ones happen on a busy machine and cost nobody a game.
const STALL: Duration = Duration::from_millis(500);

/// The clock of the server's service.
#[derive(Clone)]
pub(crate) struct ServiceClock {
    stalls: Arc<Mutex<Stalls>>,
    real: Arc<dyn Fn() -> Instant + Send + Sync>,
    /// A moment by both clocks: the wall clock is asked once, so that nobody can set this one.
    begun: (Instant, Time),
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
        let begun = real();
        let stalls = Stalls { seen: begun, lost: Duration::ZERO };
        let wall = Time(u64::try_from(wall_clock()).unwrap_or(0));
        ServiceClock {
            stalls: Arc::new(Mutex::new(stalls)),
            real: Arc::new(real),
            begun: (begun, wall),
        }
    }

    /// The moment up to which the server has been at people's service.
    pub(crate) fn now(&self) -> Time {
        let mut stalls = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        let service = stalls.look((self.real)());
        let (begun, wall) = self.begun;
        wall.after(service.saturating_duration_since(begun))
    }
}

/// Now by the wall clock, in milliseconds since 1970: what is stored, for people and for how long
/// an untimed game has rested.
pub(crate) fn wall_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Looks at the clock as long as anybody else might.
pub(super) async fn heartbeat(rooms: std::sync::Weak<super::Rooms>) {
    let mut every = tokio::time::interval(TICK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        rooms.services.time.now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn it_stands_still_while_nothing_runs() {
        let (begun, millis) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let passed = Arc::clone(&millis);
        let clock = ServiceClock::over(move || {
            begun + Duration::from_millis(passed.load(Ordering::Relaxed))
        });
        let pass = |time| millis.fetch_add(time, Ordering::Relaxed);
        let first = clock.now();
        let since = || clock.now().since(first).as_millis();
        for _ in 0..30 {
            pass(100);
            clock.now();
        }
        assert_eq!(since(), 3000);
        pass(30_000);
        assert_eq!(since(), 3000, "suspended for half a minute");
        assert_eq!(since(), 3000, "whoever looks next");
        pass(400);
        assert_eq!(since(), 3400, "a little late is not suspended");
        pass(500);
        assert_eq!(since(), 3400);
        pass(100);
        assert_eq!(since(), 3500);
    }
}
