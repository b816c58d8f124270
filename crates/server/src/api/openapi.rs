//! The description of the API, made from the routes and the types they take and give. What is said
//! of routes and their parameters is in the reader's language; what is said of a field is the
//! comment where it is declared.

use std::sync::OnceLock;

use axum::response::Response;
use damier_core::{Lang, phrase};
use damier_protocol::schema::Schemas;
use damier_protocol::{Added, ErrorBody, Request};
use serde_json::{Map, Value, json};

use super::route::Tag;
use crate::client::Client;
use crate::wire;

/// A failure in short.
const FAILURE: &str = "{\"error\":{\"code\",\"message\"}}";

/// The description of the API.
pub(super) async fn described(Client { lang, .. }: Client) -> Response {
    static TEXTS: [OnceLock<String>; Lang::ALL.len()] =
        [const { OnceLock::new() }; Lang::ALL.len()];
    let text = TEXTS[lang as usize].get_or_init(|| description(lang).to_string());
    super::ask::json(text.clone())
}

/// The description as OpenAPI 3.1, in this language.
#[must_use]
pub fn description(lang: Lang) -> Value {
    let mut schemas = Schemas::default();
    let mut paths = Map::new();
    for route in super::routes() {
        let operation = route.described(&mut schemas, lang);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Damier",
            "version": "1",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            "description": phrase!("api.about").with(FAILURE).text(lang),
        },
        "tags": Tag::ALL.map(|tag| tag.described(lang)),
        "paths": paths,
        "components": { "schemas": definitions(schemas) },
    })
}

/// Every type that is sent: those of the routes, of the protocol as the command line and the
/// browser's module speak it, and of live games.
fn definitions(mut schemas: Schemas) -> Map<String, Value> {
    Request::described(&mut schemas);
    schemas.sent::<Added>();
    schemas.sent::<ErrorBody>();
    let mut all = wire::described(&mut schemas);
    all.append(&mut schemas.definitions());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_is_served_whole() {
        let [english, french] = [Lang::En, Lang::Fr].map(|lang| description(lang).to_string());
        assert!(english.contains("The legal turns of") && !english.contains("Les coups permis"));
        assert!(
            french.contains("Les coups permis")
                && !french.contains("The legal turns of a position, each")
        );
    }

    /// Every operation, parameter and answer is told in the language asked for, and every reference
    /// leads somewhere.
    #[test]
    fn the_description_is_whole() {
        fn walk(value: &Value, root: &Value) {
            match value {
                Value::Object(map) => {
                    for (name, child) in map {
                        if name == "$ref" {
                            let path = child.as_str().unwrap().trim_start_matches('#');
                            assert!(root.pointer(path).is_some(), "{path}");
                        }
                        if ["summary", "description"].contains(&name.as_str()) {
                            assert!(child.as_str().is_some_and(|text| !text.is_empty()), "{map:?}");
                        }
                        walk(child, root);
                    }
                }
                Value::Array(list) => list.iter().for_each(|child| walk(child, root)),
                _ => {}
            }
        }
        let described = description(Lang::En);
        walk(&described, &described);
    }

    /// What people read of routes differs from language to language, so none was forgotten.
    #[test]
    fn routes_are_told_in_every_language() {
        let [english, french] = [Lang::En, Lang::Fr].map(description);
        for (path, methods) in english["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let other = &french["paths"][path][method];
                assert_ne!(operation["summary"], other["summary"], "{method} {path}");
            }
        }
    }

    /// Every field of every type says what it is.
    #[test]
    fn every_field_is_explained() {
        fn unexplained(at: &str, schema: &Value, found: &mut Vec<String>) {
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                let tag = !field["const"].is_null();
                // Languages explain themselves.
                if !tag && name != "en" && field["description"].as_str().is_none_or(str::is_empty) {
                    found.push(format!("{at}.{name}"));
                }
            }
            for part in ["oneOf", "anyOf", "allOf"] {
                let parts = schema[part].as_array().into_iter().flatten();
                parts.for_each(|part| unexplained(at, part, found));
            }
        }
        let mut found = Vec::new();
        let described = description(Lang::En);
        for (name, schema) in described["components"]["schemas"].as_object().unwrap() {
            unexplained(name, schema, &mut found);
        }
        assert_eq!(found, [""; 0]);
    }
}
