//! Iterative deepening alpha-beta with its own stack, so that it can stop after any number of
//! positions and go on later: a browser's worker runs it in slices, threads between two looks at
//! the clock.
//!
//! Principal variation search with a transposition table, quiescence search over tactical turns,
//! late move reductions, futility pruning both ways, and extension of forced turns. With
//! [`Tuning::PLAIN`] it gives exactly what negamax to the same depth gives, which the tests check.

mod errors;
mod order;
mod prune;

use std::sync::Arc;

use damier_core::game::{EVALUATED, Game, Searchable};
use damier_core::value::Oracle;

use crate::score::{self, CERTAIN, COUNTED, INFINITE, WIN};
use crate::transposition::{Bound, NO_TURN, TranspositionTable, TtEntry};
use crate::tuning::Tuning;
use damier_core::key::key;
use order::{History, Ranked};

pub use errors::Errors;

/// How much is searched: the first limit that is met ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many positions.
    pub nodes: Option<u64>,
    /// So many turns ahead.
    pub depth: Option<u32>,
}

/// Deeper than this nothing is searched.
const MAX_PLY: usize = 120;

/// How many turns from the root errors of attention are made.
const ATTENTION: usize = 2;

/// The best turn so far.
#[derive(Clone, Debug)]
pub struct Best<G: Game> {
    /// The turn, and what follows.
    pub line: Vec<G::Turn>,
    /// The score for the player to move.
    pub score: i32,
    /// To which depth everything was looked at.
    pub depth: u32,
}

/// A position on the way to the one being looked at.
struct Frame<G: Game> {
    position: G::Position,
    key: u64,
    irreversible_count: u32,
    alpha: i32,
    beta: i32,
    /// The lower limit it was entered with.
    floor: i32,
    depth: i32,
    best: i32,
    best_turn: u16,
    /// Where its turns begin in the common list.
    first: usize,
    /// How many were tried.
    tried: usize,
    /// The window of the turn being tried.
    window: Window,
    /// How much deeper its turns are looked at.
    extension: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Window {
    /// A null window around alpha, with this reduction in plies: is the turn better at all?
    Null(i32),
    /// From alpha to beta, without reduction.
    Full,
}

/// A search of one position.
pub struct AlphaBeta<G: Searchable> {
    game: G,
    root: G::Position,
    /// Keys and irreversible counts of the positions of the game before the root.
    past: Vec<(u64, u32)>,
    tt: Arc<TranspositionTable>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    limits: Limits,
    tuning: Tuning,
    errors: Errors,
    /// How much worse than a draw a repetition is for the player to move at the root.
    contempt: i32,
    frames: Vec<Frame<G>>,
    turns: Vec<Ranked<G::Turn>>,
    history: History,
    /// The best continuation from each ply.
    lines: Vec<Vec<G::Turn>>,
    nodes: u64,
    /// The depth of the pass being made; 0 before the first.
    depth: u32,
    /// The window of the pass being made.
    window: (i32, i32),
    best: Option<Best<G>>,
    done: bool,
}

impl<G: Searchable> AlphaBeta<G> {
    /// A search of `root`, which is not over; `past` are the positions of the game before it.
    #[must_use]
    pub fn new(
        game: G,
        past: &[G::Position],
        root: G::Position,
        tt: Arc<TranspositionTable>,
    ) -> Self {
        let noted = |p: &G::Position| (key(p), game.irreversible_count(p));
        AlphaBeta {
            game,
            root,
            past: past.iter().map(noted).collect(),
            tt,
            oracle: None,
            limits: Limits::default(),
            tuning: Tuning::FULL,
            errors: Errors::NONE,
            contempt: 0,
            frames: Vec::new(),
            turns: Vec::new(),
            history: History::new(Tuning::FULL.history_tactical),
            lines: Vec::new(),
            nodes: 0,
            depth: 0,
            window: (-INFINITE, INFINITE),
            best: None,
            done: game.outcome(&root).is_some(),
        }
    }

    /// With exact values wherever this oracle has them.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        self.oracle = oracle;
        self
    }

    /// With these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Tuned like this.
    #[must_use]
    pub fn with_tuning(mut self, tuning: Tuning) -> Self {
        self.tuning = tuning;
        self.history = History::new(tuning.history_tactical);
        self
    }

    /// With these errors.
    #[must_use]
    pub(crate) fn with_errors(mut self, errors: Errors) -> Self {
        self.errors = errors;
        self
    }

    /// Which rather goes on than repeats a position, if it costs no more than this.
    #[must_use]
    pub(crate) fn with_contempt(mut self, contempt: i32) -> Self {
        self.contempt = contempt;
        self
    }

