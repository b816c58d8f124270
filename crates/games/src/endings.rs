//! Ends that several games have in common, in the same words.

use damier_core::reason::Reason;
use damier_core::{Cell, Notation, Outcome, Phrase, phrase};

/// A player has too few pawns to go on.
pub(crate) const FEW_PAWNS: Phrase = phrase!("ending.few-pawns");
/// A player has no legal turn.
pub(crate) const NO_TURN: Phrase = phrase!("ending.no-turn");

/// What became of the loser: `words` about the player and the number of its pawns, which show it.
pub(crate) fn lost<G: Notation>(
    words: Phrase,
    outcome: Outcome,
    pawns: [u64; 2],
) -> Option<Reason> {
    let Outcome::Won(winner) = outcome else { return None };
    let loser = winner.other().index();
    let cells = G::LAYOUT.cells_of(pawns[loser]);
    Some(Reason { words: words.with(G::sides()[loser]).with(cells.len()), cells })
}

/// What the winner has made: `words` about the first and the last of the cells.
pub(crate) fn made(words: Phrase, cells: Vec<Cell>) -> Option<Reason> {
    let (first, last) = (*cells.first()?, *cells.last()?);
    Some(Reason { words: words.with(first).with(last), cells })
}
