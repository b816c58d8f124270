//! One random run: games are played over a failing disk, and what was told is compared with what
//! is found afterwards by a store over an honest one.

use std::collections::{HashMap, HashSet};
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use damier_core::random::Random;
use sqlx::{Connection, Row, SqliteConnection};
use tempfile::TempDir;

use super::disk::{self, Disk, Fault, How, Op};
use super::vfs;
use crate::log::sqlite::writer::RetryPolicy;
use crate::log::sqlite::{SqliteLog, Tuning};
use crate::log::{Appended, EventLog, Standing, Write, append, promise};

/// What some runs met.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tally {
    pub(super) runs: u64,
    pub(super) acknowledged: u64,
    pub(super) refused: u64,
    /// Operations that failed on purpose.
    pub(super) struck: u64,
    pub(super) cuts: u64,
    pub(super) kills: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.runs += other.runs;
        self.acknowledged += other.acknowledged;
        self.refused += other.refused;
        self.struck += other.struck;
        self.cuts += other.cuts;
        self.kills += other.kills;
    }
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    Stop,
    Kill,
    PowerCut,
}

const SETUP: &str = r#"{"game":"kono","rules":"","start":null,"opening":null,"clock":null,"seats":["a","b"],"previous":null}"#;

const DATABASE: &str = "damier.db";

/// A folder with an empty database.
pub(super) async fn template() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteLog::open(folder.path()).await.unwrap();
    store.close().await;
    folder
}

fn tuning() -> Tuning {
    vfs::register();
    Tuning {
        vfs: Some(vfs::NAME),
        busy_timeout: Duration::from_millis(2),
        policy: RetryPolicy {
            patience: Duration::from_millis(20),
            backoff: (Duration::from_millis(1), Duration::from_millis(4)),
            ..Tuning::default().policy
        },
        write_again: Some(Disk::write_again),
        ..Tuning::default()
    }
}

/// A game as whoever plays it knows it.
struct Game {
    name: String,
    /// How many events it has, as far as we were told.
    known: u64,
    /// What was acknowledged, by number.
    acknowledged: HashMap<u64, String>,
    /// Something failed: it must be read again.
    lost: bool,
}

struct Play {
    seed: u64,
    random: Random,
    place: PathBuf,
    store: SqliteLog,
    disk: Arc<Disk>,
    games: Vec<Game>,
    events: u64,
    tally: Tally,
}

/// Plays over a failing disk and checks what is left.
pub(super) async fn run(seed: u64, template: &Path) -> Tally {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(template.join(DATABASE), folder.path().join(DATABASE)).unwrap();
    let name = folder.path().to_str().unwrap().to_string();
    let disk = Disk::new(&name, seed);
    let mut random = Random::new(seed);
    let end = [End::Stop, End::Kill, End::PowerCut][random.below(3)];
    let place = folder.path().to_path_buf();
    let store = SqliteLog::open_tuned(&place, tuning()).await.unwrap();
    let (games, events, tally) = (Vec::new(), 0, Tally::default());
    let mut play = Play { seed, random, place, store, disk, games, events, tally };
    play.plan(end);
    play.go().await;
    if !play.disk.dead() {
        play.recovers().await;
    }
    play.finish(end, folder.path()).await;
    disk::forget(&name);
    play.tally
}

impl Play {
    fn plan(&mut self, end: End) {
        let random = &mut self.random;
        let faults = (0..1 + random.below(4)).map(|_| {
            let op = Op::ALL[random.below(Op::ALL.len())];
            let op = if random.below(2) == 0 { [Op::Write, Op::Sync][random.below(2)] } else { op };
            Fault {
                op,
                from: 1 + random.below(60) as u64,
                count: [1, 1, 1, 2, 5, 40][random.below(6)],
                how: [How::Full, How::Broken, How::Short][random.below(3)],
            }
        });
        let faults = faults.collect();
        let cut = (end == End::PowerCut).then(|| 1 + random.below(160) as u64);
        self.disk.plan(faults, cut);
    }

    async fn go(&mut self) {
        for _ in 0..10 + self.random.below(15) {
            match self.random.below(12) {
                0 => match self.random.below(2) {
                    0 => drop(self.store.probe().await),
                    _ => self.is_killed().await,
                },
                1 => self.store.readers.checkpoint().await,
                2 => self.look_again().await,
                3 if self.games.len() < 4 => self.invite().await,
                _ => self.turns().await,
            }
            if self.disk.dead() {
                return;
            }
        }
    }

    /// The server is killed and started again: what it had given to the system is there, synced
    /// or not.
    async fn is_killed(&mut self) {
        self.disk.out_of_reach(true);
        self.store.close().await;
        self.disk.out_of_reach(false);
        self.tally.kills += 1;
        self.store = loop {
            match SqliteLog::open_tuned(&self.place, tuning()).await {
                Ok(store) => break store,
                // Whoever starts it makes sure that the disk is well.
                Err(_) if !self.disk.dead() => self.disk.plan(Vec::new(), None),
                // It stays as it is: the power is gone.
                Err(_) => return,
            }
        };
        self.games.iter_mut().for_each(|game| game.lost = true);
    }

    async fn invite(&mut self) {
        let name = format!("g{}", self.games.len());
        let created = append(&self.store, vec![game(&name)]).await == Appended::Stored;
        let lost = !created;
        self.count(created);
        let acknowledged = HashMap::new();
        self.games.push(Game { name, known: 0, acknowledged, lost });
    }

