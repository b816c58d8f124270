//! Which of several writes can be appended, given where their games are: the part of the contract
//! that all logs share.

use std::collections::HashMap;

use super::{Appended, Write};

/// A game as a batch finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    /// Its number in the storage; nothing if this batch creates it.
    pub(super) id: Option<i64>,
    /// The number of its last event.
    pub(super) seq: u64,
}

/// The writes of a batch that can be appended, in order.
pub(super) struct Plan<'a> {
    pub(super) accepted: Vec<&'a Write>,
    /// The numbers of the games that are deleted. Nothing else of the batch is about them as they
    /// were, so that they may be deleted first.
    pub(super) deleted: Vec<i64>,
    /// Where the games are afterwards.
    pub(super) heads: HashMap<String, Head>,
}

impl<'a> Plan<'a> {
    /// Every job in turn, if what it expects is true after those before it; what becomes of each.
    pub(super) fn of(
        jobs: &[&'a [Write]],
        heads: HashMap<String, Head>,
    ) -> (Plan<'a>, Vec<Appended>) {
        let mut plan = Plan { accepted: Vec::new(), deleted: Vec::new(), heads };
        let outcome = jobs.iter().map(|job| match plan.accept(job) {
            true => Appended::Stored,
            false => Appended::Conflict,
        });
        let outcome = outcome.collect();
        (plan, outcome)
    }

    fn accept(&mut self, job: &'a [Write]) -> bool {
        let before: Vec<_> =
            job.iter().map(|write| (write.game(), self.heads.get(write.game()).copied())).collect();
        let lengths = (self.accepted.len(), self.deleted.len());
        let accepted = job.iter().all(|write| self.accept_write(write));
        if !accepted {
            self.accepted.truncate(lengths.0);
            self.deleted.truncate(lengths.1);
            for (name, head) in before {
                match head {
                    Some(head) => drop(self.heads.insert(name.to_string(), head)),
                    None => drop(self.heads.remove(name)),
                }
            }
        }
        accepted
    }

    fn accept_write(&mut self, write: &'a Write) -> bool {
        let head = self.heads.get_mut(write.game());
        let accepted = match (write, head) {
            (Write::Game { public, .. }, None) => {
                self.heads.insert(public.clone(), Head { id: None, seq: 0 });
                true
            }
            (Write::Event { seq, .. }, Some(head)) if head.seq + 1 == *seq => {
                head.seq = *seq;
                true
            }
            (Write::Sort { .. }, Some(head)) => head.id.is_some(),
            // One that was written in the same batch waits for the next.
            (Write::Delete { game, seq }, Some(head)) => {
                let whole = head.id.filter(|_| head.seq == *seq);
                let quiet = !self.accepted.iter().any(|write| write.game() == game);
                let deleted = whole.filter(|_| quiet);
                if deleted.is_some() {
                    self.heads.remove(game);
                }
                self.deleted.extend(deleted);
                deleted.is_some()
            }
            _ => false,
        };
        if accepted {
            self.accepted.push(write);
        }
        accepted
    }
}
