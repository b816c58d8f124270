//! How the board looks: three levels, each raised above the one around it.

use damier_core::view::{CellStyle, Material, Region, View};

/// The board as data for drawings.
pub(crate) fn view() -> View {
    let board = View::grid(CellStyle::Tile, 5, 5, [Material::Ivory, Material::Ebony]);
    let [low, middle, high] = [0, 1, 2].map(|depth| board.ring(depth));
    board
        .region(Region::rect("low", "low", [-0.5, -0.5, 4.5, 4.5], low))
        .region(Region::rect("middle", "mid", [0.5, 0.5, 3.5, 3.5], middle).lifted(0.13))
        .region(Region::rect("high", "high", [1.5, 1.5, 2.5, 2.5], high).lifted(0.26))
}
