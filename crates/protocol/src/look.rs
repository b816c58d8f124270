//! `start` and `look`: all that there is to see in a position.

use damier_core::any::AnyPosition;
use damier_core::play::Ending;
use damier_core::preview::last_turn;
use damier_core::view::{LastTurn, Mark, Scene};
use damier_core::{AnyGame, Cell, Lang, Side};
use serde::{Deserialize, Serialize};

use crate::board::GamePosition;
use crate::ending::EndingAnswer;
use crate::error::{ApiError, ErrorCode};
use crate::request::{self, Handle};
use crate::session::Session;
use crate::words::{self, capital};

/// What there is to see in a position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookAnswer {
    /// The position as it is normally written.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// How the game ended, if it has.
    pub over: Option<EndingAnswer>,
    /// The pawns on the board.
    pub pieces: Vec<(Cell, Side)>,
    /// How many pawns each side has in hand, light first.
    pub hand: [u8; 2],
    /// How many pawns each side has lost since the start, light first.
    pub captured: [usize; 2],
    /// Rules in force and the cells they concern.
    pub marks: Vec<Mark>,
    /// What the last turn did.
    pub last: Option<LastTurn>,
    /// Own pawns of which one must move, if some must.
    pub forced: Vec<Cell>,
    /// Own pawns that can begin a turn.
    pub movable: Vec<Cell>,
    /// Special rules in force, in words.
    pub remarks: Vec<String>,
}

/// What a look needs to know besides the position itself.
pub(crate) struct Context {
    /// The last turn.
    pub(crate) last: Option<LastTurn>,
    /// How many pawns each side began with.
    pub(crate) pawns: [usize; 2],
    /// How the game ended.
    pub(crate) ending: Option<Ending>,
}

/// How many pawns each side has.
pub(crate) fn pawns(scene: &Scene) -> [usize; 2] {
    Side::BOTH.map(|side| scene.pawns(side))
}

impl LookAnswer {
    pub(crate) fn new(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        context: Context,
        lang: Lang,
    ) -> LookAnswer {
        let (scene, hints) = (position.scene(), position.hints());
        let left = pawns(&scene);
        let remarks = scene.marks.iter().map(Mark::words).chain(position.remark());
        let on = context.ending.is_none();
        LookAnswer {
            position: position.text(),
            to_move: position.to_move(),
            over: context
                .ending
                .map(|ending| EndingAnswer::new(game, ending, position.reason(), lang)),
            captured: [0, 1].map(|i| context.pawns[i].saturating_sub(left[i])),
            remarks: remarks.map(|message| capital(&message.text(lang))).collect(),
            pieces: scene.pieces,
            hand: scene.hand,
            marks: scene.marks,
            last: context.last,
            forced: if on { hints.forced } else { Vec::new() },
            movable: if on { hints.movable } else { Vec::new() },
        }
    }

    /// What can be seen of a position that stands alone.
    fn of(
        shown: &GamePosition,
        last: Option<LastTurn>,
        lang: Lang,
    ) -> Result<LookAnswer, ApiError> {
        let GamePosition { game, position } = shown;
        let bad = |message| ErrorCode::BadPosition.because(message);
        let ending = game.begin(Some(&position.text())).map_err(bad)?.ending();
        let pawns = pawns(&game.scene(&game.start()).map_err(bad)?);
        Ok(LookAnswer::new(&**game, &**position, Context { last, pawns, ending }, lang))
    }
}

/// `start`: what there is to see in the position a game begins with.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
}

impl Handle for Start {
    type Answer = LookAnswer;

    fn handle(
        self,
        _: &mut Session,
        context: &request::Context<'_>,
    ) -> Result<LookAnswer, ApiError> {
        let shown = GamePosition::new(&self.game, &self.rules, None)?;
        LookAnswer::of(&shown, None, context.lang)
    }
}

/// `look`: what there is to see in any position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// The position; the start if there is none.
    pub position: Option<String>,
    /// The turn that led there.
    pub last: Option<Last>,
}

impl Handle for Look {
    type Answer = LookAnswer;

    fn handle(
        self,
        _: &mut Session,
        context: &request::Context<'_>,
    ) -> Result<LookAnswer, ApiError> {
        let shown = GamePosition::new(&self.game, &self.rules, self.position.as_deref())?;
        let last = self.last.map(|last| last.made(&shown)).transpose()?;
        LookAnswer::of(&shown, last, context.lang)
    }
}

/// A turn that was made: the position before it, and what was played there.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Last {
    /// The position; the start if there is none.
    pub position: Option<String>,
    /// The turn that was played there.
    pub turn: String,
}

impl Last {
    /// What it did, if it leads to the position shown.
    pub(crate) fn made(&self, shown: &GamePosition) -> Result<LastTurn, ApiError> {
        let game = &*shown.game;
        let before = self.position.clone().unwrap_or_else(|| game.start());
        let before = game.position(&before);
        let before = before.map_err(|message| ErrorCode::BadPosition.because(message))?;
        let bad = |message| ErrorCode::BadTurn.because(message);
        if before.play(&self.turn).map_err(bad)?.text() != shown.position.text() {
            return Err(bad(words::NOT_LAST.with(self.turn.as_str())));
        }
        let steps = before.steps(&self.turn).map_err(bad)?;
        let effects: Vec<_> = steps.into_iter().map(|step| step.effects).collect();
        Ok(last_turn(&effects))
    }
}
