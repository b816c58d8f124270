//! `board`: a position as a picture.

use damier_draw::{PictureOptions, Theme, svg};
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::fault::Code;
use crate::look::last;
use crate::request::Ask;

#[derive(Serialize)]
struct Picture {
    svg: String,
}

/// `board`: a picture that stands alone as a file.
pub(crate) fn board(mut ask: Ask<'_>) -> Answer {
    let spot = ask.fields.spot()?;
    let last = last(&mut ask.fields, &spot)?;
    let themes = [("light", Theme::Light), ("dark", Theme::Dark)];
    let theme = ask.fields.choice("theme", &themes)?.unwrap_or_default();
    let coordinates = ask.fields.flag("coordinates")?.unwrap_or(true);
    let flipped = ask.fields.flag("flipped")?.unwrap_or(false);
    let mini = ask.fields.flag("mini")?.unwrap_or(false);
    ask.fields.done()?;
    let title = format!("{}, {}", spot.game.name().text(ask.lang), spot.position);
    let scene = spot.game.scene(&spot.position);
    let mut scene = scene.map_err(|message| Code::BadPosition.because(message))?;
    scene.last = last;
    let options = PictureOptions { theme, coordinates, flipped, mini, title };
    good(&Picture { svg: svg(&spot.game.view(), &scene, &options) })
}
