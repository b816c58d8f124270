//! `damier serve` as a process: starting twice, ports, stopping politely, and being killed in the
//! middle of games without losing anything that was acknowledged.

mod common;

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use common::live::{Socket, listening, open_socket, request};
use common::{command, damier, refuses};
use damier_core::random::Random;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

/// How long something may take that takes a moment.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks again until there is an answer.
fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        match ask() {
            Some(answer) => return answer,
            None => assert!(begun.elapsed() < PATIENCE, "{what}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A server that ends with the test.
struct Running {
    process: Child,
    out: BufReader<ChildStdout>,
    /// What it said first.
    said: String,
    address: SocketAddr,
}

impl Running {
    /// Starts one with its data here, on any free port unless told otherwise.
    fn start(data: &Path, more: &[&str]) -> Running {
        let mut args = vec!["serve", "--no-open", "--no-limits"];
        args.extend(more);
        if !more.contains(&"--port") && !more.contains(&"usual") {
            args.extend(["--port", "0"]);
        }
        args.retain(|arg| *arg != "usual");
        let mut command = command(&args);
        command.arg("--data").arg(data).arg("--tables").arg(data.join("tables"));
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program runs");
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let (address, said) = listening(&mut out, "Damier is at ");
        Running { process, out, said, address }
    }

    /// Sends a signal and gives the exit status and the rest of its output.
    fn signal(mut self, name: &str) -> (Option<i32>, String) {
        let pid = self.process.id().to_string();
        let sent = std::process::Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
        let status = eventually("it does not stop", || self.process.try_wait().unwrap());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        (status.code(), rest)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_second_start_names_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let first = Running::start(folder.path(), &[]);
    let data = folder.path().to_str().unwrap();
    let second = damier(&["serve", "--no-open", "--data", data]);
    assert_eq!(second.status, 0, "{}", second.err);
    let port = first.address.port();
    assert_eq!(second.out, format!("Damier is already running at http://localhost:{port}\n"));
    let french = damier(&["serve", "--no-open", "--data", data, "--lang", "fr"]);
    assert!(french.out.contains("fonctionne déjà"));
    // Where another address was asked for there is no server, and nobody is told that there is.
    let same = damier(&["serve", "--no-open", "--data", data, "--port", &port.to_string()]);
    assert_eq!(same.status, 0, "{}", same.err);
    for other in [["--port", "0"], ["--port", "1"], ["--host", "0.0.0.0"]] {
        let refused = damier(&["serve", "--no-open", "--data", data, other[0], other[1]]);
        assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{other:?}");
        assert!(refused.err.contains(&format!("already running at http://localhost:{port} with")));
    }
    // A killed one leaves nothing that stops the next.
    let killed = first.signal("KILL");
    assert_eq!(killed.0, None);
    Running::start(folder.path(), &[]);
}

#[test]
fn ports_are_found_or_complained_about() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let data = folder.path().to_str().unwrap();
    let refused = damier(&["serve", "--no-open", "--data", data, "--port", &port]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.err.contains(&format!("port {port} of 127.0.0.1 is in use")),
        "{}",
        refused.err
    );
    // Whether or not the usual port is free just now, two servers get different ones.
    let one = Running::start(&folder.path().join("1"), &["usual"]);
    let two = Running::start(&folder.path().join("2"), &["usual"]);
    assert_ne!(one.address, two.address);
    assert!(two.said.contains("Port 6464 is in use by another program"), "{}", two.said);
    let by_name = Running::start(&folder.path().join("3"), &["--host", "localhost"]);
    assert!(by_name.said.contains("Damier is at http://localhost:"));
    let all = Running::start(&folder.path().join("4"), &["--host", "0.0.0.0"]);
    assert!(all.said.contains("Damier is at http://localhost:"));
    assert!(refuses(&["serve", "--host", "nowhere"]).contains("nowhere"));
    assert!(refuses(&["serve", "--memory", "--data", data]).contains("--memory"));
}

#[test]
fn without_a_command_the_web_app_is_served() {
    let home = tempfile::tempdir().unwrap();
    let mut command = command(&[]);
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env(name, home.path());
    }
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(process.stdout.take().unwrap());
    listening(&mut out, "Damier is at http://localhost:");
    process.kill().unwrap();
    process.wait().unwrap();
    let found = std::fs::read_dir(home.path()).unwrap().count();
    assert!(found > 0, "the data folder is the user's");
}

/// The body of an answer; nothing if the line breaks.
async fn try_ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<Value> {
    Some(request(address, method, path, body).await?.1)
}

async fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Value {
    try_ask(address, method, path, body).await.expect("an answer")
}

/// A socket and the state it begins with; nothing if the line breaks.
async fn connect(address: SocketAddr, id: &str, token: &str) -> Option<(Socket, Value)> {
    let mut socket = open_socket(address, id, token).await?;
    let state = hear(&mut socket, "state").await?;
    Some((socket, state))
}

/// The next message of this type; nothing when the line breaks.
async fn hear(socket: &mut Socket, kind: &str) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Frame::Text(text)) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(message["type"], "error", "{message}");
                if message["type"] == kind {
                    return Some(message);
                }
            }
            Ok(Frame::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// What a player says who joins: a secret of their own.
fn joining(id: &str) -> String {
    json!({ "token": id.chars().rev().collect::<String>() }).to_string()
}

/// A game and what was acknowledged in it.
struct Played {
    id: String,
    tokens: [String; 2],
    acknowledged: Vec<String>,
}

/// Plays random games until the line breaks.
async fn play(address: SocketAddr, game: &'static str, seed: u64) -> Vec<Played> {
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    while play_one(address, game, &mut random, &mut all).await.is_some() {}
    all
}

/// Plays a random game to its end; nothing if the line breaks before.
async fn play_one(
    address: SocketAddr,
    game: &str,
    random: &mut Random,
    all: &mut Vec<Played>,
) -> Option<()> {
    let body = json!({ "game": game, "side": "light" }).to_string();
    let light = try_ask(address, "POST", "/api/v1/live", &body).await?;
    let id = light["id"].as_str().unwrap().to_string();
    let path = format!("/api/v1/live/{id}/join");
    let dark = try_ask(address, "POST", &path, &joining(&id)).await?;
    let tokens = [light, dark].map(|seat| seat["token"].as_str().unwrap().to_string());
    let first = connect(address, &id, &tokens[0]).await?.0;
    let second = connect(address, &id, &tokens[1]).await?.0;
    let mut sockets = [first, second];
    all.push(Played { id, tokens, acknowledged: Vec::new() });
    let rules = damier_games::open(game, "").unwrap();
    let mut play = rules.begin(None).unwrap();
    for at in 0.. {
        if play.ending().is_some() {
            break;
        }
        let turns = rules.turns(&play.position()).unwrap();
        let turn = turns[random.below(turns.len())].0.clone();
        let command = json!({ "do": "turn", "nonce": at.to_string(), "at": at, "turn": turn });
        let socket = &mut sockets[play.to_move().index()];
        socket.send(Frame::text(command.to_string())).await.ok()?;
        hear(socket, "ack").await?;
        all.last_mut().unwrap().acknowledged.push(turn.clone());
        play.play(&turn).unwrap();
    }
    Some(())
}

/// Plays in many games at once, kills the server, starts it again: everything acknowledged is
/// there, and every game goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_loses_nothing_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = 0;
    for round in 0..3 {
        let server = Running::start(folder.path(), &[]);
        let address = server.address;
        let ids = damier_games::IDS;
        let tasks: Vec<_> = (0..30u64)
            .map(|i| tokio::spawn(play(address, ids[i as usize % ids.len()], round * 100 + i)))
            .collect();
        tokio::time::sleep(Duration::from_millis(1000 + 137 * round)).await;
        assert_eq!(server.signal("KILL").0, None);
        let mut games = Vec::new();
        for task in tasks {
            games.extend(task.await.unwrap());
        }
        let server = Running::start(folder.path(), &[]);
        for game in &games {
            acknowledged += game.acknowledged.len();
            check(server.address, game).await;
        }
    }
    assert!(acknowledged > 200, "only {acknowledged} turns were played");
}

