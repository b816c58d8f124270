//! Achef by clicks: the cell to place a pawn on, or the pawn and then where it goes. There are 16
//! border cells, and a player's 8 pawns have four neighbours each: never more than 32 turns.

use damier_core::bits::bits;
use damier_core::entry::{
    Button, Click, Effect, Next, Step, Tried, button_idle, next_of_turns, not_a_turn,
};
use damier_core::{Cell, Entry, Message, Phrase, phrase, refusals};

use super::Achef;
use super::board::{Position, Turn, level};
use crate::five::{LAYOUT, NEIGHBOURS, cell, set_of};
use crate::placing;

const KO: Phrase = phrase!("achef.ko");
const NO_CLIMB: Phrase = phrase!("achef.no-climb");
const CLIMB_EMPTY: Phrase = phrase!("achef.climb-empty");

impl Entry for Achef {
    fn buttons() -> &'static [(Button, Phrase)] {
        &[]
    }

    fn next(&self, position: &Position, entered: &[Click]) -> Vec<Next<Turn>> {
        next_of_turns(self, position, entered, |turn| {
            let (Turn::Place { cell: first }
            | Turn::Step { from: first, .. }
            | Turn::Capture { from: first, .. }
            | Turn::Swap { from: first, .. }) = turn;
            Click::Cell(cell(first))
        })
    }

    fn sequences(&self, position: &Position, turn: Turn) -> Vec<Vec<Step>> {
        let ends = |from, to| (cell(from), cell(to));
        let (from, to, effects) = match turn {
            Turn::Place { cell: bit } => {
                let effect = Effect::Place { cell: cell(bit), side: position.to_move };
                return vec![vec![Step::cell(cell(bit), vec![effect])]];
            }
            Turn::Step { from, to } => {
                let (from, to) = ends(from, to);
                (from, to, vec![Effect::Move { from, to }])
            }
            Turn::Capture { from, to } => {
                let (from, to) = ends(from, to);
                (from, to, vec![Effect::Remove { cell: to }, Effect::Move { from, to }])
            }
            Turn::Swap { from, to } => {
                let (from, to) = ends(from, to);
                (from, to, vec![Effect::Move { from, to }, Effect::Move { from: to, to: from }])
            }
        };
        vec![vec![Step::cell(from, Vec::new()), Step::cell(to, effects)]]
    }

    fn tried(&self, position: &Position, text: &str) -> Result<Vec<Vec<Tried>>, Message> {
        let (from, path) = placing::split_path(text, &['-', 'x', '='])
            .filter(|(_, path)| path.len() <= 1)
            .ok_or_else(|| not_a_turn(text))?;
        if position.placing && !path.is_empty() {
            return Err(placing::place_first());
        }
        let cells = std::iter::once(from).chain(path.into_iter().map(|(_, cell)| cell));
        Ok(vec![cells.map(|cell| Tried::Click(Click::Cell(cell))).collect()])
    }

    fn refuse(&self, position: &Position, entered: &[Click], click: Click) -> Message {
        let chosen = match click {
            Click::Cell(cell) => cell,
            Click::Button(button) => return button_idle::<Achef>(button),
        };
        if position.placing {
            return placing::refuse(chosen);
        }
        match entered.first() {
            Some(Click::Cell(from)) => refuse_goal(position, *from, chosen),
            _ => refuse_pawn(position, chosen),
        }
    }
}

/// Why the player cannot begin with `cell`: no own pawn stands there, or it has no turn. Of a
/// pawn that only a key holds back, the key is the reason.
fn refuse_pawn(position: &Position, cell: Cell) -> Message {
    let (own, enemy) = position.sets();
    if let Some(reason) = refusals::choose_pawn(LAYOUT, own.into(), enemy.into(), cell) {
        return reason;
    }
    let around = NEIGHBOURS[set_of(cell).trailing_zeros() as usize];
    let held = bits(around).find_map(|to| held_back(position, set_of(cell), 1 << to));
    held.map_or_else(|| refusals::STUCK.with(cell), |phrase| phrase.with(cell))
}

/// Why the pawn on `from` cannot go to `to`.
fn refuse_goal(position: &Position, from: Cell, to: Cell) -> Message {
    let (own, _) = position.sets();
    let (start, goal) = (set_of(from), set_of(to));
    if own & goal != 0 {
        return refusals::OWN.with(to);
    }
    if let Some(reason) = refusals::orthogonal_step(from, to) {
        return reason;
    }
    match held_back(position, start, goal) {
        Some(phrase) => phrase.with(from),
        None => CLIMB_EMPTY.with(to),
    }
}

/// The key that keeps the pawn from going to a neighbouring cell, if one does; the gap of the
/// phrase is the pawn's cell.
fn held_back(position: &Position, from: u32, to: u32) -> Option<Phrase> {
    let (own, enemy) = position.sets();
    let climbs = level(from) < level(to);
    if position.ko == from | to {
        return Some(KO);
    }
    (climbs && position.no_climb == from && (own | enemy) & to == 0).then_some(NO_CLIMB)
}
