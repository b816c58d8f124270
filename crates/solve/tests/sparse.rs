//! The sparse solver finds what the dense one finds, here in Fraha, however often it is
//! interrupted and however large the numbers are.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use damier_core::Message;
use damier_core::any::Opened;
use damier_core::game::{Game, Outcome};
use damier_core::value::Value;
use damier_games::fraha::{Fraha, FrahaIndex};
use damier_index::{Dense, Distance, Index, Slot, SolverChoice, Sparse, Tier};
use damier_solve::checkpoint::Checkpoint;
use damier_solve::progress::{Progress, Silent, Stage};
use damier_solve::tier_job::TierJob;
use damier_solve::values::Solved;
use damier_solve::{dense, sparse};

type Position = <Fraha as Game>::Position;

/// Fraha as a game of which only the decided positions are kept, with all numbers beyond 2³².
struct Thin {
    fraha: FrahaIndex,
    tiers: [Tier; 1],
}

/// What is added to Fraha's own numbers.
const FAR: u64 = 5 << 32;

const SLICES: usize = 100;

impl Thin {
    fn loses_to(&self, position: &Position, after_wins: impl Fn(&Position) -> bool) -> bool {
        let game = self.game();
        let turns = game.turns(position, &mut |turn| {
            let after = game.play(position, turn);
            let loses = match game.outcome(&after) {
                Some(outcome) => outcome == Outcome::Won(game.to_move(&after)),
                None => after_wins(&after),
            };
            if loses { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        turns.is_continue()
    }
}

impl Index for Thin {
    type Game = Fraha;
    const VERSION: u32 = 1;
    const KEYS: u8 = 0;
    const DISTANCE: Distance = Distance::End;

    fn new(game: Fraha) -> Option<Thin> {
        let fraha = FrahaIndex::new(game)?;
        let group_ends = fraha.tiers()[0].group_ends.iter().map(|end| FAR + end).collect();
        let tiers = [Tier { name: "all".into(), group_ends, needs: 0..0 }];
        Some(Thin { fraha, tiers })
    }

    fn game(&self) -> &Fraha {
        self.fraha.game()
    }

    fn rules(&self) -> String {
        self.fraha.rules()
    }

    fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    fn rank(&self, position: &Position) -> Option<Slot> {
        let Slot { tier, number } = self.fraha.rank(position)?;
        Some(Slot { tier, number: FAR + number })
    }

    fn unrank(&self, slot: Slot) -> Option<Position> {
        let number = slot.number.checked_sub(FAR)?;
        self.fraha.unrank(Slot { number, ..slot })
    }

    fn weight(&self, position: &Position) -> u64 {
        self.fraha.weight(position)
    }

    fn shipped() -> &'static [&'static [u8]] {
        &[]
    }

    fn solver<C: SolverChoice<Self>>(&self, choice: C) -> C::Output {
        choice.sparse(self)
    }
}

impl Sparse for Thin {
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        self.fraha.predecessors(position, visit);
    }

    fn wins_at_once(&self, position: &Position) -> bool {
        let mut wins = false;
        self.fraha.exits(position, &mut |_| wins = true);
        wins
    }

    fn slices(&self) -> usize {
        SLICES
    }

    fn lost_soon(&self, slice: usize, found: &mut impl FnMut(Position, u16)) {
        let numbers = (FAR + slice as u64..self.tiers()[0].slots()).step_by(SLICES);
        for position in numbers.filter_map(|number| self.unrank(Slot { tier: 0, number })) {
            if self.loses_to(&position, |_| false) {
                found(position, 1);
            } else if self.loses_to(&position, |after| self.wins_at_once(after)) {
                found(position, 2);
            }
        }
    }
}

/// The numbering, and what the dense solver finds to be lost.
fn solved() -> (Thin, &'static [(u64, u16)]) {
    static LOST: OnceLock<Vec<(u64, u16)>> = OnceLock::new();
    let game = Opened::<Fraha>::new("").expect("the default rules").game;
    let index = Thin::new(game).expect("solvable");
    let lost = LOST.get_or_init(|| {
        let mut solved = Solved::default();
        dense::solve_tier(&TierJob::new(&index.fraha, 0, &Silent), &mut solved).expect("room");
        let lost = solved.values(0).filter_map(|(number, value)| match value {
            Value::Loss(Some(turns)) => Some((FAR + number, turns)),
            _ => None,
        });
        lost.collect()
    });
    (index, lost)
}

/// Lets a solve come on a little and then stops it where it stands.
struct Stopper {
    left: AtomicU32,
    notes: Mutex<Vec<String>>,
}

impl Stopper {
    fn after(stages: u32) -> Stopper {
        Stopper { left: AtomicU32::new(stages), notes: Mutex::new(Vec::new()) }
    }
}

impl Progress for Stopper {
    fn stage(&self, stage: &Stage) {
        assert!(stage.done <= stage.positions);
        let left = self.left.load(Relaxed);
        // Quietly: this is no failure.
        if left == 0 {
            std::panic::resume_unwind(Box::new("stopped"));
        }
        self.left.store(left - 1, Relaxed);
    }

    fn note(&self, message: &Message) {
        self.notes.lock().expect("no panic here").push(message.to_string());
    }
}

#[test]
fn a_solve_goes_on_from_its_checkpoint() {
    let (index, expected) = solved();
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = Checkpoint::new(folder.path().join("x"), &index).every(Duration::ZERO);
    let mut stops = 0;
    let lost = loop {
        let stopper = Stopper::after(9);
        let run = || sparse::solve(&index, &stopper, Some(&checkpoint));
        let result = catch_unwind(AssertUnwindSafe(run));
        let notes = stopper.notes.into_inner().expect("no panic there");
        assert_eq!(stops > 0, notes == ["going on from the checkpoint"], "{notes:?}");
        match result {
            Ok(lost) => break lost,
            Err(_) => stops += 1,
        }
    };
    assert!(stops > 3, "stopped {stops} times");
    assert!(lost.iter().any(|(_, turns)| *turns > 30), "there are long losses");
    assert!(lost == expected, "{} positions found, not {}", lost.len(), expected.len());
}

#[test]
fn a_checkpoint_that_is_no_good_is_ignored() {
    let (index, expected) = solved();
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = Checkpoint::new(folder.path().join("x"), &index);
    std::fs::write(checkpoint.file(), b"something else").expect("written");
    let listener = Stopper::after(u32::MAX);
    let lost = sparse::solve(&index, &listener, Some(&checkpoint));
    assert!(lost == expected, "{} positions found, not {}", lost.len(), expected.len());
    let notes = listener.notes.into_inner().expect("no panic there");
    assert_eq!(notes.len(), 1);
    assert!(notes[0].ends_with("this is not a checkpoint; beginning from the start"), "{notes:?}");
}
