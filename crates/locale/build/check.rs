//! All languages side by side: the same sentences, with the same arguments, in the forms that each
//! language has.

use crate::pattern::{self, Kind, Piece};
use crate::plurals::{self, Form};
use crate::source::Language;

/// The sentences of the pages are not part of the program's table.
pub(crate) const PAGE: &str = "page.";

pub(crate) struct Catalogue<'a> {
    pub(crate) languages: Vec<(&'a Language, Vec<Form>)>,
    /// Ids in their order, and the sentence in each language.
    pub(crate) sentences: Vec<(&'a str, Vec<String>)>,
    /// Where a language falls back to the first one: the language's number, and the id.
    pub(crate) missing: Vec<(usize, &'a str)>,
}

pub(crate) fn catalogue(languages: &[Language]) -> Result<Catalogue<'_>, String> {
    let forms = languages.iter().map(|language| plurals::forms(&language.tag));
    let forms: Vec<Vec<Form>> = forms.collect::<Result<_, _>>()?;
    let languages: Vec<_> = languages.iter().zip(forms).collect();
    let first = languages[0].0;
    for (language, _) in &languages[1..] {
        let unknown = |id: &&String| !first.sentences.contains_key(*id);
        if let Some(id) = language.sentences.keys().find(unknown) {
            return Err(format!("{}: nothing is called `{id}` in {}", language.code, first.code));
        }
    }
    let (mut sentences, mut missing) = (Vec::new(), Vec::new());
    for (id, english) in &first.sentences {
        let mut texts = Vec::new();
        for (number, (language, forms)) in languages.iter().enumerate() {
            let text = language.sentences.get(id);
            if text.is_none() {
                missing.push((number, id.as_str()));
            }
            let forms = if text.is_some() { forms } else { &languages[0].1 };
            let checked = checked(text.unwrap_or(english), english, forms);
            texts.push(checked.map_err(|why| format!("{}: `{id}`: {why}", language.code))?);
        }
        sentences.push((id.as_str(), texts));
    }
    Ok(Catalogue { languages, sentences, missing })
}

/// A sentence as the program reads it, if it agrees with the English one.
fn checked(text: &str, english: &str, forms: &[Form]) -> Result<String, String> {
    let (pieces, model) = (pattern::read(text)?, pattern::read(english)?);
    let (own, wanted) = (pattern::arguments(&pieces), pattern::arguments(&model));
    if own != wanted {
        return Err(format!("the arguments are {own:?}, in English {wanted:?}"));
    }
    let mut wrong = None;
    pattern::walk(&pieces, &mut |piece| {
        if let Piece::Choice(_, Kind::Plural, cases) = piece {
            let names: Vec<&str> = cases.iter().map(|(name, _)| name.as_str()).collect();
            wrong = wrong.take().or_else(|| plural_fault(&names, forms));
        }
    });
    wrong.map_or_else(|| Ok(pattern::written(&pieces)), Err)
}

/// What is wrong with the cases of a plural: a form that the language does not have, or that a
/// number below 1,000 wants and that is not there.
fn plural_fault(cases: &[&str], forms: &[Form]) -> Option<String> {
    let known = |name: &str| name == "other" || forms.iter().any(|form| form.name == name);
    let exact = |name: &str| name.strip_prefix('=').is_some_and(|n| n.parse::<u64>().is_ok());
    if let Some(name) = cases.iter().find(|name| !known(name) && !exact(name)) {
        return Some(format!("the language has no form `{name}`"));
    }
    let wanted = (0..1000).map(|n| plurals::form(forms, n)).find(|form| !cases.contains(form));
    wanted.map(|form| format!("the form `{form}` is missing"))
}
