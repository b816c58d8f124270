//! The players by name, where their pawns are white and black, and the option that says who begins.

use damier_core::Phrase;
use damier_core::options::OptionSpec;

const WHITE: Phrase = Phrase::new("White", "Blanc");
const BLACK: Phrase = Phrase::new("Black", "Noir");

/// The names of the players with the white and the black pawns.
pub(crate) const WHITE_AND_BLACK: [Phrase; 2] = [WHITE, BLACK];

/// White begins, unless Black is chosen.
pub(crate) const WHITE_FIRST: OptionSpec = first(&[("white", WHITE), ("black", BLACK)]);

/// Black begins, unless White is chosen.
pub(crate) const BLACK_FIRST: OptionSpec = first(&[("black", BLACK), ("white", WHITE)]);

/// The option that says who begins.
pub(crate) const fn first(values: &'static [(&'static str, Phrase)]) -> OptionSpec {
    OptionSpec { name: "first", label: Phrase::new("Who begins", "Qui commence"), values }
}
