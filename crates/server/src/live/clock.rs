//! The clock of a live game: the server's, in milliseconds, and kind to people whose server
//! stopped. It runs only once both players have come, and after a restart only once both have come
//! back; what was used since the last stored event is then forgotten.

use std::time::Duration;

use damier_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::time::Time;

/// The clock that the inviter chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ClockSetting")]
pub(crate) struct Setting {
    /// Seconds each player begins with.
    #[schemars(range(min = 1, max = 86_400))]
    pub initial: u32,
    /// Seconds added after each turn.
    #[schemars(range(max = 3600))]
    pub increment: u32,
    /// The only player whose time is counted, if it is one: between players of different strength
    /// the other may think as long as they like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Side>,
}

impl Setting {
    /// From a second to a day, with at most an hour added; nothing else is a sensible game.
    pub(crate) fn sensible(self) -> bool {
        (1..=86_400).contains(&self.initial) && self.increment <= 3600
    }

    /// Whether this player's time is counted.
    pub(crate) fn counts(self, side: Side) -> bool {
        self.only.is_none_or(|only| only == side)
    }
}

/// What both players have left, and since when one of them is charged.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    /// What was agreed.
    pub setting: Setting,
    left: [Duration; 2],
    /// Since when the player to move is charged; `None` while the clock stands.
    since: Option<Time>,
}

impl Clock {
    /// A clock that has not started.
    pub(crate) fn new(setting: Setting) -> Clock {
        let left = [Duration::from_secs(setting.initial.into()); 2];
        Clock { setting, left, since: None }
    }

    /// Whether somebody is being charged.
    pub(crate) fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// Starts it, if it stands.
    pub(crate) fn run(&mut self, now: Time) {
        self.since.get_or_insert(now);
    }

    /// Charges from now on for what follows: what was before is in what both have left.
    pub(crate) fn restart(&mut self, now: Time) {
        self.since = Some(now);
    }

    /// Charges nobody until it is started again.
    pub(crate) fn stop(&mut self) {
        self.since = None;
    }

    /// What both have left, in milliseconds, if it is `side`'s turn.
    pub(crate) fn left(&self, side: Side, now: Time) -> [u64; 2] {
        Side::BOTH.map(|each| match each == side {
            true => self.rest(side, now).as_millis() as u64,
            false => self.left[each.index()].as_millis() as u64,
        })
    }

    /// The same after a turn that `side` has played now, which earns the increment.
    pub(crate) fn left_after_turn(&self, side: Side, now: Time) -> [u64; 2] {
        let mut left = self.left(side, now);
        if self.setting.counts(side) {
            left[side.index()] += u64::from(self.setting.increment) * 1000;
        }
        left
    }

    /// Whether `side`, whose turn it is, has no time left.
    pub(crate) fn fallen(&self, side: Side, now: Time) -> bool {
        self.setting.counts(side) && self.rest(side, now).is_zero()
    }

    /// When `side`, whose turn it is, will have no time left; never, while it stands.
    pub(crate) fn falls_at(&self, side: Side) -> Option<Time> {
        let since = self.since.filter(|_| self.setting.counts(side))?;
        Some(since.after(self.left[side.index()]))
    }

    /// Takes over what was stored.
    pub(crate) fn set(&mut self, left: [u64; 2]) {
        self.left = left.map(Duration::from_millis);
    }

    fn rest(&self, side: Side, now: Time) -> Duration {
        let since = self.since.filter(|_| self.setting.counts(side));
        let used = since.map_or(Duration::ZERO, |since| now.since(since));
        self.left[side.index()].saturating_sub(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_player_to_move_is_charged_and_only_while_it_runs() {
        let after = |seconds: u64| Time(seconds * 1000);
        let mut clock = Clock::new(Setting { initial: 60, increment: 5, only: None });
        assert_eq!(clock.left(Side::Light, after(100)), [60_000, 60_000]);
        assert_eq!(clock.falls_at(Side::Light), None);
        clock.run(after(0));
        assert_eq!(clock.left(Side::Light, after(20)), [40_000, 60_000]);
        assert_eq!(clock.falls_at(Side::Light), Some(after(60)));
        clock.set(clock.left_after_turn(Side::Light, after(20)));
        clock.restart(after(20));
        assert_eq!(clock.left(Side::Dark, after(30)), [45_000, 50_000]);
        assert!(!clock.fallen(Side::Dark, after(79)));
        assert!(clock.fallen(Side::Dark, after(80)));
        assert_eq!(clock.falls_at(Side::Dark), Some(after(80)));
        // An event took four seconds to be stored.
        clock.set(clock.left(Side::Dark, after(30)));
        clock.restart(after(34));
        assert_eq!(clock.left(Side::Dark, after(34)), [45_000, 50_000]);
        assert_eq!(clock.left(Side::Dark, after(33)), [45_000, 50_000], "not before it began");
        clock.stop();
        assert_eq!(clock.left(Side::Dark, after(1000)), [45_000, 50_000]);
        clock.set([1, 2]);
        assert_eq!(clock.left(Side::Dark, after(1000)), [1, 2]);
    }

    #[test]
    fn a_clock_of_one_player_never_charges_the_other() {
        let after = |seconds: u64| Time(seconds * 1000);
        let only = Some(Side::Dark);
        let mut clock = Clock::new(Setting { initial: 60, increment: 5, only });
        clock.run(after(0));
        assert_eq!(clock.left(Side::Light, after(600)), [60_000, 60_000]);
        assert_eq!(clock.left_after_turn(Side::Light, after(600)), [60_000, 60_000]);
        assert_eq!(clock.falls_at(Side::Light), None);
        assert!(!clock.fallen(Side::Light, after(600)));
        clock.restart(after(600));
        assert_eq!(clock.left_after_turn(Side::Dark, after(610)), [60_000, 55_000]);
        assert_eq!(clock.falls_at(Side::Dark), Some(after(660)));
        assert!(clock.fallen(Side::Dark, after(660)));
    }

    #[test]
    fn settings_have_bounds() {
        let sensible = |initial, increment| Setting { initial, increment, only: None }.sensible();
        assert!(sensible(1, 0) && sensible(86_400, 3600));
        assert!(!sensible(0, 5) && !sensible(86_401, 0) && !sensible(60, 3601));
    }
}
