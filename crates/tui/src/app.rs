//! The whole program on the terminal, without the terminal: the list of games or a table, the
//! language, the colours. Keys and mouse come in, files to read and write go out.

use std::path::{Path, PathBuf};

use damier_core::random::Random;
use damier_core::{Lang, Message};
use damier_record::Record;
use damier_solve::store::Store;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};

use super::begin::{self, Beginning};
use super::board::Appearance;
use super::click_regions::{ClickRegions, Hit};
use super::dialog::{Overlay, Purpose};
use super::engine_pool::EnginePool;
use super::keys::Action;
use super::picker::{self, Picker, PickerCommand};
use super::screen;
use super::state::{GameTable, Order};
use super::words;

/// What the screen shows.
pub(crate) enum Screen {
    /// The list of games.
    Picker(Picker),
    /// A game that is played or looked through.
    Game(Box<GameTable>),
}

/// Something to do with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FileWork {
    /// Writes the record.
    Save {
        /// Where to.
        path: PathBuf,
        /// The record.
        text: String,
        /// Whether a file that is there may be replaced.
        overwrite: bool,
    },
    /// Reads a record.
    Load {
        /// Where from.
        path: PathBuf,
    },
}

/// What came of writing a file.
pub(crate) enum Written {
    /// It is there.
    Done,
    /// There is one of this name already.
    Exists,
    /// It failed.
    Failed(Message),
}

/// The whole program but for its terminal.
pub(crate) struct App {
    /// What is shown.
    pub(super) screen: Screen,
    /// How it is shown.
    pub(super) look: Appearance,
    /// What the mouse finds where.
    pub(super) regions: ClickRegions,
    /// Whether the program should end.
    pub(crate) done: bool,
    random: Random,
    /// The computers at the table.
    pub(super) engines: EnginePool,
    /// The date as records write it.
    today: String,
}

impl App {
    /// A program that begins with the list of games. Lots are drawn from the seed.
    pub(crate) fn new(look: Appearance, today: &str, store: Store, seed: u64) -> App {
        App {
            screen: Screen::Picker(Picker::new()),
            look,
            regions: ClickRegions::default(),
            done: false,
            random: Random::new(seed),
            engines: EnginePool::new(store, seed),
            today: today.to_owned(),
        }
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, beginning: &Beginning) -> Result<&mut GameTable, Message> {
        let table = begin::begin(beginning, &mut self.random)?;
        self.admit(&table)?;
        Ok(self.seat(table))
    }

    /// Looks whether the computers of a table can play.
    pub(crate) fn admit(&self, table: &GameTable) -> Result<(), Message> {
        let mut names = table.seats.iter().flatten();
        names.try_for_each(|name| self.engines.check(table.game.id(), &table.game.options(), name))
    }

    /// Lets the computers at the table go on.
    pub(crate) fn tick(&mut self) {
        if let Screen::Game(table) = &mut self.screen {
            self.engines.tick(table);
        }
    }

    /// Whether a computer has something to do.
    pub(crate) fn busy(&self) -> bool {
        matches!(&self.screen, Screen::Game(table) if self.engines.busy(table))
    }

    /// Shows a game.
    pub(crate) fn seat(&mut self, mut table: GameTable) -> &mut GameTable {
        self.engines.dismiss();
        table.today = self.today.clone();
        self.screen = Screen::Game(Box::new(table));
        match &mut self.screen {
            Screen::Game(table) => table,
            Screen::Picker(_) => unreachable!("a table was just put there"),
        }
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.regions.clear();
        match &mut self.screen {
            Screen::Picker(picker) => picker::draw(frame, picker, self.look, &mut self.regions),
            Screen::Game(table) => screen::draw(frame, table, self.look, &mut self.regions),
        }
    }

