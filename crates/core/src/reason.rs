//! Why a game is over, in the game's own words: what people ask first when it ends, and what
//! "goal reached" does not tell.

use crate::cell::Cell;
use crate::words::Message;

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// In words that fit after "White wins:", without a full stop.
    pub words: Message,
    /// The cells that show it: a line, a figure, the pawns that are left. None if the players ended
    /// the game, or the clock did.
    pub cells: Vec<Cell>,
}
