//! What must not happen: requests from elsewhere, too many of them, nonsense that breaks anything.

mod common;

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use common::{PATIENCE, Player, Site, free, socket};
use damier_core::random::Random;
use damier_server::Place;
use damier_server::config::{Config, Limits};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[tokio::test]
async fn only_requests_meant_for_this_server_are_answered() {
    let config = Config { hosts: vec!["games.example".into()], ..free() };
    let site = Site::start(config, Place::Memory).await;
    let with = |method: Method, headers: &[(&str, &str)]| {
        let request = Request::builder().method(method).uri("/api/v1/live");
        let request =
            headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(Body::from("{}")).unwrap()
    };
    for (host, ours) in [
        ("localhost:6464", true),
        ("127.0.0.1", true),
        ("[::1]:6464", true),
        ("app.localhost", true),
        ("games.example", true),
        ("GAMES.example:80", true),
        ("evil.example", false),
        ("localhost.evil.example", false),
        ("203.0.113.9", false),
        ("localhost:x", false),
        ("", false),
    ] {
        let got = site.ask(with(Method::GET, &[("host", host)])).await;
        assert_eq!(got.code() == "wrong-host", !ours, "{host}: {}", got.text);
    }
    for (origin, ours) in [
        ("http://localhost:6464", true),
        ("http://localhost:3000", false),
        ("https://evil.example", false),
        ("null", false),
    ] {
        let headers = [("host", "localhost:6464"), ("origin", origin)];
        let got = site.ask(with(Method::POST, &headers)).await;
        assert_eq!(got.code(), if ours { "bad-request" } else { "wrong-origin" }, "{origin}");
    }
    // The same for sockets.
    let (id, _) = site.invite(json!({ "game": "kono" })).await;
    let url = format!("ws://{}/api/v1/live/{id}/socket", site.address);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    let refused = tokio_tungstenite::connect_async(request).await.unwrap_err();
    assert!(refused.to_string().contains("403"), "{refused}");
    site.stop().await;
}

