//! The one task that writes. All jobs waiting go into one transaction, so that a thousand players
//! share the cost of one disk write; each job is told the outcome after the commit, in order. A job
//! without anything to write is a place in that order.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

/// The most jobs in one transaction.
const BATCH: usize = 4096;

/// All events of a transaction in one statement.
const INSERT_EVENTS: &str = "INSERT INTO events (game, seq, kind, payload, at) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)";

const INSERT_GAME: &str = "INSERT INTO games (id, public, setup, created) VALUES (?1, ?2, ?3, ?4)";

/// Something to write.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new game.
    Game {
        /// Its number, from [`Writer::number`].
        number: i64,
        /// The name links use.
        public: String,
        /// What was agreed, as JSON.
        setup: String,
        /// When, in milliseconds since 1970.
        created: i64,
    },
    /// Something that happened in a game.
    Event {
        /// The game's number.
        game: i64,
        /// 1 for the first event of the game.
        seq: u64,
        /// What it is.
        kind: &'static str,
        /// The fact, as JSON.
        payload: String,
        /// When, in milliseconds since 1970.
        at: i64,
    },
}

impl Write {
    fn game(&self) -> i64 {
        match self {
            Write::Game { number, .. } => *number,
            Write::Event { game, .. } => *game,
        }
    }
}

/// Told whether the job's writes are on the disk.
pub(crate) type After = Box<dyn FnOnce(bool) + Send>;

/// Writes that belong together, and whom to tell.
pub struct Job {
    /// All or none of them are written.
    pub writes: Vec<Write>,
    /// Called after the commit, or after it failed.
    pub after: After,
}

enum Order {
    Job(Job),
    /// Forget that writing about this game has failed: it is about to be read again.
    Settle(i64, oneshot::Sender<()>),
    Stop(oneshot::Sender<()>),
}

/// The writer.
#[derive(Clone)]
pub struct Writer {
    orders: mpsc::UnboundedSender<Order>,
    last: Arc<AtomicI64>,
}

impl Writer {
    /// Starts the task; `last` is the greatest number a game has.
    pub fn start(connection: SqliteConnection, last: i64) -> Writer {
        let (orders, queue) = mpsc::unbounded_channel();
        tokio::spawn(work(connection, queue));
        Writer { orders, last: Arc::new(AtomicI64::new(last)) }
    }

    /// A number for a new game.
    pub fn number(&self) -> i64 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Queues a job. Jobs are done in the order they are given.
    pub fn submit(&self, job: Job) {
        if let Err(mpsc::error::SendError(Order::Job(job))) = self.orders.send(Order::Job(job)) {
            // Not here: whoever submits may hold a lock that `after` takes.
            tokio::spawn(async move { (job.after)(false) });
        }
    }

    /// Queues writes and waits until they are on the disk; `false` if that failed.
    pub async fn write(&self, writes: Vec<Write>) -> bool {
        let (tell, told) = oneshot::channel();
        let after = Box::new(move |ok| {
            let _ = tell.send(ok);
        });
        self.submit(Job { writes, after });
        told.await.unwrap_or(false)
    }

    /// Waits for everything queued about this game, and accepts new jobs about it even if one has
    /// failed.
    pub async fn settle(&self, game: i64) {
        let (tell, told) = oneshot::channel();
        if self.orders.send(Order::Settle(game, tell)).is_ok() {
            let _ = told.await;
        }
    }

    /// Writes everything queued and closes the connection.
    pub async fn stop(&self) {
        let (tell, told) = oneshot::channel();
        if self.orders.send(Order::Stop(tell)).is_ok() {
            let _ = told.await;
        }
    }
}

