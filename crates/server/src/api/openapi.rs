//! The description of the API. The file has every text in both languages (`x-summary-fr` beside
//! `summary`); what is served has one of them, and its parameters in full, so that the simplest
//! reader understands it.

use std::sync::OnceLock;

use axum::response::Response;
use damier_core::Lang;
use serde_json::Value;

use crate::client::Client;

/// The description as it is kept.
pub(super) const SOURCE: &str = include_str!("openapi.json");

/// The description of the API.
pub(super) async fn described(Client { lang, .. }: Client) -> Response {
    static TEXTS: [OnceLock<String>; Lang::ALL.len()] =
        [const { OnceLock::new() }; Lang::ALL.len()];
    let text = TEXTS[lang as usize].get_or_init(|| written(lang));
    super::ask::json(text.clone())
}

/// The description in one language.
fn written(lang: Lang) -> String {
    let source: Value = serde_json::from_str(SOURCE).unwrap_or_default();
    let mut out = source.clone();
    settle(&mut out, &source, lang);
    out.to_string()
}

/// Chooses the language and puts parameters in the place of references to them.
fn settle(value: &mut Value, source: &Value, lang: Lang) {
    if let Some(path) = value["$ref"].as_str().filter(|path| path.contains("/parameters/")) {
        *value = source.pointer(path.trim_start_matches('#')).cloned().unwrap_or_default();
    }
    match value {
        Value::Object(map) => {
            for name in ["summary", "description"] {
                for other in Lang::ALL {
                    let text = map.remove(&format!("x-{name}-{}", other.code()));
                    if let Some(text) = text.filter(|_| other == lang) {
                        map.insert(name.to_string(), text);
                    }
                }
            }
            map.values_mut().for_each(|child| settle(child, source, lang));
        }
        Value::Array(list) => list.iter_mut().for_each(|child| settle(child, source, lang)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_is_served_whole() {
        let [english, french] = [Lang::En, Lang::Fr].map(written);
        assert!(english.contains("The legal turns") && !english.contains("Les tours permis"));
        assert!(french.contains("Les tours permis") && !french.contains("The legal turns"));
        for text in [english, french] {
            assert!(!text.contains("x-summary") && !text.contains("#/components/parameters"));
        }
    }

    /// Every text has its twin, every reference leads somewhere.
    #[test]
    fn the_description_is_whole_and_in_both_languages() {
        fn walk(value: &Value, root: &Value) {
            match value {
                Value::Object(map) => {
                    for (name, child) in map {
                        if ["summary", "description"].contains(&name.as_str()) && child.is_string()
                        {
                            let twin = &map[&format!("x-{name}-fr")];
                            assert!(twin.as_str().is_some_and(|t| !t.is_empty()), "{child}");
                        }
                        if name == "$ref" {
                            let path = child.as_str().unwrap().trim_start_matches('#');
                            assert!(root.pointer(path).is_some(), "{path}");
                        }
                        walk(child, root);
                    }
                }
                Value::Array(list) => list.iter().for_each(|child| walk(child, root)),
                _ => {}
            }
        }
        let described: Value = serde_json::from_str(SOURCE).unwrap();
        walk(&described, &described);
    }
}
