//! The log over databases that are old, empty, damaged, locked, moved away, replaced, or
//! readable by everybody.

use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::log::{Appended, Standing, append, promise};
use sqlx::{Connection, SqliteConnection};

fn tuning() -> Tuning {
    let policy = RetryPolicy {
        backoff: (Duration::from_millis(5), Duration::from_millis(20)),
        watch: Duration::from_millis(20),
        ..Tuning::default().policy
    };
    Tuning { busy_timeout: Duration::from_millis(50), policy, ..Tuning::default() }
}

/// A store in a folder of its own.
struct Site {
    folder: TempDir,
    store: SqliteLog,
}

impl Site {
    async fn new() -> Site {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await.unwrap();
        Site { folder, store }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn adds(&self, writes: Vec<Write>) -> bool {
        append(&self.store, writes).await == Appended::Stored
    }

    /// Waits until writing works again, by itself.
    async fn works_again(&self) {
        for _ in 0..1000 {
            if self.store.probe().await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it does not work again");
    }

    /// Waits until it has noticed by itself that something is wrong.
    async fn notices(&self) {
        for _ in 0..1000 {
            if self.store.load("none").await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it does not notice");
    }

    async fn events(&self, game: &str) -> usize {
        self.store.load(game).await.unwrap().unwrap().events.len()
    }
}

async fn open(folder: &Path) -> Result<SqliteLog, StoreError> {
    SqliteLog::open_tuned(folder, tuning()).await
}

async fn refusal(folder: &Path) -> String {
    match open(folder).await {
        Ok(_) => panic!("opened"),
        Err(why) => {
            assert_ne!(why.message().text(damier_core::Lang::Fr), why.to_string());
            why.to_string()
        }
    }
}

const TWO: &str = r#"{"seats":["a","b"]}"#;
const ONE: &str = r#"{"seats":["a",null]}"#;

fn game(name: &str, setup: &str) -> Write {
    created(name, setup, 5)
}

fn created(name: &str, setup: &str, created: i64) -> Write {
    let standing = if setup == ONE { Standing::Open } else { Standing::Playing };
    Write::Game { public: name.into(), setup: setup.into(), created, standing, inviter: None }
}

fn event(game: &str, seq: u64) -> Write {
    changes(game, seq, None)
}

fn changes(game: &str, seq: u64, standing: Option<Standing>) -> Write {
    Write::Event { game: game.into(), seq, kind: "pause", payload: "{}".into(), at: 6, standing }
}

async fn raw(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn execute(connection: &mut SqliteConnection, sql: &'static str) {
    sqlx::raw_sql(sql).execute(connection).await.unwrap();
}

#[tokio::test]
async fn a_probe_is_written_and_room_is_known() {
    let site = Site::new().await;
    let probes = async || -> i64 {
        let probes = sqlx::query_scalar("SELECT probes FROM server");
        probes.fetch_one(&site.store.pool()).await.unwrap()
    };
    let before = probes().await;
    site.store.probe().await.unwrap();
    assert_eq!(probes().await, before + 1);
    assert!(site.store.room_left().is_some_and(|bytes| bytes > 0));
    site.store.close().await;
    assert!(site.store.probe().await.is_err(), "closed");
}

/// The wall clock may be years off in either direction: an invitation is forgotten when the server
/// has been running for so long since, and not before. Everything else stays.
#[tokio::test]
async fn no_wall_clock_makes_anybody_forget() {
    const CENTURY: i64 = 100 * 365 * 24 * 3600 * 1000;
    let site = Site::new().await;
    let now = 1_800_000_000_000;
    for (name, setup, created) in [
        ("old", ONE, now - CENTURY),
        ("first", ONE, 0),
        ("future", ONE, now + CENTURY),
        ("rematch", TWO, now - CENTURY),
        ("joined", ONE, now - CENTURY),
    ] {
        assert!(site.adds(vec![self::created(name, setup, created)]).await);
    }
    assert!(site.adds(vec![changes("joined", 1, Some(Standing::Playing))]).await);
    let names = async || -> Vec<String> {
        let store = open(site.folder.path()).await.unwrap();
        let names = sqlx::query_scalar("SELECT public FROM games ORDER BY id");
        let names = names.fetch_all(&store.pool()).await.unwrap();
        store.close().await;
        names
    };
    site.store.close().await;
    let all = ["old", "first", "future", "rematch", "joined"];
    assert_eq!(names().await, all);
    let mut disk = raw(&site.path("damier.db")).await;
    execute(&mut disk, "UPDATE server SET uptime = 90 * 24 * 3600 - 1").await;
    assert_eq!(names().await, all);
    execute(&mut disk, "UPDATE games SET born = 5 WHERE public = 'first'").await;
    execute(&mut disk, "UPDATE server SET uptime = 90 * 24 * 3600").await;
    assert_eq!(names().await, ["first", "rematch", "joined"]);
    disk.close().await.unwrap();
}

/// Databases of all earlier versions are brought up to date, with everything in them.
#[tokio::test]
async fn old_databases_are_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damier.db");
    // As the first version left it, its bookkeeping included.
    let first = schema::version(1);
    let pool = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1);
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let pool = pool.connect_with(options).await.unwrap();
    first.run(&pool).await.unwrap();
    let old = "INSERT INTO games (id, public, setup, created) VALUES (7, 'g', '{}', 5);
         INSERT INTO events (game, seq, kind, payload, at) VALUES (7, 1, 'turn', 'x', 6);";
    sqlx::raw_sql(old).execute(&pool).await.unwrap();
    pool.close().await;
    let store = open(folder.path()).await.unwrap();
    let stored = store.load("g").await.unwrap().unwrap();
    assert_eq!((stored.created, stored.touched, stored.events), (5, 6, vec!["x".to_string()]));
    assert!(append(&store, vec![event("g", 2)]).await == Appended::Stored);
    store.close().await;
}

/// What is there instead of a database is named and left alone.
#[tokio::test]
async fn damaged_databases_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damier.db");
    let name = file.display().to_string();
    std::fs::write(&file, "").unwrap();
    let said = refusal(folder.path()).await;
    assert!(said.contains(&name) && said.contains("empty (0 bytes)"), "{said}");
    std::fs::write(&file, "not a database at all, but long enough to be one ".repeat(100)).unwrap();
    let said = refusal(folder.path()).await;
    assert!(said.contains(&name) && said.contains("not a database"), "{said}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("not a database"));
    std::fs::remove_file(&file).unwrap();

    let store = open(folder.path()).await.unwrap();
    for i in 0..50 {
        let name = format!("g{i}");
        assert!(append(&store, vec![game(&name, TWO), event(&name, 1)]).await == Appended::Stored);
    }
    store.close().await;
    let good = std::fs::read(&file).unwrap();
    for keep in [good.len() / 2, good.len() - 1024, 1024, 100, 17] {
        std::fs::write(&file, &good[..keep]).unwrap();
        let said = refusal(folder.path()).await;
        assert!(said.contains(&name), "{keep}: {said}");
        assert_eq!(std::fs::read(&file).unwrap().len(), keep, "nothing is overwritten");
    }
    // Scribbled over in the middle.
    let mut bad = good.clone();
    bad[good.len() / 2..][..2048].fill(0x5a);
    std::fs::write(&file, bad).unwrap();
    let said = refusal(folder.path()).await;
    assert!(said.contains(&name) && said.contains("damaged"), "{said}");
    // A log without its database.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(file.with_file_name("damier.db-wal"), [7; 5000]).unwrap();
    let said = refusal(folder.path()).await;
    assert!(said.contains("damier.db-wal") && said.contains("missing"), "{said}");
    assert!(!file.exists());
    std::fs::remove_file(file.with_file_name("damier.db-wal")).unwrap();
    // No file at all, though something of its name.
    std::fs::create_dir(&file).unwrap();
    let said = refusal(folder.path()).await;
    assert!(said.contains(&name), "{said}");
    std::fs::remove_dir(&file).unwrap();
    // Of a version that is yet to come.
    std::fs::write(&file, &good).unwrap();
    let mut disk = raw(&file).await;
    execute(&mut disk, "UPDATE _sqlx_migrations SET version = 999 WHERE version = 2").await;
    disk.close().await.unwrap();
    let said = refusal(folder.path()).await;
    assert!(said.contains("later version"), "{said}");
    // And once it is put back all is well.
    std::fs::write(&file, good).unwrap();
    let store = open(folder.path()).await.unwrap();
    assert_eq!(store.load("g49").await.unwrap().unwrap().events.len(), 1);
    store.close().await;
}

/// Nothing is acknowledged into a deleted file; a database is neither made nor overwritten by a
/// running server, and it is used again once it is back.
#[tokio::test]
async fn a_database_that_was_moved_away_is_missed_and_used_when_it_is_back() {
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO), event("g", 1)]).await);
    let away = tempfile::tempdir().unwrap();
    for name in ["damier.db", "damier.db-wal", "damier.db-shm"] {
        std::fs::rename(site.path(name), away.path().join(name)).unwrap();
    }
    assert!(!site.adds(vec![event("g", 2)]).await);
    assert!(site.store.probe().await.is_err_and(|why| why.to_string().contains("damier.db")));
    assert!(site.store.load("g").await.is_err(), "what is there cannot be trusted");
    assert!(!site.path("damier.db").exists(), "none is made");
    for name in ["damier.db", "damier.db-wal", "damier.db-shm"] {
        let _ = std::fs::rename(away.path().join(name), site.path(name));
    }
    site.works_again().await;
    let stored = site.events("g").await as u64;
    assert!(site.adds(vec![event("g", stored + 1)]).await);
    site.store.close().await;
    let store = open(site.folder.path()).await.unwrap();
    assert_eq!(store.load("g").await.unwrap().unwrap().events.len() as u64, stored + 1);
    store.close().await;
}

