//! Where processor time is spent: a few threads of their own for everything that could take long
//! (checking a turn, reading a record, listing turns, searching), so that neither the threads that
//! serve sockets nor a room's lock ever wait for it. Jobs queue by address and the addresses take
//! turns, so that whoever asks for much waits behind their own questions and nobody else's. A job
//! has a [`Deadline`] that it looks at while it works; it ends when the time is over, and when
//! whoever asked has gone.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::limits::{RateLimits, network};

/// How long a thread that steps back works before it lets others go first.
const LET_OTHERS_GO: Duration = Duration::from_micros(50);

/// When a job must end. Dropping the future that waits for it makes it pass at once.
#[derive(Debug)]
pub(crate) struct Deadline {
    until: Instant,
    cancelled: Arc<AtomicBool>,
    /// When others were last let go first, on a thread that steps back.
    yielded: Option<Cell<Instant>>,
}

impl Deadline {
    fn new(until: Instant, cancelled: Arc<AtomicBool>, low_priority: bool) -> Deadline {
        let yielded = low_priority.then(|| Cell::new(Instant::now()));
        Deadline { until, cancelled, yielded }
    }

    /// Whether it is time to stop. Jobs ask every few microseconds, so that this is also where a
    /// thread of low priority lets others go first: of two threads that are ready Linux may prefer
    /// even one of the idle policy, and it keeps the processor until the next tick of the kernel,
    /// up to four milliseconds.
    pub(crate) fn passed(&self) -> bool {
        let now = Instant::now();
        if let Some(yielded) = &self.yielded
            && now.duration_since(yielded.get()) >= LET_OTHERS_GO
        {
            std::thread::yield_now();
            yielded.set(Instant::now());
        }
        self.cancelled.load(Ordering::Relaxed) || now >= self.until
    }
}

/// Why a job was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotDone {
    /// Too much is waiting already, or it waited for too long.
    Busy,
    /// It broke; this is a fault of ours.
    Broken,
}

/// How a pool shares its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// Threads.
    pub(crate) threads: usize,
    /// Jobs of one address that run at once.
    pub(crate) running: usize,
    /// Jobs of one address that wait.
    pub(crate) waiting: usize,
    /// Whether the threads step back when the processor is wanted elsewhere.
    pub(crate) low_priority: bool,
}

/// Jobs of all addresses together that wait.
const WAITING_IN_ALL: usize = 4096;

/// Threads for work that takes long. They end with this value, after the jobs they are at.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// What jobs use is charged here, if anywhere.
    bill: Option<Arc<RateLimits>>,
}

type Job = Box<dyn FnOnce() + Send>;

struct Shared {
    shares: Shares,
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    lanes: HashMap<IpAddr, Lane>,
    /// The addresses that have something waiting, the next one first.
    turns: VecDeque<IpAddr>,
    waiting: usize,
    closing: bool,
}

#[derive(Default)]
struct Lane {
    running: usize,
    jobs: VecDeque<Job>,
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(shares: Shares, bill: Option<Arc<RateLimits>>) -> Pool {
        let shared = Arc::new(Shared { shares, queue: Mutex::default(), wake: Condvar::default() });
        for _ in 0..shares.threads.max(1) {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.work());
        }
        Pool { shared, bill }
    }

    /// Whether something of this address is being done here, or waits.
    pub(crate) fn serves(&self, address: IpAddr) -> bool {
        let queue = self.shared.lock();
        let lane = queue.lanes.get(&network(address));
        lane.is_some_and(|lane| lane.running > 0 || !lane.jobs.is_empty())
    }

    /// Does this for that address. It may wait for `patience` and then take `time`.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        patience: Duration,
        time: Duration,
        work: impl FnOnce(&Deadline) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let address = network(address);
        let cancelled = Arc::new(AtomicBool::new(false));
        let _cancel = CancelOnDrop(Arc::clone(&cancelled));
        let (begin, begun) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let bill = self.bill.clone();
        let low_priority = self.shared.shares.low_priority;
        let job = move || {
            // Whoever waited has gone: nothing is owed.
            if cancelled.load(Ordering::Relaxed) || begin.send(()).is_err() {
                return;
            }
            let before = processor_time();
            let deadline = Deadline::new(Instant::now() + time, cancelled, low_priority);
            let done = catch_unwind(AssertUnwindSafe(|| work(&deadline)));
            if let Some(bill) = bill {
                bill.charge(address, processor_time().saturating_sub(before));
            }
            if let Ok(done) = done {
                let _ = tell.send(done);
            }
        };
        self.shared.submit(address, Box::new(job)).ok_or(NotDone::Busy)?;
        match tokio::time::timeout(patience, begun).await {
            Ok(Ok(())) => told.await.map_err(|_| NotDone::Broken),
            Ok(Err(_)) | Err(_) => Err(NotDone::Busy),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closing = true;
        queue.lanes.clear();
        self.shared.wake.notify_all();
    }
}

