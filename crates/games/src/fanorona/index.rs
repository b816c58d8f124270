//! Numbers for the endgames of Fanorona: a tier for each number of pawns on the board. Captures
//! lead to smaller tiers, so only positions without captures loop, among those with the same
//! numbers of pawns.

use std::ops::ControlFlow;

use damier_core::bits::{Layout, bits};
use damier_core::{Game, Side};
use damier_index::{PairGame, PairIndex, PairTier, Solvable, divisions};

use super::board::{ALL, EVEN, Position};
use super::chains::capturers;
use super::turn::{Turn, Way};
use super::turns::{can_step, steppers};
use super::{Fanorona, Rules};

/// The largest tier that has numbers. Its table would take hours and tens of gigabytes.
const MOST_PAWNS: u32 = 8;
/// The largest tier that is solved unless somebody asks for more: beyond it takes minutes.
const USUAL_PAWNS: u32 = 5;

/// The points without the gaps between the ranks.
const DENSE: Layout = Layout { files: 9, ranks: 5, stride: 9 };
const RANK: u64 = (1 << 9) - 1;

impl Solvable for Fanorona {
    type Index = PairIndex<Fanorona>;
}

/// Closes the gaps between the ranks.
#[inline(always)]
const fn dense(set: u64) -> u64 {
    (set & RANK)
        | (set >> 1 & RANK << 9)
        | (set >> 2 & RANK << 18)
        | (set >> 3 & RANK << 27)
        | (set >> 4 & RANK << 36)
}

/// Opens them again.
#[inline(always)]
const fn spread(set: u64) -> u64 {
    (set & RANK)
        | (set & RANK << 9) << 1
        | (set & RANK << 18) << 2
        | (set & RANK << 27) << 3
        | (set & RANK << 36) << 4
}

/// The points next to a set along the lines.
#[inline(always)]
const fn next_to(set: u64) -> u64 {
    let even = set & EVEN;
    let straight = set << 1 | set >> 1 | set << 10 | set >> 10;
    (straight | even << 9 | even >> 9 | even << 11 | even >> 11) & ALL
}

impl PairGame for Fanorona {
    const VERSION: u32 = 1;
    const BOARD: Layout = DENSE;

    /// Refusing to capture makes positions with keys that loop; they are not numbered.
    fn is_solvable(&self) -> bool {
        !self.huff
    }

    fn changed_rules(&self) -> String {
        match self.rules {
            Rules::Sheet => String::new(),
            Rules::Schadd => "rules=schadd".into(),
        }
    }

    /// A capture takes any number of pawns, so that all smaller tiers are needed.
    fn tiers(&self) -> Vec<PairTier> {
        let tier = |(pawns, before): (u32, usize)| PairTier {
            name: pawns.to_string(),
            groups: divisions(pawns, 1..=MOST_PAWNS),
            needs: 0..before,
        };
        (2..=MOST_PAWNS).zip(0..).map(tier).collect()
    }

    fn usual_tiers(&self, _: usize) -> usize {
        (2..=USUAL_PAWNS).count()
    }

    /// Positions with keys have no number.
    #[inline(always)]
    fn sets(&self, position: &Position) -> Option<(u64, u64)> {
        if position.open != 0 || position.huff != 0 || position.vela.is_some() {
            return None;
        }
        let (own, enemy) = position.sets();
        Some((dense(own), dense(enemy)))
    }

    /// A player without a step has lost.
    #[inline(always)]
    fn position(&self, own: u64, enemy: u64) -> Option<Position> {
        let pawns = [spread(own), spread(enemy)];
        can_step(pawns[0], ALL & !(pawns[0] | pawns[1])).then_some(Position {
            pawns,
            huff: 0,
            to_move: Side::Light,
            open: 0,
            vela: None,
            over: None,
        })
    }

    /// Only steps stay in the group, and a step is legal only where nothing can be captured.
    #[inline(always)]
    fn turns_back(&self, own: u64, enemy: u64, visit: &mut impl FnMut(u64)) {
        let (own, enemy) = (spread(own), spread(enemy));
        let empty = ALL & !(own | enemy);
        for way in Way::ALL {
            for from in bits(steppers(enemy, empty, way)) {
                let before = enemy & !(1 << from) | 1 << way.from(from);
                if capturers(before, own) == 0 {
                    visit(dense(before));
                }
            }
        }
    }

    /// If there is a capture every turn is one, and leaves the group. Otherwise a step can only
    /// end the game by taking the last free point next to the opponent's pawns.
    #[inline(always)]
    fn exits(&self, position: &Position, visit: &mut impl FnMut(Turn)) -> u32 {
        let (own, enemy) = position.sets();
        let empty = ALL & !(own | enemy);
        let near = next_to(enemy) & empty;
        if capturers(own, enemy) == 0 && near & near.wrapping_sub(1) != 0 {
            return Way::ALL.map(|way| steppers(own, empty, way).count_ones()).iter().sum();
        }
        let _ = self.turns(position, &mut |turn| {
            visit(turn);
            ControlFlow::Continue(())
        });
        0
    }
}
