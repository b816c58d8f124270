//! The picture of a board as one SVG file: own definitions, own style sheet, nothing outside.
//! Layers from below: shadow, frame, names, regions (each with links and cells), holes, marks
//! under the pawns, pawns, marks above them, buttons, and the rack of pawns not placed yet.

use std::fmt::Write as _;

use crate::layout::{Area, Layout, Pt, UNIT, num, pt};
use crate::{PictureOptions, marks, paint, rack};
use damier_core::cell::Cell;
use damier_core::side::Side;
use damier_core::view::{CellStyle, LastTurn, Region, RegionShape, Scene, TargetKind, View};

/// Draws a scene on its board as a complete SVG file. The same input gives the same bytes.
#[must_use]
pub fn svg(view: &View, scene: &Scene, look: &PictureOptions) -> String {
    let layout = Layout::new(view, scene, look);
    let shelf = (scene.hand != [0, 0]).then(|| rack::area(&layout, frame_area(&layout)));
    let body = [
        shadow(&layout, shelf, look.mini),
        frame(&layout),
        if look.coordinates && !look.mini { coordinates(&layout) } else { String::new() },
        regions(&layout),
        holes(&layout),
        layer("b-under", &under(&layout, scene)),
        layer("b-pieces", &pieces(&layout, scene)),
        layer("b-over", &over(&layout, scene)),
        if look.mini { String::new() } else { controls(&layout) },
        shelf.map(|area| rack::hand(area, scene.hand, layout.scale)).unwrap_or_default(),
    ];
    let all = picture(&layout, shelf, look.mini);
    let zoom = if look.mini { 0.4 } else { 1.0 };
    let title = match look.title.as_str() {
        "" => String::new(),
        title => format!("<title>{}</title>\n", escape(title)),
    };
    let style = paint::style(view, look.theme);
    let clip = rect(frame_area(&layout), "", 30.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n\
         {title}<style>\n{style}</style>\n<defs>\n{}<clipPath id=\"c-frame\">{clip}</clipPath>\n</defs>\n{}</svg>\n",
        num(all.x),
        num(all.y),
        num(all.w),
        num(all.h),
        num(all.w * zoom),
        num(all.h * zoom),
        paint::defs(),
        body.concat(),
    )
}

/// Text as it may stand in XML; characters that XML forbids become spaces.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn layer(class: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("<g class=\"{class}\">\n{body}</g>\n") }
}

/// A rectangle with rounded corners.
pub(super) fn rect(a: Area, class: &str, round: f32) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let [x, y, w, h, r] = [a.x, a.y, a.w, a.h, round].map(num);
    format!("<rect{class} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>")
}

fn circle(at: Pt, r: f32, class: &str) -> String {
    let [x, y, r] = [at.x, at.y, r].map(num);
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
}

fn frame_area(layout: &Layout<'_>) -> Area {
    layout.field.grown(layout.frame)
}

/// All that the picture covers: the frame, the rack and their shadow.
fn picture(layout: &Layout<'_>, rack: Option<Area>, mini: bool) -> Area {
    let frame = frame_area(layout);
    let below = rack.map_or(0.0, |r| r.y + r.h - frame.y - frame.h);
    let soft = if mini { 0.6 } else { 1.0 };
    frame.inset(-26.0 * soft, -18.0 * soft, -26.0 * soft, -(below + 42.0 * soft))
}

fn shadow(layout: &Layout<'_>, rack: Option<Area>, mini: bool) -> String {
    let soft = if mini { 0.6 } else { 1.0 };
    let mut out = String::new();
    for area in std::iter::once(frame_area(layout)).chain(rack) {
        let (far, near) = (area.grown(-4.0).shifted(0.0, 14.0 * soft), area.shifted(0.0, 2.0));
        out += &format!("<g filter=\"url(#f-drop)\">{}</g>", rect(far, "drop", 30.0));
        out += &format!("<g filter=\"url(#f-near)\">{}</g>\n", rect(near, "drop", 30.0));
    }
    out
}