    /// Begins with this depth, so that threads do not all do the same.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub(crate) fn with_first_depth(mut self, depth: u32) -> Self {
        self.depth = depth.saturating_sub(1);
        self
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The depth being searched.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The best turn so far; `None` before the first turn was looked at.
    #[must_use]
    pub fn best(&self) -> Option<&Best<G>> {
        self.best.as_ref()
    }

    /// Whether there is nothing more to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Looks at about so many more positions; returns whether the search is done.
    pub fn run(&mut self, nodes: u64) -> bool {
        let until = self.nodes.saturating_add(nodes);
        while !self.done && self.nodes < until {
            match self.frames.is_empty() {
                true => self.begin_pass(),
                false => self.go_on(),
            }
            // However small the limit, some turn is found.
            let enough = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
            self.done |= enough && self.best.is_some();
        }
        self.done
    }

    /// Begins to look one turn deeper.
    fn begin_pass(&mut self) {
        self.depth += 1;
        let root = self.root;
        let (alpha, beta) = self.window;
        if self.enter(root, alpha, beta, self.depth as i32).is_some() {
            // The root is never answered without looking, unless nothing can be played.
            self.done = true;
        }
    }

    /// The pass is complete.
    fn end_pass(&mut self, score: i32) {
        let Some(best) = &self.best else {
            self.done = true;
            return;
        };
        let (alpha, beta) = self.window;
        if score <= alpha || score >= beta {
            // The same again, with an open window on that side.
            self.window = if score <= alpha { (-INFINITE, beta) } else { (alpha, INFINITE) };
            self.depth -= 1;
            return;
        }
        self.window = match self.tuning.aspiration_window {
            1.. if self.depth >= 4 && score.abs() < CERTAIN => {
                (score - self.tuning.aspiration_window, score + self.tuning.aspiration_window)
            }
            _ => (-INFINITE, INFINITE),
        };
        let turns_to_end = WIN - best.score.abs();
        let settled = best.score.abs() >= COUNTED && turns_to_end <= self.depth as i32
            || best.score.abs() >= CERTAIN && best.score.abs() < COUNTED && self.depth >= 6;
        let deep = self.limits.depth.is_some_and(|limit| self.depth >= limit);
        self.done |= settled || deep || self.depth as usize >= MAX_PLY / 2;
    }

    /// Looks at a position: its score if that can be told at once, otherwise it is put onto the
    /// stack.
    fn enter(
        &mut self,
        position: G::Position,
        mut alpha: i32,
        beta: i32,
        mut depth: i32,
    ) -> Option<i32> {
        self.nodes += 1;
        let ply = self.frames.len();
        if let Some(outcome) = self.game.outcome(&position) {
            return Some(score::of_end(outcome, self.game.to_move(&position), ply));
        }
        let (key, irreversible_count) = (key(&position), self.game.irreversible_count(&position));
        if ply > 0 && (self.repeats(key, irreversible_count) || ply >= MAX_PLY) {
            return Some(if ply.is_multiple_of(2) { -self.contempt } else { self.contempt });
        }
        if let (Some(oracle), true) = (&self.oracle, ply > 0)
            && let Some(value) = oracle.probe(&position)
        {
            return Some(score::of_value(value, ply, oracle.counts_to_end()));
        }
        let mut hint = NO_TURN;
        // In the quiescence search looking again is quicker than a probe.
        if depth > 0
            && let Some(entry) = self.tt.get(key, depth)
        {
            hint = entry.turn;
            if ply > 0
                && self.tuning.tt_cutoffs > 0
                && let Some(score) = self.tt_cutoff(entry, ply, alpha, beta, depth)
            {
                return Some(score);
            }
        }
        let (floor, mut best) = (alpha, -INFINITE);
        if depth <= 0 {
            best = self.evaluate(&position, key);
            if best >= beta || !self.game.has_tactical_turn(&position) {
                return Some(best);
            }
            alpha = alpha.max(best);
        } else if ply > 0 {
            if let Some(score) = self.static_prune(&position, key, alpha, beta, depth) {
                return Some(score);
            }
            // Internal iterative reduction: a shallower search finds a turn to try first next time.
            let iir = self.tuning.iir_depth;
            depth -= i32::from(iir > 0 && depth >= iir && hint == NO_TURN);
        }
        let first = self.turns.len();
        self.list(&position, key, hint, depth <= 0);
        if depth <= 0
            && let Some(most) = self.tuning.max_tactical(depth)
        {
            order::keep_best(&mut self.turns, first, most);
        }
        let count = self.turns.len() - first;
        if count == 0 {
            return Some(best.max(1 - EVALUATED));
        }
        let alone = count == 1 && ply > 0 && depth > 0;
        let extension = if alone { self.tuning.extend_forced } else { 0 };
        self.frames.push(Frame {
            position,
            key,
            irreversible_count,
            alpha,
            beta,
            floor,
            depth,
            best,
            best_turn: NO_TURN,
            first,
            tried: 0,
            window: Window::Full,
            extension,
        });
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
        None
    }

