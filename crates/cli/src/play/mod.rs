//! `damier play`: a game at the terminal between people and computers, and the list of games if
//! none is named. [`state`] and its neighbours are the game at the table without a terminal;
//! [`screen`] and its neighbours draw it; [`shell`] is the terminal; [`plain`] does without one.

mod acts;
mod app;
mod asks;
mod begin;
mod board;
mod brain;
mod company;
mod computers;
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
use crate::store::StoreArgs;
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

    /// Who begins: person, level-N, perfect, search (search:nodes=N, time=S or depth=N), or
    /// ugi:COMMAND for another program
    #[arg(long, value_name = "PLAYER", default_value = "person", hide_default_value = true)]
    first: String,

    /// The other player
    #[arg(long, value_name = "PLAYER", default_value = "person", hide_default_value = true)]
    second: String,

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

    #[command(flatten)]
    store: StoreArgs,
}

/// Plays a game.
pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    let mut app = new_app(lang, &args.store)?;
    let computer = |name: &String| Some(name.clone()).filter(|name| name != "person");
    let seats = [computer(&args.first), computer(&args.second)];
    if let Some(path) = &args.load {
        let about = || ABOUT.with(path.display().to_string());
        let text = files::load(path).map_err(|why| bad(&about().with(why), lang))?;
        let mut table =
            app::open_record(&text, lang).map_err(|why| bad(&about().with(why), lang))?;
        table.file = path.display().to_string();
        let [first, second] = seats;
        table.invite(first, second);
        app.admit(&table).map_err(|message| bad(&message, lang))?;
        app.seat(table);
    } else if let Some(id) = &args.game {
        let beginning = Beginning {
            id: id.clone(),
            rules: args.rules.clone(),
            position: args.position.given(),
            lot: args.lot,
            seats,
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

/// Whether the terminal can do more than print lines: one that is called `dumb`, or nothing at
/// all where terminals have names, cannot.
fn can_move_cursor(term: Option<&str>) -> bool {
    match term {
        None | Some("") => cfg!(windows),
        Some(name) => name != "dumb",
    }
}

fn new_app(lang: Lang, store: &StoreArgs) -> anyhow::Result<App> {
    let theme = Theme::detect(|name| std::env::var(name).ok());
    let today = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
    let seed =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    Ok(App::new(Look { theme, lang }, &today, store.store(lang)?, seed))
}

fn start(mut app: App, lang: Lang) -> anyhow::Result<()> {
    let watched = at_terminal();
    if watched && can_move_cursor(std::env::var("TERM").ok().as_deref()) {
        return shell::run(&mut app);
    }
    match &mut app.screen {
        Screen::Table(table) => {
            let (input, output) = (io::stdin().lock(), io::stdout().lock());
            if !watched {
                app.company.hurry();
            }
            Ok(plain::run(table, &mut app.company, lang, input, output)?)
        }
        Screen::Picker(_) => Err(bad(&words::NO_TERMINAL.say(), lang)),
    }
}