/// Walnut with the grain along each side, mitred at the corners, round a sunk tray.
fn frame(layout: &Layout<'_>) -> String {
    let (outer, field) = (frame_area(layout), layout.field);
    let m = layout.frame;
    let (l, t, r, b) = (outer.x, outer.y, outer.x + outer.w, outer.y + outer.h);
    let corner = |x: f32, y: f32| pt(Pt::new(x, y));
    let side = |a: [f32; 4], c: [f32; 4]| {
        let [a0, a1, a2, a3] = a;
        let [c0, c1, c2, c3] = c;
        format!("M{}L{}L{}L{}Z", corner(a0, a1), corner(a2, a3), corner(c0, c1), corner(c2, c3))
    };
    let along = side([l, t, r, t], [r - m, t + m, l + m, t + m])
        + &side([l, b, r, b], [r - m, b - m, l + m, b - m]);
    let across = side([l, t, l, b], [l + m, b - m, l + m, t + m])
        + &side([r, t, r, b], [r - m, b - m, r - m, t + m]);
    let joint = |x: f32, y: f32, dx: f32, dy: f32| {
        format!("M{}L{}", corner(x, y), corner(x + dx * m, y + dy * m))
    };
    let joints = joint(l, t, 1.0, 1.0)
        + &joint(r, t, -1.0, 1.0)
        + &joint(l, b, 1.0, -1.0)
        + &joint(r, b, -1.0, -1.0);
    format!(
        "<g class=\"b-frame\">{}<g clip-path=\"url(#c-frame)\"><path class=\"along\" d=\"{along}\"/>\
         <path class=\"across\" d=\"{across}\"/><path class=\"mitre-hi\" d=\"{joints}\" transform=\"translate(0 1.6)\"/>\
         <path class=\"mitre\" d=\"{joints}\"/></g>{}{}</g>\n",
        rect(outer, "frame", 30.0),
        rect(outer.grown(-1.2), "frame-edge", 28.0),
        rect(field.grown(5.5), "tray", 15.0),
    )
}

fn coordinates(layout: &Layout<'_>) -> String {
    let (field, k) = (layout.field, layout.scale);
    let size = num(21.0 * k);
    let mut out = String::new();
    let mut seen: Vec<char> = Vec::new();
    for place in &layout.view.cells {
        let at = layout.point([place.x, place.y]);
        let [file, rank] = place.cell.name().map(char::from);
        let below = Pt::new(at.x, field.y + field.h + 27.0 * k);
        let beside = Pt::new(field.x - 20.5 * k, at.y + 7.0 * k);
        for (name, p) in [(file, below), (rank, beside)] {
            if !seen.contains(&name) {
                seen.push(name);
                let _ = write!(out, "<text x=\"{}\" y=\"{}\">{name}</text>", num(p.x), num(p.y));
            }
        }
    }
    format!("<g class=\"b-coords\" font-size=\"{size}\">{out}</g>\n")
}

fn regions(layout: &Layout<'_>) -> String {
    let all = &layout.view.regions;
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| all[a].lift.total_cmp(&all[b].lift));
    let style = match layout.view.cell {
        CellStyle::Tile => "tile",
        CellStyle::Socket => "socket",
        CellStyle::Point => "point",
    };
    let mut out = String::new();
    for index in order {
        let region = &all[index];
        let links = match layout.links(index).as_str() {
            "" => String::new(),
            d => format!(
                "<path class=\"l-lo\" d=\"{d}\" transform=\"translate(0 1.6)\"/><path class=\"l\" d=\"{d}\"/>\n"
            ),
        };
        let own = region.cells.iter().filter(|c| layout.region(**c) == Some(index));
        let cells: String = own.map(|&c| cell(layout, c)).collect();
        let _ = writeln!(
            out,
            "{}<g class=\"{style} tone-{}\">{}\n{links}{cells}</g>",
            well(layout, region),
            escape(region.tone),
            surface(layout, region),
        );
    }
    out
}

/// The gap round a region that turns.
fn well(layout: &Layout<'_>, region: &Region) -> String {
    match region.shape {
        RegionShape::Disc { radius, .. } if region.turns => {
            circle(layout.centre(region), radius * UNIT + 7.0, "r-well") + "\n"
        }
        _ => String::new(),
    }
}

fn surface(layout: &Layout<'_>, region: &Region) -> String {
    match region.shape {
        RegionShape::Cells => {
            let d = layout.outline(&region.cells, 12.0);
            format!("<path class=\"r-base\" d=\"{d}\"/><path class=\"r-grain\" d=\"{d}\"/>")
        }
        RegionShape::Rect { bounds } => step(layout, region, layout.area(bounds)),
        RegionShape::Disc { radius, .. } => disc(layout, region, radius * UNIT),
    }
}

