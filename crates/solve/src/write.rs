//! Writing tables in a stream and in parallel: nothing is kept whole but a directory of a few bits
//! per hundred positions. The bytes are those of [`damier_tables::file::write`], the plain way,
//! which is compared in the tests.
//!
//! A set is gone through twice, cut into chunks. First each chunk is counted; then every section of
//! the file has its place, each chunk knows which bits of every section are its own, and makes them
//! by itself. Chunks are made in parallel and put into the file in order; only a word that two of
//! them share is kept until both are there. At last the file is read back, block by block and in
//! parallel, for its checksums.

mod elias_fano;
mod set;

use std::fs::File;
use std::io;
use std::path::Path;

use damier_tables::file::{self, BLOCK, Header};
use rayon::prelude::*;

pub(crate) use set::{ByNumber, Items, Sorted};

/// A file, or memory, that can be written and read at any place. What was not written is zero.
pub(crate) trait Sink: Sync {
    /// Makes room for so many bytes.
    fn resize(&mut self, length: u64) -> io::Result<()>;
    fn write_at(&mut self, place: u64, bytes: &[u8]) -> io::Result<()>;
    fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()>;
}

impl Sink for Vec<u8> {
    fn resize(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        self.try_reserve_exact(length.saturating_sub(self.len())).map_err(io::Error::other)?;
        Vec::resize(self, length, 0);
        Ok(())
    }

    fn write_at(&mut self, place: u64, bytes: &[u8]) -> io::Result<()> {
        self[place as usize..place as usize + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        bytes.copy_from_slice(&self[place as usize..place as usize + bytes.len()]);
        Ok(())
    }
}

#[cfg(unix)]
impl Sink for File {
    fn resize(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn write_at(&mut self, place: u64, bytes: &[u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(self, bytes, place)
    }

    fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, place)
    }
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) size: u64,
    pub(crate) checksum: String,
}

/// Writes a whole table. The same sets always give the same bytes.
pub(crate) fn table(
    sink: &mut impl Sink,
    header: &Header,
    sets: &[(&str, &dyn Items)],
) -> io::Result<Written> {
    let plans: Vec<_> = sets.iter().map(|(_, items)| set::Plan::new(*items)).collect();
    let lengths: Vec<_> =
        sets.iter().zip(&plans).map(|((name, _), plan)| (*name, plan.bytes())).collect();
    let head = file::head(header, &lengths);
    sink.resize(head.body)?;
    sink.write_at(0, &head.bytes)?;
    for (plan, place) in plans.into_iter().zip(&head.places) {
        plan.write(sink, place.start)?;
    }
    let hashes = hashes(sink, head.body)?;
    let checksum = blake3::hash(&hashes);
    let size = head.body + hashes.len() as u64 + checksum.as_bytes().len() as u64;
    sink.resize(size)?;
    sink.write_at(head.body, &hashes)?;
    sink.write_at(head.body + hashes.len() as u64, checksum.as_bytes())?;
    Ok(Written { size, checksum: checksum.to_hex().to_string() })
}

/// Writes a whole table to a file, which is there as a whole or not at all.
#[cfg(unix)]
pub(crate) fn table_file(
    path: &Path,
    header: &Header,
    sets: &[(&str, &dyn Items)],
) -> Result<Written, damier_tables::TableError> {
    let mut written = None;
    damier_tables::disk::write_with(path, |handle| {
        written = Some(table(handle, header, sets)?);
        Ok(())
    })?;
    Ok(written.expect("nothing failed"))
}

/// The hash of each block, one after the other.
fn hashes(sink: &impl Sink, body: u64) -> io::Result<Vec<u8>> {
    let block = |i: u64| {
        let (start, end) = (i * BLOCK as u64, body.min((i + 1) * BLOCK as u64));
        let mut bytes = vec![0; (end - start) as usize];
        sink.read_at(start, &mut bytes)?;
        Ok(*blake3::hash(&bytes).as_bytes())
    };
    let blocks = (0..body.div_ceil(BLOCK as u64)).into_par_iter();
    let all: io::Result<Vec<[u8; 32]>> = blocks.map(block).collect();
    Ok(all?.concat())
}

#[cfg(test)]
mod tests;
