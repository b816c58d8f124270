//! All click sequences of a position. What does not depend on the game, [`Paths`], is compiled
//! once and knows turns by their number; [`Tree`] puts the turns back in.

use crate::entry::{Click, Effect, Step, Tried};
use crate::game::Entry;

/// All click sequences of a position.
#[derive(Clone, Debug)]
pub struct Tree<T> {
    turns: Vec<T>,
    paths: Paths,
}

/// Click sequences, each with the number of its turn; those of a turn stand next to each other.
#[derive(Clone, Debug)]
pub struct Paths {
    all: Vec<(usize, Vec<Step>)>,
}

/// One way to go on from what was entered so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// The click and its effects.
    pub step: Step,
    /// The number of the turn that this click completes.
    pub completes: Option<usize>,
}

impl<T: Copy> Tree<T> {
    /// The tree of every legal turn of a position.
    pub fn new<G: Entry<Turn = T>>(game: &G, position: &G::Position) -> Tree<T> {
        let turns = game.all_turns(position);
        let mut all = Vec::new();
        for (number, turn) in turns.iter().enumerate() {
            all.extend(game.sequences(position, *turn).into_iter().map(|steps| (number, steps)));
        }
        Tree { turns, paths: Paths { all } }
    }

    /// The sequences by the numbers of their turns.
    #[must_use]
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The turn with this number.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Option<T> {
        self.turns.get(number).copied()
    }

    /// Every sequence with its turn.
    pub fn sequences(&self) -> impl Iterator<Item = (T, &[Step])> {
        self.paths.all.iter().map(|(number, steps)| (self.turns[*number], steps.as_slice()))
    }

    /// The turns that these clicks can still become, each once.
    #[must_use]
    pub fn turns(&self, entered: &[Click]) -> Vec<T> {
        self.paths.turns(entered).into_iter().map(|number| self.turns[number]).collect()
    }

    /// The turn that exactly these clicks make.
    #[must_use]
    pub fn turn(&self, entered: &[Click]) -> Option<T> {
        self.paths.turn(entered).map(|number| self.turns[number])
    }
}

impl Paths {
    /// Every sequence.
    pub fn sequences(&self) -> impl Iterator<Item = &[Step]> {
        self.all.iter().map(|(_, steps)| steps.as_slice())
    }

    /// The sequences that begin with these clicks.
    fn under<'a>(&'a self, entered: &'a [Click]) -> impl Iterator<Item = &'a (usize, Vec<Step>)> {
        self.all.iter().filter(move |(_, steps)| {
            steps.len() >= entered.len() && steps.iter().zip(entered).all(|(s, c)| s.click == *c)
        })
    }

    /// The clicks that can follow, each once, in the order the turns are generated.
    #[must_use]
    pub fn next(&self, entered: &[Click]) -> Vec<Next> {
        let mut all: Vec<Next> = Vec::new();
        for (turn, steps) in self.under(entered) {
            let Some(step) = steps.get(entered.len()) else { continue };
            if !all.iter().any(|next| next.step.click == step.click) {
                let completes = (steps.len() == entered.len() + 1).then_some(*turn);
                all.push(Next { step: step.clone(), completes });
            }
        }
        all
    }

    /// Whether this click can follow.
    fn offers(&self, entered: &[Click], click: Click) -> bool {
        self.under(entered)
            .any(|(_, steps)| steps.get(entered.len()).is_some_and(|s| s.click == click))
    }

    /// The turns that these clicks can still become, each once.
    #[must_use]
    pub fn turns(&self, entered: &[Click]) -> Vec<usize> {
        let mut all: Vec<usize> = self.under(entered).map(|(turn, _)| *turn).collect();
        all.dedup();
        all
    }

    /// The turn that exactly these clicks make.
    #[must_use]
    pub fn turn(&self, entered: &[Click]) -> Option<usize> {
        self.under(entered).find(|(_, s)| s.len() == entered.len()).map(|(turn, _)| *turn)
    }

    /// The effects of each of these clicks; `None` if they begin no turn.
    #[must_use]
    pub fn effects(&self, entered: &[Click]) -> Option<Vec<Vec<Effect>>> {
        let (_, steps) = self.under(entered).next()?;
        Some(steps[..entered.len()].iter().map(|step| step.effects.clone()).collect())
    }

