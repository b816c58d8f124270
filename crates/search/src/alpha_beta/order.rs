//! Which turns are tried first: the one remembered, then by promise, then those that cut off
//! elsewhere.

use std::ops::ControlFlow;

use damier_core::game::{Evaluate, TRACES};

use crate::memory::NO_TURN;

/// A turn with its place in the order of generation and how soon it is tried.
#[derive(Clone, Copy)]
pub(super) struct Ranked<T> {
    pub(super) turn: T,
    pub(super) number: u16,
    pub(super) promise: i32,
    rank: i32,
}

/// The turn that is remembered is tried before all others.
const REMEMBERED: i32 = i32::MAX;
/// A loud turn is tried before every quiet one.
const LOUD: i32 = 1 << 24;
/// More promise than this does not count.
const LOUDEST: i32 = 4096;
/// A turn that cut off at the same ply.
const KILLER: i32 = 1 << 22;
/// Heat stays below this.
const HOTTEST: i32 = 1 << 14;

/// Which turns cut off, by their traces.
pub(super) struct Heat {
    heat: Vec<i32>,
    /// How much that counts among loud turns.
    loud: i32,
    /// For each ply the last two.
    killers: Vec<[u16; 2]>,
}

impl Heat {
    pub(super) fn new(loud: i32) -> Heat {
        Heat { heat: vec![0; 2 * TRACES], loud, killers: Vec::new() }
    }

    /// Players are told apart by the parity of the ply.
    #[inline]
    fn place(ply: usize, trace: usize) -> usize {
        (ply & 1) * TRACES + trace % TRACES
    }

    #[inline]
    fn rank(&self, ply: usize, trace: usize) -> i32 {
        let killer = self.killers.get(ply).is_some_and(|both| both.contains(&(trace as u16)));
        self.heat[Heat::place(ply, trace)] + if killer { KILLER } else { 0 }
    }

    /// Promise first; the hottest turn stands against `loud` more of it.
    #[inline]
    fn rank_loud(&self, ply: usize, trace: usize, promise: i32) -> i32 {
        let warmth = self.heat[Heat::place(ply, trace)];
        promise.min(LOUDEST) * (HOTTEST >> 4) + self.loud * (warmth >> 4)
    }

    /// A turn cut off.
    pub(super) fn cut(&mut self, ply: usize, trace: usize, depth: i32, loud: bool) {
        let heat = &mut self.heat[Heat::place(ply, trace)];
        // The hotter, the slower it becomes hotter, so that it stays below the limit.
        let by = depth.clamp(1, 32).pow(2);
        *heat += by - *heat * by / HOTTEST;
        if loud {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [u16::MAX; 2]);
        }
        let both = &mut self.killers[ply];
        if both[0] != trace as u16 {
            *both = [trace as u16, both[0]];
        }
    }
}

/// Adds the turns of a position to `all`, or only the loud ones.
#[inline]
pub(super) fn list<G: Evaluate>(
    game: &G,
    position: &G::Position,
    hint: u16,
    loud_only: bool,
    heat: &Heat,
    ply: usize,
    all: &mut Vec<Ranked<G::Turn>>,
) {
    let mut number = 0;
    let _ = game.turns(position, &mut |turn| {
        let promise = game.promise(position, turn);
        if promise > 0 || !loud_only {
            let rank = match promise {
                _ if number == hint => REMEMBERED,
                1.. => LOUD + heat.rank_loud(ply, game.trace(turn), promise),
                _ => promise + heat.rank(ply, game.trace(turn)),
            };
            all.push(Ranked { turn, number, promise, rank });
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
