//! Where puzzles are looked for: positions drawn at random from those that tables know, by their
//! numbers. Small tiers, in which few pawns are left, have more than their share, since most numbers
//! belong to crowded boards.

use damier_core::random::Random;
use damier_index::{Index, PositionOf, Slot, Tier, quick_tiers};

/// Draws positions of a game.
pub struct Source<'a, I: Index> {
    index: &'a I,
    /// The weight of each tier that can be had in seconds, added up.
    weights: Vec<u64>,
}

impl<'a, I: Index> Source<'a, I> {
    /// Draws from the tiers whose tables can be built in seconds.
    pub fn new(index: &'a I) -> Source<'a, I> {
        let tiers = &index.tiers()[..quick_tiers(index)];
        let mut sum = 0;
        let weight = |tier: &Tier| {
            sum += tier.slots().isqrt().max(1);
            sum
        };
        Source { index, weights: tiers.iter().map(weight).collect() }
    }

    /// A position; `None` where chance meets a number that no position has.
    pub fn draw(&self, random: &mut Random) -> Option<PositionOf<I>> {
        let chosen = random.bits() % self.weights.last()?;
        let tier = self.weights.partition_point(|sum| *sum <= chosen);
        let number = random.bits() % self.index.tiers()[tier].slots().max(1);
        self.index.unrank(Slot { tier, number })
    }
}
