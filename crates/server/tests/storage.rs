//! Live games over storage that is locked, deleted and restored while people play, as they see it.

mod common;

use std::time::{Duration, Instant};

use common::{PATIENCE, Player, Site, free};
use damier_server::Place;
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

/// A backup tool that holds the database makes a turn wait; the game stays open and goes on.
#[tokio::test]
async fn an_outside_lock_closes_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(free(), Place::Folder(folder.path().into())).await;
    let (_, mut light, mut dark) = site.pair(json!({ "game": "kono" })).await;
    let mut tool = raw(&folder.path().join("damier.db")).await;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut tool).await.unwrap();
    let begun = Instant::now();
    let (version, ()) = tokio::join!(light.plays(0, "a1xa3"), async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        sqlx::query("COMMIT").execute(&mut tool).await.unwrap();
    });
    assert_eq!(version, 2);
    assert!(begun.elapsed() >= Duration::from_secs(3), "acknowledged before it was stored");
    dark.event("turn").await;
    dark.plays(1, "b4xb2").await;
    light.event("turn").await;
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
