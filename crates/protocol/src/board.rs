//! `board` and `text-board`: a position as a picture and in words.

use damier_core::draw::{Look, Theme, svg};
use damier_core::{Cell, Message, Side};
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::fault::Code;
use crate::look::last;
use crate::request::Ask;
use crate::words;

#[derive(Serialize)]
struct Picture {
    svg: String,
}

/// `board`: a picture that stands alone as a file.
pub(crate) fn board(mut ask: Ask) -> Answer {
    let spot = ask.fields.spot()?;
    let last = last(&mut ask.fields, &spot)?;
    let themes = [("light", Theme::Light), ("dark", Theme::Dark)];
    let theme = ask.fields.choice("theme", &themes)?.unwrap_or_default();
    let coordinates = ask.fields.flag("coordinates")?.unwrap_or(true);
    let flipped = ask.fields.flag("flipped")?.unwrap_or(false);
    let mini = ask.fields.flag("mini")?.unwrap_or(false);
    ask.fields.done()?;
    let title = format!("{}, {}", spot.game.name().text(ask.lang), spot.position);
    let scene = spot.game.scene(&spot.position);
    let mut scene = scene.map_err(|message| Code::BadPosition.because(message))?;
    scene.last = last;
    let look = Look { theme, coordinates, flipped, mini, title };
    good(&Picture { svg: svg(&spot.game.view(), &scene, &look) })
}

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
pub(crate) fn text_board(mut ask: Ask) -> Answer {
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
    let mut ranks: Vec<u8> = view.cells.iter().map(|place| place.cell.rank()).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.dedup();
    let row = |rank: u8| {
        let mut cells: Vec<Cell> = view.cells.iter().map(|place| place.cell).collect();
        cells.retain(|cell| cell.rank() == rank);
        cells.sort_unstable();
        Row { name: (rank + 1).to_string(), cells: cells.into_iter().map(named).collect() }
    };
    let rows: Vec<Row> = ranks.into_iter().map(row).collect();
    let line = |row: &Row| {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
        words::ROW.with(row.name.as_str()).with(cells.join(", ")).text(lang)
    };
    let text = rows.iter().map(line).collect::<Vec<_>>().join("\n");
    good(&Text { text, rows })
}
