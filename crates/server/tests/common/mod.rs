//! A server for a test, on a real socket, and players who talk to it.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod strict;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use damier_protocol::Oracles;
use damier_server::config::{Config, Limits};
use damier_server::{Place, Server, Shared, Store, app, run};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// How long anything may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A running server.
pub(crate) struct Site {
    pub(crate) shared: Shared,
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// No limits but those a test sets.
pub(crate) fn free() -> Config {
    Config { limits: Limits::OFF, ..Config::default() }
}

/// What came of a request.
pub(crate) struct Got {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Got {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// Whatever is asked in whatever test: the answer is what the description says, no field more
    /// or less.
    fn is_as_described(&self, method: &str, address: &str) {
        let Some(path) = strict::path(method, address) else { return };
        if let Some(schema) = strict::body(method, &path, self.status.as_u16()) {
            let wrong = strict::complaints_by(&schema, &self.json());
            assert_eq!(wrong, [""; 0], "{method} {address}: {}", self.text);
        }
    }

    pub(crate) fn code(&self) -> String {
        let body = self.json();
        assert!(body["error"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        body["error"]["code"].as_str().unwrap_or_default().to_string()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Site {
    pub(crate) async fn new() -> Site {
        Site::start(free(), Place::Memory).await
    }

    pub(crate) async fn start(mut config: Config, place: Place) -> Site {
        let listener = run::listen([127, 0, 0, 1].into(), Some(0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        config.listen = (address.ip(), address.port());
        let store = Store::open(&place).await.unwrap();
        let shared = Server::new(config, store, Arc::new(Oracles::new()));
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = run::serve(listener, Arc::clone(&shared), async { drop(stopped.await) });
        Site { shared, address, stop, task: tokio::spawn(serve) }
    }

    /// Stops it as a signal would.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(PATIENCE, self.task).await.expect("it stops").unwrap();
    }

    /// A request without a socket, as if it came from this address.
    pub(crate) async fn get_from(&self, from: [u8; 4], path: &str) -> Got {
        let peer = axum::extract::ConnectInfo(SocketAddr::from((from, 1)));
        self.ask(Request::get(path).extension(peer).body(Body::empty()).unwrap()).await
    }

    /// A request without a socket.
    pub(crate) async fn ask(&self, mut request: Request<Body>) -> Got {
        request.headers_mut().entry("host").or_insert("localhost:1".parse().unwrap());
        let (method, address) = (request.method().to_string(), request.uri().to_string());
        let response = app(Arc::clone(&self.shared)).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let got = Got { status: parts.status, headers: parts.headers, text };
        got.is_as_described(&method.to_lowercase(), &address);
        got
    }

    pub(crate) async fn get(&self, path: &str) -> Got {
        self.ask(Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Got {
        let request = Request::builder().method(Method::POST).uri(path);
        self.ask(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// Creates a game; its name and the inviter's seat.
    pub(crate) async fn invite(&self, invitation: Value) -> (String, Seat) {
        let got = self.post("/api/v1/live", &invitation.to_string()).await;
        assert_eq!(got.status, 201, "{}", got.text);
        let answer = got.json();
        let text = |name: &str| answer[name].as_str().unwrap().to_string();
        (text("id"), Seat { token: text("token"), side: text("side") })
    }

    /// Takes the other seat.
    pub(crate) async fn join(&self, id: &str) -> Seat {
        let path = format!("/api/v1/live/{id}/join");
        let token: String = id.chars().rev().collect();
        let answer = self.post(&path, &json!({ "token": token }).to_string()).await.json();
        let text = |name: &str| answer[name].as_str().unwrap().to_string();
        Seat { token: text("token"), side: text("side") }
    }

    /// A game with both players connected, the light one first.
    pub(crate) async fn pair(&self, invitation: Value) -> (String, Player, Player) {
        let mut invitation = invitation;
        invitation["side"] = json!("light");
        let (id, light) = self.invite(invitation).await;
        let dark = self.join(&id).await;
        let light = Player::connect(self.address, &id, Some(&light.token)).await;
        let dark = Player::connect(self.address, &id, Some(&dark.token)).await;
        (id, light, dark)
    }
}

/// A seat at a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seat {
    pub(crate) token: String,
    pub(crate) side: String,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Somebody at the other end of a socket.
pub(crate) struct Player {
    pub(crate) socket: Socket,
    pub(crate) id: String,
    pub(crate) token: Option<String>,
    /// What was said at the beginning.
    pub(crate) state: Value,
    nonce: u32,
}

/// A socket that has not said hello.
pub(crate) async fn socket(address: SocketAddr, id: &str) -> Socket {
    let url = format!("ws://{address}/api/v1/live/{id}/socket");
    let mut request = url.into_client_request().unwrap();
    let origin = format!("http://{address}");
    request.headers_mut().insert("origin", origin.parse().unwrap());
    connect_async(request).await.expect("a socket").0
}

/// A socket from another address of this machine, which counts as another client.
pub(crate) async fn socket_from(from: [u8; 4], address: SocketAddr, id: &str) -> Socket {
    let local = tokio::net::TcpSocket::new_v4().unwrap();
    local.bind(SocketAddr::from((from, 0))).unwrap();
    let stream = MaybeTlsStream::Plain(local.connect(address).await.unwrap());
    let url = format!("ws://{address}/api/v1/live/{id}/socket");
    tokio_tungstenite::client_async(url, stream).await.expect("a socket").0
}

impl Player {
    pub(crate) async fn connect_from(
        from: [u8; 4],
        address: SocketAddr,
        id: &str,
        token: Option<&str>,
    ) -> Player {
        Player::hello(socket_from(from, address, id).await, id, token).await
    }

    pub(crate) async fn connect(address: SocketAddr, id: &str, token: Option<&str>) -> Player {
        Player::hello(socket(address, id).await, id, token).await
    }

    async fn hello(socket: Socket, id: &str, token: Option<&str>) -> Player {
        let token = token.map(str::to_string);
        let nonce = rand_start();
        let mut player = Player { socket, id: id.into(), token, state: Value::Null, nonce };
        let hello = json!({ "do": "hello", "token": player.token, "lang": "en" });
        player.send(&hello.to_string()).await;
        player.state = player.hear("state").await;
        player
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Frame::text(text)).await.expect("the server listens");
    }

    /// The next message; nothing if the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("an answer in time") {
                Some(Ok(Frame::Text(text))) => {
                    let message = serde_json::from_str(&text).unwrap();
                    let wrong = strict::complaints("ServerMessage", &message);
                    assert_eq!(wrong, [""; 0], "{text}");
                    return Some(message);
                }
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The code of the close frame that comes.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("an end in time") {
                Some(Ok(Frame::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("connected");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next event of this kind.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.hear("event").await;
            if event["kind"] == kind {
                return event;
            }
        }
    }

    /// Says something as the description has it and waits for the ack or the error.
    pub(crate) async fn command(&mut self, verb: &str, at: usize, more: Value) -> Value {
        self.nonce += 1;
        let mut command = json!({ "do": verb, "nonce": format!("n{}", self.nonce), "at": at });
        for (name, value) in more.as_object().into_iter().flatten() {
            command[name] = value.clone();
        }
        assert_eq!(strict::complaints("ClientMessage", &command), [""; 0], "{command}");
        self.send(&command.to_string()).await;
        loop {
            let message = self.next().await.expect("connected");
            if message["nonce"] == command["nonce"] {
                return message;
            }
        }
    }

    /// Says something that is granted; the version it led to.
    pub(crate) async fn does(&mut self, verb: &str, at: usize, more: Value) -> u64 {
        let answer = self.command(verb, at, more).await;
        assert_eq!(answer["type"], "ack", "{verb}: {answer}");
        answer["version"].as_u64().unwrap()
    }

    /// Says something that is refused; the code.
    pub(crate) async fn fails(&mut self, verb: &str, at: usize, more: Value) -> String {
        let answer = self.command(verb, at, more).await;
        assert_eq!(answer["type"], "error", "{verb}: {answer}");
        assert!(answer["message"].as_str().is_some_and(|text| !text.is_empty()));
        answer["code"].as_str().unwrap().to_string()
    }

    pub(crate) async fn plays(&mut self, at: usize, turn: &str) -> u64 {
        self.does("turn", at, json!({ "turn": turn })).await
    }
}

/// Different for each connection, as a client's names for its messages should be.
fn rand_start() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed) * 100_000
}
