//! What a board looks like, as plain data: a game publishes its [`View`] once, a position becomes
//! a [`Scene`], and every front end (the drawings of the crate `draw`, the page, the terminal) reads
//! these two and never asks which game it is.
//!
//! Lengths are board units: neighbouring cells are about 1 apart, x grows to the right, y upwards.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::cell::Cell;
pub use crate::mark::{Mark, MarkKind};
use crate::side::Side;

/// The board of one game: where its cells lie, what they lie on and what pawns are made of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// How a cell is drawn.
    pub cell: CellStyle,
    /// The playing field inside the frame: `x0, y0, x1, y1`.
    pub field: [f32; 4],
    /// Every cell of the board with the place of its middle.
    pub cells: Vec<CellPlace>,
    /// Lines drawn between cells.
    pub links: Vec<[Cell; 2]>,
    /// Surfaces the cells lie on; later ones lie on earlier ones.
    pub regions: Vec<Region>,
    /// Boxes cut right through the board.
    pub holes: Vec<[f32; 4]>,
    /// Buttons that lie on the board itself.
    pub controls: Vec<Control>,
    /// The rules that its marks can show.
    pub marks: Vec<&'static MarkKind>,
    /// What the pawns of each side are made of, light first.
    pub sides: [Material; 2],
}

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CellStyle {
    /// A square tile set into its region.
    Tile,
    /// A round hollow.
    Socket,
    /// A point where lines meet.
    Point,
}

/// A cell and the place of its middle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellPlace {
    /// The cell, written as its name.
    pub cell: Cell,
    /// To the right.
    pub x: f32,
    /// Upwards.
    pub y: f32,
}

/// A surface with the cells that belong to it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
    /// Name of the region on its board.
    pub id: &'static str,
    /// Name of its colours, one of [`TONES`].
    pub tone: &'static str,
    /// Its outline.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub shape: RegionShape,
    /// Height above the lowest surface.
    pub lift: f32,
    /// Whether it can turn about its middle, with all that stands on it.
    pub turns: bool,
    /// The cells on it.
    pub cells: Vec<Cell>,
}

/// The names of colours that a region can have; pictures and the page's style sheet know each.
pub const TONES: [&str; 9] =
    ["plain", "blue", "orange", "low", "mid", "high", "dark", "light", "maple"];

/// The outline of a region; written as `"shape": "cells"`, or with the box or circle beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(tag = "shape", rename_all = "lowercase")
)]
pub enum RegionShape {
    /// The unit squares of its cells, taken together.
    Cells,
    /// A rectangle.
    Rect {
        /// `x0, y0, x1, y1`.
        #[cfg_attr(feature = "schema", schemars(rename = "box"))]
        bounds: [f32; 4],
    },
    /// A circle.
    Disc {
        /// Its middle.
        centre: [f32; 2],
        /// Its radius.
        radius: f32,
    },
}

impl Serialize for Region {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Region", 8)?;
        out.serialize_field("id", self.id)?;
        out.serialize_field("tone", self.tone)?;
        match &self.shape {
            RegionShape::Cells => out.serialize_field("shape", "cells")?,
            RegionShape::Rect { bounds } => {
                out.serialize_field("shape", "rect")?;
                out.serialize_field("box", bounds)?;
            }
            RegionShape::Disc { centre, radius } => {
                out.serialize_field("shape", "disc")?;
                out.serialize_field("centre", centre)?;
                out.serialize_field("radius", radius)?;
            }
        }
        out.serialize_field("lift", &self.lift)?;
        out.serialize_field("turns", &self.turns)?;
        out.serialize_field("cells", &self.cells)?;
        out.end()
    }
}

/// A button that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Control {
    /// What it enters.
    pub id: &'static str,
    /// Its middle.
    pub at: [f32; 2],
    /// The lines on its face as SVG writes them, 100 to a cell, around its middle.
    pub path: &'static str,
    /// One or two letters: below the lines, or in the middle if there are none.
    pub text: &'static str,
    /// Which way turning regions lean while the button is pointed at: 1 clockwise, -1 the other
    /// way, 0 not at all.
    pub lean: i8,
}