    /// Follows a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<FileWork> {
        match &mut self.screen {
            Screen::Picker(picker) => {
                let command = picker.key(key)?;
                self.grant(command)
            }
            Screen::Game(table) => {
                let order = table.key(key)?;
                self.obey(order)
            }
        }
    }

    /// Follows the mouse.
    pub(crate) fn mouse(&mut self, event: MouseEvent) -> Option<FileWork> {
        let wheel = match event.kind {
            MouseEventKind::Down(MouseButton::Left) => 0,
            MouseEventKind::ScrollUp => -1,
            MouseEventKind::ScrollDown => 1,
            _ => return None,
        };
        let hit = self.regions.at(event.column, event.row)?;
        match &mut self.screen {
            Screen::Picker(picker) => {
                let command = picker.mouse(hit, wheel)?;
                self.grant(command)
            }
            Screen::Game(table) => {
                let order = table_mouse(table, hit, wheel)?;
                self.obey(order)
            }
        }
    }

    /// Does what the list of games asks for.
    fn grant(&mut self, command: PickerCommand) -> Option<FileWork> {
        match command {
            PickerCommand::Language => self.switch_language(),
            PickerCommand::Leave => self.done = true,
            PickerCommand::Load(path) => return Some(FileWork::Load { path }),
            PickerCommand::Begin(beginning) => {
                if let Err(why) = self.begin(&beginning).map(drop)
                    && let Screen::Picker(picker) = &mut self.screen
                {
                    picker.note = Some(why);
                }
            }
        }
        None
    }

    /// Does what a table asks for.
    fn obey(&mut self, order: Order) -> Option<FileWork> {
        match order {
            Order::Language => self.switch_language(),
            Order::Leave => self.done = true,
            Order::Picker => {
                let mut picker = Picker::new();
                if let Screen::Game(table) = &self.screen {
                    picker.point(table.game.id());
                }
                self.engines.dismiss();
                self.screen = Screen::Picker(picker);
            }
            Order::Load { path } => return Some(FileWork::Load { path }),
            Order::Save { path, overwrite } => {
                let Screen::Game(table) = &self.screen else { return None };
                return Some(FileWork::Save { path, text: table.record().write(), overwrite });
            }
        }
        None
    }

    fn switch_language(&mut self) {
        self.look.lang = self.look.lang.next();
    }

    /// A record was written, or not.
    pub(crate) fn written(&mut self, path: &Path, outcome: Written) {
        let Screen::Game(table) = &mut self.screen else { return };
        let name = path.display().to_string();
        match outcome {
            Written::Done => table.saved(name),
            Written::Exists => table.ask_overwrite(path.to_owned()),
            Written::Failed(why) => {
                let trouble = words::NOT_WRITTEN.with(name.as_str()).with(why);
                table.ask_again(Purpose::Save, name, trouble);
            }
        }
    }

    /// A record was read, or not.
    pub(crate) fn read(&mut self, path: &Path, text: Result<String, Message>) {
        let name = path.display().to_string();
        let lang = self.look.lang;
        let text = text.map_err(|why| why.text(lang));
        match text.and_then(|text| open_record(&text, lang)) {
            Ok(mut table) => {
                table.file = name;
                self.seat(table);
            }
            Err(why) => {
                let trouble = words::NOT_READ.with(name.as_str()).with(why);
                match &mut self.screen {
                    Screen::Game(table) => table.ask_again(Purpose::Load, name, trouble),
                    Screen::Picker(picker) => {
                        if let Some(prompt) = &mut picker.prompt {
                            prompt.trouble = Some(trouble);
                        }
                    }
                }
            }
        }
    }
}

/// What the mouse does at a table.
fn table_mouse(table: &mut GameTable, hit: Hit, wheel: i32) -> Option<Order> {
    let columns = table.columns.max(1) as isize;
    let action = match (hit, wheel) {
        (Hit::Text, by) => {
            if let Some(Overlay::Rules(scroll)) = &mut table.overlay {
                *scroll = scroll.saturating_add_signed(3 * by as i16);
            }
            return None;
        }
        (Hit::Answer(n), 0) => {
            let Some(Overlay::Dialog(dialog)) = &table.overlay else { return None };
            let action = dialog.numbered(n)?;
            return table.perform(action);
        }
        (Hit::Cell(cell), 0) => Action::Click(cell),
        (Hit::Press(n), 0) => Action::Press(n),
        (Hit::Legal(i), 0) => Action::Point(i),
        (Hit::Past(n), 0) => Action::Show(n),
        (Hit::Legal(_) | Hit::LegalList, by) if by != 0 => Action::Pick(columns * by as isize),
        (Hit::Past(_) | Hit::PastList, by) if by != 0 => Action::Step(by as isize),
        _ => return None,
    };
    table.act(action)
}

/// The game that a record tells; the error is already in the language.
pub(super) fn open_record(text: &str, lang: Lang) -> Result<GameTable, String> {
    let open = |id: &str, rules: &str| damier_games::open(id, rules);
    let record = Record::read(text, &open).map_err(|why| why.text(lang))?;
    let (game, play) = record.replay(&open).map_err(|why| why.text(lang))?;
    let tag = |name| record.tags().get(name).unwrap_or_default().to_owned();
    let mut table = GameTable::new(game, play);
    table.name(&tag("First"), &tag("Second"));
    table.tags = record.tags().clone();
    match record.tree().has_notes() {
        true => table.say(words::EXTRAS_DROPPED.say()),
        false => table.say(words::LOADED.with(table.game.name()).with(table.play.line().len())),
    }
    Ok(table)
}
