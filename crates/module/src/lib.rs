//! The WebAssembly module as bytes, built along with the program (see `build.rs`). Whoever serves
//! pages serves it. And the tables that are part of the program, as files to hand to it.

use damier_core::any::Opened;
use damier_games::Visitor;
use damier_index::{Index, Solvable};

/// The module. Empty if the program was built with `DAMIER_WASM=skip`.
pub const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/damier.wasm"));

/// A table that is part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// A name for the file.
    pub file: String,
    /// The game it is about.
    pub game: &'static str,
    /// The whole file.
    pub bytes: &'static [u8],
}

/// All tables that are part of the program.
#[must_use]
pub fn tables() -> Vec<Table> {
    let mut all = Vec::new();
    for game in damier_games::IDS {
        let shipped = damier_games::visit(game, "", Shipped).unwrap_or_default();
        all.extend(shipped.iter().enumerate().map(|(i, bytes)| Table {
            file: if i == 0 { format!("{game}.damier") } else { format!("{game}-{i}.damier") },
            game,
            bytes,
        }));
    }
    all
}

struct Shipped;

impl Visitor for Shipped {
    type Output = &'static [&'static [u8]];

    fn visit<G: Solvable>(self, _: Opened<G>) -> Self::Output {
        G::Index::shipped()
    }
}
