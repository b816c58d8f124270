//! Numbers for the positions of Kono: one tier, whose groups are the pairs of pawn numbers that
//! steps lead back and forth between; captures lead to groups with fewer pawns.

use std::ops::{ControlFlow, Range};

use damier_core::index::{Index, SetMaps, Slot, Solvable, Tier, TwoSets};
use damier_core::{Game, Side, Symmetric, symmetry};

use super::board::{LAYOUT, Position, Turn};
use super::{Kono, turns};

/// The numbering of Kono's positions.
pub struct KonoIndex {
    game: Kono,
    numbers: TwoSets,
}

impl Solvable for Kono {
    type Index = KonoIndex;
}

/// Between two and eight pawns each, fewer pawns first; unequal numbers loop with their mirror
/// image since the player to move changes.
fn groups() -> Vec<Vec<(u32, u32)>> {
    let mut all = Vec::new();
    for total in 4..=16 {
        for few in 2..=total / 2 {
            match (few, total - few) {
                (_, 9..) => {}
                (a, b) if a == b => all.push(vec![(a, b)]),
                (a, b) => all.push(vec![(a, b), (b, a)]),
            }
        }
    }
    all
}

impl Index for KonoIndex {
    type Game = Kono;
    const VERSION: u32 = 1;
    const COUNTED: bool = true;
    const BYTES_PER_SLOT: u64 = 8;

    fn new(game: Kono) -> Option<KonoIndex> {
        let maps = SetMaps::new(16, Kono::SYMMETRIES, |s, bit| {
            symmetry::map_set(LAYOUT, s, 1 << bit).trailing_zeros()
        });
        let numbers = TwoSets::new(16, maps, &[("all".to_string(), groups())]);
        Some(KonoIndex { game, numbers })
    }

    fn game(&self) -> &Kono {
        &self.game
    }

    fn rules(&self) -> String {
        if self.game.mandatory { "capture=mandatory".into() } else { String::new() }
    }

    fn tiers(&self) -> &[Tier] {
        self.numbers.tiers()
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Slot> {
        let (own, enemy) = position.sets();
        // The opponent's pawns come first: a step changes only the mover's, so all predecessors
        // of a position have numbers near each other.
        self.numbers.rank(enemy.into(), own.into())
    }

    #[inline(always)]
    fn unrank(&self, slot: Slot) -> Option<Position> {
        let (enemy, own) = self.numbers.unrank(slot)?;
        position(own as u16, enemy as u16)
    }

    #[inline(always)]
    fn unrank_all(&self, tier: usize, numbers: Range<u64>, list: &mut Vec<Option<Position>>) {
        self.numbers.each(tier, numbers, &mut |pair| {
            list.push(pair.and_then(|(enemy, own)| position(own as u16, enemy as u16)));
        });
    }

    /// Captures leave the group. A step ends the game only if it blocks the opponent, which it
    /// can only do by filling the last free cell next to the opponent's pawns.
    #[inline(always)]
    fn exits(&self, position: &Position, visit: &mut impl FnMut(Turn)) -> bool {
        let (own, enemy) = position.sets();
        let near = turns::next_to(enemy) & !(own | enemy);
        let steps_may_end = near & near.wrapping_sub(1) == 0;
        if steps_may_end {
            let _ = self.game.turns(position, &mut |turn: Turn| {
                visit(turn);
                ControlFlow::Continue(())
            });
            return false;
        }
        turns::each_jump(own, enemy, visit);
        self.stays(position) > 0
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

    #[inline(always)]
    fn stays(&self, position: &Position) -> u32 {
        let (own, enemy) = position.sets();
        match self.may_step(own, enemy) {
            false => 0,
            true => turns::steppers(own, !(own | enemy)).map(u16::count_ones).iter().sum(),
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
        let (own, enemy) = (own as u16, enemy as u16);
        for before in steps_back(own, enemy) {
            if self.may_step(before, own) {
                let (number, stabiliser) = family.rank_mapped(before.into());
                visit(number, share * stabiliser);
            }
        }
    }

    /// Only steps stay in the group: the opponent's pawns step back.
    #[inline(always)]
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let (own, enemy) = position.sets();
        let mover = position.to_move.other();
        for before in steps_back(own, enemy).filter(|before| self.may_step(*before, own)) {
            let pawns = match mover {
                Side::Light => [before, own],
                Side::Dark => [own, before],
            };
            visit(Position { pawns, to_move: mover, over: None });
        }
    }
}

/// The position in which yellow has the pawns `own` and is to move. A blocked player has lost:
/// such a position is over and has no number.
#[inline(always)]
fn position(own: u16, enemy: u16) -> Option<Position> {
    turns::can_move(own, enemy).then_some(Position {
        pawns: [own, enemy],
        to_move: Side::Light,
        over: None,
    })
}

/// What the pawns `enemy` may have been before a step, when `own` is to move.
#[inline(always)]
fn steps_back(own: u16, enemy: u16) -> impl Iterator<Item = u16> {
    turns::each_step(enemy, !(own | enemy)).map(move |(from, to)| enemy & !(1 << from) | 1 << to)
}

impl KonoIndex {
    /// Whether the player with the pawns `own` need not capture.
    #[inline(always)]
    fn may_step(&self, own: u16, enemy: u16) -> bool {
        !(self.game.mandatory && turns::can_jump(own, enemy))
    }
}
