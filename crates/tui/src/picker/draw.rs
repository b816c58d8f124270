//! How the list of games is laid out and drawn.

use damier_core::{AnyGame, Lang};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::{GameRow, Picker, value};
use crate::board::Appearance;
use crate::click_regions::{ClickRegions, Hit};
use crate::{markdown, overlay, screen, words};

/// What the rules say about a game at their beginning: whole sentences if they fill half the
/// room, else as much as there is room for.
fn about(game: &dyn AnyGame, lang: Lang, room: usize) -> String {
    let text = markdown::overview(game.rules(lang));
    let mut whole = 0;
    let mut end = 0;
    for sentence in text.split_inclusive(". ") {
        end += sentence.chars().count();
        if end <= room {
            whole = end;
        }
    }
    match whole >= room / 2 {
        true => text.chars().take(whole).collect(),
        false => text.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// Rows beside the list and the options: title, frame of the options, note, keys.
const OTHER_ROWS: u16 = 5;
/// So many rows of the list are shown at least.
const LEAST_ROWS: u16 = 3;

/// How the list of games is laid out in the rows there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows {
    /// Rows of each game.
    pitch: u16,
    /// Rows of the game pointed at.
    chosen: u16,
    /// Rows of all that are shown together.
    room: u16,
}

impl Rows {
    /// So many games in so many rows: with room for a sentence or two about each, or about the one
    /// pointed at only. If even that is too much the list scrolls.
    fn new(games: u16, room: u16) -> Rows {
        let pitch = room / games.max(1);
        match pitch {
            0 | 1 => Rows { pitch: 1, chosen: 2, room },
            _ => Rows { pitch: pitch.min(4), chosen: pitch.min(4), room },
        }
    }

    fn of(&self, game: usize, at: usize) -> u16 {
        if game == at { self.chosen } else { self.pitch }
    }

    /// The games that are shown while one is pointed at, each with its first row.
    fn shown(&self, games: usize, at: usize) -> Vec<(usize, u16)> {
        let needs = |first: usize| (first..=at).map(|game| self.of(game, at)).sum::<u16>();
        let first = (0..at).find(|first| needs(*first) <= self.room).unwrap_or(at);
        let mut row = 0;
        let mut all = Vec::new();
        for game in first..games {
            let rows = self.of(game, at);
            if row + rows > self.room {
                break;
            }
            all.push((game, row));
            row += rows;
        }
        all
    }
}

/// Draws the list.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    picker: &mut Picker,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let area = frame.area();
    let options = picker.entries[picker.at].rows() as u16;
    let games = picker.entries.len() as u16;
    let others = OTHER_ROWS + options;
    let needs = (72, others + LEAST_ROWS.min(games + 1));
    if area.width < needs.0 || area.height < needs.1 {
        return screen::too_small(frame, needs, words::PICKER_NAME, look);
    }
    let rows = Rows::new(games, area.height - others);
    let used = (rows.pitch * games).max(rows.pitch * (games - 1) + rows.chosen).min(rows.room);
    let spare = rows.room - used;
    let [title, list, table, _, note, keys] = Layout::vertical([
        Constraint::Length(1 + u16::from(spare > 1)),
        Constraint::Length(used),
        Constraint::Length(options + 2),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let name = Span::styled(" Damier", look.theme.act());
    let which = Span::raw(format!("  {}", words::PICK_TITLE.text(look.lang)));
    frame.render_widget(Line::from(vec![name, which]), title);
    draw_list(frame, list, rows, picker, look, regions);
    draw_options(frame, table, picker, look, regions);
    if let Some(message) = &picker.note {
        let line = Line::styled(format!(" {}", message.text(look.lang)), look.theme.warn());
        frame.render_widget(line, note);
    }
    let line = if picker.rules.is_some() { words::RULES_LINE } else { words::PICKER_LINE };
    screen::draw_keys(frame, keys, line, look);
    let middle = Rect { height: area.height - 1, ..area };
    if let Some(scroll) = &mut picker.rules {
        regions.clear();
        let game = &*picker.entries[picker.at].game;
        overlay::draw_rules(frame, middle, game, scroll, look, regions);
    }
    if let Some(prompt) = &picker.prompt {
        regions.clear();
        overlay::draw_prompt(frame, middle, prompt, look);
    }
}

/// Draws the games that there is room for, and on which side there are more.
fn draw_list(
    frame: &mut Frame<'_>,
    area: Rect,
    rows: Rows,
    picker: &Picker,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let (at, games) = (picker.at, picker.entries.len());
    let shown = rows.shown(games, at);
    for &(i, row) in &shown {
        let high = rows.of(i, at);
        // An empty row between the games, if there is one to spare.
        let place = Rect::new(area.x, area.y + row, area.width, high.min(3)).intersection(area);
        draw_game(frame, place, &*picker.entries[i].game, i == at, look);
        regions.add(place, Hit::Game(i));
    }
    let mut more = |row: u16, mark: &'static str| {
        let place = Rect::new(area.right() - 2, area.y + row, 1, 1).intersection(area);
        frame.render_widget(Line::styled(mark, look.theme.dim()), place);
    };
    if shown.first().is_some_and(|(first, _)| *first > 0) {
        more(0, "▲");
    }
    if shown.last().is_some_and(|(last, _)| last + 1 < games) {
        more(area.height.saturating_sub(1), "▼");
    }
}

fn draw_game(
    frame: &mut Frame<'_>,
    area: Rect,
    game: &dyn AnyGame,
    chosen: bool,
    look: Appearance,
) {
    let name = game.name().text(look.lang);
    let mark = if chosen { " ▶ " } else { "   " };
    let style = if chosen { look.theme.act() } else { look.theme.strong() };
    frame.render_widget(Line::styled(format!("{mark}{name}"), style), area);
    if area.height < 2 {
        return;
    }
    let width = area.width.saturating_sub(5).min(100);
    let place = Rect::new(area.x + 3, area.y + 1, width, area.height.saturating_sub(1));
    // Wrapping leaves some room at the ends of lines.
    let room = usize::from(place.width * place.height) - 8 * usize::from(place.height);
    let text = Line::styled(about(game, look.lang, room), look.theme.dim());
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), place);
}

