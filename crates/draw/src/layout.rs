//! From board units to the picture: where each cell, box and link lies on the screen, once the
//! board has been flipped, its discs turned and its steps raised. SVG units: 100 to a board
//! unit, y down.

use std::collections::BTreeMap;

use crate::PictureOptions;
use damier_core::cell::Cell;
use damier_core::view::{Region, RegionShape, Scene, View};

/// SVG units to a board unit.
pub(super) const UNIT: f32 = 100.0;

/// A point of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pt {
    pub(super) x: f32,
    pub(super) y: f32,
}

impl Pt {
    pub(super) const fn new(x: f32, y: f32) -> Pt {
        Pt { x, y }
    }

    /// The point `along` units from here towards `to`.
    pub(super) fn towards(self, to: Pt, along: f32) -> Pt {
        let part = along / self.distance(to).max(0.01);
        Pt::new(self.x + (to.x - self.x) * part, self.y + (to.y - self.y) * part)
    }

    pub(super) fn distance(self, to: Pt) -> f32 {
        (to.x - self.x).hypot(to.y - self.y)
    }

    /// Turned clockwise about `centre`.
    pub(super) fn turned(self, centre: Pt, degrees: f32) -> Pt {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (self.x - centre.x, self.y - centre.y);
        Pt::new(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos)
    }
}

/// A box of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) w: f32,
    pub(super) h: f32,
}

impl Area {
    /// Moved outwards on all sides.
    pub(super) fn grown(self, by: f32) -> Area {
        self.inset(-by, -by, -by, -by)
    }

    /// Moved inwards: left, top, right, bottom.
    pub(super) fn inset(self, left: f32, top: f32, right: f32, bottom: f32) -> Area {
        Area {
            x: self.x + left,
            y: self.y + top,
            w: self.w - left - right,
            h: self.h - top - bottom,
        }
    }

    pub(super) fn shifted(self, x: f32, y: f32) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }
}

/// A number with at most one decimal, the same on every machine.
pub(super) fn num(v: f32) -> String {
    let tenths = if v.is_finite() { (v * 10.0).round() as i64 } else { 0 };
    let (sign, t) = (if tenths < 0 { "-" } else { "" }, tenths.abs());
    if t % 10 == 0 { format!("{sign}{}", t / 10) } else { format!("{sign}{}.{}", t / 10, t % 10) }
}

/// `x y`, for path data and transforms.
pub(super) fn pt(p: Pt) -> String {
    format!("{} {}", num(p.x), num(p.y))
}

/// Where everything lies.
pub(super) struct Layout<'a> {
    pub(super) view: &'a View,
    /// The playing field.
    pub(super) field: Area,
    /// Width of the frame, and how large its lettering is.
    pub(super) frame: f32,
    pub(super) scale: f32,
    /// Degrees clockwise by which turning regions stand turned.
    pub(super) angle: f32,
    flipped: bool,
    spots: BTreeMap<Cell, Spot>,
}

struct Spot {
    at: Pt,
    lift: f32,
}

