//! Fanorona by clicks: the pawn to take off if one is, the pawn that moves, the points it goes
//! to. Where a step captures both ways and the choice is free, a click on the nearest pawn of the
//! line to take follows; where a chain may stop though it could go on, the button ends it.

use damier_core::bits::bits;
use damier_core::entry::{
    self, Button, Click, DONE, DONE_WORDS, Effect, Next, Tried, not_a_turn, split_cell,
};
use damier_core::{Cell, Entry, Message, Phrase, phrase};

use super::board::{ALL, LAYOUT, Position, cell};
use super::chains::{Chain, Hits, Profile, Schadd, Sheet};
use super::stage::{Stage, going};
use super::turn::{Kind, Step, Turn, Way};
use super::{Fanorona, Rules, refuse};

impl Entry for Fanorona {
    fn buttons() -> &'static [(Button, Phrase)] {
        &[(DONE, DONE_WORDS)]
    }

    fn choice(tag: char) -> Option<Phrase> {
        match tag {
            'A' => Some(phrase!("fanorona.approach")),
            'W' => Some(phrase!("fanorona.withdraw")),
            _ => None,
        }
    }

    fn next(&self, position: &Position, entered: &[Click]) -> Vec<Next<Turn>> {
        Stage::after(*self, position, entered).next()
    }

    fn sequences(&self, position: &Position, turn: Turn) -> Vec<Vec<entry::Step>> {
        let (own, mut enemy) = position.sets();
        let mut clicks = Vec::new();
        if let Some(pawn) = turn.huffed() {
            enemy &= !(1 << pawn);
            let gone = Effect::Remove { cell: cell(pawn) };
            clicks.push(entry::Step::cell(cell(pawn), vec![gone]));
        }
        if turn.len() > 0 {
            let chain = Chain::new(turn.from(), own, enemy);
            clicks.push(entry::Step::cell(cell(turn.from()), Vec::new()));
            match turn.is_plain() {
                true => clicks.extend(turn.steps().map(|step| going(turn.from(), step.way()))),
                false => self.click_chain(position, chain, turn, &mut clicks),
            }
        }
        vec![clicks]
    }

    fn tried(&self, position: &Position, text: &str) -> Result<Vec<Vec<Tried>>, Message> {
        let typed = Typed::read(text).ok_or_else(|| not_a_turn(text))?;
        match refuse::mistyped(*self, position, &typed) {
            Some(reason) => Err(reason),
            None => Ok(vec![typed.clicks()]),
        }
    }

    fn refuse(&self, position: &Position, entered: &[Click], click: Click) -> Message {
        refuse::refuse(*self, position, entered, click)
    }

    fn refuse_more(&self, position: &Position, entered: &[Click], click: Click) -> Option<Message> {
        refuse::refuse_more(*self, position, entered, click)
    }
}

impl Fanorona {
    /// The capturing steps that a pawn may make now, for its first step or the next of a chain.
    pub(super) fn allowed(self, position: &Position, chain: Chain) -> Hits {
        let single = position.vela.is_some() || position.is_first_turn();
        match self.rules {
            _ if position.is_giving() || single && chain.has_moved() => Hits::NONE,
            _ if position.vela.is_some() => chain.hits(),
            Rules::Sheet => Sheet::hits(chain),
            Rules::Schadd => Schadd::hits(chain),
        }
    }

    /// Appends the clicks of a chain of captures.
    fn click_chain(
        self,
        position: &Position,
        mut chain: Chain,
        turn: Turn,
        clicks: &mut Vec<entry::Step>,
    ) {
        for step in turn.steps() {
            let nearest = step.nearest(chain.at());
            let taken = match position.vela {
                Some(_) => 1 << nearest,
                None => chain.line(step),
            };
            let taken = bits(taken).map(|bit| Effect::Remove { cell: cell(bit) });
            let mut go = going(chain.at(), step.way());
            if self.allowed(position, chain).is_choice(step.way()) {
                clicks.push(go);
                let line = entry::Step::cell(cell(nearest), taken.collect());
                clicks.push(line.tagged(step.kind().letter()));
            } else {
                go.effects.extend(taken);
                clicks.push(go);
            }
            chain = chain.after(step);
        }
        if !self.allowed(position, chain).is_empty() {
            clicks.push(entry::Step::button(DONE, Vec::new()));
        }
    }
}

/// A text that has the form of a turn.
pub(super) struct Typed {
    pub(super) huffed: Option<Cell>,
    pub(super) from: Option<Cell>,
    /// Where each step goes, and what it is said to take.
    pub(super) steps: Vec<(Cell, Option<Kind>)>,
}

impl Typed {
    fn read(text: &str) -> Option<Typed> {
        let mut typed = Typed { huffed: None, from: None, steps: Vec::new() };
        let mut rest = text;
        if let Some(removal) = text.strip_prefix('*') {
            let (pawn, after) = split_cell(removal)?;
            typed.huffed = Some(pawn);
            if after.is_empty() {
                return Some(typed);
            }
            rest = after.strip_prefix(',')?;
        }
        let (from, mut rest) = split_cell(rest)?;
        typed.from = Some(from);
        while let Some(step) = rest.strip_prefix('-') {
            let (to, after) = split_cell(step)?;
            let kind = Kind::BOTH.into_iter().find(|kind| after.starts_with(kind.letter()));
            typed.steps.push((to, kind));
            rest = &after[usize::from(kind.is_some())..];
        }
        (rest.is_empty() && !typed.steps.is_empty()).then_some(typed)
    }

    /// The clicks that are meant.
    fn clicks(&self) -> Vec<Tried> {
        let click = |cell| Tried::Click(Click::Cell(cell));
        let mut clicks: Vec<Tried> = self.huffed.into_iter().chain(self.from).map(click).collect();
        let mut at = self.from;
        for (to, kind) in &self.steps {
            clicks.push(click(*to));
            let taken = at.zip(*kind).and_then(|(at, kind)| nearest(at, *to, kind));
            clicks.extend(taken.map(|cell| Tried::IfAsked(Click::Cell(cell))));
            at = Some(*to);
        }
        clicks.push(Tried::IfAsked(Click::Button(DONE)));
        clicks
    }
}

/// The nearest point of the line that a step takes, if the step and the point exist.
fn nearest(from: Cell, to: Cell, kind: Kind) -> Option<Cell> {
    let (from, to) = (LAYOUT.bit(from)?, LAYOUT.bit(to)?);
    let bit = Step::new(Way::between(from, to)?, kind).nearest(from);
    (ALL >> bit & 1 == 1).then(|| cell(bit))
}
