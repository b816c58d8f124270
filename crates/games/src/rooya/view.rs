//! How the board looks: an outer plate, and a round inner plate that turns. The files and ranks
//! keep apart where the gap between the plates runs.

use damier_core::view::{CellStyle, Material, Region, View};

/// Where the files and the ranks lie.
const LINES: [f32; 5] = [-2.22, -0.95, 0.0, 0.95, 2.22];
/// Radius of the inner plate.
const RADIUS: f32 = 1.76;
/// Distance of the buttons from the middle, both ways: the corners outside the inner plate.
const CORNER: f32 = 1.585;

/// The board as data for drawings.
pub(crate) fn view() -> View {
    let board = View::grid(CellStyle::Socket, 5, 5, [Material::Ivory, Material::Ebony])
        .spaced(&LINES, &LINES)
        .margin(0.52)
        .orthogonals();
    let (field, outer, inner) = (board.field, board.ring(0), board.inside(1));
    board
        .region(Region::rect("outer", "dark", field, outer))
        .region(Region::disc("inner", "light", [0.0, 0.0], RADIUS, inner).turning())
        .control("ccw", [-CORNER, CORNER])
        .control("cw", [CORNER, CORNER])
        .control("half", [CORNER, -CORNER])
}
