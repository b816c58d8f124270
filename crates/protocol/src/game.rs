//! `game`: a whole game, replayed from its turns.

use damier_core::entry::Effect;
use damier_core::preview::last_turn;
use damier_core::{AnyGame, AnyPlay, Message, Side};
use damier_record::number;
use serde::Serialize;

use crate::answer::{Answer, Over, good};
use crate::fault::{Code, Fault};
use crate::look::{Context, Look, pawns};
use crate::request::{Ask, Spot};
use crate::words;

#[derive(Serialize)]
struct Game {
    start: String,
    first: Side,
    to_move: Side,
    over: Option<Over>,
    /// How often the position now has occurred.
    occurrences: usize,
    /// The position after each turn.
    positions: Vec<String>,
    moves: Vec<Move>,
    look: Look,
}

/// A turn that was made.
#[derive(Serialize)]
struct Move {
    turn: String,
    side: Side,
    after: String,
    effects: Vec<Vec<Effect>>,
}

/// A game in progress, and the game it is of.
pub(crate) struct Played {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) play: Box<dyn AnyPlay>,
}

/// The fields `game`, `rules`, `start` and `turns`, played from the first turn to the last.
/// Each turn costs one unit of the budget.
pub(crate) fn played(ask: &mut Ask<'_>) -> Result<Played, Fault> {
    let Ask { fields, budget, .. } = ask;
    let game = fields.game()?;
    let start = fields.position(&*game, "start")?;
    let turns = fields.texts("turns")?;
    let bad = |message| Code::BadPosition.because(message);
    let mut play = game.begin(start.as_deref()).map_err(bad)?;
    for (i, turn) in turns.iter().enumerate() {
        let code = if play.ending().is_some() { Code::Over } else { Code::BadTurn };
        budget.spend(1).and_then(|()| play.play(turn)).map_err(|why| {
            code.because(words::AT_TURN.with(number(i)).with(turn.as_str()).with(why))
        })?;
    }
    Ok(Played { game, play })
}

/// `game`.
pub(crate) fn game(mut ask: Ask<'_>) -> Answer {
    let Played { game, play } = played(&mut ask)?;
    ask.fields.done()?;
    let answer = || -> Result<Game, Message> {
        let (mut side, mut moves) = (play.first(), Vec::new());
        for (i, turn) in play.line().into_iter().enumerate() {
            let (after, effects) = (play.at(i + 1).text(), play.effects_at(i));
            moves.push(Move { turn, side, after, effects });
            side = side.other();
        }
        let last = moves.last().map(|last| last_turn(&last.effects));
        let ending = play.ending();
        let pawns = pawns(&game.scene(&play.start())?);
        let over = ending.map(|ending| Over::new(&*game, ending, ask.lang));
        let spot = Spot { game, position: play.position() };
        Ok(Game {
            start: play.start(),
            first: play.first(),
            to_move: play.to_move(),
            over,
            occurrences: play.occurrences(),
            positions: moves.iter().map(|made| made.after.clone()).collect(),
            moves,
            look: Look::new(&spot, Context { last, pawns, ending }, ask.lang)?,
        })
    };
    good(&answer().map_err(|message| Code::BadPosition.because(message))?)
}
