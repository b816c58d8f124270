//! The data folder, which is private to its user and belongs to one running server at a time: a
//! lock that the system takes back even from a process that was killed, and beside it the address
//! of whoever holds it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::log::{LOCK, private};

/// How long a server that has just started may take to write down its address.
const PATIENCE: Duration = Duration::from_secs(5);

/// A data folder that is ours.
pub struct DataDir {
    folder: PathBuf,
    /// Held until this is dropped.
    _lock: File,
}

/// What came of asking for a data folder.
pub enum LockOutcome {
    /// It is ours.
    Ours(DataDir),
    /// A server is running there, at this address if it says so.
    Running(Option<String>),
}

impl DataDir {
    /// Asks for this folder, creating it if need be.
    pub fn lock(folder: &Path) -> io::Result<LockOutcome> {
        create_private(folder)?;
        let path = folder.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
        let _ = private(&path, 0o600);
        match lock.try_lock() {
            Ok(()) => {
                // What a killed server left is no longer true.
                forget(folder)?;
                Ok(LockOutcome::Ours(DataDir { folder: folder.to_path_buf(), _lock: lock }))
            }
            Err(TryLockError::WouldBlock) => Ok(LockOutcome::Running(read(folder))),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The folder that is locked.
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

impl Drop for DataDir {
    fn drop(&mut self) {
        // If it stays the next server takes it away.
        let _ = forget(&self.folder);
    }
}

/// Creates the folder, readable by its user alone. One that is there already is made so only if
/// it holds nothing but what servers put there: others may share the rest.
fn create_private(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        return builder.create(folder);
    }
    let ours = |entry: io::Result<std::fs::DirEntry>| {
        let name = entry.map(|entry| entry.file_name().to_string_lossy().into_owned());
        name.is_ok_and(|name| name.starts_with("damier.db") || name.starts_with("server."))
    };
    let mut entries = std::fs::read_dir(folder)?.peekable();
    if entries.peek().is_some() && entries.all(ours) {
        // If it is not ours to change somebody else has decided about it.
        let _ = private(folder, 0o700);
    }
    Ok(())
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
        let LockOutcome::Ours(home) = DataDir::lock(&folder).unwrap() else { panic!("not ours") };
        home.announce("http://localhost:1").unwrap();
        let LockOutcome::Running(address) = DataDir::lock(&folder).unwrap() else {
            panic!("two servers")
        };
        assert_eq!(address.as_deref(), Some("http://localhost:1"));
        assert_eq!(home.folder(), folder);
        drop(home);
        assert!(!address_file(&folder).exists());
        std::fs::write(address_file(&folder), "left by a killed one").unwrap();
        assert!(matches!(DataDir::lock(&folder).unwrap(), LockOutcome::Ours(_)));
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_private_unless_others_share_them() {
        use std::os::unix::fs::PermissionsExt;
        let parent = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let open = |path: &Path| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
        };
        let new = parent.path().join("new");
        drop(DataDir::lock(&new).unwrap());
        assert_eq!(mode(&new), 0o700);
        // Made by an earlier version.
        open(&new);
        drop(DataDir::lock(&new).unwrap());
        assert_eq!(mode(&new), 0o700);
        let shared = parent.path().join("shared");
        std::fs::create_dir(&shared).unwrap();
        open(&shared);
        std::fs::write(shared.join("letters.txt"), "to my aunt").unwrap();
        drop(DataDir::lock(&shared).unwrap());
        assert_eq!(mode(&shared), 0o755);
    }
}
