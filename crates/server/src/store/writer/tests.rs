//! The writer over real and over scripted logs: order, bad jobs, retries, patience.

use std::sync::Mutex;

use super::*;
use crate::store::{Place, Store};

fn game(name: &str) -> Write {
    Write::Game { public: name.into(), setup: "{}".into(), created: 0 }
}

fn event(game: &str, seq: u64) -> Write {
    let payload = r#"{"quote\"":1}"#.into();
    Write::Event { game: game.into(), seq, kind: "pause", payload, at: 5 }
}

#[tokio::test]
async fn jobs_are_told_in_order_and_a_bad_one_spoils_no_other() {
    let store = Store::open(&Place::Memory).await.unwrap();
    let writer = store.writer();
    let told = Arc::new(Mutex::new(Vec::new()));
    let submit = |name: u32, writes: Vec<Write>| {
        let told = Arc::clone(&told);
        let after = Box::new(move |ok| told.lock().unwrap().push((name, ok)));
        writer.submit(Job { writes, after });
    };
    submit(1, vec![game("a"), event("a", 1)]);
    submit(2, vec![event("b", 1)]); // no such game
    submit(3, vec![event("a", 2)]);
    submit(4, vec![event("a", 2)]); // twice
    submit(5, vec![event("a", 4)]); // builds on what is not there
    submit(6, vec![]);
    submit(7, vec![game("c"), event("a", 9)]); // half of it is bad, so all of it is
    submit(8, vec![event("c", 1)]);
    submit(9, vec![game("a")]); // twice
    writer.settle().await.unwrap();
    let expected = [
        (1, true),
        (2, false),
        (3, true),
        (4, false),
        (5, false),
        (6, true),
        (7, false),
        (8, false),
        (9, false),
    ];
    assert_eq!(*told.lock().unwrap(), expected);
    assert!(writer.write(vec![event("a", 3)]).await, "the next one");
    let stored = store.load("a").await.unwrap().unwrap();
    assert_eq!(stored.events, [r#"{"quote\"":1}"#; 3]);
    assert!(store.load("c").await.unwrap().is_none());
    store.close().await;
    assert!(!writer.write(vec![event("a", 4)]).await, "closed");
}

/// A log that does what a script says, and remembers what it was asked.
#[derive(Clone, Default)]
struct Scripted(Arc<Mutex<Script>>);

#[derive(Default)]
struct Script {
    opens: Vec<LogError>,
    appends: Vec<LogError>,
    asked: Vec<String>,
}

impl EventLog for Scripted {
    async fn open(&mut self) -> Result<(), LogError> {
        let mut script = self.0.lock().unwrap();
        script.asked.push("open".into());
        script.opens.pop().map_or(Ok(()), Err)
    }

    async fn append(&mut self, jobs: &[&[Write]]) -> Result<Vec<Appended>, LogError> {
        let mut script = self.0.lock().unwrap();
        script.asked.push(format!("append {}", jobs.len()));
        match script.appends.pop() {
            Some(error) => Err(error),
            None => Ok(vec![Appended::Stored; jobs.len()]),
        }
    }

    async fn probe(&mut self) -> Result<(), LogError> {
        Ok(())
    }

    async fn in_place(&mut self) -> Result<(), LogError> {
        Ok(())
    }

    fn doubtful(&self) -> bool {
        true
    }

    async fn close(&mut self) {
        self.0.lock().unwrap().asked.push("close".into());
    }
}

fn manners() -> Manners {
    Manners {
        patience: Duration::from_secs(60),
        backoff: (Duration::from_millis(100), Duration::from_secs(5)),
        watch: Duration::from_secs(3600),
        count: Duration::from_secs(3600),
    }
}

fn failed() -> LogError {
    LogError::Failed("broken".into())
}

/// Starts a writer over a scripted log that has opened it once.
async fn scripted(opens: Vec<LogError>, appends: Vec<LogError>) -> (Writer, Scripted) {
    let log = Scripted::default();
    let writer = Writer::start(log.clone(), manners());
    writer.probe().await.unwrap();
    let mut script = log.0.lock().unwrap();
    *script = Script { opens, appends, asked: Vec::new() };
    drop(script);
    (writer, log)
}

fn asked(log: &Scripted) -> Vec<String> {
    std::mem::take(&mut log.0.lock().unwrap().asked)
}

#[tokio::test(start_paused = true)]
async fn after_a_failure_the_log_is_opened_anew_before_anything_is_written() {
    let (writer, log) = scripted(Vec::new(), vec![failed()]).await;
    assert!(writer.write(vec![game("a")]).await, "the second attempt");
    assert_eq!(asked(&log), ["append 1", "open", "append 1"]);
    // Twice is enough: then jobs are refused, and so is reading while what is there is doubtful.
    let opens = vec![failed(), failed()];
    let (writer, log) = scripted(opens, vec![failed()]).await;
    assert!(!writer.write(vec![game("a")]).await);
    assert!(!writer.write(vec![game("b")]).await, "too early to try again");
    assert!(writer.write(Vec::new()).await, "nothing to write");
    assert!(writer.settle().await.is_err());
    assert_eq!(asked(&log), ["append 1", "open"]);
    // By itself, later and later, until it works.
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(asked(&log), ["open"]);
    assert!(!writer.write(vec![game("b")]).await);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(asked(&log), ["open"]);
    assert!(writer.write(vec![game("b")]).await);
    assert!(writer.settle().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn jobs_wait_for_somebody_elses_lock_but_not_for_ever() {
    let busy = || LogError::Busy("locked".into());
    let (writer, log) = scripted(Vec::new(), vec![busy(), busy(), busy()]).await;
    assert!(writer.write(vec![game("a")]).await);
    assert_eq!(asked(&log), ["append 1"; 4], "on the same connection");
    let (writer, _) = scripted(Vec::new(), vec![busy(); 100_000]).await;
    let begun = Instant::now();
    assert!(!writer.write(vec![game("a")]).await);
    assert!((60..62).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_refused_job_is_found_without_spoiling_the_others() {
    let refused = || LogError::Refused("no".into());
    // From the end: the batch, the first job alone, and then the second.
    let log = Scripted::default();
    log.0.lock().unwrap().appends = vec![refused(), refused()];
    let writer = Writer::start(log.clone(), manners());
    let told = Arc::new(Mutex::new(Vec::new()));
    for name in ["a", "b", "c"] {
        let told = Arc::clone(&told);
        let after = Box::new(move |ok| told.lock().unwrap().push((name, ok)));
        writer.submit(Job { writes: vec![game(name)], after });
    }
    writer.write(Vec::new()).await;
    assert_eq!(*told.lock().unwrap(), [("a", false), ("b", true), ("c", true)]);
    let expected =
        ["open", "append 4", "open", "append 1", "open", "append 1", "append 1"].map(String::from);
    assert_eq!(asked(&log), expected);
}
