//! The API's description is true: what is really answered has the form it says, for every route
//! that answers with JSON and for failures.

mod common;

use common::Site;
use damier_games::IDS;
use serde_json::{Value, json};

/// The description, as it is served.
async fn described(site: &Site) -> Value {
    site.get("/api/v1/openapi.json").await.json()
}

/// What the body of this answer should be.
fn schema(description: &Value, method: &str, path: &str, status: u16) -> Value {
    let responses = &description["paths"][path][method]["responses"];
    let exact = &responses[status.to_string()];
    let response = if exact.is_null() { &responses["4XX"] } else { exact };
    let mut body = match response["$ref"].as_str() {
        Some(name) => description.pointer(&name[1..]).expect(name).clone(),
        None => response.clone(),
    }["content"]["application/json"]["schema"]
        .take();
    assert!(body.is_object(), "{method} {path} {status} has no schema");
    let mut components = description["components"].clone();
    // Parameters and responses are no schemas.
    components["parameters"] = json!({});
    components["responses"] = json!({});
    body["components"] = components;
    body
}

#[track_caller]
fn fits(description: &Value, method: &str, path: &str, got: &common::Got) {
    let schema = schema(description, method, path, got.status.as_u16());
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let body = got.json();
    let wrong: Vec<String> = validator
        .iter_errors(&body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(wrong, [""; 0], "{method} {path}: {}", got.text);
}

#[tokio::test]
async fn answers_are_as_described() {
    let site = Site::new().await;
    let description = described(&site).await;
    let get = async |path: &str, address: &str| {
        let got = site.get(address).await;
        assert!(got.status.is_success() || got.status.is_client_error(), "{address}: {}", got.text);
        fits(&description, "get", path, &got);
        got
    };
    for fixed in ["server", "games"] {
        let path = format!("/api/v1/{fixed}");
        get(&path, &path).await;
    }
    for id in IDS {
        let at = format!("/api/v1/games/{id}");
        let sample = get("/api/v1/games/{game}", &at).await.json()["sample"].clone();
        let sample = sample.as_str().unwrap().replace(' ', "%20");
        for question in ["start", "look", "turns", "value", "text-board"] {
            let path = format!("/api/v1/games/{{game}}/{question}");
            get(&path, &format!("{at}/{question}")).await;
            if question != "start" {
                get(&path, &format!("{at}/{question}?position={sample}")).await;
                get(&path, &format!("{at}/{question}?position=nonsense")).await;
            }
            get(&path, &format!("{at}/{question}?surprise=1")).await;
        }
        get("/api/v1/games/{game}/tables", &format!("{at}/tables")).await;
        let best = json!({ "level": "level-1", "limits": { "nodes": 500 } }).to_string();
        for body in [best.as_str(), "{}x", "{\"level\":\"level-99\"}"] {
            let got = site.post(&format!("{at}/best"), body).await;
            fits(&description, "post", "/api/v1/games/{game}/best", &got);
        }
    }
    for text in ["[Game \"kono\"]\n\n1. a1xa3 {so} (1. b1xb3) a4xa2\n", "nonsense"] {
        let got = site.post("/api/v1/record", &json!({ "text": text }).to_string()).await;
        fits(&description, "post", "/api/v1/record", &got);
    }
    get("/api/v1/games/{game}", "/api/v1/games/chess").await;
}

#[tokio::test]
async fn live_games_are_as_described() {
    let site = Site::new().await;
    let description = described(&site).await;
    let invitation = json!({ "game": "kono", "side": "light" }).to_string();
    let made = site.post("/api/v1/live", &invitation).await;
    fits(&description, "post", "/api/v1/live", &made);
    let id = made.json()["id"].as_str().unwrap().to_string();
    let looked = site.get(&format!("/api/v1/live/{id}")).await;
    fits(&description, "get", "/api/v1/live/{id}", &looked);
    let token = json!({ "token": "abcdefghijklmnopqrstuvwx" }).to_string();
    for _ in 0..2 {
        let joined = site.post(&format!("/api/v1/live/{id}/join"), &token).await;
        fits(&description, "post", "/api/v1/live/{id}/join", &joined);
    }
    let nobody = site.get("/api/v1/live/nothing").await;
    fits(&description, "get", "/api/v1/live/{id}", &nobody);
}
