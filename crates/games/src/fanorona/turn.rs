//! Turns of Fanorona, packed: the pawn, its steps one after the other, the pawn huffed before.
//! Generating chains means copying turns, so a turn is one word of 128 bits whatever its length.

use super::board::LAYOUT;

/// One of the eight ways a line can go: 0 is to the right, then anticlockwise. Odd ways are
/// diagonal, and way `w ^ 4` is the opposite of `w`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Way(u8);

impl Way {
    /// Files and ranks of one step.
    const STEPS: [(i8, i8); 8] =
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

    /// All eight.
    pub(super) const ALL: [Way; 8] =
        [Way(0), Way(1), Way(2), Way(3), Way(4), Way(5), Way(6), Way(7)];

    /// How far a set must be rotated to the left to make this step.
    #[inline]
    pub(super) const fn turn(self) -> u32 {
        const TURNS: [u8; 8] = {
            let mut turns = [0; 8];
            let mut way = 0;
            while way < 8 {
                let (df, dr) = Way::STEPS[way];
                turns[way] = (dr * LAYOUT.stride as i8 + df) as u8 & 63;
                way += 1;
            }
            turns
        };
        TURNS[self.0 as usize & 7] as u32
    }

    /// Files and ranks of one step.
    pub(super) const fn step(self) -> (i8, i8) {
        Way::STEPS[self.0 as usize & 7]
    }

    const fn opposite(self) -> Way {
        Way(self.0 ^ 4)
    }

    #[inline]
    pub(super) const fn is_diagonal(self) -> bool {
        self.0 & 1 == 1
    }

    /// The way from one point to a neighbouring one; `None` if they are not neighbours.
    pub(super) fn between(from: u32, to: u32) -> Option<Way> {
        Way::ALL.into_iter().find(|way| way.from(from) == to)
    }

    /// The point one step away (a bit off the board if there is none).
    #[inline]
    pub(super) const fn from(self, bit: u32) -> u32 {
        (bit + self.turn()) & 63
    }
}

/// What a capturing step takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// The pawns ahead, which the pawn comes up to.
    Approach = 0,
    /// The pawns behind, which the pawn withdraws from.
    Withdrawal = 1,
}

impl Kind {
    pub(super) const BOTH: [Kind; 2] = [Kind::Approach, Kind::Withdrawal];

    /// As turns write it.
    pub(super) const fn letter(self) -> char {
        match self {
            Kind::Approach => 'A',
            Kind::Withdrawal => 'W',
        }
    }
}

/// A step: way and kind in four bits. Whether it captures at all is said by the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Step(u8);

impl Step {
    #[inline]
    pub(super) const fn new(way: Way, kind: Kind) -> Step {
        Step(way.0 << 1 | kind as u8)
    }

    /// The step with this number below 16.
    #[inline]
    pub(super) const fn numbered(number: u8) -> Step {
        Step(number & 15)
    }

    /// Its number below 16.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) const fn way(self) -> Way {
        Way(self.0 >> 1)
    }

    #[inline]
    pub(super) const fn kind(self) -> Kind {
        match self.0 & 1 {
            0 => Kind::Approach,
            _ => Kind::Withdrawal,
        }
    }

    /// The step the same way that takes what is on the other side.
    pub(super) const fn other(self) -> Step {
        Step(self.0 ^ 1)
    }

    /// How far a set must be rotated to the left to go along the line it takes, away from the
    /// pawn.
    #[inline]
    pub(super) const fn outwards(self) -> u32 {
        const OUTWARDS: [u8; 16] = Step::table(1, 1);
        OUTWARDS[self.0 as usize & 15] as u32
    }

    /// The nearest point of the line it takes, for a pawn that steps away from `bit`.
    #[inline]
    pub(super) const fn nearest(self, bit: u32) -> u32 {
        const NEAREST: [u8; 16] = Step::table(2, 1);
        (bit + NEAREST[self.0 as usize & 15] as u32) & 63
    }

    /// For each step, how far it is to the point so many steps ahead of where the pawn started,
    /// for an approach, or behind, for a withdrawal.
    const fn table(ahead: u32, behind: u32) -> [u8; 16] {
        let mut table = [0; 16];
        let mut number = 0;
        while number < 16 {
            let step = Step(number as u8);
            let distance = match step.kind() {
                Kind::Approach => ahead * step.way().turn(),
                Kind::Withdrawal => behind * step.way().opposite().turn(),
            };
            table[number] = (distance & 63) as u8;
            number += 1;
        }
        table
    }
}

