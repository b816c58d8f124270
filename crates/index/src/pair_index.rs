//! The index of a game whose positions are two sets of pawns that play by the same rules: it asks
//! for little more than groups, predecessors and the end, and gives the counting solver the rest.

use std::ops::Range;

use damier_core::bits::Layout;
use damier_core::{Notation, Symmetric};

use crate::index::{Distance, Index};
use crate::orbits::Symmetries;
use crate::pairs::PairIndexer;
use crate::solvers::{Counting, SolverChoice};
use crate::tier::{PairTier, Slot, Tier};
use crate::{PositionOf, TurnOf};

/// A game whose positions are two sets of pawns that play by the same rules, and whose turns inside
/// a group move only the player's own pawns. Sets have the bits of [`PairGame::BOARD`]; *own* are
/// the pawns of the player to move.
pub trait PairGame: Notation + Symmetric {
    /// REQUIRED. As [`Index::VERSION`].
    const VERSION: u32;

    /// REQUIRED. The bits of the sets, without gaps.
    const BOARD: Layout;

    /// REQUIRED. Whether positions under these rules are as the solver needs them.
    fn is_solvable(&self) -> bool;

    /// REQUIRED. As [`Index::rules`].
    fn changed_rules(&self) -> String;

    /// REQUIRED. The tiers. In each pair of numbers the opponent's pawns come first, as everywhere
    /// in a [`PairIndex`]: (3, 2) says that the player to move has two. A group that turns loop in
    /// has each pair together with its reverse, since the player to move changes;
    /// [`crate::divisions`] gives these where only captures change the numbers. Where pawns are
    /// placed, each step of placing is a group of its own.
    fn tiers(&self) -> Vec<PairTier>;

    /// REQUIRED. The pawns of the player to move and the opponent's; `None` if the position carries
    /// a key and so has no number.
    fn sets(&self, position: &Self::Position) -> Option<(u64, u64)>;

    /// REQUIRED. The position without keys in which the player to move has the pawns `own`; `None`
    /// if it is over. That player is Light, unless the numbers of pawns say whose turn it is, as
    /// they do while pawns are placed: it has to be a position that the game's reader accepts.
    fn position(&self, own: u64, enemy: u64) -> Option<Self::Position>;

    /// REQUIRED. Calls `visit` with what the pawns `enemy` may have been before the turn, inside a
    /// group, that led to this board, with `own` to move: each turn once.
    fn turns_back(&self, own: u64, enemy: u64, visit: &mut impl FnMut(u64));

    /// OPTIONAL. As [`Counting::exits`]. Without it every turn is looked at, and those inside the
    /// group only to be counted.
    #[inline(always)]
    fn exits(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Turn)) -> u32 {
        let _ = self.turns(position, &mut |turn| {
            visit(turn);
            std::ops::ControlFlow::Continue(())
        });
        0
    }

    /// OPTIONAL. As [`Index::usual_tiers`], by the number of tiers there are. Without it, all.
    fn usual_tiers(&self, tiers: usize) -> usize {
        tiers
    }
}

/// The index of a [`PairGame`], made for the counting solver.
///
/// The opponent's pawns are the first set: a turn inside a group changes only the mover's, so all
/// predecessors of a position have numbers near each other.
#[derive(Debug)]
pub struct PairIndex<G> {
    game: G,
    numbers: PairIndexer,
}

impl<G: PairGame> Index for PairIndex<G> {
    type Game = G;
    const VERSION: u32 = G::VERSION;
    const KEYS: u8 = 0;
    const DISTANCE: Distance = Distance::End;

    fn new(game: G) -> Option<Self> {
        if !game.is_solvable() {
            return None;
        }
        let cells = u32::from(G::BOARD.files) * u32::from(G::BOARD.ranks);
        let symmetries = Symmetries::new(cells, G::SYMMETRIES, |s, bit| {
            let image = G::BOARD.bit(G::map_cell(s, G::BOARD.cell(bit)));
            image.expect("a symmetry maps the board to itself")
        });
        Some(PairIndex { numbers: PairIndexer::new(symmetries, &game.tiers()), game })
    }

    fn game(&self) -> &G {
        &self.game
    }

    fn rules(&self) -> String {
        self.game.changed_rules()
    }

    fn tiers(&self) -> &[Tier] {
        self.numbers.tiers()
    }

    #[inline(always)]
    fn rank(&self, position: &G::Position) -> Option<Slot> {
        let (own, enemy) = self.game.sets(position)?;
        self.numbers.rank(enemy, own)
    }

    #[inline(always)]
    fn unrank(&self, slot: Slot) -> Option<G::Position> {
        let (enemy, own) = self.numbers.unrank(slot)?;
        self.game.position(own, enemy)
    }

    #[inline(always)]
    fn unrank_range(&self, tier: usize, numbers: Range<u64>, list: &mut Vec<Option<G::Position>>) {
        self.numbers.each(tier, numbers, &mut |pair| {
            list.push(pair.and_then(|(enemy, own)| self.game.position(own, enemy)));
        });
    }

    #[inline(always)]
    fn weight(&self, position: &G::Position) -> u64 {
        let sets = self.game.sets(position);
        sets.map_or(0, |(own, enemy)| self.numbers.weight(enemy, own))
    }

    #[inline(always)]
    fn weight_at(&self, slot: Slot) -> (u64, u64) {
        self.numbers.weight_at(slot)
    }

    fn shipped() -> &'static [&'static [u8]] {
        &[]
    }

    fn solver<C: SolverChoice<Self>>(&self, choice: C) -> C::Output {
        choice.counting(self)
    }

    fn usual_tiers(&self) -> usize {
        self.game.usual_tiers(self.tiers().len())
    }
}

impl<G: PairGame> Counting for PairIndex<G> {
    fn block_start(&self, slot: Slot) -> u64 {
        self.numbers.block_start(slot)
    }

    #[inline(always)]
    fn reversed(&self, slot: Slot) -> Option<u64> {
        self.numbers.reversed(slot)
    }

    #[inline(always)]
    fn predecessor_numbers(&self, reversed: Slot, visit: &mut impl FnMut(u64, u32)) {
        let Some((block, own, enemy)) = self.numbers.block_at(reversed) else { return };
        let share = block.share_back(enemy);
        self.game.turns_back(own, enemy, &mut |before| {
            let (number, stabiliser) = block.rank_mapped(before);
            visit(number, share * stabiliser);
        });
    }

    #[inline(always)]
    fn exits(&self, position: &PositionOf<Self>, visit: &mut impl FnMut(TurnOf<Self>)) -> u32 {
        self.game.exits(position, visit)
    }
}
