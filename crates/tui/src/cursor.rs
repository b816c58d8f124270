//! Moving over a board with the arrow keys, by the places its cells have in the drawing.

use damier_core::Cell;
use damier_core::view::{CellPlace, View};

/// The cell nearest to the middle of the board.
pub(super) fn middle(view: &View) -> Cell {
    let [x0, y0, x1, y1] = view.field;
    let (x, y) = (f32::midpoint(x0, x1), f32::midpoint(y0, y1));
    let far = |p: &CellPlace| (p.x - x).hypot(p.y - y);
    let best = view.cells.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    best.map_or(Cell::new(0, 0), |place| place.cell)
}

/// The next cell in a direction, as straight on as possible; the same cell at the edge.
pub(super) fn neighbour(view: &View, from: Cell, dx: f32, dy: f32) -> Cell {
    let Some(here) = view.cells.iter().find(|place| place.cell == from) else { return from };
    let effort = |p: &CellPlace| {
        let (x, y) = (p.x - here.x, p.y - here.y);
        let (along, across) = (x * dx + y * dy, (x * dy - y * dx).abs());
        (along > 0.1 && across < along + 0.1).then_some(along + 3.0 * across)
    };
    let reachable = view.cells.iter().filter_map(|p| Some((effort(p)?, p.cell)));
    reachable.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(from, |(_, cell)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::view::{CellStyle, Material};

    #[test]
    fn arrows_go_straight_on_and_over_holes() {
        let cell = |name| Cell::read(name).unwrap();
        let view = View::grid(CellStyle::Tile, 5, 5, [Material::Ivory, Material::Ebony]);
        assert_eq!(middle(&view), cell("c3"));
        let view = view.hole(cell("c3"));
        assert_eq!(neighbour(&view, cell("c2"), 0.0, 1.0), cell("c4"));
        assert_eq!(neighbour(&view, cell("b3"), 1.0, 0.0), cell("d3"));
        assert_eq!(neighbour(&view, cell("a1"), -1.0, 0.0), cell("a1"));
        assert_eq!(neighbour(&view, cell("a1"), 0.0, 1.0), cell("a2"));
    }
}
