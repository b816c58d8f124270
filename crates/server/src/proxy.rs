//! Who is behind a proxy. Only a proxy that the configuration names is believed, and only the one
//! header it is known to write: a header that the proxy passes through untouched says whatever the
//! client likes. Of the addresses in it the rightmost that is no trusted proxy counts, since each
//! proxy appends the one it was called from and everything left of that is hearsay.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

/// Which header the proxies write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: client, proxy`
    #[default]
    XForwardedFor,
    /// `Forwarded: for=client, for=proxy` (RFC 7239)
    Forwarded,
}

/// The proxies that are believed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies {
    /// Their addresses or networks.
    pub trusted: Vec<Network>,
    /// The header they write.
    pub header: ProxyHeader,
}

/// An address or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network(IpNet);

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let one = || text.parse::<IpAddr>().ok().map(IpNet::from);
        let net = text.parse::<IpNet>().ok().or_else(one);
        net.map(Network).ok_or_else(|| "an address or a network such as 10.0.0.0/8".to_string())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

impl Proxies {
    /// Whether this is one of them.
    pub(crate) fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|Network(net)| net.contains(&address))
    }

    /// Who asks, if the connection comes from `peer`.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        if !self.trust(client) {
            return client;
        }
        for hop in self.hops(headers).into_iter().rev() {
            // A hop that hides itself is as far as one can see.
            let Some(address) = hop else { break };
            client = address.to_canonical();
            if !self.trust(client) {
                break;
            }
        }
        client
    }

    /// The host that the client asked for, if a trusted proxy says so.
    pub(crate) fn host(&self, peer: IpAddr, headers: &HeaderMap) -> Option<String> {
        if !self.trust(peer) {
            return None;
        }
        match self.header {
            ProxyHeader::XForwardedFor => {
                let value = headers.get(FORWARDED_HOST)?.to_str().ok()?;
                Some(value.rsplit(',').next()?.trim().to_ascii_lowercase())
            }
            ProxyHeader::Forwarded => {
                let last = values(headers, &header::FORWARDED).pop()?;
                Some(parameter(&last, "host")?.to_ascii_lowercase())
            }
        }
    }

    /// The addresses in the header, the client's own claim first; `None` for what is no address.
    fn hops(&self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        match self.header {
            ProxyHeader::XForwardedFor => {
                values(headers, &FORWARDED_FOR).iter().map(|hop| node(hop)).collect()
            }
            ProxyHeader::Forwarded => values(headers, &header::FORWARDED)
                .iter()
                .map(|element| node(&parameter(element, "for")?))
                .collect(),
        }
    }
}

/// The elements of a header that is a list, over all its lines. Text that is not ASCII is one
/// element that means nothing, not the absence of one.
fn values(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or("?"));
    lines.flat_map(|line| line.split(',')).map(|part| part.trim().to_string()).collect()
}

/// A parameter of an element of `Forwarded`, without quotes.
fn parameter(element: &str, name: &str) -> Option<String> {
    element.split(';').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let ours = key.trim().eq_ignore_ascii_case(name);
        ours.then(|| value.trim().trim_matches('"').to_string())
    })
}

/// The address of a hop, with or without a port or brackets.
fn node(text: &str) -> Option<IpAddr> {
    let address = || text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address().or_else(with_port).or_else(bracketed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(trusted: &[&str], header: ProxyHeader) -> Proxies {
        Proxies { trusted: trusted.iter().map(|net| net.parse().unwrap()).collect(), header }
    }

    fn client(proxies: &Proxies, peer: &str, lines: &[(&'static str, &str)]) -> String {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_rightmost_hop_that_is_not_trusted_counts() {
        let xff = "x-forwarded-for";
        let two = proxies(&["10.0.0.0/8", "::1"], ProxyHeader::XForwardedFor);
        for (peer, lines, expected) in [
            // Nobody else is believed.
            ("192.0.2.1", vec![(xff, "1.2.3.4")], "192.0.2.1"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            ("10.0.0.1", vec![(xff, "192.0.2.7")], "192.0.2.7"),
            ("::ffff:10.0.0.1", vec![(xff, "192.0.2.7")], "192.0.2.7"),
            // What the client itself claims is left of what the proxy appended.
            ("10.0.0.1", vec![(xff, "1.2.3.4, 192.0.2.7")], "192.0.2.7"),
            ("10.0.0.1", vec![(xff, "1.2.3.4"), (xff, "192.0.2.7")], "192.0.2.7"),
            ("10.0.0.1", vec![(xff, "127.0.0.1, 192.0.2.7, 10.9.9.9")], "192.0.2.7"),
            ("::1", vec![(xff, "2001:db8::5")], "2001:db8::5"),
            ("10.0.0.1", vec![(xff, "[2001:db8::5]:4711")], "2001:db8::5"),
            ("10.0.0.1", vec![(xff, "192.0.2.7:4711")], "192.0.2.7"),
            // Whoever hides cannot be told apart from the proxy that says so.
            ("10.0.0.1", vec![(xff, "192.0.2.7, unknown")], "10.0.0.1"),
            ("10.0.0.1", vec![(xff, "192.0.2.7, , 10.0.0.2")], "10.0.0.2"),
            ("10.0.0.1", vec![(xff, "10.0.0.3, 10.0.0.2")], "10.0.0.3"),
            // The other header is the client's own and counts for nothing.
            ("10.0.0.1", vec![("forwarded", "for=1.2.3.4")], "10.0.0.1"),
        ] {
            assert_eq!(client(&two, peer, &lines), expected, "{peer} {lines:?}");
        }
        let none = Proxies::default();
        assert_eq!(client(&none, "127.0.0.1", &[(xff, "1.2.3.4")]), "127.0.0.1");
    }

    #[test]
    fn the_standard_header_is_read_where_it_is_the_one() {
        let one = proxies(&["10.0.0.1"], ProxyHeader::Forwarded);
        for (value, expected) in [
            ("for=192.0.2.7", "192.0.2.7"),
            ("for=1.2.3.4, For=\"192.0.2.7:80\";proto=https", "192.0.2.7"),
            ("proto=https;for=\"[2001:db8::5]:4711\"", "2001:db8::5"),
            ("for=_hidden", "10.0.0.1"),
            ("for=192.0.2.7, by=x", "10.0.0.1"),
        ] {
            assert_eq!(client(&one, "10.0.0.1", &[("forwarded", value)]), expected, "{value}");
        }
        let spoofed = [("x-forwarded-for", "1.2.3.4")];
        assert_eq!(client(&one, "10.0.0.1", &spoofed), "10.0.0.1");
    }

    #[test]
    fn the_host_comes_from_a_trusted_proxy_only() {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_HOST, "Games.example".parse().unwrap());
        headers.insert(header::FORWARDED, "for=1.2.3.4;host=other.example".parse().unwrap());
        let host = |proxies: &Proxies, peer: &str| proxies.host(peer.parse().unwrap(), &headers);
        let x = proxies(&["10.0.0.1"], ProxyHeader::XForwardedFor);
        assert_eq!(host(&x, "10.0.0.1").as_deref(), Some("games.example"));
        assert_eq!(host(&x, "10.0.0.2"), None);
        let standard = proxies(&["10.0.0.1"], ProxyHeader::Forwarded);
        assert_eq!(host(&standard, "10.0.0.1").as_deref(), Some("other.example"));
    }

    #[test]
    fn networks_are_read() {
        for good in ["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8"] {
            assert!(good.parse::<Network>().is_ok(), "{good}");
        }
        for bad in ["", "10.0.0.0/33", "proxy", "10.0.0.0/8/8"] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
    }
}
