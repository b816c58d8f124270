//! What an attacker sends from one address: of each kind of request the dearest, as fast as the
//! limits let it, and faster. Every attack ends at its time and sends a bounded number of things.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, interval, timeout_at};
use tokio_tungstenite::tungstenite::Message as Frame;

use super::net::{Client, Game, Socket, hear, request, turn};

/// A position with 14,878 turns, and a text that is none of them but looks like it for long.
const HUGE: &str = "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w";
const HUGE_RULES: &str = "rules=schadd";
const ILLEGAL: &str = "b5-b4A-b5W";

/// How many sockets or connections an attack uses.
const SOCKETS: usize = 8;

/// How far apart the messages on one socket are: somewhat more than the limit allows.
const MESSAGE_EVERY: Duration = Duration::from_millis(40);

/// An attack that goes on until its time.
pub(super) type Attack = fn(Scene) -> BoxFuture<'static, anyhow::Result<()>>;

/// All of them, by name.
pub(super) const ALL: [(&str, Attack); 12] = [
    ("nothing, for comparison", |s| nothing(s).boxed()),
    ("illegal turns of a huge position", |s| illegal_turns(s).boxed()),
    ("records that are dear to read", |s| records(s).boxed()),
    ("turns of a huge position listed", |s| lists(s).boxed()),
    ("searches of five seconds", |s| searches(s).boxed()),
    ("rematches offered and declined", |s| rematches(s).boxed()),
    ("late commands in a long game", |s| late_commands(s).boxed()),
    ("the same without reading", |s| deaf_sockets(s).boxed()),
    ("requests without reading", |s| deaf_requests(s).boxed()),
    ("control pings", |s| pings(s).boxed()),
    ("messages that are nonsense", |s| nonsense(s).boxed()),
    ("wrong tokens", |s| wrong_tokens(s).boxed()),
];

/// Who attacks, until when, and how much has been sent.
#[derive(Clone)]
pub(super) struct Scene {
    pub(super) client: Client,
    pub(super) time: Duration,
    pub(super) until: Instant,
    pub(super) sent: Arc<AtomicU64>,
}

impl Scene {
    fn over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// The same, beginning now: what came before was preparation.
    fn begun(&self) -> Scene {
        Scene { until: Instant::now() + self.time, ..self.clone() }
    }

    /// Counts what was sent. The attacker's thread lets innocent people's go first after each.
    fn count(&self) {
        self.sent.fetch_add(1, Ordering::Relaxed);
        std::thread::yield_now();
    }

    /// Sends one message after the other, reading what comes back; connects again if hung up on.
    async fn flood(self, game: Game, seat: usize, every: Duration, message: impl Fn(u64) -> Frame) {
        let mut n = 0;
        while !self.over() {
            let Ok(socket) = self.client.socket(&game.id, &game.tokens[seat]).await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let (mut send, mut read) = socket.split();
            let reading = async { while let Some(Ok(_)) = read.next().await {} };
            let sending = async {
                let mut every = interval(every);
                while !self.over() {
                    every.tick().await;
                    n += 1;
                    if send.send(message(n)).await.is_err() {
                        break;
                    }
                    self.count();
                }
            };
            let both = async {
                tokio::select! { () = reading => {}, () = sending => {} }
            };
            let _ = timeout_at(self.until, both).await;
        }
    }

    async fn huge(&self) -> anyhow::Result<Game> {
        let invitation = json!({ "game": "fanorona", "rules": HUGE_RULES, "start": HUGE });
        self.client.game(invitation).await
    }

