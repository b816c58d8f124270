//! Pieces of input that is not ours, as complaints show them.

/// A piece of input as complaints show it: not too long and without control characters.
pub fn shown(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut out: String = text.chars().take(200).map(visible).collect();
    if text.chars().nth(200).is_some() {
        out.push('…');
    }
    out
}
