//! What a player is asked and told while entering a turn, in words: read off the clicks on offer
//! and the marks of the position, so it fits any game.

use crate::any::Entering;
use crate::cell::Cell;
use crate::entry::{Click, Effect};
use crate::side::Side;
use crate::view::{Mark, MarkKind, Scene};
use crate::words::{Message, Phrase, phrase};

const CHOOSE: Phrase = phrase!("question.choose");
const CHOOSE_OR_SPIN: Phrase = phrase!("question.choose-or-spin");
const PLACE: Phrase = phrase!("question.place");
const TAKE_OFF: Phrase = phrase!("question.take-off");
const WHERE_TO: Phrase = phrase!("question.where-to");
const SEND: Phrase = phrase!("question.send");
const WHICH_MARKED: Phrase = phrase!("question.which-marked");
const WHICH_TAKEN: Phrase = phrase!("question.which-taken");
const GO_ON: Phrase = phrase!("question.go-on");

const KO: Phrase = phrase!("question.ko");
const NO_CLIMB: Phrase = phrase!("question.no-climb");
const HUFF: Phrase = phrase!("question.huff");

/// What `side` is asked now, in lower case and without a name. `scene` is the board as
/// [`crate::preview::entering`] shows it; the turn is not complete.
#[must_use]
pub fn question(scene: &Scene, side: Side, entering: &Entering) -> Message {
    let owner = |cell: Cell| scene.pieces.iter().find(|(c, _)| *c == cell).map(|(_, side)| *side);
    if let Some(cell) = scene.selected.filter(|cell| owner(*cell) == Some(side.other())) {
        return SEND.with(cell);
    }
    let begun = !entering.clicks.is_empty();
    let changed = entering.effects.iter().any(|effects| !effects.is_empty());
    let button = entering.next.iter().any(|offer| matches!(offer.click, Click::Button(_)));
    let spin = |effect: &Effect| matches!(effect, Effect::Spin { .. });
    let spins = entering.next.iter().any(|offer| offer.effects.iter().any(spin));
    let phrase = match () {
        () if !scene.attacked.is_empty() => WHICH_MARKED,
        () if only_takes(entering) && begun => WHICH_TAKEN,
        () if only_takes(entering) => TAKE_OFF,
        () if changed && button => GO_ON,
        () if begun && (scene.selected.is_some() || !scene.targets.is_empty()) => WHERE_TO,
        () if scene.targets.is_empty() && spins => CHOOSE_OR_SPIN,
        () if scene.targets.is_empty() => CHOOSE,
        () => PLACE,
    };
    phrase.say()
}

/// Whether the next click does nothing but take pawns off the board.
fn only_takes(entering: &Entering) -> bool {
    let removes = |effects: &[Effect]| {
        !effects.is_empty() && effects.iter().all(|e| matches!(e, Effect::Remove { .. }))
    };
    !entering.next.is_empty() && entering.next.iter().all(|offer| removes(&offer.effects))
}

/// What a mark of the position forbids or demands, in lower case.
#[must_use]
pub fn rule_in_force(mark: &Mark) -> Option<Message> {
    match (mark.kind, &mark.cells[..]) {
        (MarkKind::Ko, [a, b]) => Some(KO.with(*a).with(*b)),
        (MarkKind::NoClimb, [cell]) => Some(NO_CLIMB.with(*cell)),
        (MarkKind::Huff, _) => Some(HUFF.say()),
        _ => None,
    }
}
