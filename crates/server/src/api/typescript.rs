//! JSON Schema as TypeScript, as far as our types need it; what it does not know it refuses, so
//! that no type becomes wider than it is.

use std::fmt::Write as _;

use serde_json::Value;

/// The widest line of a comment.
const WIDTH: usize = 100;

/// A declaration of this type.
pub(super) fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, 0);
    format!("{comment}export type {name} ={};\n", after_equals(&union_of(schema, 0)))
}

/// A type after its `=`: on lines of its own if it has some.
fn after_equals(text: &str) -> String {
    match text.starts_with('\n') {
        true => text.to_owned(),
        false => format!(" {text}"),
    }
}

/// A type by itself. Of several kinds each stands on its own line, with what is said of it.
fn union_of(schema: &Value, depth: usize) -> String {
    let Some(parts) = alternatives(schema) else { return expression(schema, depth) };
    let explained = parts.iter().any(|part| !part["description"].is_null());
    if !explained && schema["properties"].is_null() {
        return expression(schema, depth);
    }
    let mut out = String::new();
    for part in parts {
        let comment = comment(part, depth + 1);
        let indent = "  ".repeat(depth + 1);
        let _ = write!(out, "\n{comment}{indent}| {}", expression(part, depth + 1));
    }
    match schema["properties"].is_null() {
        true => out,
        false => {
            let rest = object(schema, depth);
            format!("{rest} &\n{}({out}\n{})", "  ".repeat(depth), "  ".repeat(depth))
        }
    }
}

/// The kinds of which it is one.
fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())
}

/// A type within another.
pub(super) fn expression(schema: &Value, depth: usize) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        assert!(schema["properties"].is_null(), "fields beside a reference: {schema}");
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if !schema["const"].is_null() {
        return literal(&schema["const"]);
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    if let Some(parts) = alternatives(schema) {
        let parts: Vec<String> = parts.iter().map(|part| expression(part, depth)).collect();
        let one = parts.join(" | ");
        return match schema["properties"].is_null() {
            true => one,
            false => format!("{} & ({one})", object(schema, depth)),
        };
    }
    match &schema["type"] {
        Value::String(kind) => of_kind(kind, schema, depth),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            kinds.map(|kind| of_kind(kind, schema, depth)).collect::<Vec<_>>().join(" | ")
        }
        _ => panic!("no type: {schema}"),
    }
}

fn of_kind(kind: &str, schema: &Value, depth: usize) -> String {
    match kind {
        "null" | "string" | "boolean" => kind.to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" => array(schema, depth),
        "object" => object(schema, depth),
        _ => panic!("{kind}"),
    }
}

fn array(schema: &Value, depth: usize) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| expression(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = expression(&schema["items"], depth);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ if item.contains(" | ") || item.contains(" & ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

/// The fields in the order they are declared in, as far as that is known: those that are always
/// there first.
fn fields(schema: &Value) -> Vec<(&str, bool, &Value)> {
    let Some(all) = schema["properties"].as_object() else { return Vec::new() };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let first = required.iter().map(|name| (*name, true, &all[*name]));
    let rest = all.iter().filter(|(name, _)| !required.contains(&name.as_str()));
    first.chain(rest.map(|(name, field)| (name.as_str(), false, field))).collect()
}

fn object(schema: &Value, depth: usize) -> String {
    let fields = fields(schema);
    let others = &schema["additionalProperties"];
    if fields.is_empty() {
        return match others.is_object() {
            true => format!("Record<string, {}>", expression(others, depth)),
            false => "{}".to_owned(),
        };
    }
    let indent = "  ".repeat(depth + 1);
    let mut out = "{\n".to_owned();
    for (name, always, field) in fields {
        let mark = if always { "" } else { "?" };
        let text = expression(field, depth + 1);
        let _ = writeln!(out, "{}{indent}{}{mark}: {text};", comment(field, depth + 1), key(name));
    }
    if others.is_object() {
        let _ = writeln!(out, "{indent}[name: string]: {};", expression(others, depth + 1));
    }
    out + &"  ".repeat(depth) + "}"
}

/// The name of a field, in quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    match name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        true => name.to_owned(),
        false => format!("'{name}'"),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        Value::Null => "null".to_owned(),
        other => panic!("{other}"),
    }
}

/// What is said of a type or a field, as a comment above it.
pub(super) fn comment(schema: &Value, depth: usize) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    let indent = "  ".repeat(depth);
    let one = format!("{indent}/** {text} */\n");
    if one.chars().count() <= WIDTH {
        return one;
    }
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split(' ') {
        let room = WIDTH - indent.len() - 3;
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line);
    let lines: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
    format!("{indent}/**\n{lines}{indent} */\n")
}

#[test]
fn types_are_written_as_they_are() {
    use serde_json::json;
    let schema = json!({
        "type": "object",
        "description": "A thing.",
        "properties": {
            "pair": { "type": "array", "prefixItems": [{ "$ref": "#/x/Cell" }, { "type": "integer" }] },
            "two": { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 },
            "some": { "type": "array", "items": { "enum": ["a", "b"] }, "description": "Of two." },
            "no-name": { "anyOf": [{ "$ref": "#/x/Cell" }, { "type": "null" }] },
        },
        "required": ["two", "pair"],
        "oneOf": [{ "type": "object", "properties": { "do": { "const": "go" } }, "required": ["do"] }],
    });
    let wanted = "/** A thing. */
export type Thing = {
  two: [number, number];
  pair: [Cell, number];
  'no-name'?: Cell | null;
  /** Of two. */
  some?: ('a' | 'b')[];
} &
(
  | {
    do: 'go';
  }
);
";
    assert_eq!(declaration("Thing", &schema), wanted);
    let map = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    assert_eq!(expression(&map, 0), "Record<string, string>");
    assert!(
        comment(&json!({ "description": "a ".repeat(200).trim() }), 1)
            .lines()
            .all(|l| l.len() <= WIDTH)
    );
}
