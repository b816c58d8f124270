//! A turn in the middle of being entered, and what can follow. A turn is looked at step by step
//! here, as its player makes it: a pawn has at most sixteen ways to go on, however many chains
//! there are.

use damier_core::bits::bits;
use damier_core::entry::{self, Click, DONE, Effect, Next};

use super::board::{ALL, LAYOUT, Position, cell};
use super::chains::{Chain, Hits};
use super::turn::{Kind, Step, Turn, Way};
use super::turns::{beginnings, can_step};
use super::{Fanorona, Rules};

/// How far a turn has been entered.
pub(super) struct Stage<'a> {
    pub(super) game: Fanorona,
    pub(super) position: &'a Position,
    /// Whether a pawn is still to be taken off.
    pub(super) huffing: bool,
    pub(super) enemy: u64,
    pub(super) chain: Option<Chain>,
    /// Where the chosen pawn has stood.
    pub(super) stood: u64,
    pub(super) last: Option<Way>,
    /// The way the pawn has gone when it is yet to be said which line it takes.
    pub(super) choice: Option<Way>,
    /// The smaller group that the last step could not take.
    pub(super) spared: u64,
    /// The turn as far as it is certain.
    turn: Turn,
}

impl<'a> Stage<'a> {
    fn new(game: Fanorona, position: &'a Position) -> Stage<'a> {
        Stage {
            game,
            position,
            huffing: position.huff != 0,
            enemy: position.sets().1,
            chain: None,
            stood: 0,
            last: None,
            choice: None,
            spared: 0,
            turn: Turn::empty(),
        }
    }

    /// After clicks that are allowed.
    pub(super) fn after(game: Fanorona, position: &'a Position, entered: &[Click]) -> Stage<'a> {
        let mut stage = Stage::new(game, position);
        for click in entered {
            if let Click::Cell(cell) = click {
                LAYOUT.bit(*cell).into_iter().for_each(|bit| stage.click(bit));
            }
        }
        stage
    }

    /// Goes on with a click that is allowed.
    fn click(&mut self, bit: u32) {
        match self.chain {
            _ if self.huffing => {
                self.huffing = false;
                self.enemy &= !(1 << bit);
                self.turn = Turn::huffing(bit);
            }
            None => {
                self.chain = Some(Chain::new(bit, self.position.sets().0, self.enemy));
                self.stood = 1 << bit;
                self.turn = self.turn.by(bit);
            }
            Some(chain) => self.step(chain, bit),
        }
    }

    /// Goes on with a click on the point where the pawn goes, or on the line it takes.
    fn step(&mut self, chain: Chain, bit: u32) {
        let Some(way) = self.choice.or_else(|| Way::between(chain.at(), bit)) else { return };
        let allowed = self.allowed(chain);
        self.stood |= 1 << way.from(chain.at());
        if self.choice.is_none() && allowed.is_choice(way) {
            self.choice = Some(way);
            return;
        }
        let meant = |step: &Step| match self.choice {
            Some(_) => step.nearest(chain.at()) == bit,
            None => allowed.has(*step),
        };
        let mut steps = Kind::BOTH.into_iter().map(|kind| Step::new(way, kind));
        let Some(step) = steps.find(meant) else { return };
        self.spared = match allowed.has(step.other()) {
            true => 0,
            false => chain.line(step.other()),
        };
        self.chain = Some(chain.after(step));
        self.turn = self.turn.then(step);
        self.last = Some(way);
        self.choice = None;
    }

    fn allowed(&self, chain: Chain) -> Hits {
        self.game.allowed(self.position, chain)
    }

    /// The clicks that can follow.
    pub(super) fn next(&self) -> Vec<Next<Turn>> {
        match (self.chain, self.choice) {
            _ if self.position.over.is_some() => Vec::new(),
            _ if self.huffing => self.next_removals(),
            (None, _) => self.next_pawns(),
            (Some(chain), Some(way)) => self.next_lines(chain, way),
            (Some(chain), None) if chain.has_moved() => self.next_of_chain(chain),
            (Some(chain), None) => self.next_first_steps(chain),
        }
    }

    /// The pawns of which one is to be taken off.
    fn next_removals(&self) -> Vec<Next<Turn>> {
        let own = self.position.sets().0;
        let removal = |pawn: u32| {
            let left = self.enemy & !(1 << pawn);
            let goes_on = left == 0 || can_step(own, ALL & !(own | left));
            let gone = Effect::Remove { cell: cell(pawn) };
            let step = entry::Step::cell(cell(pawn), vec![gone]);
            let completes = (left == 0).then(|| Turn::huffing(pawn));
            goes_on.then_some(Next { step, completes })
        };
        bits(self.position.huff).filter_map(removal).collect()
    }

    /// Calls `visit` with each turn of a single step, whether or not it can go on.
    fn each_beginning(&self, visit: &mut dyn FnMut(Turn)) {
        let own = self.position.sets().0;
        beginnings(self.game, self.position, own, self.enemy, self.turn, visit);
    }

    /// The pawns that can begin.
    fn next_pawns(&self) -> Vec<Next<Turn>> {
        let (mut found, mut all) = (0u64, Vec::new());
        self.each_beginning(&mut |turn| {
            let pawn = turn.from();
            if found >> pawn & 1 == 0 {
                found |= 1 << pawn;
                all.push(Next { step: entry::Step::cell(cell(pawn), Vec::new()), completes: None });
            }
        });
        all
    }

    /// The first steps of the pawn that was chosen.
    fn next_first_steps(&self, chain: Chain) -> Vec<Next<Turn>> {
        let allowed = self.allowed(chain);
        let mut all = Vec::new();
        // The pawn is part of the turn so far, and would be put in twice.
        let begin = Stage { turn: self.turn.by_nobody(), ..*self };
        begin.each_beginning(&mut |turn| {
            let Some(step) = turn.steps().next().filter(|_| turn.from() == chain.at()) else {
                return;
            };
            match turn.is_plain() {
                true => {
                    all.push(Next { step: going(chain.at(), step.way()), completes: Some(turn) })
                }
                false => self.add_capture(chain, allowed, step, &mut all),
            }
        });
        all
    }

    /// How a chain goes on, or that it stops.
    fn next_of_chain(&self, chain: Chain) -> Vec<Next<Turn>> {
        let (allowed, mut all) = (self.allowed(chain), Vec::new());
        if self.game.rules == Rules::Schadd && !allowed.is_empty() {
            let step = entry::Step::button(DONE, Vec::new());
            all.push(Next { step, completes: Some(self.turn) });
        }
        for step in allowed.each() {
            self.add_capture(chain, allowed, step, &mut all);
        }
        all
    }

    /// Adds the click of a capturing step. If it captures both ways, which line it takes is asked
    /// by the next click.
    fn add_capture(&self, chain: Chain, allowed: Hits, step: Step, all: &mut Vec<Next<Turn>>) {
        let mut go = going(chain.at(), step.way());
        if !allowed.is_choice(step.way()) {
            go.effects.extend(self.taken(chain, step));
            all.push(Next { step: go, completes: self.completed(chain, step) });
        } else if all.iter().all(|next| next.step.click != go.click) {
            all.push(Next { step: go, completes: None });
        }
    }

    /// The two lines that a step can take.
    fn next_lines(&self, chain: Chain, way: Way) -> Vec<Next<Turn>> {
        let line = |step: Step| {
            let nearest = cell(step.nearest(chain.at()));
            let take = entry::Step::cell(nearest, self.taken(chain, step).collect());
            let completes = self.completed(chain, step);
            Next { step: take.tagged(step.kind().letter()), completes }
        };
        self.allowed(chain).each().filter(|step| step.way() == way).map(line).collect()
    }

    /// What a capturing step takes off.
    fn taken(&self, chain: Chain, step: Step) -> impl Iterator<Item = Effect> {
        let taken = match self.position.vela {
            Some(_) => 1 << step.nearest(chain.at()),
            None => chain.line(step),
        };
        bits(taken).map(|bit| Effect::Remove { cell: cell(bit) })
    }

    /// The turn with this step, if it cannot go on after it.
    fn completed(&self, chain: Chain, step: Step) -> Option<Turn> {
        let ends = self.allowed(chain.after(step)).is_empty();
        ends.then(|| self.turn.then(step))
    }
}

/// A click that lets the pawn make a step.
pub(super) fn going(from: u32, way: Way) -> entry::Step {
    let (from, to) = (cell(from), cell(way.from(from)));
    entry::Step::cell(to, vec![Effect::Move { from, to }])
}

/// Whether a turn is legal: its first step begins one, its others go on with the chain, and it
/// ends where it may.
pub(super) fn is_legal(game: Fanorona, position: &Position, turn: Turn) -> bool {
    let mut stage = Stage::new(game, position);
    if position.over.is_some() || turn.huffed().is_some() != stage.huffing {
        return false;
    }
    if let Some(pawn) = turn.huffed() {
        if position.huff >> pawn & 1 == 0 {
            return false;
        }
        stage.click(pawn);
        if stage.enemy == 0 {
            return turn == stage.turn;
        }
    }
    let (start, mut steps) = (stage.turn.by(turn.from()), turn.steps());
    let Some(first) = steps.next() else { return false };
    let single = match turn.is_plain() {
        true => start.stepping(first.way()),
        false => start.then(first),
    };
    let mut begins = false;
    stage.each_beginning(&mut |legal| begins |= legal == single);
    if !begins || turn.is_plain() {
        return begins && turn == single;
    }
    let mut chain = Chain::new(turn.from(), position.sets().0, stage.enemy).after(first);
    let goes_on = |step: Step| {
        let allowed = game.allowed(position, chain).has(step);
        chain = chain.after(step);
        allowed
    };
    steps.all(goes_on) && (game.rules == Rules::Schadd || game.allowed(position, chain).is_empty())
}