/// One whole turn.
///
/// ```text
/// bits 0 ..      4 bits a step, the last one lowest, above the first a 1 that tells where they end
/// bits 96 ..     the point where the pawn starts
/// bits 104 ..    the point of the huffed pawn plus one, or 0
/// bit 112        whether the only step captures nothing
/// ```
///
/// Each step of a chain takes a pawn and nobody has more than 22, so there is always room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn(u128);

impl Turn {
    const FROM: u32 = 96;
    const HUFFED: u32 = 104;
    const PLAIN: u32 = 112;
    const STEPS: u128 = (1 << Turn::FROM) - 1;

    /// A turn of no step yet, which begins with taking this pawn off.
    #[inline]
    pub(super) const fn huffing(pawn: u32) -> Turn {
        Turn(1 | (pawn as u128 + 1) << Turn::HUFFED)
    }

    /// A turn of no step yet.
    #[inline]
    pub(super) const fn empty() -> Turn {
        Turn(1)
    }

    /// The same turn, to be made by the pawn on this point.
    #[inline]
    pub(super) const fn by(self, pawn: u32) -> Turn {
        Turn(self.0 | (pawn as u128) << Turn::FROM)
    }

    /// The same turn, to be made by nobody yet.
    pub(super) const fn by_nobody(self) -> Turn {
        Turn(self.0 & !(63 << Turn::FROM))
    }

    /// The turn with one more capturing step.
    #[inline]
    pub(super) const fn then(self, step: Step) -> Turn {
        let head = self.0 & !Turn::STEPS;
        Turn(head | (self.0 & Turn::STEPS) << 4 | step.0 as u128)
    }

    /// The turn with a step that captures nothing.
    #[inline]
    pub(super) const fn stepping(self, way: Way) -> Turn {
        let plain = self.then(Step::new(way, Kind::Approach));
        Turn(plain.0 | 1 << Turn::PLAIN)
    }

    /// Where the pawn starts.
    #[inline]
    pub(super) const fn from(self) -> u32 {
        (self.0 >> Turn::FROM) as u32 & 63
    }

    /// The pawn taken off before the first step.
    #[inline]
    pub(super) fn huffed(self) -> Option<u32> {
        ((self.0 >> Turn::HUFFED) as u32 & 63).checked_sub(1)
    }

    /// Whether its step captures nothing.
    #[inline]
    pub(super) const fn is_plain(self) -> bool {
        self.0 >> Turn::PLAIN & 1 == 1
    }

    /// How many steps it has.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        (self.0 & Turn::STEPS).ilog2() / 4
    }

    /// Its steps in order.
    #[inline]
    pub(super) fn steps(self) -> impl Iterator<Item = Step> {
        (0..self.len()).rev().map(move |i| Step::numbered((self.0 >> (4 * i)) as u8))
    }

    /// The image of the turn under a symmetry that maps points like this.
    pub(super) fn mapped(self, map: impl Fn(u32) -> u32) -> Turn {
        let start = match self.huffed() {
            Some(pawn) => Turn::huffing(map(pawn)),
            None => Turn::empty(),
        };
        if self.len() == 0 {
            return start;
        }
        let (mut at, mut image) = (self.from(), start.by(map(self.from())));
        for step in self.steps() {
            let to = step.way().from(at);
            let way = Way::between(map(at), map(to)).unwrap_or(step.way());
            image = match self.is_plain() {
                true => image.stepping(way),
                false => image.then(Step::new(way, step.kind())),
            };
            at = to;
        }
        image
    }
}
