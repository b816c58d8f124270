//! The first look at the second phase: which positions are lost because every turn lets the
//! opponent win with the next one. Of the billions of positions few have to be looked at: if
//! there is a turn that leaves the opponent without any threat, the position is not one of them,
//! and for fixed pawns of the opponent such turns rule out most sets of the player's at a stroke.

use std::ops::ControlFlow;

use damier_core::{Outcome, Side, Symmetric};
use damier_index::{SetMaps, deposit};

use super::threats::Threats;
use super::{Rooya, after};
use crate::five::{ALL, CELLS, map_bit};
use crate::placing::PAWNS;

/// How many sets of the opponent's pawns make a slice.
const SLICE: usize = 128;

/// Finds the positions lost in two turns.
pub(super) struct Scan {
    game: Rooya,
    pub(super) threats: Threats,
    /// The sets of the opponent's pawns, up to symmetry.
    enemies: Vec<u32>,
}

impl Scan {
    /// For these rules.
    pub(super) fn new(game: Rooya) -> Scan {
        let maps = SetMaps::new(CELLS as u32, Rooya::SYMMETRIES, |s, bit| {
            u32::from(map_bit(s, bit as u8))
        });
        let is_first = |set: &u32| {
            let set = u64::from(*set);
            (1..maps.count()).all(|s| maps.map(s, set) >= set)
        };
        let enemies = eights(ALL).filter(is_first).collect();
        Scan { game, threats: Threats::new(game), enemies }
    }

    /// Into how many slices the positions are cut.
    pub(super) fn slices(&self) -> usize {
        self.enemies.len().div_ceil(SLICE)
    }

    /// Calls `found` with the pawns of the player to move and the opponent's of each position of
    /// a slice that is lost in one or two turns, and with their number.
    #[inline(always)]
    pub(super) fn lost_soon(&self, slice: usize, found: &mut impl FnMut(u32, u32, u16)) {
        for enemy in self.enemies.iter().skip(slice * SLICE).take(SLICE) {
            if let Some(safe) = self.threats.safe_cells(*enemy) {
                for own in eights(ALL & !enemy & !safe) {
                    if let Some(turns) = self.lost(own, *enemy) {
                        found(own, *enemy, turns);
                    }
                }
            }
        }
    }

    /// In how many turns the player with the pawns `own` loses, if every turn loses at once or
    /// lets the opponent win at once.
    #[inline(always)]
    fn lost(&self, own: u32, enemy: u32) -> Option<u16> {
        if self.threats.wins_at_once(own, enemy) {
            return None;
        }
        let mut turns = 1;
        let all = self.game.moves(own, enemy, &mut |turn| {
            let now = after(own, enemy, turn);
            match self.game.judge(Side::Light, (own, enemy), now) {
                Some(Outcome::Won(Side::Dark)) => {}
                None if self.threats.wins_at_once(now.1, now.0) => turns = 2,
                _ => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        all.is_continue().then_some(turns)
    }
}

/// The sets of 8 of these cells, in the order of their numbers.
pub(super) fn eights(cells: u32) -> impl Iterator<Item = u32> {
    let end = 1u32 << cells.count_ones();
    // The next number with as many ones.
    let next = |set: &u32| {
        let carry = set + (set & set.wrapping_neg());
        Some(carry | ((set ^ carry) >> set.trailing_zeros()) >> 2)
    };
    let all = std::iter::successors(Some((1 << PAWNS) - 1), next);
    all.take_while(move |set| *set < end).map(move |set| deposit(set.into(), cells.into()) as u32)
}

#[cfg(test)]
mod tests {
    use damier_core::any::Opened;
    use damier_core::random::Random;

    use super::*;

    /// Whole blocks of positions with the same pawns of the opponent, none left out.
    #[test]
    fn nothing_that_is_lost_is_ruled_out() {
        let mut random = Random::new(31);
        for rules in ["", "replay_swap=no", "null_rotation=yes", "both=draw"] {
            let scan = Scan::new(Opened::new(rules).expect(rules).game);
            let mut lost = 0;
            for _ in 0..8 {
                let slice = random.below(scan.slices());
                let mut found = Vec::new();
                scan.lost_soon(slice, &mut |own, enemy, turns| found.push((own, enemy, turns)));
                lost += found.len();
                for _ in 0..4 {
                    let all = &scan.enemies[slice * SLICE..];
                    let enemy = all[random.below(all.len().min(SLICE))];
                    let slow: Vec<_> = eights(ALL & !enemy)
                        .filter_map(|own| Some((own, enemy, scan.lost(own, enemy)?)))
                        .collect();
                    let quick = found.iter().copied().filter(|(_, e, _)| *e == enemy);
                    assert!(quick.eq(slow), "{rules} {enemy:025b}");
                }
            }
            assert!(lost > 100, "{rules}: {lost}");
        }
    }
}