fn draw_options(
    frame: &mut Frame<'_>,
    area: Rect,
    picker: &Picker,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let entry = &picker.entries[picker.at];
    let title = words::OPTIONS.with(entry.game.name()).text(look.lang);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.theme.dim())
        .title(Span::styled(format!(" {title} "), Style::new()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = rows(entry, look.lang);
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (i, (name, value)) in rows.iter().enumerate() {
        let here = picker.option == Some(i);
        let style = if here { look.theme.chosen() } else { Style::new() };
        let line = Line::from(vec![
            Span::styled(
                format!(" {name:<label$}  "),
                if here { look.theme.act() } else { look.theme.dim() },
            ),
            Span::styled(format!(" ‹ {value} › "), style),
        ]);
        let place = Rect::new(inner.x, inner.y + i as u16, inner.width, 1).intersection(inner);
        frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: false }), place);
        regions.add(place, Hit::Option(i));
    }
}

/// What can be changed and how it stands: the players, then the options.
fn rows(entry: &GameRow, lang: Lang) -> Vec<(String, String)> {
    let player = |seat: usize| match &entry.players[seat] {
        Some(name) => words::computer(name).text(lang),
        None => words::PERSON.text(lang).to_owned(),
    };
    let labels = [words::FIRST_PLAYER, words::SECOND_PLAYER];
    let seats = labels.iter().zip(entry.seats);
    let specs = entry.game.option_specs().iter().zip(&entry.chosen);
    let seats = seats.map(|(label, seat)| (label.text(lang).to_owned(), player(seat)));
    let options = specs.map(|(spec, chosen)| {
        (spec.label.text(lang).to_owned(), value(spec, *chosen).text(lang).to_owned())
    });
    seats.chain(options).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    /// A list of more games than there are.
    fn crowd(games: usize) -> Picker {
        let mut picker = Picker::new();
        while picker.entries.len() < games {
            picker.entries.extend(Picker::new().entries);
        }
        picker.entries.truncate(games);
        picker
    }

    fn sees(picker: &mut Picker, columns: u16, rows: u16) -> (String, ClickRegions) {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen");
        let look = Appearance { theme: Theme::Plain, lang: Lang::En };
        let mut regions = ClickRegions::default();
        terminal.draw(|frame| draw(frame, picker, look, &mut regions)).expect("a drawing");
        (terminal.backend().to_string(), regions)
    }

    #[test]
    fn any_number_of_games_fits_80_by_24() {
        for games in [1, 2, 5, 6, 7, 9, 20] {
            let mut picker = crowd(games);
            for at in 0..games {
                picker.at = at;
                let (screen, regions) = sees(&mut picker, 80, 24);
                let name = picker.entries[at].game.name().text(Lang::En);
                assert!(screen.contains(&format!("▶ {name}")), "{games}, {at}\n{screen}");
                assert!(regions.place(Hit::Game(at)).is_some(), "it can be clicked");
                let last = picker.entries[at].rows() - 1;
                assert!(regions.place(Hit::Option(last)).is_some(), "so can its options\n{screen}");
                assert!(screen.contains(" q "), "the way out\n{screen}");
            }
        }
        let (screen, regions) = sees(&mut crowd(6), 80, 24);
        assert!((0..6).all(|i| regions.place(Hit::Game(i)).is_some()), "all six at once\n{screen}");
    }

    #[test]
    fn a_list_that_scrolls_says_on_which_side_there_is_more() {
        let mut picker = crowd(20);
        for (at, up, down) in [(0, false, true), (15, true, true), (19, true, false)] {
            picker.at = at;
            let (screen, _) = sees(&mut picker, 80, 24);
            assert_eq!((screen.contains('▲'), screen.contains('▼')), (up, down), "{at}\n{screen}");
        }
    }

    #[test]
    fn every_size_is_drawn_without_fault() {
        for games in [1, 5, 20] {
            for rows in 1..40 {
                let mut picker = crowd(games);
                picker.at = games - 1;
                sees(&mut picker, 80, rows);
                sees(&mut picker, 20, rows);
            }
        }
    }
}
