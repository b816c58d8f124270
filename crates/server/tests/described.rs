//! The API's description is true: what is really answered and sent has the form it says, no field
//! more or less, for every route that answers with JSON, every message of live games, every game,
//! and failures. (`common` holds every answer and every message of all tests against it; here are
//! asked all that there are.)

mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::{Player, Site, free, strict};
use damier_core::Lang;
use damier_games::IDS;
use damier_server::Place;
use damier_server::config::Config;
use serde_json::{Value, json};

/// What was asked, by method and path of the description.
#[derive(Default)]
struct Asked(BTreeSet<(String, String, u16)>);

impl Asked {
    async fn get(&mut self, site: &Site, address: &str) -> Value {
        let got = site.get(address).await;
        self.note("get", address, got.status.as_u16());
        match got.header("content-type") {
            "application/json" => got.json(),
            _ => Value::Null,
        }
    }

    async fn post(&mut self, site: &Site, address: &str, body: &str) -> Value {
        let got = site.post(address, body).await;
        self.note("post", address, got.status.as_u16());
        got.json()
    }

    fn note(&mut self, method: &str, address: &str, status: u16) {
        let path = strict::path(method, address).unwrap_or_else(|| panic!("{address}"));
        self.0.insert((method.to_owned(), path, status));
    }
}

#[tokio::test]
async fn every_route_answers_as_described() {
    let site = Site::new().await;
    let mut asked = Asked::default();
    for fixed in ["openapi.json", "server", "games", "games/chess", "games/kono/turns?x=1"] {
        asked.get(&site, &format!("/api/v1/{fixed}")).await;
    }
    for id in IDS {
        let at = format!("/api/v1/games/{id}");
        let sample = asked.get(&site, &at).await["sample"].clone();
        let sample = sample.as_str().unwrap().replace(' ', "%20");
        for question in ["start", "look", "turns", "value", "text-board", "board.svg"] {
            asked.get(&site, &format!("{at}/{question}?lang=fr")).await;
            for given in [format!("position={sample}"), "position=nonsense".into(), "x=1".into()] {
                asked.get(&site, &format!("{at}/{question}?{given}")).await;
            }
        }
        asked.get(&site, &format!("{at}/rules")).await;
        asked.get(&site, &format!("{at}/tables")).await;
        let best = json!({ "level": "level-1", "limits": { "nodes": 500 } }).to_string();
        for body in [best.as_str(), "{}x", "{\"level\":\"level-99\"}"] {
            asked.post(&site, &format!("{at}/best"), body).await;
        }
    }
    for text in ["[Game \"kono\"]\n\n1. a1xa3 {so} (1. b1xb3) 1... b4xb2\n", "nonsense"] {
        asked.post(&site, "/api/v1/record", text).await;
    }
    let invitation = json!({ "game": "kono", "side": "light" }).to_string();
    let made = asked.post(&site, "/api/v1/live", &invitation).await;
    let live = format!("/api/v1/live/{}", made["id"].as_str().unwrap());
    let token = json!({ "token": "abcdefghijklmnopqrstuvwx" }).to_string();
    for _ in 0..2 {
        asked.post(&site, &format!("{live}/join"), &token).await;
    }
    for part in ["", "/record", "/socket"] {
        asked.get(&site, &format!("{live}{part}")).await;
    }
    asked.get(&site, "/api/v1/live/nothing").await;
    // Nothing was left out.
    let described = damier_server::description(Lang::En);
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let good = |(m, p, status): &&(String, String, u16)| {
                (m, p) == (method, path) && (*status < 300 || path.ends_with("socket"))
            };
            assert!(asked.0.iter().any(|all| good(&all)), "{method} {path} was not asked");
        }
    }
    site.stop().await;
}

