//! How much work one request may cost. Whoever serves others hands a [`Budget`] to what it calls;
//! loops over input spend from it and end with an error once it is spent. There is no clock here:
//! a deadline, or a client that has gone, is a question the caller answers.

use std::cell::Cell;

use crate::words::{Message, Phrase, phrase};

const TOO_MUCH: Phrase = phrase!("budget.too-much");

/// After so many units the caller is asked again whether to stop.
const STRIDE: u64 = 32;

/// What may be spent on one request, in units: one for each turn that is played or looked at,
/// which takes some microseconds.
pub struct Budget<'s> {
    left: Cell<u64>,
    /// What is left until the caller is asked again.
    unasked: Cell<u64>,
    stop: Option<&'s dyn Fn() -> bool>,
    spent: Cell<bool>,
}

impl<'s> Budget<'s> {
    /// So many units.
    #[must_use]
    pub const fn new(units: u64) -> Budget<'s> {
        Budget {
            left: Cell::new(units),
            unasked: Cell::new(0),
            stop: None,
            spent: Cell::new(false),
        }
    }

    /// No limit, for work that somebody does on their own machine.
    #[must_use]
    pub const fn unlimited() -> Budget<'s> {
        Budget::new(u64::MAX)
    }

    /// The same, but spent as soon as `stop` says so: at a deadline, or when nobody waits any more.
    /// It is asked every few microseconds and should be quick.
    #[must_use]
    pub fn until(self, stop: &'s dyn Fn() -> bool) -> Budget<'s> {
        Budget { stop: Some(stop), ..self }
    }

    /// Spends so many units; an error if there are not enough left or the caller wants to stop.
    /// Once it has failed it always does.
    pub fn spend(&self, units: u64) -> Result<(), Message> {
        match self.left.get().checked_sub(units).filter(|_| !self.spent.get()) {
            Some(left) => self.left.set(left),
            None => self.spent.set(true),
        }
        match self.unasked.get().checked_sub(units) {
            Some(unasked) => self.unasked.set(unasked),
            None => {
                self.unasked.set(STRIDE);
                self.stopped();
            }
        }
        match self.spent.get() {
            true => Err(TOO_MUCH.say()),
            false => Ok(()),
        }
    }

    /// Whether the caller wants to stop, or has wanted to, or all is spent. Asks at once; for work
    /// that is done in slices and can be left off without an error.
    pub fn stopped(&self) -> bool {
        let stop = self.spent.get() || self.stop.is_some_and(|stop| stop());
        self.spent.set(stop);
        stop
    }

    /// Whether something failed for want of budget.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_once_and_for_all() {
        let budget = Budget::new(3);
        assert!(budget.spend(2).is_ok() && !budget.is_spent());
        assert!(budget.spend(2).is_err(), "one is left");
        assert!(budget.spend(1).is_err() && budget.is_spent(), "what failed goes on failing");
        assert!(Budget::unlimited().spend(u64::MAX).is_ok());
    }

    #[test]
    fn the_caller_is_asked_now_and_then() {
        let (asked, stop) = (Cell::new(0), Cell::new(false));
        let question = || {
            asked.set(asked.get() + 1);
            stop.get()
        };
        let budget = Budget::unlimited().until(&question);
        assert!((0..10 * STRIDE).all(|_| budget.spend(1).is_ok()));
        assert!((5..=15).contains(&asked.get()), "asked {} times", asked.get());
        stop.set(true);
        let more = (0..2 * STRIDE).take_while(|_| budget.spend(1).is_ok()).count() as u64;
        assert!(more <= STRIDE + 1, "{more} units after the deadline");
        assert!(Budget::unlimited().until(&question).stopped());
    }
}
