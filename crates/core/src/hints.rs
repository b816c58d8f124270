//! Where a turn can begin: what a front end shows before the first click. Read off the click
//! sequences of the legal turns, so it holds for any game.

use crate::bits::Layout;
use crate::cell::Cell;
use crate::entry::{Click, Effect, Step};
use crate::tree::Paths;

/// Which pawns of the player to move can begin a turn, each list in alphabetical order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// Those that can.
    pub movable: Vec<Cell>,
    /// The same, if every legal turn takes an enemy pawn: one of these must.
    pub forced: Vec<Cell>,
}

impl Hints {
    /// The hints of a position with these click sequences and these own pawns.
    #[must_use]
    pub fn new(paths: &Paths, layout: Layout, own: u64) -> Hints {
        let first = |steps: &[Step]| match steps.first()?.click {
            Click::Cell(cell) => layout.bit(cell),
            Click::Button(_) => None,
        };
        let begin = paths.sequences().filter_map(first).fold(0, |set, bit| set | 1 << bit);
        let movable = layout.cells_of(own & begin);
        let forced = match paths.sequences().all(takes) {
            true => movable.clone(),
            false => Vec::new(),
        };
        Hints { movable, forced }
    }
}

/// Whether these clicks take a pawn off the board.
fn takes(steps: &[Step]) -> bool {
    steps.iter().flat_map(|step| &step.effects).any(|e| matches!(e, Effect::Remove { .. }))
}
