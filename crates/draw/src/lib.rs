//! Two renderers for every board: [`svg()`] makes a picture that stands alone as a file, and
//! [`terminal()`] a board of characters. Both read a [`View`](damier_core::view::View) and a
//! [`Scene`](damier_core::view::Scene) and know no game.

mod layout;
mod lines;
mod marks;
mod paint;
mod rack;
mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::{Colour, Paint, Role, Sight, Span, Style, TextBoard, terminal};

/// Light or dark surroundings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// Everything about a picture that is a matter of taste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// Light or dark surroundings.
    pub theme: Theme,
    /// Whether files and ranks are named on the frame (never on a miniature).
    pub coordinates: bool,
    /// Whether the board is seen from the other side.
    pub flipped: bool,
    /// A miniature: narrow frame, no names, no buttons.
    pub mini: bool,
    /// What the picture shows, for those who cannot see it; left out if empty.
    pub title: String,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions {
            theme: Theme::Light,
            coordinates: true,
            flipped: false,
            mini: false,
            title: String::new(),
        }
    }
}
