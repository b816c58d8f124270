//! The two players, named by their pawns: light (white, yellow) and dark (black, red).

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Side {
    /// The player with the light pawns (white or yellow).
    Light = 0,
    /// The player with the dark pawns (black or red).
    Dark = 1,
}

impl Side {
    /// Both players, light first.
    pub const BOTH: [Side; 2] = [Side::Light, Side::Dark];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Light => Side::Dark,
            Side::Dark => Side::Light,
        }
    }

    /// `light` or `dark`, as programs write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Side::Light => "light",
            Side::Dark => "dark",
        }
    }

    /// Reads what [`Side::text`] writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.text() == text)
    }

    /// 0 for light, 1 for dark: the index of this player in a pair.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl serde::Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.text())
    }
}

impl<'de> serde::Deserialize<'de> for Side {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Side, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(d)?;
        Side::read(&text)
            .ok_or_else(|| serde::de::Error::custom(format_args!("`{text}` is not light or dark")))
    }
}
