//! What whoever keeps a server relies on: proxies, health, and other people's pages.

mod common;

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use common::{Site, free};
use damier_server::Place;
use damier_server::config::{Config, Limits, Proxies};
use serde_json::json;

/// Behind a trusted proxy each client has limits of its own, whatever it claims to be; without one
/// nobody is believed.
#[tokio::test]
async fn proxies_speak_for_others_only_if_trusted() {
    let limits = Limits { games: 2, ..Limits::OFF };
    let proxies = Proxies { trusted: vec!["10.0.0.0/8".parse().unwrap()], ..Proxies::default() };
    let hosts = vec!["games.example".to_string()];
    let config = Config { limits, proxies, hosts, ..free() };
    let site = Site::start(config, Place::Memory).await;
    let create = async |peer: [u8; 4], forwarded: &str| {
        let peer = axum::extract::ConnectInfo(std::net::SocketAddr::from((peer, 1)));
        let request = Request::post("/api/v1/live").extension(peer);
        let request = request.header("x-forwarded-for", forwarded);
        let request = request.header("x-forwarded-host", "games.example");
        let request = request.header("origin", "https://games.example");
        site.ask(request.body(Body::from(r#"{"game":"kono"}"#)).unwrap()).await.status.as_u16()
    };
    let proxy = [10, 0, 0, 1];
    assert_eq!(create(proxy, "192.0.2.1").await, 201);
    assert_eq!(create(proxy, "192.0.2.1").await, 201);
    assert_eq!(create(proxy, "192.0.2.1").await, 429);
    assert_eq!(create(proxy, "198.51.100.7, 192.0.2.1").await, 429, "what it claims is not heard");
    assert_eq!(create(proxy, "192.0.2.2").await, 201, "another client");
    let host = Request::post("/api/v1/live").header("origin", "https://games.example");
    let host = host.header("x-forwarded-host", "games.example").body(Body::from("{}")).unwrap();
    assert_eq!(site.ask(host).await.code(), "wrong-origin", "from nobody in particular");
    // Where this machine is found is nobody's business behind a proxy.
    let about = async |peer: [u8; 4], forwarded: &str| {
        let peer = axum::extract::ConnectInfo(std::net::SocketAddr::from((peer, 1)));
        let request = Request::get("/api/v1/server").extension(peer);
        let request = request.header("x-forwarded-for", forwarded).body(Body::empty()).unwrap();
        site.ask(request).await.json()
    };
    assert!(about([127, 0, 0, 1], "").await["addresses"].is_array());
    for (peer, forwarded) in [([192, 0, 2, 9], ""), (proxy, "192.0.2.1"), (proxy, "127.0.0.1")] {
        let told = about(peer, forwarded).await;
        assert!(told["addresses"].is_null() && told["port"].is_null(), "{told}");
        assert!(told["version"].is_string());
    }
    site.stop().await;
}

#[tokio::test]
async fn health_is_told_under_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { requests: 1, ..Limits::OFF };
    let config = Config { limits, ..free() };
    let site = Site::start(config, Place::Folder(folder.path().into())).await;
    let get = async |path: &str| {
        let request = Request::get(path).header("host", "10.1.2.3:99").body(Body::empty());
        site.ask(request.unwrap()).await
    };
    for _ in 0..30 {
        assert_eq!(get("/healthz").await.json(), json!({ "alive": true }));
        assert_eq!(get("/readyz").await.json(), json!({ "ready": true }));
    }
    site.shared.stop().await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let not = get("/readyz").await;
    assert_eq!(not.status, 503);
    assert!(not.json()["reason"].as_str().is_some_and(|why| !why.is_empty()), "{}", not.text);
    assert_eq!(get("/healthz").await.status, 200);
}

#[tokio::test]
async fn pages_elsewhere_cannot_make_the_server_work() {
    let site = Site::new().await;
    let get = async |path: &str, site_: &str, mode: &str| {
        let request = Request::get(path).header("sec-fetch-site", site_);
        let request = request.header("sec-fetch-mode", mode).body(Body::empty()).unwrap();
        site.ask(request).await.status.as_u16()
    };
    for path in ["/api/v1/games/kono/tables", "/api/v1/games/kono/value", "/tables/x"] {
        for mode in ["no-cors", "cors", "navigate"] {
            assert_eq!(get(path, "cross-site", mode).await, 403, "{path} {mode}");
            assert_eq!(get(path, "same-site", mode).await, 403, "{path} {mode}");
        }
        assert_ne!(get(path, "same-origin", "cors").await, 403, "{path}");
    }
    assert_eq!(get("/api/v1/games/kono/turns", "cross-site", "no-cors").await, 403);
    assert_eq!(get("/api/v1/games/kono/turns", "cross-site", "navigate").await, 200, "a link");
    assert_eq!(get("/api/v1/games/kono/turns", "none", "navigate").await, 200);
    site.stop().await;
}
