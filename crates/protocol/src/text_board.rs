//! `text-board`: a position in words.

use damier_core::{Cell, Lang, Message, Side};
use serde::{Deserialize, Serialize};

use crate::board::GamePosition;
use crate::error::ApiError;
use crate::games::size;
use crate::request::{Context, Handle};
use crate::session::Session;
use crate::words;

/// `text-board`: a position in words, for those who hear it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TextBoard {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// The position; the start if there is none.
    pub position: Option<String>,
}

/// A board in words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextBoardAnswer {
    /// All rows, one per line.
    pub text: String,
    /// The same, row by row from the top.
    pub rows: Vec<Row>,
}

/// A row of the board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The number of the rank.
    name: String,
    /// Its cells, from the left.
    cells: Vec<NamedCell>,
}

/// A cell with what stands there.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedCell {
    /// Which cell.
    cell: Cell,
    /// Whose pawn stands there, if any does.
    side: Option<Side>,
    /// Both in words.
    words: String,
}

impl Handle for TextBoard {
    type Answer = TextBoardAnswer;

    fn handle(self, _: &mut Session, context: &Context<'_>) -> Result<TextBoardAnswer, ApiError> {
        let at = GamePosition::new(&self.game, &self.rules, self.position.as_deref())?;
        Ok(described(&at, context.lang))
    }
}

fn described(at: &GamePosition, lang: Lang) -> TextBoardAnswer {
    let (view, scene) = (at.game.view(), at.position.scene());
    let named = |cell: Cell| {
        let side = scene.pieces.iter().find(|(at, _)| *at == cell).map(|(_, side)| *side);
        let stands = side.map_or(words::EMPTY, |side| at.game.sides()[side.index()]);
        let words: Message = words::CELL.with(cell).with(stands);
        NamedCell { cell, side, words: words.text(lang) }
    };
    let on_board = |cell: &Cell| view.cells.iter().any(|place| place.cell == *cell);
    let [files, ranks] = size(&view);
    let row = |rank: u8| {
        let cells = (0..files).map(|file| Cell::new(file, rank)).filter(on_board);
        Row { name: (rank + 1).to_string(), cells: cells.map(named).collect() }
    };
    let rows: Vec<Row> = (0..ranks).rev().map(row).collect();
    let line = |row: &Row| {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
        words::ROW.with(row.name.as_str()).with(damier_core::List::plain(cells)).text(lang)
    };
    let text = rows.iter().map(line).collect::<Vec<_>>().join("\n");
    TextBoardAnswer { text, rows }
}
