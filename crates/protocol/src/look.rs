//! `start` and `look`: all that there is to see in a position.

use damier_core::play::Ending;
use damier_core::preview::last_turn;
use damier_core::view::{LastTurn, Mark, Scene};
use damier_core::{AnyGame, Cell, Lang, Message, Side};
use serde::Serialize;

use crate::answer::{Answer, Over, good};
use crate::fault::{Code, Fault};
use crate::request::{Ask, Fields, Spot};
use crate::words::{self, capital};

/// What there is to see in a position.
#[derive(Serialize)]
pub(crate) struct Look {
    position: String,
    to_move: Side,
    over: Option<Over>,
    pieces: Vec<(Cell, Side)>,
    hand: [u8; 2],
    /// How many pawns each side has lost since the start, light first.
    captured: [usize; 2],
    marks: Vec<Mark>,
    last: Option<LastTurn>,
    /// Own pawns of which one must move.
    forced: Vec<Cell>,
    /// Own pawns that can begin a turn.
    movable: Vec<Cell>,
    /// Special rules in force, in words.
    remarks: Vec<String>,
}

/// What a look needs to know besides the position itself.
#[derive(Default)]
pub(crate) struct Context {
    /// The last turn.
    pub(crate) last: Option<LastTurn>,
    /// How many pawns each side began with.
    pub(crate) pawns: [usize; 2],
    /// How the game ended.
    pub(crate) ending: Option<Ending>,
}

impl Context {
    /// What can be known from the position alone.
    pub(crate) fn of(spot: &Spot) -> Result<Context, Message> {
        let play = spot.game.begin(Some(&spot.position))?;
        let pawns = pawns(&spot.game.scene(&spot.game.start())?);
        Ok(Context { last: None, pawns, ending: play.ending() })
    }
}

/// How many pawns each side has.
pub(crate) fn pawns(scene: &Scene) -> [usize; 2] {
    Side::BOTH.map(|side| scene.pawns(side))
}

impl Look {
    pub(crate) fn new(spot: &Spot, context: Context, lang: Lang) -> Result<Look, Message> {
        let Spot { game, position } = spot;
        let now = game.position(position)?;
        let (scene, hints, to_move) = (now.scene(), now.hints(), now.to_move());
        let left = pawns(&scene);
        let remarks = scene.marks.iter().map(Mark::words).chain(now.remark());
        let on = context.ending.is_none();
        Ok(Look {
            position: position.clone(),
            to_move,
            over: context.ending.map(|ending| Over::new(&**game, ending, lang)),
            captured: [0, 1].map(|i| context.pawns[i].saturating_sub(left[i])),
            remarks: remarks.map(|message| capital(&message.text(lang))).collect(),
            pieces: scene.pieces,
            hand: scene.hand,
            marks: scene.marks,
            last: context.last,
            forced: if on { hints.forced } else { Vec::new() },
            movable: if on { hints.movable } else { Vec::new() },
        })
    }
}

/// `start`: the position a game begins with.
pub(crate) fn start(mut ask: Ask<'_>) -> Answer {
    let game = ask.fields.game()?;
    ask.fields.done()?;
    let position = game.start();
    answer(&Spot { game, position }, None, ask.lang)
}

/// `look`: any position.
pub(crate) fn look(mut ask: Ask<'_>) -> Answer {
    let spot = ask.fields.spot()?;
    let last = last(&mut ask.fields, &spot)?;
    ask.fields.done()?;
    answer(&spot, last, ask.lang)
}

fn answer(spot: &Spot, last: Option<LastTurn>, lang: Lang) -> Answer {
    let bad = |message| Code::BadPosition.because(message);
    let context = Context { last, ..Context::of(spot).map_err(bad)? };
    good(&Look::new(spot, context, lang).map_err(bad)?)
}

/// The field `last`: the position before this one and the turn that was made there.
pub(crate) fn last(fields: &mut Fields, spot: &Spot) -> Result<Option<LastTurn>, Fault> {
    let Some(mut last) = fields.object("last")? else { return Ok(None) };
    let game = &*spot.game;
    let before = last.position(game, "position")?.unwrap_or_else(|| game.start());
    let turn = last.need_text("turn")?;
    last.done()?;
    let bad = |message| Code::BadTurn.because(message);
    if game.play(&before, &turn).map_err(bad)? != spot.position {
        return Err(bad(words::NOT_LAST.with(turn)));
    }
    made(game, &before, &turn).map(Some).map_err(bad)
}

/// What a turn did.
pub(crate) fn made(game: &dyn AnyGame, before: &str, turn: &str) -> Result<LastTurn, Message> {
    let steps = game.steps(before, turn)?;
    Ok(last_turn(&steps.into_iter().map(|step| step.effects).collect::<Vec<_>>()))
}
