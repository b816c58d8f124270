//! Numbers for the endgames of Fanorona: a tier for each number of pawns on the board. Captures
//! lead to smaller tiers, so only positions without captures loop, among those with the same
//! numbers of pawns.

use std::ops::{ControlFlow, Range};

use damier_core::bits::{Layout, bits};
use damier_core::index::{Index, SetMaps, Slot, Solvable, Tier, TwoSets};
use damier_core::{Game, Side, Symmetric, symmetry};

use super::board::{ALL, EVEN, Position};
use super::chains::capturers;
use super::turn::{Turn, Way};
use super::turns::{can_step, steppers};
use super::{Fanorona, Rules};

/// The largest tier: above five pawns tables take longer than anyone waits for.
const MOST_PAWNS: u32 = 5;

/// The points without the gaps between the ranks.
const DENSE: Layout = Layout { files: 9, ranks: 5, stride: 9 };
const RANK: u64 = (1 << 9) - 1;

/// The numbering of Fanorona's endgames.
pub struct FanoronaIndex {
    game: Fanorona,
    numbers: TwoSets,
}

impl Solvable for Fanorona {
    type Index = FanoronaIndex;
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

/// The groups of a tier: each division of the pawns with its reverse.
fn groups(pawns: u32) -> Vec<Vec<(u32, u32)>> {
    let division = |few: u32| match (few, pawns - few) {
        (a, b) if a == b => vec![(a, b)],
        (a, b) => vec![(a, b), (b, a)],
    };
    (1..=pawns / 2).map(division).collect()
}

impl Index for FanoronaIndex {
    type Game = Fanorona;
    const VERSION: u32 = 1;
    const COUNTED: bool = true;
    const BYTES_PER_SLOT: u64 = 8;

    /// Refusing to capture makes positions with keys that loop; they are not numbered.
    fn new(game: Fanorona) -> Option<FanoronaIndex> {
        if game.huff {
            return None;
        }
        let maps = SetMaps::new(45, Fanorona::SYMMETRIES, |s, bit| {
            symmetry::map_set(DENSE, s, 1 << bit).trailing_zeros()
        });
        let tiers: Vec<_> = (2..=MOST_PAWNS).map(|n| (n.to_string(), groups(n))).collect();
        Some(FanoronaIndex { game, numbers: TwoSets::new(45, maps, &tiers) })
    }

    fn game(&self) -> &Fanorona {
        &self.game
    }

    fn rules(&self) -> String {
        match self.game.rules {
            Rules::Sheet => String::new(),
            Rules::Schadd => "rules=schadd".into(),
        }
    }

    fn tiers(&self) -> &[Tier] {
        self.numbers.tiers()
    }

    /// Positions with keys have no number.
    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Slot> {
        if position.open != 0 || position.huff != 0 || position.vela.is_some() {
            return None;
        }
        let (own, enemy) = position.sets();
        // The opponent's pawns come first: a step changes only the mover's, so all predecessors
        // of a position have numbers near each other.
        self.numbers.rank(dense(enemy), dense(own))
    }

    #[inline(always)]
    fn unrank(&self, slot: Slot) -> Option<Position> {
        let (enemy, own) = self.numbers.unrank(slot)?;
        unless_over(spread(own), spread(enemy))
    }

    #[inline(always)]
    fn unrank_all(&self, tier: usize, numbers: Range<u64>, list: &mut Vec<Option<Position>>) {
        self.numbers.each(tier, numbers, &mut |pair| {
            list.push(pair.and_then(|(enemy, own)| unless_over(spread(own), spread(enemy))));
        });
    }

    #[inline(always)]
    fn weight(&self, position: &Position) -> u64 {
        let (own, enemy) = position.sets();
        self.numbers.weight(dense(enemy), dense(own))
    }

    /// If there is a capture every turn is one, and leaves the group. Otherwise a step can only
    /// end the game by taking the last free point next to the opponent's pawns.
    #[inline(always)]
    fn exits(&self, position: &Position, visit: &mut impl FnMut(Turn)) -> bool {
        let (own, enemy) = position.sets();
        let near = next_to(enemy) & !(own | enemy);
        if capturers(own, enemy) == 0 && near & near.wrapping_sub(1) != 0 {
            return true;
        }
        let _ = self.game.turns(position, &mut |turn| {
            visit(turn);
            ControlFlow::Continue(())
        });
        false
    }

    #[inline(always)]
    fn weight_at(&self, slot: Slot) -> (u64, u64) {
        self.numbers.weight_at(slot)
    }

    #[inline(always)]
    fn stays(&self, position: &Position) -> u32 {
        let (own, enemy) = position.sets();
        let empty = ALL & !(own | enemy);
        match capturers(own, enemy) {
            0 => Way::ALL.map(|way| steppers(own, empty, way).count_ones()).iter().sum(),
            _ => 0,
        }
    }

    fn block_start(&self, slot: Slot) -> u64 {
        self.numbers.family_start(slot)
    }

    #[inline(always)]
    fn reversed(&self, slot: Slot) -> Option<u64> {
        self.numbers.reversed(slot)
    }

    #[inline(always)]
    fn predecessor_numbers(&self, reversed: Slot, visit: &mut impl FnMut(u64, u32)) {
        let Some((family, own, enemy)) = self.numbers.family_at(reversed) else { return };
        let share = family.share_back(enemy);
        let (own, enemy) = (spread(own), spread(enemy));
        for before in steps_back(own, enemy) {
            if capturers(before, own) == 0 {
                let (number, stabiliser) = family.rank_mapped(dense(before));
                visit(number, share * stabiliser);
            }
        }
    }

    #[inline(always)]
    fn predecessors(&self, after: &Position, visit: &mut impl FnMut(Position)) {
        let (own, enemy) = after.sets();
        let mover = after.to_move.other();
        for before in steps_back(own, enemy).filter(|before| capturers(*before, own) == 0) {
            visit(position(mover, before, own));
        }
    }
}

/// What the pawns `enemy` may have been before a step, when `own` is to move. Only steps stay in
/// the group, and a step is legal only where nothing can be captured.
#[inline(always)]
fn steps_back(own: u64, enemy: u64) -> impl Iterator<Item = u64> {
    let empty = ALL & !(own | enemy);
    Way::ALL.into_iter().flat_map(move |way| {
        bits(steppers(enemy, empty, way))
            .map(move |from| enemy & !(1 << from) | 1 << way.from(from))
    })
}

/// The position without keys in which white has the pawns `own` and is to move. A player without
/// a step has lost: such a position is over and has no number.
#[inline(always)]
fn unless_over(own: u64, enemy: u64) -> Option<Position> {
    can_step(own, ALL & !(own | enemy)).then(|| position(Side::Light, own, enemy))
}

/// The position without keys in which `to_move` has the pawns `own`.
#[inline(always)]
fn position(to_move: Side, own: u64, enemy: u64) -> Position {
    let pawns = match to_move {
        Side::Light => [own, enemy],
        Side::Dark => [enemy, own],
    };
    Position { pawns, huff: 0, to_move, open: 0, vela: None, over: None }
}
