//! Records as JSON: the tree as nested objects, each turn with its number and the position after
//! it.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer};

use super::{Line, Node, Record, Tags, number};

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
        out.serialize_field("start", &self.start)?;
        out.serialize_field("tags", &self.tags)?;
        out.serialize_field("result", self.result.text())?;
        out.serialize_field("termination", &self.termination.map(|how| how.text()))?;
        out.serialize_field("comment", &self.line.comment)?;
        out.serialize_field("turns", &Turns { line: &self.line, ply: 0 })?;
        out.end()
    }
}

impl Record {
    /// The game itself as nested objects, without what the tags say.
    pub fn tree(&self) -> impl Serialize + '_ {
        Variation(Turns { line: &self.line, ply: 0 })
    }
}

/// The turns of a line that begins with turn `ply` of the game.
struct Turns<'a> {
    line: &'a Line,
    ply: usize,
}

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_seq(Some(self.line.turns.len()))?;
        for (i, node) in self.line.turns.iter().enumerate() {
            out.serialize_element(&Numbered { node, ply: self.ply + i })?;
        }
        out.end()
    }
}

struct Numbered<'a> {
    node: &'a Node,
    ply: usize,
}

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Numbered { node, ply } = *self;
        let variations: Vec<Variation<'_>> =
            node.variations.iter().map(|line| Variation(Turns { line, ply })).collect();
        let mut out = s.serialize_struct("Turn", 5)?;
        out.serialize_field("number", &number(ply))?;
        out.serialize_field("turn", &node.turn)?;
        out.serialize_field("position", &node.position)?;
        out.serialize_field("comment", &node.comment)?;
        out.serialize_field("variations", &variations)?;
        out.end()
    }
}

struct Variation<'a>(Turns<'a>);

impl Serialize for Variation<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Variation", 2)?;
        out.serialize_field("comment", &self.0.line.comment)?;
        out.serialize_field("turns", &self.0)?;
        out.end()
    }
}
