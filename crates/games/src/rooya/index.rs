//! Numbers for the positions of Rooya: one tier. Its first group is the second phase, 8 pawns
//! each on 25 cells, which loops; then come the positions with pawns in hand, on the border's 16
//! cells, those with the fewest in hand first, since placing only leads forward.

use std::sync::OnceLock;

use damier_core::bits::bits;
use damier_core::{Side, Symmetric};
use damier_index::{
    Distance, Group, Index, PairIndexer, PairTier, Slot, Solvable, SolverChoice, Sparse,
    Symmetries, Tier, deposit, extract,
};

use super::Rooya;
use super::board::{Position, Rotation, gains_line, lines_of_both};
use super::paths::{self, PATHS, Path};
use super::scan::Scan;
use crate::five::{ALL, BORDER, CELLS, WAYS, map_bit};
use crate::placing::PAWNS;

/// The table that is part of the program. A static, so that there is one of it however many crates
/// ask for it.
#[cfg(feature = "tables")]
static SHIPPED: [&[u8]; 1] = [include_bytes!("lost.damier")];

/// The numbering of Rooya's positions.
pub struct RooyaIndex {
    game: Rooya,
    moving: PairIndexer,
    /// Sets of border cells, with the bits of [`BORDER`] pushed together.
    placing: PairIndexer,
    tiers: [Tier; 1],
    /// Only solving needs it.
    scan: OnceLock<Scan>,
}

impl Solvable for Rooya {
    type Index = RooyaIndex;
}

/// The numbers of pawns on the board while some are in hand, a group for each: equal if the
/// beginner is to move, otherwise the player to move has placed one less.
fn placing_groups() -> Vec<Group> {
    (0..2 * PAWNS).rev().map(|placed| vec![(placed / 2, placed.div_ceil(2))]).collect()
}

/// The one tier.
fn all(groups: Vec<Group>) -> [PairTier; 1] {
    [PairTier { name: "all".into(), groups, needs: 0..0 }]
}

impl Index for RooyaIndex {
    type Game = Rooya;
    const VERSION: u32 = 1;
    const KEYS: u8 = 0;
    const DISTANCE: Distance = Distance::End;

    fn new(game: Rooya) -> Option<RooyaIndex> {
        let image = |s, bit: u32| u32::from(map_bit(s, bit as u8));
        let board = Symmetries::new(CELLS as u32, Rooya::SYMMETRIES, image);
        let moving = PairIndexer::new(board, &all(vec![vec![(PAWNS, PAWNS)]]));
        let border = Symmetries::new(BORDER.count_ones(), Rooya::SYMMETRIES, |s, bit| {
            let cell = spread(1 << bit).trailing_zeros();
            pack(1 << image(s, cell)).trailing_zeros()
        });
        let placing = PairIndexer::new(border, &all(placing_groups()));
        let first = moving.tiers()[0].slots();
        let rest = placing.tiers()[0].group_ends.iter().map(|end| first + end);
        let group_ends = std::iter::once(first).chain(rest).collect();
        let tiers = [Tier { name: "all".to_string(), group_ends, needs: 0..0 }];
        Some(RooyaIndex { game, moving, placing, tiers, scan: OnceLock::new() })
    }

    fn game(&self) -> &Rooya {
        &self.game
    }

    fn rules(&self) -> String {
        let Rooya { first: _, replay_swap, null_rotation, both_draw } = self.game;
        let changed = [
            (!replay_swap, "replay_swap=no"),
            (null_rotation, "null_rotation=yes"),
            (both_draw, "both=draw"),
        ];
        let changed: Vec<&str> = changed.iter().filter(|(is, _)| *is).map(|(_, r)| *r).collect();
        changed.join(",")
    }

    fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Slot> {
        let (own, enemy) = position.sets();
        if !position.placing {
            return self.moving.rank(own.into(), enemy.into());
        }
        let slot = self.placing.rank(pack(own), pack(enemy))?;
        Some(Slot { tier: 0, number: self.tiers[0].group_ends[0] + slot.number })
    }

