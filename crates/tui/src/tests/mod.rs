//! The terminal game without a terminal: keys go in, the state and ratatui's test screen are
//! looked at.

mod computers;
#[cfg(unix)]
mod panics;
mod table;
mod views;
mod whole_games;

use std::time::{Duration, Instant};

use damier_core::Lang;
use damier_solve::store::Store;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, FileWork, Screen};
use super::begin::Beginning;
use super::board::Appearance;
use super::click_regions::Hit;
use super::state::GameTable;
use super::theme::Theme;
use tempfile::TempDir;

/// A program and somebody who uses it.
pub(super) struct User {
    pub(super) app: App,
    /// Files it wanted to read or write.
    pub(super) work: Vec<FileWork>,
    /// The folder of tables, which goes with the user.
    _tables: TempDir,
}

impl User {
    /// At the list of games.
    pub(super) fn new(theme: Theme, lang: Lang) -> User {
        let tables = tempfile::tempdir().expect("a folder");
        let store = Store::new(tables.path().to_owned());
        let mut app = App::new(Appearance { theme, lang }, "2026.11.15", store, 7);
        app.engines.hurry();
        User { app, work: Vec::new(), _tables: tables }
    }

    /// At a game, without colours, in English.
    pub(super) fn playing(id: &str, rules: &str, position: Option<&str>) -> User {
        let mut user = User::new(Theme::Plain, Lang::En);
        let beginning = Beginning {
            id: id.into(),
            rules: rules.into(),
            position: position.map(str::to_owned),
            lot: false,
            seats: [None, None],
        };
        user.app.begin(&beginning).expect("the game begins");
        user
    }

    pub(super) fn table(&self) -> &GameTable {
        match &self.app.screen {
            Screen::Game(table) => table,
            Screen::Picker(_) => panic!("no game on the screen"),
        }
    }

    pub(super) fn key(&mut self, code: KeyCode) {
        self.work.extend(self.app.key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Types characters, one key each.
    pub(super) fn types(&mut self, text: &str) {
        text.chars().for_each(|c| self.key(KeyCode::Char(c)));
    }

    /// Types a turn and plays it.
    pub(super) fn plays(&mut self, turn: &str) {
        self.types(turn);
        self.key(KeyCode::Enter);
    }

    /// Waits for the computers, as long as they have something to do.
    pub(super) fn waits(&mut self) {
        let begun = Instant::now();
        while self.app.busy() {
            self.app.tick();
            std::thread::sleep(Duration::from_millis(1));
            assert!(begun.elapsed() < Duration::from_secs(60), "a computer does not answer");
        }
    }

    /// What the screen shows.
    pub(super) fn sees(&mut self, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen");
        terminal.draw(|frame| self.app.draw(frame)).expect("a drawing");
        terminal.backend().to_string()
    }

    /// Clicks something that was last drawn.
    pub(super) fn clicks(&mut self, hit: Hit) {
        let (column, row) = self.app.regions.place(hit).expect("it is on the screen");
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.work.extend(self.app.mouse(MouseEvent { kind, column, row, modifiers }));
    }

    /// What was last said, in English.
    pub(super) fn heard(&self) -> String {
        self.table().note.as_ref().map(|note| note.text.to_string()).unwrap_or_default()
    }

    /// The position on the board.
    pub(super) fn position(&self) -> String {
        self.table().play.position()
    }
}
