//! What is left out of the pages' files when they are put into the program.

#[path = "../strip.rs"]
mod strip;

use std::path::{Path, PathBuf};

#[test]
fn comments_and_types_go_and_the_rest_stays() {
    let script = "// @ts-check\n// Why.\n\nimport { h } from './dom.js';\n\n/** One. @param {string} a */\n\
        const f = (/** @type {string} */ a) => `${a} // no comment`;\n/**\n * More.\n */\n  g('/* text */');\n/** @type {H} */ (a).b();\n";
    let left = "import { h } from './dom.js';\nconst f = (a) => `${a} // no comment`;\ng('/* text */');\n(a).b();\n";
    assert_eq!(strip::script(script), left);
    let style = "/* one\n two */\n.a { b: c; } /* d */\n\n  .e { f: g; }\n";
    assert_eq!(strip::style(style), ".a { b: c; }\n.e { f: g; }\n");
}

/// Leaving out lines is safe only if no text runs over several of them, and leaving out types only
/// if other comments do not stand in the midst of a line.
#[test]
fn the_pages_keep_the_habits_that_make_it_safe() {
    let scripts = scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web"));
    assert!(!scripts.is_empty());
    for file in scripts {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut inside = false;
        for (i, line) in text.lines().enumerate() {
            let (line, place) = (line.trim(), format!("{}:{}", file.display(), i + 1));
            if inside || line.starts_with("/*") && !strip::is_cast(line) {
                let end = line.find("*/");
                assert!(end.is_none_or(|at| at + 2 == line.len()), "{place}: code after a comment");
                inside = end.is_none();
                continue;
            }
            if line.starts_with("//") {
                continue;
            }
            assert!(line.matches('`').count() % 2 == 0, "{place}: a text of several lines");
            for (at, _) in line.match_indices("/**") {
                assert!(line[at..].starts_with("/** @type "), "{place}: a comment within a line");
            }
        }
        assert!(!inside, "{}: a comment without an end", file.display());
    }
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // What is not served may be written as it likes.
        if path.ends_with("tests") || path.ends_with("node_modules") {
            continue;
        }
        match path.is_dir() {
            true => all.extend(scripts(&path)),
            false if path.extension().is_some_and(|ending| ending == "js") => all.push(path),
            false => {}
        }
    }
    all
}
