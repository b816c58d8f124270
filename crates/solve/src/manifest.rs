//! The tables the project publishes: one line each in `tables.manifest`, the checksum, then game,
//! rules (`-` for the defaults) and tier. Building a table again gives the same bytes, so anyone
//! can compare.

use damier_tables::Header;

/// The checksums of the tables that were published, one per line.
pub(crate) const MANIFEST: &str = include_str!("../tables.manifest");

/// A line of the manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published<'a> {
    /// BLAKE3, in hexadecimal, as at the end of the file.
    pub checksum: &'a str,
    /// The game's id.
    pub game: &'a str,
    /// The options that are not at their default.
    pub rules: &'a str,
    /// The tier.
    pub tier: &'a str,
}

/// Every table of the manifest.
pub fn entries() -> impl Iterator<Item = Published<'static>> {
    MANIFEST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        let (checksum, game) = (words.next()?, words.next()?);
        let (rules, tier) = (words.next()?, words.next()?);
        Some(Published { checksum, game, rules: if rules == "-" { "" } else { rules }, tier })
    })
}

/// Whether this checksum is the published one; `None` if no such table is published.
#[must_use]
pub fn publishes(header: &Header, checksum: &str) -> Option<bool> {
    let about = |e: &Published<'_>| {
        e.game == header.game && e.rules == header.rules && e.tier == header.tier
    };
    entries().find(about).map(|entry| entry.checksum == checksum)
}
