//! The players and the two lists beside the board: turns played and turns possible.

use damier_core::Side;
use damier_core::view::Scene;
use damier_draw::{Role, Style as BoardStyle};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};

use super::board::Appearance;
use super::click_regions::{ClickRegions, Hit};
use super::state::GameTable;
use super::words;

/// Both lists: side by side if there is room, else one above the other.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &mut GameTable,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let halves = [Constraint::Fill(1), Constraint::Fill(1)];
    let [past, legal] = match area.width >= 60 {
        true => Layout::horizontal(halves).areas(area),
        false => Layout::vertical(halves).areas(area),
    };
    draw_past(frame, past, table, look, regions);
    draw_legal(frame, legal, table, look, regions);
}

/// A player: pawn, name, what is in hand and taken, and a sign if it is their turn.
pub(super) fn player(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &GameTable,
    side: Side,
    scene: &Scene,
    taken: [usize; 2],
    look: Appearance,
) {
    let i = side.index();
    let letter = if look.theme.paint() == damier_draw::Paint::Plain {
        table.game.letters()[i]
    } else {
        ['○', '●'][i]
    };
    let pawn = BoardStyle { role: Role::Pawn(table.view.sides[i]), tone: None };
    let active = table.play.ending().is_none() && table.play.to_move() == side;
    let mut spans = vec![
        Span::styled(if active { " ▶ " } else { "   " }, look.theme.act()),
        Span::styled(format!(" {letter} "), look.theme.span(pawn)),
        Span::styled(
            format!(" {}", table.player(side).text(look.lang)),
            if active { look.theme.strong() } else { Style::new() },
        ),
    ];
    let mut more = |message: damier_core::Message| {
        spans.push(Span::styled(format!("  {}", message.text(look.lang)), look.theme.dim()));
    };
    let start = table.game.scene(&table.play.start()).unwrap_or_default();
    if start.hand != [0, 0] && scene.hand != [0, 0] {
        more(words::HAND.with(scene.hand[i]));
    }
    let took = taken[side.other().index()];
    if took > 0 {
        more(words::TOOK.with(took));
    }
    frame.render_widget(Line::from(spans), area);
}

fn block<'a>(title: String, look: Appearance) -> Block<'a> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.theme.dim())
        .title(Span::styled(format!(" {title} "), Style::new()))
}

/// A text cut to so many columns.
fn cut(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// The first row to show so that `at` is visible, with some rows around it.
fn scrolled(at: usize, rows: usize, height: usize) -> usize {
    at.saturating_sub(height / 2).min(rows.saturating_sub(height))
}

/// The turns played: number, first player, second player.
fn draw_past(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &GameTable,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let block = block(words::TURNS.text(look.lang).to_owned(), look);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    regions.add(area, Hit::PastList);
    let line = table.play.line();
    if line.is_empty() {
        let none = words::NO_TURNS.text(look.lang);
        frame.render_widget(Line::styled(format!(" {none}"), look.theme.dim()), inner);
        return;
    }
    let now = table.shown.unwrap_or(line.len());
    let number = line.len().div_ceil(2).to_string().len();
    let column = usize::from(inner.width).saturating_sub(number + 3) / 2;
    let rows = line.len().div_ceil(2);
    let first = scrolled(now.saturating_sub(1) / 2, rows, inner.height.into());
    for (y, row) in (inner.y..inner.bottom()).zip(first..rows) {
        let place = Rect::new(inner.x, y, inner.width, 1);
        let label = format!(" {:>number$}.", row + 1);
        frame.render_widget(Span::styled(label, look.theme.dim()), place);
        for (k, turn) in line.iter().enumerate().skip(row * 2).take(2) {
            let x = inner.x + (number + 2 + (k % 2) * column) as u16;
            let place = Rect::new(x, y, column as u16, 1).intersection(inner);
            let text = format!(" {} ", cut(turn, column.saturating_sub(2)));
            let style = if k + 1 == now { look.theme.chosen() } else { Style::new() };
            frame.render_widget(Span::styled(text, style), place);
            regions.add(place, Hit::Past(k + 1));
        }
    }
}

/// The turns that what was entered can still become, in columns.
fn draw_legal(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &mut GameTable,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let matches = table.entry.matches();
    let all = table.entry.legal.len();
    let title = match matches.len() == all {
        true => words::LEGAL.with(all),
        false => words::LEGAL_OF.with(matches.len()).with(all),
    };
    let block = block(title.text(look.lang), look);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    regions.add(area, Hit::LegalList);
    let longest = matches.iter().map(|turn| turn.chars().count()).max().unwrap_or(1);
    let width = (longest + 2).min(inner.width.into()).max(1);
    let columns = (usize::from(inner.width) / width).max(1);
    let rows = matches.len().div_ceil(columns);
    let first = scrolled(table.entry.picked.unwrap_or(0) / columns, rows, inner.height.into());
    for (y, row) in (inner.y..inner.bottom()).zip(first..rows) {
        for (i, turn) in matches.iter().enumerate().skip(row * columns).take(columns) {
            let x = inner.x + ((i % columns) * width) as u16;
            let place = Rect::new(x, y, width as u16, 1).intersection(inner);
            let text = format!(" {} ", cut(turn, width - 2));
            let picked = table.entry.picked == Some(i);
            let style = if picked { look.theme.chosen() } else { Style::new() };
            frame.render_widget(Span::styled(text, style), place);
            regions.add(place, Hit::Legal(i));
        }
    }
    more_sign(frame, area, first + usize::from(inner.height) < rows, look);
    table.columns = columns;
}

/// A sign on the lower border that the list goes on.
fn more_sign(frame: &mut Frame<'_>, area: Rect, more: bool, look: Appearance) {
    if more && area.width > 4 {
        let place = Rect::new(area.right() - 4, area.bottom() - 1, 3, 1);
        frame.render_widget(Span::styled(" ⋯ ", look.theme.dim()), place);
    }
}
