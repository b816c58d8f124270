//! Connections from an address of this machine that is chosen: each counts as a client of its own.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long anything may take before it counts as lost.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

pub(super) type Socket = WebSocketStream<TcpStream>;

/// Somebody with an address.
#[derive(Clone, Copy)]
pub(super) struct Client {
    pub(super) from: Ipv4Addr,
    pub(super) server: SocketAddr,
}

impl Client {
    pub(super) async fn stream(self) -> anyhow::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((self.from, 0).into()).context("an address of this machine")?;
        let stream = timeout(PATIENCE, socket.connect(self.server)).await??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// One request, one connection; the status and the body.
    pub(super) async fn ask(
        self,
        method: &str,
        path: &str,
        body: &str,
    ) -> anyhow::Result<(u16, String)> {
        let mut stream = self.stream().await?;
        let request = request(method, path, body);
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut answer)).await??;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        let status = head.get(9..12).and_then(|status| status.parse().ok());
        Ok((status.context("no status")?, body.to_string()))
    }

    /// A request whose answer is JSON and good.
    pub(super) async fn post(self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let (status, body) = self.ask("POST", path, &body.to_string()).await?;
        if status / 100 != 2 {
            bail!("{status}: {body}");
        }
        Ok(serde_json::from_str(&body)?)
    }

    /// A socket that has said hello.
    pub(super) async fn socket(self, id: &str, token: &str) -> anyhow::Result<Socket> {
        let url = format!("ws://localhost/api/v1/live/{id}/socket");
        let opening = client_async(url, self.stream().await?);
        let (mut socket, _) = timeout(PATIENCE, opening).await??;
        socket.send(Frame::text(json!({ "do": "hello", "token": token }).to_string())).await?;
        hear(&mut socket, "state").await?;
        Ok(socket)
    }

    /// A game with both seats taken: its name and the tokens of light and dark.
    pub(super) async fn game(self, mut invitation: Value) -> anyhow::Result<Game> {
        invitation["side"] = json!("light");
        let light = self.post("/api/v1/live", &invitation).await?;
        let id = light["id"].as_str().context("no name")?.to_string();
        let dark: String = id.chars().rev().collect();
        self.post(&format!("/api/v1/live/{id}/join"), &json!({ "token": dark })).await?;
        let light = light["token"].as_str().context("no token")?.to_string();
        Ok(Game { id, tokens: [light, dark] })
    }
}

/// A game and the secrets of its seats.
#[derive(Clone)]
pub(super) struct Game {
    pub(super) id: String,
    pub(super) tokens: [String; 2],
}

/// A request as it goes over the line.
pub(super) fn request(method: &str, path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
}

/// The next message of this type.
pub(super) async fn hear(socket: &mut Socket, kind: &str) -> anyhow::Result<Value> {
    loop {
        let frame = timeout(PATIENCE, socket.next()).await.context("no answer")?;
        match frame.context("the server hung up")?? {
            Frame::Text(text) => {
                let message: Value = serde_json::from_str(&text)?;
                if message["type"] == kind {
                    return Ok(message);
                }
                if message["type"] == "error" {
                    bail!("{message}");
                }
            }
            Frame::Close(_) => bail!("the server hung up"),
            _ => {}
        }
    }
}

/// A turn as players send it.
pub(super) fn turn(nonce: &str, at: usize, turn: &str) -> Frame {
    let turn = json!({ "do": "turn", "nonce": nonce, "at": at, "turn": turn });
    Frame::text(turn.to_string())
}
