//! `board`: a position as a picture.

use damier_draw::{PictureOptions, Theme, svg};
use serde::{Deserialize, Serialize};

use crate::board::GamePosition;
use crate::error::ApiError;
use crate::look::Last;
use crate::request::{Context, Handle};
use crate::session::Session;

/// `board`: a position as a picture that stands alone as a file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// The position; the start if there is none.
    pub position: Option<String>,
    /// The turn that led there.
    pub last: Option<Last>,
    /// Colours for a light or a dark page.
    #[serde(default)]
    pub theme: Colours,
    /// Whether files and ranks are named; they are, unless this says no.
    pub coordinates: Option<bool>,
    /// Whether the light side is above.
    #[serde(default)]
    pub flipped: bool,
    /// Whether details are left out, for small pictures.
    #[serde(default)]
    pub mini: bool,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// On a light ground.
    #[default]
    Light,
    /// On a dark ground.
    Dark,
}

/// A board as a picture.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardAnswer {
    /// The picture as SVG.
    pub svg: String,
}

impl Handle for Board {
    type Answer = BoardAnswer;

    fn handle(self, _: &mut Session, context: &Context<'_>) -> Result<BoardAnswer, ApiError> {
        let shown = GamePosition::new(&self.game, &self.rules, self.position.as_deref())?;
        let last = self.last.map(|last| last.made(&shown)).transpose()?;
        let GamePosition { game, position } = shown;
        let title = format!("{}, {}", game.name().text(context.lang), position.text());
        let mut scene = position.scene();
        scene.last = last;
        let theme = match self.theme {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        };
        let coordinates = self.coordinates.unwrap_or(true);
        let Board { flipped, mini, .. } = self;
        let options = PictureOptions { theme, coordinates, flipped, mini, title };
        Ok(BoardAnswer { svg: svg(&game.view(), &scene, &options) })
    }
}
