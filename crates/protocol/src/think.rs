//! `think`, `go-on` and `stop`: searches in slices.

use crate::answer::Answer;
use crate::door::Door;
use crate::fault::Code;
use crate::game::played;
use crate::request::Ask;
use crate::words;

/// The players a game has, the weakest first.
pub(crate) fn levels(_: &str) -> Vec<&'static str> {
    Vec::new()
}

/// `think`: begins a search.
pub(crate) fn think(_: &mut Door, mut ask: Ask) -> Answer {
    let played = played(&mut ask.fields)?;
    let player = ask.fields.need_text("player")?;
    let _seed = ask.fields.number("seed")?;
    if let Some(mut limits) = ask.fields.object("limits")? {
        limits.number("nodes")?;
        limits.number("depth")?;
        limits.done()?;
    }
    ask.fields.done()?;
    if played.play.ending().is_some() {
        return Err(Code::Over.because(words::OVER.say()));
    }
    let all = levels(played.game.id()).join(", ");
    Err(Code::UnknownLevel.because(words::NO_PLAYER.with(player).with(all)))
}

/// `go-on`: one slice of the search.
pub(crate) fn go_on(_: &mut Door, mut ask: Ask) -> Answer {
    let id = ask.fields.need_number("thinking")?;
    ask.fields.need_number("nodes")?;
    ask.fields.done()?;
    Err(Code::NoSearch.because(words::NO_SEARCH.with(id)))
}

/// `stop`: ends the search and takes what it has found.
pub(crate) fn stop(_: &mut Door, mut ask: Ask) -> Answer {
    let id = ask.fields.need_number("thinking")?;
    ask.fields.done()?;
    Err(Code::NoSearch.because(words::NO_SEARCH.with(id)))
}