/// Makes a job's deadline pass when nobody waits for it any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job behind the others of its address, if there is room.
    fn submit(&self, address: IpAddr, job: Job) -> Option<()> {
        let mut queue = self.lock();
        if queue.waiting >= WAITING_IN_ALL {
            return None;
        }
        let lane = queue.lanes.entry(address).or_default();
        if lane.jobs.len() >= self.shares.waiting {
            return None;
        }
        lane.jobs.push_back(job);
        if lane.jobs.len() == 1 {
            queue.turns.push_back(address);
        }
        queue.waiting += 1;
        self.wake.notify_one();
        Some(())
    }

    /// What each thread does.
    fn work(&self) {
        if self.shares.low_priority {
            step_back();
        }
        let mut queue = self.lock();
        while !queue.closing {
            match queue.next(self.shares.running) {
                Some((address, job)) => {
                    drop(queue);
                    job();
                    queue = self.lock();
                    queue.done(address);
                    // The address may have waited for this.
                    self.wake.notify_one();
                }
                None => queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Queue {
    /// The next job: the oldest of the address whose turn it is and that may have one more running.
    fn next(&mut self, running: usize) -> Option<(IpAddr, Job)> {
        for _ in 0..self.turns.len() {
            let address = self.turns.pop_front()?;
            let lane = self.lanes.get_mut(&address)?;
            let job = (lane.running < running).then(|| lane.jobs.pop_front()).flatten();
            lane.running += usize::from(job.is_some());
            if !lane.jobs.is_empty() {
                self.turns.push_back(address);
            }
            if let Some(job) = job {
                self.waiting -= 1;
                return Some((address, job));
            }
        }
        None
    }

    fn done(&mut self, address: IpAddr) {
        if let Some(lane) = self.lanes.get_mut(&address) {
            lane.running -= 1;
            if lane.running == 0 && lane.jobs.is_empty() {
                self.lanes.remove(&address);
            }
        }
    }
}

/// Lets every other thread of the machine go first, where the system can do that for one thread.
/// A nice value would not do: a thread that wakes up waits until a nice one has used up its slice,
/// some milliseconds; one of the idle policy is interrupted at once.
pub fn step_back() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy,
            set_thread_priority_and_policy, thread_native_id,
        };
        let policy = ThreadSchedulePolicy::Normal(Idle);
        // If it is refused, searches compete with everything else, as elsewhere.
        let _ = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, policy);
    }
}

