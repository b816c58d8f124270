//! Perfect play where tables answer: wins in the fewest turns, loses in the most, and in drawn
//! positions sets traps. A trap is a turn after which many of the opponent's replies lose; among
//! equal ones those are preferred after whose safe replies new traps can be set. Positions that
//! have occurred are avoided while there are others.

use std::cmp::Reverse;
use std::sync::Arc;

use damier_core::game::Game;
use damier_core::play::Play;
use damier_core::random::Random;
use damier_core::value::{Oracle, Value};

/// How many turns a line goes on at most.
const LINE: usize = 200;
/// How many equal traps are looked at more deeply.
const DEEPER: usize = 6;
/// How many replies to each of them.
const REPLIES: usize = 24;

/// A turn and what is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen<T> {
    /// The turn.
    pub turn: T,
    /// The value of the position for the player to move.
    pub before: Value,
    /// What the turn makes of it, for the same player.
    pub after: Value,
    /// In drawn positions: how many replies lose, and how many there are.
    pub traps: Option<(u32, u32)>,
}

/// One of the best turns.
struct Candidate<G: Game> {
    turn: G::Turn,
    after: G::Position,
    value: Value,
    /// How often the position has occurred.
    seen: usize,
    /// How many replies lose, and how many there are, once counted.
    traps: Option<(u32, u32)>,
    /// The sum of the best traps after its safe replies, in thousandths, and their number.
    next: (u32, u32),
}

impl<G: Game> Candidate<G> {
    /// The share of replies that lose, in thousandths.
    fn share(&self) -> u32 {
        self.traps.map_or(0, |(losing, all)| share(losing, all))
    }

    /// Greater is better, in a drawn position.
    fn rating(&self) -> (Reverse<usize>, u32, u32) {
        (Reverse(self.seen), self.share(), self.next.0 / self.next.1.max(1))
    }
}

fn share(losing: u32, all: u32) -> u32 {
    1000 * losing / all.max(1)
}

/// A reply to a candidate, and our turns after it that were not looked at yet.
struct Reply<G: Game> {
    candidate: usize,
    position: G::Position,
    turns: Vec<G::Turn>,
    best: u32,
}

/// A perfect player that thinks about a position.
pub struct Perfect<G: Game> {
    game: G,
    oracle: Arc<dyn Oracle<G>>,
    position: G::Position,
    before: Value,
    /// Best first, as far as is known.
    candidates: Vec<Candidate<G>>,
    stage: Stage<G>,
    nodes: u64,
}

enum Stage<G: Game> {
    /// The traps of this candidate are to be counted next.
    Count(usize),
    /// These replies are to be looked at.
    Deepen(Vec<Reply<G>>),
    Done,
}

