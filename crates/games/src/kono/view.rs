//! How the board looks: sixteen maple tiles.

use damier_core::view::{CellStyle, Material, View};

/// The board as data for drawings.
pub(crate) fn view() -> View {
    View::grid(CellStyle::Tile, 4, 4, [Material::Yellow, Material::Red]).surface("board", "maple")
}
