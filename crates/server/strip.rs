//! What the pages' files say to those who work on them, left out of the program: comments, types
//! and indentation of scripts and style sheets. Nothing is renamed or joined, so what runs is what
//! was written; minifiers of JavaScript rewrite it, and bring a parser of it into every build. Scripts
//! keep to two habits that make this safe (a test of the pages checks them):
//! no text runs over several lines, and comments either stand on lines of their own or are types.

/// A script without comments and indentation.
pub(crate) fn script(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let line = line.trim();
        if inside || line.starts_with("/*") && !is_cast(line) {
            // A comment of its own: up to the line that ends it.
            inside = !line.ends_with("*/");
            continue;
        }
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        out.push_str(&without_types(line));
        out.push('\n');
    }
    out
}

/// Whether a line begins with a type and goes on with what has it.
pub(crate) fn is_cast(line: &str) -> bool {
    line.starts_with("/** @type ") && line.find("*/").is_some_and(|end| end + 2 < line.len())
}

/// A line without the types in its midst.
fn without_types(line: &str) -> String {
    const OPEN: &str = "/** @type ";
    const CLOSE: &str = "*/";
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(OPEN) {
        let Some(length) = rest[at..].find(CLOSE) else { break };
        out.push_str(&rest[..at]);
        rest = rest[at + length + CLOSE.len()..].trim_start_matches(' ');
    }
    out.push_str(rest);
    out
}

/// A style sheet without comments and indentation.
pub(crate) fn style(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        let Some(length) = rest[at..].find("*/") else { break };
        plain.push_str(&rest[..at]);
        rest = &rest[at + length + 2..];
    }
    plain.push_str(rest);
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n") + "\n"
}