#[tokio::test]
async fn nobody_may_ask_for_too_much() {
    let limits = Limits { requests: 5, searches: 1, games: 2, messages: 2, ..Limits::default() };
    let site = Site::start(Config { limits, ..free() }, Place::Memory).await;
    let live = r#"{"game":"kono"}"#;
    let (id, seat) = site.invite(json!({ "game": "kono" })).await;
    assert_eq!(site.post("/api/v1/live", live).await.status, 201);
    let third = site.post("/api/v1/live", live).await;
    assert_eq!((third.status.as_u16(), third.code().as_str()), (429, "too-many"));
    let wait: u64 = third.header("retry-after").parse().unwrap();
    assert!((10..=31).contains(&wait), "two in a minute: the next in {wait} s");
    let mut player = Player::connect(site.address, &id, Some(&seat.token)).await;
    // Each answer is read before the next question: what lies unread when the server hangs up, as it
    // does at some point, is lost.
    let mut codes = Vec::new();
    for _ in 0..80 {
        let _ = player.socket.send(Frame::text(r#"{"do":"ping"}"#)).await;
        let Some(message) = player.next().await else { break };
        codes.extend(message["code"].as_str().map(str::to_string));
    }
    assert!(codes.len() >= 40 && codes.iter().all(|code| code == "too-fast"), "{codes:?}");
    let mut statuses = Vec::new();
    for _ in 0..60 {
        statuses.push(site.get("/api/v1/server").await.status.as_u16());
    }
    assert!(statuses.contains(&200) && statuses.contains(&429));
    site.stop().await;
}

#[tokio::test]
async fn connections_are_counted_and_let_go() {
    let limits = Limits { connections: 3, ..Limits::OFF };
    let site = Site::start(Config { limits, ..free() }, Place::Memory).await;
    let (id, _) = site.invite(json!({ "game": "kono" })).await;
    let mut three = Vec::new();
    for _ in 0..3 {
        three.push(Player::connect(site.address, &id, None).await);
    }
    let url = format!("ws://{}/api/v1/live/{id}/socket", site.address);
    assert!(tokio_tungstenite::connect_async(&url).await.is_err());
    drop(three);
    for _ in 0..100 {
        if tokio_tungstenite::connect_async(&url).await.is_ok() {
            return site.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("places are not given back");
}

/// Bytes that begin like something sensible, more often than not.
fn noise(random: &mut Random, seeds: &[&str]) -> Vec<u8> {
    let mut bytes = match random.below(4) {
        0 => Vec::new(),
        1 => return seeds[random.below(seeds.len())].as_bytes().to_vec(),
        _ => seeds[random.below(seeds.len())].as_bytes().to_vec(),
    };
    for _ in 0..random.below(12) {
        let byte = random.bits() as u8;
        match random.below(3) {
            0 if !bytes.is_empty() => {
                let at = random.below(bytes.len());
                bytes[at] = byte;
            }
            1 if !bytes.is_empty() => {
                bytes.truncate(random.below(bytes.len()));
            }
            _ => bytes.insert(random.below(bytes.len() + 1), byte),
        }
    }
    bytes
}

const BODIES: [&str; 8] = [
    r#"{"game":"kono","rules":"","start":null,"side":"light","clock":{"initial":60,"increment":1},"lot":false}"#,
    r#"{"nonce":"n"}"#,
    r#"{"level":"search","time":1,"turns":["a1xa3"],"limits":{"nodes":10}}"#,
    r#"{"text":"[Game \"kono\"]\n\n1. a1xa3 *"}"#,
    "[Game \"fanorona\"]\n\n1. d2-e3A *",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "1e999",
    "\u{0}",
];

/// Any bytes, for an address.
fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("%{byte:02X}")).collect()
}

/// The address of a route, with sense or nonsense in its gaps and after it.
fn any_address(random: &mut Random, route: &str, id: &str) -> String {
    let game = match random.below(8) {
        0 => escaped(&noise(random, &["kono"])),
        _ => damier_games::IDS[random.below(damier_games::IDS.len())].to_string(),
    };
    let id = if random.below(8) == 0 { escaped(&noise(random, &[id])) } else { id.to_string() };
    let mut address = route.replace("{game}", &game).replace("{id}", &id);
    if random.below(2) == 0 {
        let positions = ["rrrr/rrrr/yyyy/yyyy y", "5/5/5/5/5 w", "8/8"];
        address += &format!("?position={}", escaped(&noise(random, &positions)));
        if random.below(3) == 0 {
            let rules = noise(random, &["first=red", "repetition=off"]);
            address += &format!("&rules={}&lang=fr", escaped(&rules));
        }
    }
    address
}

/// The example of a route's description, or nonsense like it.
fn any_body(random: &mut Random, described: &Value) -> Vec<u8> {
    let content = described["post"]["requestBody"]["content"].as_object();
    let example = content.and_then(|all| all.values().next()).map(|one| &one["example"]);
    let example = match example {
        Some(Value::String(text)) => text.clone(),
        Some(json) => json.to_string(),
        None => String::new(),
    };
    match random.below(4) {
        0 => example.into_bytes(),
        1 => noise(random, &[&example]),
        _ => noise(random, &BODIES),
    }
}

#[tokio::test]
async fn no_request_breaks_anything() {
    let config = Config { search_time: Duration::from_millis(20), ..free() };
    let site = Site::start(config, Place::Memory).await;
    let (id, _) = site.invite(json!({ "game": "kono" })).await;
    let described = site.get("/api/v1/openapi.json").await.json();
    let routes = described["paths"].as_object().unwrap();
    let methods =
        [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::HEAD, Method::OPTIONS];
    let mut random = Random::new(11);
    let mut statuses = std::collections::BTreeSet::new();
    for (route, about) in routes.iter().cycle().take(4000) {
        let address = any_address(&mut random, route, &id);
        let many = if random.below(3) == 0 { methods.len() } else { 2 };
        let method = methods[random.below(many)].clone();
        let body = Body::from(any_body(&mut random, about));
        let Ok(request) = Request::builder().method(&method).uri(&address).body(body) else {
            continue;
        };
        let got = site.ask(request).await;
        statuses.insert(got.status.as_u16());
        assert!(got.status.as_u16() < 500, "{method} {address}: {}", got.text);
        if got.status.is_client_error() && method != Method::HEAD {
            got.code();
        }
    }
    for expected in [200, 201, 400, 404, 405, 422, 426] {
        assert!(statuses.contains(&expected), "{expected} is not in {statuses:?}");
    }
    site.stop().await;
}

/// Random bytes instead of HTTP.
#[tokio::test]
async fn no_bytes_break_the_server() {
    let site = Site::new().await;
    let mut random = Random::new(5);
    let seeds = [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /api/v1/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{}",
        "GET /api/v1/live/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        "POST /api/v1/record HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    ];
    for _ in 0..300 {
        let mut stream = tokio::net::TcpStream::connect(site.address).await.unwrap();
        let _ = stream.write_all(&noise(&mut random, &seeds)).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        read.expect("an end").ok();
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.contains(" 500 ") && !answer.contains(" 503 "), "{answer}");
    }
    assert_eq!(site.get("/api/v1/server").await.status, 200);
    site.stop().await;
}

/// Nonsense on sockets: the game stays as the sensible messages left it.
#[tokio::test]
async fn no_message_breaks_a_game() {
    let site = Site::new().await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    let mut random = Random::new(9);
    let seeds = [
        r#"{"do":"turn","nonce":"1","at":0,"turn":"z1xz3"}"#,
        r#"{"do":"takeback-accept","nonce":"2","at":0}"#,
        r#"{"do":"draw-accept","nonce":"2","at":0}"#,
        r#"{"do":"rematch-offer","nonce":"3","at":0,"sequel":true}"#,
        r#"{"do":"claim","nonce":"4","at":0,"result":"win"}"#,
        r#"{"do":"hello","token":"x","lang":"fr"}"#,
        r#"{"do":"ping"}"#,
    ];
    for round in 0..600 {
        let bytes = noise(&mut random, &seeds);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // Not by chance what would be granted.
        if text.contains("offer") && !text.contains("rematch")
            || text.contains("resign")
            || text.contains("abort")
        {
            continue;
        }
        let player = if round % 2 == 0 { &mut light } else { &mut dark };
        player.send(&text).await;
        let answer = player.next().await.expect("still connected");
        assert!(
            ["error", "pong", "presence", "event", "state"]
                .contains(&answer["type"].as_str().unwrap()),
            "{answer}"
        );
    }
    let state = site.get(&format!("/api/v1/live/{id}")).await.json();
    assert_eq!((&state["version"], &state["over"]), (&json!(1), &Value::Null));
    light.plays(0, "a1xa3").await;
    // Before hello anything may come, and the server only hangs up.
    for _ in 0..100 {
        let mut socket = socket(site.address, &id).await;
        let bytes = noise(&mut random, &seeds);
        let frame = match random.below(3) {
            0 => Frame::binary(bytes),
            1 => Frame::Ping(bytes.into_iter().take(100).collect::<Vec<_>>().into()),
            _ => Frame::text(String::from_utf8_lossy(&bytes).into_owned()),
        };
        socket.send(frame).await.unwrap();
        let answer = tokio::time::timeout(PATIENCE, socket.next()).await.expect("an answer");
        assert!(matches!(answer, Some(Ok(_))));
    }
    assert_eq!(site.get(&format!("/api/v1/live/{id}")).await.json()["turns"], json!(["a1xa3"]));
    site.stop().await;
}
