//! The marks on a picture. Every mark is a coloured core on a contrasting casing, so it needs
//! nothing from the surface below; its colour says what kind of news it is (green: you may act,
//! gold: what happened, red: must be dealt with, ink: a rule in force) and its shape what happens,
//! so it reads in grey too.

use crate::layout::{Pt, num, pt};
use damier_core::view::{MarkKind, TargetKind};

/// A casing and a core along the same path.
fn cased(d: &str, class: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" {class}") };
    format!("<path class=\"case{class}\" d=\"{d}\"/><path class=\"core{class}\" d=\"{d}\"/>")
}

fn mark(class: &str, at: Pt, body: &str) -> String {
    format!("<g class=\"{class}\" transform=\"translate({})\">{body}</g>\n", pt(at))
}

fn ring(r: f32) -> String {
    let r = num(r);
    format!("M-{r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 -{r} 0Z")
}

/// A cell that may be entered next.
pub(super) fn target(kind: TargetKind, at: Pt) -> String {
    let body = match kind {
        TargetKind::Go => {
            "<circle class=\"case-f\" r=\"14\"/><circle class=\"core-f\" r=\"9.5\"/>".into()
        }
        TargetKind::Take => cased(&(ring(42.0) + "M0 -42V-27M0 42V27M-42 0H-27M42 0H27"), ""),
        TargetKind::Swap => cased(
            "M-36 -21A42 42 0 0 1 36 -21M22 -25L37 -20L41 -36M36 21A42 42 0 0 1 -36 21M-22 25L-37 20L-41 36",
            "",
        ),
    };
    mark("m-act", at, &body)
}

/// The chosen pawn.
pub(super) fn selected(at: Pt) -> String {
    mark("m-act m-sel", at, &cased(&ring(43.0), ""))
}

/// A pawn that must be dealt with: a ring with rays.
pub(super) fn attacked(at: Pt) -> String {
    let origin = Pt::new(0.0, 0.0);
    let ray = |k: u8| {
        let out = |r: f32| pt(Pt::new(r, 0.0).turned(origin, 45.0 * f32::from(k)));
        format!("M{}L{}", out(48.0), out(56.0))
    };
    mark("m-warn", at, &cased(&(ring(42.0) + &(0..8).map(ray).collect::<String>()), ""))
}

/// A pawn that must move: a small triangle above it.
pub(super) fn forced(at: Pt) -> String {
    let body = "<path class=\"case-f\" d=\"M-15 -56H15L0 -36Z\"/><path class=\"core-f\" d=\"M-9.5 -52.5H9.5L0 -40Z\"/>";
    mark("m-act", at, body)
}

/// Where a pawn stood: a dashed ring, gold for the last turn, green for the turn being entered.
pub(super) fn left(at: Pt, class: &str) -> String {
    mark(class, at, &cased(&ring(26.0), "dashed"))
}

/// Where the last turn ended: four corners.
pub(super) fn arrived(at: Pt) -> String {
    let corners = "M-43 -25V-43H-25M25 -43H43V-25M43 25V43H25M-25 43H-43V25";
    mark("m-last", at, &cased(corners, ""))
}

/// A pawn taken in this turn: a dark cross.
pub(super) fn crossed() -> String {
    format!("<g class=\"m-rule m-x\">{}</g>", cased("M-17 -17L17 17M17 -17L-17 17", ""))
}

/// A line through cells without a head.
pub(super) fn path(stops: &[Pt]) -> String {
    format!("<g class=\"m-act m-path\">{}</g>\n", cased(&polyline(stops), ""))
}

fn polyline(stops: &[Pt]) -> String {
    let verb = |i: usize| if i == 0 { 'M' } else { 'L' };
    stops.iter().enumerate().map(|(i, &p)| format!("{}{}", verb(i), pt(p))).collect()
}

/// An arrow along the way of the last turn, clear of the ring at its start and the corners at its
/// end.
pub(super) fn arrow(stops: &[Pt]) -> String {
    let [.., before, end] = *stops else { return String::new() };
    let slant = (before.x - end.x).abs() > 30.0 && (before.y - end.y).abs() > 30.0;
    let (clear_start, clear_end) = (30.0, if slant { 68.0 } else { 46.0 });
    let mut way = stops.to_vec();
    let last = way.len() - 1;
    way[0] = stops[0].towards(stops[1], clear_start);
    way[last] = end.towards(before, clear_end);
    let (tip, size) = (way[last], 13.0);
    let back = tip.towards(before, size);
    let barb = |turn: f32| {
        let side = back.towards(tip, size * 0.8).turned(back, turn);
        pt(side)
    };
    let head = format!("M{}L{}L{}", barb(90.0), pt(tip), barb(-90.0));
    format!("<g class=\"m-last\">{}</g>\n", cased(&(polyline(&way) + &head), ""))
}

/// An arc with a head along the rim of a disc that was turned, over its top. A long turn is cut
/// to an arc that ends clear of what stands at the sides.
pub(super) fn sweep(centre: Pt, radius: f32, degrees: f32) -> String {
    let degrees = degrees.clamp(-150.0, 150.0);
    let (from, to) = (-90.0 - degrees / 2.0, -90.0 + degrees / 2.0);
    let on = |angle: f32, r: f32| Pt::new(centre.x + r, centre.y).turned(centre, angle);
    let clockwise = i32::from(degrees > 0.0);
    let back = to - 5.2 * degrees.signum();
    let r = num(radius);
    let d = format!(
        "M{}A{r} {r} 0 0 {clockwise} {tip}M{}L{tip}L{}",
        pt(on(from, radius)),
        pt(on(back, radius + 13.0)),
        pt(on(back, radius - 13.0)),
        tip = pt(on(to, radius)),
    );
    format!("<g class=\"m-last\">{}</g>\n", cased(&d, ""))
}

/// A rule in force, once on each of these places, or between the two if it is drawn so.
pub(super) fn rule(kind: &MarkKind, places: &[Pt]) -> String {
    match (kind.upright, places) {
        (None, places) => {
            places.iter().map(|at| mark("m-rule", *at, &cased(kind.path, ""))).collect()
        }
        (Some(upright), &[a, b]) => {
            let middle = Pt::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
            let above = (a.x - b.x).abs() < (a.y - b.y).abs();
            mark("m-rule", middle, &cased(if above { upright } else { kind.path }, ""))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_needs_two_stops() {
        assert_eq!(arrow(&[]), "");
        assert_eq!(arrow(&[Pt::new(1.0, 1.0)]), "");
        assert!(arrow(&[Pt::new(0.0, 0.0), Pt::new(100.0, 0.0)]).contains("M30 0L54 0"));
    }
}
