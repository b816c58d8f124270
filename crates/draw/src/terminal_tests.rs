//! What must hold for every board of characters.

use super::*;
use damier_core::side::Side;
use damier_core::view::{LastTurn, Region};

const SIDES: [Material; 2] = [Material::Ivory, Material::Ebony];

fn cell(name: &str) -> Cell {
    Cell::read(name).expect("a cell")
}

fn tiles() -> View {
    let board = View::grid(CellStyle::Tile, 3, 3, SIDES).hole(cell("b2"));
    let ring = board.ring(0);
    board.region(Region::cells("ring", "blue", ring))
}

#[test]
fn tiles_with_a_hole_and_marks() {
    let scene = Scene {
        pieces: vec![(cell("a3"), Side::Light), (cell("c1"), Side::Dark)],
        hand: [2, 0],
        selected: Some(cell("a3")),
        targets: vec![(cell("b3"), TargetKind::Go), (cell("c1"), TargetKind::Swap)],
        ..Scene::default()
    };
    let expected = [
        "  ┌───┬───┬───┐",
        "3 │[w]│(·)│ · │",
        "  ├───╆━━━╅───┤",
        "2 │ · ┃░░░┃ · │",
        "  ├───╄━━━╃───┤",
        "1 │ · │ · │<b>│",
        "  └───┴───┴───┘",
        "    a   b   c",
        "    w ×2   b ×0",
    ];
    let text = terminal(&tiles(), &scene, Paint::Plain, ['w', 'b']);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

fn flipped() -> Sight {
    Sight { flipped: true, large: false }
}

#[test]
fn a_large_board() {
    let large = Sight { flipped: false, large: true };
    let pieces = vec![(cell("a2"), Side::Light)];
    let targets = vec![(cell("b2"), TargetKind::Go)];
    let scene = Scene { pieces, selected: Some(cell("a2")), targets, ..Scene::default() };
    let board = View::grid(CellStyle::Point, 2, 2, SIDES).orthogonals().diagonals(|_| true);
    let text = TextBoard::seen(&board, &scene, Paint::Plain, ['w', 'b'], large);
    let expected = [
        "2    [w]─────(·)",
        "      │ \\   / │",
        "      │   X   │",
        "      │ /   \\ │",
        "1     ·───────·",
        "      a       b",
    ];
    assert_eq!(text.print(Paint::Plain).lines().collect::<Vec<_>>(), expected);
    assert_eq!(cell_at(&text, 9, 1), Some(cell("a2")));
    let text = TextBoard::seen(&tiles(), &scene, Paint::Colour, ['w', 'b'], large);
    let rows: Vec<String> =
        text.rows.iter().map(|row| row.iter().map(|s| s.text.as_str()).collect()).collect();
    let expected = [
        "  ├───────╆━━━━━━━╅───────┤",
        "  │       ┃░░░░░░░┃       │",
        "2 │[  ○  ]┃░░░░░░░┃   ·   │",
        "  │       ┃░░░░░░░┃       │",
        "  ├───────╄━━━━━━━╃───────┤",
    ];
    assert_eq!(rows[4..9], expected);
}

#[test]
fn the_board_from_the_other_side() {
    let scene = Scene { pieces: vec![(cell("a3"), Side::Light)], ..Scene::default() };
    let board = View::grid(CellStyle::Tile, 3, 3, SIDES).hole(cell("c3"));
    let expected = [
        "  ┌───┬───┬───┐",
        "1 │ · │ · │ · │",
        "  ├───┼───┼───┤",
        "2 │ · │ · │ · │",
        "  ┕━━━╅───┼───┤",
        "3  ░░░┃ · │ w │",
        "      ┖───┴───┘",
        "    c   b   a",
    ];
    let text = TextBoard::seen(&board, &scene, Paint::Plain, ['w', 'b'], flipped());
    assert_eq!(text.print(Paint::Plain).lines().collect::<Vec<_>>(), expected);
    assert_eq!(cell_at(&text, 12, 5), Some(cell("a3")));
}

#[test]
fn points_with_links_and_a_turning_region() {
    let board = View::grid(CellStyle::Point, 4, 4, SIDES)
        .orthogonals()
        .diagonals(|c| (c.file(), c.rank()) == (0, 3) || (c.file(), c.rank()) == (0, 2))
        .diagonals(|c| (c.file(), c.rank()) == (1, 2));
    let (outer, inner) = (board.ring(0), board.ring(1));
    let view = board
        .region(Region::cells("outer", "dark", outer))
        .region(Region::disc("inner", "light", [1.5, 1.5], 1.0, inner).turning());
    let scene = Scene {
        pieces: vec![(cell("b2"), Side::Dark)],
        last: Some(LastTurn { turned: -90, ..LastTurn::default() }),
        ..Scene::default()
    };
    let expected = "\
4   ·───·───·───·
    │ ↺═╪═══╪═╗ │
3   ·─╫─:───:─╫─·
    │ ║ │   │ ║ │
2   ·─╫─b───:─╫─·
    │ ╚═╪═══╪═╝ │
1   ·───·───·───·
    a   b   c   d
";
    assert_eq!(terminal(&view, &scene, Paint::Plain, ['w', 'b']), expected);
}

#[test]
fn diagonals_cross() {
    let view = View::grid(CellStyle::Point, 3, 2, SIDES).orthogonals().diagonals(|c| c.file() < 2);
    let text = terminal(&view, &Scene::default(), Paint::Plain, ['w', 'b']);
    assert_eq!(text.lines().nth(1), Some("    │ X │ / │"));
}

/// The cell whose clicks are at this column and row.
fn cell_at(board: &TextBoard, column: u16, row: u16) -> Option<Cell> {
    let (wide, high) = board.reach;
    let hit =
        |&&(_, (x, y)): &&(Cell, (u16, u16))| x.abs_diff(column) <= wide && y.abs_diff(row) <= high;
    board.places.iter().find(hit).map(|&(cell, _)| cell)
}

#[test]
fn places_point_at_their_pawns() {
    for paint in [Paint::Plain, Paint::Colour, Paint::Full] {
        let view = tiles();
        let pieces = view.cells.iter().map(|p| (p.cell, Side::Light)).collect();
        let board = TextBoard::new(&view, &Scene { pieces, ..Scene::default() }, paint, ['w', 'b']);
        assert_eq!(board.places.len(), 8);
        for &(cell, (x, y)) in &board.places {
            let row: String = board.rows[usize::from(y)].iter().map(|s| s.text.as_str()).collect();
            let pawn = if paint == Paint::Plain { 'w' } else { '○' };
            assert_eq!(row.chars().nth(usize::from(x)), Some(pawn), "{cell}");
            assert_eq!(cell_at(&board, x + 1, y), Some(cell));
            assert_eq!(cell_at(&board, x, y + 1), None);
        }
    }
}

#[test]
fn colours_only_where_asked() {
    let print = |paint| terminal(&tiles(), &Scene::default(), paint, ['w', 'b']);
    assert!(!print(Paint::Plain).contains('\x1b'));
    assert!(print(Paint::Colour).contains("48;5;67"));
    assert!(print(Paint::Full).contains("48;2;"));
}

#[test]
fn cells_of_other_boards_are_left_out() {
    let far = cell("i9");
    let scene = Scene {
        pieces: vec![(far, Side::Dark)],
        selected: Some(far),
        path: vec![far],
        ..Scene::default()
    };
    let plain = |scene: &Scene| terminal(&tiles(), scene, Paint::Plain, ['w', 'b']);
    assert_eq!(plain(&scene), plain(&Scene::default()));
}
