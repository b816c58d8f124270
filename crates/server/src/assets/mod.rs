//! Pages and their files: those in the program, compressed when it was built, or those of a folder
//! that is being worked on. And what pages need besides: the WebAssembly module and tables.

mod folder;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use damier_locale::Lang;

use crate::Shared;
use crate::failure::Failure;
use crate::library::Offer;

/// A file in the program.
struct Embedded {
    address: &'static str,
    kind: &'static str,
    etag: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Pages that are shown for every address below them, as `/play` is for `/play/ID`.
const WITH_ID: [&str; 1] = ["/play"];

/// Where the tables are that pages take; `/api/v1/games/{game}/tables` says which.
const TABLES: &str = "/tables/";

/// Files have a second address below this one that names their version: `/v/VERSION/dom.js`. What
/// lies there never changes, so a page never meets a module of another version.
pub(crate) const VERSIONED: &str = "/v/";

/// The page for addresses where there is nothing.
const NOT_FOUND: &str = "/404";

/// A file as it is sent.
#[derive(Clone)]
struct File {
    kind: &'static str,
    etag: Cow<'static, str>,
    encoding: Option<&'static str>,
    bytes: Bytes,
}

/// Where files come from.
pub(crate) struct Assets {
    /// This folder, instead of the program.
    folder: Option<PathBuf>,
}

impl Assets {
    /// The files of the program, or those of a folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        Assets { folder }
    }

    /// Whether there are any pages.
    pub(crate) fn any(&self) -> bool {
        self.folder.is_some() || FILES.iter().any(|file| file.address == "/")
    }

    async fn file(&self, address: &str, accepted: &str) -> Option<File> {
        let address = address.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(address);
        match &self.folder {
            Some(folder) => {
                let (folder, wanted) = (folder.clone(), address.to_string());
                let found = tokio::task::spawn_blocking(move || on_disk(&folder, &wanted)).await;
                let in_program = || always_embedded(address).then(|| embedded(address, accepted));
                found.ok()?.or_else(|| in_program().flatten())
            }
            None => embedded(address, accepted),
        }
    }

    /// The version of all files together.
    async fn version(&self) -> String {
        match self.folder.clone() {
            Some(folder) => {
                let version = move || folder::files(&folder).map(|files| version_of(&files));
                let version = tokio::task::spawn_blocking(version).await;
                version.ok().and_then(Result::ok).unwrap_or_default()
            }
            None => VERSION.to_string(),
        }
    }

    /// The file for what follows `/v/`: a version, which must be the one that is served, and an address.
    async fn find_versioned(&self, rest: &str, accepted: &str) -> Option<File> {
        let (version, _) = rest.split_once('/')?;
        if version != self.version().await {
            return None;
        }
        self.file(&rest[version.len()..], accepted).await
    }

    /// The file for an address, or the page it is below.
    async fn find(&self, address: &str, accepted: &str) -> Option<File> {
        if let Some(file) = self.file(address, accepted).await {
            return Some(file);
        }
        let below = |page: &&&str| {
            let rest = address.strip_prefix(**page).and_then(|rest| rest.strip_prefix('/'));
            rest.is_some_and(|id| !id.is_empty() && !id.contains('/'))
        };
        self.file(WITH_ID.iter().find(below)?, accepted).await
    }
}

/// Whether a file is part of the program wherever the others come from, unless the folder has it.
fn always_embedded(address: &str) -> bool {
    address == folder::MODULE || folder::is_words(address) || folder::is_puzzles(address)
}

fn embedded(address: &str, accepted: &str) -> Option<File> {
    let file = FILES.iter().find(|file| file.address == address)?;
    let forms = [("br", file.brotli), ("gzip", file.gzip)];
    let packed = forms.into_iter().filter(|(name, _)| accepts(accepted, name));
    let best = packed.filter_map(|(name, bytes)| Some((name, bytes?))).next();
    Some(File {
        kind: file.kind,
        etag: file.etag.into(),
        encoding: best.map(|(name, _)| name),
        bytes: Bytes::from_static(best.map_or(file.plain, |(_, bytes)| bytes)),
    })
}

