//! Rooya by clicks: the cell to place a pawn on; or the pawn, where it goes, and where it goes on
//! to or that it does not; or a button that turns the inner plate. The steps and swaps of 8 pawns
//! with four neighbours each, the 52 paths of two steps that end on an empty cell or an enemy, and
//! three rotations: never more than 87 turns.

use damier_core::entry::{
    Button, Click, DONE, DONE_WORDS, Effect, Next, Step, Tried, button_idle, next_of_turns,
    not_a_turn,
};
use damier_core::question::Question;
use damier_core::{Cell, Entry, Message, Phrase, phrase, refusals};

use super::Rooya;
use super::board::{Position, Rotation, Turn};
use crate::five::{INNER, LAYOUT, cell, set_of};
use crate::placing;

static BUTTONS: [(Button, Phrase); 4] = [
    (Rotation::Anticlockwise.name(), phrase!("rooya.button-ccw")),
    (Rotation::Clockwise.name(), phrase!("rooya.button-cw")),
    (Rotation::Half.name(), phrase!("rooya.button-half")),
    (DONE, DONE_WORDS),
];

const TURN_LATER: Phrase = phrase!("rooya.turn-later");
const NULL_ROTATION: Phrase = phrase!("rooya.null-rotation");
const NOT_BOTH: Phrase = phrase!("rooya.not-both");
const STAY_INSIDE: Phrase = phrase!("rooya.stay-inside");
const STAY_OUTSIDE: Phrase = phrase!("rooya.stay-outside");
const NO_SECOND_SWAP: Phrase = phrase!("rooya.no-second-swap");
const ALREADY_THERE: Phrase = phrase!("rooya.already-there");
const AFTER_SWAP: Phrase = phrase!("rooya.after-swap");
const SAME_PLATE: Phrase = phrase!("rooya.same-plate");
const TWO_STEPS: Phrase = phrase!("rooya.two-steps");

impl Entry for Rooya {
    fn buttons() -> &'static [(Button, Phrase)] {
        &BUTTONS
    }

    fn question(asked: Question) -> Phrase {
        match asked {
            Question::PawnOrButton => phrase!("rooya.question-choose"),
            other => other.words(),
        }
    }

    fn next(&self, position: &Position, entered: &[Click]) -> Vec<Next<Turn>> {
        next_of_turns(self, position, entered, |turn| match turn {
            Turn::Place { cell: first }
            | Turn::Step { from: first, .. }
            | Turn::StepStep { from: first, .. }
            | Turn::StepSwap { from: first, .. }
            | Turn::Swap { from: first, .. } => Click::Cell(cell(first)),
            Turn::Rotate(rotation) => Click::Button(rotation.name()),
        })
    }

    fn sequences(&self, position: &Position, turn: Turn) -> Vec<Vec<Step>> {
        let choose = |from: u8| Step::cell(cell(from), Vec::new());
        let steps = match turn {
            Turn::Place { cell: bit } => {
                let effect = Effect::Place { cell: cell(bit), side: position.to_move };
                vec![Step::cell(cell(bit), vec![effect])]
            }
            Turn::Step { from, to } => {
                let (own, enemy) = position.sets();
                let mut steps = vec![choose(from), step(from, to)];
                if self.second_goals(own, enemy, from, to) != 0 {
                    steps.push(Step::button(DONE, Vec::new()));
                }
                steps
            }
            Turn::StepStep { from, via, to } => vec![choose(from), step(from, via), step(via, to)],
            Turn::StepSwap { from, via, to } => vec![choose(from), step(from, via), swap(via, to)],
            Turn::Swap { from, to } => vec![choose(from), swap(from, to)],
            Turn::Rotate(rotation) => {
                let effect = Effect::Spin { quarters: rotation.quarters() };
                vec![Step::button(rotation.name(), vec![effect])]
            }
        };
        vec![steps]
    }

    fn tried(&self, position: &Position, text: &str) -> Result<Vec<Vec<Tried>>, Message> {
        if let Some(rotation) = Rotation::read(text) {
            return Ok(vec![vec![Tried::Click(Click::Button(rotation.name()))]]);
        }
        let path = placing::split_path(text, &['-', '=']);
        let (from, path) = path.ok_or_else(|| not_a_turn(text))?;
        if position.placing && !path.is_empty() {
            return Err(placing::place_first());
        }
        let cells = std::iter::once(from).chain(path.iter().map(|(_, cell)| *cell));
        let mut clicks: Vec<Tried> = cells.map(|cell| Tried::Click(Click::Cell(cell))).collect();
        if path.len() == 1 {
            clicks.push(Tried::IfAsked(Click::Button(DONE)));
        }
        Ok(vec![clicks])
    }

    fn refuse(&self, position: &Position, entered: &[Click], click: Click) -> Message {
        match (entered, click) {
            (_, Click::Button(button)) => refuse_button(position, entered, button),
            (_, Click::Cell(cell)) if position.placing => placing::refuse(cell),
            ([Click::Cell(from)], Click::Cell(to)) => refuse_goal(position, *from, to),
            ([_, Click::Cell(via)], Click::Cell(to)) => refuse_second(position, *via, to),
            (_, Click::Cell(cell)) => refuse_pawn(position, cell),
        }
    }

    fn refuse_more(&self, position: &Position, entered: &[Click], click: Click) -> Option<Message> {
        let (_, enemy) = position.sets();
        match (entered, click) {
            (_, Click::Button(_)) => None,
            ([Click::Cell(from), Click::Cell(to)], Click::Cell(more)) => Some(match set_of(*to) {
                goal if goal & enemy != 0 => AFTER_SWAP.say(),
                goal if inside(goal) == inside(set_of(*from)) => SAME_PLATE.with(*from).with(*to),
                _ => refuse_second(position, *to, more),
            }),
            ([_, _, Click::Cell(_)], _) => Some(TWO_STEPS.say()),
            _ => None,
        }
    }
}

