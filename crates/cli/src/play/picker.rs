//! The list of games: choose one, look at its rules, change its options, start.

use damier_core::options::OptionSpec;
use damier_core::{AnyGame, Lang, Message, Phrase};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::begin::{Beginning, FIRST};
use super::board::Look;
use super::brain;
use super::dialog::{Prompt, Purpose, Typed};
use super::hits::{Hit, Hits};
use super::markdown;
use super::overlay;
use super::screen;
use super::words;

/// What a picker cannot do by itself.
pub(crate) enum Wish {
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
            let levels = (1..=brain::levels(game.id())).map(|n| format!("level-{n}"));
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
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        self.note = None;
        if let Some(prompt) = &mut self.prompt {
            match prompt.key(key) {
                Typed::More => return None,
                Typed::Given => self.prompt = None,
                Typed::Name(path) => return Some(Wish::Load(path)),
            }
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Wish::Leave);
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
            KeyCode::Enter | KeyCode::Char(' ') => return Some(Wish::Begin(self.beginning())),
            KeyCode::Char(c @ '1'..='9') => {
                self.at = (c as usize - '1' as usize).min(self.entries.len() - 1);
                self.option = None;
            }
            KeyCode::Char('r') | KeyCode::F(1) => self.rules = Some(0),
            KeyCode::Char('o') => self.prompt = Some(Prompt::new(Purpose::Load, String::new())),
            KeyCode::Char('l' | 'L') => return Some(Wish::Language),
            KeyCode::Char('q') => return Some(Wish::Leave),
            KeyCode::Esc if self.option.is_some() => self.option = None,
            KeyCode::Esc => return Some(Wish::Leave),
            _ => {}
        }
        None
    }

    fn rules_key(&mut self, key: KeyEvent) -> Option<Wish> {
        let scroll = self.rules.as_mut()?;
        match key.code {
            KeyCode::Up => *scroll = scroll.saturating_sub(1),
            KeyCode::Down => *scroll = scroll.saturating_add(1),
            KeyCode::PageUp => *scroll = scroll.saturating_sub(12),
            KeyCode::PageDown | KeyCode::Char(' ') => *scroll = scroll.saturating_add(12),
            KeyCode::Home => *scroll = 0,
            KeyCode::End => *scroll = u16::MAX,
            KeyCode::Char('l' | 'L') => return Some(Wish::Language),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'r') | KeyCode::F(1) => {
                self.rules = None;
            }
            _ => {}
        }
        None
    }

    /// Follows the mouse: a click on something, or the wheel over it.
    pub(crate) fn mouse(&mut self, hit: Hit, wheel: i32) -> Option<Wish> {
        match (hit, wheel) {
            (Hit::Text, by) => {
                let scroll = self.rules.as_mut()?;
                *scroll = scroll.saturating_add_signed(3 * by as i16);
            }
            (Hit::Game(i), 0) if i == self.at && self.option.is_none() => {
                return Some(Wish::Begin(self.beginning()));
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

/// Draws the list.
pub(super) fn draw(frame: &mut Frame<'_>, picker: &mut Picker, look: Look, hits: &mut Hits) {
    let area = frame.area();
    let entry = &picker.entries[picker.at];
    let options = entry.rows() as u16;
    let games = picker.entries.len() as u16;
    let needs = (72, 2 + games * 2 + options + 2 + 2);
    if area.width < needs.0 || area.height < needs.1 {
        return screen::too_small(frame, needs, words::PICKER_NAME, look);
    }
    let pitch = 2 + ((area.height - needs.1) / games).min(2);
    let [title, list, table, _, note, keys] = Layout::vertical([
        Constraint::Length(1 + u16::from(area.height > needs.1 + games)),
        Constraint::Length(games * pitch),
        Constraint::Length(options + 2),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let name = Span::styled(" Damier", look.theme.act());
    let which = Span::raw(format!("  {}", words::PICK_TITLE.text(look.lang)));
    frame.render_widget(Line::from(vec![name, which]), title);
    for (i, entry) in picker.entries.iter().enumerate() {
        let place = Rect::new(list.x, list.y + i as u16 * pitch, list.width, pitch.min(3));
        draw_game(frame, place, &*entry.game, i == picker.at, look);
        hits.add(place, Hit::Game(i));
    }
    draw_options(frame, table, picker, look, hits);
    if let Some(message) = &picker.note {
        let line = Line::styled(format!(" {}", message.text(look.lang)), look.theme.warn());
        frame.render_widget(line, note);
    }
    let line = if picker.rules.is_some() { words::RULES_LINE } else { words::PICKER_LINE };
    screen::draw_keys(frame, keys, line, look);
    let middle = Rect { height: area.height - 1, ..area };
    if let Some(scroll) = &mut picker.rules {
        hits.clear();
        let game = &*picker.entries[picker.at].game;
        overlay::draw_rules(frame, middle, game, scroll, look, hits);
    }
    if let Some(prompt) = &picker.prompt {
        hits.clear();
        overlay::draw_prompt(frame, middle, prompt, look);
    }
}

fn draw_game(frame: &mut Frame<'_>, area: Rect, game: &dyn AnyGame, chosen: bool, look: Look) {
    let name = game.name().text(look.lang);
    let mark = if chosen { " ▶ " } else { "   " };
    let style = if chosen { look.theme.act() } else { look.theme.strong() };
    frame.render_widget(Line::styled(format!("{mark}{name}"), style), area);
    let width = area.width.saturating_sub(5).min(100);
    let place = Rect::new(area.x + 3, area.y + 1, width, area.height.saturating_sub(1));
    // Wrapping leaves some room at the ends of lines.
    let room = usize::from(place.width * place.height) - 8 * usize::from(place.height);
    let text = Line::styled(about(game, look.lang, room), look.theme.dim());
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), place);
}

fn draw_options(frame: &mut Frame<'_>, area: Rect, picker: &Picker, look: Look, hits: &mut Hits) {
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
        hits.add(place, Hit::Option(i));
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
