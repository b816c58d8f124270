//! What [`super`] keeps for each number: two values and a key in four bytes.

use crate::values::PackedValue;

/// The bits of a value; less than the two bytes it has elsewhere.
const BITS: u32 = 13;
pub(super) const UNUSED: PackedValue = PackedValue((1 << BITS) - 1);
/// Open, but not to be lost any more: a capture draws. (A loss in no turns, were there one.)
pub(super) const SAFE: PackedValue = PackedValue::loss(0);

/// The main value, the second, and the key for which the second holds, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeyedEntry(pub(super) u32);

impl KeyedEntry {
    #[inline(always)]
    pub(super) fn new(main: PackedValue, second: PackedValue, key: u8) -> KeyedEntry {
        debug_assert!((main.0 | second.0) >> BITS == 0 && key < 32);
        KeyedEntry(u32::from(main.0) | u32::from(second.0) << BITS | u32::from(key) << (2 * BITS))
    }

    #[inline(always)]
    pub(super) fn main(self) -> PackedValue {
        PackedValue(self.0 as u16 & UNUSED.0)
    }

    #[inline(always)]
    pub(super) fn second(self) -> PackedValue {
        PackedValue((self.0 >> BITS) as u16 & UNUSED.0)
    }

    #[inline(always)]
    pub(super) fn key(self) -> u8 {
        (self.0 >> (2 * BITS)) as u8
    }

    /// The value of the position when it carries this key.
    #[inline(always)]
    pub(super) fn under(self, key: u8) -> PackedValue {
        if key != 0 && key == self.key() { self.second() } else { self.main() }
    }

    /// The value without a key, as it is written elsewhere.
    #[inline(always)]
    pub(super) fn value(self) -> PackedValue {
        match self.main() {
            UNUSED => PackedValue::UNUSED,
            SAFE => PackedValue::OPEN,
            main => main,
        }
    }

    /// The key for which the second value is a loss, and in how many turns.
    pub(super) fn keyed_loss(self) -> Option<(u8, u16)> {
        let lost = self.key() != 0 && is_loss(self.second());
        lost.then_some((self.key(), self.second().turns()))
    }

    /// Whether one of the values is still open and might become a loss.
    #[inline(always)]
    pub(super) fn may_lose(self) -> bool {
        match self.main() {
            PackedValue::OPEN => true,
            main => is_win(main) && self.key() != 0 && self.second() == PackedValue::OPEN,
        }
    }

    /// With a winning turn that this key forbids, if that is news. Wins are found in rising
    /// order.
    #[inline(always)]
    pub(super) fn with_win(self, turns: u16, key: u8) -> Option<KeyedEntry> {
        let (main, win) = (self.main(), PackedValue::win(turns));
        let undecided = |value| value == PackedValue::OPEN || value == SAFE;
        if undecided(main) {
            return Some(match key {
                0 => KeyedEntry::new(win, PackedValue::OPEN, 0),
                // That every other turn loses may be known already.
                _ if key == self.key() => KeyedEntry::new(win, self.second(), key),
                _ => KeyedEntry::new(win, main, key),
            });
        }
        let changes =
            is_win(main) && self.key() != 0 && self.key() != key && undecided(self.second());
        changes.then(|| match main == win {
            true => KeyedEntry::new(win, PackedValue::OPEN, 0),
            false => KeyedEntry::new(main, win, self.key()),
        })
    }

    /// With what a look forward found, if that is news.
    #[inline(always)]
    pub(super) fn with_loss(self, summary: &TurnSummary) -> Option<KeyedEntry> {
        let loss = PackedValue::loss(summary.most);
        match summary.open {
            0 if self.main() != PackedValue::OPEN => None,
            0 if summary.slowest == 0 => Some(KeyedEntry::new(loss, PackedValue::OPEN, 0)),
            0 => Some(KeyedEntry::new(loss, PackedValue::loss(summary.next), summary.slowest)),
            open => {
                let fits =
                    self.key() == open || self.key() == 0 && self.main() == PackedValue::OPEN;
                let changes = fits && self.second() == PackedValue::OPEN;
                changes.then(|| KeyedEntry::new(self.main(), loss, open))
            }
        }
    }
}

#[inline(always)]
pub(super) fn is_win(value: PackedValue) -> bool {
    value.0 & 1 == 0 && value != PackedValue::OPEN
}

#[inline(always)]
pub(super) fn is_loss(value: PackedValue) -> bool {
    value.0 & 1 == 1 && value != SAFE && value != UNUSED
}

/// What the turns of a position come to if at most one of them may not lose.
pub(super) struct TurnSummary {
    /// The key that forbids the one that may not lose; 0 if there is none.
    pub(super) open: u8,
    /// In how many turns the slowest of the others loses.
    pub(super) most: u16,
    /// And the slowest but for that.
    pub(super) next: u16,
    /// The key that forbids the slowest; 0 if there is none or several are as slow.
    pub(super) slowest: u8,
}

impl TurnSummary {
    /// Adds a turn that loses.
    #[inline(always)]
    pub(super) fn add(&mut self, turns: u16, key: u8) {
        match turns.cmp(&self.most) {
            std::cmp::Ordering::Greater => {
                (self.next, self.most, self.slowest) = (self.most, turns, key);
            }
            std::cmp::Ordering::Equal => (self.next, self.slowest) = (turns, 0),
            std::cmp::Ordering::Less => self.next = self.next.max(turns),
        }
    }
}
