//! All click sequences of all turns of a position: the slow and obvious twin of entry click by
//! click, for tests. Positions with tens of thousands of turns have hundreds of thousands of
//! clicks, so nothing that serves anybody builds this.

use std::collections::HashMap;

use crate::any::turn_text;
use crate::bits::Layout;
use crate::entry::{Click, Effect, Next, Step};
use crate::game::{Entry, Playable};
use crate::hints::Hints;

/// All click sequences of a position.
#[derive(Clone, Debug)]
pub struct Tree<T> {
    all: Vec<(T, Vec<Step>)>,
}

/// What is known about the turns that begin with some clicks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Under<T> {
    /// The clicks that can follow, each once, in the order in which the turns are generated.
    pub next: Vec<Next<T>>,
    /// The first of the turns.
    pub first: T,
    /// What they have in common in writing: the whole text if it is one turn, otherwise all down
    /// to the last whole cell.
    pub text: String,
}

impl<T: Copy + PartialEq> Tree<T> {
    /// The tree of every legal turn of a position.
    pub fn new<G: Entry<Turn = T>>(game: &G, position: &G::Position) -> Tree<T> {
        let mut all = Vec::new();
        for turn in game.all_turns(position) {
            all.extend(game.sequences(position, turn).into_iter().map(|steps| (turn, steps)));
        }
        Tree { all }
    }

    /// Every sequence with its turn.
    pub fn sequences(&self) -> impl ExactSizeIterator<Item = (T, &[Step])> {
        self.all.iter().map(|(turn, steps)| (*turn, steps.as_slice()))
    }

    /// What follows each beginning, the empty one included, of every `stride`-th sequence.
    pub fn under<G: Playable<Turn = T>>(
        &self,
        game: &G,
        position: &G::Position,
        stride: usize,
    ) -> HashMap<Vec<Click>, Under<T>> {
        let mut asked: HashMap<Vec<Click>, Option<Several<T>>> = HashMap::new();
        for (_, steps) in self.sequences().step_by(stride) {
            let clicks = clicks(steps);
            asked.extend((0..clicks.len()).map(|n| (clicks[..n].to_vec(), None)));
        }
        for (turn, steps) in self.sequences() {
            let (clicks, text) = (clicks(steps), turn_text(game, position, turn));
            for n in 0..clicks.len() {
                if let Some(under) = asked.get_mut(&clicks[..n]) {
                    let step = &steps[n];
                    let next = Next {
                        step: step.clone(),
                        completes: (n + 1 == clicks.len()).then_some(turn),
                    };
                    under.get_or_insert_with(|| Several::new(turn, &text)).add(next, turn, &text);
                }
            }
        }
        let told = |(clicks, under): (Vec<Click>, Option<Several<T>>)| {
            under.map(|under| (clicks.clone(), under.told(clicks.is_empty())))
        };
        asked.into_iter().filter_map(told).collect()
    }

    /// Which pawns can, or must, begin a turn.
    pub fn hints(&self, layout: Layout, own: u64) -> Hints {
        let first = |steps: &[Step]| match steps.first()?.click {
            Click::Cell(cell) => layout.bit(cell),
            Click::Button(_) => None,
        };
        let begin = self.sequences().filter_map(|(_, steps)| first(steps));
        let movable = layout.cells_of(own & begin.fold(0, |set, bit| set | 1 << bit));
        let takes = |steps: &[Step]| {
            steps.iter().flat_map(|step| &step.effects).any(|e| matches!(e, Effect::Remove { .. }))
        };
        let forced = match self.sequences().all(|(_, steps)| takes(steps)) {
            true => movable.clone(),
            false => Vec::new(),
        };
        Hints { movable, forced }
    }
}

/// The clicks of a sequence.
pub(crate) fn clicks(steps: &[Step]) -> Vec<Click> {
    steps.iter().map(|step| step.click).collect()
}

/// The turns that begin with some clicks, as far as they have been gone through.
struct Several<T> {
    next: Vec<Next<T>>,
    first: T,
    /// What they have in common in writing.
    common: String,
    alone: bool,
}

impl<T: Copy + PartialEq> Several<T> {
    fn new(first: T, text: &str) -> Several<T> {
        Several { next: Vec::new(), first, common: text.to_owned(), alone: true }
    }

    fn add(&mut self, next: Next<T>, turn: T, text: &str) {
        if !self.next.iter().any(|known| known.step.click == next.step.click) {
            self.next.push(next);
        }
        self.alone &= turn == self.first;
        let shared = self.common.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        self.common.truncate(shared);
    }

    fn told(self, nothing_clicked: bool) -> Under<T> {
        let whole_cells = self.common.trim_end_matches(|c| matches!(c, 'a'..='p'));
        let text = match (nothing_clicked, self.alone) {
            (true, _) => String::new(),
            (_, true) => self.common,
            _ => whole_cells.to_owned(),
        };
        Under { next: self.next, first: self.first, text }
    }
}
