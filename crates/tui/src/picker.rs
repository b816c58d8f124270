//! The list of games: choose one, look at its rules, change its options, start.

mod draw;

use damier_core::lot::FIRST;
use damier_core::options::OptionSpec;
use damier_core::{AnyGame, Message, Phrase};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::begin::Beginning;
use super::click_regions::Hit;
use super::dialog::{Prompt, Purpose, Typed};
use super::words;

pub(super) use draw::draw;

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
struct GameRow {
    game: Box<dyn AnyGame>,
    /// The number of the value of each option; one beyond the last means drawn by lot.
    chosen: Vec<usize>,
    /// Who can play, people first; then the computers by name, weakest first.
    players: Vec<Option<String>>,
    /// The numbers of those who begin and of the others.
    seats: [usize; 2],
}

impl GameRow {
    /// How many lines can be changed: two players and the options.
    fn rows(&self) -> usize {
        self.seats.len() + self.chosen.len()
    }
}

/// The list of games.
pub(crate) struct Picker {
    entries: Vec<GameRow>,
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
            GameRow {
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