    #[inline(always)]
    fn unrank(&self, slot: Slot) -> Option<Position> {
        let Some(number) = slot.number.checked_sub(self.tiers[0].group_ends[0]) else {
            let (own, enemy) = self.moving.unrank(slot)?;
            return Some(Position::moving([own as u32, enemy as u32], Side::Light));
        };
        let (own, enemy) = self.placing.unrank(Slot { number, ..slot })?;
        let (own, enemy) = (spread(own), spread(enemy));
        // The numbers of pawns say whose turn it is.
        let to_move = match own.count_ones() == enemy.count_ones() {
            true => self.game.first,
            false => self.game.first.other(),
        };
        let pawns = by_colour(to_move, own, enemy);
        Some(Position { placing: true, ..Position::moving(pawns, to_move) })
    }

    fn shipped() -> &'static [&'static [u8]] {
        #[cfg(feature = "tables")]
        return &SHIPPED;
        #[cfg(not(feature = "tables"))]
        return &[];
    }

    fn weight(&self, position: &Position) -> u64 {
        let (own, enemy) = position.sets();
        match position.placing {
            false => self.moving.weight(own.into(), enemy.into()),
            true => self.placing.weight(pack(own), pack(enemy)),
        }
    }

    fn solver<C: SolverChoice<Self>>(&self, choice: C) -> C::Output {
        choice.sparse(self)
    }
}

impl Sparse for RooyaIndex {
    #[inline(always)]
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        // A pawn placed leaves the group.
        if !position.placing {
            let mover = position.to_move.other();
            let (enemy, own) = position.sets();
            self.game.moves_back(own, enemy, &mut |own, enemy| {
                visit(Position::moving(by_colour(mover, own, enemy), mover));
            });
        }
    }

    #[inline(always)]
    fn wins_at_once(&self, position: &Position) -> bool {
        let (own, enemy) = position.sets();
        self.scan().threats.wins_at_once(own, enemy)
    }

    fn slices(&self) -> usize {
        self.scan().slices()
    }

    #[inline(always)]
    fn lost_soon(&self, slice: usize, found: &mut impl FnMut(Position, u16)) {
        self.scan().lost_soon(slice, &mut |own, enemy, turns| {
            found(Position::moving([own, enemy], Side::Light), turns);
        });
    }
}

impl RooyaIndex {
    #[inline]
    fn scan(&self) -> &Scan {
        self.scan.get_or_init(|| Scan::new(self.game))
    }
}

/// The pawns of White and Black, from those of the player to move and the opponent's.
#[inline]
const fn by_colour(to_move: Side, own: u32, enemy: u32) -> [u32; 2] {
    match to_move {
        Side::Light => [own, enemy],
        Side::Dark => [enemy, own],
    }
}

/// A set of border cells as 16 bits.
#[inline]
fn pack(set: u32) -> u64 {
    extract(set.into(), BORDER.into())
}

/// The inverse of [`pack`].
#[inline]
fn spread(set: u64) -> u32 {
    deposit(set, BORDER.into()) as u32
}

