//! Puts the pages of `web/` and the WebAssembly module into the program. Each is compressed once, as
//! well as can be, and its address names the version of all of them: `rust-embed` has neither, and a
//! layer that compresses (`tower-http`) would do so for every visitor, and worse.

#[path = "src/assets/folder.rs"]
mod folder;
mod strip;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use damier_locale::Lang;

/// A file to be embedded.
struct File {
    address: String,
    kind: &'static str,
    bytes: Vec<u8>,
}

fn main() -> io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let web = root.join("../../web");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=strip.rs");
    let mut files = match web.is_dir() {
        true => read(&web)?,
        false => Vec::new(),
    };
    files.extend(module()?);
    files.extend(Lang::ALL.into_iter().flat_map(words));
    files.extend(puzzles(&root.join("../games/src"))?);
    let version = finish(&mut files);
    let mut table = format!("const VERSION: &str = {version:?};\n");
    table.push_str("static FILES: &[Embedded] = &[\n");
    for (i, file) in files.iter().enumerate() {
        entry(&mut table, file, &out, i)?;
    }
    table.push_str("];\n");
    std::fs::write(out.join("assets.rs"), table)
}

fn read(web: &Path) -> io::Result<Vec<File>> {
    // What pages say comes from the program's own sentences, not from a translator's trial.
    let files = folder::files(web)?.into_iter().filter(|(address, _)| !folder::is_words(address));
    let read = |(address, path): (String, PathBuf)| {
        // Each file by itself, not the folder: tests and their packages lie in it as well.
        println!("cargo::rerun-if-changed={}", path.display());
        let (kind, bytes) = (folder::kind(&path), std::fs::read(&path)?);
        Ok(File { address, kind, bytes: stripped(kind, bytes) })
    };
    files.map(read).collect()
}

/// The WebAssembly module, unless the build was told to do without.
fn module() -> io::Result<Option<File>> {
    let Some(path) = std::env::var_os("DEP_DAMIER_MODULE_FILE") else { return Ok(None) };
    println!("cargo::rerun-if-changed={}", Path::new(&path).display());
    let bytes = std::fs::read(&path)?;
    let (address, kind) = (folder::MODULE.to_string(), folder::kind(Path::new(folder::MODULE)));
    Ok((!bytes.is_empty()).then_some(File { address, kind, bytes }))
}

/// What the pages say in a language.
fn words(lang: Lang) -> Vec<File> {
    let file = |address: String, text: &str| {
        let kind = folder::kind(Path::new(&address));
        File { address, kind, bytes: text.into() }
    };
    let parts = lang.page_parts().iter();
    let parts = parts.map(|(part, text)| file(folder::words_part(part, lang), text));
    std::iter::once(file(folder::words(lang), lang.page())).chain(parts).collect()
}

/// The puzzles that games have in their folders.
fn puzzles(games: &Path) -> io::Result<Vec<File>> {
    let mut all = Vec::new();
    for game in std::fs::read_dir(games)? {
        let game = game?;
        let (name, path) = (game.file_name(), game.path().join("puzzles.list"));
        let Some(name) = name.to_str().filter(|_| path.is_file()) else { continue };
        println!("cargo::rerun-if-changed={}", path.display());
        let address = folder::puzzles(name);
        all.push(File { address, kind: folder::kind(&path), bytes: std::fs::read(&path)? });
    }
    all.sort_by(|a, b| a.address.cmp(&b.address));
    Ok(all)
}

/// Without what only those need who work on the pages.
fn stripped(kind: &str, bytes: Vec<u8>) -> Vec<u8> {
    let strip = match kind.split(';').next() {
        Some("text/javascript") => strip::script,
        Some("text/css") => strip::style,
        _ => return bytes,
    };
    match String::from_utf8(bytes) {
        Ok(text) => strip(&text).into_bytes(),
        Err(other) => other.into_bytes(),
    }
}

/// Adds what depends on all files: the version where it is named, and the list. Gives the version.
fn finish(files: &mut Vec<File>) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files.iter() {
        hasher.update(file.address.as_bytes()).update(&file.bytes);
    }
    let version = &hasher.finalize().to_hex()[..16];
    let naming = |file: &&mut File| folder::names_version(&file.address, file.kind);
    for file in files.iter_mut().filter(naming) {
        file.bytes = folder::completed(&String::from_utf8_lossy(&file.bytes), version).into_bytes();
    }
    let list = folder::list(version, files.iter().map(|file| file.address.as_str()));
    let (address, kind) = ("/assets.json".to_string(), folder::kind(Path::new("x.json")));
    files.push(File { address, kind, bytes: list.into_bytes() });
    version.to_string()
}

/// Writes a file in all its forms and the line of the table that includes them.
fn entry(table: &mut String, file: &File, out: &Path, i: usize) -> io::Result<()> {
    let plain = form(out, i, "raw", &file.bytes)?;
    let smaller = |packed: &Vec<u8>| packed.len() < file.bytes.len() * 9 / 10;
    let packed = |name: &str, bytes: Vec<u8>| match smaller(&bytes) {
        true => form(out, i, name, &bytes).map(|path| format!("Some(include_bytes!({path:?}))")),
        false => Ok("None".to_string()),
    };
    let brotli = packed("br", brotli(&file.bytes)?)?;
    let gzip = packed("gz", gzip(&file.bytes)?)?;
    let etag = &blake3::hash(&file.bytes).to_hex()[..16];
    let (address, kind) = (&file.address, file.kind);
    let _ = writeln!(
        table,
        "    Embedded {{ address: {address:?}, kind: {kind:?}, etag: {etag:?}, \
         plain: include_bytes!({plain:?}), brotli: {brotli}, gzip: {gzip} }},"
    );
    Ok(())
}

fn form(out: &Path, i: usize, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = out.join(format!("asset-{i}.{name}"));
    std::fs::write(&path, bytes)?;
    Ok(path)
}

fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 11, 22);
    packer.write_all(bytes)?;
    Ok(packer.into_inner())
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}
