//! The lines of a board of characters: borders of tiles (heavy where two regions meet), links
//! between points, and the box round a region that turns.

use crate::terminal::{Glyph, Role, Sight, Style};
use damier_core::cell::Cell;
use damier_core::view::{CellStyle, Region, View};

/// Columns and rows from one cell to the next, on a small and on a large board.
const PITCH: [(usize, usize); 2] = [(4, 2), (8, 4)];

/// Box-drawing characters by the weight (0 none, 1 light, 2 heavy) of their four arms, read as
/// digits: up, right, down, left.
const JOINTS: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

fn joint(up: usize, right: usize, down: usize, left: usize) -> char {
    JOINTS.chars().nth(up * 27 + right * 9 + down * 3 + left).unwrap_or(' ')
}

/// A field of characters with the cells of a board in it.
pub(super) struct Canvas<'a> {
    view: &'a View,
    pub(super) files: usize,
    pub(super) ranks: usize,
    /// Columns and rows outside the middles of the outer cells.
    pad: (usize, usize),
    /// Columns and rows from one cell to the next.
    pitch: (usize, usize),
    flipped: bool,
    pub(super) rows: Vec<Vec<Glyph>>,
}

impl<'a> Canvas<'a> {
    /// An empty board; if `roomy`, with some ground above and below.
    pub(super) fn new(view: &'a View, roomy: bool, sight: Sight) -> Canvas<'a> {
        let count = |of: fn(Cell) -> u8| {
            view.cells.iter().map(|p| usize::from(of(p.cell)) + 1).max().unwrap_or(0)
        };
        let (files, ranks) = (count(Cell::file), count(Cell::rank));
        let pitch = PITCH[usize::from(sight.large)];
        let pad = (pitch.0 / 2, if roomy { pitch.1 / 2 } else { 0 });
        let wide = (files * pitch.0 + 2 * pad.0).saturating_sub(pitch.0 - 1);
        let high = (ranks * pitch.1 + 2 * pad.1).saturating_sub(pitch.1 - 1);
        let flipped = sight.flipped;
        let mut canvas = Canvas { view, files, ranks, pad, pitch, flipped, rows: Vec::new() };
        canvas.rows = (0..high)
            .map(|y| (0..wide).map(|x| Glyph { ch: ' ', style: canvas.ground(x, y) }).collect())
            .collect();
        canvas
    }

    /// Columns and rows of a cell to each side of its middle.
    pub(super) fn reach(&self) -> (usize, usize) {
        (self.pitch.0 / 2 - 1, self.pitch.1 / 2 - 1)
    }

    /// Column and row of the middle of a cell.
    pub(super) fn spot(&self, cell: Cell) -> (usize, usize) {
        let (file, rank) = (usize::from(cell.file()), usize::from(cell.rank()));
        let (across, down) = match self.flipped {
            false => (file, self.ranks - 1 - rank),
            true => (self.files - 1 - file, rank),
        };
        (self.pad.0 + across * self.pitch.0, self.pad.1 + down * self.pitch.1)
    }

    /// Writes a character, keeping the ground.
    pub(super) fn put(&mut self, x: usize, y: usize, ch: char, role: Role) {
        if let Some(glyph) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            glyph.ch = ch;
            glyph.style.role = role;
        }
    }

