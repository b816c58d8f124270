//! `damier board`: draws a position, in characters or as a picture.

use std::io::{self, IsTerminal};

use anyhow::anyhow;
use clap::ValueEnum;
use damier_core::Lang;
use damier_draw::{Paint, PictureOptions, Sight, TextBoard, Theme, svg};
use damier_protocol::Look;

use crate::common::{ABOUT, GameArgs, PositionArgs, ask, bad_about, print, print_json, trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// Write a picture to this file (`-`: to standard output) instead of characters
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// The picture is for a dark page
    #[arg(long, requires = "svg")]
    dark: bool,

    /// Print JSON: all that there is to see, for programs that draw it themselves
    #[arg(long, conflicts_with_all = ["svg", "flip"])]
    json: bool,

    /// Show the board from the other side
    #[arg(long)]
    flip: bool,

    /// The picture does not name files and ranks
    #[arg(long, requires = "svg")]
    no_coordinates: bool,

    /// Whether to use colours: `auto` means on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colours {
    Auto,
    Always,
    Never,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let game = args.game.open(lang)?;
    let position = args.position.read(&*game, lang)?;
    if args.json {
        let (game, rules) = args.game.given();
        return print_json(&ask(Look { game, rules, position: Some(position), last: None }, lang)?);
    }
    let scene = game.scene(&position).map_err(|message| bad_about(&position, &message, lang))?;
    let Some(file) = &args.svg else {
        let (view, paint) = (game.view(), paint(args.color));
        let sight = Sight { flipped: args.flip, ..Sight::default() };
        let board = TextBoard::seen(&view, &scene, paint, game.letters(), sight);
        return print(&board.print(paint));
    };
    let options = PictureOptions {
        theme: if args.dark { Theme::Dark } else { Theme::Light },
        coordinates: !args.no_coordinates,
        flipped: args.flip,
        title: format!("{}, {position}", game.name().text(lang)),
        ..PictureOptions::default()
    };
    let picture = svg(&game.view(), &scene, &options);
    match file.as_str() {
        "-" => print(&picture),
        path => std::fs::write(path, picture)
            .map_err(|error| anyhow!(ABOUT.with(path).with(trouble(&error)).text(lang))),
    }
}

/// How to paint for the terminal there is.
fn paint(asked: Colours) -> Paint {
    let var = |name| std::env::var(name).unwrap_or_default();
    let coloured = match asked {
        Colours::Always => true,
        Colours::Never => false,
        Colours::Auto => {
            io::stdout().is_terminal() && var("NO_COLOR").is_empty() && var("TERM") != "dumb"
        }
    };
    match coloured {
        true if ["truecolor", "24bit"].contains(&var("COLORTERM").as_str()) => Paint::Full,
        true => Paint::Colour,
        false => Paint::Plain,
    }
}
