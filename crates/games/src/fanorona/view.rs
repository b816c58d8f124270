//! How the board looks: points joined by lines, diagonals through every second point.

use damier_core::phrase;
use damier_core::view::{CellStyle, MarkKind, Material, View};

/// One of the pawns that are to be taken off: an open ring with the cross of taken pawns in the
/// gap.
pub(crate) static HUFF: MarkKind = MarkKind {
    kind: "huff",
    words: phrase!("fanorona.mark-huff"),
    label: phrase!("fanorona.mark-huff-cell"),
    path: "M41 -9A42 42 0 1 1 9 -41M23 -40L40 -23M40 -40L23 -23",
    upright: None,
    sign: '?',
    removal: true,
};

/// The board as data for drawings.
pub(crate) fn view() -> View {
    View::grid(CellStyle::Point, 9, 5, [Material::Ivory, Material::Ebony])
        .margin(0.62)
        .orthogonals()
        .diagonals(|c| (c.file() + c.rank()).is_multiple_of(2))
        .surface("board", "plain")
        .mark(&HUFF)
}
