//! The board on the screen: core's text board with the cursor on it, and where its cells are for
//! the mouse.

use damier_core::entry::Click;
use damier_core::view::Scene;
use damier_core::{Cell, Lang};
use damier_draw::{self as draw, Colour, Role, Sight, TextBoard};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::click_regions::{ClickRegions, Hit};
use super::state::GameTable;
use super::theme::Theme;

/// What everything that draws needs.
#[derive(Clone, Copy)]
pub(super) struct Appearance {
    /// The colours.
    pub(super) theme: Theme,
    /// The language.
    pub(super) lang: Lang,
}

/// The board of characters as the table shows it. Hands have their own place on the screen.
pub(super) fn text_board(table: &GameTable, scene: &Scene, theme: Theme, large: bool) -> TextBoard {
    let sight = Sight { flipped: table.flipped, large };
    let scene = Scene { hand: [0, 0], ..scene.clone() };
    let letters = table.game.letters();
    TextBoard::seen(&table.view, &scene, theme.paint(), letters, sight)
}

/// Columns and rows of a board.
pub(super) fn size(board: &TextBoard) -> (u16, u16) {
    let width = |row: &Vec<_>| row.iter().map(width_of).sum::<usize>();
    let wide = board.rows.iter().map(width).max().unwrap_or(0);
    (wide as u16, board.rows.len() as u16)
}

fn width_of(span: &draw::Span) -> usize {
    span.text.chars().count()
}

/// Draws the board in the middle of an area that is large enough.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    table: &GameTable,
    board: &TextBoard,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let (wide, high) = size(board);
    let left = area.x + area.width.saturating_sub(wide) / 2;
    let top = area.y + area.height.saturating_sub(high) / 2;
    for (y, row) in (top..area.bottom()).zip(&board.rows) {
        let mut x = left;
        for span in row {
            buffer.set_span(
                x,
                y,
                &Span::styled(&span.text, look.theme.span(span.style)),
                area.right() - x,
            );
            x += width_of(span) as u16;
        }
    }
    let playing = table.shown.is_none() && table.play.ending().is_none();
    for &(cell, (x, y)) in &board.places {
        let (x, y) = (left + x, top + y);
        let (wide, high) = board.reach;
        let place = Rect::new(x - wide, y - high, 2 * wide + 1, 2 * high + 1);
        regions.add(place, Hit::Cell(cell));
        if playing && movable(table, cell) {
            buffer
                .set_style(Rect::new(x, y, 1, 1), Style::new().add_modifier(Modifier::UNDERLINED));
        }
        if playing && cell == table.cursor && !table.entry.in_list() {
            frame(buffer, area, (left, top), (x, y), board, look.theme);
        }
    }
}

/// Whether this cell can be clicked next.
fn movable(table: &GameTable, cell: Cell) -> bool {
    let offers = table.entry.next().iter();
    offers.clone().any(|offer| offer.click == Click::Cell(cell) && offer.effects.is_empty())
}

/// A heavy frame round a cell; its ground stays visible.
fn frame(
    buffer: &mut Buffer,
    area: Rect,
    (left, top): (u16, u16),
    (x, y): (u16, u16),
    board: &TextBoard,
    theme: Theme,
) {
    let (wide, high) = (board.reach.0 + 1, board.reach.1 + 1);
    let (lines, columns) = ([y.wrapping_sub(high), y + high], [x - wide, x + wide]);
    let corners = [["┏", "┓"], ["┗", "┛"]];
    let style = theme.cursor(ground(board, (x - left, y - top)));
    let mut put = |x: u16, y: u16, symbol: &str| {
        if area.contains((x, y).into()) {
            buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    };
    for (line, corners) in lines.into_iter().zip(corners) {
        (x - wide + 1..x + wide).for_each(|x| put(x, line, "━"));
        columns.into_iter().zip(corners).for_each(|(x, corner)| put(x, line, corner));
    }
    for y in y - high + 1..y + high {
        columns.into_iter().for_each(|x| put(x, y, "┃"));
    }
    if theme == Theme::Plain {
        // Without colours the frame is lost among the lines of some boards.
        buffer[(x, y)].modifier.insert(Modifier::REVERSED);
    }
}

/// The colour of the board itself at a place, whatever stands there.
fn ground(board: &TextBoard, (x, y): (u16, u16)) -> Option<Colour> {
    let mut end = 0;
    let here = |span: &&draw::Span| {
        end += width_of(span);
        usize::from(x) < end
    };
    let span = board.rows.get(usize::from(y))?.iter().find(here)?;
    draw::Style { role: Role::Line, ..span.style }.ground()
}
