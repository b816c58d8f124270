//! Why a click, or a typed turn, is refused.

use damier_core::entry::{Click, button_idle};
use damier_core::{Message, Phrase, phrase, refusals};

use super::Fanorona;
use super::board::{ALL, EVEN, LAYOUT, Position, cell, cells};
use super::chains::Chain;
use super::entry::Typed;
use super::stage::Stage;
use super::turn::{Kind, Step, Way};
use super::turns::can_step;

const ENEMY_THERE: Phrase = phrase!("fanorona.enemy-there");
const NO_LINE: Phrase = phrase!("fanorona.no-line");
const NO_DIAGONAL: Phrase = phrase!("fanorona.no-diagonal");
const NOT_BACK: Phrase = phrase!("fanorona.not-back");
const NOT_TWICE: Phrase = phrase!("fanorona.not-twice");
const NOTHING_THERE: Phrase = phrase!("fanorona.nothing-there");
const GO_ON: Phrase = phrase!("fanorona.go-on");
const LARGER: Phrase = phrase!("fanorona.larger");
const CHOOSE: Phrase = phrase!("fanorona.choose");
const FIRST_TURN: Phrase = phrase!("fanorona.first-turn");
const HUFF_FIRST: Phrase = phrase!("fanorona.huff-first");
const HUFF_STUCK: Phrase = phrase!("fanorona.huff-stuck");
const HUFF_NONE: Phrase = phrase!("fanorona.huff-none");
const VELA_GIVER: Phrase = phrase!("fanorona.vela-giver");
const VELA_OFFER: Phrase = phrase!("fanorona.vela-offer");
const VELA_SINGLE: Phrase = phrase!("fanorona.vela-single");

impl Stage<'_> {
    /// Why this point cannot come next.
    fn refuse(&self, bit: u32) -> Message {
        match (self.chain, self.choice) {
            _ if self.huffing && self.position.huff >> bit & 1 == 1 => HUFF_STUCK.with(cell(bit)),
            _ if self.huffing => {
                let names: Vec<String> =
                    cells(self.position.huff).iter().map(ToString::to_string).collect();
                HUFF_FIRST.with(names.join(" "))
            }
            (None, _) => self.refuse_pawn(bit),
            (Some(chain), Some(way)) => choose(chain, way),
            (Some(chain), None) => self.refuse_goal(chain, bit),
        }
    }

    /// Why this cannot be the pawn that moves.
    fn refuse_pawn(&self, bit: u32) -> Message {
        let own = self.position.sets().0;
        if let Some(reason) = refusals::choose_pawn(LAYOUT, own, self.enemy, cell(bit)) {
            return reason;
        }
        match can_step(1 << bit, ALL & !(own | self.enemy)) {
            false => refusals::STUCK.with(cell(bit)),
            true => self.wanted(),
        }
    }

    /// What a player must do who does something else that would be possible.
    fn wanted(&self) -> Message {
        match self.position.is_giving() {
            true => VELA_OFFER.say(),
            false => refusals::MUST_CAPTURE.say(),
        }
    }

    /// Why the pawn cannot go to this point.
    fn refuse_goal(&self, chain: Chain, bit: u32) -> Message {
        let (from, to, point) = (chain.at(), cell(bit), 1u64 << bit);
        let own = self.position.sets().0 & !self.stood | 1 << from;
        let way = Way::between(from, bit);
        match way {
            _ if own & point != 0 => refusals::OWN.with(to),
            _ if self.stood & point != 0 => NOT_BACK.with(to),
            _ if self.spared & point != 0 => LARGER.say(),
            _ if chain.enemy() & point != 0 && self.position.is_giving() => VELA_GIVER.say(),
            _ if chain.enemy() & point != 0 => ENEMY_THERE.with(to),
            None => NO_LINE.with(cell(from)).with(to),
            Some(way) if way.is_diagonal() && EVEN >> from & 1 == 0 => NO_DIAGONAL.with(cell(from)),
            _ if way == self.last => NOT_TWICE.say(),
            _ if self.last.is_some() => NOTHING_THERE.with(to),
            _ => self.wanted(),
        }
    }
}

/// The request to choose one of the two lines that a step can take.
fn choose(chain: Chain, way: Way) -> Message {
    let [ahead, behind] = Kind::BOTH.map(|kind| cell(Step::new(way, kind).nearest(chain.at())));
    CHOOSE.with(ahead).with(behind)
}

/// Why `click` cannot follow the clicks `entered`.
pub(super) fn refuse(
    game: Fanorona,
    position: &Position,
    entered: &[Click],
    click: Click,
) -> Message {
    let stage = Stage::after(game, position, entered);
    match click {
        Click::Cell(cell) => LAYOUT.bit(cell).map_or(GO_ON.say(), |bit| stage.refuse(bit)),
        Click::Button(button) => match (stage.chain, stage.choice, stage.last) {
            (Some(chain), Some(way), _) => choose(chain, way),
            (_, _, Some(_)) => GO_ON.say(),
            _ => button_idle::<Fanorona>(button),
        },
    }
}

/// Why a chain that is over cannot go on with this click, if the click makes sense at all.
pub(super) fn refuse_more(
    game: Fanorona,
    position: &Position,
    entered: &[Click],
    click: Click,
) -> Option<Message> {
    let stage = Stage::after(game, position, entered);
    let Click::Cell(cell) = click else { return None };
    let (chain, bit) = (stage.chain.filter(|chain| chain.has_moved())?, LAYOUT.bit(cell)?);
    if stage.spared >> bit & 1 == 1 {
        return Some(LARGER.say());
    }
    let way = Way::between(chain.at(), bit)?;
    let captures = Kind::BOTH.iter().any(|kind| chain.hits().has(Step::new(way, *kind)));
    match position.vela {
        Some(_) => Some(VELA_SINGLE.say()),
        None if captures => position.is_first_turn().then(|| FIRST_TURN.say()),
        None => Some(stage.refuse(bit)),
    }
}

/// Why a typed turn is none though its clicks make one: it says of a step that it takes what it
/// does not. Stops where the turn is illegal anyway.
pub(super) fn mistyped(game: Fanorona, position: &Position, typed: &Typed) -> Option<Message> {
    if typed.huffed.is_some() && position.huff == 0 {
        return Some(HUFF_NONE.say());
    }
    let mut clicks: Vec<Click> =
        typed.huffed.into_iter().chain(typed.from).map(Click::Cell).collect();
    let own = LAYOUT.bit(typed.from?).is_some_and(|bit| position.sets().0 >> bit & 1 == 1);
    let huffed = typed.huffed.map_or(0, |pawn| LAYOUT.set([pawn]));
    if !own || (huffed & position.huff == 0) != (position.huff == 0) {
        return None;
    }
    for (to, kind) in &typed.steps {
        let chain = Stage::after(game, position, &clicks).chain?;
        let way = Way::between(chain.at(), LAYOUT.bit(*to)?)?;
        let (step, allowed) = (Step::new(way, (*kind)?), game.allowed(position, chain));
        if position.is_giving() {
            return Some(VELA_GIVER.say());
        }
        if !allowed.has(step) {
            let smaller = chain.hits().has(step) && allowed.has(step.other());
            return smaller.then(|| LARGER.say());
        }
        clicks.push(Click::Cell(*to));
        if allowed.is_choice(way) {
            clicks.push(Click::Cell(cell(step.nearest(chain.at()))));
        }
    }
    None
}
