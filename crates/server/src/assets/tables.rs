//! The tables that are part of the program, for pages that answer by themselves: `/tables.json`
//! lists them, `/tables/FILE` has each.

use std::sync::LazyLock;

use axum::body::Bytes;
use serde_json::json;

use super::File;

/// Each table's address and file, the list first.
static FILES: LazyLock<Vec<(String, File)>> = LazyLock::new(|| {
    let tables = damier_module::tables();
    let list = tables
        .iter()
        .map(|table| json!({ "game": table.game, "file": table.file, "bytes": table.bytes.len() }));
    let list = json!({ "tables": list.collect::<Vec<_>>() }).to_string();
    let list = ("/tables.json".to_string(), new("application/json", list.into()));
    let files = tables.into_iter().map(|table| {
        let bytes = Bytes::from_static(table.bytes);
        (format!("/tables/{}", table.file), new("application/octet-stream", bytes))
    });
    std::iter::once(list).chain(files).collect()
});

fn new(kind: &'static str, bytes: Bytes) -> File {
    let etag = blake3::hash(&bytes).to_hex().as_str()[..16].to_string();
    File { kind, etag: etag.into(), encoding: None, bytes }
}

/// The file of this address.
pub(super) fn file(address: &str) -> Option<File> {
    if !address.starts_with("/tables") {
        return None;
    }
    FILES.iter().find(|(known, _)| known == address).map(|(_, file)| file.clone())
}
