//! Where the values of positions are kept while they are being found: in memory, or in files for
//! tiers that are larger than that. Solvers see slices either way; a graphics card's memory would
//! be a third kind.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI8, AtomicU16, AtomicU32, AtomicU64};

use damier_tables::TableError;
use memmap2::MmapMut;

/// Values that can be kept anywhere: any bytes are one, zeros among them, and nothing is to be done
/// when they go.
///
/// # Safety
/// All of that must be so, and the alignment at most 8.
#[allow(unsafe_code)]
pub unsafe trait Plain: Send + Sync + Sized {}

/// What is said of [`Plain`] holds for integers, atomic or not.
macro_rules! plain {
    ($($integer:ty),+) => {
        $(
            // SAFETY: an integer.
            #[allow(unsafe_code)]
            unsafe impl Plain for $integer {}
        )+
    };
}
plain!(u16, u32, AtomicI8, AtomicU16, AtomicU32, AtomicU64);

/// A kind of place for values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Storage {
    /// The machine's memory.
    #[default]
    Memory,
    /// Files without a name in this folder, mapped into memory: the system keeps those parts in
    /// memory that are in use. They are gone when the solve ends, however it ends.
    Files(PathBuf),
}

impl Storage {
    /// Room for so many values, all zero.
    pub fn array<T: Plain>(&self, length: u64) -> Result<Array<T>, TableError> {
        let too_long = || std::io::Error::from(std::io::ErrorKind::FileTooLarge);
        let bytes = length.checked_mul(size_of::<T>() as u64).filter(|n| *n <= isize::MAX as u64);
        let found = match self {
            Storage::Memory => bytes.ok_or_else(too_long).and_then(|_| memory(length)),
            Storage::Files(folder) => {
                bytes.ok_or_else(too_long).and_then(|bytes| mapped(folder, bytes, length))
            }
        };
        found.map_err(|why| TableError::Io { file: self.place(), why })
    }

    /// What errors name.
    fn place(&self) -> PathBuf {
        match self {
            Storage::Memory => "memory".into(),
            Storage::Files(folder) => folder.clone(),
        }
    }
}

fn memory<T: Plain>(length: u64) -> std::io::Result<Array<T>> {
    let length = usize::try_from(length).map_err(std::io::Error::other)?;
    // Not a vector that is filled: the system gives pages of zeros when they are first used.
    let values = Box::<[T]>::new_zeroed_slice(length);
    // SAFETY: zeros are a value of T.
    #[allow(unsafe_code)]
    Ok(Array(Owner::Memory(unsafe { values.assume_init() })))
}

fn mapped<T: Plain>(folder: &Path, bytes: u64, length: u64) -> std::io::Result<Array<T>> {
    std::fs::create_dir_all(folder)?;
    let file = tempfile::tempfile_in(folder)?;
    file.set_len(bytes.max(1))?;
    // Reserved now, so that a full disk is an error here and not the end of the process later.
    fs4::FileExt::allocate(&file, bytes.max(1))?;
    // SAFETY: the file has no name and this handle is the only one, so nobody else changes it or
    // cuts it short, and its blocks are reserved.
    #[allow(unsafe_code)]
    let map = unsafe { MmapMut::map_mut(&file)? };
    let length = usize::try_from(length).map_err(std::io::Error::other)?;
    Ok(Array(Owner::File(map, length, std::marker::PhantomData)))
}

/// An array of values in a [`Storage`].
pub struct Array<T>(Owner<T>);

enum Owner<T> {
    Memory(Box<[T]>),
    /// With the number of values.
    File(MmapMut, usize, std::marker::PhantomData<T>),
}

impl<T: Plain> Deref for Array<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Owner::Memory(values) => values,
            // SAFETY: the map begins at a page, has room for so many values, and any bytes are
            // values of T; as long as it is borrowed nobody changes it but by what T permits.
            #[allow(unsafe_code)]
            Owner::File(map, length, _) => unsafe {
                std::slice::from_raw_parts(map.as_ptr().cast(), *length)
            },
        }
    }
}

impl<T: Plain> DerefMut for Array<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Owner::Memory(values) => values,
            // SAFETY: as above, and it is borrowed by nobody else.
            #[allow(unsafe_code)]
            Owner::File(map, length, _) => unsafe {
                std::slice::from_raw_parts_mut(map.as_mut_ptr().cast(), *length)
            },
        }
    }
}

impl Array<AtomicU16> {
    /// The same values, which nobody else changes any more.
    pub(crate) fn settled(self) -> Array<u16> {
        Array(match self.0 {
            // SAFETY: an atomic integer has the size, alignment and bits of a plain one.
            #[allow(unsafe_code)]
            Owner::Memory(values) => {
                Owner::Memory(unsafe { Box::from_raw(Box::into_raw(values) as *mut [u16]) })
            }
            Owner::File(map, length, _) => Owner::File(map, length, std::marker::PhantomData),
        })
    }
}

impl<T> std::fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match &self.0 {
            Owner::Memory(_) => "Array in memory",
            Owner::File(..) => "Array in a file",
        })
    }
}

/// The values of those tiers that are still needed.
#[derive(Debug)]
pub struct Tiers<T>(Vec<Option<Array<T>>>);

impl<T> Default for Tiers<T> {
    fn default() -> Tiers<T> {
        Tiers(Vec::new())
    }
}

impl<T: Plain> Tiers<T> {
    /// Adds the next tier, whose values need not be kept if nobody needs them.
    pub(crate) fn push(&mut self, values: Option<Array<T>>) {
        self.0.push(values);
    }

    /// How many tiers there are, kept or not.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Lets all tiers go but these.
    pub(crate) fn keep(&mut self, needed: impl Fn(usize) -> bool) {
        for (tier, values) in self.0.iter_mut().enumerate() {
            if !needed(tier) {
                *values = None;
            }
        }
    }

    /// The values of a tier, if they are kept.
    pub(crate) fn get(&self, tier: usize) -> Option<&[T]> {
        self.0.get(tier)?.as_deref()
    }

    /// The values of a tier.
    ///
    /// # Panics
    /// If they are not kept: the index has said that nobody needs them, and to go on would make
    /// wrong tables.
    #[inline(always)]
    pub(crate) fn tier(&self, tier: usize) -> &[T] {
        match self.0.get(tier) {
            Some(Some(values)) => values,
            _ => panic!("tier number {tier} is asked for, but the index says it is not needed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_keep_what_is_put_into_them_wherever_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        for storage in [Storage::Memory, Storage::Files(folder.path().join("deep"))] {
            for length in [0, 1, 100_000] {
                let mut array = storage.array::<u32>(length).expect("room");
                assert_eq!(array.len() as u64, length);
                assert!(array.iter().all(|value| *value == 0));
                array.iter_mut().zip(0..).for_each(|(value, n)| *value = n);
                assert!(array.iter().copied().eq(0..length as u32), "{storage:?}");
            }
            assert!(storage.array::<u32>(u64::MAX / 2).is_err(), "{storage:?}");
        }
        let left = std::fs::read_dir(folder.path().join("deep")).expect("the folder").count();
        assert_eq!(left, 0, "files have no names");
    }

    #[test]
    #[should_panic(expected = "tier number 0 is asked for, but the index says it is not needed")]
    fn a_tier_that_has_gone_is_never_taken_for_drawn() {
        let mut tiers = Tiers::default();
        tiers.push(Storage::Memory.array::<u16>(5).ok());
        tiers.keep(|_| false);
        let _ = tiers.tier(0);
    }
}
