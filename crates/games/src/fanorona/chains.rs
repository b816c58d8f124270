//! Capturing: which pawns can, what a step takes, and all chains of a pawn.
//!
//! The hot loop looks at one pawn at a time. Its neighbourhood is rotated to a fixed place of
//! the word, so that nine bits of free neighbours index one small table, which answers where an
//! enemy must stand for a step to capture: two points ahead or one behind. What is left after
//! `&` with the enemies is the set of all capturing steps.

use std::ops::ControlFlow;

use damier_core::bits::bits;

use super::board::{ALL, EVEN, next_to};
use super::turn::{Kind, Step, Turn, Way};

/// The pawns of `own` that can capture.
#[inline]
pub(super) fn capturers(own: u64, enemy: u64) -> u64 {
    let empty = ALL & !(own | enemy);
    let along = |s: u32| {
        let ahead = empty >> s & (enemy >> (2 * s) | enemy << s);
        let back = empty << s & (enemy << (2 * s) | enemy >> s);
        ahead | back
    };
    own & (along(1) | along(10) | EVEN & (along(9) | along(11)))
}

/// The neighbours of each point along the lines.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        table[bit] = next_to(1 << bit & ALL) & ALL;
        bit += 1;
    }
    table
};

/// The bit of a way in the nine bits of a neighbourhood, read rank by rank.
const fn place(way: Way) -> u32 {
    let (df, dr) = way.step();
    ((dr + 1) * 3 + df + 1) as u32
}

/// All ways in the nine bits of a neighbourhood.
const ANY_WAY: u16 = 0b111_101_111;

/// For each set of ways that are free, the points, seen from bit 0, where an enemy is taken.
static TARGETS: [u64; 512] = {
    let mut table = [0; 512];
    let mut free = 0;
    while free < 512 {
        let mut number = 0;
        while number < 16 {
            let step = Step::numbered(number);
            if free >> place(step.way()) & 1 == 1 {
                table[free] |= 1 << step.nearest(0);
            }
            number += 1;
        }
        free += 1;
    }
    table
};

/// The step that takes an enemy on this bit, seen from bit 0.
static STEPS: [Step; 64] = {
    let mut table = [Step::numbered(0); 64];
    let mut number = 0;
    while number < 16 {
        let step = Step::numbered(number);
        table[step.nearest(0) as usize] = step;
        number += 1;
    }
    table
};

/// The bits of withdrawals among those of [`STEPS`].
const BEHIND: u64 = {
    let (mut set, mut way) = (0, 0);
    while way < 8 {
        set |= 1 << Step::new(Way::ALL[way], Kind::Withdrawal).nearest(0);
        way += 1;
    }
    set
};

/// A set of capturing steps of one pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hits(u64);

impl Hits {
    pub(super) const NONE: Hits = Hits(0);

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, step: Step) -> bool {
        self.0 >> step.nearest(0) & 1 == 1
    }

    /// Whether a step this way can take what is ahead as well as what is behind.
    pub(super) const fn is_choice(self, way: Way) -> bool {
        self.has(Step::new(way, Kind::Approach)) && self.has(Step::new(way, Kind::Withdrawal))
    }

    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = Step> {
        bits(self.0).map(|bit| STEPS[bit as usize & 63])
    }
}

/// A pawn in the middle of its turn.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    at: u32,
    /// Empty points on which it has not stood in this turn.
    free: u64,
    enemy: u64,
    /// The ways it may go, in the nine bits of a neighbourhood.
    ways: u16,
}

impl Chain {
    /// The pawn of `own` on this point, before its first step.
    #[inline]
    pub(super) const fn new(at: u32, own: u64, enemy: u64) -> Chain {
        Chain { at, free: ALL & !(own | enemy), enemy, ways: ANY_WAY }
    }

    /// Where it stands.
    pub(super) const fn at(self) -> u32 {
        self.at
    }

