//! The clock of a live game: the server's, in milliseconds, and kind to people whose server
//! stopped. It runs only once both players have come, and after a restart only once both have come
//! back; what was used since the last stored event is then forgotten.

use std::time::{Duration, Instant};

use damier_core::Side;
use serde::{Deserialize, Serialize};

/// What the inviter chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setting {
    /// Seconds each player begins with.
    pub initial: u32,
    /// Seconds added after each turn.
    pub increment: u32,
}

impl Setting {
    /// From a second to a day, with at most an hour added; nothing else is a sensible game.
    pub(crate) fn sensible(self) -> bool {
        (1..=86_400).contains(&self.initial) && self.increment <= 3600
    }
}

/// A clock.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    /// What was agreed.
    pub setting: Setting,
    left: [Duration; 2],
    /// Since when the player to move is charged; `None` while the clock stands.
    since: Option<Instant>,
}

impl Clock {
    /// A clock that has not started.
    pub(crate) fn new(setting: Setting) -> Clock {
        let left = [Duration::from_secs(setting.initial.into()); 2];
        Clock { setting, left, since: None }
    }

    /// Whether it runs.
    pub(crate) fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// Starts it, if it stands.
    pub(crate) fn run(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// What both have left, in milliseconds, if it is `side`'s turn.
    pub(crate) fn left(&self, side: Side, now: Instant) -> [u64; 2] {
        Side::BOTH.map(|each| match each == side {
            true => self.rest(side, now).as_millis() as u64,
            false => self.left[each.index()].as_millis() as u64,
        })
    }

    /// Whether `side`, whose turn it is, has no time left.
    pub(crate) fn fallen(&self, side: Side, now: Instant) -> bool {
        self.rest(side, now).is_zero()
    }

    /// Charges `side` for the time since its turn began, and goes on from now if it was running.
    pub(crate) fn charge(&mut self, side: Side, now: Instant) {
        self.left[side.index()] = self.rest(side, now);
        self.since = self.since.map(|_| now);
    }

    /// Gives `side` what a turn earns.
    pub(crate) fn earn(&mut self, side: Side) {
        self.left[side.index()] += Duration::from_secs(self.setting.increment.into());
    }

    /// Does not charge for this much of the time since the turn began: the server could not tell
    /// of it before.
    pub(crate) fn credit(&mut self, time: Duration) {
        self.since = self.since.map(|since| since + time);
    }

    /// Stops it.
    pub(crate) fn stop(&mut self) {
        self.since = None;
    }

    /// Takes over what was stored.
    pub(crate) fn set(&mut self, left: [u64; 2]) {
        self.left = left.map(Duration::from_millis);
    }

    fn rest(&self, side: Side, now: Instant) -> Duration {
        let used = self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        self.left[side.index()].saturating_sub(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_player_to_move_is_charged_and_only_while_it_runs() {
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs(seconds);
        let mut clock = Clock::new(Setting { initial: 60, increment: 5 });
        assert_eq!(clock.left(Side::Light, after(100)), [60_000, 60_000]);
        clock.run(after(0));
        assert_eq!(clock.left(Side::Light, after(20)), [40_000, 60_000]);
        clock.charge(Side::Light, after(20));
        clock.earn(Side::Light);
        assert_eq!(clock.left(Side::Dark, after(30)), [45_000, 50_000]);
        assert!(!clock.fallen(Side::Dark, after(79)));
        assert!(clock.fallen(Side::Dark, after(80)));
        clock.credit(Duration::from_secs(4));
        assert_eq!(clock.left(Side::Dark, after(30)), [45_000, 54_000]);
        clock.charge(Side::Dark, after(34));
        clock.stop();
        clock.credit(Duration::from_secs(4));
        assert_eq!(clock.left(Side::Dark, after(1000)), [45_000, 50_000]);
        clock.set([1, 2]);
        assert_eq!(clock.left(Side::Dark, after(1000)), [1, 2]);
    }

    #[test]
    fn settings_have_bounds() {
        let sensible = |initial, increment| Setting { initial, increment }.sensible();
        assert!(sensible(1, 0) && sensible(86_400, 3600));
        assert!(!sensible(0, 5) && !sensible(86_401, 0) && !sensible(60, 3601));
    }
}
