//! The board in characters. [`TextBoard`] is a grid of styled spans with the place of every cell,
//! for front ends that paint and click; [`terminal`] prints it.
//!
//! Each cell has three columns: the pawn, or a dot that tells the regions apart (`·` `:` `∴`), and
//! a sign on both sides. From the strongest: `!b!` must be dealt with, `[w]` chosen, `(·)` may go,
//! `>b<` may take, `<b>` may swap, `*w*` must move, then a rule in force by the sign that the game
//! has for it, `~w~` the last turn. `x` is a pawn taken in this turn, `+` a cell it has passed.

use std::fmt::Write as _;

use crate::lines::Canvas;
use crate::paint;
use damier_core::cell::Cell;
use damier_core::view::{CellStyle, Material, Scene, TargetKind, View};

/// How to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Letters and lines only.
    #[default]
    Plain,
    /// With the 256 colours that nearly every terminal has.
    Colour,
    /// With exact colours, for terminals that say they have them (`COLORTERM=truecolor`).
    Full,
}

/// What a span shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Names of files and ranks, numbers.
    Label,
    /// Borders, links, ground.
    Line,
    /// An empty cell.
    Empty,
    /// A pawn of this material.
    Pawn(Material),
    /// You may act here.
    Act,
    /// Must be dealt with.
    Warn,
    /// What happened in the last turn.
    Past,
    /// A rule in force.
    Rule,
}

/// A colour, exact and as the nearest good one of the 256 of terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// Index among the 256 terminal colours.
    pub index: u8,
}

const fn colour(rgb: u32, index: u8) -> Colour {
    let [_, r, g, b] = rgb.to_be_bytes();
    Colour { rgb: [r, g, b], index }
}

const INK: Colour = colour(0x2A2019, 235);
const CREAM: Colour = colour(0xFFF7E6, 230);

/// How a span looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// What it shows.
    pub role: Role,
    /// Tone of the region it lies on.
    pub tone: Option<&'static str>,
}

impl Style {
    /// Colour of the characters; `None` for the terminal's own.
    #[must_use]
    pub fn ink(self) -> Option<Colour> {
        Some(match self.role {
            Role::Label => return None,
            Role::Act | Role::Warn | Role::Rule => CREAM,
            Role::Past => INK,
            Role::Pawn(Material::Ivory | Material::Yellow) => INK,
            Role::Pawn(Material::Ebony | Material::Red) => CREAM,
            Role::Line | Role::Empty if paint::tone(self.tone?).is_deep() => colour(0xF3E2C4, 223),
            Role::Line | Role::Empty => colour(0x6B4A26, 94),
        })
    }

    /// Colour behind the characters; `None` for the terminal's own.
    #[must_use]
    pub fn ground(self) -> Option<Colour> {
        Some(match self.role {
            Role::Label => return None,
            Role::Act => colour(0x0E7259, 29),
            Role::Warn => colour(0xC4311F, 160),
            Role::Past => colour(0xF4C95D, 221),
            Role::Rule => INK,
            Role::Pawn(Material::Ivory) => colour(0xFFFBF0, 231),
            Role::Pawn(Material::Ebony) => colour(0x1B1613, 233),
            Role::Pawn(Material::Yellow) => colour(0xFBC536, 220),
            Role::Pawn(Material::Red) => colour(0xC63D2B, 124),
            Role::Line | Role::Empty => {
                let tone = paint::tone(self.tone?);
                Colour { rgb: tone.rgb, index: tone.ansi }
            }
        })
    }

    /// Whether it should stand out.
    #[must_use]
    pub const fn bold(self) -> bool {
        !matches!(self.role, Role::Line | Role::Empty | Role::Label)
    }
}

/// One character with its style.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    pub(super) ch: char,
    pub(super) style: Style,
}

/// Characters in a row that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters; each takes one column.
    pub text: String,
    /// How they look.
    pub style: Style,
}

/// How the board is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sight {
    /// From the other side.
    pub flipped: bool,
    /// At twice the size.
    pub large: bool,
}

/// A board of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBoard {
    /// From the top; a row's spans follow each other without gaps.
    pub rows: Vec<Vec<Span>>,
    /// Column and row of the middle of every cell, both counted from 0.
    pub places: Vec<(Cell, (u16, u16))>,
    /// How many columns and rows a cell reaches to each side of its middle.
    pub reach: (u16, u16),
}

/// Columns left of the board, for the names of the ranks.
const MARGIN: usize = 2;

