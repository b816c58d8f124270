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
use damier_core::index::{Index, Slot, Solvable};
use damier_core::random::Random;
use damier_games::Visitor;
use damier_solve::build::{Finished, Solve};
use damier_solve::dense::bound::SolvedWithKeys;
use damier_solve::job::Job;
use damier_solve::known::Known;
use damier_solve::progress::{Pass, Progress, Silent, Stage};
use damier_solve::store::Store;
use damier_solve::values::Solved;
use damier_tables::Table;

/// Games for each of the solvers: game, rules, number of tiers.
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
    a.iter().map(Table::bytes).eq(b.iter().map(Table::bytes))
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
        let tables = solve(&index, self.tiers, folder.path());
        let (mut plain, mut plain_keys) = (Solved::default(), SolvedWithKeys::default());
        let (mut known, mut known_keys) = (Solved::default(), SolvedWithKeys::default());
        for (tier, table) in tables.iter().enumerate() {
            let job = Job::new(&index, tier, &Silent);
            let told = Known::table(table, &index.tiers()[tier]);
            let told = Job { known: told, ..Job::new(&index, tier, &Silent) };
            if G::Index::KEYS > 0 {
                plain_keys.solve_tier(&job);
                known_keys.solve_tier(&told);
            } else {
                plain.solve_tier(&job);
                known.solve_tier(&told);
            }
            for number in 0..index.tiers()[tier].slots() {
                let slot = Slot { tier, number };
                assert_eq!(plain.value(slot), known.value(slot), "{} {slot:?}", G::ID);
                for key in 0..=G::Index::KEYS {
                    let value = |solved: &SolvedWithKeys| solved.value_with_key(slot, key);
                    assert_eq!(value(&plain_keys), value(&known_keys), "{} {slot:?} {key}", G::ID);
                }
            }
        }
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
        std::fs::write(&last, &expected[tiers - 1].bytes()[1..]).expect("written");
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

/// How many tiers of Achef are solved by whoever is killed.
const VICTIMS: usize = 2;
/// Where the process that is to be killed finds its folder.
const FOLDER: &str = "DAMIER_TEST_SOLVES_INTO";

/// The solve that the next test kills; nothing by itself.
#[test]
fn a_solve_to_be_killed() {
    struct Victim<'a>(&'a Path);
    impl Visitor for Victim<'_> {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let index = G::Index::new(opened.game).expect("solvable");
            let store = Store::new(self.0.to_path_buf());
            let solve = Solve::new(&index, VICTIMS).keeping(&store);
            solve.checkpoint_every(Duration::from_millis(20)).run().expect("written");
        }
    }
    if let Some(folder) = std::env::var_os(FOLDER) {
        damier_games::visit("achef", "", Victim(Path::new(&folder))).expect("achef");
    }
}

#[test]
fn a_killed_solve_gives_the_same_bytes() {
    struct Kill;
    impl Visitor for Kill {
        type Output = ();
        fn visit<G: Solvable>(self, opened: Opened<G>) {
            let index = G::Index::new(opened.game).expect("solvable");
            let (calm, folder) = (tempfile::tempdir(), tempfile::tempdir());
            let (calm, folder) = (calm.expect("a folder"), folder.expect("a folder"));
            let (begun, tiers) = (Instant::now(), VICTIMS);
            let expected = solve(&index, tiers, calm.path());
            let took = begun.elapsed().as_millis() as usize;
            let store = Store::new(folder.path().to_path_buf());
            let (mut killed, mut random) = (0, Random::new(std::process::id().into()));
            while killed < 4 {
                let wait = Duration::from_millis(random.below(took) as u64);
                if !ends_within(folder.path(), wait) {
                    killed += 1;
                    continue;
                }
                // It was done; from the beginning, then.
                assert!(same(&tables(&index, tiers, &store), &expected), "after {killed} killings");
                std::fs::remove_dir_all(folder.path()).expect("removed");
            }
            let again = solve(&index, tiers, folder.path());
            assert!(same(&again, &expected), "other bytes after {killed} killings");
        }
    }
    damier_games::visit("achef", "", Kill).expect("achef");
}

/// Lets [`a_solve_to_be_killed`] run in a process of its own, and kills it if it takes longer.
fn ends_within(folder: &Path, wait: Duration) -> bool {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "a_solve_to_be_killed"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    std::thread::sleep(wait);
    let ended = child.try_wait().expect("its state").is_some();
    child.kill().expect("killed");
    child.wait().expect("gone");
    ended
}
