//! This machine's addresses: where others in the local network find the server, and by which names
//! it may be called.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the list of addresses is taken to be true.
const FRESH: Duration = Duration::from_secs(10);

/// The addresses of this machine's network interfaces, remembered for a while.
#[derive(Default)]
pub(crate) struct Network {
    seen: Mutex<Option<(Instant, Vec<IpAddr>)>>,
}

impl Network {
    /// All addresses, the loopback ones included.
    pub(crate) fn addresses(&self) -> Vec<IpAddr> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let stale = seen.as_ref().is_none_or(|(when, _)| when.elapsed() > FRESH);
        if stale {
            let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
            let all = interfaces.iter().map(if_addrs::Interface::ip).collect();
            *seen = Some((Instant::now(), all));
        }
        seen.as_ref().map(|(_, all)| all.clone()).unwrap_or_default()
    }

    /// The addresses others in the local network can use, IPv4 first.
    pub(crate) fn reachable(&self) -> Vec<IpAddr> {
        let mut all = self.addresses();
        all.retain(|address| !address.is_loopback() && !link_local(*address));
        all.sort_by_key(IpAddr::is_ipv6);
        all.dedup();
        all
    }
}

/// Addresses that mean nothing without naming an interface.
fn link_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => (v6.segments()[0] & 0xffc0) == 0xfe80,
    }
}

/// An address as links write it.
pub(crate) fn link(address: IpAddr, port: u16) -> String {
    match address {
        IpAddr::V4(v4) => format!("http://{v4}:{port}"),
        IpAddr::V6(v6) => format!("http://[{v6}]:{port}"),
    }
}

/// The address a browser on this machine uses for a server that listens on `address`.
pub fn local_link(address: IpAddr, port: u16) -> String {
    match address {
        IpAddr::V4(v4) if v4.is_unspecified() || v4.is_loopback() => {
            format!("http://localhost:{port}")
        }
        IpAddr::V6(v6) if v6.is_unspecified() || v6 == Ipv6Addr::LOCALHOST => {
            format!("http://localhost:{port}")
        }
        other => link(other, port),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_written_for_browsers() {
        let local = |text: &str| local_link(text.parse().unwrap(), 80);
        assert_eq!(local("0.0.0.0"), "http://localhost:80");
        assert_eq!(local("::"), "http://localhost:80");
        assert_eq!(local("127.0.0.1"), "http://localhost:80");
        assert_eq!(local("192.0.2.7"), "http://192.0.2.7:80");
        assert_eq!(local("2001:db8::7"), "http://[2001:db8::7]:80");
    }

    #[test]
    fn every_machine_knows_itself() {
        let network = Network::default();
        assert!(network.addresses().iter().any(IpAddr::is_loopback));
        assert!(!network.reachable().iter().any(|a| a.is_loopback() || link_local(*a)));
    }
}
