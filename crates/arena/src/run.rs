//! Playing a match: games in parallel, counted in their order, so that the result depends on the
//! seed and not on how many threads there are or which of them was quicker.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use damier_core::Message;
use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_core::play::Play;
use damier_core::random::Random;
use damier_core::side::Side;
use damier_record::Tags;

use crate::elo::{Decision, Sprt};
use crate::game::{self, Played, Terms};
use crate::spec::Spec;
use crate::tally::Tally;
use crate::ugi::Patience;
use damier_engine::agent::Agent;
use damier_engine::budget::Budget;
use damier_engine::tables::Exact;

/// Everything that decides how a match goes.
pub struct Match<'a, G: Complete> {
    /// The game and its rules.
    pub opened: &'a Opened<G>,
    /// Who plays.
    pub players: [&'a Spec; 2],
    /// What they think with.
    pub oracle: Option<Exact<G>>,
    /// How much those may think who do not say so themselves.
    pub budget: Budget,
    /// How long other programs are waited for.
    pub patience: Patience,
    /// Where games begin, over and over again if there are more games.
    pub openings: &'a [Play<G>],
    /// How many openings are played, each twice.
    pub pairs: usize,
    /// What ends games besides the rules.
    pub terms: Terms<G>,
    /// The same seed gives the same match.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// Somebody who looks on.
pub trait Watch<G: Complete> {
    /// Games of which the score tells have been played; these are the two of the last pair, and
    /// which pawns the first player had in each.
    fn pair(
        &mut self,
        tally: &Tally,
        number: usize,
        pair: &[(Played<G>, Side); 2],
    ) -> anyhow::Result<()>;
}

impl<G: Complete> Match<'_, G> {
    /// An error if one of the players cannot play from these openings.
    pub fn check(&self) -> Result<(), Message> {
        for i in 0..2 {
            for opening in self.openings {
                self.seat(i, opening)?;
            }
        }
        Ok(())
    }

    fn seat(&self, i: usize, opening: &Play<G>) -> Result<Box<dyn Agent<G>>, Message> {
        let (spec, oracle) = (self.players[i], self.oracle.as_ref());
        let position = opening.position();
        spec.agent(self.opened, position, oracle, self.budget, self.patience)
    }

    /// Plays it.
    pub fn run(&self, watch: &mut dyn Watch<G>) -> anyhow::Result<Tally> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, 2 * self.pairs.max(1)) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || self.work(next, stop, &sender));
            }
            drop(sender);
            let counted = self.count(&results, watch);
            stop.store(true, Relaxed);
            counted
        })
    }

    /// Counts games in their order, whichever comes first, until the match is decided.
    fn count(
        &self,
        results: &Receiver<(usize, Played<G>)>,
        watch: &mut dyn Watch<G>,
    ) -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        let mut waiting = BTreeMap::new();
        let mut pair = 0;
        for (number, played) in results {
            waiting.insert(number, played);
            while waiting.contains_key(&(2 * pair)) && waiting.contains_key(&(2 * pair + 1)) {
                let game = |number: usize| Some((waiting.remove(&number)?, self.side(number)));
                let Some(games) = both([2 * pair, 2 * pair + 1].map(game)) else { break };
                tally.count([(&games[0].0, games[0].1), (&games[1].0, games[1].1)]);
                watch.pair(&tally, pair, &games)?;
                if self.sprt.is_some_and(|sprt| sprt.decide(&tally.pairs) != Decision::Open) {
                    return Ok(tally);
                }
                pair += 1;
            }
        }
        Ok(tally)
    }

    /// Plays games until there are no more.
    fn work(&self, next: &AtomicUsize, stop: &AtomicBool, results: &Sender<(usize, Played<G>)>) {
        let mut seats: Option<[Box<dyn Agent<G>>; 2]> = None;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= 2 * self.pairs || stop.load(Relaxed) {
                return;
            }
            let opening = &self.openings[number / 2 % self.openings.len()];
            if seats.is_none() {
                // Whether they can play was looked at before.
                seats = both([0, 1].map(|i| self.seat(i, opening).ok()));
            }
            let Some([first, second]) = &mut seats else { return };
            let seed =
                |i: u64| Random::new(self.seed ^ (2 * number as u64 + i).rotate_left(32)).bits();
            let mut seated = [(first, seed(0)), (second, seed(1))];
            if self.side(number) == Side::Dark {
                seated.reverse();
            }
            let played = game::play(opening, seated, &self.terms, stop);
            if stop.load(Relaxed) || results.send((number, played)).is_err() {
                return;
            }
        }
    }

    /// Which pawns the first player has in a game: in the first of a pair, those that begin.
    pub fn side(&self, number: usize) -> Side {
        let opening = &self.openings[number / 2 % self.openings.len()];
        let begins = opening.game().to_move(opening.start());
        if number.is_multiple_of(2) { begins } else { begins.other() }
    }
}

/// Both, if both are there.
fn both<T>([a, b]: [Option<T>; 2]) -> Option<[T; 2]> {
    Some([a?, b?])
}

/// The tags of a game's record.
pub fn tags(number: usize, names: [&str; 2], begins: Side, date: &str) -> Tags {
    let mut tags = Tags::new();
    let [first, second] = [begins, begins.other()].map(|side| names[side.index()]);
    for (tag, value) in [("First", first), ("Second", second), ("Date", date)] {
        // These names are always accepted.
        let _ = tags.set(tag, value);
    }
    let _ = tags.set("Round", &format!("{}.{}", number / 2 + 1, number % 2 + 1));
    tags
}
