//! Live games over real sockets: whole games, repetitions, late messages, reconnection, rematches,
//! clocks, restarts.

mod common;

use std::time::Duration;

use common::{Player, Site, free, socket};
use damier_core::random::Random;
use damier_games::IDS;
use damier_server::Place;
use damier_server::config::Config;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::Connection;
use tokio_tungstenite::tungstenite::Message as Frame;

/// Plays random turns until the end, or for so many turns; both players see every event.
async fn play_on(light: &mut Player, dark: &mut Player, most: usize, random: &mut Random) -> Value {
    let mut state = light.state.clone();
    let game = state["game"].as_str().unwrap();
    let game = damier_games::open(game, state["rules"].as_str().unwrap()).unwrap();
    let mut now = state.as_object_mut().map(std::mem::take).map(Value::Object).unwrap();
    for at in now["turns"].as_array().unwrap().len().. {
        if !now["over"].is_null() || at >= most {
            break;
        }
        let turns = game.turns(now["position"].as_str().unwrap()).unwrap();
        let (turn, after) = &turns[random.below(turns.len())];
        let (mover, other) = match now["to_move"] == "light" {
            true => (&mut *light, &mut *dark),
            false => (&mut *dark, &mut *light),
        };
        let version = mover.plays(at, turn).await;
        let event = loop {
            let event = other.event("turn").await;
            if event["version"] == version {
                break event;
            }
        };
        assert_eq!(event["turn"], *turn);
        assert_eq!(event["now"]["position"], *after);
        now = event["now"].clone();
    }
    now
}

#[tokio::test]
async fn every_game_is_played_to_its_end() {
    let site = Site::new().await;
    let mut random = Random::new(3);
    for id in IDS {
        let (name, mut light, mut dark) = site.pair(json!({ "game": id })).await;
        let now = play_on(&mut light, &mut dark, 5000, &mut random).await;
        assert!(now["over"]["how"].is_string(), "{id}: {now}");
        assert!(now["over"]["words"]["fr"].is_string());
        let turns = site.get(&format!("/api/v1/live/{name}")).await.json()["turns"].clone();
        let at = turns.as_array().unwrap().len();
        assert_eq!(light.fails("turn", at, json!({ "turn": "a1" })).await, "over");
        let record = site.get(&format!("/api/v1/live/{name}/record")).await.text;
        let read = site.post("/api/v1/record", &record).await.json();
        assert_eq!(read["turns"], turns, "{record}");
        assert_eq!(read["over"]["outcome"], now["over"]["outcome"]);
        // In the game's own words, not just "goal reached".
        assert_eq!(read["over"]["why"], now["over"]["words"]["en"], "{id}");
    }
    site.stop().await;
}

#[tokio::test]
async fn repetitions_and_late_messages_are_harmless() {
    let site = Site::new().await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    let turn = json!({ "do": "turn", "nonce": "same", "at": 0, "turn": "a1xa3" }).to_string();
    for _ in 0..3 {
        light.send(&turn).await;
        let ack = light.hear("ack").await;
        assert_eq!((&ack["nonce"], &ack["version"]), (&json!("same"), &json!(2)));
    }
    dark.event("turn").await;
    // The same name from the other player is another message.
    let reply = json!({ "do": "turn", "nonce": "same", "at": 1, "turn": "b4xb2" }).to_string();
    dark.send(&reply).await;
    assert_eq!(dark.hear("ack").await["version"], 3);
    // Late, early and impossible ones change nothing and say in a word where the game is; the
    // events that led there have come before.
    for at in [0, 1, 3, 1_000_000] {
        let late = light.command("turn", at, json!({ "turn": "b1xb3" })).await;
        assert_eq!(late["code"], "out-of-date");
        assert_eq!((&late["at"], &late["version"]), (&json!(2), &json!(3)));
        assert!(late["state"].is_null() && late.to_string().len() < 300, "{late}");
    }
    assert_eq!(dark.fails("turn", 2, json!({ "turn": "b1xb3" })).await, "not-your-turn");
    let wrong = light.command("turn", 2, json!({ "turn": "a1xa3" })).await;
    assert_eq!(wrong["code"], "bad-turn");
    assert!(wrong["message"].as_str().unwrap().contains("a1"), "{wrong}");
    let state = site.get(&format!("/api/v1/live/{id}")).await.json();
    assert_eq!((&state["version"], &state["turns"]), (&json!(3), &json!(["a1xa3", "b4xb2"])));
    // A repetition after reconnecting, too.
    let token = light.token.clone();
    drop(light);
    let mut light = Player::connect(site.address, &id, token.as_deref()).await;
    light.send(&turn).await;
    assert_eq!(light.hear("ack").await["version"], 2);
    site.stop().await;
}

