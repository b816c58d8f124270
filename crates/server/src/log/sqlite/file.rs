//! The database as a file that others can damage, move, replace or delete: whether it is fit to be
//! opened, private to its user, and still the one that was opened.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::log::StoreError;

/// The name of the database in its folder.
pub(super) const DATABASE: &str = "damier.db";

/// The name of the file whose lock makes the folder one server's ([`crate::home`]).
pub(crate) const LOCK: &str = "server.lock";

/// Which file it is, whatever it is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Identity(u64, u64);

/// Nothing if there is no such file.
fn identity(path: &Path) -> Option<Identity> {
    let data = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some(Identity(data.dev(), data.ino()))
    }
    // Elsewhere a file that is open can be neither deleted nor replaced.
    #[cfg(not(unix))]
    {
        Some(Identity(0, u64::from(data.is_file())))
    }
}

/// What is open.
#[derive(Default)]
struct Opened {
    database: Option<Identity>,
    log: Option<Identity>,
    /// The lock file that was there at the start: somebody of this process holds it.
    lock: Option<Identity>,
    /// A lock taken since, over a folder that replaced the first one.
    _held: Option<File>,
}

/// Whether the database is in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DatabaseIs {
    /// The one that was opened.
    Same,
    /// Another, which is ours to use.
    Other,
}

/// The database on its disk: whether it is still the file that was opened, and its permissions.
pub(super) struct DatabaseFile {
    path: PathBuf,
    /// Writes the bytes of a file once more and syncs them; tests have a disk of their own.
    pub(super) write_again: fn(&Path) -> io::Result<()>,
    opened: Mutex<Opened>,
}

impl DatabaseFile {
    /// The database of this folder.
    pub(super) fn in_folder(folder: &Path) -> DatabaseFile {
        let lock = identity(&folder.join(LOCK));
        let opened = Mutex::new(Opened { lock, ..Opened::default() });
        DatabaseFile { path: folder.join(DATABASE), write_again, opened }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The log beside it.
    pub(super) fn log(&self) -> PathBuf {
        beside(&self.path, "-wal")
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a database to open; refuses what would lose something.
    pub(super) fn exists(&self) -> Result<bool, StoreError> {
        let log = beside(&self.path, "-wal");
        match std::fs::metadata(&self.path) {
            Ok(data) if data.len() == 0 => Err(StoreError::Empty(self.path.clone())),
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                match std::fs::metadata(&log).is_ok_and(|data| data.len() > 0) {
                    true => Err(StoreError::Orphaned(self.path.clone(), log)),
                    false => Ok(false),
                }
            }
            Err(error) => Err(StoreError::File(self.path.clone(), error.to_string())),
        }
    }

    /// Makes the database and what belongs to it readable by its user alone.
    pub(super) fn make_private(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let path = beside(&self.path, suffix);
            if path.is_file() {
                // If it is not ours to change somebody else has decided about it.
                let _ = private(&path, 0o600);
            }
        }
    }

    /// Whether a database is in its place, and whether it is the one that was opened. Another one
    /// is ours only if its folder is.
    pub(super) fn look(&self) -> Result<DatabaseIs, String> {
        let now = identity(&self.path);
        let mut opened = self.opened();
        match (now, opened.database) {
            (None, _) => Err(format!(
                "{} is gone: put it back, or restart the server to begin with an empty one",
                self.path.display()
            )),
            (Some(now), Some(known)) if now == known => Ok(DatabaseIs::Same),
            (Some(_), None) => Ok(DatabaseIs::Other),
            (Some(_), Some(_)) => {
                self.exists().map_err(|why| why.to_string())?;
                let folder = self.path.parent().unwrap_or(Path::new("."));
                let lock_now = identity(&folder.join(LOCK));
                if lock_now.is_none() || lock_now != opened.lock {
                    opened._held = Some(lock(folder)?);
                    opened.lock = identity(&folder.join(LOCK));
                }
                Ok(DatabaseIs::Other)
            }
        }
    }

    /// Remembers what has just been opened; `before` is what [`DatabaseFile::mark`] gave before.
    pub(super) fn remember(&self, before: Mark) -> Result<(), String> {
        let now = self.mark();
        if now.0.is_none() || now != before {
            return Err(format!("{} was replaced while it was opened", self.path.display()));
        }
        let mut opened = self.opened();
        opened.database = now.0;
        opened.log = identity(&beside(&self.path, "-wal"));
        Ok(())
    }

    /// Which file there is now.
    pub(super) fn mark(&self) -> Mark {
        Mark(identity(&self.path))
    }

    /// Whether the database and its log are still the ones that were opened: what is written to
    /// others, or to deleted ones, is lost.
    pub(super) fn check(&self) -> Result<(), String> {
        let opened = self.opened();
        let log = beside(&self.path, "-wal");
        for (path, known) in [(&self.path, opened.database), (&log, opened.log)] {
            match identity(path) {
                now if now == known => {}
                None => return Err(format!("{} was deleted or moved", path.display())),
                Some(_) => return Err(format!("{} was replaced", path.display())),
            }
        }
        Ok(())
    }

    /// Whether only the log is missing: then what it holds can still be saved.
    pub(super) fn only_log_is_gone(&self) -> bool {
        let opened = self.opened();
        let log = identity(&beside(&self.path, "-wal"));
        opened.database.is_some() && identity(&self.path) == opened.database && log != opened.log
    }
}

/// Writes the bytes of a file once more and syncs them.
fn write_again(path: &Path) -> io::Result<()> {
    let mut file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let mut bytes = vec![0; 1 << 20];
    let mut at = 0;
    loop {
        file.seek(SeekFrom::Start(at))?;
        let count = file.read(&mut bytes)?;
        if count == 0 {
            return file.sync_all();
        }
        file.seek(SeekFrom::Start(at))?;
        file.write_all(&bytes[..count])?;
        at += count as u64;
    }
}

/// Which file was there at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(Option<Identity>);

/// Another server may have begun in a folder that replaced ours.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|why| format!("{}: {why}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(format!("another server has begun in {}", folder.display())),
    }
}

/// The file of this name and suffix.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    name.into()
}

/// Gives a file or folder these permissions, where there are such things.
pub(crate) fn private(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let old = std::fs::metadata(path)?.permissions().mode() & 0o777;
        // Takes rights away, never gives any.
        if old & !mode != 0 {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(old & mode))?;
        }
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}

/// Puts a finished database in its place, so that it is there wholly or not at all.
pub(super) fn put_in_place(new: &Path, path: &Path) -> io::Result<()> {
    File::open(new)?.sync_all()?;
    if path.exists() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "somebody else made it"));
    }
    std::fs::rename(new, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// An empty private file, and nothing beside it that an earlier attempt left.
pub(super) fn empty_private(path: &Path) -> io::Result<()> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        match std::fs::remove_file(beside(path, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}
