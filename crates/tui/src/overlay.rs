//! What lies over the game: the rules, the list of keys, questions, a file name to type.

use damier_core::{AnyGame, Phrase};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::board::Appearance;
use super::click_regions::{ClickRegions, Hit};
use super::dialog::{Dialog, Overlay, Prompt, Purpose};
use super::markdown;
use super::state::GameTable;
use super::words;

/// Draws what lies over the table, if anything does.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &mut GameTable,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let Some(overlay) = &mut table.overlay else { return };
    regions.clear();
    match overlay {
        Overlay::Rules(scroll) => draw_rules(frame, area, &*table.game, scroll, look, regions),
        Overlay::Keys => draw_key_list(frame, area, look),
        Overlay::Dialog(dialog) => draw_dialog(frame, area, dialog, look, regions),
        Overlay::Prompt(prompt) => draw_prompt(frame, area, prompt, look),
    }
}

/// An empty box, as large as asked but not larger than the area, in its middle.
fn window(
    frame: &mut Frame<'_>,
    area: Rect,
    size: (u16, u16),
    title: &str,
    look: Appearance,
) -> Rect {
    let (wide, high) = (size.0.min(area.width), size.1.min(area.height));
    let x = area.x + (area.width - wide) / 2;
    let y = area.y + (area.height - high) / 2;
    let place = Rect::new(x, y, wide, high);
    let title = Span::styled(format!(" {title} "), look.theme.strong());
    let block = Block::bordered().border_type(BorderType::Rounded).title(title);
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// The rules of a game; the scroll is held at the end of the text.
pub(super) fn draw_rules(
    frame: &mut Frame<'_>,
    area: Rect,
    game: &dyn AnyGame,
    scroll: &mut u16,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let title = format!("{} – {}", game.name().text(look.lang), words::RULES.text(look.lang));
    frame.render_widget(Clear, area);
    let inner = window(frame, area, (88, area.height), &title, look);
    regions.add(inner, Hit::Text);
    let lines = markdown::rules(game, inner.width.into(), look);
    let most = (lines.len() as u16).saturating_sub(inner.height);
    *scroll = (*scroll).min(most);
    let from = usize::from(*scroll);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(from).take(inner.height.into()).collect();
    frame.render_widget(Paragraph::new(shown), inner);
    let share = if most == 0 { 100 } else { u32::from(*scroll) * 100 / u32::from(most) };
    let place = Rect::new(inner.right().saturating_sub(6), inner.bottom(), 6, 1);
    frame.render_widget(Span::styled(format!("{share:>4}% "), look.theme.dim()), place);
}

fn draw_key_list(frame: &mut Frame<'_>, area: Rect, look: Appearance) {
    let rows = words::KEY_LIST.len() as u16;
    let inner = window(frame, area, (62, rows + 2), words::KEYS.text(look.lang), look);
    let lines = words::KEY_LIST.iter().map(|(key, does)| {
        Line::from(vec![
            Span::styled(format!("{:<16}", key.text(look.lang)), look.theme.key()),
            Span::raw(does.text(look.lang)),
        ])
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
}

fn draw_dialog(
    frame: &mut Frame<'_>,
    area: Rect,
    dialog: &Dialog,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let names: Vec<String> =
        dialog.choices.iter().map(|(name, _)| format!(" {} ", name.text(look.lang))).collect();
    let title = dialog.title.text(look.lang);
    let text = dialog.text.as_ref().map(|text| text.text(look.lang)).unwrap_or_default();
    let buttons: usize = names.iter().map(|name| name.chars().count() + 4).sum();
    let wide = buttons.max(title.chars().count() + 4).max(text.chars().count()).max(36) + 6;
    let inner = window(frame, area, (wide as u16, 7), &title, look);
    let top = Rect { y: inner.y + 1, height: 1, ..inner };
    frame.render_widget(Line::raw(text), top);
    let mut x = inner.x;
    let y = inner.y + 3;
    for (i, name) in names.into_iter().enumerate() {
        let style = if i == dialog.at { look.theme.chosen() } else { look.theme.strong() };
        let label = format!("{} ", i + 1);
        let width = (label.chars().count() + name.chars().count()) as u16;
        let place = Rect::new(x, y, width, 1).intersection(inner);
        let line =
            Line::from(vec![Span::styled(label, look.theme.dim()), Span::styled(name, style)]);
        frame.render_widget(line, place);
        regions.add(place, Hit::Answer(i + 1));
        x += width + 2;
    }
}

/// A file name being typed.
pub(super) fn draw_prompt(frame: &mut Frame<'_>, area: Rect, prompt: &Prompt, look: Appearance) {
    let title: Phrase = match prompt.purpose {
        Purpose::Save => words::SAVE_AS,
        Purpose::Load => words::OPEN_FILE,
    };
    let inner = window(frame, area, (70, 7), title.text(look.lang), look);
    // The end of a long name is what is being typed.
    let room = usize::from(inner.width).saturating_sub(2);
    let skip = prompt.text.chars().count().saturating_sub(room);
    let shown: String = prompt.text.chars().skip(skip).collect();
    let line = Line::from(vec![Span::raw(shown), Span::styled("▏", look.theme.act())]);
    frame.render_widget(line, Rect { y: inner.y + 1, height: 1, ..inner });
    if let Some(trouble) = &prompt.trouble {
        let text = Paragraph::new(Line::styled(trouble.text(look.lang), look.theme.warn()));
        let place = Rect { y: inner.y + 3, height: inner.height.saturating_sub(3), ..inner };
        frame.render_widget(text.wrap(Wrap { trim: true }), place);
    }
}
