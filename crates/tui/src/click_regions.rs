//! Where on the screen the mouse finds what. Drawing fills the list, a click looks it up.

use damier_core::Cell;
use ratatui::layout::{Position, Rect};

/// Something that can be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// A cell of the board.
    Cell(Cell),
    /// A numbered choice, counted from 1.
    Press(usize),
    /// A turn in the list of legal ones, by its number among those that match.
    Legal(usize),
    /// The position after so many turns.
    Past(usize),
    /// An answer of a dialog, counted from 1.
    Answer(usize),
    /// A game in the list.
    Game(usize),
    /// An option of the game in the list.
    Option(usize),
    /// The list of legal turns.
    LegalList,
    /// The list of turns played.
    PastList,
    /// A text that scrolls.
    Text,
}

/// Everything that can be clicked, later things on top.
#[derive(Default)]
pub(crate) struct ClickRegions(Vec<(Rect, Hit)>);

impl ClickRegions {
    /// Something can be clicked here.
    pub(super) fn add(&mut self, area: Rect, hit: Hit) {
        self.0.push((area, hit));
    }

    /// Forgets everything, for what is drawn over it.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What lies at this place.
    pub(super) fn at(&self, x: u16, y: u16) -> Option<Hit> {
        let place = Position::new(x, y);
        self.0.iter().rev().find(|(area, _)| area.contains(place)).map(|(_, hit)| *hit)
    }

    /// The place of something, for tests that use the mouse.
    #[cfg(test)]
    pub(super) fn place(&self, hit: Hit) -> Option<(u16, u16)> {
        let found = self.0.iter().find(|(_, h)| *h == hit);
        found.map(|(area, _)| (area.x + area.width / 2, area.y))
    }
}
