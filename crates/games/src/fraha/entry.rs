//! Fraha by clicks: the pawn, where it goes, then for each pawn to be teleported that pawn and
//! where it is sent.
//!
//! A step that sends three pawns away makes thousands of turns. What can follow is therefore read
//! off the turns of the step entered only, no further than until every click is found that the
//! board allows.

use std::ops::ControlFlow;

use damier_core::bits::bits;
use damier_core::entry::{
    Button, Click, Effect, Next, Step, Tried, button_idle, not_a_turn, split_cell,
};
use damier_core::{Cell, Entry, Message, Phrase, refusals};

use super::Fraha;
use super::board::{Position, STEPS, Sent, TRACKS, Turn};
use super::stage::{Stage, refuse_mover, refuse_step};
use super::turns::of_step;
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
        let permitted = stage.may_send(*sent);
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
fn stage(game: &Fraha, position: &Position, entered: &[u8]) -> Stage {
    let mut stage = Stage::new(game.goals, position, Sent { from: entered[0], to: entered[1] });
    for pair in entered[2..].chunks_exact(2) {
        stage.send(Sent { from: pair[0], to: pair[1] });
    }
    stage
}

/// The teleports that were entered after a step.
fn teleports(entered: &[u8]) -> impl Iterator<Item = Sent> + Clone {
    entered[2..].chunks_exact(2).map(|pair| Sent { from: pair[0], to: pair[1] })
}

impl Fraha {
    /// The clicks that begin a turn, or the cells that the pawn on `from` can step to.
    fn steps(self, position: &Position, from: Option<u8>) -> Vec<Next<Turn>> {
        let (side, (own, enemy)) = (position.to_move, position.sets());
        let goals = |from: u8| STEPS[side.index()][usize::from(from)] & TRACKS & !(own | enemy);
        let Some(from) = from else {
            let movers = bits(own).map(|pawn| pawn as u8).filter(|pawn| goals(*pawn) != 0);
            return movers
                .map(|pawn| Next { step: Step::cell(cell(pawn), Vec::new()), completes: None })
                .collect();
        };
        let go = |to: u32| {
            let sent = Sent { from, to: to as u8 };
            let [_, step] = steps(sent);
            let alone = Stage::new(self.goals, position, sent).is_over();
            Next { step, completes: alone.then(|| Turn::step(sent)) }
        };
        bits(goals(from)).map(go).collect()
    }

    /// Calls `visit` with the turns that a step and some teleports can still become.
    fn under(
        self,
        position: &Position,
        entered: &[u8],
        visit: &mut dyn FnMut(Turn) -> ControlFlow<()>,
    ) {
        let step = Sent { from: entered[0], to: entered[1] };
        let made = teleports(entered);
        let _ = of_step(self.one, position, step, &mut |turn| match made
            .clone()
            .all(|sent| turn.sends(sent))
        {
            true => visit(turn),
            false => ControlFlow::Continue(()),
        });
    }

    /// The pawns that can be teleported next.
    fn next_pawns(self, position: &Position, entered: &[u8]) -> Vec<Next<Turn>> {
        let (stage, mut found, mut all) = (stage(&self, position, entered), 0, Vec::new());
        self.under(position, entered, &mut |turn| {
            // The last of a turn's pawns comes first, as in its sequences.
            let pawns: Vec<Sent> = turn.teleports().collect();
            for sent in pawns.into_iter().rev() {
                if (stage.attacked() & !found) >> sent.from & 1 == 1 && stage.may_send(sent) {
                    found |= 1 << sent.from;
                    all.push(Next { step: Step::cell(cell(sent.from), vec![]), completes: None });
                }
            }
            match found == stage.attacked() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        all
    }

    /// Where the pawn can be sent that was chosen by the last of these clicks.
    fn next_goals(self, position: &Position, entered: &[u8], pawn: u8) -> Vec<Next<Turn>> {
        let (stage, mut found, mut all) = (stage(&self, position, entered), 0, Vec::new());
        let may = |to: &u32| stage.may_send(Sent { from: pawn, to: *to as u8 });
        let goals = bits(TRACKS).filter(may).fold(0, |set, to| set | 1 << to);
        let last = self.one || stage.attacked().is_power_of_two();
        self.under(position, entered, &mut |turn| {
            let sent = turn.teleports().find(|sent| sent.from == pawn);
            if let Some(sent) = sent.filter(|sent| (goals & !found) >> sent.to & 1 == 1) {
                found |= 1 << sent.to;
                let [_, step] = steps(sent);
                all.push(Next { step, completes: last.then_some(turn) });
            }
            match found == goals {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        all
    }
}

impl Entry for Fraha {
    fn buttons() -> &'static [(Button, Phrase)] {
        &[]
    }

    fn next(&self, position: &Position, entered: &[Click]) -> Vec<Next<Turn>> {
        if self.goals.outcome(position).is_some() {
            return Vec::new();
        }
        match *clicked(entered).as_slice() {
            [] => self.steps(position, None),
            [from] => self.steps(position, Some(from)),
            ref all if all.len().is_multiple_of(2) => self.next_pawns(position, all),
            [ref all @ .., pawn] => self.next_goals(position, all, pawn),
        }
    }

    /// Teleports are written in the order of the cells left, whatever the order of the clicks. The
    /// first pawn that was not sent yet has at least three cells to go to, always (see `turns`): so
    /// two turns that send it to different ones have nothing in common after it.
    fn telling(&self, position: &Position, entered: &[Click]) -> Option<Vec<Turn>> {
        let all = clicked(entered);
        let made = all.get(..all.len() & !1).filter(|made| made.len() >= 2)?;
        if self.one || stage(self, position, made).attacked().is_power_of_two() {
            return None;
        }
        let sent =
            |turn: Turn| turn.teleports().find(|s| !teleports(made).any(|m| m.from == s.from));
        let mut two: Vec<Turn> = Vec::new();
        self.under(position, made, &mut |turn| {
            if two.iter().all(|other| sent(*other) != sent(turn)) {
                two.push(turn);
            }
            match two.len() {
                2 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        Some(two)
    }

    fn sequences(&self, position: &Position, turn: Turn) -> Vec<Vec<Step>> {
        let stage = Stage::new(self.goals, position, turn.own());
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
            [ref entered @ .., from, to] if all.len().is_multiple_of(2) => {
                stage(self, position, entered)
                    .refuse_goal(Sent { from, to })
                    .unwrap_or_else(|| refusals::TAKEN.with(cell(to)))
            }
            [ref entered @ .., pawn] => stage(self, position, entered).refuse_pawn(pawn),
        }
    }

    fn refuse_more(&self, position: &Position, entered: &[Click], click: Click) -> Option<Message> {
        let pawn = *clicked(&[click]).first()?;
        stage(self, position, &clicked(entered)).refuse_more(pawn)
    }
}
