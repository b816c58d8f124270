//! Live games over storage that is locked, deleted and restored while people play, as they see it.

mod common;

use std::time::{Duration, Instant};

use common::{PATIENCE, Player, Site, free};
use damier_server::Place;
use futures_util::StreamExt;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

async fn raw(file: &std::path::Path) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Waits until a new game can be created.
async fn works_again(site: &Site) {
    let begun = Instant::now();
    while site.post("/api/v1/live", r#"{"game":"kono"}"#).await.status != 201 {
        assert!(begun.elapsed() < PATIENCE, "it does not work again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A backup tool that holds the database for so long makes a turn wait; the game stays open and
/// goes on.
async fn a_lock_closes_no_game(seconds: u64) {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(free(), Place::Folder(folder.path().into())).await;
    let (_, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    let mut tool = raw(&folder.path().join("damier.db")).await;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut tool).await.unwrap();
    light.send(r#"{"do":"turn","nonce":"x","at":0,"turn":"a1xa3"}"#).await;
    let locked = tokio::time::sleep(Duration::from_secs(seconds));
    let early = async {
        loop {
            let frame = light.socket.next().await.expect("connected").expect("connected");
            assert!(!frame.to_string().contains("\"x\""), "answered before it was stored: {frame}");
        }
    };
    tokio::select! {
        () = locked => {}
        () = early => {}
    }
    sqlx::query("COMMIT").execute(&mut tool).await.unwrap();
    assert_eq!(light.hear("ack").await["version"], 2);
    dark.event("turn").await;
    dark.plays(1, "b4xb2").await;
    light.event("turn").await;
    tool.close().await.unwrap();
    site.stop().await;
}

#[tokio::test]
async fn an_outside_lock_closes_no_game() {
    a_lock_closes_no_game(3).await;
}

#[tokio::test]
#[ignore = "takes half a minute"]
async fn an_outside_lock_of_half_a_minute_closes_no_game() {
    a_lock_closes_no_game(30).await;
}

/// While a turn waits for the database, whoever comes, looks or asks for what cannot be is answered
/// with what is stored.
#[tokio::test]
async fn a_locked_database_keeps_nobody_from_looking() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(free(), Place::Folder(folder.path().into())).await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    let (resting, _, _) = site.pair(json!({ "game": "fraha" })).await;
    let mut tool = raw(&folder.path().join("damier.db")).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut tool).await.unwrap();
    light.send(r#"{"do":"turn","nonce":"x","at":0,"turn":"a1xa3"}"#).await;
    for path in [format!("/api/v1/live/{id}"), format!("/api/v1/live/{resting}")] {
        let state = site.get(&path).await.json();
        assert_eq!(state["turns"], json!([]));
    }
    assert_eq!(site.get(&format!("/api/v1/live/{id}/record")).await.status, 200);
    let watcher = Player::connect(site.address, &id, None).await;
    assert_eq!(watcher.state["version"], 1, "the join");
    let second = Player::connect(site.address, &id, dark.token.as_deref()).await;
    assert_eq!(second.state["you"], "dark");
    dark.send("nonsense").await;
    assert_eq!(dark.hear("error").await["code"], "bad-message");
    sqlx::query("ROLLBACK").execute(&mut tool).await.unwrap();
    assert_eq!(light.hear("ack").await["version"], 2);
    dark.event("turn").await;
    tool.close().await.unwrap();
    site.stop().await;
}

/// A data folder that was deleted is missed: nothing is acknowledged into it. Once a copy is back
/// it is served.
#[cfg(unix)]
#[tokio::test]
async fn a_deleted_folder_is_missed_and_a_restored_one_served() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    let site = Site::start(free(), Place::Folder(folder.clone())).await;
    let (id, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    light.plays(0, "a1xa3").await;
    let copy = parent.path().join("copy.db");
    let mut tool = raw(&folder.join("damier.db")).await;
    let vacuum = sqlx::query("VACUUM INTO ?1").bind(copy.to_str().unwrap());
    vacuum.execute(&mut tool).await.unwrap();
    tool.close().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    dark.send(r#"{"do":"turn","nonce":"x","at":1,"turn":"b4xb2"}"#).await;
    while let Some(message) = dark.next().await {
        assert_ne!(message["type"], "ack", "{message}");
    }
    let refused = site.post("/api/v1/live", r#"{"game":"kono"}"#).await;
    assert!(refused.status.is_server_error() && refused.code() == "storage", "{}", refused.text);
    assert!(!folder.exists(), "a running server makes no database");
    std::fs::create_dir(&folder).unwrap();
    std::fs::rename(copy, folder.join("damier.db")).unwrap();
    works_again(&site).await;
    let mut dark = Player::connect(site.address, &id, dark.token.as_deref()).await;
    assert_eq!(dark.state["turns"], json!(["a1xa3"]));
    dark.plays(1, "b4xb2").await;
    site.stop().await;
}
