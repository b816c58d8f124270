//! Who wins with the very next turn, in a look-up or two. A pawn that stands next to the one
//! missing cell of a line gets there whatever is on it: by a step if it is empty, by a swap if an
//! enemy stands there. Two steps need their middle cell empty. So whether a set of 8 pawns wins
//! at once depends on the enemy only in that some cell must be free of enemies.

use std::ops::ControlFlow;

use damier_core::bits::bits;
use damier_core::{Outcome, Side};
use damier_index::Ranker;

use super::board::{LINES, PLATE_NEIGHBOURS, Rotation, gains_line};
use super::paths::{self, PATHS};
use super::scan::eights;
use super::{Rooya, after};
use crate::five::{ALL, CELLS, NEIGHBOURS};
use crate::placing::PAWNS;

/// The set wins wherever the enemies stand.
const ALWAYS: u32 = 1 << 31;

/// What each set of 8 pawns threatens.
pub(super) struct Threats {
    game: Rooya,
    ranker: Ranker,
    /// By rank: [`ALWAYS`], and the cells of which one must be free of enemies otherwise.
    table: Box<[u32]>,
}

impl Threats {
    /// The threats of all sets: a table of 4 MiB.
    pub(super) fn new(game: Rooya) -> Threats {
        // Ranks follow the order of the sets' numbers.
        let table = eights(ALL).map(threats).collect();
        Threats { game, ranker: Ranker::new(CELLS as u32, PAWNS), table }
    }

    #[inline(always)]
    fn of(&self, set: u32) -> u32 {
        self.table[self.ranker.rank(set.into()) as usize]
    }

    /// Whether these pawns cannot win with the next turn, wherever the enemies stand.
    #[inline(always)]
    pub(super) fn harmless(&self, set: u32) -> bool {
        self.of(set) == 0
    }

    /// Whether the player with the pawns `own`, who is to move, wins with this turn.
    #[inline(always)]
    pub(super) fn wins_at_once(&self, own: u32, enemy: u32) -> bool {
        let threats = self.of(own);
        if threats & ALWAYS != 0 {
            return !self.game.both_draw || self.wins_slowly(own, enemy);
        }
        let sure = self.game.replay_swap && !self.game.both_draw;
        threats & !enemy != 0 && (sure || self.wins_slowly(own, enemy))
    }

    /// Cells from which each pawn of the player to move has a turn after which the pawns `enemy`
    /// threaten nothing, provided that all of the player's pawns keep off these cells but that
    /// one; `None` if there is such a turn wherever the player's pawns are.
    #[inline(always)]
    pub(super) fn safe_cells(&self, enemy: u32) -> Option<u32> {
        let safe = |now: u32| !gains_line(enemy, now) && self.harmless(now);
        let mut turned = Rotation::ALL.into_iter().map(|rotation| rotation.of(enemy));
        if turned.any(|now| now != enemy && safe(now)) {
            return None;
        }
        let mut cells = 0;
        for there in bits(enemy) {
            for here in bits(NEIGHBOURS[there as usize] & !enemy) {
                if safe(enemy ^ (1 << here | 1 << there)) {
                    // A pawn here swaps; if there is none, one can come from the other plate.
                    let (plate, all) = (PLATE_NEIGHBOURS[here as usize], NEIGHBOURS[here as usize]);
                    let goes_on = self.game.replay_swap && plate >> there & 1 == 1;
                    cells |= 1 << here | if goes_on { all & !plate } else { 0 };
                }
            }
        }
        Some(cells & !enemy)
    }

    /// The same by trying all turns, for options under which the table promises too much.
    #[cold]
    fn wins_slowly(&self, own: u32, enemy: u32) -> bool {
        let turns = self.game.moves(own, enemy, &mut |turn| {
            let now = after(own, enemy, turn);
            match self.game.judge(Side::Light, (own, enemy), now) {
                Some(Outcome::Won(Side::Light)) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        turns.is_break()
    }
}

fn threats(set: u32) -> u32 {
    if Rotation::ALL.iter().any(|rotation| gains_line(set, rotation.of(set))) {
        return ALWAYS;
    }
    let mut vias = 0;
    for line in LINES.into_iter().filter(|line| (line & set).count_ones() == 4) {
        let goal = (line & !set).trailing_zeros() as usize;
        let helpers = set & !line;
        if NEIGHBOURS[goal] & helpers != 0 {
            return ALWAYS;
        }
        let there = paths::TO.any_of(1 << goal) & paths::FROM.any_of(helpers);
        for path in bits(there & paths::VIA.any_of(ALL & !set)) {
            vias |= 1 << PATHS[path as usize].via;
        }
    }
    vias
}

#[cfg(test)]
mod tests {
    use damier_core::any::Opened;
    use damier_core::random::Random;

    use super::*;

    #[test]
    fn the_table_agrees_with_trying_all_turns() {
        let mut random = Random::new(21);
        for rules in ["", "replay_swap=no", "null_rotation=yes", "both=draw"] {
            let threats = Threats::new(Opened::new(rules).expect(rules).game);
            let (mut wins, mut harmless) = (0, 0);
            for _ in 0..100_000 {
                let mut sets = [0u32; 2];
                for side in 0..2 {
                    while sets[side].count_ones() < PAWNS {
                        sets[side] |= 1 << random.below(CELLS) & !sets[1 - side];
                    }
                }
                let slow = threats.wins_slowly(sets[0], sets[1]);
                assert_eq!(threats.wins_at_once(sets[0], sets[1]), slow, "{rules} {sets:?}");
                assert!(!(slow && threats.harmless(sets[0])));
                wins += u32::from(slow);
                harmless += u32::from(threats.harmless(sets[0]));
            }
            assert!(wins > 1000 && harmless > 10_000, "{wins} {harmless}");
        }
    }
}