    /// Whether it has made a capturing step.
    pub(super) const fn has_moved(self) -> bool {
        self.ways != ANY_WAY
    }

    /// The enemy pawns left.
    #[inline]
    pub(super) const fn enemy(self) -> u64 {
        self.enemy
    }

    /// The steps by which it captures now.
    #[inline]
    pub(super) fn hits(self) -> Hits {
        let free = self.free & NEIGHBOURS[self.at as usize & 63];
        // The three ranks around the pawn come to bits 0, 10 and 20, then side by side.
        let around = free.rotate_right(self.at.wrapping_sub(11) & 63);
        let around = (around | around >> 7 | around >> 14) as u16 & self.ways;
        Hits(TARGETS[around as usize & 511] & self.enemy.rotate_right(self.at & 63))
    }

    /// The enemy pawns that a step takes: an unbroken line. The line grows to two, four and eight
    /// pawns, as far as `run` says that those before a pawn are enemies too.
    #[inline]
    pub(super) fn line(self, step: Step) -> u64 {
        let one = step.outwards();
        let [two, four] = [2, 4].map(|n| (n * one) & 63);
        let mut line = 1 << step.nearest(self.at) & self.enemy;
        let mut run = self.enemy;
        line |= run & line.rotate_left(one);
        run &= run.rotate_left(one);
        line |= run & line.rotate_left(two);
        run &= run.rotate_left(two);
        line | run & line.rotate_left(four)
    }

    /// The same pawn after a capturing step.
    #[inline]
    pub(super) fn after(self, step: Step) -> Chain {
        let line = self.line(step);
        let at = step.way().from(self.at);
        Chain {
            at,
            free: (self.free | line) & !(1 << at),
            enemy: self.enemy & !line,
            ways: ANY_WAY & !(1 << place(step.way())),
        }
    }

    /// The steps that are left if, of two groups that a step could take, only the larger counts.
    #[inline]
    pub(super) fn larger(self, hits: Hits) -> Hits {
        let mut kept = hits.0;
        for behind in Hits(hits.0 & BEHIND).each() {
            let ahead = Step::new(behind.way(), Kind::Approach);
            if hits.has(ahead) {
                let [a, b] = [ahead, behind].map(|step| self.line(step).count_ones());
                kept &= !(u64::from(a < b) << ahead.nearest(0));
                kept &= !(u64::from(b < a) << behind.nearest(0));
            }
        }
        Hits(kept)
    }
}

/// How far the rules let a chain go.
pub(super) trait Profile {
    /// The capturing steps that are allowed.
    fn hits(chain: Chain) -> Hits;
    /// Whether a chain that can go on may stop.
    const MAY_STOP: bool;
}

/// The sheet: the larger group, and on as long as possible.
pub(super) struct Sheet;

/// The published solution: everything is free.
pub(super) struct Schadd;

impl Profile for Sheet {
    const MAY_STOP: bool = false;

    #[inline]
    fn hits(chain: Chain) -> Hits {
        chain.larger(chain.hits())
    }
}

impl Profile for Schadd {
    const MAY_STOP: bool = true;

    #[inline]
    fn hits(chain: Chain) -> Hits {
        chain.hits()
    }
}

/// Calls `visit` with every way to go on with `turn` by one of the steps `hits`.
#[inline]
pub(super) fn chains<P: Profile>(
    chain: Chain,
    hits: Hits,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for step in hits.each() {
        let (next, turn) = (chain.after(step), turn.then(step));
        let more = P::hits(next);
        if P::MAY_STOP || more.is_empty() {
            visit(turn)?;
        }
        if !more.is_empty() {
            chains::<P>(next, more, turn, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with `turn` gone on with by just one of the steps `hits`.
#[inline]
pub(super) fn single(
    hits: Hits,
    turn: Turn,
    visit: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for step in hits.each() {
        visit(turn.then(step))?;
    }
    ControlFlow::Continue(())
}