impl TextBoard {
    /// Draws a scene. With [`Paint::Plain`] pawns are `letters` (light first), with colours they
    /// are `○` and `●`.
    #[must_use]
    pub fn new(view: &View, scene: &Scene, paint: Paint, letters: [char; 2]) -> TextBoard {
        TextBoard::seen(view, scene, paint, letters, Sight::default())
    }

    /// The same, from the other side or at another size.
    #[must_use]
    pub fn seen(
        view: &View,
        scene: &Scene,
        paint: Paint,
        letters: [char; 2],
        sight: Sight,
    ) -> TextBoard {
        let plain = paint == Paint::Plain;
        let letters = if plain { letters } else { ['○', '●'] };
        let roomy = view.cell == CellStyle::Tile || !plain;
        let mut canvas = Canvas::new(view, roomy, sight);
        canvas.draw_lines();
        draw_turned(&mut canvas, view, scene);
        for place in &view.cells {
            draw_cell(&mut canvas, view, scene, place.cell, &Pawns { letters, plain });
        }
        let mut rows = framed(&canvas);
        rows.extend(hand_row(scene.hand, letters));
        let place = |cell: Cell| {
            let (x, y) = canvas.spot(cell);
            (cell, ((x + MARGIN) as u16, y as u16))
        };
        TextBoard {
            rows: rows.into_iter().map(spans).collect(),
            places: view.cells.iter().map(|p| place(p.cell)).collect(),
            reach: (canvas.reach().0 as u16, canvas.reach().1 as u16),
        }
    }

    /// As text with line ends; without colours, spaces at the ends of lines are left out.
    #[must_use]
    pub fn print(&self, paint: Paint) -> String {
        let mut out = String::new();
        for row in &self.rows {
            match paint {
                Paint::Plain => {
                    let line: String = row.iter().map(|s| s.text.as_str()).collect();
                    out += line.trim_end();
                }
                _ => row.iter().for_each(|span| print_span(span, paint, &mut out)),
            }
            out.push('\n');
        }
        out
    }
}

/// Draws a scene on its board in characters: ranks and files named, regions and links shown,
/// pawns as `letters` (light first) or discs, marks at the sides of their cells, and the pawns
/// not placed yet below.
#[must_use]
pub fn terminal(view: &View, scene: &Scene, paint: Paint, letters: [char; 2]) -> String {
    TextBoard::new(view, scene, paint, letters).print(paint)
}

fn print_span(span: &Span, paint: Paint, out: &mut String) {
    let code = |layer: u8, Colour { rgb: [r, g, b], index }: Colour| match paint {
        Paint::Full => format!("{layer};2;{r};{g};{b}"),
        _ => format!("{layer};5;{index}"),
    };
    let mut codes: Vec<String> = Vec::new();
    codes.extend(span.style.bold().then(|| "1".into()));
    codes.extend(span.style.ink().map(|c| code(38, c)));
    codes.extend(span.style.ground().map(|c| code(48, c)));
    if codes.is_empty() {
        *out += &span.text;
    } else {
        let _ = write!(out, "\x1b[{}m{}\x1b[0m", codes.join(";"), span.text);
    }
}

/// How pawns are written.
struct Pawns {
    letters: [char; 2],
    /// Lines run up to the letter; otherwise a pawn is a coloured field of three columns.
    plain: bool,
}

fn draw_cell(canvas: &mut Canvas<'_>, view: &View, scene: &Scene, cell: Cell, pawns: &Pawns) {
    const DOTS: [char; 3] = ['·', ':', '∴'];
    let (x, y) = canvas.spot(cell);
    let region = view.regions.iter().rposition(|r| r.cells.contains(&cell)).unwrap_or(0);
    let piece = scene.pieces.iter().find(|&&(c, _)| c == cell).map(|&(_, side)| side);
    match piece {
        Some(_) if scene.taken.contains(&cell) => canvas.put(x, y, 'x', Role::Rule),
        Some(side) => {
            let role = Role::Pawn(view.sides[side.index()]);
            if !pawns.plain {
                // A large pawn leaves its cell a column at each side, for the signs.
                let (wide, high) = canvas.reach();
                field(canvas, (x, y), (wide.div_ceil(2), high), role);
            }
            canvas.put(x, y, pawns.letters[side.index()], role);
        }
        None if scene.path.contains(&cell) => canvas.put(x, y, '+', Role::Act),
        None => canvas.put(x, y, DOTS[region.min(2)], Role::Empty),
    }
    if let Some((left, right, role)) = signs(scene, cell) {
        let (wide, high) = match piece.is_some() && !pawns.plain {
            true => canvas.reach(),
            false => (1, 0),
        };
        field(canvas, (x - wide, y), (0, high), role);
        field(canvas, (x + wide, y), (0, high), role);
        canvas.put(x - wide, y, left, role);
        canvas.put(x + wide, y, right, role);
    }
}

