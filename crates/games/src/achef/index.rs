//! Numbers for the endgames of Achef: a tier for each number of pawns on the board. Only captures
//! leave a tier, and nothing else ends the game.
//!
//! `ko` is a move-forbidding key: a position has its number with or without it. The pawn of `nc` has
//! just captured, so the key arises only on the way into a smaller tier, and it is gone two turns
//! later; positions with it have no number and are valued by looking that far ahead. Positions
//! with pawns in hand have sixteen of them and no number either.
//!
//! # Who can swap has another turn that captures nothing
//!
//! A swap is between two cells of the border or two of the ring. Own pawns that do not fill the
//! border (they are at most 8) or the ring (a cell of which holds an enemy) leave gaps in that
//! cycle of cells. At the two ends of a run of them there are two different pairs of cells across
//! which a pawn steps or swaps, and one key forbids only one of these.

use std::ops::ControlFlow;

use damier_core::bits::bits;
use damier_core::{Side, Symmetric};
use damier_index::{
    Distance, Index, Keyed, PairIndexer, PairTier, Slot, Solvable, SolverChoice, Symmetries, Tier,
    divisions,
};

use super::board::{Position, SLOPES, Slope, Turn};
use super::{Achef, turns};
use crate::five::{ALL, BORDER, CELLS, RING, WAYS, each_step, map_bit};
use crate::placing::PAWNS;

/// The largest tier: above nine pawns tables take longer than anyone waits for.
const MOST_PAWNS: u32 = 9;
/// The fewest pawns of a player who has not lost.
const FEWEST: u32 = turns::LOST + 1;

/// The numbering of Achef's endgames.
pub struct AchefIndex {
    game: Achef,
    numbers: PairIndexer,
}

impl Solvable for Achef {
    type Index = AchefIndex;
}

/// The pairs of cells that can be swapped, by the lower of the two bits and whether the other is
/// its neighbour to the right or above: from 1 on, 0 if the level changes between them.
const SWAPS: [[u8; 2]; CELLS] = {
    let mut all = [[0; 2]; CELLS];
    let (mut bit, mut next) = (0, 1);
    while bit < CELLS {
        let mut way = 0;
        while way < 2 {
            let [border, ring] = [BORDER, RING];
            let along = border & WAYS[way].onto(border) | ring & WAYS[way].onto(ring);
            if along >> bit & 1 == 1 {
                all[bit][way] = next;
                next += 1;
            }
            way += 1;
        }
        bit += 1;
    }
    all
};

/// How many pairs of cells can be swapped.
const KEYS: u8 = 24;

/// The number of a pair of cells that can be swapped; 0 for none.
#[inline(always)]
fn swap_number(cells: u32) -> u8 {
    let low = cells.trailing_zeros() as usize;
    // Cells to the right and above are one and five bits further.
    SWAPS.get(low).map_or(0, |ways| ways[usize::from(cells >> low >> 1 & 1 == 0)])
}

/// The tier of so many pawns, before which there are `before` others.
///
/// A capture takes one pawn. But after one from the centre, with its `nc`, the value is found by
/// looking two turns further ahead, which may both be captures.
fn tier((pawns, before): (u32, usize)) -> PairTier {
    PairTier {
        name: pawns.to_string(),
        groups: divisions(pawns, FEWEST..=PAWNS),
        needs: before.saturating_sub(3)..before,
    }
}

impl Index for AchefIndex {
    type Game = Achef;
    const VERSION: u32 = 1;
    const KEYS: u8 = KEYS;
    const DISTANCE: Distance = Distance::Capture;

    fn new(game: Achef) -> Option<AchefIndex> {
        let symmetries =
            Symmetries::new(CELLS as u32, Achef::SYMMETRIES, |s, bit| map_bit(s, bit as u8).into());
        let tiers: Vec<_> = (2 * FEWEST..=MOST_PAWNS).zip(0..).map(tier).collect();
        Some(AchefIndex { game, numbers: PairIndexer::new(symmetries, &tiers) })
    }

    fn game(&self) -> &Achef {
        &self.game
    }

    fn rules(&self) -> String {
        if self.game.ko { String::new() } else { "ko=none".into() }
    }