#[tokio::test]
async fn a_deleted_folder_is_noticed_without_a_write_and_a_restored_copy_is_served() {
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO), event("g", 1)]).await);
    // A proper copy, as a backup tool makes it.
    let mut disk = raw(&site.path("damier.db")).await;
    let copy = tempfile::tempdir().unwrap();
    let kept = copy.path().join("copy.db");
    let vacuum = sqlx::query("VACUUM INTO ?1").bind(kept.to_str().unwrap());
    vacuum.execute(&mut disk).await.unwrap();
    disk.close().await.unwrap();
    assert!(site.adds(vec![event("g", 2)]).await);
    std::fs::remove_dir_all(site.folder.path()).unwrap();
    site.notices().await;
    assert!(!site.adds(vec![event("g", 3)]).await);
    // Half-way through the restoration.
    std::fs::create_dir(site.folder.path()).unwrap();
    assert!(!site.adds(vec![event("g", 3)]).await);
    std::fs::write(site.path("damier.db"), "").unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!site.adds(vec![event("g", 3)]).await);
    std::fs::remove_file(site.path("damier.db")).unwrap();
    std::fs::copy(&kept, site.path("damier.db.part")).unwrap();
    std::fs::rename(site.path("damier.db.part"), site.path("damier.db")).unwrap();
    site.works_again().await;
    assert_eq!(site.events("g").await, 1, "the copy");
    assert!(!site.adds(vec![event("g", 3)]).await, "what was played since builds on nothing");
    assert!(site.adds(vec![event("g", 2)]).await);
    site.store.close().await;
    let store = open(site.folder.path()).await.unwrap();
    assert_eq!(store.load("g").await.unwrap().unwrap().events.len(), 2);
    store.close().await;
}

