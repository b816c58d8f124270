//! The list of games: choose one, look at its rules, change its options, start.

use damier_core::lot::FIRST;
use damier_core::options::OptionSpec;
use damier_core::{AnyGame, Lang, Message, Phrase};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::begin::Beginning;
use super::board::Look;
use super::click_regions::{ClickRegions, Hit};
use super::dialog::{Prompt, Purpose, Typed};
use super::markdown;
use super::overlay;
use super::screen;
use super::words;

/// What a picker cannot do by itself.
pub(crate) enum PickerCommand {
    /// Begins this game.
    Begin(Beginning),
    /// Reads a record.
    Load(std::path::PathBuf),
    /// Changes the language.
    Language,
    /// Leaves the program.
    Leave,
}

/// A game in the list with the values chosen for its options.
struct Entry {
    game: Box<dyn AnyGame>,
    /// The number of the value of each option; one beyond the last means drawn by lot.
    chosen: Vec<usize>,
    /// Who can play, people first; then the computers by name, weakest first.
    players: Vec<Option<String>>,
    /// The numbers of those who begin and of the others.
    seats: [usize; 2],
}

impl Entry {
    /// How many lines can be changed: two players and the options.
    fn rows(&self) -> usize {
        self.seats.len() + self.chosen.len()
    }
}

/// The list of games.
pub(crate) struct Picker {
    entries: Vec<Entry>,
    /// The game pointed at.
    at: usize,
    /// The option pointed at; none while the games are.
    option: Option<usize>,
    rules: Option<u16>,
    pub(super) prompt: Option<Prompt>,
    pub(super) note: Option<Message>,
}

impl Picker {
    /// All games with their default options.
    pub(crate) fn new() -> Picker {
        let open = |id: &&str| damier_games::open(id, "").ok();
        let entries = damier_games::IDS.iter().filter_map(open).map(|game| {
            let by_lot = game.beginner_by_lot();
            let default = |spec: &OptionSpec| match by_lot && spec.name == FIRST {
                true => spec.values.len(),
                false => 0,
            };
            let chosen = game.option_specs().iter().map(default).collect();
            let levels = (1..=damier_search::any::levels(&*game)).map(|n| format!("level-{n}"));
            let computers = levels.chain(["perfect", "search"].map(String::from)).map(Some);
            Entry {
                chosen,
                players: [None].into_iter().chain(computers).collect(),
                seats: [0, 0],
                game,
            }
        });
        let entries = entries.collect();
        Picker { entries, at: 0, option: None, rules: None, prompt: None, note: None }
    }

    /// Points at this game.
    pub(crate) fn point(&mut self, id: &str) {
        self.at = self.entries.iter().position(|entry| entry.game.id() == id).unwrap_or(0);
    }

