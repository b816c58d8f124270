//! The one task that writes. All jobs waiting go into one transaction, so that a thousand players
//! share the cost of one disk write; each job is told the outcome after the commit, in order. A job
//! without anything to write is a place in that order.
//!
//! After a failure the log is opened anew before anything else is written, at once and then less
//! and less often; meanwhile jobs are refused. Where somebody else only holds the database for a
//! while, jobs wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::log::{Appended, EventLog, LogError, Write};

/// The most jobs in one transaction.
const BATCH: usize = 4096;

/// How long jobs wait for somebody else's lock when the server is stopping.
const LAST_PATIENCE: Duration = Duration::from_secs(3);

/// Told whether the job's writes are on the disk.
pub(crate) type After = Box<dyn FnOnce(bool) + Send>;

/// Writes that belong together, and whom to tell.
pub(crate) struct Job {
    /// All or none of them are written.
    pub writes: Vec<Write>,
    /// Called after the commit, or after it failed.
    pub after: After,
}

enum Order {
    Job(Job),
    /// Something is about to be read: tells whether what can be read is on the disk.
    Settle(oneshot::Sender<Result<(), String>>),
    Probe(oneshot::Sender<Result<(), String>>),
    Stop(oneshot::Sender<()>),
}

/// How a writer behaves when something is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// How long jobs wait while somebody else holds the database.
    pub(super) patience: Duration,
    /// How long it waits before it opens a failed log anew: the second time, and at most.
    pub(super) backoff: (Duration, Duration),
    /// How often it looks whether the database is in its place while there is nothing to write.
    pub(super) watch: Duration,
    /// How often it stores how long it has been running.
    pub(super) count: Duration,
}

/// The writer.
#[derive(Clone)]
pub(crate) struct Writer {
    orders: mpsc::UnboundedSender<Order>,
    stopping: Arc<AtomicBool>,
}

impl Writer {
    /// Starts the task over a log, which it opens.
    pub(super) fn start(log: impl EventLog, manners: Manners) -> Writer {
        let (orders, queue) = mpsc::unbounded_channel();
        let stopping = Arc::new(AtomicBool::new(false));
        let keeper = Keeper::new(log, manners, Arc::clone(&stopping));
        tokio::spawn(work(keeper, queue));
        Writer { orders, stopping }
    }

    /// Queues a job. Jobs are done in the order they are given.
    pub(crate) fn submit(&self, job: Job) {
        if let Err(mpsc::error::SendError(Order::Job(job))) = self.orders.send(Order::Job(job)) {
            // Not here: whoever submits may hold a lock that `after` takes.
            tokio::spawn(async move { (job.after)(false) });
        }
    }

    /// Queues writes and waits until they are on the disk; `false` if that failed.
    pub(crate) async fn write(&self, writes: Vec<Write>) -> bool {
        let (tell, told) = oneshot::channel();
        let after = Box::new(move |ok| {
            let _ = tell.send(ok);
        });
        self.submit(Job { writes, after });
        told.await.unwrap_or(false)
    }

    /// Waits for everything queued, and says whether what can be read then is on the disk.
    pub(super) async fn settle(&self) -> Result<(), String> {
        self.ask(Order::Settle).await
    }

    /// Writes and commits something.
    pub(super) async fn probe(&self) -> Result<(), String> {
        self.ask(Order::Probe).await
    }

    async fn ask(
        &self,
        order: impl FnOnce(oneshot::Sender<Result<(), String>>) -> Order,
    ) -> Result<(), String> {
        let (tell, told) = oneshot::channel();
        let stopped = || "the database is closed".to_string();
        self.orders.send(order(tell)).map_err(|_| stopped())?;
        told.await.unwrap_or_else(|_| Err(stopped()))
    }

    /// Writes everything queued and closes the log.
    pub(super) async fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        let (tell, told) = oneshot::channel();
        if self.orders.send(Order::Stop(tell)).is_ok() {
            let _ = told.await;
        }
    }
}

async fn work<L: EventLog>(mut keeper: Keeper<L>, mut queue: mpsc::UnboundedReceiver<Order>) {
    let mut orders = Vec::new();
    let mut jobs = Vec::new();
    let mut stops = Vec::new();
    while stops.is_empty() {
        let wake = keeper.wake;
        tokio::select! {
            biased;
            count = queue.recv_many(&mut orders, BATCH) => if count == 0 { break },
            () = tokio::time::sleep_until(wake) => keeper.look_after().await,
        }
        for order in orders.drain(..) {
            match order {
                Order::Job(job) => jobs.push(job),
                Order::Settle(tell) => {
                    keeper.run(&mut jobs).await;
                    let _ = tell.send(keeper.settled().await);
                }
                Order::Probe(tell) => {
                    keeper.run(&mut jobs).await;
                    let _ = tell.send(keeper.probe().await);
                }
                Order::Stop(tell) => stops.push(tell),
            }
        }
        keeper.run(&mut jobs).await;
    }
    keeper.close().await;
    for tell in stops {
        let _ = tell.send(());
    }
}

/// A log and what is known of its health.
struct Keeper<L> {
    log: L,
    manners: Manners,
    stopping: Arc<AtomicBool>,
    /// Whether the log is open and has not failed since.
    open: bool,
    /// What was complained about last, so that it is not said a thousand times.
    complaint: Option<String>,
    /// Before this it is not opened anew, and how long after that.
    not_before: Instant,
    delay: Duration,
    /// When to look after it next, and when to store how long it has been running.
    wake: Instant,
    count_at: Instant,
}

