//! A table that was opened: checked, and asked about numbers. It may be part of the program, in
//! memory or on a disk; whoever asks does not see which.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use damier_core::Message;
use thiserror::Error;

#[cfg(feature = "native")]
use crate::blocks::BlockFile;
use crate::error::{BAD_HEADER, BAD_SET, CUT_SHORT, DAMAGED, NO_TABLE, TableError};
#[cfg(feature = "native")]
use crate::file::plausible;
use crate::file::{HASH, Header, MAGIC, Reader, body_length, hashes};
use crate::sparse::Sparse;
#[cfg(feature = "native")]
use crate::sparse::Words;

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
        let mut reader = Reader::new(first);
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
        let mut reader = Reader::new(&bytes[..body]);
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
            Bytes::Whole(bytes) => BytesRef::Memory(bytes),
            #[cfg(feature = "native")]
            Bytes::File(file) => BytesRef::File(file),
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
    bytes: BytesRef<'a>,
    sparse: &'a Sparse,
}

#[derive(Clone, Copy)]
enum BytesRef<'a> {
    Memory(&'a [u8]),
    #[cfg(feature = "native")]
    File(&'a BlockFile),
}

impl BytesRef<'_> {
    /// What was found, unless damage was found with it.
    #[inline]
    fn believe<T>(self, found: T) -> Result<T, Damaged> {
        match self {
            #[cfg(feature = "native")]
            BytesRef::File(file) if file.is_damaged() => Err(Damaged),
            _ => Ok(found),
        }
    }
}

impl<'a> Set<'a> {
    /// The set that was found in these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8], sparse: &'a Sparse) -> Set<'a> {
        Set { bytes: BytesRef::Memory(bytes), sparse }
    }

    /// What is noted for a number, if it is in the set.
    #[inline]
    pub fn get(&self, number: u64) -> Result<Option<u16>, Damaged> {
        let found = match self.bytes {
            BytesRef::Memory(bytes) => self.sparse.class(bytes, number),
            #[cfg(feature = "native")]
            BytesRef::File(file) => self.sparse.class(file, number),
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
            BytesRef::Memory(bytes) => self.sparse.each(bytes, range, visit),
            #[cfg(feature = "native")]
            BytesRef::File(file) => self.sparse.each(file, range, visit),
        }
        self.bytes.believe(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "native")]
    use crate::file::BLOCK;
    use crate::file::{Kind, set, write};

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
