//! Files on a disk: read whole without trusting them, and written at once or not at all.
//!
//! Files are read into memory rather than mapped. A mapped file that somebody else cuts short
//! ends the process with SIGBUS wherever it is asked next, in the middle of a search as well.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use damier_core::{Message, Phrase, phrase};

use crate::error::{CUT_SHORT, TableError};

const FOLDER: Phrase = phrase!("tables.folder");
const PIPE: Phrase = phrase!("tables.pipe");
const SOCKET: Phrase = phrase!("tables.socket");
const DEVICE: Phrase = phrase!("tables.device");
const NO_FILE: Phrase = phrase!("tables.no-file");
const NO_MEMORY: Phrase = phrase!("tables.no-memory");

/// How much of a file is looked at before the rest is believed to be worth reading.
const HEAD: u64 = 1 << 16;

/// The whole of a regular file, if what it begins with is plausible: `check` sees the beginning
/// and the length, before any memory is taken for the rest.
///
/// Nothing here waits for somebody else or takes more memory than there is: pipes, sockets,
/// devices and folders are refused, and so is a file that is shorter than it was when opened.
pub fn read(
    file: &Path,
    check: impl FnOnce(&[u8], u64) -> Result<(), Message>,
) -> Result<Vec<u8>, TableError> {
    let io = |why| TableError::Io { file: file.to_path_buf(), why };
    let refuse = |why: Message| TableError::Refused { file: file.to_path_buf(), why };
    let (handle, length, mut bytes) = begin(file, check)?;
    let mib = |bytes: u64| bytes.div_ceil(1 << 20);
    if let Some(memory) = available_memory().filter(|memory| *memory < length) {
        return Err(refuse(NO_MEMORY.with(mib(length)).with(mib(memory))));
    }
    let rest = length.saturating_sub(bytes.len() as u64);
    let room = usize::try_from(rest).ok().and_then(|n| bytes.try_reserve_exact(n).ok());
    room.ok_or_else(|| refuse(NO_MEMORY.with(mib(length)).with(0u64)))?;
    handle.take(rest).read_to_end(&mut bytes).map_err(io)?;
    match bytes.len() as u64 == length {
        true => Ok(bytes),
        false => Err(refuse(CUT_SHORT.say())),
    }
}

/// Opens a regular file, reads what it begins with and has it checked, together with the length.
fn begin(
    file: &Path,
    check: impl FnOnce(&[u8], u64) -> Result<(), Message>,
) -> Result<(File, u64, Vec<u8>), TableError> {
    let io = |why| TableError::Io { file: file.to_path_buf(), why };
    let (mut handle, length) = open(file)?;
    let mut bytes = Vec::new();
    (&mut handle).take(HEAD).read_to_end(&mut bytes).map_err(io)?;
    check(&bytes, length).map_err(|why| TableError::Refused { file: file.to_path_buf(), why })?;
    Ok((handle, length, bytes))
}

/// Opens a regular file, if what it begins with is plausible, as in [`read`]; also its length.
pub(crate) fn open_checked(
    file: &Path,
    check: impl FnOnce(&[u8], u64) -> Result<(), Message>,
) -> Result<(File, u64), TableError> {
    let (handle, length, _) = begin(file, check)?;
    Ok((handle, length))
}

/// Opens a regular file and tells its length. What it is is asked before, since to open a device
/// may do something, and after: somebody may have put something else there in between.
fn open(file: &Path) -> Result<(File, u64), TableError> {
    let io = |why| TableError::Io { file: file.to_path_buf(), why };
    let refuse = |why: Message| TableError::Refused { file: file.to_path_buf(), why };
    regular(&std::fs::metadata(file).map_err(io)?).map_err(refuse)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        // A pipe that nobody writes to would be waited for.
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    }
    let handle = options.open(file).map_err(io)?;
    let about = handle.metadata().map_err(io)?;
    regular(&about).map_err(refuse)?;
    Ok((handle, about.len()))
}

/// What a thing is that is not a regular file.
fn regular(about: &std::fs::Metadata) -> Result<(), Message> {
    let kind = about.file_type();
    if kind.is_file() {
        return Ok(());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Err(PIPE.say());
        }
        if kind.is_socket() {
            return Err(SOCKET.say());
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Err(DEVICE.say());
        }
    }
    Err(if kind.is_dir() { FOLDER } else { NO_FILE }.say())
}

/// Writes a file so that it is either there as a whole or not at all: to a temporary name beside
/// it, synced, renamed.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> Result<(), TableError> {
    write_with(file, |handle| handle.write_all(bytes))
}

/// As [`write_atomically`], for what is written piece by piece; it may be read back meanwhile.
pub fn write_with(
    file: &Path,
    fill: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> Result<(), TableError> {
    let io = |why| TableError::Io { file: file.to_path_buf(), why };
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io)?;
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = folder.join(name);
    let renamed = write_new(&part, fill).and_then(|()| std::fs::rename(&part, file));
    if renamed.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    renamed.map_err(io)?;
    // The new name itself must reach the disk too; not every file system can do that.
    let _ = File::open(folder).and_then(|handle| handle.sync_all());
    Ok(())
}

/// Writes a file that is not there yet; what a process of the same number has left is removed.
fn write_new(
    part: &Path,
    fill: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> std::io::Result<()> {
    match std::fs::remove_file(part) {
        Err(why) if why.kind() != ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    let mut handle = OpenOptions::new().read(true).write(true).create_new(true).open(part)?;
    fill(&mut handle)?;
    handle.sync_all()
}

/// How much memory is to be had, in bytes, where the system tells.
#[must_use]
pub fn available_memory() -> Option<u64> {
    kib("/proc/meminfo", "MemAvailable:")
}

/// The number of bytes that a line of Linux's `/proc` gives in KiB.
#[must_use]
pub fn kib(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn refusal(file: &Path) -> String {
        read(file, |_, _| Ok(())).expect_err("refused").to_string()
    }

    #[test]
    fn only_regular_files_are_read_and_nothing_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        for (file, says) in [
            (pipe.as_path(), "this is a pipe, not a file"),
            (&socket, "this is a socket, not a file"),
            (Path::new("/dev/zero"), "this is a device, not a file"),
            (folder.path(), "this is a folder, not a file"),
        ] {
            assert!(refusal(file).ends_with(says), "{}", refusal(file));
        }
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).expect("a link");
        assert!(refusal(&link).contains("pipe"));
    }

    #[test]
    fn a_file_that_does_not_fit_into_memory_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("huge");
        File::create(&file).and_then(|handle| handle.set_len(1 << 42)).expect("a sparse file");
        assert!(refusal(&file).contains("the file has 4194304 MiB"), "{}", refusal(&file));
        let looked = read(&file, |head, length| {
            assert_eq!((head.len() as u64, length), (HEAD, 1 << 42));
            Err(NO_FILE.say())
        });
        assert!(looked.is_err());
    }

    #[test]
    fn files_of_any_length_are_read_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("some");
        for length in [0, 1, HEAD as usize - 1, HEAD as usize, HEAD as usize + 1, 300_000] {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 7) as u8).collect();
            write_atomically(&file, &bytes).expect("written");
            assert_eq!(read(&file, |_, _| Ok(())).expect("read"), bytes);
        }
        let left = std::fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(left, 1, "nothing is left behind");
    }
}
