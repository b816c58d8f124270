//! How much one address may ask for: rates of requests and messages, processor time, and connections
//! at once. What is asked beyond that is refused, politely and cheaply.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Limits;

/// How many seconds' worth may be used at once.
const BURST: f64 = 5.0;

/// A rate that can be overdrawn: what a job uses is known only after it is done, so that whoever has
/// anything left may begin, and pays afterwards. (`governor` refuses what is not there and cannot be
/// charged later.)
#[derive(Clone, Debug)]
struct Bucket {
    rate: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket; a rate of 0 means no limit.
    fn new(rate: u32, now: Instant) -> Bucket {
        let rate = f64::from(rate);
        Bucket { rate, tokens: BURST * rate, filled: now }
    }

    fn fill(&mut self, now: Instant) {
        let earned = now.saturating_duration_since(self.filled).as_secs_f64() * self.rate;
        self.tokens = (self.tokens + earned).min(BURST * self.rate);
        self.filled = self.filled.max(now);
    }

    /// Whether anything is left; if not, how long that lasts.
    fn left(&mut self, now: Instant) -> Result<(), Duration> {
        self.fill(now);
        match self.rate == 0.0 || self.tokens > 0.0 {
            true => Ok(()),
            false => Err(Duration::from_secs_f64((1.0 - self.tokens) / self.rate)),
        }
    }

    /// Takes so many, whether or not they are there.
    fn charge(&mut self, many: f64, now: Instant) {
        self.fill(now);
        self.tokens -= many;
    }

    fn is_full(&self) -> bool {
        self.tokens >= BURST * self.rate
    }

    /// Whether more than a fiftieth of what may be used at once has been used.
    fn is_drawn_on(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.tokens < 0.98 * BURST * self.rate
    }
}

/// How many may come at once if so many may come per second.
fn burst(rate: u32) -> u32 {
    rate.saturating_mul(BURST as u32)
}

/// So many per `period` in the long run, `burst` at once; nothing if there is no limit.
fn quota(many: u32, period: Duration, burst: u32) -> Option<Quota> {
    let quota = Quota::with_period(period / NonZeroU32::new(many)?.get())?;
    Some(quota.allow_burst(NonZeroU32::new(burst)?))
}

/// The rate of messages on one socket.
pub(crate) struct SocketRate(Option<DefaultDirectRateLimiter>);

impl SocketRate {
    /// Takes one, if there is one.
    pub(crate) fn take(&self) -> bool {
        self.0.as_ref().is_none_or(|limiter| limiter.check().is_ok())
    }
}

/// A rate for each address.
struct Rate(Option<DefaultKeyedRateLimiter<IpAddr>>);

impl Rate {
    fn new(many: u32, period: Duration, burst: u32) -> Rate {
        Rate(quota(many, period, burst).map(RateLimiter::keyed))
    }

