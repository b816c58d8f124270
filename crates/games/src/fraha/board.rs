//! The board of Fraha as bits.
//!
//! ```text
//! 5  20 21 22 23 24
//! 4  15 16 17 18 19
//! 3  10 11  · 13 14
//! 2   5  6  7  8  9
//! 1   0  1  2  3  4
//!     a  b  c  d  e
//! ```
//!
//! Bit 12, the centre, is never set: it is no cell of the game.

use damier_core::{Outcome, Side, Symmetric, symmetry};

use super::Fraha;
use crate::five::{self, CELLS, NEIGHBOURS};

/// The outer track, White's.
pub const OUTER: u32 = five::BORDER;
/// The inner track, Black's.
pub const INNER: u32 = five::RING;
/// All cells of the game.
pub const TRACKS: u32 = OUTER | INNER;
/// The corners of the outer track.
pub(super) const CORNERS: u32 = 0b10001_00000_00000_00000_10001;

/// The track of each player, as indexed by [`Side::index`].
pub const HOME: [u32; 2] = [OUTER, INNER];

/// Where a pawn of each player may step from each cell, were all of them empty. At home it stays
/// on its track, away from home it may only step back: either way the step ends on its own track.
pub const STEPS: [[u32; CELLS]; 2] = {
    let mut table = [[0; CELLS]; 2];
    let mut bit = 0;
    while bit < CELLS {
        table[0][bit] = NEIGHBOURS[bit] & OUTER;
        table[1][bit] = NEIGHBOURS[bit] & INNER;
        bit += 1;
    }
    table
};

/// White's figures: four consecutive cells of one edge, eight ways.
const STRAIGHT: [u32; 8] = {
    const ACROSS: u32 = 0b1111;
    const UP: u32 = 1 << 15 | 1 << 10 | 1 << 5 | 1;
    [ACROSS, ACROSS << 1, ACROSS << 20, ACROSS << 21, UP, UP << 5, UP << 4, UP << 9]
};

/// The same and those that bend around a corner, eight more.
const LINES: [u32; 16] = {
    let mut lines = [0; 16];
    let (mut count, mut start) = (0, 0);
    while count < STRAIGHT.len() {
        lines[count] = STRAIGHT[count];
        count += 1;
    }
    while start < AROUND.len() {
        // A window of four bends where its corner is neither the first cell nor the last.
        let (mut line, mut i) = (0, 0);
        while i < 4 {
            line |= 1 << AROUND[(start + i) % AROUND.len()];
            i += 1;
        }
        let inside =
            1 << AROUND[(start + 1) % AROUND.len()] | 1 << AROUND[(start + 2) % AROUND.len()];
        if inside & CORNERS != 0 {
            lines[count] = line;
            count += 1;
        }
        start += 1;
    }
    lines
};

/// The outer track, cell after cell.
const AROUND: [u8; 16] = [0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5];

/// Black's figures: one side of the inner track and the middle of the opposite side.
const FACES: [u32; 4] = {
    const ACROSS: u32 = 0b111;
    const UP: u32 = 1 << 10 | 1 << 5 | 1;
    [ACROSS << 6 | 1 << 17, ACROSS << 16 | 1 << 7, UP << 6 | 1 << 13, UP << 8 | 1 << 11]
};

/// What the players want to make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Goals {
    /// Whether White's line may bend around a corner.
    pub bent: bool,
}

impl Goals {
    /// The figures that win for this player.
    #[inline]
    #[must_use]
    pub const fn figures(self, side: Side) -> &'static [u32] {
        match side {
            Side::Light if self.bent => &LINES,
            Side::Light => &STRAIGHT,
            Side::Dark => &FACES,
        }
    }

    /// Whether these four pawns of this player stand in one of its figures.
    #[inline]
    #[must_use]
    pub fn reached(self, side: Side, pawns: u32) -> bool {
        // Arrays whose length is known are compared at once.
        match side {
            Side::Light if self.bent => LINES.contains(&pawns),
            Side::Light => STRAIGHT.contains(&pawns),
            Side::Dark => FACES.contains(&pawns),
        }
    }

    /// How many of its pawns stand in each figure of this player: of all figures the best, by what
    /// `best` says of a number, and the sum of what `others` says of each.
    #[inline]
    #[must_use]
    pub(super) fn nearness(
        self,
        side: Side,
        pawns: u32,
        best: &[i32; 5],
        others: &[i32; 5],
    ) -> i32 {
        let near = |figures: &[u32]| {
            let (mut most, mut all) = (0, 0);
            for figure in figures {
                let there = (figure & pawns).count_ones().min(4) as usize;
                most = most.max(best[there]);
                all += others[there];
            }
            most + all
        };
        match side {
            Side::Light if self.bent => near(&LINES),
            Side::Light => near(&STRAIGHT),
            Side::Dark => near(&FACES),
        }
    }

    /// How the game ended, if it has.
    #[inline]
    #[must_use]
    pub fn outcome(self, position: &Position) -> Option<Outcome> {
        match Side::BOTH.map(|side| self.reached(side, position.pawns(side))) {
            [false, false] => None,
            [true, _] => Some(Outcome::Won(Side::Light)),
            [_, true] => Some(Outcome::Won(Side::Dark)),
        }
    }
}