/// Fills the place round a middle.
fn field(canvas: &mut Canvas<'_>, (x, y): (usize, usize), reach: (usize, usize), role: Role) {
    for y in y - reach.1..=y + reach.1 {
        (x - reach.0..=x + reach.0).for_each(|x| canvas.put(x, y, ' ', role));
    }
}

/// The sign on both sides of a cell: of the strongest mark it bears.
fn signs(scene: &Scene, cell: Cell) -> Option<(char, char, Role)> {
    let target = || scene.targets.iter().find(|&&(c, _)| c == cell).map(|&(_, kind)| kind);
    let last = || {
        scene.last.as_ref().is_some_and(|l| {
            l.path.first() == Some(&cell) || l.path.last() == Some(&cell) || l.also.contains(&cell)
        })
    };
    if scene.attacked.contains(&cell) {
        return Some(('!', '!', Role::Warn));
    }
    if scene.selected == Some(cell) {
        return Some(('[', ']', Role::Act));
    }
    match target() {
        Some(TargetKind::Go) => return Some(('(', ')', Role::Act)),
        Some(TargetKind::Take) => return Some(('>', '<', Role::Act)),
        Some(TargetKind::Swap) => return Some(('<', '>', Role::Act)),
        None => {}
    }
    if scene.forced.contains(&cell) {
        return Some(('*', '*', Role::Act));
    }
    if let Some(mark) = scene.marks.iter().find(|mark| mark.cells.contains(&cell)) {
        return Some((mark.kind.sign, mark.kind.sign, Role::Rule));
    }
    last().then_some(('~', '~', Role::Past))
}

/// A region that the last turn has turned shows which way at a corner of its box.
fn draw_turned(canvas: &mut Canvas<'_>, view: &View, scene: &Scene) {
    let Some(turned) = scene.last.as_ref().map(|l| l.turned).filter(|&t| t != 0) else { return };
    let sign = match turned {
        t if t.abs() == 180 => '½',
        t if t > 0 => '↻',
        _ => '↺',
    };
    for region in view.regions.iter().filter(|r| r.turns) {
        if let Some((left, top, ..)) = canvas.box_round(region) {
            canvas.put(left, top, sign, Role::Past);
        }
    }
}

/// The canvas with the names of ranks at the left and of files below.
fn framed(canvas: &Canvas<'_>) -> Vec<Vec<Glyph>> {
    let label = |ch: char| Glyph { ch, style: Style { role: Role::Label, tone: None } };
    let mut rows: Vec<Vec<Glyph>> = canvas
        .rows
        .iter()
        .map(|row| [label(' '); MARGIN].into_iter().chain(row.iter().copied()).collect())
        .collect();
    for rank in 0..canvas.ranks {
        let (_, y) = canvas.spot(Cell::new(0, rank as u8));
        rows[y][0].ch = char::from(b'1' + rank as u8);
    }
    let wide = rows.first().map_or(MARGIN, Vec::len);
    let mut names = vec![label(' '); wide];
    for file in 0..canvas.files {
        let (x, _) = canvas.spot(Cell::new(file as u8, 0));
        names[x + MARGIN].ch = char::from(b'a' + file as u8);
    }
    rows.push(names);
    rows
}

/// Pawns not placed yet; no row if there are none.
fn hand_row(hand: [u8; 2], letters: [char; 2]) -> Option<Vec<Glyph>> {
    let style = Style { role: Role::Label, tone: None };
    let text = format!("    {} ×{}   {} ×{}", letters[0], hand[0], letters[1], hand[1]);
    (hand != [0, 0]).then(|| text.chars().map(|ch| Glyph { ch, style }).collect())
}

fn spans(row: Vec<Glyph>) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for Glyph { ch, style } in row {
        match out.last_mut().filter(|s| s.style == style) {
            Some(span) => span.text.push(ch),
            None => out.push(Span { text: ch.into(), style }),
        }
    }
    out
}

#[cfg(test)]
#[path = "terminal_tests.rs"]
mod tests;
