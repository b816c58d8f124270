//! Checking tables by themselves. A table is its own certificate: if at every position what it
//! says agrees with what it says one turn later, it is right from beginning to end.
//!
//! - A position noted as lost in n has nothing but turns to won positions, the longest of them
//!   won in n − 1.
//! - A position not noted has a turn that wins or leads to a lost position (then it is won, in
//!   one turn more than the shortest of those), or none such but one to a drawn position.
//!
//! By induction on n every loss and win is then what the table says; and the drawn positions
//! have no turn to a lost one and always a turn to a drawn one, so neither player can be forced
//! to lose from there. Only the rules and the table are used, nothing of the solvers'.
//!
//! Where the numbers of turns count to the next capture only, a capture is one turn whatever
//! follows it, and the induction is on the tier first: what is said about earlier tiers has been
//! proved before.
//!
//! A position with a move-forbidding key is a position of its own and checked like any other, with
//! every key it may have. The table has an answer for each: the loss noted for this board with
//! this key, in its own number of turns, and where there is none, what is noted for the board.
//! So it is checked, not believed, that a key changes nothing where nothing is noted. Positions
//! with keys that no table knows of are valued by the rules from those that have numbers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damier_core::any::position_text;
use damier_core::game::Game;
use damier_core::random::Random;
use damier_core::value::Value;
use damier_core::{Message, Phrase, phrase};
use damier_index::{Index, PositionOf, Slot};
use damier_tables::Tables;
use damier_tables::oracle::{KEYED_LOST, LOST};
use rayon::prelude::*;

use crate::progress::{Pass, Progress, Stage};

/// How much of a table is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Every position.
    All,
    /// Every position noted as lost, and this many numbers drawn with this seed.
    Sample(u64, u64),
}

impl Extent {
    /// The same for a tier with so many numbers: if as many are to be drawn, all are checked.
    #[must_use]
    pub fn within(self, slots: u64) -> Extent {
        match self {
            Extent::Sample(others, _) if others >= slots => Extent::All,
            extent => extent,
        }
    }
}

/// A position at which a table contradicts itself. As an error it speaks English;
/// [`Contradiction::message`] both languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The position that contradicts its turns.
    pub position: String,
    /// In how many turns the table says it is lost, if it does.
    pub says: Option<u16>,
    /// What follows from what it says about the positions one turn later.
    pub found: Option<u16>,
}

const CONTRADICTION: Phrase = phrase!("solve.contradiction");
const LOSS: Phrase = phrase!("solve.loss");
const NO_LOSS: Phrase = phrase!("solve.no-loss");

impl Contradiction {
    /// As a sentence for people.
    #[must_use]
    pub fn message(&self) -> Message {
        let words = |lost: Option<u16>| match lost {
            Some(turns) => LOSS.with(u32::from(turns)),
            None => NO_LOSS.say(),
        };
        CONTRADICTION.with(self.position.as_str()).with(words(self.says)).with(words(self.found))
    }
}

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Contradiction {}

/// Checks the table of a tier; the tables of earlier tiers must be at hand, and all of them good
/// to the last byte ([`damier_tables::Table::check_all`]). Returns the number
/// of positions checked.
pub fn verify<I: Index>(
    tables: &Tables<I>,
    tier: usize,
    extent: Extent,
    progress: &dyn Progress,
) -> Result<u64, Contradiction> {
    let slots = tables.index().tiers()[tier].slots();
    match extent.within(slots) {
        Extent::All => Check::new(tables, tier, slots, progress).all((0..slots).into_par_iter()),
        Extent::Sample(others, seed) => {
            let lost = noted(tables, tier);
            let numbers = (lost.len() as u64).saturating_add(others);
            // Drawn one by one rather than kept: there may be more than fit into memory.
            let drawn = (0..others).into_par_iter().map(|i| draw(seed, i, slots));
            let check = Check::new(tables, tier, numbers, progress);
            check.all(lost.into_par_iter().chain(drawn))
        }
    }
}

/// A position must be told from a damaged table, so whoever verifies checks the bytes first.
const CHECKED: &str = "the table was checked before it is verified";

