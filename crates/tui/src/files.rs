//! Records in files. A file is either written as a whole or not at all, and one that is there is
//! replaced only if that was asked for.

use std::io::{self, Write};
use std::path::Path;

use damier_core::Message;

use super::app::{FileWork, Written};
use damier_engine::files::{read_text, trouble};

/// Writes a text to a file.
pub(super) fn save(path: &Path, text: &str, overwrite: bool) -> Written {
    match try_save(path, text, overwrite) {
        Ok(()) => Written::Done,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Written::Exists,
        Err(error) => Written::Failed(trouble(&error)),
    }
}

fn try_save(path: &Path, text: &str, overwrite: bool) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".damier-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file; the mask of the process still applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    match overwrite {
        true => file.persist(path),
        false => file.persist_noclobber(path),
    }
    .map(drop)
    .map_err(|error| error.error)
}

/// Reads a file as text.
pub(super) fn load(path: &Path) -> Result<String, Message> {
    read_text(path)
}

/// Does file work for the program and tells it what came of it.
pub(super) fn work(app: &mut super::app::App, work: FileWork) {
    match work {
        FileWork::Save { path, text, overwrite } => {
            let outcome = save(&path, &text, overwrite);
            app.written(&path, outcome);
        }
        FileWork::Load { path } => app.read(&path, load(&path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten_silently() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        assert!(matches!(save(&path, "one", false), Written::Done));
        assert!(matches!(save(&path, "two", false), Written::Exists));
        assert_eq!(load(&path).unwrap(), "one");
        assert!(matches!(save(&path, "two", true), Written::Done));
        assert_eq!(load(&path).unwrap(), "two");
        let nowhere = folder.path().join("no/such/folder/game");
        assert!(matches!(save(&nowhere, "x", false), Written::Failed(_)));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }
}
