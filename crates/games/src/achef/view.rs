//! How the board looks: three levels, each raised above the one around it.

use damier_core::phrase;
use damier_core::view::{CellStyle, MarkKind, Material, Region, View};

/// Two pawns that may not change places now: a double arrow between them, barred.
pub(crate) static KO: MarkKind = MarkKind {
    kind: "ko",
    words: phrase!("achef.mark-ko"),
    label: phrase!("achef.mark-ko-cell"),
    path: "M-25 0H25M-16 -9L-26 0L-16 9M16 -9L26 0L16 9M0 -15V15",
    upright: Some("M0 -25V25M-9 -16L0 -26L9 -16M-9 16L0 26L9 16M-15 0H15"),
    sign: '=',
    removal: false,
};

/// A pawn that may not climb now: a way up under a ceiling, at the pawn's lower right, clear of
/// arrows and of the corners of the last turn.
pub(crate) static NO_CLIMB: MarkKind = MarkKind {
    kind: "no-climb",
    words: phrase!("achef.mark-no-climb"),
    label: phrase!("achef.mark-no-climb-cell"),
    path: "M9 12H35M12.5 30L22 20.5L31.5 30",
    upright: None,
    sign: '_',
    removal: false,
};

/// The board as data for drawings.
pub(crate) fn view() -> View {
    let board = View::grid(CellStyle::Tile, 5, 5, [Material::Ivory, Material::Ebony]);
    let [low, middle, high] = [0, 1, 2].map(|depth| board.ring(depth));
    board
        .region(Region::rect("low", "low", [-0.5, -0.5, 4.5, 4.5], low))
        .region(Region::rect("middle", "mid", [0.5, 0.5, 3.5, 3.5], middle).lifted(0.13))
        .region(Region::rect("high", "high", [1.5, 1.5, 2.5, 2.5], high).lifted(0.26))
        .mark(&KO)
        .mark(&NO_CLIMB)
}