/// The processor time this thread has used; the time of day where the system does not tell.
fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        let seconds = u64::try_from(used.tv_sec).unwrap_or(0);
        Duration::new(seconds, u32::try_from(used.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(target_os = "linux"))]
    {
        static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(20);

    fn address(n: u8) -> IpAddr {
        [127, 0, 0, n].into()
    }

    fn shares(threads: usize, running: usize, waiting: usize) -> Shares {
        Shares { threads, running, waiting, low_priority: false }
    }

    /// One address queues much, another a little: the little one does not wait for it all.
    #[tokio::test]
    async fn addresses_take_turns() {
        let pool = Arc::new(Pool::new(shares(1, 1, 10), None));
        let order = Arc::new(Mutex::new(Vec::new()));
        let (open, gate) = mpsc::channel::<()>();
        let first = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                pool.run(address(9), LONG, LONG, move |_| gate.recv().is_ok()).await
            })
        };
        while pool.shared.lock().lanes.get(&address(9)).is_none_or(|lane| lane.running == 0) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let mut all = Vec::new();
        for (i, from) in [1, 1, 1, 1, 2, 2].into_iter().enumerate() {
            let (queued, order) = (Arc::clone(&pool), Arc::clone(&order));
            let work = move |_: &Deadline| order.lock().unwrap().push(from);
            all.push(tokio::spawn(async move {
                queued.run(address(from), LONG, LONG, work).await.unwrap();
            }));
            while pool.shared.lock().waiting != i + 1 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        open.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 1, 2, 1, 1]);
        assert!(pool.shared.lock().turns.is_empty());
    }

    /// Two threads, and one address that wants both: the other address has one of them.
    #[tokio::test]
    async fn an_address_has_only_its_share_of_the_threads() {
        let pool = Arc::new(Pool::new(shares(2, 1, 2), None));
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let state = || {
            let queue = pool.shared.lock();
            queue.lanes.get(&address(1)).map(|lane| (lane.running, lane.jobs.len()))
        };
        let mut hogs = Vec::new();
        for i in 0..3 {
            let (queued, gate) = (Arc::clone(&pool), Arc::clone(&gate));
            let work = move |_: &Deadline| gate.lock().unwrap().recv().is_ok();
            hogs.push(tokio::spawn(async move { queued.run(address(1), LONG, LONG, work).await }));
            while state() != Some((1, i)) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        let fourth = pool.run(address(1), LONG, LONG, |_| ()).await;
        assert_eq!(fourth, Err(NotDone::Busy), "two wait already");
        assert_eq!(pool.run(address(2), LONG, LONG, |_| 7).await, Ok(7));
        for _ in 0..3 {
            open.send(()).unwrap();
        }
        for hog in hogs {
            assert_eq!(hog.await.unwrap(), Ok(true));
        }
    }

    /// A job whose asker has gone stops, one that waits too long is never begun, and one that
    /// breaks takes nothing with it.
    #[tokio::test]
    async fn nothing_goes_on_for_nobody() {
        let pool = Arc::new(Pool::new(shares(1, 1, 4), None));
        let (tell, told) = mpsc::channel();
        let asked = pool.run(address(1), LONG, LONG, move |deadline| {
            while !deadline.passed() {
                std::thread::sleep(Duration::from_millis(1));
            }
            tell.send(()).unwrap();
        });
        let soon = Duration::from_millis(50);
        assert!(tokio::time::timeout(soon, asked).await.is_err());
        told.recv_timeout(LONG).expect("it stops when nobody waits");
        let timed = pool.run(address(1), LONG, soon, |deadline| {
            while !deadline.passed() {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        assert_eq!(timed.await, Ok(()), "it stops at the deadline");
        let (open, gate) = mpsc::channel::<()>();
        let busy = Arc::clone(&pool);
        let slow = tokio::spawn(async move {
            busy.run(address(3), LONG, LONG, move |_| gate.recv().is_ok()).await
        });
        while pool.shared.lock().lanes.get(&address(3)).is_none_or(|lane| lane.running == 0) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let ran = Arc::new(AtomicBool::new(false));
        let mark = Arc::clone(&ran);
        let late = pool.run(address(2), soon, LONG, move |_| mark.store(true, Ordering::Relaxed));
        assert_eq!(late.await, Err(NotDone::Busy));
        open.send(()).unwrap();
        assert_eq!(slow.await.unwrap(), Ok(true));
        let broken = pool.run(address(1), LONG, LONG, |_| panic!("as meant"));
        assert_eq!(broken.await, Err(NotDone::Broken));
        assert_eq!(pool.run(address(1), LONG, LONG, |_| 1).await, Ok(1), "the thread lives");
        assert!(!ran.load(Ordering::Relaxed), "what nobody waits for is not begun");
    }

    /// A job of low priority lets others go first at every few looks at its deadline, an ordinary
    /// one never.
    #[test]
    fn only_low_priority_steps_aside() {
        let far = || Instant::now() + LONG;
        let low = Deadline::new(far(), Arc::default(), true);
        let before = low.yielded.as_ref().unwrap().get();
        assert!(!low.passed());
        std::thread::sleep(2 * LET_OTHERS_GO);
        assert!(!low.passed());
        assert!(low.yielded.as_ref().unwrap().get() >= before + 2 * LET_OTHERS_GO);
        assert!(Deadline::new(far(), Arc::default(), false).yielded.is_none());
        assert!(Deadline::new(Instant::now(), Arc::default(), true).passed());
    }

    /// What a job uses is charged to its address.
    #[tokio::test]
    async fn work_is_charged() {
        let limits = RateLimits::new(Limits { work: 10, ..Limits::default() });
        let pool = Pool::new(shares(1, 1, 4), Some(Arc::clone(&limits)));
        assert!(limits.may_work(address(1)).is_ok());
        // By the processor's time: a busy machine makes nobody pay more.
        let spin = |_: &Deadline| {
            let begun = processor_time();
            while processor_time() - begun < Duration::from_millis(100) {}
        };
        pool.run(address(1), LONG, LONG, spin).await.unwrap();
        let wait = limits.may_work(address(1)).unwrap_err();
        assert!(wait > Duration::from_secs(1), "{wait:?}");
        assert!(limits.may_work(address(2)).is_ok());
    }
}
