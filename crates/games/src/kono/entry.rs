//! Kono by clicks: the pawn, then where it goes. A player has 8 pawns at most and each goes four
//! ways, by a step or a jump: there are never more than 32 turns.

use damier_core::entry::{
    Button, Click, Effect, Next, Step, Tried, button_idle, next_of_turns, not_a_turn, split_cell,
};
use damier_core::{Cell, Entry, Message, Phrase, phrase, refusals};

use super::Kono;
use super::board::{LAYOUT, Position, Turn};
use super::turns::can_jump;

const NEXT_TO: Phrase = phrase!("kono.next-to");
const NO_JUMP: Phrase = phrase!("kono.no-jump");
fn cell(bit: u8) -> Cell {
    LAYOUT.cell(u32::from(bit))
}

impl Entry for Kono {
    fn buttons() -> &'static [(Button, Phrase)] {
        &[]
    }

    fn next(&self, position: &Position, entered: &[Click]) -> Vec<Next<Turn>> {
        next_of_turns(self, position, entered, |turn| Click::Cell(cell(turn.from)))
    }

    fn sequences(&self, _: &Position, turn: Turn) -> Vec<Vec<Step>> {
        let (from, to) = (cell(turn.from), cell(turn.to));
        let mut effects = Vec::new();
        if turn.captures() {
            effects.push(Effect::Remove { cell: to });
        }
        effects.push(Effect::Move { from, to });
        vec![vec![Step::cell(from, Vec::new()), Step::cell(to, effects)]]
    }

    fn tried(&self, _: &Position, text: &str) -> Result<Vec<Vec<Tried>>, Message> {
        let parts = split_cell(text).and_then(|(from, rest)| {
            let rest = rest.strip_prefix(['-', 'x'])?;
            split_cell(rest).filter(|(_, rest)| rest.is_empty()).map(|(to, _)| (from, to))
        });
        let (from, to) = parts.ok_or_else(|| not_a_turn(text))?;
        Ok(vec![[from, to].map(|cell| Tried::Click(Click::Cell(cell))).to_vec()])
    }

    fn refuse(&self, position: &Position, entered: &[Click], click: Click) -> Message {
        let to = match click {
            Click::Cell(cell) => cell,
            Click::Button(button) => return button_idle::<Kono>(button),
        };
        let (own, enemy) = position.sets();
        let has = |set: u16| LAYOUT.bit(to).is_some_and(|bit| set >> bit & 1 == 1);
        let must_capture = self.mandatory && can_jump(own, enemy);
        match entered.first() {
            Some(Click::Cell(_)) if has(own) => refusals::OWN.with(to),
            _ if must_capture => refusals::MUST_CAPTURE.say(),
            Some(Click::Cell(from)) => refuse_goal(*from, to, has(enemy)),
            _ => refusals::choose_pawn(LAYOUT, own.into(), enemy.into(), to)
                .unwrap_or_else(|| refusals::STUCK.with(to)),
        }
    }
}

/// Why the pawn on `from` cannot go to `to`.
fn refuse_goal(from: Cell, to: Cell, enemy: bool) -> Message {
    match refusals::orthogonal_step(from, to) {
        None if enemy => NEXT_TO.say(),
        Some(_) if enemy && (from.file() == to.file() || from.rank() == to.rank()) => {
            NO_JUMP.with(to)
        }
        Some(reason) => reason,
        None => refusals::STUCK.with(from),
    }
}
