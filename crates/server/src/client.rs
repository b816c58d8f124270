//! Who asks: from where, and in which language they want the answer.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Uri, header};
use damier_core::Lang;

/// Who asks.
pub(crate) struct Client {
    pub(crate) lang: Lang,
    pub(crate) from: IpAddr,
    pub(crate) way: WayHere,
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        let lang = language(&parts.uri, &parts.headers);
        let way = parts.extensions.get().copied().unwrap_or(WayHere::Direct);
        Ok(Client { lang, from: address(&parts.extensions), way })
    }
}

/// The address a request is made for, as [`guard`](crate::guard) has found out; of the connection,
/// before that.
pub(crate) fn address(extensions: &Extensions) -> IpAddr {
    extensions.get::<ClientAddress>().map_or_else(|| peer(extensions), |ClientAddress(from)| *from)
}

/// The address a connection comes from. Without a socket it is this machine.
pub(crate) fn peer(extensions: &Extensions) -> IpAddr {
    let info = extensions.get::<ConnectInfo<SocketAddr>>();
    info.map_or(Ipv4Addr::LOCALHOST.into(), |ConnectInfo(address)| address.ip())
}

/// The address a request is made for, behind all proxies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// How a request came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WayHere {
    /// From the client itself.
    Direct,
    /// Through a proxy that is trusted.
    Proxied,
}

/// The language that a request asks for: `?lang=`, or what the browser prefers.
pub(crate) fn language(uri: &Uri, headers: &HeaderMap) -> Lang {
    let query = uri.query().unwrap_or_default().split('&');
    let asked = query.filter_map(|part| part.strip_prefix("lang=")).find_map(Lang::read);
    asked.unwrap_or_else(|| {
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok());
        let tags = accepted.unwrap_or_default().split(',').map(str::trim);
        // Browsers list the languages in the order of preference.
        tags.filter_map(Lang::serving).next().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_chooses_the_language() {
        let lang = |uri: &str, accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, accept.parse().unwrap());
            language(&uri.parse().unwrap(), &headers)
        };
        assert_eq!(lang("/x", ""), Lang::En);
        assert_eq!(lang("/x", "de-DE, fr-FR;q=0.8, en;q=0.5"), Lang::Fr);
        assert_eq!(lang("/x?a=b&lang=fr", "en"), Lang::Fr);
        assert_eq!(lang("/x?lang=de", "é"), Lang::En);
    }
}
