//! `turns` and `sequel`: legal turns, rematches.

use damier_core::Side;
use serde::{Deserialize, Serialize};

use crate::board::{GamePosition, open_game};
use crate::decode::MOST;
use crate::error::ApiError;
use crate::request::{Context, Handle};
use crate::session::Session;

/// `turns`: the legal turns of a position, or the first of very many.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// Its name.
    pub game: String,
    /// Its options, as `name=value,…`.
    #[serde(default)]
    pub rules: String,
    /// The position; without one, the start.
    pub position: Option<String>,
}

/// Legal turns.
#[derive(Debug, Serialize)]
pub struct TurnsAnswer {
    /// Sorted by their texts.
    pub turns: Vec<ListedTurn>,
    /// Whether there are others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A turn and where it leads.
#[derive(Debug, Serialize)]
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
        Ok(TurnsAnswer { turns: all.turns.into_iter().map(listed).collect(), more: all.more })
    }
}

/// `sequel`: where the rematch begins that the rules grant after a win.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequel {
    /// Its name.
    pub game: String,
    /// Its options, as `name=value,…`.
    #[serde(default)]
    pub rules: String,
    /// Who won.
    pub winner: Winner,
}

/// A player, as a request names one.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The light side.
    Light,
    /// The dark side.
    Dark,
}

/// A rematch.
#[derive(Debug, Serialize)]
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
