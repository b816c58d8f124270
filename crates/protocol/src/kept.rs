//! The ways to enter a turn, kept from one request to the next: a page asks about the same position
//! at every click, and where pawns can be sent all over the board there are very many.

use damier_core::Message;
use damier_core::any::AnyEntries;

use crate::request::Spot;

/// The ways to enter a turn of the position asked about last.
#[derive(Default)]
pub(crate) struct Kept(Option<One>);

struct One {
    game: &'static str,
    rules: String,
    position: String,
    entries: Box<dyn AnyEntries>,
}

impl Kept {
    /// The ways to enter a turn of this position.
    pub(crate) fn entries(&mut self, spot: &Spot) -> Result<&dyn AnyEntries, Message> {
        let (game, rules) = (spot.game.id(), spot.game.options());
        let same =
            |one: &One| (one.game, &one.rules, &one.position) == (game, &rules, &spot.position);
        let one = match self.0.take().filter(same) {
            Some(one) => one,
            None => {
                let entries = spot.game.entries(&spot.position)?;
                One { game, rules, position: spot.position.clone(), entries }
            }
        };
        Ok(&*self.0.insert(one).entries)
    }
}