    /// Asks the same again and again, so many at once.
    async fn ask_much(&self, at_once: usize, method: &str, path: &str, body: &str) {
        let one = async || {
            while !self.over() {
                let _ = timeout_at(self.until, self.client.ask(method, path, body)).await;
                self.count();
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        join_all((0..at_once).map(|_| one())).await;
    }
}

/// What the machine does by itself between two stretches of peace.
async fn nothing(scene: Scene) -> anyhow::Result<()> {
    tokio::time::sleep_until(scene.until).await;
    Ok(())
}

async fn illegal_turns(scene: Scene) -> anyhow::Result<()> {
    let game = scene.huge().await?;
    let flood = |i: usize| {
        let message = move |n: u64| turn(&format!("{i}-{n}"), 0, ILLEGAL);
        scene.clone().flood(game.clone(), 0, MESSAGE_EVERY, message)
    };
    join_all((0..SOCKETS).map(flood)).await;
    Ok(())
}

async fn records(scene: Scene) -> anyhow::Result<()> {
    let first = "b5-b4A";
    let mut text =
        format!("[Game \"fanorona\"]\n[Rules \"{HUGE_RULES}\"]\n[Start \"{HUGE}\"]\n\n1. {first} ");
    while text.len() < 60_000 {
        text += &format!("({first}) ");
    }
    scene.ask_much(SOCKETS, "POST", "/api/v1/record", &(text + "*")).await;
    Ok(())
}

fn huge_turns() -> String {
    let escaped: String = HUGE.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("/api/v1/games/fanorona/turns?rules=rules%3Dschadd&position={escaped}")
}

async fn lists(scene: Scene) -> anyhow::Result<()> {
    scene.ask_much(SOCKETS, "GET", &huge_turns(), "").await;
    Ok(())
}

async fn searches(scene: Scene) -> anyhow::Result<()> {
    let body = json!({ "level": "search", "time": 5000 }).to_string();
    scene.ask_much(2 * SOCKETS, "POST", "/api/v1/games/fanorona/best", &body).await;
    Ok(())
}

async fn rematches(scene: Scene) -> anyhow::Result<()> {
    let game = scene.client.game(json!({ "game": "kono" })).await?;
    let mut loser = scene.client.socket(&game.id, &game.tokens[0]).await?;
    loser.send(Frame::text(r#"{"do":"resign","nonce":"r","at":0}"#)).await?;
    hear(&mut loser, "ack").await?;
    let flood = |i: usize| {
        let verb = if i.is_multiple_of(2) { "rematch-offer" } else { "rematch-decline" };
        let message = move |n: u64| {
            Frame::text(json!({ "do": verb, "nonce": format!("{i}-{n}"), "at": 0 }).to_string())
        };
        scene.clone().flood(game.clone(), i % 2, MESSAGE_EVERY, message)
    };
    join_all((0..2 * SOCKETS).map(flood)).await;
    Ok(())
}

/// A game of some hundred turns.
async fn long_game(scene: &Scene) -> anyhow::Result<Game> {
    let rules = "repetition=off";
    let game = scene.client.game(json!({ "game": "achef", "rules": rules })).await?;
    let mut sockets: Vec<Socket> = Vec::new();
    for token in &game.tokens {
        sockets.push(scene.client.socket(&game.id, token).await?);
    }
    let opened = damier_games::open("achef", rules).map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let mut play = opened.begin(None).map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let mut random = damier_core::random::Random::new(3);
    for at in 0..160 {
        let turns = opened.turns(&play.position()).unwrap_or_default();
        if turns.is_empty() || play.ending().is_some() {
            break;
        }
        let text = &turns[random.below(turns.len())].0;
        let socket = &mut sockets[play.to_move().index()];
        socket.send(turn(&at.to_string(), at, text)).await?;
        hear(socket, "ack").await?;
        let _ = play.play(text);
    }
    Ok(game)
}

fn late(i: usize) -> impl Fn(u64) -> Frame {
    move |n| turn(&format!("{i}-{n}"), 0, "a1")
}

async fn late_commands(scene: Scene) -> anyhow::Result<()> {
    let game = long_game(&scene).await?;
    let scene = scene.begun();
    let flood = |i: usize| scene.clone().flood(game.clone(), i % 2, MESSAGE_EVERY, late(i));
    join_all((0..SOCKETS).map(flood)).await;
    Ok(())
}

async fn deaf_sockets(scene: Scene) -> anyhow::Result<()> {
    let game = long_game(&scene).await?;
    let scene = scene.begun();
    let deaf = async |i: usize| {
        let Ok(mut socket) = scene.client.socket(&game.id, &game.tokens[i % 2]).await else {
            return;
        };
        let (mut every, message) = (interval(MESSAGE_EVERY), late(i));
        for n in 0.. {
            every.tick().await;
            let sent = timeout_at(scene.until, socket.send(message(n))).await;
            if scene.over() || !matches!(sent, Ok(Ok(()))) {
                return;
            }
            scene.count();
        }
    };
    join_all((0..2 * SOCKETS).map(deaf)).await;
    Ok(())
}

async fn deaf_requests(scene: Scene) -> anyhow::Result<()> {
    let request = request("GET", &huge_turns(), "").replace("connection: close\r\n", "");
    let deaf = async || {
        let Ok(mut stream) = scene.client.stream().await else { return };
        for _ in 0..20 {
            if stream.write_all(request.as_bytes()).await.is_err() {
                break;
            }
            scene.count();
        }
        tokio::time::sleep_until(scene.until).await;
    };
    join_all((0..60).map(|_| deaf())).await;
    Ok(())
}

async fn pings(scene: Scene) -> anyhow::Result<()> {
    let game = scene.client.game(json!({ "game": "kono" })).await?;
    let flood = |_| {
        let message = |_: u64| Frame::Ping(vec![7; 100].into());
        scene.clone().flood(game.clone(), 0, Duration::from_millis(4), message)
    };
    join_all((0..SOCKETS).map(flood)).await;
    Ok(())
}

async fn nonsense(scene: Scene) -> anyhow::Result<()> {
    let game = scene.client.game(json!({ "game": "kono" })).await?;
    let deep = "[".repeat(15_000);
    let flood = |i: usize| {
        let deep = deep.clone();
        let message = move |n: u64| match n % 3 {
            0 => Frame::text(deep.clone()),
            1 => Frame::text(format!(r#"{{"do":"turn","nonce":"{n}","at":0,"turn":"{deep}"}}"#)),
            _ => Frame::binary(vec![0xff; 10_000]),
        };
        scene.clone().flood(game.clone(), i % 2, MESSAGE_EVERY, message)
    };
    let bytes = async {
        while !scene.over() {
            if let Ok(mut stream) = scene.client.stream().await {
                let _ = stream.write_all(b"GET /\x00 HTTP/9.9\r\nhost:\r\n\r\n").await;
                let mut answer = Vec::new();
                let _ = timeout_at(scene.until, stream.read_to_end(&mut answer)).await;
                scene.count();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::join!(join_all((0..SOCKETS).map(flood)), bytes);
    Ok(())
}

async fn wrong_tokens(scene: Scene) -> anyhow::Result<()> {
    let game = scene.client.game(json!({ "game": "kono" })).await?;
    let guess = async |i: usize| {
        for n in 0.. {
            if scene.over() {
                return;
            }
            let token = format!("guess{i}x{n}");
            let _ = timeout_at(scene.until, scene.client.socket(&game.id, &token)).await;
            scene.count();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    join_all((0..SOCKETS).map(guess)).await;
    Ok(())
}