    /// Adds a click if it is on offer; returns whether it was.
    pub fn follow(&self, entered: &mut Vec<Click>, click: Click) -> bool {
        let offered = self.offers(entered, click);
        entered.extend(offered.then_some(click));
        offered
    }

    /// Makes the clicks that have no alternative: once something has happened on the board, as
    /// long as there is just one way to go on and it does not complete the turn. A turn is always
    /// begun and completed by its player: whoever has only chosen a pawn may choose another.
    pub fn skip(&self, entered: &mut Vec<Click>) {
        while self.begun(entered) {
            match self.next(entered).as_slice() {
                [only] if only.completes.is_none() => entered.push(only.step.click),
                _ => return,
            }
        }
    }

    /// Whether these clicks have done something on the board.
    fn begun(&self, entered: &[Click]) -> bool {
        self.effects(entered).is_some_and(|steps| steps.iter().any(|effects| !effects.is_empty()))
    }

    /// Of some guesses what was meant, the one that can be followed furthest: the clicks that are
    /// accepted, and the first that is not.
    pub(crate) fn furthest(&self, guesses: &[Vec<Tried>]) -> Option<(Vec<Click>, Option<Click>)> {
        let walks = guesses.iter().map(|guess| self.walk(guess));
        walks.max_by_key(|(entered, stuck)| (entered.len(), stuck.is_none()))
    }

    fn walk(&self, guess: &[Tried]) -> (Vec<Click>, Option<Click>) {
        let mut entered = Vec::new();
        for tried in guess {
            match *tried {
                Tried::Click(click) if !self.follow(&mut entered, click) => {
                    return (entered, Some(click));
                }
                Tried::Click(_) => {}
                // It is meant only if it is asked for.
                Tried::IfAsked(click) => _ = self.follow(&mut entered, click),
            }
        }
        (entered, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;

    fn click(name: &str) -> Click {
        Click::Cell(Cell::read(name).expect(name))
    }

    /// a1 to a2 or a3; b1 to b2, over b3 to b4 or c3.
    fn paths() -> Paths {
        let path = |turn: usize, names: &[&str]| {
            let mut from = None;
            let step = |name: &&str| {
                let to = Cell::read(name).expect(name);
                let effects = from.replace(to).map(|from| Effect::Move { from, to });
                Step { click: Click::Cell(to), effects: effects.into_iter().collect(), tag: None }
            };
            (turn, names.iter().map(step).collect())
        };
        let b = [path(2, &["b1", "b2", "b3", "b4"]), path(3, &["b1", "b2", "b3", "c3"])];
        Paths {
            all: [path(0, &["a1", "a2"]), path(1, &["a1", "a3"])].into_iter().chain(b).collect(),
        }
    }

    #[test]
    fn clicks_lead_to_turns_and_those_without_alternative_are_made() {
        let (paths, mut entered) = (paths(), Vec::new());
        assert_eq!(paths.next(&entered).len(), 2);
        assert!(paths.follow(&mut entered, click("b1")));
        assert!(!paths.follow(&mut entered, click("a2")), "it belongs to another turn");
        paths.skip(&mut entered);
        assert_eq!(entered, ["b1"].map(click), "who has chosen a pawn has not moved it");
        assert!(paths.follow(&mut entered, click("b2")));
        paths.skip(&mut entered);
        assert_eq!(entered, ["b1", "b2", "b3"].map(click));
        assert_eq!(paths.turns(&entered), [2, 3]);
        assert_eq!(paths.turn(&entered), None);
        assert!(paths.follow(&mut entered, click("c3")));
        assert_eq!(paths.turn(&entered), Some(3));
    }

    #[test]
    fn of_several_guesses_the_one_that_goes_furthest_counts() {
        let guess = |names: &[&str]| names.iter().map(|n| Tried::Click(click(n))).collect();
        let guesses = [guess(&["a1", "c1"]), guess(&["b1", "b2", "b9"]), guess(&["c1"])];
        let furthest = paths().furthest(&guesses);
        assert_eq!(furthest, Some((["b1", "b2"].map(click).to_vec(), Some(click("b9")))));
    }
}