/// Compares a game with what was acknowledged, and plays on.
async fn check(address: SocketAddr, game: &Played) {
    let state = ask(address, "GET", &format!("/api/v1/live/{}", game.id), "").await;
    let stored: Vec<&str> =
        state["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
    let known = game.acknowledged.len();
    assert_eq!(stored[..known.min(stored.len())], game.acknowledged, "{}", game.id);
    assert!(stored.len() <= known + 1, "at most the turn that was under way");
    if !state["over"].is_null() {
        return;
    }
    let rules = damier_games::open(state["game"].as_str().unwrap(), "").unwrap();
    let turn = rules.turns(state["position"].as_str().unwrap()).unwrap()[0].0.clone();
    let mover = usize::from(state["to_move"] == "dark");
    let (mut socket, _) = connect(address, &game.id, &game.tokens[mover]).await.unwrap();
    let command = json!({ "do": "turn", "nonce": "more", "at": stored.len(), "turn": turn });
    socket.send(Frame::text(command.to_string())).await.unwrap();
    hear(&mut socket, "ack").await.expect("it goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_polite_stop_says_goodbye_and_loses_nothing() {
    for name in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let server = Running::start(folder.path(), &[]);
        let address = server.address;
        let light = ask(address, "POST", "/api/v1/live", r#"{"game":"kono","side":"light"}"#).await;
        let id = light["id"].as_str().unwrap().to_string();
        ask(address, "POST", &format!("/api/v1/live/{id}/join"), &joining(&id)).await;
        let (mut socket, _) =
            connect(address, &id, light["token"].as_str().unwrap()).await.unwrap();
        let command = json!({ "do": "turn", "nonce": "1", "at": 0, "turn": "a1xa3" });
        socket.send(Frame::text(command.to_string())).await.unwrap();
        // Stopped before the acknowledgement is read: it comes nevertheless, or the turn is gone.
        let stopped = tokio::task::spawn_blocking(move || server.signal(name));
        let acknowledged = hear(&mut socket, "ack").await.is_some();
        let mut code = None;
        while let Some(Ok(frame)) = socket.next().await {
            if let Frame::Close(Some(frame)) = frame {
                code = Some(u16::from(frame.code));
            }
        }
        if acknowledged {
            assert_eq!(code, Some(1001), "a close frame");
        }
        let (status, said) = stopped.await.unwrap();
        assert_eq!((status, said.contains("Stopped")), (Some(0), true), "{said}");
        assert!(!folder.path().join("damier.db-wal").exists(), "the log is in the database");
        let server = Running::start(folder.path(), &[]);
        let state = ask(server.address, "GET", &format!("/api/v1/live/{id}"), "").await;
        assert!(!acknowledged || state["turns"] == json!(["a1xa3"]));
    }
}

#[test]
fn a_server_stops_with_its_input_if_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["serve", "--no-open", "--port", "0", "--memory", "--stop-at-eof", "--tables"];
    let mut command = command(&args);
    command.arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the program runs");
    let mut said = BufReader::new(process.stdout.take().unwrap());
    said.read_line(&mut String::new()).unwrap();
    assert!(process.try_wait().unwrap().is_none(), "its input has not ended");
    drop(process.stdin.take());
    let status = eventually("it does not stop", || process.try_wait().unwrap());
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(status.success() && rest.contains("Stopped"), "{status}: {rest}");
}

/// Its server would go on, and take memory and a port, until somebody noticed.
#[cfg(target_os = "linux")]
#[test]
fn a_bench_that_is_killed_takes_its_server_along() {
    let args = ["bench", "server", "--games", "1", "--rate", "1", "--seconds", "600", "--memory"];
    let mut bench = command(&args).stdout(Stdio::null()).spawn().expect("the program runs");
    let children = format!("/proc/{0}/task/{0}/children", bench.id());
    let server: u32 = eventually("it starts no server", || {
        std::fs::read_to_string(&children).ok()?.split_whitespace().next()?.parse().ok()
    });
    let program = format!("/proc/{server}/cmdline");
    eventually("it is not yet a server", || {
        std::fs::read_to_string(&program).ok().filter(|args| args.contains("serve"))
    });
    bench.kill().unwrap();
    bench.wait().unwrap();
    // Whoever ends and is waited for by nobody has no arguments any more.
    eventually("it goes on", || {
        let args = std::fs::read_to_string(&program).unwrap_or_default();
        args.is_empty().then_some(())
    });
}
