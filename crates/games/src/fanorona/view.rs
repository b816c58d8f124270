//! How the board looks: points joined by lines, diagonals through every second point.

use damier_core::view::{CellStyle, Material, View};

/// The board as data for drawings.
pub(crate) fn view() -> View {
    View::grid(CellStyle::Point, 9, 5, [Material::Ivory, Material::Ebony])
        .margin(0.62)
        .orthogonals()
        .diagonals(|c| (c.file() + c.rank()).is_multiple_of(2))
        .surface("board", "plain")
}
