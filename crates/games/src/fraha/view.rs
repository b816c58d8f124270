//! How the board looks: a blue outer track round an orange inner one, and a hole in the middle.

use damier_core::cell::Cell;
use damier_core::view::{CellStyle, Material, Region, View};

/// The board as data for drawings.
pub(crate) fn view() -> View {
    let centre = Cell::new(2, 2);
    let board = View::grid(CellStyle::Tile, 5, 5, [Material::Ivory, Material::Ebony]).hole(centre);
    let (outer, inner) = (board.ring(0), board.ring(1));
    board
        .region(Region::cells("outer", "blue", outer))
        .region(Region::cells("inner", "orange", inner))
}