    /// Lists the turns of a position, those to be tried first marked so.
    fn list(&mut self, position: &G::Position, key: u64, hint: u16, tactical_only: bool) {
        let ply = self.frames.len();
        let first = self.turns.len();
        order::list(&self.game, position, hint, tactical_only, &self.history, ply, &mut self.turns);
        if self.errors.blunder_permille == 0 || ply >= ATTENTION {
            return;
        }
        let seen = |ranked: &Ranked<G::Turn>| {
            let visibility_cost = self.game.visibility_cost(position, ranked.turn);
            !self.errors.overlooked(key, ranked.number.into(), visibility_cost)
        };
        // Something is always seen, unless all that is asked for is what to be afraid of.
        if tactical_only || self.turns[first..].iter().any(seen) {
            let kept: Vec<_> = self.turns[first..].iter().copied().filter(seen).collect();
            self.turns.truncate(first);
            self.turns.extend(kept);
        }
    }

    /// Tries the next turn of the position on top of the stack.
    fn go_on(&mut self) {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        let next = frame.first + frame.tried;
        if frame.alpha >= frame.beta || next >= self.turns.len() {
            return self.leave();
        }
        order::bring_best(&mut self.turns[next..]);
        let ranked = self.turns[next];
        let tactical = ranked.turn_score > 0;
        let ordinary = ply > 0 && frame.depth > 0 && frame.extension == 0;
        frame.window = match frame.tried {
            0 => Window::Full,
            tried if ordinary => Window::Null(self.tuning.reduction(tried, frame.depth, tactical)),
            _ => Window::Null(0),
        };
        self.search_turn();
    }

    /// Searches the turn being tried with the window its frame says.
    fn search_turn(&mut self) {
        let ply = self.frames.len() - 1;
        let frame = &self.frames[ply];
        let turn = self.turns[frame.first + frame.tried].turn;
        let after = self.game.play(&frame.position, turn);
        let (alpha, beta) = (frame.alpha, frame.beta);
        let deeper = frame.depth - 1 + frame.extension;
        let (alpha, beta, depth) = match frame.window {
            Window::Full => (-beta, -alpha, deeper),
            Window::Null(less) => (-alpha - 1, -alpha, deeper - less),
        };
        if let Some(score) = self.enter(after, alpha, beta, depth) {
            if let Some(line) = self.lines.get_mut(ply + 1) {
                line.clear();
            }
            self.take(-score);
        }
    }

    /// Takes the score of the turn being tried by the position on top of the stack.
    fn take(&mut self, score: i32) {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        if let Window::Null(less) = frame.window
            && score > frame.alpha
            && (less > 0 || score < frame.beta)
        {
            frame.window = Window::Full;
            return self.search_turn();
        }
        let ranked = self.turns[frame.first + frame.tried];
        frame.tried += 1;
        if score > frame.best {
            frame.best = score;
            frame.best_turn = ranked.number;
        }
        if score > frame.alpha {
            frame.alpha = score;
            let (alpha, beta, depth) = (frame.alpha, frame.beta, frame.depth);
            self.extend_line(ply, ranked.turn);
            if alpha >= beta && depth > 0 {
                self.history.cut(
                    ply,
                    self.game.history_index(ranked.turn),
                    depth,
                    ranked.turn_score > 0,
                );
            }
        }
        if ply == 0 {
            self.note_best();
        }
    }

    /// Puts a turn before what follows it.
    fn extend_line(&mut self, ply: usize, turn: G::Turn) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(turn);
        if let Some(rest) = below.first() {
            above[ply].extend_from_slice(rest);
        }
    }

    /// Keeps the best turn of the root found so far in this pass.
    fn note_best(&mut self) {
        let Some(frame) = self.frames.first() else { return };
        // Below the window nothing is known about which turn is best.
        if frame.best <= frame.floor && self.best.is_some() {
            return;
        }
        let line = self.lines[0].clone();
        // The first turn of a pass is the best of the one before.
        self.best = Some(Best { line, score: frame.best, depth: self.depth });
    }

    /// Leaves the position on top of the stack, all of whose turns were tried or need not be.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let ply = self.frames.len();
        self.turns.truncate(frame.first);
        let bound = match frame.best {
            best if best >= frame.beta => Bound::AtLeast,
            best if best <= frame.floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        let entry = TtEntry {
            score: score::from_root(frame.best, ply),
            bound,
            depth: frame.depth.clamp(0, 255) as u8,
            turn: frame.best_turn,
        };
        if frame.depth > 0 {
            self.tt.put(frame.key, entry);
        }
        match ply {
            0 => self.end_pass(frame.best),
            _ => self.take(-frame.best),
        }
    }
}
