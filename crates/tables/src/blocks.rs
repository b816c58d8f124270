//! The bytes of a table file, block by block: a block is read from the disk and checked when it is
//! first asked for, and kept. Opening a large table so costs no more than a small one.
//!
//! A block that cannot be read, or whose checksum is wrong, is *damage*: whoever asks the table from
//! then on is told so, and nothing that it says is believed.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use damier_core::Message;

use crate::disk;
use crate::error::{CUT_SHORT, DAMAGED, TableError};
use crate::file::{BLOCK, HASH, body_length};
use crate::sparse::Words;

/// A file of which blocks are read when they are needed.
pub(crate) struct BlockFile {
    path: PathBuf,
    handle: Mutex<File>,
    /// How much stands before the hashes.
    body: usize,
    hashes: Vec<u8>,
    checksum: [u8; HASH],
    blocks: Vec<OnceLock<Option<Box<[u8]>>>>,
    damaged: AtomicBool,
}

impl BlockFile {
    /// Opens a file if what it begins with is plausible. Only its hashes are read.
    pub(crate) fn open(
        path: &Path,
        check: impl FnOnce(&[u8], u64) -> Result<(), Message>,
    ) -> Result<BlockFile, TableError> {
        let refuse = |why: Message| TableError::Refused { file: path.to_path_buf(), why };
        let io = |why| TableError::Io { file: path.to_path_buf(), why };
        let (mut handle, length) = disk::open_checked(path, check)?;
        let length = usize::try_from(length).map_err(|_| refuse(CUT_SHORT.say()))?;
        let body = body_length(length).ok_or_else(|| refuse(CUT_SHORT.say()))?;
        let mut hashes = vec![0; length - body];
        handle.seek(SeekFrom::Start(body as u64)).map_err(io)?;
        handle.read_exact(&mut hashes).map_err(io)?;
        let checksum: [u8; HASH] = hashes[length - body - HASH..].try_into().unwrap_or_default();
        hashes.truncate(length - body - HASH);
        if blake3::hash(&hashes).as_bytes() != &checksum {
            return Err(refuse(DAMAGED.say()));
        }
        let blocks = (0..body.div_ceil(BLOCK)).map(|_| OnceLock::new()).collect();
        let (path, handle) = (path.to_path_buf(), Mutex::new(handle));
        let damaged = AtomicBool::new(false);
        Ok(BlockFile { path, handle, body, hashes, checksum, blocks, damaged })
    }

    /// The checksum at the end of the file.
    pub(crate) fn checksum(&self) -> [u8; HASH] {
        self.checksum
    }

    /// The length of the file.
    pub(crate) fn length(&self) -> u64 {
        (self.body + self.hashes.len() + HASH) as u64
    }

    /// Whether a block was asked for that is no good.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged.load(Relaxed)
    }

    /// The complaint about damage.
    pub(crate) fn damage(&self) -> TableError {
        TableError::Refused { file: self.path.clone(), why: DAMAGED.say() }
    }

    /// Reads and checks every block, keeping none that was not there.
    pub(crate) fn check_all(&self) -> Result<(), TableError> {
        let good = |i: usize| match self.blocks[i].get() {
            Some(block) => block.is_some(),
            None => self.read(i).is_some(),
        };
        match (0..self.blocks.len()).all(good) {
            true => Ok(()),
            false => {
                self.damaged.store(true, Relaxed);
                Err(self.damage())
            }
        }
    }

    /// The whole file, checked.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::with_capacity(self.length() as usize);
        for i in 0..self.blocks.len() {
            bytes.extend_from_slice(self.block(i).ok_or_else(|| self.damage())?);
        }
        bytes.extend_from_slice(&self.hashes);
        bytes.extend_from_slice(&self.checksum);
        Ok(bytes)
    }

    /// The first block, in which the header is.
    pub(crate) fn first(&self) -> Option<&[u8]> {
        self.block(0)
    }

    #[inline]
    fn block(&self, i: usize) -> Option<&[u8]> {
        let block = self.blocks.get(i)?.get_or_init(|| {
            let block = self.read(i);
            self.damaged.fetch_or(block.is_none(), Relaxed);
            block
        });
        block.as_deref()
    }

    /// Reads a block; `None` if that fails or its hash is another.
    fn read(&self, i: usize) -> Option<Box<[u8]>> {
        let (start, end) = (i * BLOCK, self.body.min((i + 1) * BLOCK));
        let mut bytes = vec![0; end - start];
        let mut handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        handle.seek(SeekFrom::Start(start as u64)).ok()?;
        handle.read_exact(&mut bytes).ok()?;
        drop(handle);
        let expected = self.hashes.get(i * HASH..(i + 1) * HASH)?;
        (blake3::hash(&bytes).as_bytes() == expected).then(|| bytes.into())
    }
}

impl Words for BlockFile {
    fn length(&self) -> usize {
        self.body
    }

    /// Words never cross from one block into the next: everything stands at a multiple of 8.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        if at + 8 > self.body {
            return 0;
        }
        let word = self.block(at / BLOCK).and_then(|block| block.get(at % BLOCK..at % BLOCK + 8));
        match word {
            Some(b) => u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]),
            None => {
                self.damaged.store(true, Relaxed);
                0
            }
        }
    }
}
