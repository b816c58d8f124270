//! `games` and `rules`: what there is to play.

use damier_core::options::OptionSpec;
use damier_core::view::{Material, View};
use damier_core::{AnyGame, Phrase, Side};
use serde::{Deserialize, Serialize};

use crate::board::open_game;
use crate::ending::{Texts, ValueKind};
use crate::error::{ApiError, ErrorCode};
use crate::request::{Context, Handle};
use crate::session::Session;
use crate::{think, words};

/// All games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesAnswer {
    /// The games, always in the same order.
    pub games: Vec<GameInfo>,
}

/// A game: its names, options, players, board and opponents.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// The name that programs use.
    pub id: &'static str,
    /// The name that people use.
    name: Texts,
    /// What it is about, in a sentence.
    about: Texts,
    /// What a player is to reach, in a sentence.
    aim: Texts,
    /// What is proved about the start, in words.
    known: Texts,
    /// The value of the start for the player who begins, if it is known.
    value: Option<ValueKind>,
    /// The players, light first.
    sides: [SideInfo; 2],
    /// The options of its rules.
    options: Vec<OptionInfo>,
    /// The buttons that turns are entered with, besides cells.
    buttons: Vec<NamedTexts>,
    /// The rules that marks on the board show, in few words for one of their cells.
    marks: Vec<NamedTexts>,
    /// How many files and ranks its board has.
    size: [u8; 2],
    /// How many pawns each side begins with, light first.
    pawns: [usize; 2],
    /// The position it begins with.
    start: String,
    /// A position with something to see, for pictures.
    sample: &'static str,
    /// The board as data for drawing.
    view: View,
    /// What people call the rematch that the rules grant after a win, if they do.
    sequel: Option<Texts>,
    /// Whether people draw lots for who begins.
    lot: bool,
    /// The opponents, the weakest first.
    levels: Vec<String>,
    /// The keys that positions may carry.
    keys: &'static [&'static str],
}

/// One of the players.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideInfo {
    /// Which one.
    side: Side,
    /// What people call this player.
    name: Texts,
    /// The letter of this player's pawns in positions.
    letter: char,
    /// What this player's pawns are made of.
    material: Material,
}

/// A rule that can be chosen.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// The name that programs use.
    name: &'static str,
    /// What it is about.
    words: Texts,
    /// What can be chosen, the default first.
    values: Vec<NamedTexts>,
}

/// Something with a name for programs and words for people.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedTexts {
    /// The name that programs use.
    name: &'static str,
    /// What it means.
    words: Texts,
}

/// `games`: all games with their names, options and geometry.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {}

impl Handle for Games {
    type Answer = GamesAnswer;

    fn handle(self, _: &mut Session, _: &Context<'_>) -> Result<GamesAnswer, ApiError> {
        let open = |id: &&str| damier_games::open(id, "").ok();
        let games = damier_games::IDS.iter().filter_map(open).map(|game| info(&*game)).collect();
        Ok(GamesAnswer { games })
    }
}

/// A game as the list of games describes it.
#[must_use]
pub fn info(game: &dyn AnyGame) -> GameInfo {
    let (view, known) = (game.view(), game.known());
    let scene = game.scene(&game.start()).unwrap_or_default();
    let player = |side: Side| SideInfo {
        side,
        name: game.sides()[side.index()].into(),
        letter: game.letters()[side.index()],
        material: view.sides[side.index()],
    };
    GameInfo {
        id: game.id(),
        name: game.name().into(),
        about: game.about().into(),
        aim: game.aim().into(),
        known: words::known(known).into(),
        value: known.map(|value| Some(value).into()),
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

fn named((name, words): &(&'static str, Phrase)) -> NamedTexts {
    NamedTexts { name, words: (*words).into() }
}

fn option(spec: &OptionSpec) -> OptionInfo {
    let values = spec.values.iter().map(named).collect();
    OptionInfo { name: spec.name, words: spec.label.into(), values }
}

/// Files and ranks of a board.
pub(crate) fn size(view: &View) -> [u8; 2] {
    let cells = || view.cells.iter().map(|place| place.cell);
    let count = |last: Option<u8>| last.map_or(0, |last| last + 1);
    [count(cells().map(|cell| cell.file()).max()), count(cells().map(|cell| cell.rank()).max())]
}

/// `rules`: the rules of a game as people read them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
}

/// The rules of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesAnswer {
    /// The rules as Markdown.
    pub markdown: &'static str,
}

impl Handle for Rules {
    type Answer = RulesAnswer;

    fn handle(self, _: &mut Session, context: &Context<'_>) -> Result<RulesAnswer, ApiError> {
        match open_game(&self.game, &self.rules)?.rules(context.lang) {
            "" => Err(ErrorCode::BadRequest.because(words::NO_TEXTS.say())),
            markdown => Ok(RulesAnswer { markdown }),
        }
    }
}
