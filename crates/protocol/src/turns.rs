//! `turns` and `sequel`: legal turns, rematches.

use damier_core::Side;
use serde::{Deserialize, Serialize};

use crate::board::{GamePosition, open_game};
use crate::decode::MOST;
use crate::error::ApiError;
use crate::request::{Context, Handle};
use crate::session::Session;

/// `turns`: the legal turns of a position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// The position; the start if there is none.
    pub position: Option<String>,
}

/// Legal turns.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnsAnswer {
    /// The position as it is normally written.
    pub position: String,
    /// The turns, sorted by their texts; of more than 5,000 only some.
    pub turns: Vec<ListedTurn>,
    /// Whether there are others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A turn and where it leads.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTurn {
    /// The turn.
    pub turn: String,
    /// The position after it.
    pub after: String,
}

impl Handle for Turns {
    type Answer = TurnsAnswer;

    fn handle(self, _: &mut Session, _: &Context<'_>) -> Result<TurnsAnswer, ApiError> {
        let at = GamePosition::new(&self.game, &self.rules, self.position.as_deref())?;
        let all = at.position.turns(MOST);
        let listed = |(turn, after): (String, String)| ListedTurn { turn, after };
        let turns = all.turns.into_iter().map(listed).collect();
        Ok(TurnsAnswer { position: at.position.text(), turns, more: all.more })
    }
}

/// `sequel`: where the rematch begins that the rules grant after a win.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sequel {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// Who won.
    pub winner: Winner,
}

/// One of the players.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The light side.
    Light,
    /// The dark side.
    Dark,
}

/// The rematch that the rules grant.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequelAnswer {
    /// Where it begins, if the rules grant one.
    pub position: Option<String>,
}

impl Handle for Sequel {
    type Answer = SequelAnswer;

    fn handle(self, _: &mut Session, _: &Context<'_>) -> Result<SequelAnswer, ApiError> {
        let winner = match self.winner {
            Winner::Light => Side::Light,
            Winner::Dark => Side::Dark,
        };
        Ok(SequelAnswer { position: open_game(&self.game, &self.rules)?.sequel(winner) })
    }
}
