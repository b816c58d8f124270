//! The API without sockets: what each route answers, and how it refuses.

mod common;

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use common::{Site, free};
use damier_core::Lang;
use damier_games::IDS;
use damier_server::config::Config;
use damier_server::{Place, app};
use serde_json::json;
use tower::ServiceExt;

/// A text in an address.
fn quoted(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn every_game_is_described() {
    let site = Site::new().await;
    let list = site.get("/api/v1/games").await.json();
    assert_eq!(list["games"].as_array().unwrap().len(), IDS.len());
    for (i, id) in IDS.iter().enumerate() {
        let game = damier_games::open(id, "").unwrap();
        let about = site.get(&format!("/api/v1/games/{id}")).await.json();
        assert_eq!(about, list["games"][i]);
        assert_eq!(about["id"], *id);
        for lang in Lang::ALL {
            let path = format!("/api/v1/games/{id}/rules?lang={}", lang.code());
            let rules = site.get(&path).await;
            assert_eq!(rules.text, game.rules(lang));
            assert_eq!(rules.header("content-type"), "text/markdown; charset=utf-8");
        }
        let start = site.get(&format!("/api/v1/games/{id}/start")).await.json();
        assert_eq!(start["position"], game.start());
        let turns = site.get(&format!("/api/v1/games/{id}/turns")).await.json();
        let expected = game.turns(&game.start()).unwrap();
        let turns = turns["turns"].as_array().unwrap();
        assert_eq!(turns.len(), expected.len());
        let after = quoted(&expected[0].1);
        let look = site.get(&format!("/api/v1/games/{id}/look?position={after}")).await.json();
        assert_eq!(
            (&look["position"], &turns[0]["after"]),
            (&expected[0].1.clone().into(), &look["position"])
        );
        let value = site.get(&format!("/api/v1/games/{id}/value?position={after}")).await.json();
        assert!(value["value"]["kind"].is_string(), "{value}");
        let words = site.get(&format!("/api/v1/games/{id}/text-board?lang=fr")).await.json();
        assert!(!words["rows"].as_array().unwrap().is_empty());
        let board = format!("/api/v1/games/{id}/board.svg?theme=dark&coordinates=false&mini=1");
        let board = site.get(&board).await;
        assert_eq!(board.header("content-type"), "image/svg+xml");
        assert!(board.text.starts_with("<svg"));
        assert!(board.header("content-security-policy").contains("style-src 'unsafe-inline'"));
    }
}

#[tokio::test]
async fn failures_are_stable_json_in_the_language_asked_for() {
    let site = Site::new().await;
    for (path, status, code) in [
        ("/api/v1/games/chess", 404, "unknown-game"),
        ("/api/v1/games/chess/turns", 404, "unknown-game"),
        ("/api/v1/games/kono/turns?rules=first=green", 422, "bad-rules"),
        ("/api/v1/games/kono/turns?position=xx", 422, "bad-position"),
        ("/api/v1/games/kono/turns?colour=red", 400, "bad-request"),
        ("/api/v1/games/kono/board.svg?mini=maybe", 400, "bad-request"),
        ("/api/v1/games/%FF/turns", 400, "bad-request"),
        ("/api/v1/nothing", 404, "not-found"),
        ("/api/v1/live/0123456789012345678901", 404, "unknown-id"),
        ("/api/v1/live/short/record", 404, "unknown-id"),
        ("/api/v1/live/0123456789012345678901/socket", 426, "websocket"),
    ] {
        let got = site.get(path).await;
        assert_eq!((got.status.as_u16(), got.code().as_str()), (status, code), "{path}");
        assert_eq!(got.header("content-type"), "application/json");
    }
    let wrong = site.post("/api/v1/games", "").await;
    assert_eq!((wrong.status.as_u16(), wrong.code().as_str()), (405, "wrong-method"));
    let french = site.get("/api/v1/games/chess?lang=fr").await;
    assert!(french.text.contains("le jeu `chess` n’existe pas"));
    let request = Request::get("/api/v1/games/chess").header("accept-language", "fr-CA,en;q=0.5");
    let french = site.ask(request.body(Body::empty()).unwrap()).await;
    assert!(french.text.contains("le jeu `chess` n’existe pas"));
}

#[tokio::test]
async fn records_are_checked_as_text_or_json() {
    let site = Site::new().await;
    let text = "[Game \"kono\"]\n\n1. a1xa3 *\n";
    let plain = site.post("/api/v1/record", text).await.json();
    assert_eq!((&plain["game"], &plain["turns"]), (&json!("kono"), &json!(["a1xa3"])));
    let request = Request::post("/api/v1/record").header("content-type", "application/json");
    let body = Body::from(json!({ "text": text }).to_string());
    assert_eq!(site.ask(request.body(body).unwrap()).await.json(), plain);
    let wrong = site.post("/api/v1/record", "[Game \"kono\"]\n\n1. a1xa4 *\n").await;
    assert_eq!((wrong.status.as_u16(), wrong.code().as_str()), (422, "bad-record"));
    assert!(wrong.text.contains("line 3, turn 1. a1xa4"), "{}", wrong.text);
    let large = site.post("/api/v1/record", &"x".repeat(65 << 10)).await;
    assert_eq!((large.status.as_u16(), large.code().as_str()), (413, "too-large"));
}

#[tokio::test]
async fn invitations_are_checked() {
    let site = Site::new().await;
    for (body, status, code) in [
        ("", 400, "bad-request"),
        ("[]", 400, "bad-request"),
        (r#"{"game":"kono","colour":"light"}"#, 400, "bad-request"),
        (r#"{"game":"kono","side":"green"}"#, 400, "bad-request"),
        (r#"{"game":"chess"}"#, 422, "unknown-game"),
        (r#"{"game":"kono","rules":"x=y"}"#, 422, "bad-rules"),
        (r#"{"game":"kono","start":"x"}"#, 422, "bad-position"),
        (r#"{"game":"kono","start":"r3/4/4/yy2 y won:y"}"#, 422, "bad-position"),
        (r#"{"game":"kono","clock":{"initial":0,"increment":0}}"#, 422, "bad-clock"),
        (r#"{"game":"kono","lot":true,"rules":"first=red"}"#, 422, "bad-rules"),
    ] {
        let got = site.post("/api/v1/live", body).await;
        assert_eq!((got.status.as_u16(), got.code().as_str()), (status, code), "{body}");
    }
    let mut firsts = std::collections::HashSet::new();
    for _ in 0..40 {
        let (id, seat) = site.invite(json!({ "game": "kono", "lot": true })).await;
        let state = site.get(&format!("/api/v1/live/{id}")).await.json();
        assert_eq!(state["seats"][&seat.side]["taken"], true);
        firsts.insert((state["to_move"].to_string(), seat.side));
    }
    assert_eq!(firsts.len(), 4, "lots fall on both, for who begins and for the sides");
}

#[tokio::test]
async fn one_seat_is_free_and_only_once() {
    let site = Site::new().await;
    let (id, seat) = site.invite(json!({ "game": "rooya", "side": "dark" })).await;
    assert_eq!(seat.side, "dark");
    let path = format!("/api/v1/live/{id}/join");
    // Only a secret of one's own will do.
    for bad in [
        "{}",
        r#"{"token":""}"#,
        r#"{"nonce":"mine"}"#,
        r#"{"token":"any text of your own"}"#,
        r#"{"token":"0000000000000000000000"}"#,
        r#"{"token":"tooShort0123456789abc"}"#,
    ] {
        assert_eq!(site.post(&path, bad).await.code(), "bad-request", "{bad}");
    }
    let mine = r#"{"token":"Zk3vQ9xLw2Rt7YbN5mHc8P"}"#;
    let joined = site.post(&path, mine).await.json();
    assert_eq!(
        (&joined["side"], &joined["token"]),
        (&json!("light"), &json!("Zk3vQ9xLw2Rt7YbN5mHc8P"))
    );
    assert_eq!(joined["seat"], format!("/play/{id}#seat={}", joined["token"].as_str().unwrap()));
    assert_eq!(site.post(&path, mine).await.json(), joined, "asked twice");
    let late = site.post(&path, r#"{"token":"Aj4wP8yKv1Su6XaM3nGd7Q"}"#).await;
    assert_eq!((late.status.as_u16(), late.code().as_str()), (409, "taken"));
    assert!(!late.text.contains("Zk3v"), "nothing of the other's secret: {}", late.text);
    let state = site.get(&format!("/api/v1/live/{id}")).await;
    assert!(!state.text.contains(joined["token"].as_str().unwrap()), "tokens are secret");
    assert!(!state.text.contains(&seat.token));
    let record = site.get(&format!("/api/v1/live/{id}/record?download")).await;
    assert!(record.text.starts_with("[Game \"rooya\"]"), "{}", record.text);
    assert!(record.header("content-disposition").contains("rooya-"));
}

#[tokio::test]
async fn pages_come_from_a_folder_with_their_headers() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("index.html", "home"), ("play.html", "play"), ("404.html", "lost")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let config = Config { web: Some(folder.path().into()), ..free() };
    let site = Site::start(config, Place::Memory).await;
    let home = site.get("/").await;
    assert_eq!(
        (home.text.as_str(), home.header("content-type")),
        ("home", "text/html; charset=utf-8")
    );
    let policy = home.header("content-security-policy");
    for part in
        ["script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'", "ws://localhost:1"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cache-control", "no-cache"),
    ] {
        assert_eq!(home.header(name), value);
    }
    // What is part of a page is governed by the policy of the page; a worker is not.
    for (dest, whole) in [("script", false), ("style", false), ("worker", true), ("document", true)]
    {
        let request = Request::get("/").header("sec-fetch-dest", dest).body(Body::empty()).unwrap();
        let got = site.ask(request).await;
        assert_eq!(!got.header("content-security-policy").is_empty(), whole, "{dest}");
        assert_eq!(got.header("x-content-type-options"), "nosniff");
    }
    let etag = home.header("etag").to_string();
    let again = Request::get("/").header("if-none-match", &etag).body(Body::empty()).unwrap();
    let again = site.ask(again).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    for page in ["/play", "/play/", "/play/abc"] {
        assert_eq!(site.get(page).await.text, "play", "{page}");
    }
    let lost = Request::get("/nowhere").header("accept", "text/html").body(Body::empty()).unwrap();
    let lost = site.ask(lost).await;
    assert_eq!((lost.status.as_u16(), lost.text.as_str()), (404, "lost"));
    for none in ["/nowhere", "/play/a/b", "/../Cargo.toml", "/index.html"] {
        assert_eq!(site.get(none).await.code(), "not-found", "{none}");
    }
    assert_eq!(site.post("/", "").await.code(), "wrong-method");
}

#[tokio::test]
async fn the_best_turn_is_legal_or_the_reason_is_said() {
    let site = Site::new().await;
    for id in IDS {
        let about = site.get(&format!("/api/v1/games/{id}")).await.json();
        let path = format!("/api/v1/games/{id}/best");
        for level in about["levels"].as_array().unwrap() {
            let body = json!({ "level": level, "time": 50, "seed": 1 });
            let best = site.post(&path, &body.to_string()).await;
            assert_eq!(best.status, 200, "{id} {level}: {}", best.text);
            let turns = site.get(&format!("/api/v1/games/{id}/turns")).await.text;
            let turn = best.json()["turn"].as_str().unwrap().to_string();
            assert!(turns.contains(&format!("\"{turn}\"")), "{turn}");
        }
        let unknown = site.post(&path, r#"{"level":"level-99"}"#).await;
        assert_eq!((unknown.status.as_u16(), unknown.code().as_str()), (422, "unknown-level"));
    }
    let wrong = site.post("/api/v1/games/kono/best", r#"{"depth":3}"#).await;
    assert_eq!(wrong.code(), "bad-request");
}

/// The pages in the program, in every form a client may ask for.
#[tokio::test]
async fn embedded_pages_are_compressed() {
    let site = Site::new().await;
    let list = site.get("/assets.json").await.json();
    let files: Vec<&str> =
        list["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    assert!(files.contains(&"/") && files.contains(&"/play"), "{files:?}");
    for file in files {
        let plain = bytes(&site, file, "").await;
        assert_eq!(plain.1, "", "{file}");
        let (packed, encoding) = bytes(&site, file, "gzip, br").await;
        if encoding == "br" {
            let mut unpacked = Vec::new();
            std::io::copy(&mut brotli::Decompressor::new(&packed[..], 4096), &mut unpacked)
                .unwrap();
            assert!(unpacked == plain.0, "{file}");
            assert!(packed.len() < plain.0.len());
            assert_eq!(bytes(&site, file, "gzip").await.1, "gzip");
        }
    }
    assert!(!site.get("/sw.js").await.text.contains("__VERSION__"));
}

/// What lies at an address with a version never changes, and no other version is served there.
#[tokio::test]
async fn files_of_a_version_never_change() {
    let site = Site::new().await;
    let list = site.get("/assets.json").await.json();
    let version = list["version"].as_str().unwrap();
    for page in ["/", "/play", "/api"] {
        let text = site.get(page).await.text;
        assert!(text.contains(&format!("/v/{version}/early.js")), "{page} names its version");
        assert_eq!(site.get(&format!("/v/{version}{page}")).await.text, text);
    }
    let file = site.get(&format!("/v/{version}/dom.js")).await;
    assert_eq!((file.status.as_u16(), &file.text), (200, &site.get("/dom.js").await.text));
    assert!(file.header("cache-control").contains("immutable"));
    assert_eq!(site.get("/dom.js").await.header("cache-control"), "no-cache");
    for none in ["/v/0123456789abcdef/dom.js", "/v/", "/v/x", "/v//dom.js"] {
        assert_eq!(site.get(none).await.status, 404, "{none}");
    }
    assert_eq!(site.get(&format!("/v/{version}/../../etc/passwd")).await.status, 404);
}

#[tokio::test]
async fn tables_that_take_seconds_are_built_for_whoever_asks() {
    let site = Site::new().await;
    for (game, rules) in [("kono", ""), ("kono", "capture=mandatory"), ("fraha", "first=black")] {
        let path = format!("/api/v1/games/{game}/tables?rules={}", quoted(rules));
        let list = loop {
            let got = site.get(&path).await;
            match got.status.as_u16() {
                200 => break got.json(),
                status => assert_eq!(status, 202, "{}", got.text),
            }
        };
        assert_eq!(list["known"], true, "{list}");
        let table = &list["tables"][0];
        let (file, size) = (table["file"].as_str().unwrap(), table["bytes"].as_u64().unwrap());
        let (got, _) = bytes(&site, &format!("/tables/{file}"), "").await;
        assert_eq!(got.len() as u64, size);
        // A page that takes it knows everything.
        let mut session =
            damier_protocol::Session::new(Arc::new(damier_protocol::Oracles::empty()));
        session.add_table(got);
        let request = json!({ "do": "value", "game": game, "rules": rules });
        let value: serde_json::Value =
            serde_json::from_str(&session.answer(&request.to_string())).unwrap();
        assert_ne!(value["ok"]["value"]["kind"], "unknown", "{value}");
    }
    let far = site.get("/api/v1/games/achef/tables?rules=ko=more").await;
    assert_eq!((far.status.as_u16(), far.code().as_str()), (422, "bad-rules"));
    assert_eq!(site.get("/tables/nothing").await.code(), "not-found");
}

#[tokio::test]
async fn perfect_is_exact_wherever_tables_reach_the_start() {
    let site = Site::new().await;
    for id in IDS {
        let about = site.get(&format!("/api/v1/games/{id}")).await.json();
        let strongest = about["levels"].as_array().unwrap().last().unwrap().clone();
        // Whoever asks for one position only is not waiting for a search.
        let wanted = json!({ "level": strongest, "limits": { "nodes": 1 } });
        let best = site.post(&format!("/api/v1/games/{id}/best"), &wanted.to_string()).await.json();
        assert_eq!(best["exact"], strongest == "perfect", "{id}: {best}");
        let value = site.get(&format!("/api/v1/games/{id}/value")).await.json();
        assert_eq!(value["value"]["kind"] != "unknown", strongest == "perfect", "{id}");
    }
}

/// A file and its encoding.
async fn bytes(site: &Site, path: &str, accepted: &str) -> (Vec<u8>, String) {
    let request =
        Request::get(path).header("host", "localhost").header("accept-encoding", accepted);
    let response =
        app(Arc::clone(&site.shared)).oneshot(request.body(Body::empty()).unwrap()).await;
    let (parts, body) = response.unwrap().into_parts();
    assert_eq!(parts.status, 200, "{path}");
    let encoding = parts.headers.get("content-encoding").map_or("", |v| v.to_str().unwrap());
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (bytes.to_vec(), encoding.to_string())
}
