//! Where a turn can begin: what a front end shows before the first click. Read off the click
//! sequences of the legal turns, so it holds for any game.

use crate::cell::Cell;
use crate::entry::{Click, Effect, Step, Tree};
use crate::game::Complete;

/// Which pawns of the player to move can begin a turn, each list in alphabetical order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// Those that can.
    pub movable: Vec<Cell>,
    /// The same, if every legal turn takes an enemy pawn: one of these must.
    pub forced: Vec<Cell>,
}

/// The hints of a position.
pub fn hints<G: Complete>(game: &G, position: &G::Position) -> Hints {
    let tree = Tree::new(game, position);
    let (own, layout) = (game.setup(position).pawns[game.to_move(position).index()], G::LAYOUT);
    let is_own = |cell: &Cell| layout.bit(*cell).is_some_and(|bit| own >> bit & 1 == 1);
    let first = |steps: &[Step]| match steps.first()?.click {
        Click::Cell(cell) => Some(cell).filter(is_own),
        Click::Button(_) => None,
    };
    let mut movable: Vec<Cell> = tree.sequences().iter().filter_map(|(_, s)| first(s)).collect();
    movable.sort_unstable();
    movable.dedup();
    let forced = match tree.sequences().iter().all(|(_, steps)| takes(steps)) {
        true => movable.clone(),
        false => Vec::new(),
    };
    Hints { movable, forced }
}

/// Whether these clicks take a pawn off the board.
fn takes(steps: &[Step]) -> bool {
    steps.iter().flat_map(|step| &step.effects).any(|e| matches!(e, Effect::Remove { .. }))
}
