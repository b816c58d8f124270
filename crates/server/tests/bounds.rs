//! What one client can cost: work, memory, disk and places are bounded, and others do not notice.

mod common;

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use common::{PATIENCE, Player, Site, free, socket};
use damier_core::random::Random;
use damier_server::Place;
use damier_server::config::{Config, GameCaps, Limits};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::Connection;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message as Frame;

/// A position with 14,878 turns, and a text that is none of them but looks like it for long.
const HUGE: &str = "bwb1b1bwb/b2bbb2b/1b2b2b1/2b3b2/bwbbbbbwb w";
const ILLEGAL: &str = "b5-b4A-b5W";
const ATTACKER: [u8; 4] = [127, 0, 0, 3];

fn huge() -> Value {
    json!({ "game": "fanorona", "rules": "rules=schadd", "start": HUGE, "side": "light" })
}

/// The address of the list of its turns.
fn huge_turns() -> String {
    let quoted: String = HUGE.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("/api/v1/games/fanorona/turns?rules=rules%3Dschadd&position={quoted}")
}

/// Illegal turns where refusing is dearest, from eight sockets at once: whoever sends them runs out
/// of processor time; another address is answered as ever.
#[tokio::test(flavor = "multi_thread")]
async fn refusing_turns_of_huge_positions_is_paid_for_by_who_asks() {
    let limits = Limits { work: 1, ..Limits::OFF };
    let site = Site::start(Config { limits, ..free() }, Place::Memory).await;
    let (id, seat) = site.invite(huge()).await;
    site.join(&id).await;
    let mut players = Vec::new();
    for _ in 0..8 {
        let player = Player::connect_from(ATTACKER, site.address, &id, Some(&seat.token)).await;
        players.push(player);
    }
    let mut codes = Vec::new();
    while !codes.contains(&"too-fast".to_string()) && codes.len() < 5000 {
        for player in &mut players {
            codes.push(player.fails("turn", 0, json!({ "turn": ILLEGAL })).await);
        }
    }
    assert!(codes.contains(&"too-fast".to_string()), "it costs nothing");
    assert_eq!(codes[0], "bad-turn");
    let mut other =
        Player::connect_from([127, 0, 0, 5], site.address, &id, Some(&seat.token)).await;
    assert_eq!(other.fails("turn", 0, json!({ "turn": ILLEGAL })).await, "bad-turn");
    let mut innocent = Player::connect(site.address, &id, Some(&seat.token)).await;
    let game = damier_games::open("fanorona", "rules=schadd").unwrap();
    let turn = game.turns(HUGE).unwrap()[7000].0.clone();
    innocent.plays(0, &turn).await;
    assert_eq!(site.get("/api/v1/games/kono/turns").await.status, 200);
    // Listing them is dearer than refusing one, and is paid for likewise.
    let mut refused = site.get_from(ATTACKER, &huge_turns()).await;
    for _ in 0..50 {
        if refused.status == 429 {
            break;
        }
        refused = site.get_from(ATTACKER, &huge_turns()).await;
    }
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "too-many"));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 2);
    site.stop().await;
}

/// A record whose every variation goes back to the same dear position.
fn bomb(bytes: usize) -> String {
    let game = damier_games::open("fanorona", "rules=schadd").unwrap();
    let turns = game.turns(HUGE).unwrap();
    let turn = turns.iter().map(|(turn, _)| turn.as_str()).min_by_key(|turn| turn.len()).unwrap();
    let mut text =
        format!("[Game \"fanorona\"]\n[Rules \"rules=schadd\"]\n[Start \"{HUGE}\"]\n\n1. {turn} ");
    while text.len() < bytes {
        text += &format!("(1. {turn}) ");
    }
    text + "*"
}

#[tokio::test(flavor = "multi_thread")]
async fn records_cost_what_they_take_and_end_at_the_deadline() {
    let limits = Limits { work: 10, ..Limits::OFF };
    let work_time = Duration::from_millis(100);
    let site = Site::start(Config { limits, work_time, ..free() }, Place::Memory).await;
    let body = bomb(60_000);
    let post = || {
        let peer = axum::extract::ConnectInfo(std::net::SocketAddr::from((ATTACKER, 1)));
        let request = Request::post("/api/v1/record").extension(peer);
        request.body(Body::from(body.clone())).unwrap()
    };
    let begun = Instant::now();
    let first = site.ask(post()).await;
    assert!(first.status.as_u16() == 200 || first.code() == "too-much-work", "{}", first.text);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let mut last = first;
    for _ in 0..20 {
        last = site.ask(post()).await;
    }
    assert_eq!((last.status.as_u16(), last.code().as_str()), (429, "too-many"));
    assert_eq!(site.post("/api/v1/record", "[Game \"kono\"]\n\n1. a1xa3 *\n").await.status, 200);
    site.stop().await;
}

