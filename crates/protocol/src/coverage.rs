//! `coverage`: what exact tables can tell that take seconds to build, whether or not they are at
//! hand.

use damier_core::Message;
use damier_core::any::Opened;
use damier_games::Visitor;
use damier_index::{Index, Solvable, quick_tiers};
use damier_tables::Tables;
use serde::{Deserialize, Serialize};

use crate::board::GamePosition;
use crate::error::{ApiError, ErrorCode};
use crate::request::{Context, Handle};
use crate::session::Session;

/// `coverage`: whether tables that take seconds to build know a position, be they at hand or not.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// The position; the start if there is none.
    pub position: Option<String>,
}

/// What tables that take seconds to build can tell.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableCoverage {
    /// The options that make a difference to tables: they are the same for all others.
    pub rules: String,
    /// Whether such tables know the value of the position.
    pub known: bool,
    /// Whether there are any: then they know at least positions with few pawns.
    pub some: bool,
}

impl Handle for Coverage {
    type Answer = TableCoverage;

    fn handle(self, _: &mut Session, _: &Context<'_>) -> Result<TableCoverage, ApiError> {
        let at = GamePosition::new(&self.game, &self.rules, self.position.as_deref())?;
        let position = at.position.text();
        let measured = damier_games::visit(at.game.id(), &at.game.options(), Measure(&position));
        let measured = measured.and_then(|measured| measured);
        measured.map_err(|message| ErrorCode::BadPosition.because(message))
    }
}

struct Measure<'a>(&'a str);

impl Visitor for Measure<'_> {
    type Output = Result<TableCoverage, Message>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Self::Output {
        let position = opened.read(self.0)?;
        let over = opened.game.outcome(&position).is_some();
        let Some(index) = G::Index::new(opened.game) else {
            let rules = damier_core::AnyGame::options(&opened);
            return Ok(TableCoverage { rules, known: over, some: false });
        };
        let (rules, quick) = (index.rules(), quick_tiers(&index));
        let needed = Tables::new(index).needed(&position);
        let known = over || needed.is_some_and(|last| last < quick);
        Ok(TableCoverage { rules, known, some: quick > 0 })
    }
}
