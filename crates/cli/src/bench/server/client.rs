//! The players' side of a game: creating it, two sockets, turns at a fixed pace, and how long each
//! took to be acknowledged.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::player::random_game;

/// How long anything may take before the game counts as lost.
const PATIENCE: Duration = Duration::from_secs(20);

/// What all games share: the beat, and when to begin, count and stop.
pub(super) struct Pace {
    games: usize,
    /// The time between two turns of a game.
    beat: Duration,
    ready: AtomicUsize,
    started: Notify,
    counting: AtomicBool,
    stopped: AtomicBool,
}

impl Pace {
    pub(super) fn new(games: u32, rate: u32) -> Pace {
        Pace {
            games: games as usize,
            beat: Duration::from_secs_f64(f64::from(games) / f64::from(rate)),
            ready: AtomicUsize::new(0),
            started: Notify::new(),
            counting: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        }
    }

    /// Waits until every game has both players.
    pub(super) async fn everybody(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while self.ready.load(Ordering::Acquire) < self.games {
            if begun.elapsed() > PATIENCE {
                bail!("only {} games could begin", self.ready.load(Ordering::Acquire));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    pub(super) fn go(&self) {
        self.started.notify_waiters();
    }

    pub(super) fn count(&self, on: bool) {
        self.counting.store(on, Ordering::Release);
    }

    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }
}

/// What came of some games.
#[derive(Default)]
pub(super) struct Tally {
    /// How long each acknowledgement took, in microseconds.
    pub(super) waits: Vec<u32>,
    pub(super) finished: usize,
    pub(super) lost: usize,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.waits.extend(other.waits);
        self.finished += other.finished;
        self.lost += other.lost;
    }
}

/// Plays one game after the other until it is time to stop.
pub(super) async fn play(
    address: SocketAddr,
    game: &'static str,
    number: usize,
    pace: Arc<Pace>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut pair = Some(Pair::open(address, game).await?);
    let started = pace.started.notified();
    pace.ready.fetch_add(1, Ordering::AcqRel);
    started.await;
    // The games take turns, so that the load is even.
    let mut next = Instant::now() + pace.beat.mul_f64(number as f64 / pace.games as f64);
    for round in 0.. {
        let mut turns = random_game(game, (number as u64) << 32 | round)?;
        let mut pair = match pair.take() {
            Some(pair) => pair,
            None => Pair::open(address, game).await?,
        };
        while let Some(turn) = turns() {
            sleep_until(next).await;
            next += pace.beat;
            if pace.stopped.load(Ordering::Acquire) {
                return Ok(tally);
            }
            let wait =
                tokio::time::timeout(PATIENCE, pair.turn(&turn)).await.context("no ack")??;
            if pace.counting.load(Ordering::Acquire) {
                tally.waits.push(u32::try_from(wait.as_micros()).unwrap_or(u32::MAX));
            }
        }
        tally.finished += 1;
    }
    Ok(tally)
}

type Socket = WebSocketStream<TcpStream>;

/// Both ends of a game.
struct Pair {
    /// Light's and dark's.
    sockets: [Socket; 2],
    /// Whose turn it is.
    mover: usize,
    turns: usize,
}

impl Pair {
    /// Creates a game and connects both players.
    async fn open(address: SocketAddr, game: &str) -> anyhow::Result<Pair> {
        let invitation = json!({ "game": game, "side": "light" }).to_string();
        let light = post(address, "/api/v1/live", &invitation).await?;
        let id = light["id"].as_str().context("no name")?;
        // As secret as it must be here.
        let token: String = id.chars().rev().collect();
        let join = json!({ "token": token }).to_string();
        let dark = post(address, &format!("/api/v1/live/{id}/join"), &join).await?;
        let (first, state) = connect(address, id, &light["token"]).await?;
        let (second, _) = connect(address, id, &dark["token"]).await?;
        let state: Value = serde_json::from_str(&state)?;
        let mover = usize::from(state["to_move"] == "dark");
        Ok(Pair { sockets: [first, second], mover, turns: 0 })
    }

    /// Plays a turn; how long its acknowledgement took.
    async fn turn(&mut self, turn: &str) -> anyhow::Result<Duration> {
        let at = self.turns;
        let message = format!(r#"{{"do":"turn","nonce":"{at}","at":{at},"turn":"{turn}"}}"#);
        let begun = Instant::now();
        self.sockets[self.mover].send(Frame::text(message)).await?;
        hear(&mut self.sockets[self.mover], r#"{"type":"ack""#).await?;
        let wait = begun.elapsed();
        let event = r#"{"type":"event""#;
        loop {
            // Whose turn it is now is in the event; the other end must be emptied as well.
            let text = hear(&mut self.sockets[self.mover], event).await?;
            if text.contains(r#""kind":"turn""#) {
                hear(&mut self.sockets[1 - self.mover], event).await?;
                self.mover = usize::from(text.contains(r#""to_move":"dark""#));
                self.turns += 1;
                return Ok(wait);
            }
        }
    }
}

/// The next message that begins like this; an error message is an error.
async fn hear(socket: &mut Socket, beginning: &str) -> anyhow::Result<String> {
    loop {
        match socket.next().await.context("the server hung up")?? {
            Frame::Text(text) if text.starts_with(beginning) => {
                return Ok(text.as_str().to_string());
            }
            Frame::Text(text) if text.starts_with(r#"{"type":"error""#) => bail!("{text}"),
            Frame::Close(_) => bail!("the server hung up"),
            _ => {}
        }
    }
}

async fn connect(address: SocketAddr, id: &str, token: &Value) -> anyhow::Result<(Socket, String)> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/v1/live/{id}/socket");
    let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096);
    let (mut socket, _) = client_async_with_config(url, stream, Some(small)).await?;
    socket.send(Frame::text(json!({ "do": "hello", "token": token }).to_string())).await?;
    let state = hear(&mut socket, r#"{"type":"state""#).await?;
    Ok((socket, state))
}

/// One request, one connection: the server is asked so little this way that more is not worth it.
async fn post(address: SocketAddr, path: &str, body: &str) -> anyhow::Result<Value> {
    let mut stream = TcpStream::connect(address).await?;
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    if !head.starts_with("HTTP/1.1 20") {
        bail!("{body}");
    }
    Ok(serde_json::from_str(body)?)
}