/// Of many searches of one address as many run and wait as may; the rest hear that at once, and
/// another address is served before them.
#[tokio::test(flavor = "multi_thread")]
async fn searches_queue_by_address() {
    let limits = Limits { searching: 1, waiting: 2, ..Limits::OFF };
    let search_time = Duration::from_millis(1500);
    let site = Site::start(Config { limits, search_time, ..free() }, Place::Memory).await;
    let search = |from: [u8; 4], time: u64| {
        let peer = axum::extract::ConnectInfo(std::net::SocketAddr::from((from, 1)));
        let body = json!({ "level": "search", "time": time }).to_string();
        let request = Request::post("/api/v1/games/fanorona/best").extension(peer);
        site.ask(request.body(Body::from(body)).unwrap())
    };
    let attack = futures_util::future::join_all((0..8).map(|_| search(ATTACKER, 1000)));
    let innocent = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let begun = Instant::now();
        (search([127, 0, 0, 4], 100).await, begun.elapsed())
    };
    let (attack, (innocent, waited)) = tokio::join!(attack, innocent);
    assert_eq!(innocent.status, 200, "{}", innocent.text);
    let busy: Vec<_> = attack.iter().filter(|got| got.status == 429).collect();
    assert!(busy.len() >= 5, "one runs and two wait at most");
    for got in busy {
        assert_eq!((got.code().as_str(), got.header("retry-after")), ("busy", "2"));
    }
    assert!(waited < Duration::from_millis(1500), "not behind the others: {waited:?}");
    site.stop().await;
}

#[tokio::test]
async fn rematches_are_not_asked_for_for_ever() {
    let site = Site::new().await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    light.does("resign", 0, json!({})).await;
    let mut refused = Vec::new();
    for _ in 0..10 {
        let offer = light.command("rematch-offer", 0, json!({})).await;
        refused.extend(offer["code"].as_str().map(str::to_string));
        let decline = dark.command("rematch-decline", 0, json!({})).await;
        assert!(decline["type"] == "ack" || decline["code"] == "no-offer");
    }
    assert_eq!(refused, vec!["too-often"; 7]);
    let state = site.get(&format!("/api/v1/live/{id}")).await.json();
    assert_eq!(state["version"], 8, "a join, an end, three offers declined");
    // Whoever has not asked yet still may.
    dark.does("rematch-offer", 0, json!({})).await;
    light.does("rematch-accept", 0, json!({})).await;
    site.stop().await;
}

#[tokio::test]
async fn a_game_ends_as_a_draw_at_its_greatest_length() {
    let caps = GameCaps { turns: 4, events: 12, ..GameCaps::default() };
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().into());
    let site = Site::start(Config { caps, ..free() }, place.clone()).await;
    let invitation = json!({ "game": "achef", "rules": "repetition=off" });
    let (id, mut light, mut dark) = site.pair(invitation.clone()).await;
    let rules = damier_games::open("achef", "repetition=off").unwrap();
    let mut play = rules.begin(None).unwrap();
    for at in 0..4 {
        let turn = rules.turns(&play.position()).unwrap()[0].0.clone();
        let mover = if play.to_move() == damier_core::Side::Light { &mut light } else { &mut dark };
        mover.plays(at, &turn).await;
        play.play(&turn).unwrap();
    }
    let over = light.event("end").await["now"]["over"].clone();
    assert_eq!((&over["outcome"], &over["how"]), (&json!("draw"), &json!("length")));
    assert!(over["words"]["en"].as_str().unwrap().contains("as long as games may be"));
    assert_eq!(light.fails("turn", 4, json!({ "turn": "x" })).await, "over");
    let record = site.get(&format!("/api/v1/live/{id}/record")).await.text;
    assert!(record.contains("1/2-1/2"), "{record}");
    // Offers count as well.
    let (_, mut light, mut dark) = site.pair(invitation).await;
    for at in 0.. {
        let mover = if at % 2 == 0 { &mut light } else { &mut dark };
        let verb = if at % 2 == 0 { "draw-offer" } else { "draw-decline" };
        let answer = mover.command(verb, 0, json!({})).await;
        match answer["code"].as_str() {
            Some("already-offered" | "no-offer") => break,
            Some(other) => panic!("{other}"),
            None => {}
        }
        assert!(at < 12);
    }
    site.stop().await;
    let site = Site::start(free(), place).await;
    let over = site.get(&format!("/api/v1/live/{id}")).await.json()["over"].clone();
    assert_eq!((&over["outcome"], &over["how"]), (&json!("draw"), &json!("length")), "stored");
    site.stop().await;
}

