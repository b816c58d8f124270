//! How Kono is drawn.

use damier_core::view::{CellStyle, Material, View};

/// The board.
pub(crate) fn view() -> View {
    View::grid(CellStyle::Tile, 4, 4, [Material::Yellow, Material::Red]).surface("board", "maple")
}
