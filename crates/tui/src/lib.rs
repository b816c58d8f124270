//! The terminal game, `damier play`: a game between people and computers, and the list of games if
//! none is named. `state` and its neighbours are the game at the table without a terminal;
//! `screen` and its neighbours draw it; `shell` is the terminal; `plain` does without one.

mod acts;
mod app;
mod asks;
mod begin;
mod board;
mod click_regions;
mod computers;
mod cursor;
mod dialog;
mod engine;
mod engine_pool;
mod entry;
mod files;
mod keys;
mod markdown;
mod overlay;
mod panels;
mod picker;
mod plain;
mod screen;
mod shell;
mod state;
#[cfg(test)]
mod tests;
mod theme;
mod words;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use damier_core::{Lang, Message};
use damier_engine::files::ABOUT;
use damier_solve::store::Store;

use app::{App, Screen};
use begin::Beginning;
use board::Appearance;
use theme::Theme;

/// What is to be played.
#[derive(Clone, Debug, Default)]
pub enum Opening {
    /// The list of games is shown.
    #[default]
    Ask,
    /// A game begins.
    Begin {
        /// Its name.
        game: String,
        /// Its options that are not at their default.
        rules: String,
        /// Where it begins, if not at the start.
        position: Option<String>,
        /// Draw lots for who begins.
        lot: bool,
        /// The names of the players, the one who begins first; empty for none.
        names: [String; 2],
    },
    /// The game of a record goes on.
    Load(PathBuf),
}

/// Plays in the terminal until the players leave. `players` are those who begin and follow:
/// computers by their names, or a person.
pub fn play(
    opening: &Opening,
    players: [Option<String>; 2],
    tables: Store,
    lang: Lang,
) -> Result<(), PlayError> {
    let mut app = new_app(lang, tables);
    match opening {
        Opening::Ask => {}
        Opening::Load(path) => {
            let about = || ABOUT.with(path.display().to_string());
            let text = files::load(path).map_err(|why| about().with(why))?;
            let mut table = app::open_record(&text, lang).map_err(|why| about().with(why))?;
            table.file = path.display().to_string();
            let [first, second] = players;
            table.invite(first, second);
            app.admit(&table)?;
            app.seat(table);
        }
        Opening::Begin { game, rules, position, lot, names } => {
            let beginning = Beginning {
                id: game.clone(),
                rules: rules.clone(),
                position: position.clone(),
                lot: *lot,
                seats: players,
            };
            let table = app.begin(&beginning)?;
            table.name(&names[0], &names[1]);
        }
    }
    start(app, lang)
}

/// Why nothing was played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// What was asked for cannot be played.
    #[error("{0}")]
    BadInput(#[from] Message),
    /// The terminal failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether there is somebody at a terminal.
fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether the terminal can do more than print lines: one that is called `dumb`, or nothing at
/// all where terminals have names, cannot.
fn can_move_cursor(term: Option<&str>) -> bool {
    match term {
        None | Some("") => cfg!(windows),
        Some(name) => name != "dumb",
    }
}

fn new_app(lang: Lang, tables: Store) -> App {
    let theme = Theme::detect(|name| std::env::var(name).ok());
    let today = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
    let seed =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    App::new(Appearance { theme, lang }, &today, tables, seed)
}

fn start(mut app: App, lang: Lang) -> Result<(), PlayError> {
    let watched = at_terminal();
    if watched && can_move_cursor(std::env::var("TERM").ok().as_deref()) {
        return Ok(shell::run(&mut app)?);
    }
    match &mut app.screen {
        Screen::Game(table) => {
            let (input, output) = (io::stdin().lock(), io::stdout().lock());
            if !watched {
                app.engines.hurry();
            }
            Ok(plain::run(table, &mut app.engines, lang, input, output)?)
        }
        Screen::Picker(_) => Err(words::NO_TERMINAL.say().into()),
    }
}