/// A click by which the pawn goes to an empty cell.
fn step(from: u8, to: u8) -> Step {
    let (from, to) = (cell(from), cell(to));
    Step::cell(to, vec![Effect::Move { from, to }])
}

/// A click by which the pawn changes places with an enemy.
fn swap(from: u8, to: u8) -> Step {
    let (from, to) = (cell(from), cell(to));
    Step::cell(to, vec![Effect::Move { from, to }, Effect::Move { from: to, to: from }])
}

const fn inside(set: u32) -> bool {
    set & INNER != 0
}

fn refuse_button(position: &Position, entered: &[Click], button: Button) -> Message {
    match Rotation::read(button) {
        None => button_idle::<Rooya>(button),
        Some(_) if position.placing => TURN_LATER.say(),
        Some(_) if entered.is_empty() => NULL_ROTATION.say(),
        Some(_) => NOT_BOTH.say(),
    }
}

/// Why the player cannot begin with `cell`.
fn refuse_pawn(position: &Position, cell: Cell) -> Message {
    let (own, enemy) = position.sets();
    refusals::choose_pawn(LAYOUT, own.into(), enemy.into(), cell)
        .unwrap_or_else(|| refusals::STUCK.with(cell))
}

/// Why the pawn on `from` cannot go to `to`: every neighbour that is no own pawn would do.
fn refuse_goal(position: &Position, from: Cell, to: Cell) -> Message {
    let (own, _) = position.sets();
    let far = || refusals::orthogonal_step(from, to);
    match own & set_of(to) != 0 {
        true => refusals::OWN.with(to),
        false => far().unwrap_or_else(|| refusals::STUCK.with(from)),
    }
}

/// Why the pawn that has changed plates to `via` cannot go on to `to`.
fn refuse_second(position: &Position, via: Cell, to: Cell) -> Message {
    let (own, _) = position.sets();
    match (inside(set_of(via)), inside(set_of(to))) {
        _ if via == to => ALREADY_THERE.with(to).with(DONE_WORDS),
        (true, false) => STAY_INSIDE.say(),
        (false, true) => STAY_OUTSIDE.say(),
        _ if own & set_of(to) != 0 => refusals::OWN.with(to),
        _ => {
            let far = refusals::orthogonal_step(via, to);
            far.unwrap_or_else(|| NO_SECOND_SWAP.with(to))
        }
    }
}
