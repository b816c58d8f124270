//! The data folder, which belongs to one running server at a time: a lock that the system takes
//! back even from a process that was killed, and beside it the address of whoever holds it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a server that has just started may take to write down its address.
const PATIENCE: Duration = Duration::from_secs(5);

/// A data folder that is ours.
pub struct Home {
    folder: PathBuf,
    /// Held until this is dropped.
    _lock: File,
}

/// What came of asking for a data folder.
pub enum Asked {
    /// It is ours.
    Ours(Home),
    /// A server is running there, at this address if it says so.
    Running(Option<String>),
}

impl Home {
    /// Asks for this folder, creating it if need be.
    pub fn ask(folder: &Path) -> io::Result<Asked> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join("server.lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match lock.try_lock() {
            Ok(()) => {
                // What a killed server left is no longer true.
                forget(folder)?;
                Ok(Asked::Ours(Home { folder: folder.to_path_buf(), _lock: lock }))
            }
            Err(TryLockError::WouldBlock) => Ok(Asked::Running(read(folder))),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes down the address, for whoever asks next.
    pub fn announce(&self, address: &str) -> io::Result<()> {
        let path = address_file(&self.folder);
        let new = path.with_extension("new");
        std::fs::write(&new, address)?;
        std::fs::rename(new, path)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // If it stays the next server takes it away.
        let _ = forget(&self.folder);
    }
}

fn address_file(folder: &Path) -> PathBuf {
    folder.join("server.address")
}

fn forget(folder: &Path) -> io::Result<()> {
    match std::fs::remove_file(address_file(folder)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The address of the running server; it may be about to write it.
fn read(folder: &Path) -> Option<String> {
    let begun = Instant::now();
    loop {
        match std::fs::read_to_string(address_file(folder)) {
            Ok(address) => return Some(address),
            Err(_) if begun.elapsed() < PATIENCE => std::thread::sleep(PATIENCE / 100),
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_belongs_to_one_server_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new/data");
        let Asked::Ours(home) = Home::ask(&folder).unwrap() else { panic!("not ours") };
        home.announce("http://localhost:1").unwrap();
        let Asked::Running(address) = Home::ask(&folder).unwrap() else { panic!("two servers") };
        assert_eq!(address.as_deref(), Some("http://localhost:1"));
        assert_eq!(home.folder(), folder);
        drop(home);
        assert!(!address_file(&folder).exists());
        std::fs::write(address_file(&folder), "left by a killed one").unwrap();
        assert!(matches!(Home::ask(&folder).unwrap(), Asked::Ours(_)));
    }
}
