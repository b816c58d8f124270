//! Values in memory while a game is being solved: two bytes for each position.

use damier_core::value::Value;
use damier_index::{Index, Slot};

use crate::storage::Tiers;

/// A value in two bytes: 0 for a draw, or for a position not decided yet; all ones for a number
/// that no position has; otherwise the number of turns and whether it is a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedValue(pub(crate) u16);

impl PackedValue {
    /// Not decided; in the end: drawn.
    pub(crate) const OPEN: PackedValue = PackedValue(0);
    pub(crate) const UNUSED: PackedValue = PackedValue(u16::MAX);

    #[inline(always)]
    pub(crate) const fn win(turns: u16) -> PackedValue {
        PackedValue(turns << 1)
    }

    #[inline(always)]
    pub(crate) const fn loss(turns: u16) -> PackedValue {
        PackedValue(turns << 1 | 1)
    }

    /// The number of turns, of a position that is decided.
    #[inline(always)]
    pub(crate) const fn turns(self) -> u16 {
        self.0 >> 1
    }

    /// Whether this is a loss, of a number that is used.
    #[inline(always)]
    pub(crate) const fn is_loss(self) -> bool {
        self.0 & 1 == 1
    }

    /// In how many turns a position is lost.
    #[inline(always)]
    pub(crate) fn lost(self) -> Option<u16> {
        (self.is_loss() && self != PackedValue::UNUSED).then_some(self.turns())
    }

    /// The value this stands for; `None` if no position has this number.
    #[inline(always)]
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            PackedValue::OPEN => Some(Value::Draw),
            PackedValue::UNUSED => None,
            packed if packed.is_loss() => Some(Value::Loss(Some(packed.turns()))),
            packed => Some(Value::Win(Some(packed.turns()))),
        }
    }
}

/// The values of the tiers solved so far, by tier and number, as far as they are still needed.
#[derive(Debug, Default)]
pub struct Solved(pub(crate) Tiers<u16>);

impl Solved {
    /// What is noted at a slot of a solved tier.
    #[inline(always)]
    pub(crate) fn at(&self, slot: Slot) -> PackedValue {
        PackedValue(self.0.tier(slot.tier)[slot.number as usize])
    }

    /// The value at a slot of a solved tier; `None` if no position has this number or the tier is
    /// not kept.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        PackedValue(*self.0.get(slot.tier)?.get(slot.number as usize)?).value()
    }

    /// Every slot of a tier with its value, unused numbers left out.
    pub fn values(&self, tier: usize) -> impl Iterator<Item = (u64, Value)> + '_ {
        let packed = self.0.tier(tier).iter().zip(0u64..);
        packed.filter_map(|(packed, n)| Some((n, PackedValue(*packed).value()?)))
    }
}

/// The number of a position that a turn leads to.
///
/// # Panics
/// If it has none: then the index does not number what the game can reach, and whatever was taken
/// for its value would make wrong tables.
#[inline(always)]
pub(crate) fn number<I: Index>(index: &I, position: &damier_index::PositionOf<I>) -> Slot {
    index.rank(position).expect("a turn of a numbered position leads to one that has a number")
}
