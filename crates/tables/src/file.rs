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

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use damier_core::{Message, Phrase, phrase};
use thiserror::Error;

#[cfg(feature = "native")]
use crate::blocks::BlockFile;
#[cfg(feature = "native")]
use crate::sparse::Words;
use crate::sparse::{self, Sparse};

const MAGIC: &[u8; 8] = b"DAMIER\0\n";
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

/// Why a table is refused. As an error it speaks English; [`TableError::message`] both languages.
#[derive(Debug, Error)]
pub enum TableError {
    /// It cannot be read or written.
    #[error("{}: {why}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        why: std::io::Error,
    },
    /// It is not a table, is damaged, or belongs elsewhere.
    #[error("{}: {why}", .file.display())]
    Refused {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: Message,
    },
}

impl TableError {
    /// The complaint, naming the file.
    #[must_use]
    pub fn message(&self) -> Message {
        const ABOUT: Phrase = phrase!("tables.about");
        match self {
            TableError::Io { file, why } => {
                ABOUT.with(file.display().to_string()).with(why.to_string())
            }
            TableError::Refused { file, why } => {
                ABOUT.with(file.display().to_string()).with(why.clone())
            }
        }
    }
}

const NO_TABLE: Phrase = phrase!("tables.no-table");
pub(crate) const CUT_SHORT: Phrase = phrase!("tables.cut-short");
#[cfg(feature = "native")]
const TOO_LONG: Phrase = phrase!("tables.too-long");
const OTHER_FORMAT: Phrase = phrase!("tables.other-format");
pub(crate) const DAMAGED: Phrase = phrase!("tables.damaged");
const BAD_HEADER: Phrase = phrase!("tables.bad-header");
const BAD_SET: Phrase = phrase!("tables.bad-set");

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
fn hashes(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(BLOCK).flat_map(|block| *blake3::hash(block).as_bytes()).collect()
}

/// Where the bytes of a table are. Never in a mapped file: see [`crate::disk`].
enum Bytes {
    /// Part of the program, or in memory: checked from the first byte to the last.
    Whole(Cow<'static, [u8]>),
    /// On a disk, checked block by block when they are asked for.
    #[cfg(feature = "native")]
    File(BlockFile),
}

/// A table, which can be asked from any thread.
pub struct Table {
    bytes: Bytes,
    header: Header,
    sets: Vec<(String, Sparse)>,
    checksum: [u8; HASH],
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("header", &self.header).finish_non_exhaustive()
    }
}

impl Table {
    /// A table that is part of the program.
    pub fn from_static(name: &str, bytes: &'static [u8]) -> Result<Table, TableError> {
        Table::check(Path::new(name), Cow::Borrowed(bytes))
    }

