//! The table file. A table holds what is needed to value every position of one tier of one game
//! under one choice of rule options: the lost positions, each with its number of turns, as sets
//! of numbers ([`crate::sparse`]). Whoever reads it looks one turn ahead for the rest: a position
//! is won exactly if some turn wins at once or leads to a lost position.
//!
//! ```text
//! 8 bytes   "DAMIER" 0x00 0x0A
//! u32       format version, 1
//! u32       length of the header that follows, in bytes
//! header    game, rules, tier, kind   (each: u16 length, UTF-8 bytes)
//!           u32 index version   u64 slots   u16 sets
//!           for each set: its name (u16 length, bytes), u64 offset in the file, u64 length
//! padding   zeros up to a multiple of 8
//! sets      each at a multiple of 8
//! hashes    BLAKE3 of each block of 1 MiB of all that stands before the hashes, 32 bytes each
//! 32 bytes  BLAKE3 of the hashes: the checksum of the file
//! ```
//! All numbers are little-endian. `kind` says what the numbers of turns count: `end` to the end
//! of the game, `capture` to the next capture or the end.
//!
//! History: version 1, the first.

use std::ops::Range;

use damier_core::Message;

use crate::error::OTHER_FORMAT;
#[cfg(feature = "native")]
use crate::error::{BAD_HEADER, CUT_SHORT, NO_TABLE, TOO_LONG};
use crate::sparse;

pub(crate) const MAGIC: &[u8; 8] = b"DAMIER\0\n";
const VERSION: u32 = 1;
/// How many bytes share a checksum.
pub const BLOCK: usize = 1 << 20;
pub(crate) const HASH: usize = 32;

/// What a table is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The options that change the rules and are not at their default.
    pub rules: String,
    /// The tier.
    pub tier: String,
    /// What the numbers of turns count.
    pub kind: Kind,
    /// The version of the game's numbering.
    pub index: u32,
    /// How many numbers the tier has.
    pub slots: u64,
}

/// What the numbers of turns in a table count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Turns to the end of the game.
    End,
    /// Turns to the next capture or the end, whichever comes first.
    Capture,
}

impl Kind {
    /// As files write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Kind::End => "end",
            Kind::Capture => "capture",
        }
    }

    fn read(text: &str) -> Option<Kind> {
        [Kind::End, Kind::Capture].into_iter().find(|kind| kind.text() == text)
    }
}

/// A set as bytes, to be put into a table: numbers below `range` in rising order, each with what
/// is noted for it.
#[must_use]
pub fn set(items: impl Iterator<Item = (u64, u16)> + Clone, range: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    sparse::write(items, range, &mut bytes);
    bytes
}

/// A whole table as bytes, with named sets made by [`set`]. The same input always gives the same
/// bytes.
#[must_use]
pub fn write(header: &Header, sets: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let lengths: Vec<_> = sets.iter().map(|(name, set)| (*name, set.len() as u64)).collect();
    let Head { bytes: mut out, places, body } = head(header, &lengths);
    for ((_, set), place) in sets.iter().zip(&places) {
        out.resize(place.start as usize, 0);
        out.extend_from_slice(set);
    }
    out.resize(body as usize, 0);
    let hashes = hashes(&out);
    out.extend(&hashes);
    out.extend(blake3::hash(&hashes).as_bytes());
    out
}

/// How a table begins, and where the rest goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// All that stands before the sets.
    pub bytes: Vec<u8>,
    /// Where each set goes.
    pub places: Vec<Range<u64>>,
    /// Where the hashes go.
    pub body: u64,
}

/// How a table with sets of these names and lengths begins.
#[must_use]
pub fn head(header: &Header, sets: &[(&str, u64)]) -> Head {
    let names: Vec<&str> = sets.iter().map(|(name, _)| *name).collect();
    // The length of the header does not depend on the offsets in it.
    let length = header_bytes(header, &names, &vec![0..0; sets.len()]).len();
    let mut body = (16 + length as u64).next_multiple_of(8);
    let place = |(_, length): &(&str, u64)| {
        let place = body..body + length;
        body = place.end.next_multiple_of(8);
        place
    };
    let places: Vec<Range<u64>> = sets.iter().map(place).collect();
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(header_bytes(header, &names, &places));
    Head { bytes, places, body }
}

