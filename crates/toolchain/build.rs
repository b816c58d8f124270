//! See `src/lib.rs`.

#[path = "src/target.rs"]
mod target;

use target::{TARGET, TargetStatus, Tools, ensure};

fn main() {
    // `DAMIER_WASM` is not among these: to change it would build everything again, and the build
    // script of `damier-module` looks once more.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/target.rs");
    let elsewhere = std::env::var_os("DAMIER_WASM").is_some_and(|value| !value.is_empty());
    if elsewhere {
        return;
    }
    match ensure(&Tools::of_environment(), ", or set DAMIER_WASM=skip to build without the pages") {
        Ok(TargetStatus::There) => {}
        Ok(TargetStatus::Added(toolchain)) => {
            println!("cargo::warning=rustup has added the target {TARGET} to {toolchain}");
        }
        Err(why) => println!("cargo::error={why}"),
    }
}