impl<L: EventLog> Keeper<L> {
    fn new(log: L, manners: Manners, stopping: Arc<AtomicBool>) -> Keeper<L> {
        let now = Instant::now();
        Keeper {
            log,
            manners,
            stopping,
            open: false,
            complaint: None,
            not_before: now,
            delay: Duration::ZERO,
            wake: now,
            count_at: now + manners.count,
        }
    }

    /// Does these jobs and tells each, in order.
    async fn run(&mut self, jobs: &mut Vec<Job>) {
        let all: Vec<&[Write]> = jobs.iter().map(|job| &job.writes[..]).collect();
        let together = match self.append(&all).await {
            Ok(outcome) => Some(outcome),
            // One bad job does not take the others with it.
            Err(LogError::Refused(_)) if jobs.len() > 1 => None,
            Err(_) => {
                let nothing = jobs.iter().map(|job| match job.writes.is_empty() {
                    true => Appended::Stored,
                    false => Appended::Conflict,
                });
                Some(nothing.collect())
            }
        };
        for (i, Job { writes, after }) in jobs.drain(..).enumerate() {
            let ok = match &together {
                Some(outcome) => outcome[i] == Appended::Stored,
                None => {
                    let alone = self.append(&[&writes]).await;
                    alone.is_ok_and(|outcome| outcome == [Appended::Stored])
                }
            };
            after(ok);
        }
    }

    /// Appends, waiting while somebody else holds the database, and trying twice if the log fails.
    async fn append(&mut self, jobs: &[&[Write]]) -> Result<Vec<Appended>, LogError> {
        if jobs.iter().all(|writes| writes.is_empty()) {
            return Ok(vec![Appended::Stored; jobs.len()]);
        }
        let begun = Instant::now();
        let mut failures = 0;
        loop {
            let done = match self.ready().await {
                Ok(()) => {
                    let done = self.log.append(jobs).await;
                    self.note(done.as_ref().err());
                    done
                }
                Err(LogError::Busy(why)) => Err(LogError::Busy(why)),
                Err(error) => return Err(error),
            };
            match done {
                Err(LogError::Busy(why)) => self.wait(begun, why).await?,
                Err(LogError::Failed(_) | LogError::Full(_)) if failures == 0 => failures += 1,
                done => return done,
            }
        }
    }

    /// Waits a moment for somebody else's lock, if there is patience left.
    async fn wait(&mut self, begun: Instant, why: String) -> Result<(), LogError> {
        let patience = match self.stopping.load(Ordering::Acquire) {
            true => self.manners.patience.min(LAST_PATIENCE),
            false => self.manners.patience,
        };
        if begun.elapsed() >= patience {
            self.complain(&why);
            return Err(LogError::Busy(why));
        }
        // SQLite has waited already.
        tokio::time::sleep(Duration::from_millis(1)).await;
        Ok(())
    }

    /// Opens the log anew if it has failed and it is time.
    async fn ready(&mut self) -> Result<(), LogError> {
        if self.open {
            return Ok(());
        }
        if Instant::now() < self.not_before {
            let why = self.complaint.clone().unwrap_or_else(|| "the storage fails".into());
            return Err(LogError::Failed(why));
        }
        let opened = self.log.open().await;
        match &opened {
            Ok(()) => {
                self.open = true;
                self.delay = Duration::ZERO;
                if self.complaint.take().is_some() {
                    tracing::warn!("the storage of live games works again");
                }
                self.wake = Instant::now() + self.manners.watch;
            }
            Err(LogError::Busy(_)) => {}
            Err(error) => {
                let (first, longest) = self.manners.backoff;
                self.delay = (self.delay * 2).clamp(first, longest);
                self.not_before = Instant::now() + self.delay;
                self.wake = self.not_before;
                self.complain(&error.to_string());
            }
        }
        opened
    }

    /// Takes notice of what became of a write.
    fn note(&mut self, error: Option<&LogError>) {
        match error {
            None | Some(LogError::Busy(_)) => {}
            Some(error) => {
                self.open = false;
                self.not_before = Instant::now();
                self.wake = self.not_before;
                self.complain(&error.to_string());
            }
        }
    }

    /// Says what is wrong to whoever keeps the server, once.
    fn complain(&mut self, why: &str) {
        if self.complaint.as_deref() != Some(why) {
            tracing::error!("storing live games: {why}; nothing is acknowledged until it works");
            self.complaint = Some(why.to_string());
        }
    }

    /// Whether what can be read is on the disk.
    async fn settled(&mut self) -> Result<(), String> {
        let ready = self.ready().await;
        match ready {
            Err(why) if self.log.doubtful() => Err(why.to_string()),
            _ => Ok(()),
        }
    }

    async fn probe(&mut self) -> Result<(), String> {
        self.ready().await.map_err(|why| why.to_string())?;
        let done = self.log.probe().await;
        self.note(done.as_ref().err());
        done.map_err(|why| why.to_string())
    }

    /// What is done while there is nothing to write: opening a failed log anew, looking whether
    /// it is in its place, counting the time.
    async fn look_after(&mut self) {
        let now = Instant::now();
        self.wake = now + self.manners.watch;
        if !self.open {
            if let Err(LogError::Busy(_)) = self.ready().await {
                self.wake = Instant::now() + self.manners.backoff.0;
            }
            return;
        }
        let looked = match now >= self.count_at {
            true => {
                self.count_at = now + self.manners.count;
                self.log.probe().await
            }
            false => self.log.in_place().await,
        };
        self.note(looked.as_ref().err());
    }

    async fn close(&mut self) {
        if self.open {
            let _ = self.log.probe().await;
        }
        self.log.close().await;
    }
}

#[cfg(test)]
mod tests;