/// What a live game can say, in one game: messages of every type, events of every kind.
#[tokio::test]
async fn every_live_message_is_as_described() {
    let claim_after = Duration::from_millis(100);
    let config = Config { claim_after_untimed: claim_after, ..free() };
    let site = Site::start(config, Place::Memory).await;
    let mut heard = BTreeSet::new();
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    let mut spectator = Player::connect(site.address, &id, None).await;
    light.send(r#"{"do":"ping"}"#).await;
    light.does("name", 0, json!({ "name": "Noa" })).await;
    dark.does("greet", 0, json!({ "word": "good-luck" })).await;
    light.plays(0, "a1xa3").await;
    light.does("takeback-offer", 1, json!({})).await;
    dark.event("takeback-offer").await;
    dark.does("takeback-decline", 1, json!({})).await;
    light.fails("takeback-offer", 1, json!({})).await;
    dark.plays(1, "b4xb2").await;
    dark.does("takeback-offer", 2, json!({})).await;
    light.event("takeback-offer").await;
    light.does("takeback-accept", 2, json!({})).await;
    dark.does("draw-offer", 1, json!({})).await;
    light.event("draw-offer").await;
    light.does("draw-decline", 1, json!({})).await;
    light.fails("turn", 0, json!({ "turn": "b1xb3" })).await;
    light.fails("claim", 1, json!({ "result": "abort" })).await;
    dark.does("resign", 1, json!({})).await;
    light.does("rematch-offer", 1, json!({ "sequel": false })).await;
    dark.event("rematch-offer").await;
    dark.does("rematch-decline", 1, json!({})).await;
    dark.does("rematch-offer", 1, json!({})).await;
    light.event("rematch-offer").await;
    light.does("rematch-accept", 1, json!({})).await;
    let next = spectator_until(&mut spectator, "rematch", &mut heard).await["next"].clone();
    assert!(next.is_string());
    // The clock begins, stands, and its flag falls.
    let clock = json!({ "initial": 1, "increment": 0 });
    let (_, mut light, dark) = site.pair(json!({ "game": "fraha", "clock": clock })).await;
    spectator_until(&mut light, "begin", &mut heard).await;
    drop(dark);
    spectator_until(&mut light, "end", &mut heard).await;
    let (_, mut light, _dark) =
        site.pair(json!({ "game": "kono", "clock": { "initial": 60, "increment": 0 } })).await;
    light.event("begin").await;
    // An invitation is joined.
    let (id, _) = site.invite(json!({ "game": "rooya", "side": "light" })).await;
    let mut early = Player::connect(site.address, &id, None).await;
    site.join(&id).await;
    spectator_until(&mut early, "join", &mut heard).await;
    site.stop().await;
    spectator_until(&mut light, "pause", &mut heard).await;
    heard.extend(["state", "ack", "error", "pong", "presence"].map(String::from));
    let kinds = kinds_of_events();
    let missing: Vec<_> = kinds.iter().filter(|kind| !heard.contains(*kind)).collect();
    assert_eq!(missing, [&""; 0], "events that no test has seen");
}

/// Listens until an event of this kind, noting those before.
async fn spectator_until(player: &mut Player, kind: &str, heard: &mut BTreeSet<String>) -> Value {
    loop {
        let message = player.next().await.expect("connected");
        if let Some(word) = message["kind"].as_str() {
            heard.insert(word.to_owned());
            if word == kind {
                return message;
            }
        }
    }
}

/// The kinds of events that the description knows.
fn kinds_of_events() -> Vec<String> {
    let described = damier_server::description(Lang::En);
    let event = &described["components"]["schemas"]["LiveEvent"]["oneOf"];
    let kind = |one: &Value| one["properties"]["kind"]["const"].as_str().unwrap().to_owned();
    let kinds: Vec<String> = event.as_array().unwrap().iter().map(kind).collect();
    assert!(kinds.len() >= 15, "{kinds:?}");
    kinds
}

/// The check itself would notice.
#[test]
fn a_field_more_or_less_is_noticed() {
    let good = json!({ "type": "ack", "nonce": "n", "version": 3 });
    assert_eq!(strict::complaints("ServerMessage", &good), [""; 0]);
    let event = json!({ "turns": [], "position": "x" });
    assert_eq!(strict::complaints("Turns", &event), [""; 0]);
    for bad in [
        json!({ "type": "ack", "nonce": "n" }),
        json!({ "type": "ack", "nonce": "n", "version": 3, "more": 1 }),
        json!({ "type": "nack", "nonce": "n", "version": 3 }),
        json!({ "type": "ack", "nonce": 1, "version": 3 }),
    ] {
        assert_ne!(strict::complaints("ServerMessage", &bad), [""; 0], "{bad}");
    }
    let region = |more: Value| {
        let mut region = json!({
            "id": "a", "tone": "b", "shape": "disc", "centre": [0.0, 0.0], "radius": 1.0,
            "lift": 0.0, "turns": false, "cells": [],
        });
        region.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        strict::complaints("Region", &region)
    };
    assert_eq!(region(json!({})), [""; 0]);
    assert_ne!(region(json!({ "box": [0.0, 0.0, 1.0, 1.0] })), [""; 0]);
    assert_ne!(region(json!({ "colour": "red" })), [""; 0]);
}
