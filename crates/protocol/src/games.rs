//! `games` and `rules`: what there is to play.

use damier_core::options::OptionSpec;
use damier_core::value::Value;
use damier_core::view::{Material, View};
use damier_core::{AnyGame, Phrase, Side};
use serde::Serialize;

use crate::answer::{Answer, Both, good};
use crate::fault::Code;
use crate::request::Ask;
use crate::{think, words};

#[derive(Serialize)]
struct Games {
    games: Vec<Info>,
}

/// A game as the list of games describes it.
#[derive(Serialize)]
struct Info {
    id: &'static str,
    name: Both,
    about: Both,
    known: Known,
    sides: [Player; 2],
    options: Vec<Choosable>,
    buttons: Vec<Named>,
    /// The rules that marks on the board show, in few words for one of their cells.
    marks: Vec<Named>,
    /// Files and ranks.
    size: [u8; 2],
    /// How many pawns each side begins with, light first.
    pawns: [usize; 2],
    start: String,
    /// A position for pictures.
    sample: &'static str,
    view: View,
    /// What people call the rematch that the rules grant after a win, if they do.
    sequel: Option<Both>,
    /// Whether people draw lots for who begins.
    lot: bool,
    /// The opponents, the weakest first.
    levels: Vec<String>,
    /// The keys that positions may carry.
    keys: &'static [&'static str],
}

#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    words: Both,
    /// The value of the start for the player who begins, if it is known.
    value: Option<&'static str>,
}

#[derive(Serialize)]
struct Player {
    side: Side,
    name: Both,
    letter: char,
    material: Material,
}

#[derive(Serialize)]
struct Choosable {
    name: &'static str,
    words: Both,
    values: Vec<Named>,
}

/// Something with a name for programs and words for people.
#[derive(Serialize)]
struct Named {
    name: &'static str,
    words: Both,
}

/// `games`: all of them.
pub(crate) fn games(ask: Ask<'_>) -> Answer {
    ask.fields.done()?;
    let open = |id: &&str| damier_games::open(id, "").ok();
    let games = damier_games::IDS.iter().filter_map(open).map(|game| info(&*game)).collect();
    good(&Games { games })
}

fn info(game: &dyn AnyGame) -> Info {
    let (view, known) = (game.view(), game.known());
    let words = words::known(known);
    let scene = game.scene(&game.start()).unwrap_or_default();
    let player = |side: Side| Player {
        side,
        name: game.sides()[side.index()].into(),
        letter: game.letters()[side.index()],
        material: view.sides[side.index()],
    };
    Info {
        id: game.id(),
        name: game.name().into(),
        about: game.about().into(),
        known: Known { words: words.into(), value: known.map(kind) },
        sides: Side::BOTH.map(player),
        options: game.option_specs().iter().map(option).collect(),
        buttons: game.buttons().iter().map(named).collect(),
        marks: view.marks.iter().map(|mark| named(&(mark.kind, mark.label))).collect(),
        size: size(&view),
        pawns: Side::BOTH.map(|side| scene.pawns(side)),
        start: game.start(),
        sample: game.sample(),
        sequel: game.sequel_name().map(Phrase::into),
        lot: game.beginner_by_lot(),
        levels: think::players(game),
        keys: game.keys(),
        view,
    }
}

fn named((name, words): &(&'static str, Phrase)) -> Named {
    Named { name, words: (*words).into() }
}

fn option(spec: &OptionSpec) -> Choosable {
    let values = spec.values.iter().map(named).collect();
    Choosable { name: spec.name, words: spec.label.into(), values }
}

fn kind(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Loss(_) => "loss",
        Value::Draw => "draw",
    }
}

/// Files and ranks of a board.
pub(crate) fn size(view: &View) -> [u8; 2] {
    let cells = || view.cells.iter().map(|place| place.cell);
    let count = |last: Option<u8>| last.map_or(0, |last| last + 1);
    [count(cells().map(|cell| cell.file()).max()), count(cells().map(|cell| cell.rank()).max())]
}

#[derive(Serialize)]
struct Rules {
    markdown: &'static str,
}

/// `rules`: the rules as people read them.
pub(crate) fn rules(mut ask: Ask<'_>) -> Answer {
    let game = ask.fields.game()?;
    ask.fields.done()?;
    match game.rules(ask.lang) {
        "" => Err(Code::BadRequest.because(words::NO_TEXTS.say())),
        markdown => good(&Rules { markdown }),
    }
}
