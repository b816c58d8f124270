//! `damier play`: a game for two people at one terminal, and the list of games if none is named.
//! [`state`] and its neighbours are the game at the table without a terminal;
//! [`screen`] and its neighbours draw it; [`shell`] is the terminal; [`plain`] does without one.

mod acts;
mod app;
mod asks;
mod begin;
mod board;
mod cursor;
mod dialog;
mod entry;
mod files;
mod hits;
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

use damier_core::Lang;

use crate::common::{ABOUT, GameName, PositionArgs, bad};
use app::{App, Screen};
use begin::Beginning;
use board::Look;
use theme::Theme;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; if left out, the list of games is shown
    #[arg(value_parser = GameName)]
    game: Option<String>,

    #[command(flatten)]
    position: PositionArgs,

    /// Rule options that are not at their default, as in `name=value,name=value`
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    rules: String,

    /// Draw lots for who begins; some games do so unless `--rules first=…` says who
    #[arg(long)]
    lot: bool,

    /// The name of the player who begins
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    first_name: String,

    /// The name of the other player
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    second_name: String,

    /// Go on with the game of this record
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "rules", "lot", "first_name", "second_name"])]
    load: Option<PathBuf>,
}

/// Plays a game.
pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let mut app = new_app(lang);
    if let Some(path) = &args.load {
        let about = || ABOUT.with(path.display().to_string());
        let text = files::load(path).map_err(|why| bad(&about().with(why), lang))?;
        let mut table =
            app::open_record(&text, lang).map_err(|why| bad(&about().with(why), lang))?;
        table.file = path.display().to_string();
        app.seat(table);
    } else if let Some(id) = &args.game {
        let beginning = Beginning {
            id: id.clone(),
            rules: args.rules.clone(),
            position: args.position.given(),
            lot: args.lot,
        };
        let table = app.begin(&beginning).map_err(|message| bad(&message, lang))?;
        table.name(&args.first_name, &args.second_name);
    }
    start(app, lang)
}

/// Whether there is somebody at a terminal.
fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn new_app(lang: Lang) -> App {
    let theme = Theme::detect(|name| std::env::var(name).ok());
    let today = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
    let seed =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    App::new(Look { theme, lang }, &today, seed)
}

fn start(mut app: App, lang: Lang) -> anyhow::Result<()> {
    if at_terminal() {
        return shell::run(&mut app);
    }
    match &mut app.screen {
        Screen::Table(table) => {
            Ok(plain::run(table, lang, io::stdin().lock(), io::stdout().lock())?)
        }
        Screen::Picker(_) => Err(bad(&words::NO_TERMINAL.say(), lang)),
    }
}
