//! How much one address may ask for: rates of requests, and connections at once. What is asked
//! beyond that is refused, politely and cheaply.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Limits;

/// A rate for one connection: so many per second in the long run, five times as many at once.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    rate: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket; a rate of 0 means no limit.
    pub(crate) fn new(rate: u32) -> Bucket {
        let rate = f64::from(rate);
        Bucket { rate, tokens: 5.0 * rate, filled: Instant::now() }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        if self.rate == 0.0 {
            return true;
        }
        let earned = now.saturating_duration_since(self.filled).as_secs_f64() * self.rate;
        self.tokens = (self.tokens + earned).min(5.0 * self.rate);
        self.filled = now;
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

/// A rate for each address.
struct Rate(Option<DefaultKeyedRateLimiter<IpAddr>>);

impl Rate {
    /// So many per `period` in the long run, `burst` at once.
    fn new(many: u32, period: Duration, burst: u32) -> Rate {
        let quota = NonZeroU32::new(many)
            .and_then(|many| Quota::with_period(period / many.get()))
            .zip(NonZeroU32::new(burst));
        Rate(quota.map(|(quota, burst)| RateLimiter::keyed(quota.allow_burst(burst))))
    }

    fn allows(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|limiter| limiter.check_key(&address).is_ok())
    }

    fn forget(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// What a request costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cost {
    /// An ordinary request.
    Light,
    /// One that needs search or tables.
    Heavy,
    /// One that creates a live game or takes a seat.
    Game,
}

/// The limits and how much of them is used.
pub(crate) struct Gate {
    limits: Limits,
    light: Rate,
    heavy: Rate,
    game: Rate,
    connections: Mutex<Connections>,
}

#[derive(Default)]
struct Connections {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

impl Gate {
    /// Nothing used yet.
    pub(crate) fn new(limits: Limits) -> Arc<Gate> {
        let second = Duration::from_secs(1);
        Arc::new(Gate {
            limits,
            // A page with all its modules comes as one burst.
            light: Rate::new(limits.requests, second, limits.requests.saturating_mul(8)),
            heavy: Rate::new(limits.heavy, second, limits.heavy.saturating_mul(5)),
            game: Rate::new(limits.games, 60 * second, limits.games),
            connections: Mutex::default(),
        })
    }

    /// Whether this address may ask for this now.
    pub(crate) fn allows(&self, address: IpAddr, cost: Cost) -> bool {
        let address = network(address);
        match cost {
            Cost::Light => self.light.allows(address),
            Cost::Heavy => self.heavy.allows(address),
            Cost::Game => self.game.allows(address),
        }
    }

    /// The limit of one socket.
    pub(crate) fn bucket(&self) -> Bucket {
        Bucket::new(self.limits.messages)
    }

    /// Lets a connection in, until the answer is dropped; nothing if there are too many.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Entered> {
        let address = network(address);
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let each = connections.each.get(&address).copied().unwrap_or(0);
        if connections.all >= self.limits.connections_in_all || each >= self.limits.connections {
            return None;
        }
        connections.all += 1;
        connections.each.insert(address, each + 1);
        Some(Entered { gate: Arc::clone(self), address })
    }

    /// Forgets addresses that have not been seen for a while.
    pub(crate) fn forget(&self) {
        [&self.light, &self.heavy, &self.game].into_iter().for_each(Rate::forget);
    }
}

/// A connection that was let in.
pub(crate) struct Entered {
    gate: Arc<Gate>,
    address: IpAddr,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut connections = self.gate.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.all -= 1;
        if let Some(each) = connections.each.get_mut(&self.address) {
            *each -= 1;
            if *each == 0 {
                connections.each.remove(&self.address);
            }
        }
    }
}

/// Whoever has one IPv6 address has 2⁶⁴ of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64)).into(),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_fills_again() {
        let begun = Instant::now();
        let mut bucket = Bucket::new(2);
        assert_eq!((0..20).filter(|_| bucket.take(begun)).count(), 10);
        let later = begun + Duration::from_secs(2);
        assert_eq!((0..20).filter(|_| bucket.take(later)).count(), 4);
        let mut free = Bucket::new(0);
        assert!((0..1000).all(|_| free.take(begun)));
    }

    #[test]
    fn each_network_has_its_own_rates_and_connections() {
        let limits =
            Limits { games: 3, connections: 2, connections_in_all: 3, ..Limits::default() };
        let gate = Gate::new(limits);
        let a: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let b: IpAddr = "192.0.2.1".parse().unwrap();
        let mapped: IpAddr = "::ffff:192.0.2.1".parse().unwrap();
        let granted = |address| (0..9).filter(|_| gate.allows(address, Cost::Game)).count();
        assert_eq!((granted(a), granted(neighbour), granted(b), granted(mapped)), (3, 0, 3, 0));
        assert!(gate.allows(a, Cost::Heavy) && gate.allows(a, Cost::Light));
        let two = (gate.enter(a).unwrap(), gate.enter(neighbour).unwrap());
        assert!(gate.enter(a).is_none());
        let third = gate.enter(b).unwrap();
        assert!(gate.enter(b).is_none(), "too many in all");
        drop(two);
        assert!(gate.enter(b).is_some() && gate.enter(a).is_some());
        drop(third);
        assert!(gate.connections.lock().unwrap().each.is_empty());
        let free = Gate::new(Limits::OFF);
        assert!((0..1000).all(|_| free.allows(a, Cost::Game)));
    }
}
