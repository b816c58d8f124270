//! The WebAssembly module as bytes, built along with the program (see `build.rs`). Whoever serves
//! pages serves it.

/// The module. Empty if the program was built with `DAMIER_WASM=skip`.
pub const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/damier.wasm"));