/// What pawns are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Material {
    /// White pawns.
    Ivory,
    /// Black pawns.
    Ebony,
    /// Yellow pawns.
    Yellow,
    /// Red pawns.
    Red,
}

impl Material {
    /// Its name in lower case, as it is written in JSON and used in style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Material::Ivory => "ivory",
            Material::Ebony => "ebony",
            Material::Yellow => "yellow",
            Material::Red => "red",
        }
    }
}

impl View {
    /// A board of `files` × `ranks` unit cells, `a1` at the origin, the field ending at the edges
    /// of the outer cells; no regions or links yet.
    #[must_use]
    pub fn grid(cell: CellStyle, files: u8, ranks: u8, sides: [Material; 2]) -> View {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| Cell::new(file, rank)));
        let place =
            |cell: Cell| CellPlace { cell, x: f32::from(cell.file()), y: f32::from(cell.rank()) };
        View {
            cell,
            field: [-0.5, -0.5, f32::from(files) - 0.5, f32::from(ranks) - 0.5],
            cells: all.map(place).collect(),
            links: Vec::new(),
            regions: Vec::new(),
            holes: Vec::new(),
            controls: Vec::new(),
            marks: Vec::new(),
            sides,
        }
    }

    /// Moves the files to `xs` and the ranks to `ys`; lines beyond the end of a list stay.
    #[must_use]
    pub fn spaced(mut self, xs: &[f32], ys: &[f32]) -> View {
        for place in &mut self.cells {
            place.x = xs.get(usize::from(place.cell.file())).copied().unwrap_or(place.x);
            place.y = ys.get(usize::from(place.cell.rank())).copied().unwrap_or(place.y);
        }
        self
    }

    /// Lets the field end `margin` outside the middles of the outer cells.
    #[must_use]
    pub fn margin(mut self, margin: f32) -> View {
        let least = |of: fn(&CellPlace) -> f32| self.cells.iter().map(of).fold(f32::MAX, f32::min);
        let most = |of: fn(&CellPlace) -> f32| self.cells.iter().map(of).fold(f32::MIN, f32::max);
        let (left, right) = (least(|p| p.x), most(|p| p.x));
        let (bottom, top) = (least(|p| p.y), most(|p| p.y));
        self.field = [left - margin, bottom - margin, right + margin, top + margin];
        self
    }

    /// Takes a cell out of the board and cuts a unit hole in its place.
    #[must_use]
    pub fn hole(mut self, cell: Cell) -> View {
        if let Some(i) = self.cells.iter().position(|p| p.cell == cell) {
            let CellPlace { x, y, .. } = self.cells.remove(i);
            self.holes.push([x - 0.5, y - 0.5, x + 0.5, y + 0.5]);
        }
        self
    }

    /// Links every two cells that are neighbours in a file or rank.
    #[must_use]
    pub fn orthogonals(self) -> View {
        self.linked(&[(1, 0), (0, 1)], |_| true)
    }

    /// Links the cells that `through` accepts with all their diagonal neighbours.
    #[must_use]
    pub fn diagonals(self, through: impl Fn(Cell) -> bool) -> View {
        self.linked(&[(1, 1), (-1, 1)], through)
    }

    fn linked(mut self, steps: &[(i8, i8)], from: impl Fn(Cell) -> bool) -> View {
        let all: Vec<Cell> = self.cells.iter().map(|p| p.cell).collect();
        for &a in all.iter().filter(|&&c| from(c)) {
            let ends = steps.iter().filter_map(|&(df, dr)| {
                let (f, r) = (a.file().checked_add_signed(df)?, a.rank().checked_add_signed(dr)?);
                all.iter().copied().find(|c| (c.file(), c.rank()) == (f, r))
            });
            self.links.extend(ends.map(|b| [a, b]));
        }
        self
    }

    /// The cells `depth` steps inside the border: 0 is the outermost ring.
    #[must_use]
    pub fn ring(&self, depth: u8) -> Vec<Cell> {
        self.at_depth(depth..=depth)
    }

    /// The cells at least `depth` steps inside the border.
    #[must_use]
    pub fn inside(&self, depth: u8) -> Vec<Cell> {
        self.at_depth(depth..=u8::MAX)
    }

    fn at_depth(&self, depths: RangeInclusive<u8>) -> Vec<Cell> {
        let all = || self.cells.iter().map(|p| p.cell);
        let last_file = all().map(Cell::file).max().unwrap_or(0);
        let last_rank = all().map(Cell::rank).max().unwrap_or(0);
        let depth = |c: Cell| {
            let (f, r) = (c.file(), c.rank());
            f.min(r).min(last_file - f).min(last_rank - r)
        };
        all().filter(|&c| depths.contains(&depth(c))).collect()
    }

    /// The cell that `cell` comes to lie on when the region it is part of turns by this many
    /// quarters clockwise; `None` if it lies on none that turns.
    #[must_use]
    pub fn turned(&self, cell: Cell, quarters: i8) -> Option<Cell> {
        let region = self.regions.iter().find(|r| r.turns && r.cells.contains(&cell))?;
        let RegionShape::Disc { centre: [cx, cy], .. } = region.shape else { return None };
        let place = self.cells.iter().find(|p| p.cell == cell)?;
        let (mut x, mut y) = (place.x - cx, place.y - cy);
        for _ in 0..quarters.rem_euclid(4) {
            (x, y) = (y, -x);
        }
        let near = |p: &&CellPlace| (p.x - cx - x).abs() < 0.1 && (p.y - cy - y).abs() < 0.1;
        self.cells.iter().find(near).map(|p| p.cell)
    }

    /// Adds a region on top of those there are.
    #[must_use]
    pub fn region(mut self, region: Region) -> View {
        self.regions.push(region);
        self
    }

    /// Adds one rectangular region that fills the field and holds every cell.
    #[must_use]
    pub fn surface(self, id: &'static str, tone: &'static str) -> View {
        let region = Region::rect(id, tone, self.field, self.inside(0));
        self.region(region)
    }

    /// Adds a button that lies on the board.
    #[must_use]
    pub fn control(mut self, control: Control) -> View {
        self.controls.push(control);
        self
    }

    /// Adds a rule that marks can show.
    #[must_use]
    pub fn mark(mut self, kind: &'static MarkKind) -> View {
        self.marks.push(kind);
        self
    }
}