#[tokio::test]
async fn so_many_may_watch_and_players_always_may() {
    let caps = GameCaps { spectators: 2, ..GameCaps::default() };
    let site = Site::start(Config { caps, ..free() }, Place::Memory).await;
    let (id, mut light, _dark) = site.pair(json!({ "game": "kono" })).await;
    let _two = [
        Player::connect(site.address, &id, None).await,
        Player::connect(site.address, &id, None).await,
    ];
    let mut third = socket(site.address, &id).await;
    third.send(Frame::text(r#"{"do":"hello"}"#)).await.unwrap();
    let answer = third.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(answer.contains(r#""code":"full""#), "{answer}");
    // A player's tabs: the oldest gives way, the newest works.
    let token = light.token.clone();
    let mut newest = light.state.clone();
    let mut tabs = Vec::new();
    for _ in 0..16 {
        let tab = Player::connect(site.address, &id, token.as_deref()).await;
        newest = tab.state.clone();
        tabs.push(tab);
    }
    assert_eq!(newest["you"], "light");
    assert_eq!(light.closed().await, Some(1008));
    tabs.last_mut().unwrap().plays(0, "a1xa3").await;
    site.stop().await;
}

#[tokio::test]
async fn so_many_invitations_wait_for_somebody() {
    let limits = Limits { invitations: 2, ..Limits::OFF };
    let site = Site::start(Config { limits, ..free() }, Place::Memory).await;
    let (first, _) = site.invite(json!({ "game": "kono" })).await;
    let (second, seat) = site.invite(json!({ "game": "kono" })).await;
    let third = site.post("/api/v1/live", r#"{"game":"kono"}"#).await;
    assert_eq!((third.status.as_u16(), third.code().as_str()), (429, "too-many-invitations"));
    site.join(&first).await;
    site.invite(json!({ "game": "kono" })).await;
    assert_eq!(site.post("/api/v1/live", r#"{"game":"kono"}"#).await.status, 429);
    let mut inviter = Player::connect(site.address, &second, Some(&seat.token)).await;
    inviter.does("abort", 0, json!({})).await;
    site.invite(json!({ "game": "kono" })).await;
    site.stop().await;
}

/// Whoever has many invitations open has them after a restart, too; no file contains the address.
#[tokio::test]
async fn open_invitations_are_counted_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().into());
    let limits = Limits { invitations: 2, ..Limits::OFF };
    let site = Site::start(Config { limits, ..free() }, place.clone()).await;
    let (first, _) = site.invite(json!({ "game": "kono" })).await;
    site.invite(json!({ "game": "kono" })).await;
    site.stop().await;
    let site = Site::start(Config { limits, ..free() }, place).await;
    let third = site.post("/api/v1/live", r#"{"game":"kono"}"#).await;
    assert_eq!((third.status.as_u16(), third.code().as_str()), (429, "too-many-invitations"));
    site.join(&first).await;
    site.invite(json!({ "game": "kono" })).await;
    site.stop().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(9).any(|window| window == b"127.0.0.1"));
    }
}

#[tokio::test]
async fn a_disk_that_fills_refuses_games_before_turns() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().into());
    let site = Site::start(free(), place.clone()).await;
    let (id, light, _) = site.pair(json!({ "game": "kono" })).await;
    let token = light.token.clone();
    site.stop().await;
    let site = Site::start(Config { reserve: u64::MAX, ..free() }, place).await;
    let refused = site.post("/api/v1/live", r#"{"game":"kono"}"#).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (507, "low-disk"));
    assert!(refused.text.contains("nearly full"), "{}", refused.text);
    let mut light = Player::connect(site.address, &id, token.as_deref()).await;
    light.plays(0, "a1xa3").await;
    site.stop().await;
}

/// Sixty answers asked for and none read: the connection is let go, and its place with it.
#[tokio::test(flavor = "multi_thread")]
async fn connections_that_never_read_are_hung_up_on() {
    let limits = Limits { connections: 1, ..Limits::OFF };
    let write_time = Duration::from_millis(300);
    let site = Site::start(Config { limits, write_time, ..free() }, Place::Memory).await;
    let mut mute = tokio::net::TcpStream::connect(site.address).await.unwrap();
    let path = huge_turns();
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    mute.write_all(request.repeat(60).as_bytes()).await.unwrap();
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "its place is never free");
        let mut stream = tokio::net::TcpStream::connect(site.address).await.unwrap();
        let ask = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let mut answer = Vec::new();
        let _ = stream.write_all(ask).await;
        let _ = stream.read_to_end(&mut answer).await;
        if answer.starts_with(b"HTTP/1.1 200") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(mute);
    site.stop().await;
}

#[tokio::test]
async fn control_frames_count_as_messages() {
    let limits = Limits { messages: 5, ..Limits::OFF };
    let site = Site::start(Config { limits, ..free() }, Place::Memory).await;
    let (id, _) = site.invite(json!({ "game": "kono" })).await;
    let mut player = Player::connect(site.address, &id, None).await;
    for _ in 0..200 {
        let _ = player.socket.send(Frame::Ping(vec![1].into())).await;
    }
    assert_eq!(player.closed().await, Some(1008));
    // Before hello, too.
    let mut silent = socket(site.address, &id).await;
    for _ in 0..100 {
        let _ = silent.send(Frame::Pong(vec![1].into())).await;
    }
    let mut heard = String::new();
    while let Some(Ok(frame)) = silent.next().await {
        heard += &frame.into_text().unwrap_or_default();
    }
    assert!(heard.contains("too-fast"), "{heard}");
    site.stop().await;
}

#[tokio::test]
async fn all_sockets_of_an_address_count_together() {
    let limits = Limits { address_messages: 10, ..Limits::OFF };
    let site = Site::start(Config { limits, ..free() }, Place::Memory).await;
    let (id, _) = site.invite(json!({ "game": "kono" })).await;
    let mut codes = Vec::new();
    for _ in 0..8 {
        let mut player = Player::connect_from(ATTACKER, site.address, &id, None).await;
        for _ in 0..10 {
            player.send(r#"{"do":"ping"}"#).await;
            codes.extend(player.next().await.unwrap()["code"].as_str().map(str::to_string));
        }
    }
    assert!(codes.len() >= 20 && codes.iter().all(|code| code == "too-fast"), "{codes:?}");
    let mut other = Player::connect(site.address, &id, None).await;
    other.send(r#"{"do":"ping"}"#).await;
    assert_eq!(other.next().await.unwrap()["type"], "pong");
    site.stop().await;
}

/// Whoever repeats what they overheard of a join, or guesses, gets nothing; whoever sits stays.
#[tokio::test]
async fn nobody_takes_a_seat_that_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().into());
    let site = Site::start(free(), place.clone()).await;
    let (id, seat) = site.invite(json!({ "game": "kono", "side": "light" })).await;
    let path = format!("/api/v1/live/{id}/join");
    let mine = json!({ "token": "Zk3vQ9xLw2Rt7YbN5mHc8P" }).to_string();
    assert_eq!(site.post(&path, &mine).await.status, 200);
    for other in ["Zk3vQ9xLw2Rt7YbN5mHc8p", "Aj4wP8yKv1Su6XaM3nGd7Q"] {
        let got = site.post(&path, &json!({ "token": other }).to_string()).await;
        assert_eq!(got.code(), "taken");
        assert!(!got.text.contains("token"), "{}", got.text);
    }
    let mut light = Player::connect(site.address, &id, Some(&seat.token)).await;
    // A wrong token, many times: the right one is not disturbed.
    for _ in 0..20 {
        let mut wrong = socket(site.address, &id).await;
        let hello = json!({ "do": "hello", "token": "Zk3vQ9xLw2Rt7YbN5mHc8X" }).to_string();
        wrong.send(Frame::text(hello)).await.unwrap();
        let answer = wrong.next().await.unwrap().unwrap().into_text().unwrap();
        assert!(answer.contains("wrong-token"), "{answer}");
    }
    light.plays(0, "a1xa3").await;
    site.stop().await;
    // The same secret opens the same seat after a restart, and the file does not contain it.
    let site = Site::start(free(), place).await;
    let again = site.post(&path, &mine).await.json();
    assert_eq!(again["side"], "dark");
    site.stop().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for secret in [seat.token.as_bytes(), b"Zk3vQ9xLw2Rt7YbN5mHc8P"] {
            assert!(!bytes.windows(secret.len()).any(|window| window == secret));
        }
    }
}

/// While the disk is locked a turn cannot be told to the other player, who is not charged.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_commit_costs_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(free(), Place::Folder(folder.path().into())).await;
    let clock = json!({ "initial": 60, "increment": 0 });
    let (_, mut light, mut dark) = site.pair(json!({ "game": "kono", "clock": clock })).await;
    light.event("begin").await;
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("damier.db"));
    let mut disk = sqlx::SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut disk).await.unwrap();
    let turn = json!({ "do": "turn", "nonce": "1", "at": 0, "turn": "a1xa3" }).to_string();
    light.send(&turn).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    sqlx::query("ROLLBACK").execute(&mut disk).await.unwrap();
    disk.close().await.unwrap();
    dark.event("turn").await;
    dark.plays(1, "b4xb2").await;
    let left = dark.event("turn").await["now"]["clock"]["left"].clone();
    let left = |side: &str| left[side].as_u64().unwrap();
    assert!(left("dark") > 59_000, "{} of two seconds without a word", left("dark"));
    assert!(left("light") > 58_500, "{}", left("light"));
    site.stop().await;
}

