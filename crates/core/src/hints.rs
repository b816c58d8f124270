//! Where a turn can begin: what a front end shows before the first click. Read off the clicks on
//! offer, so it holds for any game.

use crate::bits::Layout;
use crate::cell::Cell;
use crate::entry::Click;
use crate::walk::Walk;

/// Which pawns of the player to move can begin a turn, each list in alphabetical order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// Those that can.
    pub movable: Vec<Cell>,
    /// The same, if every legal turn takes an enemy pawn: one of these must.
    pub forced: Vec<Cell>,
}

impl Hints {
    /// The hints of a position, before the first click, with these own pawns.
    #[must_use]
    pub(crate) fn new(begin: &Walk<'_>, layout: Layout, own: u64) -> Hints {
        let first = begin.next.iter().filter_map(|next| match next.step.click {
            Click::Cell(cell) => layout.bit(cell),
            Click::Button(_) => None,
        });
        let movable = layout.cells_of(own & first.fold(0, |set, bit| set | 1 << bit));
        let forced = match begin.takes() {
            true => movable.clone(),
            false => Vec::new(),
        };
        Hints { movable, forced }
    }
}
