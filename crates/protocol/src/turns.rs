//! `turns`, `type` and `sequel`: legal turns, typed turns, rematches.

use damier_core::entry::{Click, Effect};
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::fault::Code;
use crate::request::{Ask, MOST, Spot};
use crate::words;

#[derive(Serialize)]
struct Turns {
    turns: Vec<Listed>,
    /// Whether there are others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
}

/// A turn and where it leads.
#[derive(Serialize)]
struct Listed {
    turn: String,
    after: String,
}

/// `turns`: the legal turns of a position, or the first of very many.
pub(crate) fn turns(mut ask: Ask<'_>) -> Answer {
    let Spot { game, position } = ask.fields.spot()?;
    ask.fields.done()?;
    let all = game.position(&position).map(|position| position.turns(MOST));
    let all = all.map_err(|message| Code::BadPosition.because(message))?;
    let listed = |(turn, after): (String, String)| Listed { turn, after };
    good(&Turns { turns: all.turns.into_iter().map(listed).collect(), more: all.more })
}

#[derive(Serialize)]
struct Typed {
    turn: String,
    after: String,
    /// One of the ways to enter it.
    clicks: Vec<Click>,
    /// What each click does.
    effects: Vec<Vec<Effect>>,
}

/// `type`: a turn given as text.
pub(crate) fn typed(mut ask: Ask<'_>) -> Answer {
    let Spot { game, position } = ask.fields.spot()?;
    let text = ask.fields.need_text("text")?;
    ask.fields.done()?;
    let now = game.position(&position).map_err(|message| Code::BadPosition.because(message))?;
    if now.outcome().is_some() {
        return Err(Code::Over.because(words::OVER.say()));
    }
    let bad = |message| Code::BadTurn.because(message);
    let steps = game.steps(&position, &text).map_err(bad)?;
    good(&Typed {
        turn: text.trim().to_owned(),
        after: game.play(&position, &text).map_err(bad)?,
        clicks: steps.iter().map(|step| step.click).collect(),
        effects: steps.into_iter().map(|step| step.effects).collect(),
    })
}

#[derive(Serialize)]
struct Sequel {
    position: Option<String>,
}

/// `sequel`: where the rematch begins that the rules grant after a win.
pub(crate) fn sequel(mut ask: Ask<'_>) -> Answer {
    let game = ask.fields.game()?;
    let winner = ask.fields.need_side("winner")?;
    ask.fields.done()?;
    good(&Sequel { position: game.sequel(winner) })
}
