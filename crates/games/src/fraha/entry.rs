//! Fraha by clicks: the pawn, where it goes, then for each pawn to be teleported that pawn and
//! where it is sent.

use damier_core::entry::{Button, Click, Effect, Step, Tried, button_idle, not_a_turn, split_cell};
use damier_core::{Cell, Entry, Message, Phrase, refusals};

use super::Fraha;
use super::board::{Position, Sent, Turn};
use super::stage::{Stage, refuse_mover, refuse_step};
use crate::five::{LAYOUT, cell};

/// All orders of some things, the given one last.
fn orders<T: Copy>(things: &[T]) -> Vec<Vec<T>> {
    if things.len() < 2 {
        return vec![things.to_vec()];
    }
    let mut all = Vec::new();
    for i in (0..things.len()).rev() {
        let mut rest = things.to_vec();
        let first = rest.remove(i);
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// Whether the teleports are permitted in this order.
fn permitted(mut stage: Stage, order: &[Sent]) -> bool {
    order.iter().all(|sent| {
        let permitted = stage.refuse_goal(*sent).is_none();
        stage.send(*sent);
        permitted
    })
}

/// The clicks that move a pawn.
fn steps(sent: Sent) -> [Step; 2] {
    let (from, to) = (cell(sent.from), cell(sent.to));
    [Step::cell(from, Vec::new()), Step::cell(to, vec![Effect::Move { from, to }])]
}

/// Reads two cells with a sign between them.
fn pair(text: &str, sign: char) -> Option<[Cell; 2]> {
    let (from, rest) = split_cell(text)?;
    let (to, rest) = split_cell(rest.strip_prefix(sign)?)?;
    rest.is_empty().then_some([from, to])
}

/// The clicks as bits; only cells can be clicked in this game.
fn clicked(clicks: &[Click]) -> Vec<u8> {
    let bit = |click: &Click| match click {
        Click::Cell(cell) => LAYOUT.bit(*cell).map(|bit| bit as u8),
        Click::Button(_) => None,
    };
    clicks.iter().filter_map(bit).collect()
}

/// The board after these clicks, the first two of which made a step.
fn stage(position: &Position, entered: &[u8]) -> Stage {
    let mut stage = Stage::new(position, Sent { from: entered[0], to: entered[1] });
    for pair in entered[2..].chunks_exact(2) {
        stage.send(Sent { from: pair[0], to: pair[1] });
    }
    stage
}

impl Entry for Fraha {
    fn buttons() -> &'static [(Button, Phrase)] {
        &[]
    }

    fn sequences(&self, position: &Position, turn: Turn) -> Vec<Vec<Step>> {
        let stage = Stage::new(position, turn.own());
        let teleports: Vec<Sent> = turn.teleports().collect();
        let all = orders(&teleports).into_iter().filter(|order| permitted(stage, order));
        all.map(|order| [vec![turn.own()], order].concat().into_iter().flat_map(steps).collect())
            .collect()
    }

    fn tried(&self, _: &Position, text: &str) -> Result<Vec<Vec<Tried>>, Message> {
        let mut parts = text.split(',');
        let step = parts.next().and_then(|part| pair(part, '-'));
        let sent: Option<Vec<[Cell; 2]>> = parts.map(|part| pair(part, '>')).collect();
        let (Some(step), Some(sent)) = (step, sent) else { return Err(not_a_turn(text)) };
        // No turn has more than three teleports, so the orders of more need not be tried.
        let orders = if sent.len() <= 3 { orders(&sent) } else { vec![sent] };
        let tried = |cell: Cell| Tried::Click(Click::Cell(cell));
        let guess = |order: Vec<[Cell; 2]>| [vec![step], order].concat().concat();
        Ok(orders.into_iter().map(|o| guess(o).into_iter().map(tried).collect()).collect())
    }

    fn refuse(&self, position: &Position, entered: &[Click], click: Click) -> Message {
        if let Click::Button(button) = click {
            return button_idle::<Fraha>(button);
        }
        let (own, enemy) = position.sets();
        let all = clicked(&[entered, &[click]].concat());
        match *all.as_slice() {
            [] => not_a_turn(&click.to_string()),
            [from] => refusals::choose_pawn(LAYOUT, own.into(), enemy.into(), cell(from))
                .unwrap_or_else(|| refuse_mover(position.to_move, own | enemy, from)),
            [from, to] => refuse_step(position, from, to),
            [ref entered @ .., from, to] if all.len().is_multiple_of(2) => stage(position, entered)
                .refuse_goal(Sent { from, to })
                .unwrap_or_else(|| refusals::TAKEN.with(cell(to))),
            [ref entered @ .., pawn] => stage(position, entered).refuse_pawn(pawn),
        }
    }

    fn refuse_more(&self, position: &Position, entered: &[Click], click: Click) -> Option<Message> {
        let pawn = *clicked(&[click]).first()?;
        stage(position, &clicked(entered)).refuse_more(pawn)
    }
}