async fn work(mut connection: SqliteConnection, mut queue: mpsc::UnboundedReceiver<Order>) {
    let mut orders = Vec::new();
    let mut jobs = Vec::new();
    let mut failed = HashSet::new();
    let mut stops = Vec::new();
    while stops.is_empty() && queue.recv_many(&mut orders, BATCH).await > 0 {
        for order in orders.drain(..) {
            match order {
                Order::Job(job) => jobs.push(job),
                Order::Settle(game, tell) => {
                    run(&mut connection, &mut jobs, &mut failed).await;
                    failed.remove(&game);
                    let _ = tell.send(());
                }
                Order::Stop(tell) => stops.push(tell),
            }
        }
        run(&mut connection, &mut jobs, &mut failed).await;
    }
    // The last connection to close moves the log into the database.
    let _ = connection.close().await;
    for tell in stops {
        let _ = tell.send(());
    }
}

/// Does these jobs, in one transaction if possible. After a failure each gets its own, so that one
/// bad job does not take the others with it; and once a job about a game has failed the later ones
/// about it fail too, for they build on it.
async fn run(connection: &mut SqliteConnection, jobs: &mut Vec<Job>, failed: &mut HashSet<i64>) {
    let sound = |job: &&Job| job.writes.iter().all(|write| !failed.contains(&write.game()));
    let all = jobs.iter().filter(sound).flat_map(|job| &job.writes);
    let together = told(Batch::of(all).write(connection).await);
    for job in jobs.drain(..) {
        let Job { writes, after } = job;
        let sound = writes.iter().all(|write| !failed.contains(&write.game()));
        let ok = sound && (together || told(Batch::of(&writes).write(connection).await));
        if !ok {
            failed.extend(writes.iter().map(Write::game));
        }
        after(ok);
    }
}

/// Whether it worked; whoever keeps the server should know if not.
fn told(written: Result<(), sqlx::Error>) -> bool {
    if let Err(why) = &written {
        tracing::error!("writing live games: {why}");
    }
    written.is_ok()
}

/// What goes into one transaction: games, and the JSON of all events.
struct Batch {
    games: Vec<(i64, String, String, i64)>,
    events: Option<String>,
}

impl Batch {
    fn of<'a>(writes: impl IntoIterator<Item = &'a Write>) -> Batch {
        let mut games = Vec::new();
        let mut events = Vec::new();
        for write in writes {
            match write {
                Write::Game { number, public, setup, created } => {
                    games.push((*number, public.clone(), setup.clone(), *created));
                }
                Write::Event { game, seq, kind, payload, at } => {
                    events.push((*game, *seq, *kind, payload, *at));
                }
            }
        }
        let json = || serde_json::to_string(&events).unwrap_or_default();
        Batch { games, events: (!events.is_empty()).then(json) }
    }

    async fn write(self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        if self.games.is_empty() && self.events.is_none() {
            return Ok(());
        }
        let mut transaction = connection.begin().await?;
        for (number, public, setup, created) in self.games {
            let insert = sqlx::query(INSERT_GAME).bind(number).bind(public).bind(setup);
            insert.bind(created).execute(&mut *transaction).await?;
        }
        if let Some(events) = self.events {
            sqlx::query(INSERT_EVENTS).bind(events).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Place, Store};
    use std::sync::Mutex;

    fn game(number: i64) -> Write {
        Write::Game { number, public: number.to_string(), setup: "{}".into(), created: 0 }
    }

    fn event(game: i64, seq: u64) -> Write {
        Write::Event { game, seq, kind: "pause", payload: r#"{"quote\"":1}"#.into(), at: 5 }
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
        submit(1, vec![game(1), event(1, 1)]);
        submit(2, vec![event(2, 1)]); // no such game
        submit(3, vec![event(1, 2)]);
        submit(4, vec![event(1, 2)]); // twice
        submit(5, vec![event(1, 3)]); // builds on a failure
        submit(6, vec![]);
        writer.settle(1).await;
        let expected = [(1, true), (2, false), (3, true), (4, false), (5, false), (6, true)];
        assert_eq!(*told.lock().unwrap(), expected);
        assert!(writer.write(vec![event(1, 3)]).await, "after it was settled");
        let rows: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE payload LIKE '%quote%'")
                .fetch_one(&store.readers)
                .await
                .unwrap();
        assert_eq!(rows, 3);
        store.close().await;
        assert!(!writer.write(vec![event(1, 4)]).await, "closed");
    }
}
