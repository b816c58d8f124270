//! What the pages say, for each language as one JSON object: about the language, and every
//! sentence of the section `page`.

use crate::check::{Catalogue, PAGE};
use crate::source::Language;

pub(crate) fn modules<'a>(catalogue: &Catalogue<'a>) -> Vec<(&'a Language, String)> {
    let each = catalogue.languages.iter().enumerate();
    each.map(|(number, (language, _))| (*language, module(catalogue, number))).collect()
}

fn module(catalogue: &Catalogue<'_>, number: usize) -> String {
    let (language, _) = catalogue.languages[number];
    let own = catalogue.sentences.iter().filter_map(|(id, texts)| {
        Some(format!("{}:{}", json(id.strip_prefix(PAGE)?), json(&texts[number])))
    });
    format!(
        "{{\"code\":{},\"name\":{},\"tag\":{},\"direction\":{},\"sentences\":{{{}}}}}",
        json(&language.code),
        json(&language.name),
        json(&language.tag),
        json(&language.direction),
        own.collect::<Vec<_>>().join(",")
    )
}

/// A text as JSON writes it.
fn json(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
