//! `damier serve` as whoever keeps a server meets it: settings from the environment, logs, health,
//! and a process that is suspended in the middle of a game.

mod common;

use std::io::{BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::live::{Socket, listening, open_socket, request};
use common::{command, refuses};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

const PATIENCE: Duration = Duration::from_secs(20);

/// A server that ends with the test.
struct Running {
    process: Child,
    address: SocketAddr,
}

impl Running {
    fn start(data: &Path, args: &[&str], environment: &[(&str, &str)]) -> Running {
        let mut command = command(&["serve", "--no-open", "--port", "0"]);
        command.args(args).arg("--data").arg(data).arg("--tables").arg(data.join("tables"));
        command.envs(environment.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program runs");
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let (address, _) = listening(&mut out, "Damier is at ");
        Running { process, address }
    }

    fn signal(&self, name: &str) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Kills it; what it wrote to the standard error.
    fn logged(mut self) -> String {
        self.process.kill().unwrap();
        let mut logged = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut logged).unwrap();
        logged
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The status and the body of an answer.
async fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, Value) {
    request(address, method, path, body).await.expect("an answer")
}

async fn connect(address: SocketAddr, id: &str, token: &str) -> Socket {
    open_socket(address, id, token).await.expect("a socket")
}

/// The next message that is like this.
async fn hear(socket: &mut Socket, like: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = tokio::time::timeout(PATIENCE, socket.next()).await.expect("in time");
        if let Frame::Text(text) = frame.expect("connected").unwrap() {
            let message: Value = serde_json::from_str(&text).unwrap();
            if like(&message) {
                return message;
            }
        }
    }
}

/// A game of Kono with both players connected, and their tokens.
async fn pair(address: SocketAddr, clock: Value) -> (String, [String; 2], [Socket; 2]) {
    let invitation = json!({ "game": "kono", "side": "light", "clock": clock }).to_string();
    let (_, light) = ask(address, "POST", "/api/v1/live", &invitation).await;
    let id = light["id"].as_str().unwrap().to_string();
    let token: String = id.chars().rev().collect();
    let join = json!({ "token": token }).to_string();
    ask(address, "POST", &format!("/api/v1/live/{id}/join"), &join).await;
    let tokens = [light["token"].as_str().unwrap().to_string(), token];
    let light = connect(address, &id, &tokens[0]).await;
    let dark = connect(address, &id, &tokens[1]).await;
    (id, tokens, [light, dark])
}

/// A player with four seconds plays; the server is suspended for longer than that; nobody has lost
/// and the time is as it was.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_server_charges_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[], &[]);
    let clock = json!({ "initial": 4, "increment": 0 });
    let (id, _, [mut light, mut dark]) = pair(server.address, clock).await;
    hear(&mut light, |m| m["kind"] == "begin").await;
    server.signal("STOP");
    tokio::time::sleep(Duration::from_secs(6)).await;
    // Said while nobody could hear it.
    let turn = json!({ "do": "turn", "nonce": "1", "at": 0, "turn": "a1xa3" }).to_string();
    light.send(Frame::text(turn)).await.unwrap();
    server.signal("CONT");
    let played = hear(&mut light, |m| m["type"] == "event" || m["type"] == "error").await;
    assert_eq!(played["kind"], "turn", "{played}");
    let left = played["now"]["clock"]["left"]["light"].as_u64().unwrap();
    assert!(left > 2000, "{left} ms of 4000 after a stall of 6000");
    hear(&mut dark, |m| m["kind"] == "turn").await;
    let (_, state) = ask(server.address, "GET", &format!("/api/v1/live/{id}"), "").await;
    assert_eq!(state["over"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_come_from_options_and_from_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let environment = [
        ("DAMIER_LIMIT_GAMES", "2"),
        ("DAMIER_TRUSTED_PROXY", "127.0.0.0/8,::1"),
        ("DAMIER_CLAIM_AFTER", "77"),
        ("DAMIER_LOG", "damier_server=debug"),
    ];
    let options = ["--log-format", "json", "--limit-requests", "1000"];
    let server = Running::start(folder.path(), &options, &environment);
    let address = server.address;
    let kono = r#"{"game":"kono","clock":{"initial":9,"increment":0}}"#;
    let (status, game) = ask(address, "POST", "/api/v1/live", kono).await;
    assert_eq!(status, 201);
    assert_eq!(ask(address, "POST", "/api/v1/live", kono).await.0, 201);
    assert_eq!(ask(address, "POST", "/api/v1/live", kono).await.0, 429);
    let path = format!("/api/v1/live/{}", game["id"].as_str().unwrap());
    assert_eq!(ask(address, "GET", &path, "").await.1["claim_after"], 77);
    let (_, about) = ask(address, "GET", "/api/v1/server", "").await;
    assert_eq!(about["addresses"], Value::Null, "behind a proxy");
    assert_eq!(ask(address, "GET", "/healthz", "").await.1["alive"], true);
    assert_eq!(ask(address, "GET", "/readyz", "").await.1["ready"], true);
    let logged = server.logged();
    let lines: Vec<Value> =
        logged.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let paths: Vec<&str> = lines.iter().filter_map(|l| l["fields"]["path"].as_str()).collect();
    assert!(paths.contains(&"/readyz"), "{logged}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for bad in [
        ["--limit-requests", "99999999999999999999"],
        ["--limit-turns", "0"],
        ["--limit-turns", "5001"],
        ["--keep-finished", "0"],
        ["--trusted-proxy", "everybody"],
        ["--proxy-header", "x-real-ip"],
        ["--log-format", "xml"],
    ] {
        assert!(refuses(&["serve", bad[0], bad[1]]).contains(bad[1]), "{bad:?}");
    }
}

/// Everything is logged, and in none of it, nor in the data folder, is a token.
#[tokio::test(flavor = "multi_thread")]
async fn tokens_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &["--log", "trace"], &[]);
    let address = server.address;
    let (id, tokens, [mut light, _dark]) = pair(address, Value::Null).await;
    let turn = json!({ "do": "turn", "nonce": "1", "at": 0, "turn": "a1xa3" }).to_string();
    light.send(Frame::text(turn)).await.unwrap();
    hear(&mut light, |m| m["type"] == "ack").await;
    let wrong: String = tokens[0].chars().rev().collect();
    let mut stranger = connect(address, &id, &wrong).await;
    hear(&mut stranger, |m| m["code"] == "wrong-token").await;
    let logged = server.logged();
    assert!(logged.contains("/api/v1/live"), "{logged}");
    for secret in tokens.iter().chain([&wrong]) {
        assert!(!logged.contains(secret.as_str()), "a token is in the log");
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            let bytes = std::fs::read(file.path()).unwrap_or_default();
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "a token is in {}", file.path().display());
        }
    }
}
