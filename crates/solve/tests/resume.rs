//! A solve that was interrupted goes on where it was, whatever the solver: tiers whose tables are
//! there are not solved again, and inside a tier a checkpoint tells the losses found so far. The
//! bytes are the same as without any interruption.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_core::Message;
use damier_core::any::Opened;
use damier_core::random::Random;
use damier_games::Visitor;
use damier_index::{Counting, Dense, Index, Keyed, Slot, Solvable, SolverChoice, Sparse};
use damier_solve::build::{Finished, Solve};
use damier_solve::keyed::{self, KeyedValues};
use damier_solve::known::KnownLosses;
use damier_solve::progress::{Pass, Progress, Silent, Stage};
use damier_solve::storage::Storage;
use damier_solve::store::Store;
use damier_solve::tier_job::TierJob;
use damier_solve::values::Solved;
use damier_solve::{counting, dense};
use damier_tables::{Table, TableError};

/// Games for each of the solvers that go tier by tier: game, rules, number of tiers.
const GAMES: [(&str, &str, usize); 4] =
    [("achef", "", 1), ("achef", "ko=none", 1), ("fanorona", "", 3), ("fraha", "", 1)];

/// Sends a visitor, who is told the number of tiers, to each of the games.
fn each<V: Visitor<Output = ()>>(visitor: impl Fn(usize) -> V) {
    for (game, rules, tiers) in GAMES {
        damier_games::visit(game, rules, visitor(tiers)).expect(game);
    }
}

/// The tables of a folder, which must be good.
fn tables<I: Index>(index: &I, tiers: usize, store: &Store) -> Vec<Table> {
    let table = |tier| store.table(index, tier).expect("good").expect("there");
    (0..tiers).map(table).collect()
}

/// Solves into a folder.
fn solve<I: Index>(index: &I, tiers: usize, folder: &Path) -> Vec<Table> {
    let store = Store::new(folder.to_path_buf());
    Solve::new(index, tiers).keeping(&store).run().expect("written");
    tables(index, tiers, &store)
}

fn same(a: &[Table], b: &[Table]) -> bool {
    let bytes = |table: &Table| table.bytes().expect("a good table").into_owned();
    a.iter().map(bytes).eq(b.iter().map(bytes))
}

/// From the losses of its table everything about a tier follows.
struct Follow {
    tiers: usize,
}

impl Visitor for Follow {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let index = G::Index::new(opened.game).expect("solvable");
        let folder = tempfile::tempdir().expect("a folder");
        index.solver(FollowFrom(solve(&index, self.tiers, folder.path())));
    }
}

/// Solves from nothing and from these tables, and compares.
struct FollowFrom(Vec<Table>);

impl FollowFrom {
    /// `values` lists the values of a number, with and without keys.
    fn compare<I: Index, V: Default, T: PartialEq + std::fmt::Debug>(
        self,
        index: &I,
        solve_tier: impl Fn(&TierJob<'_, I>, &mut V) -> Result<(), TableError>,
        values: impl Fn(&V, Slot) -> T,
    ) {
        let (mut plain, mut known) = (V::default(), V::default());
        for (tier, table) in self.0.iter().enumerate() {
            solve_tier(&TierJob::new(index, tier, &Silent), &mut plain).expect("room");
            let told = KnownLosses::table(table, &index.tiers()[tier]);
            let job = TierJob::new(index, tier, &Silent).knowing(told);
            solve_tier(&job, &mut known).expect("room");
            for number in 0..index.tiers()[tier].slots() {
                let slot = Slot { tier, number };
                assert_eq!(values(&plain, slot), values(&known, slot), "{slot:?}");
            }
        }
    }
}

impl<I: Index> SolverChoice<I> for FollowFrom {
    type Output = ();

    fn dense(self, index: &I)
    where
        I: Dense,
    {
        self.compare(index, dense::solve_tier, Solved::value);
    }

