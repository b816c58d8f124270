//! `reach`: what exact tables can tell that take seconds to build, whether or not they are at hand.

use damier_core::any::Opened;
use damier_core::{AnyGame, Message};
use damier_games::Visitor;
use damier_index::{Index, Solvable, quick_tiers};
use damier_tables::Tables;
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::fault::Code;
use crate::game::{Played, played};
use crate::request::Ask;

#[derive(Serialize)]
struct Reach {
    /// The options that make a difference to tables: they are the same for all others.
    rules: String,
    /// Whether such tables know the value of the position.
    known: bool,
    /// Whether there are any: then they know at least positions with few pawns.
    some: bool,
}

/// `reach`.
pub(crate) fn reach(mut ask: Ask<'_>) -> Answer {
    let Played { game, play } = played(&mut ask)?;
    ask.fields.done()?;
    let position = play.position();
    let reach = damier_games::visit(game.id(), &game.options(), Measure(&position));
    good(&reach.and_then(|reach| reach).map_err(|message| Code::BadPosition.because(message))?)
}

struct Measure<'a>(&'a str);

impl Visitor for Measure<'_> {
    type Output = Result<Reach, Message>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Self::Output {
        let position = opened.read(self.0)?;
        let over = opened.game.outcome(&position).is_some();
        let Some(index) = G::Index::new(opened.game) else {
            return Ok(Reach { rules: opened.options(), known: over, some: false });
        };
        let (rules, quick) = (index.rules(), quick_tiers(&index));
        let needed = Tables::new(index).needed(&position);
        let known = over || needed.is_some_and(|last| last < quick);
        Ok(Reach { rules, known, some: quick > 0 })
    }
}
