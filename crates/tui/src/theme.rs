//! Colours and emphasis. Everything said with a colour is also said with a sign or a word, so
//! the game can be played without any.

use damier_draw as draw;
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// None, or none are wanted.
    Plain,
    /// The usual 256.
    Indexed,
    /// All of them.
    True,
}

impl Theme {
    /// What the environment says: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub(crate) fn detect(get: impl Fn(&str) -> Option<String>) -> Theme {
        let has = |name: &str| get(name).is_some_and(|value| !value.is_empty());
        let colours = get("COLORTERM").unwrap_or_default();
        match () {
            () if has("NO_COLOR") || get("TERM").is_some_and(|term| term == "dumb") => Theme::Plain,
            () if colours.contains("truecolor") || colours.contains("24bit") => Theme::True,
            () => Theme::Indexed,
        }
    }

    /// How core draws the board for this theme.
    pub(super) fn paint(self) -> draw::Paint {
        match self {
            Theme::Plain => draw::Paint::Plain,
            _ => draw::Paint::Colour,
        }
    }

    /// The look of a span of the board.
    pub(super) fn span(self, style: draw::Style) -> Style {
        let mut out = Style::new();
        if style.bold() {
            out = out.add_modifier(Modifier::BOLD);
        }
        let pick = |c: draw::Colour| match self {
            Theme::Plain => None,
            Theme::Indexed => Some(Color::Indexed(c.index)),
            Theme::True => Some(Color::Rgb(c.rgb[0], c.rgb[1], c.rgb[2])),
        };
        out.fg = style.ink().and_then(pick);
        out.bg = style.ground().and_then(pick);
        if style.role == draw::Role::Label {
            out = self.dim();
        }
        out
    }

    fn colour(self, style: Style, colour: Color) -> Style {
        match self {
            Theme::Plain => style,
            _ => style.fg(colour),
        }
    }

    /// Ordinary text that should stay in the background.
    pub(super) fn dim(self) -> Style {
        match self {
            Theme::Plain => Style::new().add_modifier(Modifier::DIM),
            _ => Style::new().fg(Color::Indexed(245)),
        }
    }

    /// What the player may do.
    pub(super) fn act(self) -> Style {
        self.colour(Style::new().add_modifier(Modifier::BOLD), Color::Indexed(72))
    }

    /// Something refused.
    pub(super) fn warn(self) -> Style {
        self.colour(Style::new().add_modifier(Modifier::BOLD), Color::Indexed(167))
    }

    /// Something said.
    pub(super) fn note(self) -> Style {
        self.colour(Style::new(), Color::Indexed(179))
    }

    /// Headings and names.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The line or choice pointed at.
    pub(super) fn chosen(self) -> Style {
        match self {
            Theme::Plain => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new().fg(Color::Indexed(230)).bg(Color::Indexed(29)),
        }
    }

    /// A key in a line of help.
    pub(super) fn key(self) -> Style {
        self.strong()
    }

    /// The frame round the cell under the cursor, on this ground.
    pub(super) fn cursor(self, ground: Option<draw::Colour>) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match (self, ground) {
            (Theme::Plain, _) | (_, None) => bold,
            (_, Some(ground)) => {
                let [r, g, b] = ground.rgb.map(u32::from);
                let light = 3 * r + 6 * g + b > 1280;
                bold.fg(Color::Indexed(if light { 16 } else { 231 }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_color_wins() {
        let env = |set: &'static [(&'static str, &'static str)]| {
            Theme::detect(|name| {
                set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(env(&[]), Theme::Indexed);
        assert_eq!(env(&[("COLORTERM", "truecolor")]), Theme::True);
        assert_eq!(env(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Theme::Plain);
        assert_eq!(env(&[("NO_COLOR", ""), ("TERM", "xterm")]), Theme::Indexed);
        assert_eq!(env(&[("TERM", "dumb")]), Theme::Plain);
    }
}
