//! What every request meets first: is it meant for this server (`Host`), does it come from one of
//! its own pages where it could change something (`Origin`), does its address ask for too much. And
//! what every answer carries: the headers that keep pages from doing what they should not.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damier_core::{Phrase, phrase};

use crate::Shared;
use crate::assets::VERSIONED;
use crate::client::{ClientAddress, WayHere, address, peer};
use crate::failure::Failure;
use crate::limits::Cost;

const WRONG_HOST: Phrase = phrase!("server.wrong-host");
const WRONG_ORIGIN: Phrase = phrase!("server.wrong-origin");

/// Lets a request through or refuses it, and protects the answer.
pub(crate) async fn check(
    State(shared): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    let proxies = &shared.config.proxies;
    let peer = peer(request.extensions());
    let client = ClientAddress(proxies.client(peer, request.headers()));
    let way = if proxies.trust(peer) { WayHere::Proxied } else { WayHere::Direct };
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(way);
    let host = proxies.host(peer, request.headers()).or_else(|| host(&request));
    let host = host.filter(|host| shared.answers_to(host));
    let part = is_part(request.headers());
    let mut response = match refusal(&shared, &request, host.as_deref()) {
        Some(failure) => failure.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    add_headers(headers, &EVERYWHERE);
    if !part {
        add_headers(headers, &ON_PAGES);
        if host.as_deref().is_none_or(may_be_secure) {
            headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
        }
        if let Ok(policy) = HeaderValue::try_from(content_policy(host.as_deref())) {
            // A handler may have set a stricter one.
            headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
        }
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether a browser says that it wants this as a part of a page, which the policy of the page
/// governs. Workers have a policy of their own.
fn is_part(headers: &HeaderMap) -> bool {
    const DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
    const PARTS: [&[u8]; 4] = [b"script", b"style", b"font", b"image"];
    headers.get(DEST).is_some_and(|dest| PARTS.contains(&dest.as_bytes()))
}

/// Why a request for this host, if it is ours, is not even looked at.
fn refusal(shared: &Shared, request: &Request, host: Option<&str>) -> Option<Failure> {
    let Some(host) = host else {
        let status = StatusCode::MISDIRECTED_REQUEST;
        return Some(Failure::new(status, "wrong-host", WRONG_HOST.say()));
    };
    let dear = could_change(request) || is_dear(request.uri().path());
    let elsewhere = match dear {
        true => !own_page(request.headers(), host),
        false => is_api(request.uri().path()) && embedded_elsewhere(request.headers()),
    };
    if elsewhere {
        return Some(Failure::new(StatusCode::FORBIDDEN, "wrong-origin", WRONG_ORIGIN.say()));
    }
    let cost = match request.uri().path().starts_with(VERSIONED) {
        true => Cost::Part,
        false => Cost::Request,
    };
    let taken = shared.limits.take(address(request.extensions()), cost);
    taken.err().map(Failure::too_many)
}

fn is_api(path: &str) -> bool {
    path.starts_with("/api/")
}

/// Whether a plain question makes the server work: it may build tables, or is a file of megabytes.
/// Nothing but our own pages needs these, not even a link.
fn is_dear(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    path.starts_with("/tables/") || is_api(path) && ["tables", "value"].contains(&last)
}

/// Whether a page of somebody else wants this as a part of itself, which it would not get to see
/// anyway. Links to us are nobody's fault.
fn embedded_elsewhere(headers: &HeaderMap) -> bool {
    const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
    let mode = headers.get(MODE).map(HeaderValue::as_bytes);
    from_elsewhere(headers) && mode != Some(b"navigate")
}

/// Whether a browser says that another site is behind a request.
fn from_elsewhere(headers: &HeaderMap) -> bool {
    const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
    let site = headers.get(SITE).map(HeaderValue::as_bytes);
    site.is_some_and(|site| site != b"same-origin" && site != b"none")
}

/// The name and port the client thinks it is talking to.
fn host(request: &Request) -> Option<String> {
    let header = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    let host = header.or_else(|| request.uri().authority().map(|authority| authority.as_str()))?;
    Some(host.to_ascii_lowercase())
}

/// Whether a request could change something: it is not a plain question, or opens a socket.
fn could_change(request: &Request) -> bool {
    let question = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    !question || request.headers().contains_key(header::UPGRADE)
}

/// Whether a request comes from a page of this server, or from no page at all. Browsers always
/// say where a request that could change something comes from.
fn own_page(headers: &HeaderMap, host: &str) -> bool {
    if from_elsewhere(headers) {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
    let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    name == Some(host)
}

/// Splits `name:port`, with or without the port; the brackets of an IPv6 address are taken off.
pub(crate) fn split_host(host: &str) -> Option<(&str, Option<u16>)> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let (name, port) = rest.split_once(']')?;
            (name, port)
        }
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let port = match port {
        "" => None,
        port => Some(port.strip_prefix(':')?.parse().ok()?),
    };
    (!name.is_empty()).then_some((name, port))
}

/// What pages may do: load their own files and talk to this server. `host` was checked, so it
/// contains nothing but a name and a port.
fn content_policy(host: Option<&str>) -> String {
    let sockets = host.map_or(String::new(), |host| format!(" ws://{host} wss://{host}"));
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob:; font-src 'self'; media-src 'self'; manifest-src 'self'; \
         worker-src 'self'; connect-src 'self'{sockets}; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'; object-src 'none'; \
         require-trusted-types-for 'script'; trusted-types damier-script damier-drawing"
    )
}

/// What every answer has.
const EVERYWHERE: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What every answer has that could become a page.
const ON_PAGES: [(HeaderName, &str); 2] = [
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
];

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Whether a browser may take this host for secure: this machine, or a name behind https. At an
/// address of the local network it would not heed [`OPENER_POLICY`], and complain about it.
fn may_be_secure(host: &str) -> bool {
    let address = split_host(host).and_then(|(name, _)| name.parse::<IpAddr>().ok());
    address.is_none_or(|address| address.is_loopback())
}

fn add_headers(headers: &mut HeaderMap, fixed: &[(HeaderName, &'static str)]) {
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_split() {
        assert_eq!(split_host("localhost:80"), Some(("localhost", Some(80))));
        assert_eq!(split_host("localhost"), Some(("localhost", None)));
        assert_eq!(split_host("[::1]:80"), Some(("::1", Some(80))));
        assert_eq!(split_host("[::1]"), Some(("::1", None)));
        for bad in ["", ":80", "[::1", "[::1]80", "a:b", "a:99999", "a:1:2", "[]:80"] {
            assert_eq!(split_host(bad), None, "{bad}");
        }
    }

    #[test]
    fn addresses_of_the_network_are_not_secure() {
        for host in ["localhost:80", "127.0.0.1:80", "[::1]:80", "games.example"] {
            assert!(may_be_secure(host), "{host}");
        }
        for host in ["192.168.0.7:80", "[fd00::2]:80", "10.0.0.1"] {
            assert!(!may_be_secure(host), "{host}");
        }
    }

    #[test]
    fn only_own_pages_may_change_things() {
        let own = |pairs: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, value.parse().unwrap());
            }
            own_page(&headers, "localhost:6464")
        };
        assert!(own(&[]));
        assert!(own(&[("origin", "http://localhost:6464")]));
        assert!(own(&[("origin", "https://LOCALHOST:6464"), ("sec-fetch-site", "same-origin")]));
        assert!(!own(&[("origin", "http://localhost:3000")]));
        assert!(!own(&[("origin", "null")]));
        assert!(!own(&[("origin", "http://evil.example")]));
        assert!(!own(&[("origin", "http://localhost:6464.evil.example")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("origin", "http://localhost:6464"), ("sec-fetch-site", "same-site")]));
    }
}
