//! What the pages say, for each language as one JSON object: about the language, and every
//! sentence of the section `page`. Sections below it (`page.analyse`) are parts that only some pages
//! load, each an object of its sentences.

use std::collections::BTreeSet;

use crate::check::{Catalogue, PAGE};
use crate::source::Language;

pub(crate) fn modules<'a>(catalogue: &Catalogue<'a>) -> Vec<(&'a Language, String)> {
    let each = catalogue.languages.iter().enumerate();
    each.map(|(number, (language, _))| (*language, module(catalogue, number))).collect()
}

fn module(catalogue: &Catalogue<'_>, number: usize) -> String {
    let (language, _) = catalogue.languages[number];
    let own = sentences(catalogue, number, None);
    let all = catalogue.languages.iter().map(|(language, _)| about(language));
    format!(
        "{{\"code\":{},\"tag\":{},\"direction\":{},\"bind\":{},\"languages\":[{}],\
         \"sentences\":{{{}}}}}",
        json(&language.code),
        json(&language.tag),
        json(&language.direction),
        json(&language.bind),
        all.collect::<Vec<_>>().join(","),
        own.join(",")
    )
}

/// The sentences of a part, or of what every page loads.
fn sentences(catalogue: &Catalogue<'_>, number: usize, part: Option<&str>) -> Vec<String> {
    let own = catalogue.sentences.iter().filter_map(|(id, texts)| {
        let id = id.strip_prefix(PAGE)?;
        (part_of(id) == part).then(|| format!("{}:{}", json(id), json(&texts[number])))
    });
    own.collect()
}

/// The part that a sentence of the pages belongs to.
fn part_of(id: &str) -> Option<&str> {
    id.split_once('.').map(|(part, _)| part)
}

/// The names of all parts.
pub(crate) fn parts<'a>(catalogue: &Catalogue<'a>) -> BTreeSet<&'a str> {
    let ids = catalogue.sentences.iter().filter_map(|(id, _)| id.strip_prefix(PAGE));
    ids.filter_map(part_of).collect()
}

/// A part in a language.
pub(crate) fn part(catalogue: &Catalogue<'_>, number: usize, name: &str) -> String {
    format!("{{{}}}", sentences(catalogue, number, Some(name)).join(","))
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