/// Another server that has begun in a new folder of the same name keeps it.
#[tokio::test]
async fn a_folder_that_another_server_has_taken_is_left_to_it() {
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO)]).await);
    std::fs::remove_dir_all(site.folder.path()).unwrap();
    let crate::home::LockOutcome::Ours(home) =
        crate::home::DataDir::lock(site.folder.path()).unwrap()
    else {
        panic!("not free")
    };
    let other = open(site.folder.path()).await.unwrap();
    assert!(append(&other, vec![game("h", TWO)]).await == Appended::Stored);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!site.adds(vec![event("g", 1)]).await);
    let why = site.store.probe().await.unwrap_err().to_string();
    assert!(why.contains("another server"), "{why}");
    other.close().await;
    drop(home);
    site.works_again().await;
    assert!(site.adds(vec![event("h", 1)]).await);
    site.store.close().await;
}

/// The log alone is deleted: what it held is saved, since it is still open.
#[tokio::test]
async fn a_deleted_log_is_saved_from_memory() {
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO), event("g", 1)]).await);
    std::fs::remove_file(site.path("damier.db-wal")).unwrap();
    site.works_again().await;
    let stored = site.events("g").await;
    assert!((1..=2).contains(&stored));
    assert!(site.adds(vec![event("g", stored as u64 + 1)]).await);
    site.store.close().await;
    let store = open(site.folder.path()).await.unwrap();
    assert_eq!(store.load("g").await.unwrap().unwrap().events.len(), stored + 1);
    store.close().await;
}