impl Rooya {
    /// Calls `visit` with the pawns before each turn of the second phase that leads to the pawns
    /// `own` of the player who made it and `enemy` of the other, and that did not end the game:
    /// the pawns of the player who made it first. Some may come more than once.
    #[inline(always)]
    pub fn moves_back(self, own: u32, enemy: u32, visit: &mut impl FnMut(u32, u32)) {
        let empty = ALL & !(own | enemy);
        // A line that is there now must have been there before.
        let lined = lines_of_both((own, enemy)) != 0;
        let mut found = |own_before: u32, enemy_before: u32| {
            if !(lined && (gains_line(own_before, own) || gains_line(enemy_before, enemy))) {
                visit(own_before, enemy_before);
            }
        };
        for way in WAYS {
            for to in bits(own & way.onto(empty)) {
                found(own ^ (1 << to | 1 << way.from(to as u8)), enemy);
            }
            for to in bits(own & way.onto(enemy)) {
                let both = 1 << to | 1 << way.from(to as u8);
                found(own ^ both, enemy ^ both);
            }
        }
        let came = paths::TO.any_of(own) & paths::FROM.any_of(empty);
        for path in bits(came & paths::VIA.any_of(empty)) {
            let Path { from, to, .. } = PATHS[path as usize];
            found(own ^ (1 << to | 1 << from), enemy);
        }
        if self.replay_swap {
            for path in bits(came & paths::VIA.any_of(enemy)) {
                let Path { from, via, to } = PATHS[path as usize];
                found(own ^ (1 << to | 1 << from), enemy ^ (1 << via | 1 << to));
            }
        }
        for rotation in Rotation::ALL {
            let before = (rotation.of(own), rotation.of(enemy));
            if self.null_rotation || before != (own, enemy) {
                found(before.0, before.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use damier_core::Game;
    use damier_core::any::Opened;
    use damier_core::perft::random_game;
    use damier_core::random::Random;
    use damier_index::binomial;

    use super::*;

    const VARIANTS: [&str; 4] =
        ["", "replay_swap=no", "null_rotation=yes,first=white", "both=draw"];

    fn index(rules: &str) -> RooyaIndex {
        RooyaIndex::new(Opened::new(rules).expect(rules).game).expect("solvable")
    }

    /// Two sets of 8 cells at random, from the first `cells` only, so that lines are frequent.
    fn random_sets(random: &mut Random, cells: usize) -> [u32; 2] {
        let mut sets = [0u32; 2];
        for side in 0..2 {
            while sets[side].count_ones() < 8 {
                let cell = 1 << random.below(cells);
                sets[side] |= cell & !sets[1 - side];
            }
        }
        sets
    }

    #[test]
    fn turns_back_are_turns_forward_the_other_way() {
        let mut random = Random::new(7);
        for rules in VARIANTS {
            let index = index(rules);
            let game = *index.game();
            for i in 0..1500 {
                let sets = random_sets(&mut random, if i % 2 == 0 { 25 } else { 18 });
                let position = Position::moving(sets, Side::BOTH[i % 2]);
                let leads_here = |before: &Position, to: &Position| {
                    let turns = game.all_turns(before);
                    turns.into_iter().any(|turn| game.play(before, turn) == *to)
                };
                index.predecessors(&position, &mut |before| {
                    assert!(leads_here(&before, &position), "{before:?} {position:?}");
                });
                for turn in game.all_turns(&position) {
                    let after = game.play(&position, turn);
                    if game.outcome(&after).is_some() {
                        continue;
                    }
                    let mut found = HashSet::new();
                    index.predecessors(&after, &mut |before| {
                        found.insert(before);
                    });
                    assert!(found.contains(&position), "{turn:?} {position:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_name_positions_up_to_symmetry_and_colour() {
        let mut random = Random::new(8);
        for rules in VARIANTS {
            let index = index(rules);
            let game = *index.game();
            for _ in 0..300 {
                let most = random.below(40) as u32;
                let (_, position) =
                    random_game(&game, game.start(), most, &mut random, &mut Vec::new());
                if game.outcome(&position).is_some() {
                    continue;
                }
                let slot = index.rank(&position).expect("it is not over");
                let named = index.unrank(slot).expect("the number is used");
                assert_eq!(index.rank(&named), Some(slot));
                let images = (0..8).map(|s| game.map_position(s, &position));
                assert!(images.clone().all(|image| index.rank(&image) == Some(slot)));
                let images: HashSet<_> = images.collect();
                assert_eq!(index.weight(&position), images.len() as u64);
                assert!(images.iter().any(|image| image.sets() == named.sets()));
                assert_eq!(named.is_placing(), position.is_placing());
            }
        }
    }

    #[test]
    fn groups_count_every_position_once() {
        let index = index("");
        let tier = &index.tiers()[0];
        assert_eq!(tier.group_ends.len(), 17);
        let placing = tier.groups().skip(1);
        for (range, placed) in placing.zip((0..16u64).rev()) {
            let used = range.filter_map(|number| index.unrank(Slot { tier: 0, number }));
            let all: u64 = used.map(|position| index.weight(&position)).sum();
            assert_eq!(all, binomial(16, placed) * binomial(placed, placed / 2), "{placed}");
        }
    }
}
