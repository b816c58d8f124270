//! The description held against what is really sent, strictly: a field that it does not name is as
//! wrong as one that is missing. The tests of the command line use it as well.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use damier_core::Lang;
use jsonschema::Validator;
use serde_json::{Value, json};

/// The description, made strict.
static STRICT: LazyLock<Value> = LazyLock::new(|| {
    let mut description = damier_server::description(Lang::En);
    let schemas = description["components"]["schemas"].as_object_mut().expect("schemas");
    schemas.values_mut().for_each(close);
    description
});

/// Lets no object have more fields than are described.
fn close(schema: &mut Value) {
    close_within(schema, true);
}

/// `whole` says that this describes all fields of an object, and not only some beside others.
fn close_within(schema: &mut Value, whole: bool) {
    let Some(map) = schema.as_object_mut() else { return };
    let mut parts = false;
    for name in ["oneOf", "anyOf", "allOf"] {
        let described = map.contains_key("properties");
        for part in map.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
            close_within(part, !described);
            parts |= described;
        }
    }
    for field in map.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        close_within(field.1, true);
    }
    for item in map.get_mut("prefixItems").and_then(Value::as_array_mut).into_iter().flatten() {
        close_within(item, true);
    }
    for name in ["items", "additionalProperties"] {
        if let Some(inner) = map.get_mut(name) {
            close_within(inner, true);
        }
    }
    let object =
        map.get("type").is_some_and(|kind| kind == "object") || map.contains_key("properties");
    if whole && object && !map.contains_key("additionalProperties") {
        let word = if parts { "unevaluatedProperties" } else { "additionalProperties" };
        map.insert(word.to_owned(), false.into());
    }
}

/// What is wrong with a value that should be of this type, by the name it has in the description.
pub(crate) fn complaints(name: &str, value: &Value) -> Vec<String> {
    complaints_by(&json!({ "$ref": format!("#/components/schemas/{name}") }), value)
}

/// What is wrong with a value that should be as this schema says.
pub(crate) fn complaints_by(schema: &Value, value: &Value) -> Vec<String> {
    static READY: LazyLock<Mutex<HashMap<String, Validator>>> = LazyLock::new(Mutex::default);
    let mut ready = READY.lock().expect("no test panics here");
    let validator = ready.entry(schema.to_string()).or_insert_with(|| {
        let mut whole = schema.clone();
        whole["components"]["schemas"] = STRICT["components"]["schemas"].clone();
        jsonschema::validator_for(&whole).expect("a schema")
    });
    let errors = validator.iter_errors(value);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// What the body of this answer should be, by method, path of the description and status; nothing
/// if it is no JSON.
pub(crate) fn body(method: &str, path: &str, status: u16) -> Option<Value> {
    let responses = &STRICT["paths"][path][method]["responses"];
    assert!(responses.is_object(), "{method} {path} is not described");
    let exact = &responses[status.to_string()];
    let response = if exact.is_null() { &responses["default"] } else { exact };
    response["content"].get("application/json").map(|content| content["schema"].clone())
}

/// The path of the description that an address is of; nothing if it is no part of the API.
pub(crate) fn path(method: &str, address: &str) -> Option<String> {
    let asked: Vec<&str> = address.split('?').next()?.split('/').collect();
    let fits = |path: &&String| {
        let path: Vec<&str> = path.split('/').collect();
        let same = |(a, b): (&&str, &&str)| a == b || (a.starts_with('{') && !b.is_empty());
        path.len() == asked.len() && path.iter().zip(&asked).all(same)
    };
    let paths = STRICT["paths"].as_object()?;
    let found = paths.keys().filter(|path| !paths[*path][method].is_null()).find(fits)?;
    Some(found.clone())
}