/// The numbers of the positions noted as lost, each once.
fn noted<I: Index>(tables: &Tables<I>, tier: usize) -> Vec<u64> {
    let mut numbers = Vec::new();
    let set = |name| tables.tier(tier).and_then(|table| table.set(name));
    if let Some(set) = set(LOST) {
        set.each(|number, _| numbers.push(number)).expect(CHECKED);
    }
    if let Some(set) = set(KEYED_LOST) {
        set.each(|number, _| numbers.push(I::split_keyed(number).0)).expect(CHECKED);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The i-th number below `slots` that is drawn with a seed.
fn draw(seed: u64, i: u64, slots: u64) -> u64 {
    // The generator is a counter that is mixed, so a seed of its own for each is a stream as good.
    let mut random = Random::new(Random::new(seed).bits().wrapping_add(i));
    random.below(slots as usize) as u64
}

/// Checks the positions of one number; returns how many that are.
pub fn verify_number<I: Index>(tables: &Tables<I>, slot: Slot) -> Result<u64, Contradiction> {
    match tables.index().unrank(slot) {
        Some(position) => check_variants(tables, &position),
        None => Ok(0),
    }
}

/// A check that is going on.
struct Check<'a, I> {
    tables: &'a Tables<I>,
    tier: usize,
    /// How many numbers are to be checked, and who is told how it goes on.
    numbers: u64,
    progress: &'a dyn Progress,
    /// How many numbers have been checked, and how many positions: a number may stand for several
    /// that differ by a key, or for none.
    done: AtomicU64,
    checked: AtomicU64,
}

/// How many numbers are checked between two reports, as a power of two.
const EVERY: u32 = 17;

impl<'a, I: Index> Check<'a, I> {
    fn new(
        tables: &'a Tables<I>,
        tier: usize,
        numbers: u64,
        progress: &'a dyn Progress,
    ) -> Check<'a, I> {
        let (done, checked) = (AtomicU64::new(0), AtomicU64::new(0));
        let check = Check { tables, tier, numbers, progress, done, checked };
        check.tell(0);
        check
    }

    fn tell(&self, done: u64) {
        let tier = self.tables.index().tiers()[self.tier].name.clone();
        let (pass, positions, whole) = (Pass::Check, self.numbers, (done, self.numbers));
        self.progress.stage(&Stage { tier, group: (1, 1), pass, done, positions, whole });
    }

    /// Checks these numbers; returns how many positions they stand for.
    fn all(&self, numbers: impl ParallelIterator<Item = u64>) -> Result<u64, Contradiction> {
        numbers.try_for_each(|number| {
            if let Some(position) = self.tables.index().unrank(Slot { tier: self.tier, number }) {
                let n = crate::cpu::fast(|| check_variants(self.tables, &position))?;
                self.checked.fetch_add(n, Relaxed);
            }
            let done = self.done.fetch_add(1, Relaxed) + 1;
            if done.trailing_zeros() >= EVERY {
                self.tell(done);
            }
            Ok(())
        })?;
        Ok(self.checked.load(Relaxed))
    }
}

/// Checks a position and those that differ from it by a move-forbidding key; returns how many.
fn check_variants<I: Index>(
    tables: &Tables<I>,
    position: &PositionOf<I>,
) -> Result<u64, Contradiction> {
    check(tables, position)?;
    let (mut n, mut result) = (1, Ok(()));
    tables.index().variants(position, &mut |variant| {
        n += 1;
        if result.is_ok() {
            result = check(tables, &variant);
        }
    });
    result.map(|()| n)
}

/// Checks one position.
fn check<I: Index>(tables: &Tables<I>, position: &PositionOf<I>) -> Result<(), Contradiction> {
    let says = tables.lost(position).flatten();
    let found = match says {
        None if has_saving_turn(tables, position) => return Ok(()),
        _ => lost_in(tables, position),
    };
    if says.is_some() && found == says {
        return Ok(());
    }
    Err(Contradiction { position: position_text(tables.index().game(), position), says, found })
}

/// Whether some turn leads to a position that is not won for the opponent.
fn has_saving_turn<I: Index>(tables: &Tables<I>, position: &PositionOf<I>) -> bool {
    let game = tables.index().game();
    let found = |test: &dyn Fn(&PositionOf<I>) -> bool| {
        let turns = game.turns(position, &mut |turn| match test(&game.play(position, turn)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        turns.is_break()
    };
    // Looking for a lost position is much cheaper than making sure that one is not won.
    found(&|after| matches!(tables.lost_after(position, after), Some(Some(_))))
        || found(&|after| !matches!(tables.value_after(position, after), Some(Value::Win(_))))
}

/// In how many turns the position is lost, if every turn leads to a won position.
fn lost_in<I: Index>(tables: &Tables<I>, position: &PositionOf<I>) -> Option<u16> {
    let game = tables.index().game();
    let mut most = 0;
    let all = game.turns(position, &mut |turn| match tables
        .value_after(position, &game.play(position, turn))
    {
        Some(Value::Win(n)) => {
            most = most.max(n.unwrap_or(0) + 1);
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Break(()),
    });
    all.is_continue().then_some(most)
}