    /// The character at a place.
    pub(super) fn glyph(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).map_or(' ', |g| g.ch)
    }

    /// The ground at a place: of the topmost region that has a cell there, edges included.
    fn ground(&self, x: usize, y: usize) -> Style {
        let near = |c: &&Cell| {
            let (cx, cy) = self.spot(**c);
            cx.abs_diff(x) <= self.pitch.0 / 2 && cy.abs_diff(y) <= self.pitch.1 / 2
        };
        let top = self.view.regions.iter().rev().find(|r| r.cells.iter().any(|c| near(&c)));
        Style { role: Role::Line, tone: top.map(|r| r.tone) }
    }

    pub(super) fn draw_lines(&mut self) {
        if self.view.cell == CellStyle::Tile {
            self.borders();
            return;
        }
        for &[a, b] in &self.view.links {
            self.link(a, b);
        }
        for region in self.view.regions.iter().filter(|r| r.turns) {
            self.draw_box(region);
        }
    }

    /// Region of the tile in this column and row of tiles, counted from 1 at the lower left so
    /// that there is an outside.
    fn tile(&self, file: usize, rank: usize) -> Tile {
        if file == 0 || rank == 0 || file > self.files || rank > self.ranks {
            return Tile::Outside;
        }
        let (file, rank) = match self.flipped {
            false => (file - 1, rank - 1),
            true => (self.files - file, self.ranks - rank),
        };
        let cell = Cell::new(file as u8, rank as u8);
        let on = self.view.cells.iter().any(|p| p.cell == cell);
        let region = self.view.regions.iter().rposition(|r| r.cells.contains(&cell));
        if on { Tile::Of(region) } else { Tile::Missing }
    }

    fn borders(&mut self) {
        for j in 0..=self.ranks {
            for i in 0..=self.files {
                // The four tiles round the corner above and right of tile (i, j).
                let [sw, se] = [self.tile(i, j), self.tile(i + 1, j)];
                let [nw, ne] = [self.tile(i, j + 1), self.tile(i + 1, j + 1)];
                let (up, down) = (weight(nw, ne), weight(sw, se));
                let (left, right) = (weight(nw, sw), weight(ne, se));
                let (x, y) = (i * self.pitch.0, (self.ranks - j) * self.pitch.1);
                self.put(x, y, joint(up, right, down, left), Role::Line);
                for dx in 1..self.pitch.0 {
                    self.put(x + dx, y, joint(0, right, 0, right), Role::Line);
                }
                if j < self.ranks {
                    self.border_above((x, y), up, ne);
                }
            }
        }
    }

    /// The left border of the tile above and right of a corner; a missing tile is filled.
    fn border_above(&mut self, (x, y): (usize, usize), weight: usize, tile: Tile) {
        for y in y - (self.pitch.1 - 1)..y {
            self.put(x, y, joint(weight, 0, weight, 0), Role::Line);
            if matches!(tile, Tile::Missing) {
                (1..self.pitch.0).for_each(|dx| self.put(x + dx, y, '░', Role::Line));
            }
        }
    }

    fn link(&mut self, a: Cell, b: Cell) {
        let ((ax, ay), (bx, by)) = (self.spot(a), self.spot(b));
        let (across, down) = (ax.min(bx) + 1..ax.max(bx), ay.min(by) + 1..ay.max(by));
        match (ax.abs_diff(bx), ay.abs_diff(by)) {
            (w, 0) if w == self.pitch.0 => across.for_each(|x| self.put(x, ay, '─', Role::Line)),
            (0, h) if h == self.pitch.1 => down.for_each(|y| self.put(ax, y, '│', Role::Line)),
            (w, h) if (w, h) == self.pitch => {
                let rising = (ax < bx) == (ay > by);
                for y in down {
                    let right = (y - ay.min(by)) * w / h;
                    let x = if rising { ax.max(bx) - right } else { ax.min(bx) + right };
                    let ch = match (self.glyph(x, y), rising) {
                        ('/', false) | ('\\', true) => 'X',
                        (_, true) => '/',
                        (_, false) => '\\',
                    };
                    self.put(x, y, ch, Role::Line);
                }
            }
            _ => {}
        }
    }

    /// A double box round the cells of a region.
    fn draw_box(&mut self, region: &Region) {
        let Some((left, top, right, bottom)) = self.box_round(region) else { return };
        for x in left + 1..right {
            for y in [top, bottom] {
                self.put(x, y, if self.glyph(x, y) == '│' { '╪' } else { '═' }, Role::Line);
            }
        }
        for y in top + 1..bottom {
            for x in [left, right] {
                self.put(x, y, if self.glyph(x, y) == '─' { '╫' } else { '║' }, Role::Line);
            }
        }
        let corners =
            [(left, top, '╔'), (right, top, '╗'), (left, bottom, '╚'), (right, bottom, '╝')];
        corners.into_iter().for_each(|(x, y, ch)| self.put(x, y, ch, Role::Line));
    }

    /// Left, top, right and bottom of the box round a region's cells.
    pub(super) fn box_round(&self, region: &Region) -> Option<(usize, usize, usize, usize)> {
        let spots: Vec<(usize, usize)> = region.cells.iter().map(|&c| self.spot(c)).collect();
        let (xs, ys) = (spots.iter().map(|s| s.0), spots.iter().map(|s| s.1));
        let (left, top) = (xs.clone().min()?, ys.clone().min()?);
        let (dx, dy) = (self.pitch.0 / 2, self.pitch.1 / 2);
        Some((left.checked_sub(dx)?, top.checked_sub(dy)?, xs.max()? + dx, ys.max()? + dy))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Tile {
    Outside,
    Missing,
    Of(Option<usize>),
}

/// The weight of the line between two tiles.
fn weight(a: Tile, b: Tile) -> usize {
    match (a, b) {
        (Tile::Outside, Tile::Of(_)) | (Tile::Of(_), Tile::Outside) => 1,
        (Tile::Of(_), Tile::Of(_)) if a == b => 1,
        (Tile::Of(_), _) | (_, Tile::Of(_)) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints() {
        assert_eq!(JOINTS.chars().count(), 81);
        assert_eq!(joint(1, 1, 1, 1), '┼');
        assert_eq!(joint(2, 2, 2, 2), '╋');
        assert_eq!(joint(0, 2, 0, 2), '━');
        assert_eq!(joint(1, 2, 2, 1), '╆');
        assert_eq!(joint(0, 0, 0, 0), ' ');
    }
}