/// Somebody else's write lock makes turns wait, and nothing else.
#[tokio::test]
async fn an_outside_lock_is_waited_for() {
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO)]).await);
    let mut tool = raw(&site.path("damier.db")).await;
    execute(&mut tool, "BEGIN EXCLUSIVE").await;
    let (then, turn) = promise();
    site.store.submit(vec![event("g", 1)], then);
    let turn = tokio::spawn(turn);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!turn.is_finished());
    execute(&mut tool, "COMMIT").await;
    assert_eq!(turn.await.unwrap().unwrap(), Appended::Stored);
    tool.close().await.unwrap();
    site.store.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn the_database_is_private_to_its_user() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO)]).await);
    let modes = || {
        ["damier.db", "damier.db-wal", "damier.db-shm"]
            .map(|name| std::fs::metadata(site.path(name)).unwrap().permissions().mode() & 0o777)
    };
    assert_eq!(modes(), [0o600; 3]);
    site.store.close().await;
    // As an earlier version left it.
    let open_to_all = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(site.path("damier.db"), open_to_all).unwrap();
    let store = open(site.folder.path()).await.unwrap();
    assert!(append(&store, vec![event("g", 1)]).await == Appended::Stored);
    assert_eq!(modes(), [0o600; 3]);
    store.close().await;
}

#[tokio::test]
async fn a_deleted_game_is_gone_and_its_name_is_free() {
    let site = Site::new().await;
    assert!(site.adds(vec![game("g", TWO), event("g", 1), event("g", 2)]).await);
    assert!(site.adds(vec![game("h", TWO)]).await);
    let delete = |game: &str, seq| vec![Write::Delete { game: game.into(), seq }];
    assert!(!site.adds(delete("g", 1)).await, "something has happened since");
    assert!(site.adds(delete("g", 2)).await);
    assert!(site.store.load("g").await.unwrap().is_none());
    assert!(!site.adds(delete("g", 2)).await, "twice");
    assert!(!site.adds(vec![event("g", 3)]).await);
    assert!(site.adds(vec![game("g", TWO), event("g", 1)]).await);
    assert!(site.adds(vec![event("h", 1)]).await, "the other one is untouched");
    assert_eq!(site.events("g").await, 1);
    site.store.close().await;
}

