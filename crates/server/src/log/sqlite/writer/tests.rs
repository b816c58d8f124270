//! The writer over real and over scripted logs: order, bad jobs, retries, patience.

use std::sync::Mutex;

use super::*;
use crate::log::sqlite::SqliteLog;
use crate::log::{EventLog, Standing, promise};

/// Queues writes; who will be told what became of them.
fn submit(writer: &Writer, writes: Vec<Write>) -> oneshot::Receiver<Appended> {
    let (then, told) = promise();
    writer.submit(writes, then);
    told
}

async fn append(writer: &Writer, writes: Vec<Write>) -> Appended {
    submit(writer, writes).await.unwrap()
}

fn game(name: &str) -> Write {
    let (setup, standing) = ("{}".into(), Standing::Playing);
    Write::Game { public: name.into(), setup, created: 0, standing, inviter: None }
}

fn event(game: &str, seq: u64) -> Write {
    let payload = r#"{"quote\"":1}"#.into();
    Write::Event { game: game.into(), seq, kind: "pause", payload, at: 5, standing: None }
}

#[tokio::test]
async fn jobs_are_done_in_order_and_a_bad_one_spoils_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteLog::open(folder.path()).await.unwrap();
    let writer = &store.writer;
    let jobs = [
        (vec![game("a"), event("a", 1)], Appended::Stored),
        (vec![event("b", 1)], Appended::Conflict), // no such game
        (vec![event("a", 2)], Appended::Stored),
        (vec![event("a", 2)], Appended::Conflict), // twice
        (vec![event("a", 4)], Appended::Conflict), // builds on what is not there
        (vec![], Appended::Stored),
        (vec![game("c"), event("a", 9)], Appended::Conflict), // half of it is bad, so all of it is
        (vec![event("c", 1)], Appended::Conflict),
        (vec![game("a")], Appended::Conflict), // twice
    ];
    let mut told = Vec::new();
    for (writes, expected) in jobs {
        told.push((submit(writer, writes), expected));
    }
    writer.settle().await.unwrap();
    for (i, (told, expected)) in told.into_iter().enumerate() {
        assert_eq!(told.await.unwrap(), expected, "{i}");
    }
    assert!(stored(writer, event("a", 3)).await, "the next one");
    let found = store.load("a").await.unwrap().unwrap();
    assert_eq!(found.events, [r#"{"quote\"":1}"#; 3]);
    assert!(store.load("c").await.unwrap().is_none());
    store.close().await;
    assert_eq!(append(writer, vec![event("a", 4)]).await, Appended::Failed, "closed");
}

async fn stored(writer: &Writer, write: Write) -> bool {
    append(writer, vec![write]).await == Appended::Stored
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

impl Appender for Scripted {
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

fn policy() -> RetryPolicy {
    RetryPolicy {
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
    let writer = Writer::start(log.clone(), policy());
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
    assert!(stored(&writer, game("a")).await, "the second attempt");
    assert_eq!(asked(&log), ["append 1", "open", "append 1"]);
    // Twice is enough: then jobs are refused, and so is reading while what is there is doubtful.
    let opens = vec![failed(), failed()];
    let (writer, log) = scripted(opens, vec![failed()]).await;
    assert!(!stored(&writer, game("a")).await);
    assert!(!stored(&writer, game("b")).await, "too early to try again");
    assert_eq!(append(&writer, Vec::new()).await, Appended::Stored, "nothing to write");
    assert!(writer.settle().await.is_err());
    assert_eq!(asked(&log), ["append 1", "open"]);
    // By itself, later and later, until it works.
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(asked(&log), ["open"]);
    assert!(!stored(&writer, game("b")).await);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(asked(&log), ["open"]);
    assert!(stored(&writer, game("b")).await);
    assert!(writer.settle().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn jobs_wait_for_somebody_elses_lock_but_not_for_ever() {
    let busy = || LogError::Busy("locked".into());
    let (writer, log) = scripted(Vec::new(), vec![busy(), busy(), busy()]).await;
    assert!(stored(&writer, game("a")).await);
    assert_eq!(asked(&log), ["append 1"; 4], "on the same connection");
    let (writer, _) = scripted(Vec::new(), vec![busy(); 100_000]).await;
    let begun = Instant::now();
    assert!(!stored(&writer, game("a")).await);
    assert!((60..62).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_refused_job_is_found_without_spoiling_the_others() {
    let refused = || LogError::Refused("no".into());
    // From the end: the batch, the first job alone, and then the second.
    let log = Scripted::default();
    log.0.lock().unwrap().appends = vec![refused(), refused()];
    let writer = Writer::start(log.clone(), policy());
    let mut told = Vec::new();
    for name in ["a", "b", "c"] {
        told.push(submit(&writer, vec![game(name)]));
    }
    append(&writer, Vec::new()).await;
    for (told, expected) in
        told.into_iter().zip([Appended::Failed, Appended::Stored, Appended::Stored])
    {
        assert_eq!(told.await.unwrap(), expected);
    }
    let expected =
        ["open", "append 4", "open", "append 1", "open", "append 1", "append 1"].map(String::from);
    assert_eq!(asked(&log), expected);
}

/// Whoever comes when the queue is full waits for room instead of filling it further.
#[tokio::test(start_paused = true)]
async fn the_queue_has_an_end() {
    let log = Scripted::default();
    let writer = Writer::start(log.clone(), policy());
    let told: Vec<_> = (0..WAITING + 100).map(|_| submit(&writer, vec![game("a")])).collect();
    assert_eq!(writer.orders.capacity(), 0);
    for told in told {
        assert_eq!(told.await.unwrap(), Appended::Stored);
    }
    let batches = asked(&log).into_iter().filter_map(|asked| {
        asked.strip_prefix("append ").map(|count| count.parse::<usize>().unwrap())
    });
    let batches: Vec<usize> = batches.collect();
    assert_eq!(batches.iter().sum::<usize>(), WAITING + 100);
    assert!(batches.iter().all(|count| *count <= BATCH), "{batches:?}");
}
