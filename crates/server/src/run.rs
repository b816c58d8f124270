//! On the network: finding a port, serving connections, and stopping so that nothing is lost.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use damier_core::{Message, Phrase, phrase};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::limits::ConnectionGuard;
use crate::{Shared, app};

pub use crate::api::DEFAULT_PORT;

/// How many ports after the default one are tried.
const PORTS: u16 = 50;

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// How long connections have to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Why no port was found.
#[derive(Debug)]
pub enum NoPort {
    /// The one that was asked for is in use.
    Taken(SocketAddr),
    /// Something else.
    Other(SocketAddr, io::Error),
}

impl NoPort {
    /// For people.
    pub fn message(&self) -> Message {
        const TAKEN: Phrase = phrase!("server.taken");
        const OTHER: Phrase = phrase!("server.cannot-listen");
        match self {
            NoPort::Taken(at) => TAKEN.with(u32::from(at.port())).with(at.ip().to_string()),
            NoPort::Other(at, why) => OTHER.with(at.to_string()).with(why.to_string()),
        }
    }
}

/// Listens on the port asked for, or on the first free one from the default on.
pub async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, NoPort> {
    let ports = match port {
        Some(port) => port..=port,
        None => DEFAULT_PORT..=DEFAULT_PORT + PORTS,
    };
    let last = *ports.end();
    for port in ports {
        let address = SocketAddr::new(host, port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
                return Err(NoPort::Other(address, error));
            }
            Err(_) => {}
        }
    }
    Err(NoPort::Taken(SocketAddr::new(host, last)))
}

/// Serves connections until `stop` is done; then finishes what is being done, stores what must
/// be stored, and closes every socket with a close frame.
pub async fn serve(listener: TcpListener, shared: Shared, stop: impl Future<Output = ()>) {
    let app = app(Arc::clone(&shared));
    let ending = watch::Sender::new(false);
    let mut forget = tokio::time::interval(Duration::from_secs(60));
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    // A proxy stands for many.
                    let one = Some(address.ip()).filter(|ip| !shared.config.proxies.trust(*ip));
                    match shared.limits.connect(one) {
                        Some(guard) => {
                            let (app, ending) = (app.clone(), ending.subscribe());
                            let patience = shared.config.write_time;
                            connection(stream, address, app, ending, guard, patience);
                        }
                        // Too many: hang up. An answer would cost more than the caller is owed.
                        None => drop(stream),
                    }
                }
                // Out of file descriptors, or the client has gone: neither ends the server.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
            _ = forget.tick() => shared.limits.forget(),
            () = &mut stop => break,
        }
    }
    drop(listener);
    shared.live.stop().await;
    ending.send_replace(true);
    let _ = tokio::time::timeout(FAREWELL, ending.closed()).await;
    shared.live.farewell(FAREWELL).await;
}

/// Serves one connection in a task of its own. A client that leaves what it is sent unread for so
/// long is hung up on, whatever it is sent.
fn connection(
    stream: TcpStream,
    address: SocketAddr,
    app: axum::Router,
    mut ending: watch::Receiver<bool>,
    guard: ConnectionGuard,
    patience: Duration,
) {
    // Turns are small and should not wait for company.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let guard = Arc::new(guard);
    let service = hyper::service::service_fn({
        let guard = Arc::clone(&guard);
        move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(ConnectInfo(address));
            // A socket outlives its connection's task: whoever serves it holds this on.
            request.extensions_mut().insert(Arc::clone(&guard));
            app.clone().oneshot(request)
        }
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    tokio::spawn(async move {
        let _guard = guard;
        let mut served = std::pin::pin!(served);
        let ended = tokio::select! {
            _ = &mut served => true,
            _ = ending.changed() => false,
        };
        if !ended {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    });
}

/// Waits for the signals that ask a program to stop.
pub async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = tokio::signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}