/// A game without a clock may rest for days; what counts is what is stored, not who looked at it.
#[tokio::test]
async fn without_a_clock_people_have_days() {
    let site = Site::new().await;
    let claim_after = async |invitation: Value| {
        let (id, _) = site.invite(invitation).await;
        site.get(&format!("/api/v1/live/{id}")).await.json()["claim_after"].clone()
    };
    assert_eq!(claim_after(json!({ "game": "kono" })).await, 3 * 24 * 3600);
    let clock = json!({ "initial": 60, "increment": 0 });
    assert_eq!(claim_after(json!({ "game": "kono", "clock": clock })).await, 60);
    site.stop().await;
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().into());
    let claim_after_untimed = Duration::from_millis(1500);
    let config = Config { claim_after_untimed, ..free() };
    let site = Site::start(config.clone(), place.clone()).await;
    let (id, mut light, _dark) = site.pair(json!({ "game": "kono" })).await;
    light.plays(0, "a1xa3").await;
    let token = light.token.clone();
    site.stop().await;
    tokio::time::sleep(Duration::from_millis(1600)).await;
    let site = Site::start(config, place).await;
    let mut light = Player::connect(site.address, &id, token.as_deref()).await;
    light.does("claim", 1, json!({ "result": "win" })).await;
    site.stop().await;
}

/// Late commands in a long game get a short word.
#[tokio::test]
async fn late_commands_are_answered_in_a_word() {
    let site = Site::new().await;
    let (id, mut light, mut dark) =
        site.pair(json!({ "game": "achef", "rules": "repetition=off" })).await;
    let rules = damier_games::open("achef", "repetition=off").unwrap();
    let mut play = rules.begin(None).unwrap();
    let mut random = Random::new(2);
    let mut at = 0;
    while at < 60 && play.ending().is_none() {
        let turns = rules.turns(&play.position()).unwrap();
        let turn = turns[random.below(turns.len())].0.clone();
        let mover = if play.to_move() == damier_core::Side::Light { &mut light } else { &mut dark };
        mover.plays(at, &turn).await;
        play.play(&turn).unwrap();
        at += 1;
    }
    let state = site.get(&format!("/api/v1/live/{id}")).await.text;
    let late = light.command("resign", 0, json!({})).await;
    assert_eq!((&late["code"], &late["at"]), (&json!("out-of-date"), &json!(at)));
    assert!(late.to_string().len() < 200 && state.len() > 700, "{late}");
    site.stop().await;
}