    fn counting(self, index: &I)
    where
        I: Counting,
    {
        self.compare(index, counting::solve_tier, Solved::value);
    }

    fn keyed(self, index: &I)
    where
        I: Keyed,
    {
        self.compare(index, keyed::solve_tier, |solved: &KeyedValues, slot| {
            let keyed = (0..=I::KEYS).map(|key| solved.value_with_key(slot, key));
            (solved.value(slot), keyed.collect::<Vec<_>>())
        });
    }

    fn sparse(self, _: &I)
    where
        I: Sparse,
    {
        unreachable!("no table is there to follow from");
    }
}

#[test]
fn everything_follows_from_the_losses() {
    each(|tiers| Follow { tiers });
    damier_games::visit("achef", "", Follow { tiers: 2 }).expect("achef");
}

/// Lets a solve come on a little and then stops it where it stands.
struct Stopper {
    left: AtomicU32,
    notes: Mutex<Vec<String>>,
    /// The tiers at whose every position somebody looked.
    looked: Mutex<Vec<String>>,
}

impl Stopper {
    fn after(stages: u32) -> Stopper {
        let (notes, looked) = (Mutex::default(), Mutex::default());
        Stopper { left: AtomicU32::new(stages), notes, looked }
    }
}

impl Progress for Stopper {
    fn stage(&self, stage: &Stage) {
        assert!(stage.done <= stage.positions, "{stage:?}");
        if stage.pass == Pass::Look && stage.done == 0 {
            self.looked.lock().expect("no panic here").push(stage.tier.clone());
        }
        // Quietly: this is no failure.
        if self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err() {
            std::panic::resume_unwind(Box::new("stopped"));
        }
    }

    fn note(&self, message: &Message) {
        self.notes.lock().expect("no panic here").push(message.to_string());
    }
}

/// Stops a solve again and again, a little later each time.
struct Stop {
    tiers: usize,
}

impl Visitor for Stop {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let index = G::Index::new(opened.game).expect("solvable");
        let (calm, folder) = (tempfile::tempdir(), tempfile::tempdir());
        let tiers = self.tiers;
        let expected = solve(&index, tiers, calm.expect("a folder").path());
        let folder = folder.expect("a folder");
        let store = Store::new(folder.path().to_path_buf());
        let (mut stops, mut resumed, mut stages) = (0, 0, 3);
        loop {
            let stopper = Stopper::after(stages);
            let solve = Solve::new(&index, tiers).telling(&stopper).keeping(&store);
            let run = || solve.checkpoint_every(Duration::ZERO).run();
            let result = catch_unwind(AssertUnwindSafe(run));
            let notes = stopper.notes.into_inner().expect("no panic there");
            resumed += usize::from(notes == ["going on from the checkpoint"]);
            assert!(notes.is_empty() || notes == ["going on from the checkpoint"], "{notes:?}");
            match result {
                Ok(all) => break assert_eq!(all.expect("written").len(), tiers),
                Err(_) => stops += 1,
            }
            stages += 1 + stages / 3;
        }
        assert!(stops > 3 && resumed > 0, "{}: {stops} stops, {resumed} resumed", G::ID);
        assert!(same(&tables(&index, tiers, &store), &expected), "{}: other bytes", G::ID);
        assert!(
            !folder.path().join("checkpoints").join(G::ID).with_extension("checkpoint").exists()
        );
    }
}

#[test]
fn an_interrupted_solve_gives_the_same_bytes() {
    each(|tiers| Stop { tiers });
}

/// Tables that are there are used, those that are damaged made again.
struct Reuse {
    tiers: usize,
}

