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
    let all = catalogue.languages.iter().map(|(language, _)| about(language));
    format!(
        "{{\"code\":{},\"tag\":{},\"direction\":{},\"bind\":{},\"languages\":[{}],\
         \"sentences\":{{{}}}}}",
        json(&language.code),
        json(&language.tag),
        json(&language.direction),
        json(&language.bind),
        all.collect::<Vec<_>>().join(","),
        own.collect::<Vec<_>>().join(",")
    )
}

/// What a choice of languages shows of one.
fn about(language: &Language) -> String {
    let [code, name, direction] = [&language.code, &language.name, &language.direction];
    format!("{{\"code\":{},\"name\":{},\"direction\":{}}}", json(code), json(name), json(direction))
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