    /// A table in memory; `name` is what errors call it.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Table, TableError> {
        Table::check(Path::new(name), Cow::Owned(bytes))
    }

    /// A table on disk. Only what tells where its sets are is read and checked; the rest is, block
    /// by block, when it is asked for.
    #[cfg(feature = "native")]
    pub fn open(file: &Path) -> Result<Table, TableError> {
        let refuse = |why: Message| TableError::Refused { file: file.to_path_buf(), why };
        let blocks = BlockFile::open(file, plausible)?;
        let first = blocks.first().ok_or_else(|| blocks.damage())?;
        let mut reader = Reader { bytes: first, at: MAGIC.len() };
        reader.version().map_err(refuse)?;
        let header = reader.header(Words::length(&blocks) as u64);
        let (header, places) = header.ok_or_else(|| refuse(BAD_HEADER.say()))?;
        let mut sets = Vec::new();
        for (name, place) in places {
            let set = Some(place).filter(|place| place.start.is_multiple_of(8));
            let set = set.and_then(|place| Sparse::read(&blocks, place));
            match set.filter(|_| !blocks.is_damaged()) {
                Some(set) => sets.push((name, set)),
                None if blocks.is_damaged() => return Err(blocks.damage()),
                None => return Err(refuse(BAD_SET.say())),
            }
        }
        let checksum = blocks.checksum();
        Ok(Table { bytes: Bytes::File(blocks), header, sets, checksum })
    }

    /// Checks every byte of a table on disk; others were checked when they were made.
    pub fn check_all(&self) -> Result<(), TableError> {
        match &self.bytes {
            Bytes::Whole(_) => Ok(()),
            #[cfg(feature = "native")]
            Bytes::File(file) => file.check_all(),
        }
    }

    fn check(file: &Path, bytes: Cow<'static, [u8]>) -> Result<Table, TableError> {
        let refuse = |why: Message| TableError::Refused { file: file.to_path_buf(), why };
        if !bytes.starts_with(MAGIC) {
            return Err(refuse(NO_TABLE.say()));
        }
        let body = body_length(bytes.len()).ok_or_else(|| refuse(CUT_SHORT.say()))?;
        let mut reader = Reader { bytes: &bytes[..body], at: MAGIC.len() };
        reader.version().map_err(refuse)?;
        let (found, checksum) = bytes[body..].split_at(bytes.len() - body - HASH);
        if found != hashes(&bytes[..body]) || checksum != blake3::hash(found).as_bytes() {
            return Err(refuse(DAMAGED.say()));
        }
        let header = reader.header(body as u64);
        let (header, places) = header.ok_or_else(|| refuse(BAD_HEADER.say()))?;
        let mut sets = Vec::new();
        for (name, place) in places {
            let set = Sparse::read(&bytes[..body], place);
            sets.push((name, set.ok_or_else(|| refuse(BAD_SET.say()))?));
        }
        let checksum = checksum.try_into().map_err(|_| refuse(CUT_SHORT.say()))?;
        Ok(Table { bytes: Bytes::Whole(bytes), header, sets, checksum })
    }

    /// What the table is about.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The checksum at the end of the file, in hexadecimal.
    #[must_use]
    pub fn checksum(&self) -> String {
        blake3::Hash::from_bytes(self.checksum).to_hex().to_string()
    }

    /// The size in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        match &self.bytes {
            Bytes::Whole(bytes) => bytes.len() as u64,
            #[cfg(feature = "native")]
            Bytes::File(file) => file.length(),
        }
    }

    /// The whole file; an error if it is damaged.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, TableError> {
        match &self.bytes {
            Bytes::Whole(bytes) => Ok(Cow::Borrowed(bytes)),
            #[cfg(feature = "native")]
            Bytes::File(file) => file.bytes().map(Cow::Owned),
        }
    }

    /// The set with this name, to be asked about numbers.
    #[must_use]
    pub fn set(&self, name: &str) -> Option<Set<'_>> {
        let (_, sparse) = self.sets.iter().find(|(n, _)| n == name)?;
        let bytes = match &self.bytes {
            Bytes::Whole(bytes) => Place::Memory(bytes),
            #[cfg(feature = "native")]
            Bytes::File(file) => Place::File(file),
        };
        Some(Set { bytes, sparse })
    }
}

/// The table turned out to be damaged: what it says is not to be believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the table is damaged")]
pub struct Damaged;

/// A set of a table, or one kept elsewhere.
#[derive(Clone, Copy)]
pub struct Set<'a> {
    bytes: Place<'a>,
    sparse: &'a Sparse,
}

#[derive(Clone, Copy)]
enum Place<'a> {
    Memory(&'a [u8]),
    #[cfg(feature = "native")]
    File(&'a BlockFile),
}

impl Place<'_> {
    /// What was found, unless damage was found with it.
    #[inline]
    fn believe<T>(self, found: T) -> Result<T, Damaged> {
        match self {
            #[cfg(feature = "native")]
            Place::File(file) if file.is_damaged() => Err(Damaged),
            _ => Ok(found),
        }
    }
}

