//! Perfect play where tables answer: wins in the fewest turns, loses in the most, and in drawn
//! positions sets traps. A trap is a turn after which many of the opponent's replies lose; among
//! equal ones those are preferred after whose safe replies new traps can be set. Positions that
//! have occurred are avoided while there are others.
//!
//! What is decided, and in which order, is the same for every game: `Plan` is compiled once and
//! knows positions by number. `TtEntry` is the game behind the numbers.

use std::cmp::Reverse;
use std::ops::Range;
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
    /// The turn it plays.
    pub turn: T,
    /// The value of the position for the player to move.
    pub before: Value,
    /// What the turn makes of it, for the same player.
    pub after: Value,
    /// In drawn positions: how many replies lose, and how many there are.
    pub traps: Option<(u32, u32)>,
}

/// A perfect player that thinks about a position.
pub struct Perfect<G: Game> {
    known: TtEntry<G>,
    /// The turns of the position.
    turns: Vec<G::Turn>,
    plan: Plan,
}

impl<G: Game> Perfect<G> {
    /// A player for the position this game has come to; `None` if the oracle does not know all
    /// that is needed, or the game is over.
    #[must_use]
    pub fn new(play: &Play<G>, oracle: Arc<dyn Oracle<G>>, seed: u64) -> Option<Perfect<G>> {
        let (game, position) = (*play.game(), *play.position());
        let before = oracle.value(&position)?;
        let turns = game.all_turns(&position);
        let (mut positions, mut candidates) = (vec![position], Vec::new());
        for (turn, played) in turns.iter().enumerate() {
            let after = game.play(&position, *played);
            let value = oracle.value_after(&position, &after)?.before();
            let seen = play.occurrences_of(&after);
            candidates.push(Candidate { turn, value, seen, traps: None, next: (0, 0) });
            positions.push(after);
        }
        let plan = Plan::new(before, candidates, seed)?;
        Some(Perfect { known: TtEntry { game, oracle, positions }, turns, plan })
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.plan.nodes
    }

    /// Looks at about so many more positions; returns whether it is done.
    pub fn run(&mut self, nodes: u64) -> bool {
        self.plan.run(&mut self.known, nodes)
    }

    /// The best turn so far.
    #[must_use]
    pub fn best(&self) -> Option<Chosen<G::Turn>> {
        let Candidate { turn, value, traps, .. } = *self.plan.best()?;
        let turn = *self.turns.get(turn)?;
        Some(Chosen { turn, before: self.plan.before, after: value, traps })
    }

    /// What follows this turn if both play on perfectly; only the turn itself where the value is
    /// a draw.
    #[must_use]
    pub fn line(&self, turn: G::Turn) -> Vec<G::Turn> {
        let TtEntry { game, oracle, positions } = &self.known;
        let mut line = vec![turn];
        if self.plan.before == Value::Draw || !oracle.counts_to_end() {
            return line;
        }
        let mut position = game.play(&positions[0], turn);
        while line.len() < LINE {
            let mut best: Option<(i32, G::Turn, G::Position)> = None;
            for turn in game.all_turns(&position) {
                let after = game.play(&position, turn);
                let Some(value) = oracle.value_after(&position, &after) else { continue };
                let rating = value.before().rating();
                if best.is_none_or(|(most, ..)| rating >= most) {
                    best = Some((rating, turn, after));
                }
            }
            let Some((_, turn, after)) = best else { break };
            line.push(turn);
            position = after;
        }
        line
    }
}

/// What a plan asks about positions, which have numbers: 0 is the one to move in, those its turns
/// lead to come next.
trait Positions {
    /// Gives numbers to the positions that the turns of a position lead to, in their order.
    fn after(&mut self, position: usize) -> Range<usize>;
    /// Takes back the numbers from this one on.
    fn forget(&mut self, from: usize);
    /// The value of a position for the player to move there.
    fn value(&self, position: usize) -> Option<Value>;
}

/// A game, its exact values and the positions that have numbers.
struct TtEntry<G: Game> {
    game: G,
    oracle: Arc<dyn Oracle<G>>,
    positions: Vec<G::Position>,
}

impl<G: Game> Positions for TtEntry<G> {
    fn after(&mut self, position: usize) -> Range<usize> {
        let (position, first) = (self.positions[position], self.positions.len());
        for turn in self.game.all_turns(&position) {
            self.positions.push(self.game.play(&position, turn));
        }
        first..self.positions.len()
    }

    fn forget(&mut self, from: usize) {
        self.positions.truncate(from);
    }

    fn value(&self, position: usize) -> Option<Value> {
        self.oracle.value(&self.positions[position])
    }
}

/// One of the best turns.
struct Candidate {
    /// Its number; the position after it has the next greater one.
    turn: usize,
    value: Value,
    /// How often the position has occurred.
    seen: usize,
    /// How many replies lose, and how many there are, once counted.
    traps: Option<(u32, u32)>,
    /// The sum of the best traps after its safe replies, in thousandths, and their number.
    next: (u32, u32),
}

impl Candidate {
    /// The share of replies that lose, in thousandths.
    fn share(&self) -> u32 {
        self.traps.map_or(0, |(losing, all)| share(losing, all))
    }

