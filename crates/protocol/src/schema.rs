//! Requests and answers described as JSON Schema, from the types themselves. The API's
//! description, the types of the pages and `docs/protocol.md` are made from this, so that a field
//! is named once: where it is declared.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use crate::ending::Texts;

/// Where the definitions stand in the API's description.
const DEFINITIONS: &str = "/components/schemas";

/// Collects descriptions. What is read and what is sent differ: a field with a default may be left
/// out of a request, but stands in every answer.
pub struct Schemas {
    read: SchemaGenerator,
    sent: SchemaGenerator,
}

impl Default for Schemas {
    fn default() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = DEFINITIONS.into();
            })
        };
        Schemas {
            read: settings().for_deserialize().into_generator(),
            sent: settings().for_serialize().into_generator(),
        }
    }
}

impl Schemas {
    /// A type that is sent: a reference to its definition.
    pub fn sent<T: JsonSchema>(&mut self) -> Value {
        sent(self.sent.subschema_for::<T>().to_value())
    }

    /// A type that is sent, whole.
    pub fn sent_whole<T: JsonSchema>(&mut self) -> Value {
        sent(T::json_schema(&mut self.sent).to_value())
    }

    /// A type that is read, whole: requests have the names of their answers, so they have no
    /// definitions of their own.
    pub fn read<T: JsonSchema>(&mut self) -> Value {
        tidy(T::json_schema(&mut self.read).to_value())
    }

    /// The definitions of everything that was asked for so far, by name.
    pub fn definitions(&mut self) -> Map<String, Value> {
        let named = |(name, schema): (String, Value), tidy: fn(Value) -> Value| {
            (short(&name).to_owned(), tidy(schema))
        };
        let [out, read] =
            [&mut self.sent, &mut self.read].map(|all| all.take_definitions(true).into_iter());
        out.map(|one| named(one, sent)).chain(read.map(|one| named(one, tidy))).collect()
    }
}

/// What is sent, tidied: a field that can be left out is left out, and never `null`.
fn sent(mut value: Value) -> Value {
    never_null(&mut value);
    tidy(value)
}

fn never_null(value: &mut Value) {
    if let Value::Object(map) = value {
        let required = map.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let fields = map.get_mut("properties").and_then(Value::as_object_mut);
        for (name, field) in fields.into_iter().flatten() {
            if !required.iter().any(|required| required == name) {
                without_null(field);
            }
        }
        map.values_mut().for_each(never_null);
    } else if let Value::Array(list) = value {
        list.iter_mut().for_each(never_null);
    }
}

fn without_null(field: &mut Value) {
    if let Some(kinds) = field.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            field["type"] = kind.clone();
        }
    }
    if let Some(kinds) = field.get_mut("anyOf").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind["type"] != "null");
    }
}

/// The name of a type in the description: that of what it answers.
fn short(name: &str) -> &str {
    name.strip_suffix("Answer").unwrap_or(name)
}

/// Doc comments as sentences for people who do not read Rust, and types by their short names.
fn tidy(mut value: Value) -> Value {
    tidy_within(&mut value);
    value
}

fn tidy_within(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (name, child) in map {
                match (name.as_str(), &mut *child) {
                    ("$ref", Value::String(path)) => *path = short(path).to_owned(),
                    ("description", Value::String(text)) => *text = plain(text),
                    _ => tidy_within(child),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(tidy_within),
        _ => {}
    }
}

/// A doc comment without the name of its request in front, links and line breaks.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let text = match text.strip_prefix('`').and_then(|rest| rest.split_once("`: ")) {
        Some((name, rest)) if crate::Request::NAMES.contains(&name) => capital(rest),
        _ => text,
    };
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((name, after)) = link.split_once("`]") else { break };
        out += before;
        out += &format!("`{}`", name.rsplit("::").next().unwrap_or(name));
        rest = match after.strip_prefix('(').and_then(|path| path.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    out + rest
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A request with its answer, described.
pub struct Described {
    /// What the field `do` says.
    pub name: &'static str,
    /// Its fields.
    pub request: Value,
    /// What is answered.
    pub answer: Value,
}

impl JsonSchema for Texts {
    fn schema_name() -> Cow<'static, str> {
        "Texts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "A text in every language there is, by the language's code.",
            "properties": { "en": { "type": "string" } },
            "required": ["en"],
            "additionalProperties": { "type": "string" },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Request;

    #[test]
    fn a_name_means_one_thing() {
        let mut schemas = Schemas::default();
        let all = Request::described(&mut schemas);
        assert_eq!(all.len(), Request::NAMES.len());
        let [sent, read] = [&schemas.sent, &schemas.read].map(SchemaGenerator::definitions);
        for (name, schema) in read {
            assert!(sent.get(name).is_none_or(|other| other == schema), "{name}");
        }
        let names: Vec<&str> = sent.keys().map(|name| short(name)).collect();
        let unique: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{names:?}");
    }

    #[test]
    fn what_may_be_left_out_is_never_null() {
        let mut schemas = Schemas::default();
        schemas.sent::<crate::ValueAnswer>();
        let value = schemas.definitions()["Value"].clone();
        assert_eq!(value["required"], serde_json::json!(["kind"]));
        assert_eq!(value["properties"]["turns"]["type"], "integer");
    }

    #[test]
    fn comments_become_sentences() {
        let text =
            "`turns`: the legal\nturns, see [`View`](crate::view::View) and [`crate::Made`].";
        assert_eq!(plain(text), "The legal turns, see `View` and `Made`.");
        assert_eq!(plain("`x0, y0`"), "`x0, y0`");
    }
}
