//! Rules in force because of how a position arose, as a game shows them: which pawns are concerned,
//! what it means in words, and the picture. Front ends draw what they are given and know no rule.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::cell::Cell;
use crate::words::{Message, Phrase};

/// A rule in force and the cells it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// Which rule; one of those the game's [`View`](crate::view::View) lists.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: &'static MarkKind,
    /// The cells it concerns, in the order its words name them.
    pub cells: Vec<Cell>,
}

/// A rule that a game can put in force, with its words and its picture.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkKind {
    /// The name programs use.
    pub kind: &'static str,
    /// What it forbids or demands, in lower case; the gaps are the cells.
    #[serde(skip)]
    pub words: Phrase,
    /// What it means for one of its cells, in two or three words.
    #[serde(skip)]
    pub label: Phrase,
    /// Lines as SVG writes them, 100 to a cell, around the middle of each cell it concerns.
    pub path: &'static str,
    /// If there is one, the mark stands once, between its two cells: with `path` if they are beside
    /// each other, with this if one is above the other.
    pub upright: Option<&'static str>,
    /// The sign on both sides of a cell in the terminal.
    #[serde(skip)]
    pub sign: char,
    /// Whether the mark asks for one of its pawns to be taken off: it gives way to marks that show
    /// which can be, and ends when one is.
    pub removal: bool,
}

impl Mark {
    /// What it forbids or demands, in lower case.
    #[must_use]
    pub fn words(&self) -> Message {
        self.cells.iter().fold(self.kind.words.say(), |message, cell| message.with(*cell))
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Mark", 2)?;
        out.serialize_field("kind", self.kind.kind)?;
        out.serialize_field("cells", &self.cells)?;
        out.end()
    }
}