    fn count(&mut self, ok: bool) {
        match ok {
            true => self.tally.acknowledged += 1,
            false => self.tally.refused += 1,
        }
    }

    /// Some turns at once, in one or several games, as players who do not wait for each other.
    async fn turns(&mut self) {
        let mut sent = Vec::new();
        for _ in 0..1 + self.random.below(6) {
            let ready = self.games.iter().enumerate().filter(|(_, game)| !game.lost);
            let ready: Vec<usize> = ready.map(|(i, _)| i).collect();
            let Some(&i) = ready.get(self.random.below(ready.len().max(1))) else { break };
            self.events += 1;
            let (number, id) = (self.games[i].known + 1, self.events);
            self.games[i].known = number;
            let payload = payload(id);
            let write = event(&self.games[i].name, number, payload.clone());
            // Given in order before any is told.
            let (then, told) = promise();
            self.store.submit(vec![write], then);
            sent.push((i, number, payload, told));
        }
        for (i, number, payload, told) in sent {
            let ok = told.await == Ok(Appended::Stored);
            self.count(ok);
            let game = &mut self.games[i];
            match ok {
                true => {
                    assert!(!game.lost, "seed {}: acknowledged after a failure", self.seed);
                    game.acknowledged.insert(number, payload);
                }
                false => game.lost = true,
            }
        }
    }

    /// Reads again what failed, as the server does when somebody connects.
    async fn look_again(&mut self) {
        for game in self.games.iter_mut().filter(|game| game.lost) {
            let Ok(found) = self.store.load(&game.name).await else { continue };
            match found {
                Some(stored) => {
                    let events = stored.events;
                    compare(self.seed, game, &events);
                    game.known = events.len() as u64;
                    // Whoever reads it may be told that it is stored.
                    for (event, number) in events.into_iter().zip(1..) {
                        game.acknowledged.insert(number, event);
                    }
                    game.lost = false;
                }
                None => {
                    assert!(game.acknowledged.is_empty(), "seed {}: a game is gone", self.seed);
                    let write = vec![self::game(&game.name)];
                    game.lost = append(&self.store, write).await != Appended::Stored;
                }
            }
        }
    }

    /// The disk is well again, and so is the store, without anybody's help.
    async fn recovers(&mut self) {
        self.disk.plan(Vec::new(), None);
        if self.games.is_empty() {
            self.invite().await;
        }
        for _ in 0..2000 {
            self.look_again().await;
            let before = self.tally.acknowledged;
            self.turns().await;
            if self.tally.acknowledged > before && self.games.iter().all(|game| !game.lost) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("seed {}: it does not recover", self.seed);
    }

    async fn finish(&mut self, end: End, folder: &Path) {
        self.tally.runs += 1;
        self.tally.struck += self.disk.struck();
        match end {
            End::Stop => {
                self.store.close().await;
                check(self.seed, &self.games, &folder.join(DATABASE)).await;
            }
            // What the process had given to the system stays; what it had not is gone.
            End::Kill => {
                self.tally.kills += 1;
                let left = tempfile::tempdir().unwrap();
                for name in [DATABASE, "damier.db-wal"] {
                    let _ = std::fs::copy(folder.join(name), left.path().join(name));
                }
                check(self.seed, &self.games, &left.path().join(DATABASE)).await;
                self.store.close().await;
            }
            End::PowerCut => {
                self.tally.cuts += 1;
                self.disk.cut();
                self.store.close().await;
                self.disk.lose_power().unwrap();
                check(self.seed, &self.games, &folder.join(DATABASE)).await;
            }
        }
    }
}

fn game(name: &str) -> Write {
    let standing = Standing::Playing;
    let (public, setup) = (name.into(), SETUP.into());
    Write::Game { public, setup, created: 0, standing, inviter: None }
}

/// Now and then one changes what its game waits for, which writes to another table as well.
fn event(name: &str, seq: u64, payload: String) -> Write {
    let standing = seq.is_multiple_of(5).then_some(Standing::Over);
    Write::Event { game: name.into(), seq, kind: "pause", payload, at: 0, standing }
}

fn payload(id: u64) -> String {
    format!(r#"{{"nonce":"{id}","deed":{{"kind":"pause"}}}}"#)
}

/// Everything acknowledged is in its place.
fn compare(seed: u64, game: &Game, stored: &[String]) {
    for (number, payload) in &game.acknowledged {
        let found = stored.get(*number as usize - 1);
        assert_eq!(found, Some(payload), "seed {seed}: event {number} of {}", game.name);
    }
}

/// Compares what was acknowledged with what an honest reader finds.
async fn check(seed: u64, games: &[Game], file: &Path) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut reader = SqliteConnection::connect_with(&options).await.unwrap();
    let sound: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut reader).await.unwrap();
    assert_eq!(sound, "ok", "seed {seed}");
    let mut all = HashSet::new();
    for game in games {
        let rows = sqlx::query(
            "SELECT seq, payload FROM events JOIN games ON games.id = events.game \
             WHERE public = ?1 ORDER BY seq",
        );
        let rows = rows.bind(&game.name).fetch_all(&mut reader).await.unwrap();
        let numbers: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(numbers, (1..=rows.len() as i64).collect::<Vec<_>>(), "seed {seed}: no gap");
        let stored: Vec<String> = rows.iter().map(|row| row.get(1)).collect();
        compare(seed, game, &stored);
        for payload in stored {
            assert!(all.insert(payload), "seed {seed}: an event is there twice");
        }
    }
    reader.close().await.unwrap();
}