impl Region {
    const fn new(
        id: &'static str,
        tone: &'static str,
        shape: RegionShape,
        cells: Vec<Cell>,
    ) -> Region {
        Region { id, tone, shape, lift: 0.0, turns: false, cells }
    }

    /// A region made of the unit squares of its cells.
    #[must_use]
    pub const fn cells(id: &'static str, tone: &'static str, cells: Vec<Cell>) -> Region {
        Region::new(id, tone, RegionShape::Cells, cells)
    }

    /// A rectangular region: `x0, y0, x1, y1`.
    #[must_use]
    pub const fn rect(
        id: &'static str,
        tone: &'static str,
        bounds: [f32; 4],
        cells: Vec<Cell>,
    ) -> Region {
        Region::new(id, tone, RegionShape::Rect { bounds }, cells)
    }

    /// A round region.
    #[must_use]
    pub const fn disc(
        id: &'static str,
        tone: &'static str,
        centre: [f32; 2],
        radius: f32,
        cells: Vec<Cell>,
    ) -> Region {
        Region::new(id, tone, RegionShape::Disc { centre, radius }, cells)
    }

    /// The same region, raised above the lowest surface.
    #[must_use]
    pub fn lifted(mut self, lift: f32) -> Region {
        self.lift = lift;
        self
    }

    /// The same region, able to turn.
    #[must_use]
    pub fn turning(mut self) -> Region {
        self.turns = true;
        self
    }
}

