//! The languages and sentences as Rust.

use std::fmt::Write as _;

use crate::check::{Catalogue, PAGE};
use crate::page;
use crate::plurals::Form;

pub(crate) fn languages(catalogue: &Catalogue<'_>) -> String {
    let mut out = String::new();
    let _ = write(&mut out, catalogue);
    out
}

fn write(out: &mut String, catalogue: &Catalogue<'_>) -> std::fmt::Result {
    let all = &catalogue.languages;
    let count = all.len();
    writeln!(out, "/// A language Damier speaks: one for each file of the folder `locales`.")?;
    writeln!(out, "#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]")?;
    writeln!(out, "pub enum Lang {{")?;
    for (number, (language, _)) in all.iter().enumerate() {
        let default = if number == 0 { "#[default] " } else { "" };
        writeln!(out, "    /// {}.\n    {default}{},", language.name, variant(&language.code))?;
    }
    writeln!(out, "}}\n\nimpl Lang {{\n    /// All of them, English first.")?;
    let variants: Vec<String> =
        all.iter().map(|(language, _)| format!("Lang::{}", variant(&language.code))).collect();
    writeln!(out, "    pub const ALL: [Lang; {count}] = [{}];\n}}\n", variants.join(", "))?;
    writeln!(out, "static ABOUT: [About; {count}] = [")?;
    for (language, forms) in all {
        writeln!(
            out,
            "    About {{ code: {:?}, name: {:?}, tag: {:?}, direction: {:?}, decimal: {:?}, \
             group: {:?}, forms: &[{}] }},",
            language.code,
            language.name,
            language.tag,
            language.direction,
            language.decimal,
            language.group,
            forms.iter().map(form).collect::<String>()
        )?;
    }
    writeln!(out, "];\n\n/// By id, in order.\nconst TABLE: &[(&str, &str)] = &[")?;
    for (id, texts) in catalogue.sentences.iter().filter(|(id, _)| !id.starts_with(PAGE)) {
        // A digit may follow the zero.
        let texts = format!("{:?}", texts.join("\0")).replace("\\0", "\\u{0}");
        writeln!(out, "    ({id:?}, {texts}),")?;
    }
    writeln!(
        out,
        "];\n\n/// Sentences that a language does not have, though it claims to be whole."
    )?;
    writeln!(out, "#[cfg(test)]\npub(crate) const MISSING: &[(Lang, &str)] = &[")?;
    for &(number, id) in catalogue.missing.iter().filter(|(number, _)| !all[*number].0.partial) {
        writeln!(out, "    ({}, {id:?}),", variants[number])?;
    }
    writeln!(out, "];\n\n/// The names of the pages' sentences.")?;
    writeln!(out, "#[cfg(test)]\npub(crate) const PAGE_IDS: &[&str] = &[")?;
    for id in catalogue.sentences.iter().filter_map(|(id, _)| id.strip_prefix(PAGE)) {
        writeln!(out, "    {id:?},")?;
    }
    writeln!(out, "];\n\nstatic PAGES: [&str; {count}] = [")?;
    for (language, _) in all {
        let file = format!("/page.{}.json", language.code);
        writeln!(out, "    include_str!(concat!(env!(\"OUT_DIR\"), {file:?})),")?;
    }
    writeln!(out, "];\n\nstatic PARTS: [&[(&str, &str)]; {count}] = [")?;
    for (language, _) in all {
        writeln!(out, "    &[")?;
        for part in page::parts(catalogue) {
            let file = format!("/page.{part}.{}.json", language.code);
            writeln!(
                out,
                "        ({part:?}, include_str!(concat!(env!(\"OUT_DIR\"), {file:?}))),"
            )?;
        }
        writeln!(out, "    ],")?;
    }
    writeln!(out, "];")
}

fn form(form: &Form) -> String {
    let condition = |c: &crate::plurals::Condition| {
        format!(
            "Condition {{ modulo: {}, within: {}, ranges: &{:?} }}, ",
            c.modulo, c.within, c.ranges
        )
    };
    let all = |list: &Vec<_>| format!("&[{}], ", list.iter().map(condition).collect::<String>());
    let when: String = form.when.iter().map(all).collect();
    format!("Form {{ name: {:?}, when: &[{when}] }}, ", form.name)
}

/// `pt-BR` is `PtBR`.
fn variant(code: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    code.split('-').map(capital).collect()
}