impl<'a> Set<'a> {
    /// The set that was found in these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8], sparse: &'a Sparse) -> Set<'a> {
        Set { bytes: Place::Memory(bytes), sparse }
    }

    /// What is noted for a number, if it is in the set.
    #[inline]
    pub fn get(&self, number: u64) -> Result<Option<u16>, Damaged> {
        let found = match self.bytes {
            Place::Memory(bytes) => self.sparse.class(bytes, number),
            #[cfg(feature = "native")]
            Place::File(file) => self.sparse.class(file, number),
        };
        self.bytes.believe(found)
    }

    /// How many numbers it has.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.sparse.count()
    }

    /// Every number with what is noted for it, in rising order. If that fails, what was visited is
    /// not to be believed.
    pub fn each(&self, visit: impl FnMut(u64, u16)) -> Result<(), Damaged> {
        self.each_in(0..u64::MAX, visit)
    }

    /// As [`Set::each`], for the numbers of a range.
    pub fn each_in(&self, range: Range<u64>, visit: impl FnMut(u64, u16)) -> Result<(), Damaged> {
        match self.bytes {
            Place::Memory(bytes) => self.sparse.each(bytes, range, visit),
            #[cfg(feature = "native")]
            Place::File(file) => self.sparse.each(file, range, visit),
        }
        self.bytes.believe(())
    }
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
fn plausible(head: &[u8], length: u64) -> Result<(), Message> {
    if !head.starts_with(MAGIC) {
        return Err(NO_TABLE.say());
    }
    let mut reader = Reader { bytes: head, at: MAGIC.len() };
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

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
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

    fn version(&mut self) -> Result<(), Message> {
        match self.u32().unwrap_or(0) {
            VERSION => Ok(()),
            version => Err(OTHER_FORMAT.with(version).with(VERSION)),
        }
    }

    /// The header, and the sets of a file whose body has this length.
    fn header(&mut self, body: u64) -> Option<(Header, Vec<SetPlace>)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(slots: u64) -> (Header, Vec<(u64, u16)>) {
        let header = Header {
            game: "kono".into(),
            rules: "capture=mandatory".into(),
            tier: "all".into(),
            kind: Kind::End,
            index: 3,
            slots,
        };
        let items = (0..slots).step_by(7).map(|n| (n, (n % 50) as u16)).collect();
        (header, items)
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        for slots in [10, 1_000, 3_000_000] {
            let (header, items) = sample(slots);
            let whole = || {
                let lost = set(items.iter().copied(), slots);
                write(&header, &[("lost", lost), ("none", set([].into_iter(), slots))])
            };
            let bytes = whole();
            assert_eq!(bytes, whole());
            let table = Table::from_bytes("sample", bytes).expect("a good table");
            assert_eq!(table.header(), &header);
            let set = table.set("lost").expect("the set");
            assert_eq!(set.count(), items.len() as u64);
            let get = |number| set.get(number).expect("nothing is damaged");
            assert_eq!((get(0), get(1), get(7)), (Some(0), None, Some(7)));
            assert!(table.set("other").is_none());
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let (header, items) = sample(500);
        let good = write(&header, &[("lost", set(items.into_iter(), 500))]);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            let error = Table::from_bytes("bad file", bad).expect_err("damaged").to_string();
            assert!(error.starts_with("bad file: "), "{error}");
            assert!(Table::from_bytes("cut", good[..at].to_vec()).is_err(), "cut at {at}");
        }
        let mut longer = good.clone();
        longer.push(0);
        assert!(Table::from_bytes("longer", longer).is_err());
        assert!(Table::from_bytes("foreign", b"PNG and so on".to_vec()).is_err());
    }

    /// A table of several blocks is opened although one of them is damaged, or gone meanwhile; but
    /// nothing is believed once it was asked for.
    #[cfg(feature = "native")]
    #[test]
    fn a_damaged_block_is_noticed_when_it_is_asked_for() {
        let slots = 30_000_000;
        let (header, items) = sample(slots);
        let good = write(&header, &[("lost", set(items.iter().copied(), slots))]);
        assert!(good.len() > 4 * BLOCK);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("table");
        let right = |table: &Table, number: u64| {
            let expected = number.is_multiple_of(7).then_some((number % 50) as u16);
            table.set("lost").expect("the set").get(number).map(|found| found == expected)
        };
        std::fs::write(&file, &good).expect("written");
        let table = Table::open(&file).expect("a good table");
        assert!((0..slots).step_by(9_999).all(|number| right(&table, number) == Ok(true)));
        assert_eq!(table.bytes().expect("good").as_ref(), good);
        table.check_all().expect("good");
        // Among the high bits, away from what tells where the parts of the set are.
        let mut bad = good.clone();
        bad[BLOCK + 5] ^= 8;
        std::fs::write(&file, &bad).expect("written");
        let table = Table::open(&file).expect("opened");
        let mut damaged = false;
        for number in (0..slots).step_by(9_999) {
            match right(&table, number) {
                Ok(right) => assert!(right && !damaged, "{number}"),
                Err(Damaged) => damaged = true,
            }
        }
        assert!(damaged);
        assert!(
            table.bytes().is_err() && table.set("lost").expect("there").each(|_, _| {}).is_err()
        );
        assert!(Table::open(&file).expect("opened").check_all().is_err());
        // Cut short after it was opened.
        std::fs::write(&file, &good).expect("written");
        let table = Table::open(&file).expect("a good table");
        std::fs::File::options().write(true).open(&file).expect("it").set_len(99).expect("cut");
        assert!((0..slots).step_by(9_999).any(|number| right(&table, number) == Err(Damaged)));
        assert!(Table::open(&file).is_err());
    }
}
