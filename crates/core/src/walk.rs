//! Following clicks through what a game offers, one click at a time, without looking at the turns
//! beside them: the cost is that of what is on offer along the way, however many turns there are.
//! What does not depend on the game is compiled once and knows turns by number.

use std::cell::RefCell;

use crate::entry::{Click, Effect, Next, Tried};
use crate::game::{Entry, Notation};

/// What a [`Walk`] asks about a position of whatever game.
pub(crate) trait Offers {
    /// The clicks that can follow these, and the number of the turn that each completes.
    fn next(&self, entered: &[Click]) -> Vec<Next<usize>>;
    /// The text of the turn with this number.
    fn text(&self, turn: usize) -> String;
    /// [`Entry::telling`].
    fn telling(&self, entered: &[Click]) -> Option<Vec<usize>>;
}

/// A position whose turns get numbers as they are completed.
pub(crate) struct Numbered<'g, G: Entry> {
    game: &'g G,
    position: &'g G::Position,
    turns: RefCell<Vec<G::Turn>>,
}

impl<'g, G: Entry> Numbered<'g, G> {
    pub(crate) fn new(game: &'g G, position: &'g G::Position) -> Numbered<'g, G> {
        Numbered { game, position, turns: RefCell::default() }
    }

    /// The turn with this number, which was given before.
    pub(crate) fn turn(&self, number: usize) -> G::Turn {
        self.turns.borrow()[number]
    }

    fn number(&self, turn: G::Turn) -> usize {
        let mut turns = self.turns.borrow_mut();
        turns.push(turn);
        turns.len() - 1
    }
}

impl<G: Entry + Notation> Offers for Numbered<'_, G> {
    fn next(&self, entered: &[Click]) -> Vec<Next<usize>> {
        let number = |Next { step, completes }: Next<G::Turn>| Next {
            step,
            completes: completes.map(|turn| self.number(turn)),
        };
        self.game.next(self.position, entered).into_iter().map(number).collect()
    }

    fn text(&self, turn: usize) -> String {
        let mut out = String::new();
        self.game.write_turn(self.position, self.turn(turn), &mut out);
        out
    }

    fn telling(&self, entered: &[Click]) -> Option<Vec<usize>> {
        let turns = self.game.telling(self.position, entered)?;
        Some(turns.into_iter().map(|turn| self.number(turn)).collect())
    }
}

/// A turn as far as it is entered.
#[derive(Clone)]
pub(crate) struct Walk<'o> {
    offers: &'o dyn Offers,
    /// The clicks so far.
    pub(crate) clicks: Vec<Click>,
    /// What each of them does.
    pub(crate) effects: Vec<Vec<Effect>>,
    /// The clicks that can follow.
    pub(crate) next: Vec<Next<usize>>,
    /// The turn, once complete.
    pub(crate) turn: Option<usize>,
}

impl<'o> Walk<'o> {
    /// Nothing entered yet.
    pub(crate) fn new(offers: &'o dyn Offers) -> Walk<'o> {
        let next = offers.next(&[]);
        Walk { offers, clicks: Vec::new(), effects: Vec::new(), next, turn: None }
    }

    /// Makes a click if it is on offer; returns whether it was.
    pub(crate) fn follow(&mut self, click: Click) -> bool {
        let at = self.next.iter().position(|next| next.step.click == click);
        at.inspect(|at| self.make(*at)).is_some()
    }

    /// Makes one of the clicks on offer.
    fn make(&mut self, at: usize) {
        let Next { step, completes } = self.next.swap_remove(at);
        self.clicks.push(step.click);
        self.effects.push(step.effects);
        self.turn = completes;
        self.next = match completes {
            Some(_) => Vec::new(),
            None => self.offers.next(&self.clicks),
        };
    }

    /// The same after one of the clicks on offer.
    fn after(&self, at: usize) -> Walk<'o> {
        let mut walk = self.clone();
        walk.make(at);
        walk
    }

    /// Makes the clicks that have no alternative: once something has happened on the board, as
    /// long as there is just one way to go on and it does not complete the turn. A turn is always
    /// begun and completed by its player: whoever has only chosen a pawn may choose another.
    pub(crate) fn skip(&mut self) {
        while self.effects.iter().any(|effects| !effects.is_empty())
            && matches!(self.next.as_slice(), [only] if only.completes.is_none())
        {
            self.make(0);
        }
    }

    /// The first of the turns that the clicks can still become.
    pub(crate) fn first(mut self) -> Option<usize> {
        while !self.next.is_empty() {
            self.make(0);
        }
        self.turn
    }

    /// Whether all turns that the clicks can still become take a pawn off the board.
    pub(crate) fn takes(&self) -> bool {
        let taken = |effects: &[Effect]| effects.iter().any(|e| matches!(e, Effect::Remove { .. }));
        if self.effects.iter().any(|effects| taken(effects)) {
            return true;
        }
        let take = |at: usize| match &self.next[at] {
            next if taken(&next.step.effects) => true,
            next if next.completes.is_some() => false,
            _ => self.after(at).takes(),
        };
        self.turn.is_none() && (0..self.next.len()).all(take)
    }

    /// What all turns that the clicks can still become have in common in writing, down to the last
    /// whole cell; nothing before the first click.
    pub(crate) fn written(&self) -> String {
        if self.clicks.is_empty() {
            return String::new();
        }
        let mut walk = self.clone();
        while walk.next.len() == 1 {
            walk.make(0);
        }
        if let Some(turn) = walk.turn {
            return self.offers.text(turn);
        }
        let texts: Vec<String> =
            walk.telling().into_iter().map(|turn| self.offers.text(turn)).collect();
        let common = common(&texts);
        common.trim_end_matches(|c| matches!(c, 'a'..='p')).to_owned()
    }

    /// Turns that have no more in common in writing than all that can still come.
    fn telling(&self) -> Vec<usize> {
        let one_each = || (0..self.next.len()).filter_map(|at| self.after(at).first()).collect();
        self.offers.telling(&self.clicks).unwrap_or_else(one_each)
    }

    /// Of the guesses, the one that matches the longest prefix of a legal sequence: how far it
    /// goes, and the first click that does not follow.
    pub(crate) fn furthest(self, guesses: &[Vec<Tried>]) -> Option<(Walk<'o>, Option<Click>)> {
        if let [only] = guesses {
            return Some(self.guess(only));
        }
        let tries = guesses.iter().map(|guess| self.clone().guess(guess));
        tries.max_by_key(|(walk, stuck)| (walk.clicks.len(), stuck.is_none()))
    }

    /// Follows a guess as far as it goes.
    fn guess(mut self, guess: &[Tried]) -> (Walk<'o>, Option<Click>) {
        for tried in guess {
            match *tried {
                Tried::Click(click) if !self.follow(click) => return (self, Some(click)),
                Tried::Click(_) => {}
                // It is meant only if it is asked for.
                Tried::IfAsked(click) => _ = self.follow(click),
            }
        }
        (self, None)
    }
}

/// The longest beginning that all texts share.
fn common(texts: &[String]) -> &str {
    let Some(first) = texts.first() else { return "" };
    let shared =
        |other: &String| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let length = texts.iter().map(shared).min().unwrap_or(0);
    first.get(..length).unwrap_or_default()
}
