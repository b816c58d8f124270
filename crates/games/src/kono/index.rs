//! Numbers for the positions of Kono: one tier, whose groups are the pairs of pawn numbers that
//! steps lead back and forth between; captures lead to groups with fewer pawns.

use std::ops::ControlFlow;

use damier_core::bits::Layout;
use damier_core::{Game, Side};
use damier_index::{PairGame, PairIndex, PairTier, Solvable, divisions};

use super::board::{LAYOUT, Position, Turn};
use super::{Kono, turns};

impl Solvable for Kono {
    type Index = PairIndex<Kono>;
}

impl PairGame for Kono {
    const VERSION: u32 = 1;
    const BOARD: Layout = LAYOUT;

    fn is_solvable(&self) -> bool {
        true
    }

    fn changed_rules(&self) -> String {
        if self.mandatory { "capture=mandatory".into() } else { String::new() }
    }

    /// Between two and eight pawns each, fewer pawns first.
    fn tiers(&self) -> Vec<PairTier> {
        let groups = (4..=16).flat_map(|pawns| divisions(pawns, 2..=8)).collect();
        vec![PairTier { name: "all".into(), groups, needs: 0..0 }]
    }

    #[inline(always)]
    fn sets(&self, position: &Position) -> Option<(u64, u64)> {
        let (own, enemy) = position.sets();
        Some((own.into(), enemy.into()))
    }

    /// A blocked player has lost.
    #[inline(always)]
    fn position(&self, own: u64, enemy: u64) -> Option<Position> {
        let pawns = [own as u16, enemy as u16];
        turns::can_move(pawns[0], pawns[1]).then_some(Position {
            pawns,
            to_move: Side::Light,
            over: None,
        })
    }

    /// Only steps stay in the group, and a step is legal only where no capture is compulsory.
    #[inline(always)]
    fn turns_back(&self, own: u64, enemy: u64, visit: &mut impl FnMut(u64)) {
        let (own, enemy) = (own as u16, enemy as u16);
        for (from, to) in turns::each_step(enemy, !(own | enemy)) {
            let before = enemy & !(1 << from) | 1 << to;
            if self.may_step(before, own) {
                visit(before.into());
            }
        }
    }

    /// Captures leave the group. A step ends the game only if it blocks the opponent, which it
    /// can only do by filling the last free cell next to the opponent's pawns.
    #[inline(always)]
    fn exits(&self, position: &Position, visit: &mut impl FnMut(Turn)) -> u32 {
        let (own, enemy) = position.sets();
        let near = turns::next_to(enemy) & !(own | enemy);
        let steps_may_end = near & near.wrapping_sub(1) == 0;
        if steps_may_end {
            let _ = self.turns(position, &mut |turn: Turn| {
                visit(turn);
                ControlFlow::Continue(())
            });
            return 0;
        }
        turns::each_jump(own, enemy, visit);
        match self.may_step(own, enemy) {
            false => 0,
            true => turns::steppers(own, !(own | enemy)).map(u16::count_ones).iter().sum(),
        }
    }
}

impl Kono {
    /// Whether the player with the pawns `own` need not capture.
    #[inline(always)]
    fn may_step(&self, own: u16, enemy: u16) -> bool {
        !(self.mandatory && turns::can_jump(own, enemy))
    }
}