#[tokio::test]
async fn bad_messages_get_an_error_and_change_nothing() {
    let site = Site::new().await;
    let (id, mut light, _dark) = site.pair(json!({ "game": "kono" })).await;
    for bad in ["", "{", "[]", "null", "\u{0}", r#"{"do":"fly"}"#, r#"{"do":"resign","at":0}"#] {
        light.send(bad).await;
        let error = light.hear("error").await;
        assert_eq!((&error["code"], error.get("nonce")), (&json!("bad-message"), None), "{bad}");
    }
    // Whoever gave their message a name is told which one was bad.
    for bad in [r#"{"do":"fly","nonce":"x"}"#, r#"{"do":"turn","nonce":"x","at":0}"#] {
        light.send(bad).await;
        let error = light.hear("error").await;
        assert_eq!(
            (&error["code"], &error["nonce"]),
            (&json!("bad-message"), &json!("x")),
            "{bad}"
        );
    }
    light.socket.send(Frame::binary(vec![0xff; 10])).await.unwrap();
    assert_eq!(light.hear("error").await["code"], "bad-message");
    light.send(r#"{"do":"hello"}"#).await;
    assert_eq!(light.hear("error").await["code"], "bad-message", "one hello is enough");
    light.send(r#"{"do":"ping"}"#).await;
    light.hear("pong").await;
    light.send(&"x".repeat(17 << 10)).await;
    assert_eq!(light.closed().await, Some(1009));
    assert_eq!(site.get(&format!("/api/v1/live/{id}")).await.json()["version"], 1);
    site.stop().await;
}

#[tokio::test]
async fn only_tokens_open_seats() {
    let site = Site::new().await;
    let (id, seat) = site.invite(json!({ "game": "kono", "side": "light" })).await;
    for hello in [
        json!({ "do": "hello", "token": "wrong" }),
        json!({ "do": "hello", "token": "" }),
        json!({ "do": "hello", "token": seat.token.to_lowercase() }),
        json!({ "do": "ping" }),
        json!(3),
    ] {
        let mut socket = socket(site.address, &id).await;
        socket.send(Frame::text(hello.to_string())).await.unwrap();
        let answer = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let code = serde_json::from_str::<Value>(&answer).unwrap()["code"].clone();
        let expected = if hello.get("token").is_some() { "wrong-token" } else { "bad-message" };
        assert_eq!(code, expected, "{hello}");
        assert!(
            matches!(socket.next().await, Some(Ok(Frame::Close(Some(frame)))) if u16::from(frame.code) == 1008)
        );
    }
    let mut spectator = Player::connect(site.address, &id, None).await;
    assert_eq!(spectator.state["you"], Value::Null);
    assert_eq!(spectator.fails("resign", 0, json!({})).await, "not-a-player");
    let mut light = Player::connect(site.address, &id, Some(&seat.token)).await;
    assert_eq!(light.fails("turn", 0, json!({ "turn": "a1xa3" })).await, "waiting");
    let dark = site.join(&id).await;
    assert_eq!(spectator.event("join").await["by"], "dark");
    let joined = light.event("join").await;
    assert!(!joined.to_string().contains("seat\":\""), "no secrets: {joined}");
    let mut dark = Player::connect(site.address, &id, Some(&dark.token)).await;
    let there = spectator.hear("presence").await;
    assert_eq!(there["seats"]["light"]["connected"], true);
    light.plays(0, "a1xa3").await;
    assert_eq!(spectator.event("turn").await["turn"], "a1xa3");
    dark.plays(1, "b4xb2").await;
    site.stop().await;
}

#[tokio::test]
async fn presence_is_told_and_the_absent_can_be_claimed_from() {
    let claim_after_untimed = Duration::from_millis(300);
    let config = Config { claim_after_untimed, ..free() };
    let site = Site::start(config, Place::Memory).await;
    let (id, mut light, dark) = site.pair(json!({ "game": "kono" })).await;
    while light.hear("presence").await["seats"]["dark"]["connected"] != true {}
    light.plays(0, "a1xa3").await;
    assert_eq!(light.fails("claim", 1, json!({ "result": "win" })).await, "not-gone");
    // A second connection of the same seat keeps it occupied.
    let second = Player::connect(site.address, &id, dark.token.as_deref()).await;
    drop(dark);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(light.fails("claim", 1, json!({ "result": "win" })).await, "not-gone");
    drop(second);
    let gone = light.hear("presence").await;
    let dark = json!({ "taken": true, "connected": false, "gone": 0, "name": null });
    assert_eq!(gone["seats"]["dark"], dark);
    assert_eq!(light.fails("claim", 1, json!({ "result": "win" })).await, "not-gone", "wait");
    tokio::time::sleep(Duration::from_millis(350)).await;
    light.does("claim", 1, json!({ "result": "win" })).await;
    let over = light.event("end").await["now"]["over"].clone();
    assert_eq!((&over["outcome"], &over["how"]), (&json!("light"), &json!("abandoned")));
    site.stop().await;
}

#[tokio::test]
async fn rematch_exchanges_colours_under_a_new_name() {
    let site = Site::new().await;
    let (id, mut light, mut dark) =
        site.pair(json!({ "game": "kono", "clock": { "initial": 60, "increment": 1 } })).await;
    assert_eq!(light.fails("rematch-offer", 0, json!({})).await, "not-over");
    light.does("resign", 0, json!({})).await;
    dark.does("rematch-offer", 0, json!({})).await;
    assert_eq!(light.event("rematch-offer").await["sequel"], false);
    light.does("rematch-accept", 0, json!({})).await;
    let next = dark.event("rematch").await["next"].as_str().unwrap().to_string();
    assert_ne!(next, id);
    let was_dark = Player::connect(site.address, &next, dark.token.as_deref()).await;
    assert_eq!(
        (&was_dark.state["you"], &was_dark.state["previous"]),
        (&json!("light"), &json!(id))
    );
    let mut was_light = Player::connect(site.address, &next, light.token.as_deref()).await;
    assert_eq!(was_light.state["you"], "dark");
    assert_eq!(was_light.event("begin").await["now"]["clock"]["running"], "light");
    let old = Player::connect(site.address, &id, light.token.as_deref()).await;
    assert_eq!(old.state["next"], next, "the old game leads to the new one");
    site.stop().await;
}

/// After a won game of each game whose rules grant a sequel.
#[tokio::test]
async fn the_sequel_keeps_the_colours() {
    let site = Site::new().await;
    let mut any = false;
    for game in IDS {
        let rules = damier_games::open(game, "").unwrap();
        let Some(start) = rules.sequel(damier_core::Side::Dark) else { continue };
        any = true;
        let (_, mut light, mut dark) = site.pair(json!({ "game": game })).await;
        light.does("resign", 0, json!({})).await;
        assert!(dark.event("end").await["now"]["sequel"]["en"].is_string());
        light.does("rematch-offer", 0, json!({ "sequel": true })).await;
        dark.does("rematch-accept", 0, json!({})).await;
        let next = dark.event("rematch").await["next"].as_str().unwrap().to_string();
        let mut light = Player::connect(site.address, &next, light.token.as_deref()).await;
        let mut dark = Player::connect(site.address, &next, dark.token.as_deref()).await;
        assert_eq!((&light.state["you"], &light.state["start"]), (&json!("light"), &json!(start)));
        let now = play_on(&mut light, &mut dark, 300, &mut Random::new(1)).await;
        assert!(now["version"].as_u64().unwrap() > 5);
    }
    assert!(any);
    site.stop().await;
}

#[tokio::test]
async fn takeback_and_draw_by_agreement() {
    let site = Site::new().await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    light.plays(0, "a1xa3").await;
    light.does("takeback-offer", 1, json!({})).await;
    dark.event("takeback-offer").await;
    dark.does("takeback-accept", 1, json!({})).await;
    assert_eq!(light.event("takeback").await["count"], 1);
    assert_eq!(site.get(&format!("/api/v1/live/{id}")).await.json()["turns"], json!([]));
    light.plays(0, "b1xb3").await;
    dark.event("turn").await;
    assert_eq!(dark.fails("draw-accept", 1, json!({})).await, "no-offer");
    light.does("draw-offer", 1, json!({})).await;
    dark.event("draw-offer").await;
    dark.does("draw-accept", 1, json!({})).await;
    assert_eq!(light.event("end").await["now"]["over"]["how"], "agreement");
    site.stop().await;
}

#[tokio::test]
async fn the_flag_falls_by_itself() {
    let site = Site::new().await;
    let (_, mut light, mut dark) =
        site.pair(json!({ "game": "kono", "clock": { "initial": 1, "increment": 0 } })).await;
    light.event("begin").await;
    light.plays(0, "a1xa3").await;
    let over = light.event("end").await["now"].clone();
    assert_eq!((&over["over"]["outcome"], &over["over"]["how"]), (&json!("light"), &json!("time")));
    assert_eq!(over["clock"]["left"]["dark"], 0);
    assert_eq!(dark.fails("turn", 1, json!({ "turn": "b4xb2" })).await, "over");
    site.stop().await;
}

#[tokio::test]
async fn a_restart_keeps_everything_and_charges_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().into());
    let site = Site::start(free(), place.clone()).await;
    let clock = json!({ "initial": 600, "increment": 0 });
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono", "clock": clock })).await;
    light.plays(0, "a1xa3").await;
    dark.does("draw-offer", 1, json!({})).await;
    let (spare, _) = site.invite(json!({ "game": "fraha" })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    site.stop().await;
    assert_eq!(light.closed().await, Some(1001), "a close frame, not a broken line");
    assert!(dark.event("pause").await["now"]["clock"]["running"].is_null());
    assert_eq!(dark.closed().await, Some(1001));

    tokio::time::sleep(Duration::from_millis(300)).await;
    let site = Site::start(free(), place.clone()).await;
    let mut dark = Player::connect(site.address, &id, dark.token.as_deref()).await;
    let state = dark.state.clone();
    assert_eq!(state["turns"], json!(["a1xa3"]));
    assert_eq!(state["offers"]["draw"], "dark");
    assert_eq!(state["clock"]["running"], Value::Null, "not before both are back");
    let left = state["clock"]["left"]["dark"].as_u64().unwrap();
    assert!((599_000..=599_750).contains(&left), "{left}");
    assert_eq!(state["seats"]["light"]["taken"], true);
    let mut light = Player::connect(site.address, &id, light.token.as_deref()).await;
    assert_eq!(light.state["clock"]["running"], "dark");
    dark.plays(1, "b4xb2").await;
    light.event("turn").await;
    assert_eq!(site.get(&format!("/api/v1/live/{spare}")).await.status, 200);
    site.stop().await;

    // And once more, after which the later turn is there as well.
    let site = Site::start(free(), place).await;
    let state = site.get(&format!("/api/v1/live/{id}")).await.json();
    assert_eq!(state["turns"], json!(["a1xa3", "b4xb2"]));
    site.stop().await;
}

/// Rooms nobody is in are forgotten and come back when asked for.
#[tokio::test]
async fn idle_games_leave_memory_and_come_back() {
    let config = Config { idle: Duration::from_millis(50), ..free() };
    let site = Site::start(config, Place::Memory).await;
    let (id, mut light, dark) = site.pair(json!({ "game": "kono" })).await;
    light.plays(0, "a1xa3").await;
    let tokens = (light.token.clone(), dark.token.clone());
    assert_eq!(site.shared.games_in_memory(), 1);
    drop((light, dark));
    for _ in 0..100 {
        if site.shared.games_in_memory() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(site.shared.games_in_memory(), 0);
    let mut dark = Player::connect(site.address, &id, tokens.1.as_deref()).await;
    assert_eq!(dark.state["turns"], json!(["a1xa3"]));
    dark.plays(1, "b4xb2").await;
    site.stop().await;
}

/// If the disk fails nobody learns of the turn, and the game goes on from what is stored.
#[tokio::test]
async fn a_failing_disk_loses_nothing_that_was_told() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(free(), Place::Folder(folder.path().into())).await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    light.plays(0, "a1xa3").await;
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("damier.db"));
    let mut disk = sqlx::SqliteConnection::connect_with(&file).await.unwrap();
    let fail = "CREATE TRIGGER fail BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no'); END";
    sqlx::query(fail).execute(&mut disk).await.unwrap();
    let turn = r#"{"do":"turn","nonce":"x","at":1,"turn":"b4xb2"}"#;
    for _ in 0..3 {
        dark.send(turn).await;
    }
    let code = loop {
        match dark.socket.next().await.unwrap().unwrap() {
            Frame::Text(text) => assert!(!text.contains("\"ack\""), "{text}"),
            Frame::Close(frame) => break frame.map(|frame| u16::from(frame.code)),
            _ => {}
        }
    };
    assert_eq!(code, Some(1011));
    while let Some(message) = light.next().await {
        assert_ne!(message["by"], "dark", "{message}");
    }
    sqlx::query("DROP TRIGGER fail").execute(&mut disk).await.unwrap();
    let mut dark = Player::connect(site.address, &id, dark.token.as_deref()).await;
    assert_eq!(dark.state["turns"], json!(["a1xa3"]));
    dark.send(turn).await;
    assert_eq!(dark.hear("ack").await["version"], 3);
    disk.close().await.unwrap();
    site.stop().await;
}