impl<G: Game> Perfect<G> {
    /// A player for the position this game has come to; `None` if the oracle does not know all
    /// that is needed, or the game is over.
    #[must_use]
    pub fn new(play: &Play<G>, oracle: Arc<dyn Oracle<G>>, seed: u64) -> Option<Perfect<G>> {
        let (game, position) = (*play.game(), *play.position());
        let before = oracle.value(&position)?;
        let mut candidates = Vec::new();
        for turn in game.all_turns(&position) {
            let after = game.play(&position, turn);
            let value = oracle.value_after(&position, &after)?.before();
            let seen = play.occurrences_of(&after);
            candidates.push(Candidate { turn, after, value, seen, traps: None, next: (0, 0) });
        }
        let best = candidates.iter().map(|c| c.value.rating()).max()?;
        candidates.retain(|c| c.value.rating() == best);
        shuffle(&mut candidates, seed);
        let stage = match before {
            Value::Win(_) => Stage::Done,
            _ if candidates.len() == 1 => Stage::Done,
            _ => Stage::Count(0),
        };
        Some(Perfect { game, oracle, position, before, candidates, stage, nodes: 0 })
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks at about so many more positions; returns whether it is done.
    pub fn run(&mut self, nodes: u64) -> bool {
        let until = self.nodes.saturating_add(nodes);
        while self.nodes < until && !matches!(self.stage, Stage::Done) {
            match self.stage {
                Stage::Count(i) => self.count(i),
                Stage::Deepen(_) => self.deepen(),
                Stage::Done => {}
            }
        }
        matches!(self.stage, Stage::Done)
    }

    /// The best turn so far.
    #[must_use]
    pub fn best(&self) -> Option<Chosen<G::Turn>> {
        let best = self.candidates.iter().max_by_key(|c| c.rating())?;
        let (before, after, traps) = (self.before, best.value, best.traps);
        Some(Chosen { turn: best.turn, before, after, traps })
    }

    /// Counts the traps of a candidate.
    fn count(&mut self, i: usize) {
        let Some(candidate) = self.candidates.get(i) else { return self.choose_deeper() };
        let after = candidate.after;
        let traps = self.traps(&after);
        self.candidates[i].traps = traps;
        self.stage = Stage::Count(i + 1);
    }

    /// How many of the replies in a position lose, and how many there are.
    fn traps(&mut self, position: &G::Position) -> Option<(u32, u32)> {
        let (mut losing, mut all) = (0, 0);
        for reply in self.game.all_turns(position) {
            self.nodes += 1;
            all += 1;
            let after = self.game.play(position, reply);
            losing += u32::from(matches!(self.oracle.value(&after)?, Value::Win(_)));
        }
        Some((losing, all))
    }

    /// The best among equals are looked at more deeply, if there are several.
    fn choose_deeper(&mut self) {
        let drawn = self.before == Value::Draw;
        let best = self.candidates.iter().map(|c| (Reverse(c.seen), c.share())).max();
        let equal = self.candidates.iter().enumerate();
        let equal: Vec<usize> = equal
            .filter(|(_, c)| Some((Reverse(c.seen), c.share())) == best)
            .map(|(i, _)| i)
            .take(DEEPER)
            .collect();
        if !drawn || equal.len() < 2 {
            self.stage = Stage::Done;
            return;
        }
        let mut replies = Vec::new();
        for candidate in equal {
            let after = self.candidates[candidate].after;
            for reply in self.game.all_turns(&after).into_iter().take(REPLIES) {
                let position = self.game.play(&after, reply);
                let turns = self.game.all_turns(&position);
                replies.push(Reply { candidate, position, turns, best: 0 });
            }
        }
        self.stage = Stage::Deepen(replies);
    }

    /// Looks at one of our turns after one reply to one of the best.
    fn deepen(&mut self) {
        let Stage::Deepen(replies) = &mut self.stage else { return };
        let Some(reply) = replies.last_mut() else {
            self.stage = Stage::Done;
            return;
        };
        let Some(turn) = reply.turns.pop() else {
            let next = &mut self.candidates[reply.candidate].next;
            *next = (next.0 + reply.best, next.1 + 1);
            replies.pop();
            return;
        };
        self.nodes += 1;
        let after = self.game.play(&reply.position, turn);
        // Only turns that keep the draw set traps worth having.
        if self.oracle.value(&after) == Some(Value::Draw)
            && let Some((losing, all)) = self.traps(&after)
            && let Stage::Deepen(replies) = &mut self.stage
            && let Some(reply) = replies.last_mut()
        {
            reply.best = reply.best.max(share(losing, all));
        }
    }

    /// What follows this turn if both play on perfectly; only the turn itself where the value is
    /// a draw.
    #[must_use]
    pub fn line(&self, turn: G::Turn) -> Vec<G::Turn> {
        let mut line = vec![turn];
        let mut position = self.game.play(&self.position, turn);
        if self.before == Value::Draw || !self.oracle.counts_to_end() {
            return line;
        }
        while line.len() < LINE {
            let turns = self.game.all_turns(&position).into_iter();
            let rated = turns.filter_map(|turn| {
                let after = self.game.play(&position, turn);
                let value = self.oracle.value_after(&position, &after)?.before();
                Some((value.rating(), turn, after))
            });
            let Some((_, turn, after)) = rated.max_by_key(|(rating, ..)| *rating) else { break };
            line.push(turn);
            position = after;
        }
        line
    }
}

/// Puts equals into an order that depends on the seed.
fn shuffle<T>(all: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i + 1));
    }
}
