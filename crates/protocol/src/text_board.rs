//! `text-board`: a position in words.

use damier_core::{Cell, Message, Side};
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::fault::Code;
use crate::games::size;
use crate::request::Ask;
use crate::words;

#[derive(Serialize)]
struct Text {
    /// All rows, one per line.
    text: String,
    rows: Vec<Row>,
}

/// A row of the board, from the top.
#[derive(Serialize)]
struct Row {
    /// The number of the rank.
    name: String,
    cells: Vec<Named>,
}

/// A cell with what stands there.
#[derive(Serialize)]
struct Named {
    cell: Cell,
    side: Option<Side>,
    words: String,
}

/// `text-board`: the board for those who hear it.
pub(crate) fn text_board(mut ask: Ask<'_>) -> Answer {
    let spot = ask.fields.spot()?;
    ask.fields.done()?;
    let (view, lang) = (spot.game.view(), ask.lang);
    let scene = spot.game.scene(&spot.position);
    let scene = scene.map_err(|message| Code::BadPosition.because(message))?;
    let named = |cell: Cell| {
        let side = scene.pieces.iter().find(|(at, _)| *at == cell).map(|(_, side)| *side);
        let stands = side.map_or(words::EMPTY, |side| spot.game.sides()[side.index()]);
        let words: Message = words::CELL.with(cell).with(stands);
        Named { cell, side, words: words.text(lang) }
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
        words::ROW.with(row.name.as_str()).with(cells.join(", ")).text(lang)
    };
    let text = rows.iter().map(line).collect::<Vec<_>>().join("\n");
    good(&Text { text, rows })
}
