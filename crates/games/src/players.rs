//! The players by name, where their pawns are white and black, and the option that says who begins.

use damier_core::options::OptionSpec;
use damier_core::{Phrase, phrase};

const WHITE: Phrase = phrase!("players.white");
const BLACK: Phrase = phrase!("players.black");

/// The names of the players with the white and the black pawns.
pub(crate) const WHITE_AND_BLACK: [Phrase; 2] = [WHITE, BLACK];

/// White begins, unless Black is chosen.
pub(crate) const WHITE_FIRST: OptionSpec = first(&[("white", WHITE), ("black", BLACK)]);

/// Black begins, unless White is chosen.
pub(crate) const BLACK_FIRST: OptionSpec = first(&[("black", BLACK), ("white", WHITE)]);

/// The option that says who begins.
pub(crate) const fn first(values: &'static [(&'static str, Phrase)]) -> OptionSpec {
    OptionSpec { name: "first", label: phrase!("players.option-first"), values }
}
