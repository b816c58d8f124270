//! Checkpoints: a long solve writes down from time to time how far it has come, and goes on from
//! there after it was interrupted, at whatever moment that was.
//!
//! ```text
//! 8 bytes   "DAMIERCP"
//! u32       format version, 1
//! text      what is being solved and how (u32 length, UTF-8 bytes)
//! u32       number of parts
//! parts     name (u32 length, UTF-8 bytes), u64 length, bytes
//! 32 bytes  BLAKE3 of all that stands before
//! ```
//! All numbers are little-endian.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use damier_core::game::Game;
use damier_core::{Message, Phrase, phrase};
use damier_index::Index;
use damier_tables::TableError;
use damier_tables::disk::{self, write_with};

use crate::progress::Progress;

const MAGIC: &[u8; 8] = b"DAMIERCP";
const VERSION: u32 = 1;
const HASH: usize = 32;
/// How often a checkpoint is written, unless asked otherwise.
const EVERY: Duration = Duration::from_secs(2);
/// Writing takes at most one part of the time in so many, unless that means to wait for so many
/// times as long as was asked for.
const SHARE: u32 = 10;

const NO_CHECKPOINT: Phrase = phrase!("solve.no-checkpoint");
const DAMAGED: Phrase = phrase!("solve.damaged");
const OTHER: Phrase = phrase!("solve.other");
const INCOMPLETE: Phrase = phrase!("solve.incomplete");
const GOING_ON: Phrase = phrase!("solve.going-on");
const FROM_THE_START: Phrase = phrase!("solve.from-the-start");
const NOT_WRITTEN: Phrase = phrase!("solve.not-written");

/// The parts of a checkpoint, each with its name.
pub type Parts = Vec<(String, Vec<u8>)>;

/// A part that is to be written.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// As it is.
    Bytes(&'a [u8]),
    /// Words that are in several places, to be written one after the other, little-endian.
    Words(&'a [&'a [u32]]),
}

impl Part<'_> {
    fn length(self) -> u64 {
        match self {
            Part::Bytes(bytes) => bytes.len() as u64,
            Part::Words(all) => all.iter().map(|words| size_of_val(*words) as u64).sum(),
        }
    }

    fn write(self, out: &mut impl Write) -> std::io::Result<()> {
        match self {
            Part::Bytes(bytes) => out.write_all(bytes),
            Part::Words(all) => {
                let mut buffer = Vec::with_capacity(PIECE * 4);
                for words in all.iter().flat_map(|words| words.chunks(PIECE)) {
                    buffer.clear();
                    words.iter().for_each(|word| buffer.extend(word.to_le_bytes()));
                    out.write_all(&buffer)?;
                }
                Ok(())
            }
        }
    }
}

/// How many words are written at a time.
const PIECE: usize = 1 << 14;

/// Where a solve keeps its checkpoint.
#[derive(Debug)]
pub struct Checkpoint {
    file: PathBuf,
    /// What is being solved.
    about: String,
    every: Duration,
    /// When one was written last, and how long it is before the next.
    pause: Mutex<(Instant, Duration)>,
}

impl Checkpoint {
    /// A checkpoint of solving these rules, in this file.
    pub fn new<I: Index>(file: PathBuf, index: &I) -> Checkpoint {
        let (game, rules, version) = (<I::Game as Game>::ID, index.rules(), I::VERSION);
        let about = format!("{game} [{rules}], index {version}");
        Checkpoint { file, about, every: EVERY, pause: Mutex::new((Instant::now(), EVERY)) }
    }

    /// Written at most this often.
    #[must_use]
    pub fn every(self, every: Duration) -> Checkpoint {
        Checkpoint { every, pause: Mutex::new((Instant::now(), every)), ..self }
    }

    /// Where it is kept.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether it is time to write it again.
    #[must_use]
    pub(crate) fn is_due(&self) -> bool {
        self.pause.lock().is_ok_and(|pause| pause.0.elapsed() >= pause.1)
    }

