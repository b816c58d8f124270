//! The two players, named by their pawns: light (white, yellow) and dark (black, red).

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
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

    /// 0 for light, 1 for dark: the index of this player in a pair.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl serde::Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(match self {
            Side::Light => "light",
            Side::Dark => "dark",
        })
    }
}
