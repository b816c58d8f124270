//! What is written down from the types, so that nobody writes it by hand: `web/messages.d.ts`, the
//! types of the pages, and the tables of `docs/protocol.md`. The tests compare; with
//! `DAMIER_BLESS=1` they write.

use std::path::Path;

use damier_core::Lang;
use damier_protocol::Request;
use damier_protocol::schema::{Described, Schemas};
use serde_json::Value;

use super::description;
use super::typescript::{comment, declaration, expression, key};

const BLESS: &str = "DAMIER_BLESS=1 cargo test -p damier-server --lib written";

/// Compares a file of the repository with what it should be.
fn settle(path: &str, wanted: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("DAMIER_BLESS").is_some() {
        std::fs::write(&file, wanted).unwrap();
    }
    let is = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(is == wanted, "{path} is out of date: {BLESS}");
}

fn requests() -> Vec<Described> {
    Request::described(&mut Schemas::default())
}

#[test]
fn the_types_of_the_pages_are_up_to_date() {
    let mut out = format!(
        "// What can be asked of Damier, what it answers, and what is said in live games. Made from\n\
         // the types in crates/protocol and crates/server: {BLESS}\n"
    );
    let described = description(Lang::En);
    for (name, schema) in described["components"]["schemas"].as_object().unwrap() {
        out += "\n";
        out += &declaration(name, schema);
    }
    out += "\n/** For each request its fields and its answer. */\nexport type Requests = {\n";
    for Described { name, request, answer } in requests() {
        out += &comment(&request, 1);
        let (asked, answered) = (expression(&request, 1), expression(&answer, 1));
        out += &format!("  {}: [{asked}, {answered}];\n", key(name));
    }
    out += "};\n";
    settle("web/messages.d.ts", &out);
}

#[test]
fn the_tables_of_the_documentation_are_up_to_date() {
    let path = "docs/protocol.md";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let mut page = std::fs::read_to_string(file).unwrap();
    for (name, table) in [("requests", request_table()), ("codes", code_table())] {
        let (begin, end) = (format!("<!-- {name}: {BLESS} -->\n"), "<!-- end -->\n");
        let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
        let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("no {end}"));
        page = format!("{before}{begin}{table}{end}{after}");
    }
    settle(path, &page);
}

/// Every request with its fields; those in brackets may be left out.
fn request_table() -> String {
    let mut out = "| request | fields | answer | |\n|---|---|---|---|\n".to_owned();
    for Described { name, request, answer } in requests() {
        let required = request["required"].as_array().cloned().unwrap_or_default();
        let field = |name: &String| match required.iter().any(|field| field == name) {
            true => format!("`{name}`"),
            false => format!("[`{name}`]"),
        };
        let all = request["properties"].as_object().cloned().unwrap_or_default();
        let (first, rest): (Vec<_>, Vec<_>) =
            all.keys().partition(|name| required.iter().any(|field| field == *name));
        let fields: Vec<String> = first.into_iter().chain(rest).map(field).collect();
        let about = request["description"].as_str().unwrap_or_default();
        let answer = expression(&answer, 0);
        out += &format!("| `{name}` | {} | `{answer}` | {about} |\n", fields.join(", "));
    }
    out
}

fn code_table() -> String {
    let described = description(Lang::En);
    let codes = &described["components"]["schemas"]["ErrorCode"]["oneOf"];
    let row = |code: &Value| {
        let text = |name: &str| code[name].as_str().unwrap_or_default().to_owned();
        format!("| `{}` | {} |\n", text("const"), text("description"))
    };
    let rows: String = codes.as_array().unwrap().iter().map(row).collect();
    format!("| code | |\n|---|---|\n{rows}")
}