impl Visitor for Reuse {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let index = G::Index::new(opened.game).expect("solvable");
        let folder = tempfile::tempdir().expect("a folder");
        let tiers = self.tiers;
        let expected = solve(&index, tiers, folder.path());
        let good = expected[tiers - 1].bytes().expect("a good table").into_owned();
        let store = Store::new(folder.path().to_path_buf());
        let run = |again: bool| {
            let listener = Stopper::after(u32::MAX);
            let solve = Solve::new(&index, tiers).telling(&listener).keeping(&store);
            let all = solve.again(again).run().expect("written");
            let built = |finished: &&Finished| matches!(finished, Finished::Built(_));
            let looked = listener.looked.into_inner().expect("no panic there").len();
            (all.iter().filter(built).count(), looked, listener.notes.into_inner().expect("none"))
        };
        assert_eq!(run(false), (0, 0, vec![]), "all is there");
        let last = store.file(&index, tiers - 1);
        std::fs::remove_file(&last).expect("removed");
        let groups = index.tiers()[..tiers].iter().map(|tier| tier.group_ends.len()).sum();
        assert_eq!(run(false), (1, groups, vec![]), "one is missing");
        std::fs::write(&last, &good[1..]).expect("written");
        let (built, _, notes) = run(false);
        assert_eq!((built, notes.len()), (1, 1));
        let name = last.display().to_string();
        assert!(notes[0].contains(&name) && notes[0].contains("solved again"), "{notes:?}");
        assert_eq!(run(true), (tiers, groups, vec![]), "all over again");
        assert!(same(&tables(&index, tiers, &store), &expected), "{}: other bytes", G::ID);
    }
}

#[test]
fn tables_that_are_there_are_not_solved_again() {
    each(|tiers| Reuse { tiers });
}

/// What whoever is killed solves: a game with checkpoints of losses, and one whose checkpoints hold
/// the cells of a group.
const VICTIMS: [(&str, usize); 2] = [("achef", 2), ("kono", 1)];
/// Where the process that is to be killed finds its folder and its game.
const FOLDER: &str = "DAMIER_TEST_SOLVES_INTO";
const GAME: &str = "DAMIER_TEST_SOLVES";

/// The solve that the next test kills; nothing by itself.
#[test]
fn a_solve_to_be_killed() {
    struct Victim<'a>(&'a Path, usize);
    impl Visitor for Victim<'_> {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let index = G::Index::new(opened.game).expect("solvable");
            let store = Store::new(self.0.to_path_buf());
            let solve = Solve::new(&index, self.1).keeping(&store);
            solve.checkpoint_every(Duration::from_millis(20)).run().expect("written");
        }
    }
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let (game, tiers) = VICTIMS[usize::from(std::env::var(GAME).is_ok_and(|game| game == "kono"))];
    damier_games::visit(game, "", Victim(Path::new(&folder), tiers)).expect(game);
}

#[test]
fn a_killed_solve_gives_the_same_bytes() {
    struct Kill(usize);
    impl Visitor for Kill {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let index = G::Index::new(opened.game).expect("solvable");
            let (calm, folder) = (tempfile::tempdir(), tempfile::tempdir());
            let (calm, folder) = (calm.expect("a folder"), folder.expect("a folder"));
            let (begun, tiers) = (Instant::now(), self.0);
            let expected = solve(&index, tiers, calm.path());
            let took = begun.elapsed().as_millis() as usize;
            let store = Store::new(folder.path().to_path_buf());
            let (mut killed, mut random) = (0, Random::new(std::process::id().into()));
            while killed < 4 {
                let wait = Duration::from_millis(random.below(took) as u64);
                if !ends_within(G::ID, folder.path(), wait) {
                    killed += 1;
                    continue;
                }
                // It was done; from the beginning, then.
                assert!(same(&tables(&index, tiers, &store), &expected), "after {killed} killings");
                std::fs::remove_dir_all(folder.path()).expect("removed");
            }
            let again = solve(&index, tiers, folder.path());
            assert!(same(&again, &expected), "{}: other bytes after {killed} killings", G::ID);
        }
    }
    for (game, tiers) in VICTIMS {
        damier_games::visit(game, "", Kill(tiers)).expect(game);
    }
}

