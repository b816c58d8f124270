//! A server's process, and what its clients ask over connections of their own.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::ChildStdout;

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Reads what a server says until it has said this; where it listens, and all that was read.
pub(crate) fn listening(out: &mut BufReader<ChildStdout>, until: &str) -> (SocketAddr, String) {
    let mut said = String::new();
    while !said.contains(until) {
        assert_ne!(out.read_line(&mut said).unwrap(), 0, "it ended: {said}");
    }
    let at = said.lines().find_map(|line| line.strip_prefix("Damier is at ")).unwrap();
    let port: u16 = at.rsplit(':').next().unwrap().parse().unwrap();
    (SocketAddr::from(([127, 0, 0, 1], port)), said)
}

/// The status and the body of an answer; nothing if the line breaks.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.get(9..12)?.parse().ok()?, serde_json::from_str(body).ok()?))
}

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// A socket of a game, once it has said who comes; nothing if the line breaks.
pub(crate) async fn open_socket(address: SocketAddr, id: &str, token: &str) -> Option<Socket> {
    let stream = TcpStream::connect(address).await.ok()?;
    let url = format!("ws://{address}/api/v1/live/{id}/socket");
    let (mut socket, _) = client_async(url, stream).await.ok()?;
    let hello = json!({ "do": "hello", "token": token }).to_string();
    socket.send(Frame::text(hello)).await.ok()?;
    Some(socket)
}