    /// Greater is better, in a drawn position, before looking deeper.
    fn at_first_sight(&self) -> (Reverse<usize>, u32) {
        (Reverse(self.seen), self.share())
    }
}

fn share(losing: u32, all: u32) -> u32 {
    1000 * losing / all.max(1)
}

/// A reply to a candidate.
struct Reply {
    candidate: usize,
    position: usize,
    /// The positions after our turns that were not looked at yet; `None` before the first was.
    after: Option<Range<usize>>,
    best: u32,
}

enum Stage {
    /// The traps of this candidate are to be counted next.
    Count(usize),
    /// These replies are to be looked at, the last one first.
    Deepen(Vec<Reply>),
    Done,
}

/// How a perfect player decides.
struct Plan {
    before: Value,
    candidates: Vec<Candidate>,
    stage: Stage,
    nodes: u64,
}

impl Plan {
    fn new(before: Value, mut candidates: Vec<Candidate>, seed: u64) -> Option<Plan> {
        let best = candidates.iter().map(|c| c.value.rating()).max()?;
        candidates.retain(|c| c.value.rating() == best);
        shuffle(&mut candidates, seed);
        let stage = match before {
            Value::Win(_) => Stage::Done,
            _ if candidates.len() == 1 => Stage::Done,
            _ => Stage::Count(0),
        };
        Some(Plan { before, candidates, stage, nodes: 0 })
    }

    fn run(&mut self, positions: &mut dyn Positions, nodes: u64) -> bool {
        let until = self.nodes.saturating_add(nodes);
        while self.nodes < until && !matches!(self.stage, Stage::Done) {
            match self.stage {
                Stage::Count(i) => self.count(positions, i),
                Stage::Deepen(_) => self.deepen(positions),
                Stage::Done => {}
            }
        }
        matches!(self.stage, Stage::Done)
    }

    /// The best candidate so far.
    fn best(&self) -> Option<&Candidate> {
        self.candidates.iter().max_by_key(|c| (c.at_first_sight(), c.next.0 / c.next.1.max(1)))
    }

    /// Counts the traps of a candidate.
    fn count(&mut self, positions: &mut dyn Positions, i: usize) {
        let Some(candidate) = self.candidates.get(i) else { return self.choose_deeper(positions) };
        let traps = self.traps(positions, candidate.turn + 1);
        self.candidates[i].traps = traps;
        self.stage = Stage::Count(i + 1);
    }

    /// How many of the replies in a position lose, and how many there are.
    fn traps(&mut self, positions: &mut dyn Positions, position: usize) -> Option<(u32, u32)> {
        let replies = positions.after(position);
        let (first, mut traps) = (replies.start, Some((0, 0)));
        for reply in replies {
            let Some((losing, all)) = traps else { break };
            self.nodes += 1;
            let wins = |value| u32::from(matches!(value, Value::Win(_)));
            traps = positions.value(reply).map(|value| (losing + wins(value), all + 1));
        }
        positions.forget(first);
        traps
    }

    /// The best among equals are looked at more deeply, if there are several.
    fn choose_deeper(&mut self, positions: &mut dyn Positions) {
        let best = self.candidates.iter().map(Candidate::at_first_sight).max();
        let equal = self.candidates.iter().enumerate();
        let equal = equal.filter(|(_, c)| Some(c.at_first_sight()) == best).take(DEEPER);
        let equal: Vec<(usize, usize)> = equal.map(|(i, c)| (i, c.turn + 1)).collect();
        if self.before != Value::Draw || equal.len() < 2 {
            self.stage = Stage::Done;
            return;
        }
        let mut replies = Vec::new();
        for (candidate, position) in equal {
            let all = positions.after(position);
            let kept = all.start..all.end.min(all.start + REPLIES);
            positions.forget(kept.end);
            let reply = |position| Reply { candidate, position, after: None, best: 0 };
            replies.extend(kept.map(reply));
        }
        self.stage = Stage::Deepen(replies);
    }

    /// Looks at one of our turns after one reply to one of the best.
    fn deepen(&mut self, positions: &mut dyn Positions) {
        let Stage::Deepen(replies) = &mut self.stage else { return };
        let Some(reply) = replies.last_mut() else {
            self.stage = Stage::Done;
            return;
        };
        let after = reply.after.get_or_insert_with(|| positions.after(reply.position));
        let Some(last) = after.next_back() else {
            let next = &mut self.candidates[reply.candidate].next;
            *next = (next.0 + reply.best, next.1 + 1);
            replies.pop();
            return;
        };
        self.nodes += 1;
        // Only turns that keep the draw set traps worth having.
        if positions.value(last) == Some(Value::Draw)
            && let Some((losing, all)) = self.traps(positions, last)
            && let Stage::Deepen(replies) = &mut self.stage
            && let Some(reply) = replies.last_mut()
        {
            reply.best = reply.best.max(share(losing, all));
        }
        positions.forget(last);
    }
}

/// Puts equals into an order that depends on the seed.
fn shuffle<T>(all: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i + 1));
    }
}