/// Whether a list such as `gzip, br;q=0` has this encoding.
fn accepts(list: &str, encoding: &str) -> bool {
    list.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        named && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// The version of some files of a folder.
fn version_of(files: &[(String, PathBuf)]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (known, path) in files {
        hasher.update(known.as_bytes()).update(&std::fs::read(path).unwrap_or_default());
    }
    hasher.finalize().to_hex().as_str()[..16].to_string()
}

/// Looks the file up in the list, so that nothing outside the folder can be asked for.
fn on_disk(folder: &Path, address: &str) -> Option<File> {
    let files = folder::files(folder).ok()?;
    let found = files.iter().find(|(known, _)| known == address);
    let mut bytes = match found {
        Some((_, path)) => std::fs::read(path).ok()?,
        None => Vec::new(),
    };
    let kind = match found {
        Some((_, path)) => folder::kind(path),
        None if address == "/assets.json" => "application/json",
        None => return None,
    };
    if found.is_none() || folder::names_version(address, kind) {
        let version = version_of(&files);
        bytes = match found {
            Some(_) => folder::completed(&String::from_utf8_lossy(&bytes), &version).into_bytes(),
            None => {
                let pages = files.iter().map(|(known, _)| known.as_str());
                let module = embedded(folder::MODULE, "").map(|_| folder::MODULE);
                let words = Lang::ALL.map(folder::words);
                let puzzles = FILES.iter().map(|file| file.address);
                let puzzles = puzzles.filter(|address| folder::is_puzzles(address));
                let mut all: Vec<&str> = pages.chain(module).chain(puzzles).collect();
                let missing = |words: &&String| !all.contains(&words.as_str());
                let missing: Vec<&String> = words.iter().filter(missing).collect();
                all.extend(missing.into_iter().map(String::as_str));
                folder::list(&version, all.into_iter()).into()
            }
        };
    }
    let etag = blake3::hash(&bytes).to_hex().as_str()[..16].to_string();
    Some(File { kind, etag: etag.into(), encoding: None, bytes: bytes.into() })
}

/// Answers everything that is not part of the API.
pub(crate) async fn serve(
    State(shared): State<Shared>,
    method: Method,
    uri: Uri,
    asked: HeaderMap,
) -> Response {
    if ![Method::GET, Method::HEAD].contains(&method) {
        return Failure::wrong_method().into_response();
    }
    let address = uri.path();
    let text = |name| asked.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let accepted = text(header::ACCEPT_ENCODING).unwrap_or_default();
    if address.starts_with("/api/") {
        return Failure::nothing_here().into_response();
    }
    if let Some(offer) = address.strip_prefix(TABLES).and_then(|name| shared.library.file(name)) {
        return send(table(&offer), StatusCode::OK, &asked);
    }
    if let Some(rest) = address.strip_prefix(VERSIONED) {
        return match shared.assets.find_versioned(rest, accepted).await {
            Some(file) => immutable(send(file, StatusCode::OK, &asked)),
            None => Failure::nothing_here().into_response(),
        };
    }
    if let Some(file) = shared.assets.find(address, accepted).await {
        return send(file, StatusCode::OK, &asked);
    }
    let wants_page = text(header::ACCEPT).is_some_and(|list| list.contains("text/html"));
    match shared.assets.file(NOT_FOUND, accepted).await.filter(|_| wants_page) {
        Some(page) => send(page, StatusCode::NOT_FOUND, &HeaderMap::new()),
        None => Failure::nothing_here().into_response(),
    }
}

/// A table as a file.
fn table(offer: &Offer) -> File {
    let kind = "application/octet-stream";
    File { kind, etag: offer.checksum().into(), encoding: None, bytes: offer.bytes() }
}

/// What lies at an address with a version never changes.
fn immutable(mut response: Response) -> Response {
    // Nobody asks for it again, so that it needs no tag: pages have many small parts.
    response.headers_mut().remove(header::ETAG);
    let forever = HeaderValue::from_static("max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, forever);
    response
}

/// Sends a file, unless the client has it already.
fn send(file: File, status: StatusCode, asked: &HeaderMap) -> Response {
    let etag = format!("W/\"{}\"", file.etag);
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let same = known.is_some_and(|list| list.split(',').any(|tag| tag.trim() == etag));
    let mut response = match same {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => (status, Body::from(file.bytes)).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(etag) = HeaderValue::try_from(etag) {
        headers.insert(header::ETAG, etag);
    }
    if let Some(encoding) = file.encoding.filter(|_| !same) {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_negotiated() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("BR;q=0.5", "br"));
        assert!(!accepts("gzip, br;q=0", "br"));
        assert!(!accepts("brotli", "br"));
        assert!(!accepts("", "br"));
    }

    #[test]
    fn a_folder_serves_its_files_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("index.html", "home");
        write("new.html", "<script src=\"/v/__VERSION__/js/board.js\"></script>");
        write("play.html", "play");
        write("js/board.js", "export {}");
        write("sw.js", "const version = '__VERSION__'");
        write(".secret", "no");
        write("tests/board.test.js", "no");
        let get = |address: &str| on_disk(folder.path(), address);
        let text = |address: &str| String::from_utf8(get(address).unwrap().bytes.to_vec()).unwrap();
        assert_eq!((text("/"), text("/play")), ("home".into(), "play".into()));
        assert!(get("/js/board.js").unwrap().kind.starts_with("text/javascript"));
        for none in ["/index.html", "/.secret", "/tests/board.test.js", "/../x", "/js", "//", ""] {
            assert!(get(none).is_none(), "{none}");
        }
        let worker = text("/sw.js");
        assert!(!worker.contains("__VERSION__"));
        let version = version_of(&folder::files(folder.path()).unwrap());
        assert!(worker.contains(&version));
        assert!(text("/new").contains(&format!("/v/{version}/js/board.js")));
        let list = text("/assets.json");
        assert!(list.contains(r#""files":["/","/js/board.js","/new","/play""#), "{list}");
        write("words/en.json", "{}");
        assert_eq!(text("/words/en.json"), "{}");
        let list = text("/assets.json");
        assert_eq!(list.matches("/words/en.json").count(), 1, "{list}");
        write("play.html", "changed");
        assert_ne!(text("/sw.js"), worker, "a new version is a new worker");
    }
}
