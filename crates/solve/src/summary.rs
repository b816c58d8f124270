//! What a table says as a whole.

use std::ops::Range;

use damier_core::value::Value;
use damier_index::{Index, Slot};
use rayon::prelude::*;

use crate::values::PackedValue;

/// What a table says as a whole. The numbers count positions of the player to move that are not
/// over, mirror images included.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The tier's name.
    pub tier: String,
    /// Positions up to symmetry; an upper bound where only the lost ones were looked for.
    pub up_to_symmetry: u64,
    /// Won positions; unknown where only the lost ones were looked for.
    pub won: Option<u64>,
    /// Lost positions.
    pub lost: u64,
    /// Drawn positions; unknown where only the lost ones were looked for.
    pub drawn: Option<u64>,
    /// The most turns a win takes, if known.
    pub longest_win: Option<u16>,
    /// The most turns a loss takes.
    pub longest_loss: u16,
}

/// Counts a tier's positions by their values.
pub(crate) fn summary<I: Index>(
    index: &I,
    tier: usize,
    entry: &(impl Fn(u64) -> PackedValue + Sync),
) -> Summary {
    const CHUNK: u64 = 1 << 18;
    let slots = index.tiers()[tier].slots();
    let chunk = |i: u64| Tally::new(index, tier, i * CHUNK..((i + 1) * CHUNK).min(slots), entry);
    let tally = (0..slots.div_ceil(CHUNK)).into_par_iter().map(chunk);
    let tally = tally.reduce(Tally::default, Tally::plus);
    Summary { tier: index.tiers()[tier].name.clone(), ..tally.summary() }
}

/// How often each value occurs.
#[derive(Default)]
struct Tally {
    up_to_symmetry: u64,
    /// By [`PackedValue`], images counted.
    all: Vec<u64>,
}

impl Tally {
    fn new<I: Index>(
        index: &I,
        tier: usize,
        mut numbers: Range<u64>,
        entry: impl Fn(u64) -> PackedValue,
    ) -> Tally {
        let mut tally = Tally::default();
        while !numbers.is_empty() {
            let (weight, until) = index.weight_at(Slot { tier, number: numbers.start });
            let until = until.min(numbers.end);
            for entry in (numbers.start..until).map(&entry) {
                if entry != PackedValue::UNUSED {
                    let place = usize::from(entry.0);
                    if tally.all.len() <= place {
                        tally.all.resize(place + 1, 0);
                    }
                    tally.up_to_symmetry += 1;
                    tally.all[place] += weight;
                }
            }
            numbers.start = until;
        }
        tally
    }

    fn plus(mut self, mut other: Tally) -> Tally {
        if self.all.len() < other.all.len() {
            std::mem::swap(&mut self.all, &mut other.all);
        }
        self.all.iter_mut().zip(other.all).for_each(|(mine, more)| *mine += more);
        Tally { up_to_symmetry: self.up_to_symmetry + other.up_to_symmetry, ..self }
    }

    fn summary(&self) -> Summary {
        let mut sum = Summary {
            up_to_symmetry: self.up_to_symmetry,
            won: Some(0),
            drawn: Some(0),
            ..Summary::default()
        };
        for (entry, &count) in
            (0..).map(PackedValue).zip(&self.all).filter(|(_, count)| **count > 0)
        {
            match entry.value() {
                Some(Value::Win(n)) => {
                    sum.won = sum.won.map(|won| won + count);
                    sum.longest_win = sum.longest_win.max(n);
                }
                Some(Value::Loss(n)) => {
                    sum.lost += count;
                    sum.longest_loss = sum.longest_loss.max(n.unwrap_or(0));
                }
                _ => sum.drawn = sum.drawn.map(|drawn| drawn + count),
            }
        }
        sum
    }
}