    /// Follows a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<PickerCommand> {
        self.note = None;
        if let Some(prompt) = &mut self.prompt {
            match prompt.key(key) {
                Typed::More => return None,
                Typed::Given => self.prompt = None,
                Typed::Name(path) => return Some(PickerCommand::Load(path)),
            }
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(PickerCommand::Leave);
        }
        if self.rules.is_some() {
            return self.rules_key(key);
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Tab | KeyCode::BackTab => {
                self.option = if self.option.is_some() { None } else { Some(0) };
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                return Some(PickerCommand::Begin(self.beginning()));
            }
            KeyCode::Char(c @ '1'..='9') => {
                self.at = (c as usize - '1' as usize).min(self.entries.len() - 1);
                self.option = None;
            }
            KeyCode::Char('r') | KeyCode::F(1) => self.rules = Some(0),
            KeyCode::Char('o') => self.prompt = Some(Prompt::new(Purpose::Load, String::new())),
            KeyCode::Char('l' | 'L') => return Some(PickerCommand::Language),
            KeyCode::Char('q') => return Some(PickerCommand::Leave),
            KeyCode::Esc if self.option.is_some() => self.option = None,
            KeyCode::Esc => return Some(PickerCommand::Leave),
            _ => {}
        }
        None
    }

    fn rules_key(&mut self, key: KeyEvent) -> Option<PickerCommand> {
        let scroll = self.rules.as_mut()?;
        match key.code {
            KeyCode::Up => *scroll = scroll.saturating_sub(1),
            KeyCode::Down => *scroll = scroll.saturating_add(1),
            KeyCode::PageUp => *scroll = scroll.saturating_sub(12),
            KeyCode::PageDown | KeyCode::Char(' ') => *scroll = scroll.saturating_add(12),
            KeyCode::Home => *scroll = 0,
            KeyCode::End => *scroll = u16::MAX,
            KeyCode::Char('l' | 'L') => return Some(PickerCommand::Language),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'r') | KeyCode::F(1) => {
                self.rules = None;
            }
            _ => {}
        }
        None
    }

    /// Follows the mouse: a click on something, or the wheel over it.
    pub(crate) fn mouse(&mut self, hit: Hit, wheel: i32) -> Option<PickerCommand> {
        match (hit, wheel) {
            (Hit::Text, by) => {
                let scroll = self.rules.as_mut()?;
                *scroll = scroll.saturating_add_signed(3 * by as i16);
            }
            (Hit::Game(i), 0) if i == self.at && self.option.is_none() => {
                return Some(PickerCommand::Begin(self.beginning()));
            }
            (Hit::Game(i), 0) => (self.at, self.option) = (i, None),
            (Hit::Option(i), 0) => {
                self.option = Some(i);
                self.change(1);
            }
            _ => {}
        }
        None
    }

    /// Up and down run through the games and, below them, the options of the one chosen.
    fn step(&mut self, by: isize) {
        let options = self.entries[self.at].rows();
        match self.option {
            Some(0) if by < 0 => self.option = None,
            Some(i) => self.option = Some(i.saturating_add_signed(by).min(options - 1)),
            None if by > 0 && self.at + 1 == self.entries.len() => self.option = Some(0),
            None => self.at = self.at.saturating_add_signed(by),
        }
    }

    /// Changes the option pointed at; without one, steps into the options.
    fn change(&mut self, by: isize) {
        let entry = &mut self.entries[self.at];
        let Some(i) = self.option else {
            self.option = Some(0);
            return;
        };
        if let Some(seat) = entry.seats.get_mut(i) {
            let next = (*seat as isize + by).rem_euclid(entry.players.len() as isize);
            *seat = next as usize;
            return;
        }
        let i = i - entry.seats.len();
        let spec = &entry.game.option_specs()[i];
        let values = spec.values.len() + usize::from(spec.name == FIRST);
        let next = (entry.chosen[i] as isize + by).rem_euclid(values as isize);
        entry.chosen[i] = next as usize;
    }

    /// The game as it is chosen now.
    fn beginning(&self) -> Beginning {
        let entry = &self.entries[self.at];
        let mut lot = false;
        let mut rules = Vec::new();
        for (spec, &chosen) in entry.game.option_specs().iter().zip(&entry.chosen) {
            match spec.values.get(chosen) {
                Some((value, _)) => rules.push(format!("{}={value}", spec.name)),
                None => lot = true,
            }
        }
        let id = entry.game.id().to_owned();
        let seats = entry.seats.map(|seat| entry.players[seat].clone());
        Beginning { id, rules: rules.join(","), position: None, lot, seats }
    }
}

/// The name of a value of an option.
fn value(spec: &OptionSpec, chosen: usize) -> Phrase {
    spec.values.get(chosen).map_or(words::BY_LOT, |(_, name)| *name)
}

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
pub(super) fn draw(
    frame: &mut Frame<'_>,
    picker: &mut Picker,
    look: Look,
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
    look: Look,
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

fn draw_game(frame: &mut Frame<'_>, area: Rect, game: &dyn AnyGame, chosen: bool, look: Look) {
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
    look: Look,
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
fn rows(entry: &Entry, lang: Lang) -> Vec<(String, String)> {
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
        let look = Look { theme: Theme::Plain, lang: Lang::En };
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