    /// Writes the parts in place of what was there before. `how` names the way of solving: a
    /// checkpoint is of no use to another.
    pub fn save(&self, how: &str, parts: &[(&str, Part<'_>)]) -> Result<(), TableError> {
        let begun = Instant::now();
        let written = write_with(&self.file, |handle| {
            let mut out = Hashing { out: BufWriter::new(handle), hasher: blake3::Hasher::new() };
            out.write_all(MAGIC)?;
            out.write_all(&VERSION.to_le_bytes())?;
            put_text(&self.about(how), &mut out)?;
            out.write_all(&(parts.len() as u32).to_le_bytes())?;
            for (name, part) in parts {
                put_text(name, &mut out)?;
                out.write_all(&part.length().to_le_bytes())?;
                part.write(&mut out)?;
            }
            let hash = out.hasher.finalize();
            out.out.write_all(hash.as_bytes())?;
            out.out.flush()
        });
        if let Ok(mut pause) = self.pause.lock() {
            let rest = (SHARE * begun.elapsed()).min(SHARE * self.every);
            *pause = (Instant::now(), self.every.max(rest));
        }
        written
    }

    /// The parts that were written last; `None` if there is no checkpoint, an error if there is
    /// one that is damaged or belongs to another solve.
    pub fn load(&self, how: &str) -> Result<Option<Parts>, TableError> {
        let is_one = |head: &[u8], _| match head.starts_with(MAGIC) {
            true => Ok(()),
            false => Err(NO_CHECKPOINT.say()),
        };
        let bytes = match disk::read(&self.file, is_one) {
            Err(TableError::Io { why, .. }) if why.kind() == std::io::ErrorKind::NotFound => {
                return Ok(None);
            }
            read => read?,
        };
        let refuse = |why: Message| TableError::Refused { file: self.file.clone(), why };
        let (body, hash) = bytes.split_at(bytes.len().saturating_sub(HASH).max(MAGIC.len()));
        if hash != blake3::hash(body).as_bytes() {
            return Err(refuse(DAMAGED.say()));
        }
        let mut reader = Reader(&body[MAGIC.len()..]);
        let (about, wanted) = (reader.about().unwrap_or_default(), self.about(how));
        if about != wanted {
            return Err(refuse(OTHER.with(about).with(wanted)));
        }
        reader.parts().map(Some).ok_or_else(|| refuse(INCOMPLETE.say()))
    }

    /// What `read` makes of the parts that were written last, if it can make something of them;
    /// whoever listens is told what came of it.
    pub(crate) fn resume<T>(
        &self,
        how: &str,
        progress: &dyn Progress,
        read: impl FnOnce(Parts) -> Option<T>,
    ) -> Option<T> {
        let why = match self.load(how) {
            Ok(None) => return None,
            Ok(Some(parts)) => match read(parts) {
                Some(found) => {
                    progress.note(&GOING_ON.say());
                    return Some(found);
                }
                None => INCOMPLETE.say(),
            },
            Err(why) => why.message(),
        };
        progress.note(&FROM_THE_START.with(why));
        None
    }

    /// As [`Checkpoint::save`]; whoever listens is told if it failed.
    pub(crate) fn try_save(&self, how: &str, progress: &dyn Progress, parts: &[(&str, Part<'_>)]) {
        if let Err(why) = self.save(how, parts) {
            progress.note(&NOT_WRITTEN.with(why.message()));
        }
    }

    /// Removes the file, if it is there, and its folder if nothing else is in it.
    pub fn remove(&self) -> Result<(), TableError> {
        match std::fs::remove_file(&self.file) {
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(why) => return Err(TableError::Io { file: self.file.clone(), why }),
            Ok(()) => {}
        }
        if let Some(folder) = self.file.parent() {
            let _ = std::fs::remove_dir(folder);
        }
        Ok(())
    }

    fn about(&self, how: &str) -> String {
        format!("{}, solved by {how}", self.about)
    }
}

/// Writes, and hashes what is written.
struct Hashing<W> {
    out: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.hasher.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

fn put_text(text: &str, out: &mut impl Write) -> std::io::Result<()> {
    out.write_all(&(text.len() as u32).to_le_bytes())?;
    out.write_all(text.as_bytes())
}

/// What of a checkpoint is still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, n: usize) -> Option<&'a [u8]> {
        let (part, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(part)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.u32()? as usize;
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }

    fn about(&mut self) -> Option<String> {
        match self.u32()? {
            VERSION => self.text(),
            version => Some(format!("format version {version}")),
        }
    }

    fn parts(&mut self) -> Option<Parts> {
        let count = self.u32()?;
        let mut parts = Vec::new();
        for _ in 0..count {
            let name = self.text()?;
            let length = u64::from_le_bytes(self.bytes(8)?.try_into().ok()?);
            parts.push((name, self.bytes(usize::try_from(length).ok()?)?.to_vec()));
        }
        self.0.is_empty().then_some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::any::Opened;
    use damier_games::kono::Kono;
    use damier_index::{PairIndex, Solvable};

    fn index(rules: &str) -> PairIndex<Kono> {
        <Kono as Solvable>::Index::new(Opened::<Kono>::new(rules).expect(rules).game)
            .expect("solvable")
    }

    #[test]
    fn a_checkpoint_is_read_as_it_was_written_and_nothing_else_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("deep").join("kono.checkpoint");
        let checkpoint = Checkpoint::new(file.clone(), &index("")).every(Duration::ZERO);
        assert!(checkpoint.load("hand").expect("no file is no error").is_none());
        let long: Vec<u8> = (0..3000u32).map(|i| (i * 7) as u8).collect();
        for parts in [vec![], vec![("a", &b"one"[..])], vec![("a", &b""[..]), ("b", &long[..])]] {
            let written: Vec<_> = parts.iter().map(|(n, b)| (*n, Part::Bytes(b))).collect();
            checkpoint.save("hand", &written).expect("saved");
            let read = checkpoint.load("hand").expect("good").expect("there");
            let read: Vec<_> = read.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
            assert_eq!(read, parts);
        }
        let words: [&[u32]; 3] = [&[1, 2], &[], &[u32::MAX]];
        checkpoint.save("hand", &[("w", Part::Words(&words))]).expect("saved");
        let read = checkpoint.load("hand").expect("good").expect("there");
        assert_eq!(read[0].1, [1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255]);
        let refused = |checkpoint: &Checkpoint, how: &str| {
            checkpoint.load(how).expect_err("refused").to_string()
        };
        assert!(refused(&checkpoint, "machine").contains("solved by hand, not of kono"));
        let other = Checkpoint::new(file.clone(), &index("capture=mandatory"));
        assert!(refused(&other, "hand").contains("not of kono [capture=mandatory]"));
        assert!(!other.is_due());
        let good = std::fs::read(&file).expect("the file");
        for at in (0..good.len()).step_by(5) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            std::fs::write(&file, bad).expect("written");
            assert!(refused(&checkpoint, "hand").contains("checkpoint"), "bit at {at}");
            std::fs::write(&file, &good[..at]).expect("written");
            assert!(refused(&checkpoint, "hand").contains("checkpoint"), "cut at {at}");
        }
        checkpoint.remove().expect("removed");
        checkpoint.remove().expect("it need not be there");
        assert!(checkpoint.load("hand").expect("no file is no error").is_none());
    }
}