impl<'a> Layout<'a> {
    pub(super) fn new(view: &'a View, scene: &Scene, look: &PictureOptions) -> Layout<'a> {
        let scale = ((view.field[2] - view.field[0]) / 5.0).clamp(0.8, 1.12);
        let mut layout = Layout {
            view,
            field: Area { x: 0.0, y: 0.0, w: 0.0, h: 0.0 },
            frame: if look.mini { 20.0 } else { 37.0 } * scale,
            scale,
            angle: if scene.angle.is_finite() { scene.angle } else { 0.0 },
            flipped: look.flipped,
            spots: BTreeMap::new(),
        };
        layout.field = layout.area(view.field);
        for place in &view.cells {
            let home = layout.region(place.cell).map(|i| &view.regions[i]);
            let lift = home.map_or(0.0, |r| r.lift * UNIT);
            let mut at = layout.point([place.x, place.y]);
            if let Some(region) = home.filter(|r| r.turns) {
                at = at.turned(layout.centre(region), layout.angle);
            }
            layout.spots.insert(place.cell, Spot { at: Pt::new(at.x, at.y - lift), lift });
        }
        layout
    }

    /// The middle of a cell, as high as its region lies; `None` for cells of other boards.
    pub(super) fn at(&self, cell: Cell) -> Option<Pt> {
        self.spots.get(&cell).map(|s| s.at)
    }

    /// The region a cell lies on: the topmost that claims it.
    pub(super) fn region(&self, cell: Cell) -> Option<usize> {
        self.view.regions.iter().rposition(|r| r.cells.contains(&cell))
    }

    /// How high the cell lies.
    pub(super) fn lift(&self, cell: Cell) -> f32 {
        self.spots.get(&cell).map_or(0.0, |s| s.lift)
    }

    /// A point of the board, on the lowest surface.
    pub(super) fn point(&self, [x, y]: [f32; 2]) -> Pt {
        let [x0, y0, x1, y1] = self.view.field;
        let (x, y) = if self.flipped { (x0 + x1 - x, y0 + y1 - y) } else { (x, y) };
        Pt::new(x * UNIT, -y * UNIT)
    }

    /// A box of the board, on the lowest surface.
    pub(super) fn area(&self, [x0, y0, x1, y1]: [f32; 4]) -> Area {
        let (a, b) = (self.point([x0, y0]), self.point([x1, y1]));
        Area { x: a.x.min(b.x), y: a.y.min(b.y), w: (a.x - b.x).abs(), h: (a.y - b.y).abs() }
    }

    /// The middle of a region, about which it turns.
    pub(super) fn centre(&self, region: &Region) -> Pt {
        match region.shape {
            RegionShape::Disc { centre, .. } => self.point(centre),
            RegionShape::Rect { bounds: [x0, y0, x1, y1] } => {
                self.point([(x0 + x1) / 2.0, (y0 + y1) / 2.0])
            }
            RegionShape::Cells => {
                let [x0, y0, x1, y1] = self.view.field;
                self.point([(x0 + x1) / 2.0, (y0 + y1) / 2.0])
            }
        }
    }

    /// Degrees by which a round region looks turned on the screen, flipping included.
    pub(super) fn bearing(&self, region: &Region) -> f32 {
        let own = if region.turns { self.angle } else { 0.0 };
        own + if self.flipped { 180.0 } else { 0.0 }
    }

    /// Path data of the links that a region carries: those between its own cells, and its half of
    /// those that leave a turning region. A link between two regions that stay put belongs to the
    /// later one.
    pub(super) fn links(&self, index: usize) -> String {
        let regions = &self.view.regions;
        let region = &regions[index];
        let mut d = String::new();
        for &[a, b] in &self.view.links {
            let ends = match (self.region(a), self.region(b)) {
                (Some(i), Some(j)) if i == j => (i == index).then(|| self.whole(a, b)).flatten(),
                (Some(i), Some(j)) => match regions.iter().position(|r| r.turns) {
                    Some(t) if t == i || t == j => {
                        let (inner, outer) = if t == i { (a, b) } else { (b, a) };
                        self.half(&regions[t], inner, outer, region.turns)
                            .filter(|_| i == index || j == index)
                    }
                    _ => (i.max(j) == index).then(|| self.whole(a, b)).flatten(),
                },
                _ => None,
            };
            if let Some((s, e)) = ends {
                d += &format!("M{}L{}", pt(s), pt(e));
            }
        }
        d
    }

    fn whole(&self, a: Cell, b: Cell) -> Option<(Pt, Pt)> {
        Some((self.at(a)?, self.at(b)?))
    }

    /// One half of a link that leaves a disc: on the disc it stops a little before the
    /// gap, outside it starts a little after.
    fn half(&self, disc: &Region, inner: Cell, outer: Cell, on_disc: bool) -> Option<(Pt, Pt)> {
        let RegionShape::Disc { radius, .. } = disc.shape else {
            return self.whole(inner, outer);
        };
        let (centre, radius) = (self.centre(disc), radius * UNIT);
        let turned = self.at(inner)?;
        let (from, to) = (turned.turned(centre, -self.angle), self.at(outer)?);
        // Distance from `from` to the rim in the direction of `to`.
        let length = from.distance(to).max(0.01);
        let (ux, uy) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let (px, py) = (from.x - centre.x, from.y - centre.y);
        let along = px * ux + py * uy;
        let rim = -along + (along * along - px * px - py * py + radius * radius).max(0.0).sqrt();
        Some(if on_disc {
            (turned, from.towards(to, rim - 6.0).turned(centre, self.angle))
        } else {
            (to, from.towards(to, (rim + 11.0).min(length)))
        })
    }

    /// Path data of the outline of unit cells taken together, with rounded corners.
    pub(super) fn outline(&self, cells: &[Cell], round: f32) -> String {
        let middle = |c: &Cell| self.view.cells.iter().find(|p| p.cell == *c).map(|p| (p.x, p.y));
        let loops = loops(&cells.iter().filter_map(middle).collect::<Vec<_>>());
        loops.iter().map(|corners| self.rounded(corners, round)).collect()
    }

    fn rounded(&self, corners: &[(i32, i32)], round: f32) -> String {
        let screen = |&(x, y): &(i32, i32)| self.point([x as f32 / 2.0, y as f32 / 2.0]);
        let corners: Vec<Pt> = corners.iter().map(screen).collect();
        let count = corners.len();
        let mut d = String::new();
        for (i, &p) in corners.iter().enumerate() {
            let (before, after) = (corners[(i + count - 1) % count], corners[(i + 1) % count]);
            let verb = if i == 0 { 'M' } else { 'L' };
            let (s, e) = (p.towards(before, round), p.towards(after, round));
            d += &format!("{verb}{}Q{} {}", pt(s), pt(p), pt(e));
        }
        d + "Z"
    }
}

/// The closed loops round a set of unit squares given by their middles, corners only, in half
/// units so that they compare exactly.
fn loops(middles: &[(f32, f32)]) -> Vec<Vec<(i32, i32)>> {
    let half: Vec<(i32, i32)> = middles
        .iter()
        .map(|&(x, y)| ((x * 2.0).round() as i32, (y * 2.0).round() as i32))
        .collect();
    let mut next: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for &(x, y) in &half {
        let corner = [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)];
        let beyond = [(x, y - 2), (x + 2, y), (x, y + 2), (x - 2, y)];
        for i in 0..4 {
            if !half.contains(&beyond[i]) {
                next.entry(corner[i]).or_default().push(corner[(i + 1) % 4]);
            }
        }
    }
    let mut all = Vec::new();
    while let Some(&start) = next.keys().next() {
        let (mut walk, mut here) = (Vec::new(), start);
        while let Some(ends) = next.get_mut(&here) {
            let to = ends.pop();
            if ends.is_empty() {
                next.remove(&here);
            }
            here = to.unwrap_or(start);
            walk.push(here);
        }
        all.push(corners_of(&walk));
    }
    all
}

fn corners_of(walk: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let count = walk.len();
    let bends = |i: usize| {
        let (a, p, b) = (walk[(i + count - 1) % count], walk[i], walk[(i + 1) % count]);
        (p.0 - a.0) * (b.1 - p.1) != (p.1 - a.1) * (b.0 - p.0)
    };
    (0..count).filter(|&i| bends(i)).map(|i| walk[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_odd() {
        assert_eq!(
            [0.0, -0.04, 1.25, -3.0, 12.34, f32::NAN, f32::INFINITY].map(num),
            ["0", "0", "1.3", "-3", "12.3", "0", "0"]
        );
    }

    #[test]
    fn a_ring_has_two_loops_of_four_corners() {
        let ring: Vec<(f32, f32)> =
            (0..9).filter(|i| *i != 4).map(|i| ((i % 3) as f32, (i / 3) as f32)).collect();
        let loops = loops(&ring);
        assert_eq!(loops.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn a_quarter_turn_is_clockwise_on_the_screen() {
        let up = Pt::new(0.0, -1.0).turned(Pt::new(0.0, 0.0), 90.0);
        assert!((up.x - 1.0).abs() < 1e-6 && up.y.abs() < 1e-6);
    }
}
