//! Descriptions, as JSON Schema, of what is written as a text of its own form.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::cell::Cell;
use crate::entry::Click;

impl JsonSchema for Cell {
    fn schema_name() -> Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[a-p][1-9]$",
            "description": "A cell, named as in chess: its file, from the left, and its rank, from the bottom.",
        })
    }
}

impl JsonSchema for Click {
    fn schema_name() -> Cow<'static, str> {
        "Click".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Something that can be clicked: a cell, or a button by its name.",
        })
    }
}
