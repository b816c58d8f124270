//! `damier serve` on a disk that is filled, made larger and filled again while people play, and
//! killed in between: every turn that was acknowledged is there afterwards. The disk is a tmpfs of
//! its own, which only root may mount; without that the test says so and is skipped.

mod common;

use std::io::BufReader;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::command;
use common::live::{Socket, listening, open_socket, request};
use damier_core::random::Random;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message as Frame;

/// How many games are played, how often the disk is made larger, and by how much.
const GAMES: u64 = 30;
const ROUNDS: u64 = 4;
const ROOM: u64 = 192 << 10;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A disk of its own.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path) -> Option<SmallDisk> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1g,mode=700", "damier-test"])
            .arg(at)
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| SmallDisk(at.into()))
    }

    /// How many bytes are in use.
    fn used(&self) -> u64 {
        fs4::total_space(&self.0).unwrap() - fs4::available_space(&self.0).unwrap()
    }

    fn resize(&self, bytes: u64) {
        let size = format!("remount,size={}k", bytes >> 10);
        let done = Command::new("mount").args(["-o", &size]).arg(&self.0).status();
        assert!(done.unwrap().success(), "{size}");
    }

    /// How many bytes are free.
    fn room(&self) -> u64 {
        fs4::available_space(&self.0).unwrap()
    }

    /// Leaves so much room and no more.
    fn leave(&self, bytes: u64) {
        self.resize(self.used() + bytes);
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// A server that ends with the test.
struct Running {
    process: Child,
    address: SocketAddr,
}

impl Running {
    fn start(data: &Path, tables: &Path) -> Running {
        let mut command =
            command(&["serve", "--no-open", "--no-limits", "--reserve", "0", "--port", "0"]);
        command.arg("--data").arg(data).arg("--tables").arg(tables);
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program runs");
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let (address, _) = listening(&mut out, "Ctrl-C");
        Running { process, address }
    }

    /// Kills it, as the system does.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<Value> {
    Some(request(address, method, path, body).await?.1)
}

/// The next message that answers; nothing when the line breaks, is refused or says nothing.
async fn hear(socket: &mut Socket, kind: &str) -> Option<Value> {
    loop {
        match tokio::time::timeout(PATIENCE, socket.next()).await.ok()?? {
            Ok(Frame::Text(text)) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == kind {
                    return Some(message);
                }
                if message["type"] == "error" {
                    return None;
                }
            }
            Ok(Frame::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// A game and what was acknowledged in it.
struct Game {
    name: &'static str,
    id: String,
    tokens: [String; 2],
    acknowledged: Vec<String>,
}

impl Game {
    async fn create(address: SocketAddr, name: &'static str) -> Game {
        let body = json!({ "game": name, "side": "light" }).to_string();
        let light = ask(address, "POST", "/api/v1/live", &body).await.unwrap();
        let id = light["id"].as_str().unwrap_or_else(|| panic!("{light}")).to_string();
        let path = format!("/api/v1/live/{id}/join");
        let token: String = id.chars().rev().collect();
        let join = json!({ "token": token }).to_string();
        let dark = ask(address, "POST", &path, &join).await.unwrap();
        let tokens = [light, dark].map(|seat| seat["token"].as_str().unwrap().to_string());
        Game { name, id, tokens, acknowledged: Vec::new() }
    }

    async fn connect(&self, address: SocketAddr, seat: usize) -> Option<(Socket, Value)> {
        let mut socket = open_socket(address, &self.id, &self.tokens[seat]).await?;
        let state = hear(&mut socket, "state").await?;
        Some((socket, state))
    }

    /// Everything acknowledged is there; what more there is was under way.
    fn compare(&self, state: &Value) -> Vec<String> {
        let turns = state["turns"].as_array().unwrap_or_else(|| panic!("{state}"));
        let stored: Vec<String> =
            turns.iter().map(|turn| turn.as_str().unwrap().to_string()).collect();
        let known = self.acknowledged.len();
        assert_eq!(stored[..known.min(stored.len())], self.acknowledged, "{}", self.id);
        stored
    }

    /// Plays until the line breaks or the game is over; whether it is.
    async fn play(&mut self, address: SocketAddr, random: &mut Random, count: &AtomicU64) -> bool {
        self.try_play(address, random, count).await.is_some()
    }

    async fn try_play(
        &mut self,
        address: SocketAddr,
        random: &mut Random,
        count: &AtomicU64,
    ) -> Option<()> {
        let (light, state) = self.connect(address, 0).await?;
        let (dark, _) = self.connect(address, 1).await?;
        // What was under way when the line broke may have been stored: it is told now.
        self.acknowledged = self.compare(&state);
        let mut sockets = [light, dark];
        let rules = damier_games::open(self.name, "").unwrap();
        let mut play = rules.begin(None).unwrap();
        for turn in &self.acknowledged {
            play.play(turn).unwrap();
        }
        while play.ending().is_none() {
            let turns = rules.turns(&play.position()).unwrap();
            let turn = turns[random.below(turns.len())].0.clone();
            let at = self.acknowledged.len();
            let nonce = format!("{at}-{}", random.bits());
            let command = json!({ "do": "turn", "nonce": nonce, "at": at, "turn": turn });
            let socket = &mut sockets[play.to_move().index()];
            socket.send(Frame::text(command.to_string())).await.ok()?;
            hear(socket, "ack").await?;
            count.fetch_add(1, Ordering::Relaxed);
            self.acknowledged.push(turn.clone());
            play.play(&turn).unwrap();
        }
        Some(())
    }
}

/// Plays one game to its end, wherever the server is, or until told to stop.
async fn player(
    mut game: Game,
    seed: u64,
    mut address: watch::Receiver<Option<SocketAddr>>,
    count: Arc<AtomicU64>,
) -> Game {
    let mut random = Random::new(seed);
    loop {
        let now = *address.borrow_and_update();
        let Some(now) = now else { return game };
        if game.play(now, &mut random, &count).await {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Waits until turns are acknowledged again; how long that took.
async fn goes_on(count: &AtomicU64) -> Duration {
    let (begun, before) = (Instant::now(), count.load(Ordering::Relaxed));
    while count.load(Ordering::Relaxed) == before {
        assert!(begun.elapsed() < PATIENCE, "it does not serve again");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    begun.elapsed()
}

/// Waits until no turn has been acknowledged for a while.
async fn fills(count: &AtomicU64) {
    let begun = Instant::now();
    let mut before = count.load(Ordering::Relaxed);
    loop {
        assert!(begun.elapsed() < PATIENCE, "it does not fill");
        tokio::time::sleep(Duration::from_millis(400)).await;
        let now = count.load(Ordering::Relaxed);
        if now == before {
            return;
        }
        before = now;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_acknowledged_on_a_full_disk_are_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (at, tables) = (folder.path().join("disk"), folder.path().join("tables"));
    std::fs::create_dir(&at).unwrap();
    let Some(disk) = SmallDisk::mount(&at) else {
        println!("skipped: a small disk can be mounted by root only");
        return;
    };
    let data = at.join("data");
    let mut server = Running::start(&data, &tables);
    let (where_to, address) = watch::channel(Some(server.address));
    let count = Arc::new(AtomicU64::new(0));
    let mut players = Vec::new();
    let ids = damier_games::IDS;
    let mut games = Vec::new();
    for i in 0..GAMES {
        games.push(Game::create(server.address, ids[i as usize % ids.len()]).await);
    }
    disk.leave(ROOM);
    for (game, seed) in games.into_iter().zip(0..) {
        players.push(tokio::spawn(player(game, seed, address.clone(), Arc::clone(&count))));
    }
    for round in 0..ROUNDS {
        fills(&count).await;
        assert!(disk.room() < ROOM / 4, "{} bytes are free", disk.room());
        assert!(server.process.try_wait().unwrap().is_none(), "a full disk does not end it");
        // Every other time it is killed while the disk is full.
        if round % 2 == 1 {
            server.kill();
            disk.leave(ROOM);
            server = Running::start(&data, &tables);
            where_to.send_replace(Some(server.address));
        } else {
            disk.leave(ROOM);
        }
        let took = goes_on(&count).await;
        println!("round {round}: {} turns, again after {took:?}", count.load(Ordering::Relaxed));
    }
    server.kill();
    where_to.send_replace(None);
    disk.resize(1 << 30);
    let server = Running::start(&data, &tables);
    let mut acknowledged = 0;
    for player in players {
        let game = player.await.unwrap();
        let path = format!("/api/v1/live/{}", game.id);
        let state = ask(server.address, "GET", &path, "").await.unwrap();
        let stored = game.compare(&state);
        assert!(stored.len() <= game.acknowledged.len() + 1, "at most what was under way");
        acknowledged += game.acknowledged.len();
    }
    println!("{acknowledged} acknowledged turns, all there");
    assert!(acknowledged > 100, "only {acknowledged} turns were played");
}
