//! How long to think about a turn, from what the clock says. Only numbers: whoever runs a search
//! has the clock.

use std::time::Duration;

/// What is never spent of a clock: the way of a turn to its opponent takes time too.
pub(crate) const RESERVE: Duration = Duration::from_millis(50);

/// What a turn costs besides thinking. Once shares of the clock become this small, turns are played
/// without much thought, and what is left suffices for a long game.
const OVERHEAD: Duration = Duration::from_millis(5);

/// How long a turn may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// After this nothing is gained by going on, unless the search has just changed its mind.
    pub aim: Option<Duration>,
    /// After this it must end.
    pub most: Option<Duration>,
}

impl Allowance {
    /// As long as anybody likes.
    pub const UNLIMITED: Allowance = Allowance { aim: None, most: None };

    /// This long.
    #[must_use]
    pub const fn exactly(time: Duration) -> Allowance {
        Allowance { aim: Some(time), most: Some(time) }
    }

    /// A share of what is left on the clock, which is meant for so many turns. The increment is
    /// added after each turn.
    #[must_use]
    pub fn of_clock(left: Duration, increment: Duration, turns: u32) -> Allowance {
        let usable = left.saturating_sub(RESERVE);
        let turns = turns.max(1);
        let ceiling = if turns == 1 { usable } else { usable * 2 / 5 };
        let share = usable / turns + increment * 3 / 4;
        let aim = share.saturating_sub(OVERHEAD).min(ceiling);
        Allowance { aim: Some(aim), most: Some((aim * 3).min(ceiling)) }
    }

    /// Whether to end after this long. `settled`: the best turn has not changed lately.
    #[must_use]
    pub fn is_spent(self, elapsed: Duration, settled: bool) -> bool {
        let after = |limit: Option<Duration>| limit.is_some_and(|limit| elapsed >= limit);
        after(self.most) || settled && after(self.aim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn no_game_is_lost_on_time() {
        for left in [0, 1, 49, 50, 51, 100, 500, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for turns in [0, 1, 2, 3, 7, 25, 40] {
                    let Allowance { aim, most } =
                        Allowance::of_clock(ms(left), ms(increment), turns);
                    let (aim, most) = (aim.unwrap(), most.unwrap());
                    assert!(aim <= most && most <= ms(left).saturating_sub(RESERVE));
                }
            }
        }
    }

    #[test]
    fn a_long_game_is_survived_by_always_taking_the_most() {
        let mut left = ms(10_000);
        for _ in 0..200 {
            // And half a millisecond on the way.
            let most = Allowance::of_clock(left, ms(0), 25).most.unwrap();
            left -= most + Duration::from_micros(500);
            assert!(left >= RESERVE);
        }
        assert!(left < ms(200), "the time is used: {left:?} are left");
    }

    /// A game may spend most of its time at first, if it plans for more turns afterwards.
    #[test]
    fn a_long_end_is_survived_after_a_costly_beginning() {
        for all in [1_000, 10_000, 60_000] {
            let mut left = ms(all);
            for turns in [7, 6, 6, 5, 5, 4, 4, 3].into_iter().chain([25; 60]) {
                let most = Allowance::of_clock(left, ms(0), turns).most.unwrap();
                left = left.checked_sub(most + Duration::from_micros(500)).expect("time left");
            }
        }
    }

    #[test]
    fn doubt_takes_longer() {
        let allowance = Allowance { aim: Some(ms(100)), most: Some(ms(300)) };
        assert!(!allowance.is_spent(ms(99), true) && allowance.is_spent(ms(100), true));
        assert!(!allowance.is_spent(ms(299), false) && allowance.is_spent(ms(300), false));
        assert!(!Allowance::UNLIMITED.is_spent(ms(1 << 40), true));
    }
}
