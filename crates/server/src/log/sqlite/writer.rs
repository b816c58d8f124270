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

use super::appender::{Appender, LogError};
use crate::log::{Appended, Then, Write};

/// The most jobs in one transaction.
const BATCH: usize = 4096;

/// How long jobs wait for somebody else's lock when the server is stopping.
const LAST_PATIENCE: Duration = Duration::from_secs(3);

/// How many jobs are told of by one task.
const TOLD_TOGETHER: usize = 32;

/// How many jobs may wait; whoever has one more waits for room.
const WAITING: usize = 2 * BATCH;

/// Writes that belong together, all or none of which are written, and whom to tell what became of
/// them.
struct WriteJob {
    writes: Vec<Write>,
    then: Then,
}

enum Order {
    Write(WriteJob),
    /// Something is about to be read: tells whether what can be read is on the disk.
    Settle(oneshot::Sender<Result<(), String>>),
    Probe(oneshot::Sender<Result<(), String>>),
    Stop(oneshot::Sender<()>),
}

/// How long a writer waits, and how often it looks, when something is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetryPolicy {
    /// How long jobs wait while somebody else holds the database.
    pub(super) patience: Duration,
    /// How long it waits before it opens a failed log anew: the second time, and at most.
    pub(super) backoff: (Duration, Duration),
    /// How often it looks whether the database is in its place while there is nothing to write.
    pub(super) watch: Duration,
    /// How often it stores how long it has been running.
    pub(super) count: Duration,
}

/// A handle to the task that writes.
#[derive(Clone)]
pub(super) struct Writer {
    orders: mpsc::Sender<Order>,
    stopping: Arc<AtomicBool>,
}

impl Writer {
    /// Starts the task over a log, which it opens.
    pub(super) fn start(log: impl Appender, policy: RetryPolicy) -> Writer {
        let (orders, queue) = mpsc::channel(WAITING);
        let stopping = Arc::new(AtomicBool::new(false));
        let keeper = Keeper::new(log, policy, Arc::clone(&stopping));
        tokio::spawn(work(keeper, queue));
        Writer { orders, stopping }
    }

    /// Queues writes. They are done in the order of the calls, as long as there is room for them to
    /// wait; whoever finds none waits until there is.
    pub(super) fn submit(&self, writes: Vec<Write>, then: Then) {
        let full = match self.orders.try_send(Order::Write(WriteJob { writes, then })) {
            Ok(()) => return,
            Err(
                mpsc::error::TrySendError::Full(order) | mpsc::error::TrySendError::Closed(order),
            ) => order,
        };
        let orders = self.orders.clone();
        tokio::spawn(async move {
            if let Err(mpsc::error::SendError(Order::Write(job))) = orders.send(full).await {
                (job.then)(Appended::Failed);
            }
        });
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
        self.orders.send(order(tell)).await.map_err(|_| stopped())?;
        told.await.unwrap_or_else(|_| Err(stopped()))
    }

    /// Writes everything queued and closes the log.
    pub(super) async fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        let (tell, told) = oneshot::channel();
        if self.orders.send(Order::Stop(tell)).await.is_ok() {
            let _ = told.await;
        }
    }
}

async fn work<L: Appender>(mut keeper: Keeper<L>, mut queue: mpsc::Receiver<Order>) {
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
                Order::Write(job) => jobs.push(job),
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
    policy: RetryPolicy,
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

impl<L: Appender> Keeper<L> {
    fn new(log: L, policy: RetryPolicy, stopping: Arc<AtomicBool>) -> Keeper<L> {
        let now = Instant::now();
        Keeper {
            log,
            policy,
            stopping,
            open: false,
            complaint: None,
            not_before: now,
            delay: Duration::ZERO,
            wake: now,
            count_at: now + policy.count,
        }
    }

    /// Does these jobs and tells each, in order.
    async fn run(&mut self, jobs: &mut Vec<WriteJob>) {
        let all: Vec<&[Write]> = jobs.iter().map(|job| &job.writes[..]).collect();
        let together = match self.append(&all).await {
            Ok(outcome) => Some(outcome),
            // One bad job does not take the others with it.
            Err(LogError::Refused(_)) if jobs.len() > 1 => None,
            Err(_) => {
                let nothing = jobs.iter().map(|job| match job.writes.is_empty() {
                    true => Appended::Stored,
                    false => Appended::Failed,
                });
                Some(nothing.collect())
            }
        };
        let mut done = Vec::with_capacity(jobs.len());
        for (i, WriteJob { writes, then }) in jobs.drain(..).enumerate() {
            let outcome = match &together {
                Some(outcome) => outcome[i],
                None => match self.append(&[&writes]).await {
                    Ok(alone) => alone.first().copied().unwrap_or(Appended::Failed),
                    Err(_) => Appended::Failed,
                },
            };
            done.push((then, outcome));
        }
        tell(done);
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
                    self.observe(done.as_ref().err());
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
            true => self.policy.patience.min(LAST_PATIENCE),
            false => self.policy.patience,
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
                self.wake = Instant::now() + self.policy.watch;
            }
            Err(LogError::Busy(_)) => {}
            Err(error) => {
                let (first, longest) = self.policy.backoff;
                self.delay = (self.delay * 2).clamp(first, longest);
                self.not_before = Instant::now() + self.delay;
                self.wake = self.not_before;
                self.complain(&error.to_string());
            }
        }
        opened
    }

    /// Takes notice of what became of a write.
    fn observe(&mut self, error: Option<&LogError>) {
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
        self.observe(done.as_ref().err());
        done.map_err(|why| why.to_string())
    }

    /// What is done while there is nothing to write: opening a failed log anew, looking whether
    /// it is in its place, counting the time.
    async fn look_after(&mut self) {
        let now = Instant::now();
        self.wake = now + self.policy.watch;
        if !self.open {
            if let Err(LogError::Busy(_)) = self.ready().await {
                self.wake = Instant::now() + self.policy.backoff.0;
            }
            return;
        }
        let looked = match now >= self.count_at {
            true => {
                self.count_at = now + self.policy.count;
                self.log.probe().await
            }
            false => self.log.in_place().await,
        };
        self.observe(looked.as_ref().err());
    }

    async fn close(&mut self) {
        if self.open {
            let _ = self.log.probe().await;
        }
        self.log.close().await;
    }
}

/// Tells what became of jobs, beside the writing of the next ones: what follows takes time, and
/// waking somebody for each job would take more.
fn tell(mut done: Vec<(Then, Appended)>) {
    while !done.is_empty() {
        let some: Vec<_> = done.drain(..TOLD_TOGETHER.min(done.len())).collect();
        tokio::spawn(async move { some.into_iter().for_each(|(then, outcome)| then(outcome)) });
    }
}

#[cfg(test)]
mod tests;
