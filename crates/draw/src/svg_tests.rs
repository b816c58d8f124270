//! What must hold for every picture.

use super::*;
use crate::Theme;
use damier_core::phrase;
use damier_core::view::{Control, Mark, MarkKind, Material};

fn cell(name: &str) -> Cell {
    Cell::read(name).expect("a cell")
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(cell).collect()
}

/// Two regions, one of them turning, a raised step, a hole and a button: a bit of everything.
fn view(style: CellStyle) -> View {
    let board = View::grid(style, 5, 5, [Material::Yellow, Material::Red])
        .hole(cell("a1"))
        .orthogonals()
        .diagonals(|_| true);
    let (outer, inner) = (board.ring(0), board.inside(1));
    board
        .region(Region::cells("outer", "blue", outer))
        .region(Region::disc("inner", "light", [2.0, 2.0], 1.8, inner).turning())
        .region(Region::rect("step", "high", [1.5, 1.5, 2.5, 2.5], cells("c3")).lifted(0.2))
        .control(Control { id: "cw", at: [4.0, 4.0], path: "M0 0H9", text: "½", lean: 1 })
        .control(Control { id: "<odd>", at: [0.0, 4.0], path: "", text: "", lean: 0 })
}

const RULE: MarkKind = MarkKind {
    kind: "each",
    words: phrase!("question.choose"),
    label: phrase!("question.choose"),
    path: "M1 1H2",
    upright: None,
    sign: '?',
    removal: true,
};

static EACH: MarkKind = RULE;
static BETWEEN: MarkKind =
    MarkKind { kind: "between", path: "M3 3H4", upright: Some("M5 5V6"), sign: '=', ..RULE };

/// Every field of a scene in use, some with cells that are not on the board.
fn scene() -> Scene {
    Scene {
        pieces: [("b2", Side::Light), ("c3", Side::Dark), ("e5", Side::Dark), ("i9", Side::Dark)]
            .map(|(c, s)| (cell(c), s))
            .into(),
        hand: [3, 200],
        last: Some(LastTurn { path: cells("a2 b2 c3"), also: cells("d4 i9"), turned: -180 }),
        selected: Some(cell("b2")),
        targets: [TargetKind::Go, TargetKind::Take, TargetKind::Swap]
            .map(|kind| (cell("c4"), kind))
            .into(),
        attacked: cells("e5 i9"),
        forced: cells("c3"),
        taken: cells("c3"),
        path: cells("a2 a3 b3"),
        marks: [&EACH, &BETWEEN].map(|kind| Mark { kind, cells: cells("c3 c4") }).into(),
        angle: f32::NAN,
    }
}

fn looks() -> impl Iterator<Item = PictureOptions> {
    (0..8u8).map(|bits| PictureOptions {
        theme: if bits & 1 == 0 { Theme::Light } else { Theme::Dark },
        flipped: bits & 2 != 0,
        mini: bits & 4 != 0,
        coordinates: true,
        title: "a <b> & 'c' \u{1}".into(),
    })
}

/// Checks that elements nest and quotes close; panics with the rest of the text if not.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for (i, _) in text.match_indices('<') {
        let rest = &text[i + 1..];
        let tag = &rest[..rest.find('>').expect(rest)];
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, false) => open.push(name),
            (false, true) => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn well_formed_whatever_the_look() {
    for style in [CellStyle::Tile, CellStyle::Socket, CellStyle::Point] {
        for look in looks() {
            let text = svg(&view(style), &scene(), &look);
            check_xml(&text);
            assert_eq!(text, svg(&view(style), &scene(), &look));
            assert!(!text.contains("NaN") && !text.contains("inf"));
            assert!(!text.contains("style=\""), "no style attributes");
            assert!(text.contains("<title>a &lt;b&gt; &amp; &#39;c&#39;  </title>"));
        }
    }
}

#[test]
fn every_cell_and_pawn_is_there_once() {
    let (view, scene) = (view(CellStyle::Tile), Scene { hand: [0, 0], ..scene() });
    let text = svg(&view, &scene, &PictureOptions::default());
    for place in &view.cells {
        let times = text.matches(&format!("data-cell=\"{}\"", place.cell)).count();
        assert_eq!(times, 1, "{}", place.cell);
    }
    assert_eq!(text.matches("data-piece").count(), 3);
    assert!(!text.contains("b-hand"));
}

#[test]
fn a_miniature_has_no_names_and_no_buttons() {
    let mini = svg(
        &view(CellStyle::Tile),
        &scene(),
        &PictureOptions { mini: true, ..PictureOptions::default() },
    );
    assert!(!mini.contains("b-coords\"") && !mini.contains("b-controls"));
}

#[test]
fn a_rule_stands_on_each_cell_or_between_two() {
    let drawn = |cells: Vec<Cell>| {
        let marks = [&EACH, &BETWEEN].map(|kind| Mark { kind, cells: cells.clone() }).into();
        let scene = Scene { marks, ..Scene::default() };
        let text = svg(&view(CellStyle::Tile), &scene, &PictureOptions::default());
        [EACH.path, BETWEEN.path, "M5 5V6"].map(|path| text.matches(path).count() / 2)
    };
    assert_eq!(drawn(cells("b2 b3")), [2, 0, 1], "one above the other");
    assert_eq!(drawn(cells("b2 c2")), [2, 1, 0], "beside each other");
    assert_eq!(drawn(cells("b2")), [1, 0, 0], "nothing to stand between");
}

#[test]
fn strange_boards_do_not_panic() {
    let empty = View::grid(CellStyle::Point, 0, 0, [Material::Ivory, Material::Ebony]);
    check_xml(&svg(&empty.surface("", "no such tone"), &scene(), &PictureOptions::default()));
}

#[test]
fn references_have_definitions() {
    let text = svg(&view(CellStyle::Socket), &scene(), &PictureOptions::default());
    for (i, _) in text.match_indices("url(#") {
        let id = &text[i + 5..][..text[i + 5..].find(')').expect("a name")];
        assert!(text.contains(&format!("id=\"{id}\"")), "{id}");
    }
}