/// A position and the marks that explain it: all that a drawing shows and a [`View`] does not fix.
/// Cells that are not on the board are left out of the drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The pawns on the board.
    pub pieces: Vec<(Cell, Side)>,
    /// Pawns not placed yet, light first.
    pub hand: [u8; 2],
    /// What the last turn did.
    pub last: Option<LastTurn>,
    /// The pawn chosen to move.
    pub selected: Option<Cell>,
    /// Cells that may be entered next, and what entering them does.
    pub targets: Vec<(Cell, TargetKind)>,
    /// Pawns that must be dealt with now.
    pub attacked: Vec<Cell>,
    /// Pawns of which one must move.
    pub forced: Vec<Cell>,
    /// Pawns already taken in the turn being entered.
    pub taken: Vec<Cell>,
    /// Cells passed in the turn being entered, the first one left first.
    pub path: Vec<Cell>,
    /// Rules in force because of how the position came about.
    pub marks: Vec<Mark>,
    /// How far turning regions have turned from rest: degrees clockwise.
    pub angle: f32,
}

impl Scene {
    /// How many pawns a side has left, on the board and in hand.
    #[must_use]
    pub fn pawns(&self, side: Side) -> usize {
        let stands = |(cell, owner): &&(Cell, Side)| *owner == side && !self.taken.contains(cell);
        self.pieces.iter().filter(stands).count() + usize::from(self.hand[side.index()])
    }
}

/// What the last turn did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastTurn {
    /// Where the moved pawn went, from the cell it left to the cell it stands on. One cell: the
    /// pawn was placed there. Empty: no pawn moved by itself.
    pub path: Vec<Cell>,
    /// Other cells that got a pawn: the partner of a swap, a pawn sent away.
    pub also: Vec<Cell>,
    /// Degrees clockwise by which turning regions were turned; 0 if they were not.
    pub turned: i16,
}

/// What entering a target does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// Goes to, or places on, an empty cell.
    Go,
    /// Takes the pawn there off the board.
    Take,
    /// Changes places with the pawn there.
    Swap,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Material; 2] = [Material::Ivory, Material::Ebony];

    #[test]
    fn grid_rings_and_links() {
        let view = View::grid(CellStyle::Point, 5, 5, BOTH).orthogonals();
        assert_eq!(view.cells.len(), 25);
        assert_eq!((view.ring(0).len(), view.ring(1).len(), view.ring(2).len()), (16, 8, 1));
        assert_eq!(view.inside(1).len(), 9);
        assert_eq!(view.links.len(), 40);
        assert_eq!(view.field, [-0.5, -0.5, 4.5, 4.5]);
    }

    #[test]
    fn diagonals_start_only_where_asked() {
        let even = |c: Cell| (c.file() + c.rank()).is_multiple_of(2);
        let view = View::grid(CellStyle::Point, 9, 5, BOTH).diagonals(even);
        assert_eq!(view.links.len(), 32, "one diagonal in each of the 8 × 4 squares");
        assert!(view.links.iter().all(|&[a, b]| even(a) && even(b)));
    }

    #[test]
    fn a_hole_takes_its_cell_away() {
        let view = View::grid(CellStyle::Tile, 3, 3, BOTH).hole(Cell::new(1, 1)).orthogonals();
        assert_eq!((view.cells.len(), view.links.len()), (8, 8));
        assert_eq!(view.holes, [[0.5, 0.5, 1.5, 1.5]]);
    }

    #[test]
    fn pawns_are_counted_on_the_board_and_in_hand_but_not_once_taken() {
        let cells = [(0, Side::Light), (1, Side::Dark), (2, Side::Dark)];
        let pieces = cells.map(|(file, side)| (Cell::new(file, 0), side)).to_vec();
        let scene =
            Scene { pieces, hand: [3, 0], taken: vec![Cell::new(2, 0)], ..Scene::default() };
        assert_eq!(Side::BOTH.map(|side| scene.pawns(side)), [4, 1]);
    }

    #[test]
    fn spacing_and_margin() {
        let xs = [-2.0, 0.0, 2.0];
        let view = View::grid(CellStyle::Socket, 3, 3, BOTH).spaced(&xs, &xs).margin(0.5);
        assert_eq!(view.field, [-2.5, -2.5, 2.5, 2.5]);
        assert_eq!((view.cells[5].x, view.cells[5].y), (2.0, 0.0));
    }
}