/// The white pawns that cannot be teleported: those on a straight unbroken run of white pawns
/// along an edge that includes a corner. From such a pawn one can walk to a corner over white
/// pawns without a bend, so the runs grow out of the corners, along each axis by itself.
#[inline]
#[must_use]
pub fn immune(white: u32) -> u32 {
    const ACROSS: u32 = 0b11111_00000_00000_00000_11111;
    const UP: u32 = 0b10001_10001_10001_10001_10001;
    let corners = white & CORNERS;
    if corners == 0 {
        return 0;
    }
    let (mut across, mut up) = (corners, corners);
    for _ in 0..3 {
        across |= (across << 1 | across >> 1) & white & ACROSS;
        up |= (up << 5 | up >> 5) & white & UP;
    }
    across | up
}

/// A position: the white and the black pawns and the player to move. With the players' goals the
/// board alone shows whether the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) pawns: [u32; 2],
    pub(super) to_move: Side,
}

impl Position {
    /// The position with these white and black pawns. It is a position of the game only if there
    /// are four of each, on different cells of the tracks, at most one of each away from home,
    /// and not both in a figure; [`damier_core::Notation::check`] is the way in for sets that are
    /// not known to be so.
    #[inline]
    #[must_use]
    pub const fn new(pawns: [u32; 2], to_move: Side) -> Position {
        Position { pawns, to_move }
    }

    /// The cells of this player's pawns.
    #[inline]
    #[must_use]
    pub const fn pawns(&self, side: Side) -> u32 {
        self.pawns[side.index()]
    }

    /// The pawns of the player to move and those of the opponent.
    #[inline]
    pub(super) const fn sets(&self) -> (u32, u32) {
        (self.pawns(self.to_move), self.pawns(self.to_move.other()))
    }
}

/// A pawn that goes from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sent {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Sent {
    /// The two cells, one of which the pawn leaves and one of which it gets.
    #[inline]
    pub(super) const fn change(self) -> u32 {
        1 << self.from ^ 1 << self.to
    }
}

/// A step and the enemy pawns it sends away, at most three, in the order of the names of the
/// cells they leave. One word, a byte per cell, so that it is made and read in registers:
///
/// ```text
/// byte   0     1     2     3     4     5     6     7
///       from   to   from   to   from   to   from   to
///       the step    sent 0      sent 1      sent 2
/// ```
///
/// Two zeros stand for nobody sent: a pawn never goes to the cell it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn(u64);

impl Turn {
    /// A step that sends nobody away.
    #[inline]
    pub(super) const fn step(step: Sent) -> Turn {
        Turn(step.from as u64 | (step.to as u64) << 8)
    }

    /// The turn with the cell set that the `i`-th pawn leaves, which was not set before.
    #[inline]
    pub(super) const fn leaving(self, i: usize, from: u8) -> Turn {
        Turn(self.0 | (from as u64) << (16 * i + 16))
    }

    /// The turn with the cell set that the `i`-th pawn goes to, which was not set before.
    #[inline]
    pub(super) const fn reaching(self, i: usize, to: u8) -> Turn {
        Turn(self.0 | (to as u64) << (16 * i + 24))
    }

    /// What the own pawn does.
    #[inline]
    pub(super) const fn own(self) -> Sent {
        Sent { from: self.0 as u8, to: (self.0 >> 8) as u8 }
    }

    /// What the `i`-th pawn sent away does; the same cell twice if there is none.
    #[inline]
    pub(super) const fn sent(self, i: usize) -> Sent {
        Turn(self.0 >> (16 * i + 16)).own()
    }

    /// Whether one of the pawns sent away does this.
    pub(super) fn sends(self, sent: Sent) -> bool {
        (0..3).any(|i| self.sent(i) == sent)
    }

    /// What the pawns sent away do.
    pub(super) fn teleports(self) -> impl Iterator<Item = Sent> {
        (0..3).map(move |i| self.sent(i)).filter(|sent| sent.from != sent.to)
    }
}

impl Symmetric for Fraha {
    const SYMMETRIES: usize = symmetry::SQUARE;

    fn map_position(&self, s: usize, position: &Position) -> Position {
        let map = |set| five::map_set(s, set);
        Position { pawns: position.pawns.map(map), ..*position }
    }

    fn map_turn(&self, s: usize, _: &Position, turn: Turn) -> Turn {
        let bit = |bit| five::map_bit(s, bit);
        let map = |sent: Sent| Sent { from: bit(sent.from), to: bit(sent.to) };
        let mut teleports: Vec<Sent> = turn.teleports().map(map).collect();
        teleports.sort_by_key(|sent| five::cell(sent.from));
        let step = Turn::step(map(turn.own()));
        let send = |turn: Turn, (i, s): (usize, Sent)| turn.leaving(i, s.from).reaching(i, s.to);
        teleports.into_iter().enumerate().fold(step, send)
    }
}