/// A rectangle; a raised one with its cast shadow, its front and a lit lip.
fn step(layout: &Layout<'_>, region: &Region, area: Area) -> String {
    let lift = region.lift * UNIT;
    let face = area.shifted(0.0, -lift);
    let mut out = String::new();
    if lift > 0.0 {
        let lower = layout.view.regions.iter().map(|r| r.lift).filter(|&l| l < region.lift);
        let fall = lift - lower.fold(0.0, f32::max) * UNIT;
        out += &rect(face.grown(2.0).shifted(14.0, fall + 14.0), "r-cast", 10.0);
        out += &rect(face.inset(0.0, 0.0, 0.0, -fall), "r-riser", 10.0);
    }
    out += &rect(face, "r-base", 10.0);
    out += &rect(face, "r-grain", 10.0);
    if lift > 0.0 {
        out += &rect(face.grown(-1.2), "r-lip", 9.0);
    }
    out
}

/// A disc with eight grips, one of them of brass, so that one sees how it stands.
fn disc(layout: &Layout<'_>, region: &Region, radius: f32) -> String {
    let (centre, bearing) = (layout.centre(region), layout.bearing(region));
    let grain = circle(centre, radius, "r-grain");
    let mut out = circle(centre, radius, "r-base");
    let _ = write!(out, "<g transform=\"rotate({} {})\">{grain}</g>", num(bearing), pt(centre));
    out += &circle(centre, radius - 2.0, "r-rim");
    out += &circle(centre, radius - 9.0, "r-ring");
    for k in 0..8u8 {
        let at = Pt::new(centre.x + radius - 21.0, centre.y)
            .turned(centre, 22.5 + 45.0 * f32::from(k) + bearing);
        out += &circle(at, 6.0, if k == 5 { "r-pin" } else { "r-grip" });
    }
    out
}

fn cell(layout: &Layout<'_>, cell: Cell) -> String {
    let Some(p) = layout.at(cell) else { return String::new() };
    let shape = match layout.view.cell {
        CellStyle::Tile => {
            rect(Area { x: p.x - 45.5, y: p.y - 45.5, w: 91.0, h: 91.0 }, "cell", 9.0)
        }
        CellStyle::Socket => circle(p, 38.0, "cell"),
        CellStyle::Point => circle(p, 7.0, "cell"),
    };
    shape.replacen(' ', &format!(" data-cell=\"{cell}\" "), 1)
}

/// A hole right through the board: lit walls at the right and below, the table seen through it,
/// the shadow of the other two walls on the table.
fn holes(layout: &Layout<'_>) -> String {
    let mut out = String::new();
    for &bounds in &layout.view.holes {
        let edge = layout.area(bounds).grown(-1.5);
        let void = layout.area(bounds).inset(4.5, 4.5, 9.5, 10.5);
        let shade = ["hole-void", "hole-shade", "hole-side"].map(|class| rect(void, class, 9.0));
        let _ = writeln!(
            out,
            "<g class=\"hole\">{}{}</g>",
            rect(edge, "hole-rim", 13.0),
            shade.concat()
        );
    }
    out
}

/// Whether a mark of higher rank takes the place round this cell.
fn ringed(scene: &Scene, cell: Cell) -> bool {
    scene.attacked.contains(&cell)
        || scene.selected == Some(cell)
        || scene.targets.iter().any(|&(c, kind)| c == cell && kind != TargetKind::Go)
}

/// What happened in the last turn, and what has been entered of this one.
fn under(layout: &Layout<'_>, scene: &Scene) -> String {
    let mut out = scene.last.as_ref().map(|last| history(layout, scene, last)).unwrap_or_default();
    let stops: Vec<Pt> = scene.path.iter().filter_map(|&c| layout.at(c)).collect();
    if let [first, bends @ .., _] = stops.as_slice() {
        out += &marks::path(&stops);
        out += &marks::left(*first, "m-act");
        out.extend(bends.iter().map(|&p| marks::target(TargetKind::Go, p)));
    }
    out
}