#[tokio::test]
async fn players_have_names_and_greet_each_other() {
    let site = Site::new().await;
    let clock = json!({ "initial": 60, "increment": 1, "only": "dark" });
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono", "clock": clock })).await;
    light.does("name", 0, json!({ "name": " Noa " })).await;
    let named = dark.event("name").await;
    assert_eq!(named["name"], "Noa");
    assert_eq!(named["now"]["seats"]["light"]["name"], "Noa");
    // It answers no position, so it cannot come too late.
    dark.does("greet", 7, json!({ "word": "good-luck" })).await;
    let greeted = light.event("greet").await;
    assert_eq!(greeted["now"]["greeting"], json!({ "by": "dark", "word": "good-luck" }));
    for bad in [
        json!({ "do": "greet", "nonce": "bad", "at": 0, "word": "go away" }),
        json!({ "do": "name", "nonce": "bad", "at": 0, "name": "\u{202e}" }),
    ] {
        dark.send(&bad.to_string()).await;
        let error = dark.hear("error").await;
        assert_eq!((&error["code"], &error["nonce"]), (&json!("bad-message"), &json!("bad")));
    }
    let look = site.get(&format!("/api/v1/live/{id}")).await.json();
    assert_eq!(look["seats"]["light"]["name"], "Noa");
    assert_eq!(look["greeting"]["word"], "good-luck");
    assert_eq!(look["clock"]["only"], "dark");
    site.stop().await;
}
