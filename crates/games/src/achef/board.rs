//! The board of Achef as bits, and its three levels.
//!
//! ```text
//! 5  20 21 22 23 24     low  low  low  low  low
//! 4  15 16 17 18 19     low  mid  mid  mid  low
//! 3  10 11 12 13 14     low  mid  high mid  low
//! 2   5  6  7  8  9     low  mid  mid  mid  low
//! 1   0  1  2  3  4     low  low  low  low  low
//!     a  b  c  d  e
//! ```

use damier_core::{Outcome, Side, Symmetric, symmetry};

use super::Achef;
use crate::five::{BORDER, CENTRE, RING, WAYS, Way, map_bit, map_set};

/// A position: the white and the black pawns, the player to move, the keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) pawns: [u32; 2],
    /// The two cells that the player to move may not swap; empty if there are none.
    pub(super) ko: u32,
    /// The pawn that may not climb on its owner's next turn; empty if there is none.
    pub(super) no_climb: u32,
    pub(super) to_move: Side,
    /// Whether pawns are still in hand.
    pub(super) placing: bool,
    pub(super) over: Option<Outcome>,
}

/// A turn; cells are given by their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A pawn comes from the hand.
    Place {
        /// Where it will stand.
        cell: u8,
    },
    /// A pawn goes to an empty cell.
    Step {
        /// Where it stood.
        from: u8,
        /// Where it will stand.
        to: u8,
    },
    /// A pawn comes down onto an enemy pawn, which leaves the board.
    Capture {
        /// Where it stood.
        from: u8,
        /// Where it will stand.
        to: u8,
    },
    /// A pawn changes places with an enemy pawn.
    Swap {
        /// Where the own pawn stood.
        from: u8,
        /// Where the enemy pawn stood.
        to: u8,
    },
}

impl Position {
    /// A position of the second phase without keys. It must be one that a reader would accept
    /// and the game not over: 3 to 8 pawns each, no cell taken twice.
    #[inline]
    #[must_use]
    pub const fn moving(pawns: [u32; 2], to_move: Side) -> Position {
        Position { pawns, ko: 0, no_climb: 0, to_move, placing: false, over: None }
    }

    /// The white and the black pawns.
    #[inline]
    #[must_use]
    pub const fn pawns(&self) -> [u32; 2] {
        self.pawns
    }

    /// The pawns of the player to move and those of the opponent.
    #[inline]
    #[must_use]
    pub const fn sets(&self) -> (u32, u32) {
        (self.pawns[self.to_move.index()], self.pawns[self.to_move.other().index()])
    }

    /// The two cells that the player to move may not swap; empty if there are none.
    #[inline]
    #[must_use]
    pub const fn ko(&self) -> u32 {
        self.ko
    }

    /// The pawn that may not climb on its owner's next turn; empty if there is none.
    #[inline]
    #[must_use]
    pub const fn no_climb(&self) -> u32 {
        self.no_climb
    }

    /// Whether pawns are still in hand.
    #[inline]
    #[must_use]
    pub const fn is_placing(&self) -> bool {
        self.placing
    }
}

/// The cells next to the centre: a pawn that came down from there stands on one of them.
pub const BELOW_CENTRE: u32 = crate::five::NEIGHBOURS[12];

/// One of the four ways, with the cells from which it leads up, down, or along a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slope {
    /// The way.
    pub way: Way,
    /// From these cells it climbs.
    pub up: u32,
    /// From these cells it comes down.
    pub down: u32,
    /// From these cells it stays on the level.
    pub along: u32,
}

impl Slope {
    const fn new(way: Way) -> Slope {
        let up = BORDER & way.onto(RING) | RING & way.onto(CENTRE);
        let down = RING & way.onto(BORDER) | CENTRE & way.onto(RING);
        let along = BORDER & way.onto(BORDER) | RING & way.onto(RING);
        Slope { way, up, down, along }
    }
}

/// Right, up, left and down.
pub const SLOPES: [Slope; 4] =
    [Slope::new(WAYS[0]), Slope::new(WAYS[1]), Slope::new(WAYS[2]), Slope::new(WAYS[3])];

/// The level of a cell: 0 low, 1 middle, 2 high.
#[must_use]
pub(super) const fn level(set: u32) -> u8 {
    (set & BORDER == 0) as u8 + (set & CENTRE != 0) as u8
}

impl Symmetric for Achef {
    const SYMMETRIES: usize = symmetry::SQUARE;

    fn map_position(&self, s: usize, position: &Position) -> Position {
        Position {
            pawns: position.pawns.map(|set| map_set(s, set)),
            ko: map_set(s, position.ko),
            no_climb: map_set(s, position.no_climb),
            ..*position
        }
    }

    fn map_turn(&self, s: usize, _: &Position, turn: Turn) -> Turn {
        let map = |bit| map_bit(s, bit);
        match turn {
            Turn::Place { cell } => Turn::Place { cell: map(cell) },
            Turn::Step { from, to } => Turn::Step { from: map(from), to: map(to) },
            Turn::Capture { from, to } => Turn::Capture { from: map(from), to: map(to) },
            Turn::Swap { from, to } => Turn::Swap { from: map(from), to: map(to) },
        }
    }
}