    /// Takes one; if there is none, how long it takes until there is.
    fn take(&self, address: IpAddr) -> Result<(), Duration> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        let now = DefaultClock::default().now();
        limiter.check_key(&address).map_err(|not_until| not_until.wait_time_from(now))
    }

    fn forget(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cost {
    /// A request for anything but a part of a page.
    Request,
    /// A part of a page, under an address that never changes. A first visit asks for some hundred
    /// and fifty of them at once, and a whole school may visit from one address; they come from
    /// memory and cost nothing but their bytes.
    Part,
    /// One that needs search or tables.
    Search,
    /// One that creates a live game or takes a seat.
    Game,
    /// A message on any socket.
    Message,
}

/// The limits and how much of them is used.
pub(crate) struct RateLimits {
    limits: Limits,
    requests: Rate,
    parts: Rate,
    searches: Rate,
    games: Rate,
    messages: Rate,
    /// Milliseconds of processor time.
    work: Mutex<HashMap<IpAddr, Bucket>>,
    connections: Mutex<Connections>,
}

#[derive(Default)]
struct Connections {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

impl RateLimits {
    /// Nothing used yet.
    pub(crate) fn new(limits: Limits) -> Arc<RateLimits> {
        let second = Duration::from_secs(1);
        Arc::new(RateLimits {
            limits,
            requests: Rate::new(limits.requests, second, limits.requests.saturating_mul(8)),
            parts: Rate::new(
                limits.requests.saturating_mul(10),
                second,
                limits.requests.saturating_mul(100),
            ),
            searches: Rate::new(limits.searches, second, burst(limits.searches)),
            games: Rate::new(limits.games, 60 * second, limits.games),
            messages: Rate::new(limits.address_messages, second, burst(limits.address_messages)),
            work: Mutex::default(),
            connections: Mutex::default(),
        })
    }

    /// Takes one of these from what the address may have; if it has none, how long to wait.
    pub(crate) fn take(&self, address: IpAddr, cost: Cost) -> Result<(), Duration> {
        let rate = match cost {
            Cost::Request => &self.requests,
            Cost::Part => &self.parts,
            Cost::Search => &self.searches,
            Cost::Game => &self.games,
            Cost::Message => &self.messages,
        };
        rate.take(network(address))
    }

    fn work(&self) -> MutexGuard<'_, HashMap<IpAddr, Bucket>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this address has processor time left; if not, how long to wait.
    pub(crate) fn may_work(&self, address: IpAddr) -> Result<(), Duration> {
        match self.work().get_mut(&network(address)) {
            Some(bucket) => bucket.left(Instant::now()),
            None => Ok(()),
        }
    }

    /// Whether this address has used much processor time lately. Its work then steps back for that
    /// of those who have not.
    pub(crate) fn is_busy(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        self.work().get_mut(&network(address)).is_some_and(|bucket| bucket.is_drawn_on(now))
    }

    /// Charges an address for processor time it has used.
    pub(crate) fn charge(&self, address: IpAddr, used: Duration) {
        if self.limits.work == 0 {
            return;
        }
        let now = Instant::now();
        let mut work = self.work();
        let new = || Bucket::new(self.limits.work, now);
        let bucket = work.entry(network(address)).or_insert_with(new);
        bucket.charge(used.as_secs_f64() * 1000.0, now);
    }

    /// The limit of one socket.
    pub(crate) fn socket(&self) -> SocketRate {
        let rate = self.limits.messages;
        SocketRate(quota(rate, Duration::from_secs(1), burst(rate)).map(RateLimiter::direct))
    }

    /// Lets a connection in, until the answer is dropped; nothing if there are too many. One that
    /// stands for others (a proxy's) counts only among all.
    pub(crate) fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<ConnectionGuard> {
        let mut connections = self.connections();
        if connections.all >= self.limits.connections_in_all {
            return None;
        }
        let address = address.map(network);
        if let Some(address) = address {
            let each = connections.each.entry(address).or_insert(0);
            if *each >= self.limits.connections {
                return None;
            }
            *each += 1;
        }
        connections.all += 1;
        Some(ConnectionGuard { limits: Arc::clone(self), address })
    }

    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets addresses that have not been seen for a while.
    pub(crate) fn forget(&self) {
        let all = [&self.requests, &self.searches, &self.games, &self.messages];
        all.into_iter().for_each(Rate::forget);
        let now = Instant::now();
        self.work().retain(|_, bucket| {
            bucket.fill(now);
            !bucket.is_full()
        });
    }
}

/// A connection that was let in.
pub(crate) struct ConnectionGuard {
    limits: Arc<RateLimits>,
    address: Option<IpAddr>,
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut connections = self.limits.connections();
        connections.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(each) = connections.each.get_mut(&address) {
            *each -= 1;
            if *each == 0 {
                connections.each.remove(&address);
            }
        }
    }
}

/// Whoever has one IPv6 address has 2⁶⁴ of them.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64)).into(),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `governor`'s own invented time.
    #[test]
    fn a_socket_has_a_burst_and_then_its_rate() {
        let clock = governor::clock::FakeRelativeClock::default();
        let quota = quota(2, Duration::from_secs(1), burst(2)).unwrap();
        let limiter = RateLimiter::direct_with_clock(quota, clock.clone());
        let granted = || (0..20).filter(|_| limiter.check().is_ok()).count();
        assert_eq!(granted(), 10);
        clock.advance(Duration::from_secs(2));
        assert_eq!(granted(), 4);
        let free = RateLimits::new(Limits::OFF).socket();
        assert!((0..1000).all(|_| free.take()));
        let slow = RateLimits::new(Limits { messages: 1, ..Limits::OFF }).socket();
        assert_eq!((0..5).filter(|_| slow.take()).count(), 5);
        assert!(!(0..100).all(|_| slow.take()));
    }

    #[test]
    fn a_bucket_can_be_overdrawn_and_recovers() {
        let begun = Instant::now();
        let mut bucket = Bucket::new(100, begun);
        assert_eq!(bucket.left(begun), Ok(()));
        bucket.charge(1500.0, begun);
        let wait = bucket.left(begun).unwrap_err();
        assert!((10.0..10.1).contains(&wait.as_secs_f64()), "{wait:?}");
        assert!(bucket.left(begun + Duration::from_secs(9)).is_err());
        assert_eq!(bucket.left(begun + Duration::from_secs(11)), Ok(()));
    }

    /// A school visits at once: twenty times all parts of the pages, and its requests still pass.
    #[test]
    fn parts_of_pages_do_not_use_up_requests() {
        let limits = RateLimits::new(Limits::default());
        let school: IpAddr = "192.0.2.7".parse().unwrap();
        assert!((0..20 * 150).all(|_| limits.take(school, Cost::Part).is_ok()));
        assert!(limits.take(school, Cost::Request).is_ok());
        assert!((0..20_000).any(|_| limits.take(school, Cost::Part).is_err()), "but not for ever");
    }

    #[test]
    fn each_network_has_its_own_rates_and_connections() {
        let limits =
            Limits { games: 3, connections: 2, connections_in_all: 3, ..Limits::default() };
        let limits = RateLimits::new(limits);
        let a: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let b: IpAddr = "192.0.2.1".parse().unwrap();
        let mapped: IpAddr = "::ffff:192.0.2.1".parse().unwrap();
        let granted = |address| (0..9).filter(|_| limits.take(address, Cost::Game).is_ok()).count();
        assert_eq!((granted(a), granted(neighbour), granted(b), granted(mapped)), (3, 0, 3, 0));
        let wait = limits.take(a, Cost::Game).unwrap_err();
        assert!(wait > Duration::from_secs(10), "{wait:?}");
        assert!(limits.take(a, Cost::Search).is_ok() && limits.take(a, Cost::Request).is_ok());
        let two = (limits.connect(Some(a)).unwrap(), limits.connect(Some(neighbour)).unwrap());
        assert!(limits.connect(Some(a)).is_none());
        let third = limits.connect(Some(b)).unwrap();
        assert!(limits.connect(Some(b)).is_none(), "too many in all");
        assert!(limits.connect(None).is_none(), "a proxy's too");
        drop(two);
        let proxied = [limits.connect(None).unwrap(), limits.connect(None).unwrap()];
        drop(proxied);
        assert!(limits.connect(Some(b)).is_some() && limits.connect(Some(a)).is_some());
        drop(third);
        assert!(limits.connections().each.is_empty());
        let free = RateLimits::new(Limits::OFF);
        assert!((0..1000).all(|_| free.take(a, Cost::Game).is_ok()));
        free.charge(a, Duration::from_secs(1000));
        assert_eq!(free.may_work(a), Ok(()));
    }

    #[test]
    fn who_has_used_much_steps_back_until_it_is_earned_again() {
        let limits = RateLimits::new(Limits { work: 100, ..Limits::default() });
        let address = [192, 0, 2, 1].into();
        assert!(!limits.is_busy(address));
        limits.charge(address, Duration::from_millis(5));
        assert!(!limits.is_busy(address));
        limits.charge(address, Duration::from_millis(400));
        assert!(limits.is_busy(address) && limits.may_work(address).is_ok());
        let later = Instant::now() + Duration::from_secs(5);
        assert!(!limits.work().get_mut(&address).unwrap().is_drawn_on(later));
    }

    #[test]
    fn addresses_that_owe_nothing_are_forgotten() {
        let limits = RateLimits::new(Limits { work: 10, ..Limits::default() });
        limits.charge([192, 0, 2, 1].into(), Duration::from_millis(500));
        limits.charge([192, 0, 2, 2].into(), Duration::ZERO);
        limits.forget();
        assert_eq!(limits.work().len(), 1);
    }
}
