//! A made-up language: every sentence of the first one in brackets, so that whatever stands
//! outside brackets was never in a language file. It is written from right to left, for the sake of
//! the pages' layout.

use crate::source::Language;

pub(crate) fn made_up(first: &Language) -> Language {
    let bracketed = |(id, text): (&String, &String)| (id.clone(), format!("⟦{text}⟧"));
    Language {
        code: "qps".to_owned(),
        name: "⟦qps⟧".to_owned(),
        // What Unicode calls a made-up kind of English.
        tag: "en-XA".to_owned(),
        direction: "rtl".to_owned(),
        decimal: "٫".to_owned(),
        group: "٬".to_owned(),
        bind: String::new(),
        partial: false,
        sentences: first.sentences.iter().map(bracketed).collect(),
    }
}
