//! Nothing but a build script, which sees to it that the compiler can build for browsers.
//!
//! The program contains a WebAssembly module that `damier-module` builds, long after everything
//! else has begun to compile. A machine whose compiler lacks the target should hear so at once and
//! not after minutes. Cargo builds first what most depends on: so this is a crate of its own,
//! without dependencies, on which `damier-core`, and thereby every crate of ours, depends. Crates
//! of others cannot, so a few of theirs still come first; CONTRIBUTING.md says how long that takes.
//!
//! What the script does is in `target.rs`, which it shares with the build script of
//! `damier-module` and with `xtask` by path: as a dependency it would be one more thing to compile
//! before it can speak.