/// How long something has been over or waited is told by the server's own life.
#[tokio::test]
async fn what_expires_is_found_whatever_the_wall_clock_says() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let site = Site::new().await;
    let mut disk = raw(&site.path("damier.db")).await;
    let finished = async |days: u32| -> Vec<String> {
        site.store.expiring(Expiring::Finished(days * DAY), 0).await.unwrap()
    };
    let invited = async |days: u32, skip: usize| -> Vec<String> {
        site.store.expiring(Expiring::Invitations(days * DAY), skip).await.unwrap()
    };
    for name in ["old", "later", "going on"] {
        assert!(site.adds(vec![game(name, TWO), event(name, 1)]).await);
    }
    assert!(site.adds(vec![game("waits", ONE)]).await);
    assert!(site.adds(vec![changes("old", 2, Some(Standing::Over))]).await);
    assert_eq!(finished(0).await, ["old"]);
    assert!(finished(1).await.is_empty());
    for day in 1..=40 {
        execute(&mut disk, "UPDATE server SET uptime = uptime + 24 * 3600").await;
        if day == 20 {
            assert!(site.adds(vec![event("old", 3)]).await, "an offer after the end");
            assert!(site.adds(vec![changes("later", 2, Some(Standing::Over))]).await);
            assert!(site.adds(vec![game("new", ONE)]).await);
        }
    }
    assert_eq!(finished(10).await, ["old", "later"]);
    assert_eq!(finished(30).await, ["old"]);
    assert!(finished(60).await.is_empty());
    assert_eq!(invited(10, 0).await, ["waits", "new"]);
    assert_eq!(invited(10, 1).await, ["new"]);
    assert_eq!(invited(30, 0).await, ["waits"]);
    assert!(site.adds(vec![changes("waits", 1, Some(Standing::Playing))]).await);
    assert!(invited(30, 0).await.is_empty(), "somebody came");
    disk.close().await.unwrap();
    site.store.close().await;
}

/// Games of earlier versions did not say whether they are over: they are looked at once.
#[tokio::test]
async fn games_of_earlier_versions_are_sorted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damier.db");
    let pool = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1);
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let pool = pool.connect_with(options).await.unwrap();
    schema::version(3).run(&pool).await.unwrap();
    let old = r#"UPDATE server SET uptime = 90000000;
         INSERT INTO games (id, public, setup, created, born) VALUES
             (1, 'invitation', '{"seats":["a",null]}', 5, 89000000),
             (2, 'first', '{"seats":["a",null]}', 5, 100),
             (3, 'last', '{"seats":["a","b"]}', 5, 100),
             (4, 'broken', '{"seats":["a","b"]}', 5, 100);
         INSERT INTO events (id, game, seq, kind, payload, at) VALUES
             (1, 2, 1, 'join', 'x', 6), (2, 3, 1, 'turn', 'x', 6), (3, 2, 2, 'turn', 'x', 6),
             (4, 3, 2, 'turn', 'x', 6), (5, 4, 1, 'turn', 'x', 6);
         INSERT INTO marks (uptime, event) VALUES (10, 1), (86410, 3), (172810, 4), (259210, 5);"#;
    sqlx::raw_sql(old).execute(&pool).await.unwrap();
    pool.close().await;
    let store = open(folder.path()).await.unwrap();
    let unsorted = async || store.expiring(Expiring::Unsorted, 0).await.unwrap();
    assert_eq!(unsorted().await, ["first", "last", "broken"]);
    let second = Duration::from_secs(1);
    let over = async |age: u32| store.expiring(Expiring::Finished(age * second), 0).await.unwrap();
    assert!(over(0).await.is_empty());
    let invited = Expiring::Invitations(999_999 * second);
    assert_eq!(store.expiring(invited, 0).await.unwrap(), ["invitation"]);
    for (name, standing) in
        [("first", Some(Standing::Over)), ("last", Some(Standing::Over)), ("broken", None)]
    {
        let sort = Write::Sort { game: name.into(), standing };
        assert_eq!(append(&store, vec![sort]).await, Appended::Stored);
    }
    assert!(unsorted().await.is_empty());
    assert_eq!(over(90_000_000 - 172_810).await, ["first"], "since the mark after its last event");
    assert_eq!(over(90_000_000 - 259_210).await, ["first", "last"]);
    store.close().await;
}