    fn tiers(&self) -> &[Tier] {
        self.numbers.tiers()
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Slot> {
        if position.no_climb != 0 || position.placing {
            return None;
        }
        let (own, enemy) = position.sets();
        // The opponent's pawns come first: a step changes only the mover's, so the predecessors
        // of a position have numbers near each other.
        self.numbers.rank(enemy.into(), own.into())
    }

    #[inline(always)]
    fn unrank(&self, slot: Slot) -> Option<Position> {
        let (enemy, own) = self.numbers.unrank(slot)?;
        Some(Position::moving([own as u32, enemy as u32], Side::Light))
    }

    #[inline(always)]
    fn weight(&self, position: &Position) -> u64 {
        let (own, enemy) = position.sets();
        self.numbers.weight(enemy.into(), own.into())
    }

    #[inline(always)]
    fn weight_at(&self, slot: Slot) -> (u64, u64) {
        self.numbers.weight_at(slot)
    }

    fn shipped() -> &'static [&'static [u8]] {
        &[]
    }

    fn solver<C: SolverChoice<Self>>(&self, choice: C) -> C::Output {
        choice.keyed(self)
    }

    #[inline(always)]
    fn rank_keyed(&self, position: &Position) -> Option<(Slot, u8)> {
        if position.no_climb != 0 || position.placing {
            return None;
        }
        let (own, enemy) = position.sets();
        let ko = position.ko.into();
        let (slot, image) = self.numbers.rank_marked(enemy.into(), own.into(), ko)?;
        Some((slot, swap_number(image as u32)))
    }

    fn variants(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let (own, enemy) = position.sets();
        if self.game.ko {
            swaps(own, enemy).for_each(|ko| visit(Position { ko, ..*position }));
        }
    }
}

impl Keyed for AchefIndex {
    #[inline(always)]
    fn key(&self, position: &Position) -> u8 {
        swap_number(position.ko)
    }

    #[inline(always)]
    fn exits(&self, position: &Position, visit: &mut impl FnMut(Turn)) {
        let (own, enemy) = position.sets();
        let captures = SLOPES.map(|slope| own & slope.way.onto(enemy) & slope.down);
        let _ = each_step(captures, &mut |from, to| {
            visit(Turn::Capture { from, to });
            ControlFlow::Continue(())
        });
    }

    #[inline(always)]
    fn stays(&self, position: &Position) -> u32 {
        let (own, enemy) = position.sets();
        let empty = ALL & !(own | enemy);
        let stays = |slope: &Slope| slope.way.onto(empty) | slope.way.onto(enemy) & slope.along;
        SLOPES.iter().map(|slope| (own & stays(slope)).count_ones()).sum()
    }

    /// Steps and swaps stay in the group: the opponent's pawns go back to where they may have
    /// come from.
    #[inline(always)]
    fn keyed_predecessors(&self, position: &Position, visit: &mut impl FnMut(u64, u8, u8)) {
        let (own, enemy) = position.sets();
        let size = enemy.count_ones();
        let Some(block) = self.numbers.block(own.into(), size) else { return };
        for both in steps_back(own, enemy) {
            visit(block.rank((enemy ^ both).into()), 0, 0);
        }
        for both in swaps(enemy, own) {
            let ko = if self.game.ko { both } else { 0 };
            if let Some(block) = self.numbers.block((own ^ both).into(), size) {
                let (number, image) = block.rank_marked((enemy ^ both).into(), ko.into());
                visit(number, swap_number(image as u32), swap_number(ko));
            }
        }
    }
}

/// The two cells of each of the opponent's steps that may have led here. Any step to an empty
/// cell is legal, up, down and along a level.
#[inline(always)]
fn steps_back(own: u32, enemy: u32) -> impl Iterator<Item = u32> {
    pairs(WAYS.map(|way| enemy & way.onto(ALL & !(own | enemy))))
}

/// The two cells of each swap of these pawns with those.
#[inline(always)]
fn swaps(own: u32, enemy: u32) -> impl Iterator<Item = u32> {
    pairs(SLOPES.map(|slope| own & slope.way.onto(enemy) & slope.along))
}

/// Each cell of `movers[i]` with its neighbour the way `WAYS[i]`. Two ways share a word, as in
/// [`crate::five::each_step`].
#[inline(always)]
fn pairs(movers: [u32; 4]) -> impl Iterator<Item = u32> {
    [0, 2].into_iter().flat_map(move |pair| {
        bits(u64::from(movers[pair]) | u64::from(movers[pair + 1]) << 32).map(move |bit| {
            let from = (bit & 31) as u8;
            1 << from | 1 << WAYS[pair + (bit >> 5) as usize].from(from)
        })
    })
}
