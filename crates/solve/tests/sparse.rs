//! The sparse solver, on Kono with two pawns each: it finds what the dense one finds, however
//! often it is interrupted.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use damier_core::any::Opened;
use damier_core::game::{Game, Outcome};
use damier_core::index::{Index, Slot, Tier};
use damier_core::value::Value;
use damier_games::kono::{Kono, KonoIndex};
use damier_solve::checkpoint::Checkpoint;
use damier_solve::progress::{Progress, Silent, Stage};
use damier_solve::{dense, sparse};

type Position = <Kono as Game>::Position;

/// Kono's positions with two pawns each, with which a capture wins.
struct TwoEach {
    whole: KonoIndex,
    tiers: [Tier; 1],
}

const SLICES: usize = 150;

impl TwoEach {
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

impl Index for TwoEach {
    type Game = Kono;
    const VERSION: u32 = 1;
    const SPARSE: bool = true;

    fn new(game: Kono) -> Option<TwoEach> {
        let whole = KonoIndex::new(game)?;
        let tier = &whole.tiers()[0];
        let tier = Tier { name: tier.name.clone(), group_ends: vec![tier.group_ends[0]] };
        Some(TwoEach { whole, tiers: [tier] })
    }

    fn game(&self) -> &Kono {
        self.whole.game()
    }

    fn rules(&self) -> String {
        self.whole.rules()
    }

    fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    fn rank(&self, position: &Position) -> Option<Slot> {
        self.whole.rank(position)
    }

    fn unrank(&self, slot: Slot) -> Option<Position> {
        self.whole.unrank(slot)
    }

    fn weight(&self, position: &Position) -> u64 {
        self.whole.weight(position)
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        self.whole.predecessors(position, visit);
    }

    fn wins_at_once(&self, position: &Position) -> bool {
        let (game, mover) = (self.game(), self.game().to_move(position));
        let ends = game.all_turns(position).into_iter().map(|turn| game.play(position, turn));
        ends.into_iter().any(|after| game.outcome(&after) == Some(Outcome::Won(mover)))
    }

    fn slices(&self) -> usize {
        SLICES
    }

    fn lost_soon(&self, slice: usize, found: &mut impl FnMut(Position, u16)) {
        let numbers = (slice as u64..self.tiers[0].slots()).step_by(SLICES);
        for position in numbers.filter_map(|number| self.unrank(Slot { tier: 0, number })) {
            if self.loses_to(&position, |_| false) {
                found(position, 1);
            } else if self.loses_to(&position, |after| self.wins_at_once(after)) {
                found(position, 2);
            }
        }
    }
}

fn two_each() -> TwoEach {
    TwoEach::new(Opened::<Kono>::new("").expect("the default rules").game).expect("solvable")
}

fn by_the_dense_solver(index: &TwoEach) -> Vec<(u64, u16)> {
    let solved = dense::solve(index, 1, &Silent);
    let lost = solved.values(0).filter_map(|(number, value)| match value {
        Value::Loss(Some(turns)) => Some((number, turns)),
        _ => None,
    });
    lost.collect()
}

#[test]
fn both_solvers_find_the_same() {
    let index = two_each();
    let lost = by_the_dense_solver(&index);
    assert!(lost.len() > 50 && lost.iter().any(|(_, turns)| *turns > 4), "{lost:?}");
    assert_eq!(sparse::solve(&index, &Silent, None), lost);
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

    fn note(&self, text: &str) {
        self.notes.lock().expect("no panic here").push(text.to_string());
    }
}

#[test]
fn a_solve_goes_on_from_its_checkpoint() {
    let index = two_each();
    let folder = tempfile::tempdir().expect("a folder");
    for stages in [4, 7, 12] {
        let file = folder.path().join(format!("{stages}.checkpoint"));
        let checkpoint = Checkpoint::new(file, &index).every(Duration::ZERO);
        let mut stops = 0;
        let lost = loop {
            let stopper = Stopper::after(stages);
            let run = || sparse::solve(&index, &stopper, Some(&checkpoint));
            let result = catch_unwind(AssertUnwindSafe(run));
            let goes_on = ["going on from the checkpoint".to_string()];
            assert_eq!(stops > 0, *stopper.notes.lock().expect("no panic") == goes_on);
            match result {
                Ok(lost) => break lost,
                Err(_) => stops += 1,
            }
        };
        assert!(stops > 1, "stopped {stops} times");
        assert_eq!(lost, by_the_dense_solver(&index), "{stages}");
        checkpoint.remove().expect("removed");
    }
}

#[test]
fn a_checkpoint_that_is_no_good_is_ignored() {
    let index = two_each();
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = Checkpoint::new(folder.path().join("x"), &index);
    std::fs::write(checkpoint.file(), b"something else").expect("written");
    let listener = Stopper::after(u32::MAX);
    let lost = sparse::solve(&index, &listener, Some(&checkpoint));
    assert_eq!(lost, by_the_dense_solver(&index));
    let notes = listener.notes.into_inner().expect("no panic");
    assert_eq!(notes.len(), 1);
    assert!(notes[0].ends_with("this is not a checkpoint; beginning from the start"), "{notes:?}");
}
