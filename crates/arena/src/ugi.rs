//! The Universal Game Interface both ways: other programs that play here ([`UgiProgram`]) and our
//! engine behind it for programs that want to play against it ([`serve`]).

mod client;
mod server;

pub use client::{Patience, UgiProgram};
pub use server::{LoadTables, serve};
