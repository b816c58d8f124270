//! The colours and materials of pictures: one style sheet with the values of the theme written
//! out (many SVG readers know no CSS variables), and the definitions that shapes refer to.

use std::fmt::Write as _;

use crate::Theme;
use crate::layout::num;
use damier_core::view::{Material, View};

/// The colours of a surface, each for the light and the dark theme.
pub(super) struct Tone {
    name: &'static str,
    base: [&'static str; 2],
    cell: [&'static str; 2],
    link: [&'static str; 2],
    riser: [&'static str; 2],
    /// Whether links are light lines on a dark surface.
    deep: bool,
    /// What stands for it in 256 terminal colours, and in full colour.
    pub(super) ansi: u8,
    pub(super) rgb: [u8; 3],
}

const NO: [&str; 2] = ["#7A5029", "#573818"];

#[rustfmt::skip]
const TONES: [Tone; 9] = [
    Tone { name: "plain", base: ["#DDB57E", "#BC9664"], cell: ["#8A5E34", "#65431F"], link: NO, riser: NO, deep: false, ansi: 180, rgb: [0xD2, 0xAA, 0x74] },
    Tone { name: "blue", base: ["#35597A", "#2B4A66"], cell: ["#5884AB", "#476F93"], link: NO, riser: NO, deep: false, ansi: 67, rgb: [0x47, 0x6F, 0x93] },
    Tone { name: "orange", base: ["#B8692E", "#97552A"], cell: ["#E59C58", "#C98345"], link: NO, riser: NO, deep: false, ansi: 173, rgb: [0xD9, 0x8E, 0x4B] },
    Tone { name: "low", base: ["#94693F", "#74522F"], cell: ["#AB7F50", "#87633D"], link: NO, riser: ["#5D4127", "#5D4127"], deep: false, ansi: 137, rgb: [0x87, 0x63, 0x3D] },
    Tone { name: "mid", base: ["#CDA26B", "#A98353"], cell: ["#DDB680", "#BD9663"], link: NO, riser: ["#7E5B36", "#664827"], deep: false, ansi: 180, rgb: [0xC9, 0xA1, 0x6C] },
    Tone { name: "high", base: ["#E7C692", "#C9A873"], cell: ["#F4DAAE", "#DDBE8C"], link: NO, riser: ["#93703F", "#7A5B32"], deep: false, ansi: 223, rgb: [0xF4, 0xDA, 0xAE] },
    Tone { name: "dark", base: ["#7C4B2F", "#643B25"], cell: ["#643A23", "#4D2C1A"], link: ["#DDB77F", "#C39C66"], riser: NO, deep: true, ansi: 94, rgb: [0x7C, 0x4B, 0x2F] },
    Tone { name: "light", base: ["#E8CD9F", "#CFB183"], cell: ["#D8B880", "#BC9A68"], link: ["#8A6437", "#6B4B27"], riser: NO, deep: false, ansi: 223, rgb: [0xE0, 0xC3, 0x92] },
    Tone { name: "maple", base: ["#B99A6C", "#94774F"], cell: ["#F1E2C3", "#D6C29C"], link: NO, riser: NO, deep: false, ansi: 187, rgb: [0xE3, 0xD2, 0xAF] },
];

/// The colours of that name; a plain board's for names unknown.
pub(super) fn tone(name: &str) -> &'static Tone {
    TONES.iter().find(|t| t.name == name).unwrap_or(&TONES[0])
}

impl Tone {
    /// Whether lines on it are drawn light on dark.
    pub(super) fn is_deep(&self) -> bool {
        let [r, g, b] = self.rgb.map(u32::from);
        3 * r + 6 * g + b < 1200
    }

    fn css(&self, theme: usize, css: &mut String) {
        let (name, base, cell) = (self.name, self.base[theme], self.cell[theme]);
        let (link, riser) = (self.link[theme], self.riser[theme]);
        let (wide, under) = if self.deep { ("3.6", "#1D1006") } else { ("5", "#FFF3D6") };
        let faint = if self.deep { ".55" } else { ".3" };
        let _ = writeln!(
            css,
            ".tone-{name} .r-base{{fill:{base}}}.tone-{name} .cell{{fill:{cell}}}\
             .tone-{name} .r-grip{{fill:{cell}}}.tone-{name} .r-riser{{fill:{riser}}}\
             .tone-{name} .r-ring{{stroke:{link}}}.tone-{name} .l{{stroke:{link};stroke-width:{wide}}}\
             .tone-{name} .l-lo{{stroke:{under};stroke-opacity:{faint};stroke-width:{wide}}}"
        );
    }
}

/// Body from the light to the shade, rim, carving, lit edge of the carving, and the edge that
/// keeps a dark pawn off a dark surface.
struct Wood {
    body: [&'static str; 3],
    rim: &'static str,
    groove: &'static str,
    glint: &'static str,
    edge: &'static str,
    shine: &'static str,
}

const fn wood(material: Material) -> Wood {
    match material {
        Material::Ivory => Wood {
            body: ["#FFFBF0", "#F6EBD3", "#DCC9A3"],
            rim: "#6B5433",
            groove: "#A68B5F",
            glint: "#FFFFFF",
            edge: "stroke:none",
            shine: ".5",
        },
        Material::Ebony => Wood {
            body: ["#5A4D45", "#332B27", "#1B1613"],
            rim: "#0E0B09",
            groove: "#0C0907",
            glint: "#9A8876",
            edge: "stroke:#CDB899;stroke-opacity:.72;stroke-width:2",
            shine: ".28",
        },
        Material::Yellow => Wood {
            body: ["#FFE58A", "#FBC536", "#DE9A10"],
            rim: "#7A5000",
            groove: "#9A6A06",
            glint: "#FFF2B8",
            edge: "stroke:none",
            shine: ".5",
        },
        Material::Red => Wood {
            body: ["#E8705A", "#C63D2B", "#98231A"],
            rim: "#54100A",
            groove: "#5E120B",
            glint: "#F3A898",
            edge: "stroke:#FFD9C9;stroke-opacity:.4;stroke-width:1.2",
            shine: ".5",
        },
    }
}

/// The rules that hold in both themes.
const COMMON: &str = "\
.frame{fill:url(#g-frame)}.frame-edge,.r-lip,.r-rim,.r-ring{fill:none}
.grain path{fill:none;stroke:#1A0C02;stroke-opacity:.11}.along{fill:url(#grain)}.across{fill:url(#grain-v)}
.mitre{stroke:#140A02;stroke-opacity:.3;stroke-width:1.6}.mitre-hi{stroke:#FFF3D6;stroke-opacity:.1;stroke-width:1.6}
.frame-edge{stroke:url(#g-raise);stroke-width:3}.tray{stroke:url(#g-sink);stroke-width:4}
.edge-hi{stop-color:#FFF3D6;stop-opacity:.42}.edge-0{stop-color:#FFF3D6;stop-opacity:0}.edge-mid{stop-color:#140A02;stop-opacity:0}.edge-lo{stop-color:#140A02;stop-opacity:.42}
text{font-family:'Atkinson Hyperlegible Next','Atkinson Next','Atkinson Hyperlegible',system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-weight:600;text-anchor:middle}
.b-coords,.count{fill:#F3E2C4;fill-opacity:.86}
.r-grain{fill:url(#grain-v);opacity:.75}.cell{stroke:url(#g-sink);stroke-width:3}.point .cell{stroke:none}
.r-cast{fill:#1D0F04;opacity:.5;filter:url(#f-soft)}.r-lip{stroke:url(#g-raise);stroke-width:3.5}
.r-well{fill:#1D1109;stroke:url(#g-sink);stroke-width:4}.r-rim{stroke:url(#g-raise);stroke-width:5}
.r-ring{stroke-opacity:.3;stroke-width:1.6}.r-grip{stroke:url(#g-sink);stroke-width:2}.r-pin{fill:#B4872B;stroke:#5B3F0C;stroke-width:1.6}
.l,.l-lo{fill:none;stroke-linecap:round}
.hole-rim{stroke:url(#g-sink);stroke-width:3}.hole-shade{fill:url(#g-hole)}.hole-side{fill:url(#g-side)}
.hole-1{stop-color:#1D1006;stop-opacity:.72}.hole-2{stop-color:#1D1006;stop-opacity:.34}.hole-0{stop-color:#1D1006;stop-opacity:0}
.p-shadow{fill:url(#g-shadow)}.sh-1{stop-color:#1A0F06;stop-opacity:.5}.sh-0{stop-color:#1A0F06;stop-opacity:0}
.groove,.groove-lo,.p-shine{fill:none;stroke-width:2.6}.groove-lo{stroke-opacity:.7}.dimple-lo{fill-opacity:.75}
.p-shine{stroke:#FFF;stroke-width:3.2;stroke-linecap:round}
.is-up .p-shadow{opacity:.8}.is-taken use{opacity:.34}.is-taken .p-shadow{opacity:.25}
.case,.core{fill:none;stroke-linecap:round;stroke-linejoin:round}.case{stroke-width:11}.core{stroke-width:5.5}
.m-act .case,.m-warn .case,.m-rule .case{stroke:#FFF7E6}.m-act .case-f,.m-rule .case-f{fill:#FFF7E6}
.m-act .core{stroke:#0E7259}.m-act .core-f{fill:#0E7259}.m-warn .core{stroke:#C4311F}
.m-rule .core{stroke:#2A2019}.m-rule .core-f{fill:#2A2019}
.m-last .case{stroke:#3A2614;stroke-width:9.5;stroke-opacity:.85}.m-last .core{stroke:#F4C95D;stroke-width:5}
.m-sel .case,.m-path .case{stroke-width:13}.m-sel .core,.m-path .core{stroke-width:7}
.m-rule .case{stroke-width:10.5}.m-rule .core{stroke-width:4.8}.dashed{stroke-dasharray:11 9.4}
.m-x .case{stroke-width:9}.m-x .core{stroke-width:4.5}
.k-shade{fill:#140A02;opacity:.4}.k-body{fill:#FBF1DC;stroke:#3A2614;stroke-width:2.5}
.k-line{fill:none;stroke:#3A2614;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}.k-text{font-size:20px;font-weight:700;fill:#3A2614}
";

/// The style sheet of a picture of this board.
pub(super) fn style(view: &View, theme: Theme) -> String {
    let t = usize::from(theme == Theme::Dark);
    let mut css = String::from(COMMON);
    let frame = [["#6F4A31", "#5A3A25"], ["#573A27", "#442C1C"]][t];
    let (tray, table) = (["#3A2517", "#2A1A10"][t], ["#E9E0D0", "#2A2019"][t]);
    let (hole, drop) =
        (["#C47B3E", "#8E5429"][t], ["#3A2414;fill-opacity:.24", "#000;fill-opacity:.5"][t]);
    let _ = writeln!(
        css,
        ".frame-1{{stop-color:{}}}.frame-2{{stop-color:{}}}.tray{{fill:{tray}}}.hole-rim{{fill:{hole}}}\
         .hole-void{{fill:{table}}}.drop{{fill:{drop}}}",
        frame[0], frame[1]
    );
    let mut names: Vec<&str> = view.regions.iter().map(|r| tone(r.tone).name).collect();
    names.sort_unstable();
    names.dedup();
    names.iter().for_each(|name| tone(name).css(t, &mut css));
    for (i, &material) in view.sides.iter().enumerate() {
        let w = wood(material);
        let _ = writeln!(
            css,
            ".body{i}-1{{stop-color:{}}}.body{i}-2{{stop-color:{}}}.body{i}-3{{stop-color:{}}}\
             .pawn{i} .p-body{{fill:url(#g-body{i})}}.pawn{i} .p-rim{{fill:{};{}}}\
             .pawn{i} .groove{{stroke:{g}}}.pawn{i} .dimple{{fill:{g}}}.pawn{i} .groove-lo{{stroke:{l}}}\
             .pawn{i} .dimple-lo{{fill:{l}}}.pawn{i} .p-shine{{stroke-opacity:{}}}",
            w.body[0],
            w.body[1],
            w.body[2],
            w.rim,
            w.edge,
            w.shine,
            g = w.groove,
            l = w.glint
        );
    }
    css
}

/// Gradients, filters, grain and pawns.
pub(super) fn defs() -> String {
    let slope = |id: &str, to: &str, stops: &[(&str, &str)]| {
        let stops: String =
            stops.iter().map(|(at, c)| format!("<stop offset=\"{at}\" class=\"{c}\"/>")).collect();
        format!("<linearGradient id=\"{id}\" x1=\"0\" y1=\"0\" {to}>{stops}</linearGradient>\n")
    };
    let (across, down, right) = ("x2=\"1\" y2=\"1\"", "x2=\"0\" y2=\"1\"", "x2=\"1\" y2=\"0\"");
    let raise = [("0", "edge-hi"), (".5", "edge-0"), (".5", "edge-mid"), ("1", "edge-lo")];
    let sink = [("0", "edge-lo"), (".5", "edge-mid"), (".5", "edge-0"), ("1", "edge-hi")];
    let mut out = slope("g-raise", across, &raise)
        + &slope("g-sink", across, &sink)
        + &slope("g-frame", down, &[("0", "frame-1"), ("1", "frame-2")])
        + &slope("g-hole", down, &[("0", "hole-1"), (".34", "hole-2"), (".7", "hole-0")])
        + &slope("g-side", right, &[("0", "hole-2"), (".4", "hole-0")]);
    out += "<radialGradient id=\"g-shadow\"><stop offset=\".62\" class=\"sh-1\"/><stop offset=\"1\" class=\"sh-0\"/></radialGradient>\n";
    for (id, blur) in [("f-soft", "9"), ("f-drop", "12"), ("f-near", "3")] {
        let _ = writeln!(
            out,
            "<filter id=\"{id}\" x=\"-20%\" y=\"-20%\" width=\"140%\" height=\"140%\"><feGaussianBlur stdDeviation=\"{blur}\"/></filter>"
        );
    }
    let lines = grain();
    for (id, degrees) in [("grain", "-1.5"), ("grain-v", "91")] {
        let _ = writeln!(
            out,
            "<pattern id=\"{id}\" width=\"620\" height=\"420\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({degrees})\"><g class=\"grain\">{lines}</g></pattern>"
        );
    }
    for i in 0..2 {
        out += &pawn(i);
    }
    out
}

/// A pawn: the first side's carries a ring, the second side's a dimple, so that the sides differ
/// in shape as well as in colour.
fn pawn(side: usize) -> String {
    let carving = if side == 0 {
        "<circle class=\"groove-lo\" r=\"20.5\" cy=\"-.4\"/><circle class=\"groove\" r=\"20.5\" cy=\"-1.6\"/>"
    } else {
        "<circle class=\"dimple-lo\" r=\"10.5\" cy=\"-.4\"/><circle class=\"dimple\" r=\"10.5\" cy=\"-1.8\"/>"
    };
    format!(
        "<radialGradient id=\"g-body{side}\" cx=\".36\" cy=\".3\" r=\".8\"><stop offset=\"0\" class=\"body{side}-1\"/><stop offset=\".55\" class=\"body{side}-2\"/><stop offset=\"1\" class=\"body{side}-3\"/></radialGradient>\n\
         <g id=\"pawn{side}\" class=\"pawn{side}\"><circle class=\"p-rim\" r=\"36\"/><circle class=\"p-body\" r=\"33.5\" cy=\"-1.6\"/>{carving}<path class=\"p-shine\" d=\"M-26 -14A29.5 29.5 0 0 1 -4 -30\"/></g>\n"
    )
}

/// Wavy lines of wood, the same in every picture: a small congruential generator draws them.
fn grain() -> String {
    let mut state: u32 = 20_011;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0
    };
    let (mut out, mut y) = (String::new(), 4.0);
    while y < 416.0 {
        let (a, b) = ((next() - 0.5) * 9.0, (next() - 0.5) * 9.0);
        let (wide, strong) = (0.8 + next() * 2.2, 0.3 + next() * 0.7);
        let _ = write!(
            out,
            "<path d=\"M0 {y0}C120 {} 190 {} 310 {}S500 {} 620 {y0}\" stroke-width=\"{}\" opacity=\"{}\"/>",
            num(y + a),
            num(y + b),
            num(y + a / 2.0),
            num(y - b),
            num(wide),
            num(strong),
            y0 = num(y),
        );
        y += 5.0 + next() * 13.0;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_is_found_by_its_name() {
        assert_eq!(TONES.map(|t| t.name), damier_core::view::TONES);
        for t in &TONES {
            assert_eq!(tone(t.name).name, t.name);
        }
        assert_eq!(tone("no such tone").name, "plain");
    }

    #[test]
    fn grain_stays_inside_its_tile() {
        assert_eq!(grain(), grain());
        assert!(grain().matches("<path").count() > 20);
    }
}
