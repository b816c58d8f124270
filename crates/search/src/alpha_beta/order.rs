//! Turn ordering: the transposition turn, tactical turns by their score, killers, history.

use std::ops::ControlFlow;

use damier_core::game::{HISTORY_SIZE, TurnOrder};

use crate::transposition::NO_TURN;

/// A turn with its number in the order of generation and its rank in the order of trial.
#[derive(Clone, Copy)]
pub(super) struct Ranked<T> {
    pub(super) turn: T,
    pub(super) number: u16,
    pub(super) turn_score: i32,
    rank: i32,
}

/// The rank of the transposition turn.
const TT_TURN: i32 = i32::MAX;
/// Tactical turns rank before all quiet ones.
const TACTICAL: i32 = 1 << 24;
/// Higher turn scores rank alike.
const TURN_SCORE_MAX: i32 = 4096;
/// Added for a turn that cut off at the same ply of a sibling.
const KILLER: i32 = 1 << 22;
/// History scores stay below this.
const HISTORY_MAX: i32 = 1 << 14;

/// The history heuristic and killer turns: what caused cutoffs, by history index.
pub(super) struct History {
    scores: Vec<i32>,
    /// The weight of history among tactical turns.
    tactical: i32,
    /// The last two of each ply.
    killers: Vec<[u16; 2]>,
}

impl History {
    pub(super) fn new(tactical: i32) -> History {
        History { scores: vec![0; 2 * HISTORY_SIZE], tactical, killers: Vec::new() }
    }

    /// Players are told apart by the parity of the ply.
    #[inline]
    fn place(ply: usize, history_index: usize) -> usize {
        (ply & 1) * HISTORY_SIZE + history_index % HISTORY_SIZE
    }

    #[inline]
    fn rank(&self, ply: usize, history_index: usize) -> i32 {
        let killer =
            self.killers.get(ply).is_some_and(|both| both.contains(&(history_index as u16)));
        self.scores[History::place(ply, history_index)] + if killer { KILLER } else { 0 }
    }

    /// Turn score first; the greatest history weighs as much as `tactical` points of it.
    #[inline]
    fn rank_tactical(&self, ply: usize, history_index: usize, turn_score: i32) -> i32 {
        let history = self.scores[History::place(ply, history_index)];
        turn_score.min(TURN_SCORE_MAX) * (HISTORY_MAX >> 4) + self.tactical * (history >> 4)
    }

    /// Rewards a turn that caused a cutoff.
    pub(super) fn cut(&mut self, ply: usize, history_index: usize, depth: i32, tactical: bool) {
        let score = &mut self.scores[History::place(ply, history_index)];
        // History gravity: the greater the score the smaller the bonus, so that it stays bounded.
        let bonus = depth.clamp(1, 32).pow(2);
        *score += bonus - *score * bonus / HISTORY_MAX;
        if tactical {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [u16::MAX; 2]);
        }
        let both = &mut self.killers[ply];
        if both[0] != history_index as u16 {
            *both = [history_index as u16, both[0]];
        }
    }
}

/// Adds the turns of a position to `all`, or only the tactical ones.
#[inline]
pub(super) fn list<G: TurnOrder>(
    game: &G,
    position: &G::Position,
    hint: u16,
    tactical_only: bool,
    history: &History,
    ply: usize,
    all: &mut Vec<Ranked<G::Turn>>,
) {
    let mut number = 0;
    let _ = game.turns(position, &mut |turn| {
        let turn_score = game.turn_score(position, turn);
        if turn_score > 0 || !tactical_only {
            let rank = match turn_score {
                _ if number == hint => TT_TURN,
                1.. => TACTICAL + history.rank_tactical(ply, game.history_index(turn), turn_score),
                _ => turn_score + history.rank(ply, game.history_index(turn)),
            };
            all.push(Ranked { turn, number, turn_score, rank });
        }
        number += 1;
        // Numbers have to stay below that of no turn at all.
        match number {
            NO_TURN => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
}

/// Brings the turn to be tried next to the front.
#[inline]
pub(super) fn bring_best<T>(turns: &mut [Ranked<T>]) {
    let mut best = 0;
    for i in 1..turns.len() {
        if turns[i].rank > turns[best].rank {
            best = i;
        }
    }
    turns.swap(0, best);
}

/// Keeps only the `most` turns from `first` on that would be tried first.
pub(super) fn keep_best<T>(turns: &mut Vec<Ranked<T>>, first: usize, most: usize) {
    if turns.len() > first + most {
        // They are few, and the library's selection is large: it is compiled for every game.
        for next in first..first + most {
            bring_best(&mut turns[next..]);
        }
        turns.truncate(first + most);
    }
}