fn history(layout: &Layout<'_>, scene: &Scene, last: &LastTurn) -> String {
    let mut out = String::new();
    let way: Vec<Pt> = last.path.iter().filter_map(|&c| layout.at(c)).collect();
    if let [first, _, ..] = way.as_slice() {
        out += &marks::left(*first, "m-last");
        out += &marks::arrow(&way);
    }
    let ends = last.path.last().into_iter().chain(&last.also);
    let free = ends.filter(|&&c| !ringed(scene, c));
    out.extend(free.filter_map(|&c| layout.at(c)).map(marks::arrived));
    out
}

fn pieces(layout: &Layout<'_>, scene: &Scene) -> String {
    let mut standing: Vec<(Pt, Cell, Side)> =
        scene.pieces.iter().filter_map(|&(c, side)| Some((layout.at(c)?, c, side))).collect();
    // From the back to the front, so that a nearer pawn hides the shadow of a farther one.
    standing.sort_by(|a, b| a.0.y.total_cmp(&b.0.y).then(a.0.x.total_cmp(&b.0.x)));
    let mut out = String::new();
    for (p, cell, side) in standing {
        let (up, gone) = (scene.selected == Some(cell), scene.taken.contains(&cell));
        let class = ["piece", if up { " is-up" } else { "" }, if gone { " is-taken" } else { "" }];
        let (dx, dy) = if up { (6.0, 14.0) } else { (3.0, 7.0 + layout.lift(cell) * 0.08) };
        let _ = writeln!(
            out,
            "<g class=\"{}\" data-piece=\"{cell}\" transform=\"translate({})\"><ellipse class=\"p-shadow\" cx=\"{}\" cy=\"{}\" rx=\"43\" ry=\"42\"/><use href=\"#pawn{}\"{}/>{}</g>",
            class.concat(),
            pt(p),
            num(dx),
            num(dy),
            side.index(),
            if up { " y=\"-5\"" } else { "" },
            if gone { marks::crossed() } else { String::new() },
        );
    }
    out
}

/// What may or must be done, and the rules in force.
fn over(layout: &Layout<'_>, scene: &Scene) -> String {
    let each = |cells: &[Cell], draw: fn(Pt) -> String| -> String {
        cells.iter().filter_map(|&c| layout.at(c)).map(draw).collect()
    };
    let mut out = String::new();
    if let Some(last) = scene.last.as_ref().filter(|l| l.turned != 0) {
        for region in layout.view.regions.iter().filter(|r| r.turns) {
            if let RegionShape::Disc { radius, .. } = region.shape {
                let (centre, degrees) = (layout.centre(region), f32::from(last.turned));
                out += &marks::sweep(centre, radius * UNIT + 3.0, degrees);
            }
        }
    }
    for mark in &scene.marks {
        let places: Vec<Pt> = mark.cells.iter().filter_map(|&c| layout.at(c)).collect();
        out += &marks::rule(mark.kind, &places);
    }
    out += &each(&scene.attacked, marks::attacked);
    out += &each(&scene.forced, marks::forced);
    for &(c, kind) in &scene.targets {
        let hidden = scene.attacked.contains(&c) || scene.selected == Some(c);
        if let Some(p) = layout.at(c).filter(|_| !hidden) {
            out += &marks::target(kind, p);
        }
    }
    let chosen = scene.selected.filter(|c| !scene.attacked.contains(c));
    out.extend(chosen.and_then(|c| layout.at(c)).map(marks::selected));
    out
}

fn controls(layout: &Layout<'_>) -> String {
    let mut out = String::new();
    for control in &layout.view.controls {
        let text = |y: u8, text: &str| {
            let text = escape(text);
            format!("<text class=\"k-text\" y=\"{y}\">{text}</text>")
        };
        let face = match (control.path, control.text) {
            ("", "") => text(7, control.id),
            ("", letters) => text(7, letters),
            (path, letters) => {
                let below = if letters.is_empty() { String::new() } else { text(17, letters) };
                format!("{below}<path class=\"k-line\" d=\"{}\"/>", escape(path))
            }
        };
        let _ = writeln!(
            out,
            "<g class=\"knob\" data-control=\"{}\" transform=\"translate({})\"><circle class=\"k-shade\" cx=\"2\" cy=\"4\" r=\"29\"/><circle class=\"k-body\" r=\"27\"/>{face}</g>",
            escape(control.id),
            pt(layout.point(control.at)),
        );
    }
    layer("b-controls", &out)
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
