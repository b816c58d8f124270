//! What a player is asked while entering a turn: read off the clicks on offer, so it fits any game.
//! A game that has better words for one of the questions supplies them ([`Entry::question`]).
//!
//! [`Entry::question`]: crate::game::Entry::question

use crate::any::{AnyGame, Entering};
use crate::cell::Cell;
use crate::entry::{Click, Effect};
use crate::side::Side;
use crate::view::Scene;
use crate::words::{Message, Phrase, phrase};

/// A question to the player who enters a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Which pawn begins.
    Pawn,
    /// Which pawn begins, or is it a button.
    PawnOrButton,
    /// Where to place a pawn.
    Place,
    /// Which pawn to take off first of all.
    Removal,
    /// Where the chosen pawn goes.
    Way,
    /// Where the chosen enemy pawn goes; the gap is the cell it stands on.
    Send,
    /// Which of the enemy pawns that are marked is dealt with next.
    Attacked,
    /// Which of several captures to make.
    Captures,
    /// Whether to go on or to end the turn here.
    GoOn,
}

impl Question {
    /// In general words, in lower case and without a name.
    #[must_use]
    pub const fn words(self) -> Phrase {
        match self {
            Question::Pawn => phrase!("question.choose"),
            Question::PawnOrButton => phrase!("question.choose-or-button"),
            Question::Place => phrase!("question.place"),
            Question::Removal => phrase!("question.take-off"),
            Question::Way => phrase!("question.where-to"),
            Question::Send => phrase!("question.send"),
            Question::Attacked => phrase!("question.which-marked"),
            Question::Captures => phrase!("question.which-taken"),
            Question::GoOn => phrase!("question.go-on"),
        }
    }
}

/// What `side` is asked now, in lower case and without a name. `scene` is the board as
/// [`crate::preview::entering`] shows it; the turn is not complete.
#[must_use]
pub fn question(game: &dyn AnyGame, scene: &Scene, side: Side, entering: &Entering) -> Message {
    let owner = |cell: Cell| scene.pieces.iter().find(|(c, _)| *c == cell).map(|(_, side)| *side);
    if let Some(cell) = scene.selected.filter(|cell| owner(*cell) == Some(side.other())) {
        return game.question(Question::Send).with(cell);
    }
    let begun = !entering.clicks.is_empty();
    let changed = entering.effects.iter().any(|effects| !effects.is_empty());
    let button = entering.next.iter().any(|offer| matches!(offer.click, Click::Button(_)));
    let asked = match () {
        () if !scene.attacked.is_empty() => Question::Attacked,
        () if only_takes(entering) && begun => Question::Captures,
        () if only_takes(entering) => Question::Removal,
        () if changed && button => Question::GoOn,
        () if begun && (scene.selected.is_some() || !scene.targets.is_empty()) => Question::Way,
        () if scene.targets.is_empty() && button => Question::PawnOrButton,
        () if scene.targets.is_empty() => Question::Pawn,
        () => Question::Place,
    };
    game.question(asked).say()
}

/// Whether the next click does nothing but take pawns off the board.
fn only_takes(entering: &Entering) -> bool {
    let removes = |effects: &[Effect]| {
        !effects.is_empty() && effects.iter().all(|e| matches!(e, Effect::Remove { .. }))
    };
    !entering.next.is_empty() && entering.next.iter().all(|offer| removes(&offer.effects))
}