/// Lets [`a_solve_to_be_killed`] run in a process of its own, and kills it if it takes longer.
fn ends_within(game: &str, folder: &Path, wait: Duration) -> bool {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "a_solve_to_be_killed"])
        .env(FOLDER, folder)
        .env(GAME, game)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    std::thread::sleep(wait);
    let ended = child.try_wait().expect("its state").is_some();
    child.kill().expect("killed");
    child.wait().expect("gone");
    ended
}

/// A solve of Fanorona that is stopped in the middle of a counting group goes on there: it does not
/// look at the group's positions again, and gives the same bytes.
#[test]
fn a_counting_group_goes_on_from_the_middle() {
    struct Middle;
    impl Visitor for Middle {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let index = G::Index::new(opened.game).expect("solvable");
            let (calm, folder) = (tempfile::tempdir(), tempfile::tempdir());
            let expected = solve(&index, 3, calm.expect("a folder").path());
            let folder = folder.expect("a folder");
            let store = Store::new(folder.path().to_path_buf());
            let run = |progress: &StopAt| {
                let solve = Solve::new(&index, 3).telling(progress).keeping(&store);
                let run = || solve.checkpoint_every(Duration::ZERO).run();
                catch_unwind(AssertUnwindSafe(run)).map(|done| done.expect("written").len())
            };
            assert!(run(&StopAt::new(Some(9))).is_err(), "stopped");
            assert!(run(&StopAt::new(Some(17))).is_err(), "stopped again");
            let on = StopAt::new(None);
            assert_eq!(run(&on).ok(), Some(3));
            let passes = on.passes.into_inner().expect("no panic there");
            let last: Vec<_> = passes.iter().filter(|pass| pass.0 == "4" && pass.1 == 2).collect();
            // The group is begun, but its first step back is the one before which it was stopped.
            assert!(
                matches!(last[..], [(_, _, Pass::Look), (_, _, Pass::Back(17)), ..]),
                "{last:?}"
            );
            assert!(same(&tables(&index, 3, &store), &expected), "{}: other bytes", G::ID);
        }
    }
    damier_games::visit("fanorona", "", Middle).expect("fanorona");
}

/// Stops a solve in the second group of the four-pawn tier, before it goes so many turns back; and
/// notes each pass that begins.
struct StopAt {
    turns: Option<u16>,
    passes: Mutex<Vec<(String, usize, Pass)>>,
}

impl StopAt {
    fn new(turns: Option<u16>) -> StopAt {
        StopAt { turns, passes: Mutex::default() }
    }
}

impl Progress for StopAt {
    fn stage(&self, stage: &Stage) {
        let pass = (stage.tier.clone(), stage.group.0, stage.pass);
        let mut passes = self.passes.lock().expect("no panic here");
        if passes.last() != Some(&pass) {
            passes.push(pass);
        }
        let stop = self.turns.map(Pass::Back);
        if stage.tier == "4" && stage.group.0 == 2 && Some(stage.pass) == stop {
            drop(passes);
            std::panic::resume_unwind(Box::new("stopped"));
        }
    }
}

/// A tier whose values are kept in files gives the same bytes.
struct InFiles {
    tiers: usize,
}

impl Visitor for InFiles {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let index = G::Index::new(opened.game).expect("solvable");
        let (calm, folder) = (tempfile::tempdir(), tempfile::tempdir());
        let expected = solve(&index, self.tiers, calm.expect("a folder").path());
        let folder = folder.expect("a folder");
        let store = Store::new(folder.path().to_path_buf());
        let storage = Storage::Files(folder.path().join("values"));
        let solve = Solve::new(&index, self.tiers).keeping(&store).storage(storage);
        solve.run().expect("written");
        assert!(same(&tables(&index, self.tiers, &store), &expected), "{}: other bytes", G::ID);
    }
}

#[test]
fn values_in_files_give_the_same_bytes() {
    each(|tiers| InFiles { tiers });
}
