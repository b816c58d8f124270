//! Records as JSON: the tree as nested objects, each turn with its number and the position after
//! it.

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};

use crate::{NodeId, Record, Tags, Tree, number};

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Record", 8)?;
        out.serialize_field("game", &self.game)?;
        out.serialize_field("rules", &self.rules)?;
        out.serialize_field("start", self.start())?;
        out.serialize_field("tags", &self.tags)?;
        out.serialize_field("result", self.result.text())?;
        out.serialize_field("termination", &self.termination.map(|how| how.text()))?;
        let RecordLine { comment, turns } = self.tree.nested();
        out.serialize_field("comment", comment)?;
        out.serialize_field("turns", &turns)?;
        out.end()
    }
}

/// The game itself, without what the tags say.
impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.nested().serialize(s)
    }
}

/// The turns of a game, or of a variation, one after the other.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RecordLine<'a> {
    /// What is said before the first turn.
    comment: &'a str,
    /// The turns.
    turns: Vec<Turn<'a>>,
}

/// A turn of a record.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RecordTurn"))]
struct Turn<'a> {
    /// Its number as records write it: `1.` for who begins, `1...` for the other player.
    number: String,
    /// The turn.
    turn: &'a str,
    /// Glyphs behind it: `!`, `?`, `!?` and the like.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<&'a str>,
    /// The position after it.
    position: &'a str,
    /// What is said about it.
    comment: &'a str,
    /// What else might have been played instead, and how that would have gone on.
    variations: Vec<RecordLine<'a>>,
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::{RecordLine, Tags, Tree};

    impl JsonSchema for Tree {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            RecordLine::schema_name()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            generator.subschema_for::<RecordLine<'_>>()
        }
    }

    impl JsonSchema for Tags {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            "Tags".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            generator.subschema_for::<BTreeMap<String, String>>()
        }
    }
}

impl Tree {
    fn nested(&self) -> RecordLine<'_> {
        self.nested_from(self.node(Tree::ROOT).comment(), self.next(Tree::ROOT), 0)
    }

    /// The line that begins with this node, which is turn `ply` of the game.
    fn nested_from<'a>(
        &'a self,
        comment: &'a str,
        first: Option<NodeId>,
        ply: usize,
    ) -> RecordLine<'a> {
        let turn = |(id, ply): (NodeId, usize)| {
            let node = self.node(id);
            let variation = |first: &NodeId| {
                let opening = self.node(*first).opening();
                self.nested_from(opening, Some(*first), ply)
            };
            Turn {
                number: number(ply),
                turn: node.turn(),
                glyphs: Some(node.glyph()).filter(|glyph| !glyph.is_empty()).into_iter().collect(),
                position: node.position(),
                comment: node.comment(),
                variations: self.variations(id).iter().map(variation).collect(),
            }
        };
        RecordLine { comment, turns: self.line_from(first).zip(ply..).map(turn).collect() }
    }
}
