//! How the board looks: an outer plate, and a round inner plate that turns. The files and ranks
//! keep apart where the gap between the plates runs.

use damier_core::view::{CellStyle, Control, Material, Region, View};

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
        .control(Control {
            id: "ccw",
            at: [-CORNER, CORNER],
            path: "M-12 -3A12 12 0 1 1 -8 9M-15 -11L-12.4 -2.2L-3.8 -5.2",
            text: "",
            lean: -1,
        })
        .control(Control {
            id: "cw",
            at: [CORNER, CORNER],
            path: "M12 -3A12 12 0 1 0 8 9M15 -11L12.4 -2.2L3.8 -5.2",
            text: "",
            lean: 1,
        })
        .control(Control {
            id: "half",
            at: [CORNER, -CORNER],
            path: "M-14 -1A14 14 0 0 1 13.4 -5M15.5 -14L13.6 -4.6L4.8 -8",
            text: "½",
            lean: 1,
        })
}
