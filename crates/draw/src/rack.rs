//! The rack below a board: the pawns that are not placed yet, with their numbers.

use std::fmt::Write as _;

use crate::layout::{Area, Layout, Pt, num, pt};
use crate::svg::rect;
use damier_core::side::Side;

/// Where the rack lies: below the frame and as wide.
pub(super) fn area(layout: &Layout<'_>, frame: Area) -> Area {
    Area { y: frame.y + frame.h + 14.0, h: 62.0 * layout.scale, ..frame }
}

/// The rack: a strip of the frame's wood with a groove for each side's pawns and their number.
pub(super) fn hand(area: Area, hand: [u8; 2], scale: f32) -> String {
    let mut out = rect(area, "frame", 22.0);
    out += &rect(area, "along", 22.0);
    out += &rect(area.grown(-1.2), "frame-edge", 20.0);
    for side in Side::BOTH {
        out += &groove(area, side, hand[side.index()], scale);
    }
    format!("<g class=\"b-hand\">{out}</g>\n")
}

fn groove(rack: Area, side: Side, count: u8, scale: f32) -> String {
    let (edge, number, size) = (12.0 * scale, 44.0 * scale, 0.54 * scale);
    let half = Area { w: rack.w / 2.0, x: rack.x + rack.w / 2.0 * side.index() as f32, ..rack };
    let slot = half.inset(edge, edge, edge * 0.4 + number, edge);
    let middle = slot.y + slot.h / 2.0;
    let mut out = rect(slot, "tray", slot.h / 2.0);
    let room = slot.w - slot.h;
    let pitch = (room / f32::from(count.max(2) - 1)).min(40.0 * scale);
    for i in 0..count {
        let at = Pt::new(slot.x + slot.h / 2.0 + pitch * f32::from(i), middle);
        let _ = write!(
            out,
            "<g class=\"piece\" transform=\"translate({}) scale({})\"><ellipse class=\"p-shadow\" cx=\"3\" cy=\"7\" rx=\"43\" ry=\"42\"/><use href=\"#pawn{}\"/></g>",
            pt(at),
            // Two decimals matter in a factor.
            (size * 100.0).round() / 100.0,
            side.index(),
        );
    }
    let _ = write!(
        out,
        "<text class=\"count\" x=\"{}\" y=\"{}\" font-size=\"{}\">{count}</text>",
        num(slot.x + slot.w + number / 2.0),
        num(middle + 8.0 * scale),
        num(24.0 * scale),
    );
    out
}