fn header_bytes(header: &Header, names: &[&str], places: &[Range<u64>]) -> Vec<u8> {
    let mut out = Vec::new();
    let text = |text: &str, out: &mut Vec<u8>| {
        out.extend((text.len() as u16).to_le_bytes());
        out.extend(text.as_bytes());
    };
    for part in [&header.game, &header.rules, &header.tier, header.kind.text()] {
        text(part, &mut out);
    }
    out.extend(header.index.to_le_bytes());
    out.extend(header.slots.to_le_bytes());
    out.extend((names.len() as u16).to_le_bytes());
    for (name, place) in names.iter().zip(places) {
        text(name, &mut out);
        out.extend(place.start.to_le_bytes());
        out.extend((place.end - place.start).to_le_bytes());
    }
    out
}

/// The hash of each block, one after the other.
pub(crate) fn hashes(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(BLOCK).flat_map(|block| *blake3::hash(block).as_bytes()).collect()
}

/// How much of a file of this length stands before the hashes.
pub(crate) fn body_length(whole: usize) -> Option<usize> {
    let rest = whole.checked_sub(HASH)?;
    // Each started block of the body has its hash behind the body.
    let blocks = rest.div_ceil(BLOCK + HASH);
    let body = rest.checked_sub(blocks * HASH)?;
    (body >= MAGIC.len() + 8 && body.div_ceil(BLOCK) == blocks).then_some(body)
}

/// Whether a file that begins like this and has this length can be a table. It can be said before
/// the file is read: the header tells where each set lies, and so how long the file must be.
#[cfg(feature = "native")]
pub(crate) fn plausible(head: &[u8], length: u64) -> Result<(), Message> {
    if !head.starts_with(MAGIC) {
        return Err(NO_TABLE.say());
    }
    let mut reader = Reader::new(head);
    reader.version()?;
    let (_, places) = reader.header(u64::MAX).ok_or_else(|| match head.len() as u64 == length {
        true => CUT_SHORT.say(),
        false => BAD_HEADER.say(),
    })?;
    let body = places.iter().map(|(_, place)| place.end).chain([reader.at]).max();
    let whole = body.and_then(|body| {
        let body = body.checked_next_multiple_of(8)?;
        body.checked_add(body.div_ceil(BLOCK).checked_add(1)?.checked_mul(HASH)?)
    });
    match whole.map(|whole| length.cmp(&(whole as u64))) {
        Some(std::cmp::Ordering::Equal) => Ok(()),
        Some(std::cmp::Ordering::Greater) => Err(TOO_LONG.say()),
        _ => Err(CUT_SHORT.say()),
    }
}

/// The name of a set and where it lies in the file.
type SetPlace = (String, Range<usize>);

/// Reads how a file begins, from behind the magic bytes.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// For a file that begins with these bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: MAGIC.len() }
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let part = self.bytes.get(self.at..self.at.checked_add(N)?)?;
        self.at += N;
        part.try_into().ok()
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.u16()? as usize;
        let part = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        String::from_utf8(part.to_vec()).ok()
    }

    /// Whether the format is the one that is known here.
    pub(crate) fn version(&mut self) -> Result<(), Message> {
        match self.u32().unwrap_or(0) {
            VERSION => Ok(()),
            version => Err(OTHER_FORMAT.with(version).with(VERSION)),
        }
    }

    /// The header, and the sets of a file whose body has this length.
    pub(crate) fn header(&mut self, body: u64) -> Option<(Header, Vec<SetPlace>)> {
        let _length = self.u32()?;
        let header = Header {
            game: self.text()?,
            rules: self.text()?,
            tier: self.text()?,
            kind: Kind::read(&self.text()?)?,
            index: self.u32()?,
            slots: self.u64()?,
        };
        let mut sets = Vec::new();
        for _ in 0..self.u16()? {
            let name = self.text()?;
            let (start, length) = (self.u64()?, self.u64()?);
            let end = start.checked_add(length).filter(|end| *end <= body)?;
            sets.push((name, usize::try_from(start).ok()?..usize::try_from(end).ok()?));
        }
        Some((header, sets))
    }
}
