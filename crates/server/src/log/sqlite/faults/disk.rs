//! A disk that fails as told, and what would be left of it after a power cut: for every file the
//! bytes that are durable, and the changes that nobody has synced yet.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use damier_core::random::Random;

/// What can be made to fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Op {
    Open,
    Read,
    Write,
    Sync,
    Truncate,
    Delete,
    ShmMap,
    ShmLock,
}

impl Op {
    pub(super) const ALL: [Op; 8] = [
        Op::Open,
        Op::Read,
        Op::Write,
        Op::Sync,
        Op::Truncate,
        Op::Delete,
        Op::ShmMap,
        Op::ShmLock,
    ];

    /// Whether it changes what a power cut would leave.
    fn changes(self) -> bool {
        matches!(self, Op::Write | Op::Sync | Op::Truncate | Op::Delete)
    }
}

/// How something fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// There is no room (`ENOSPC`).
    Full,
    /// The disk does not answer (`EIO`).
    Broken,
    /// Only a part is written, then there is no room.
    Short,
}

/// The operations of this kind with the numbers `from..from + count` fail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) op: Op,
    pub(super) from: u64,
    pub(super) count: u64,
    pub(super) how: How,
}

/// What happens to an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Done,
    Fails(How),
    /// The power is gone in the middle of this operation.
    Cut,
    /// The power has gone before.
    Dead,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Write(at, new) => {
                if bytes.len() < at + new.len() {
                    bytes.resize(at + new.len(), 0);
                }
                bytes[*at..at + new.len()].copy_from_slice(new);
            }
            Change::Truncate(length) => bytes.resize(*length, 0),
        }
    }

    /// What of it may have reached the disk: all, nothing, or some sectors.
    fn torn(&self, random: &mut Random) -> Option<Change> {
        const SECTOR: usize = 512;
        match (random.below(4), self) {
            (0, _) => None,
            (1, Change::Write(at, new)) => {
                let sectors = new.len().div_ceil(SECTOR);
                let kept = (random.below(sectors + 1) * SECTOR).min(new.len());
                Some(Change::Write(*at, new[..kept].to_vec()))
            }
            _ => Some(self.clone()),
        }
    }
}

#[derive(Default)]
struct Image {
    durable: Vec<u8>,
    unsynced: Vec<Change>,
    /// Whether its name is in the folder for good.
    linked: bool,
    /// What was there under this name before, if its removal is not for good.
    ghost: Option<Vec<u8>>,
    deleted: bool,
}

struct State {
    random: Random,
    faults: Vec<Fault>,
    done: HashMap<Op, u64>,
    struck: u64,
    /// The power is cut at this change.
    cut_at: Option<u64>,
    changes: u64,
    dead: bool,
    /// The process is being killed: it reaches the disk no more, but the disk is well.
    out_of_reach: bool,
    files: HashMap<String, Image>,
}

/// A disk under one folder.
pub(super) struct Disk(Mutex<State>);

static DISKS: LazyLock<Mutex<HashMap<String, Arc<Disk>>>> = LazyLock::new(Mutex::default);

fn disks() -> MutexGuard<'static, HashMap<String, Arc<Disk>>> {
    DISKS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// A disk for the files of this folder.
    pub(super) fn new(folder: &str, seed: u64) -> Arc<Disk> {
        let disk = Arc::new(Disk(Mutex::new(State {
            random: Random::new(seed),
            faults: Vec::new(),
            done: HashMap::new(),
            struck: 0,
            cut_at: None,
            changes: 0,
            dead: false,
            out_of_reach: false,
            files: HashMap::new(),
        })));
        disks().insert(folder.to_string(), Arc::clone(&disk));
        disk
    }

    /// The disk of the folder that this file is in.
    pub(super) fn of(file: &str) -> Option<Arc<Disk>> {
        let (folder, _) = file.rsplit_once('/')?;
        disks().get(folder).cloned()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Numbers of operations count from now on.
    pub(super) fn plan(&self, faults: Vec<Fault>, cut_after: Option<u64>) {
        let mut state = self.state();
        state.cut_at = cut_after.map(|n| state.changes + n);
        state.done.clear();
        state.faults = faults;
    }

    /// How many operations have failed on purpose.
    pub(super) fn struck(&self) -> u64 {
        self.state().struck
    }

    /// Whether the power has been cut.
    pub(super) fn dead(&self) -> bool {
        self.state().dead
    }

    /// Cuts the power now.
    pub(super) fn cut(&self) {
        self.state().dead = true;
    }

    /// Whether whoever holds files open has been killed.
    pub(super) fn out_of_reach(&self, killed: bool) {
        self.state().out_of_reach = killed;
    }

    /// What is to become of the next operation of this kind.
    pub(super) fn next(&self, op: Op) -> Fate {
        let mut state = self.state();
        if state.dead || state.out_of_reach {
            return Fate::Dead;
        }
        if op.changes() {
            state.changes += 1;
            if state.cut_at.is_some_and(|at| state.changes >= at) {
                state.dead = true;
                return Fate::Cut;
            }
        }
        let number = *state.done.entry(op).and_modify(|n| *n += 1).or_insert(1);
        let hit = state.faults.iter().find(|fault| {
            fault.op == op && (fault.from..fault.from.saturating_add(fault.count)).contains(&number)
        });
        match hit.map(|fault| fault.how) {
            Some(how) => {
                state.struck += 1;
                Fate::Fails(how)
            }
            None => Fate::Done,
        }
    }

    /// A file is opened; what it holds when it is first seen is durable.
    pub(super) fn opened(&self, name: &str, was_there: bool) {
        let mut state = self.state();
        let known = state.files.get(name).is_some_and(|image| !image.deleted);
        if known {
            return;
        }
        let ghost = state.files.remove(name).and_then(|image| image.ghost);
        let durable = if was_there { std::fs::read(name).unwrap_or_default() } else { Vec::new() };
        let image = Image { durable, linked: was_there, ghost, ..Image::default() };
        state.files.insert(name.to_string(), image);
    }

    /// Bytes were written, maybe fewer than should have been.
    pub(super) fn wrote(&self, name: &str, at: usize, bytes: &[u8]) {
        self.changed(name, Change::Write(at, bytes.to_vec()));
    }

    /// The file was cut short.
    pub(super) fn truncated(&self, name: &str, length: usize) {
        self.changed(name, Change::Truncate(length));
    }

    fn changed(&self, name: &str, change: Change) {
        if let Some(image) = self.state().files.get_mut(name) {
            image.unsynced.push(change);
        }
    }

    /// Everything written to the file is durable now, and so is its name.
    pub(super) fn synced(&self, name: &str) {
        if let Some(image) = self.state().files.get_mut(name) {
            let Image { durable, unsynced, .. } = image;
            unsynced.drain(..).for_each(|change| change.apply(durable));
            image.linked = true;
            image.ghost = None;
        }
    }

    /// A sync failed: the system counts what was to be written as written, though some of it never
    /// reaches the disk, and no later sync tries again.
    pub(super) fn sync_failed(&self, name: &str) {
        let state = &mut *self.state();
        if let Some(image) = state.files.get_mut(name) {
            let Image { durable, unsynced, .. } = image;
            for change in unsynced.drain(..) {
                if let Some(change) = change.torn(&mut state.random) {
                    change.apply(durable);
                }
            }
        }
    }

    /// All bytes of a file are written once more and synced.
    pub(super) fn write_again(path: &std::path::Path) -> std::io::Result<()> {
        let name = path.to_str().unwrap_or_default();
        let Some(disk) = Disk::of(name) else { return Ok(()) };
        let Ok(bytes) = std::fs::read(path) else { return Ok(()) };
        if disk.next(Op::Write) != Fate::Done {
            return Err(std::io::ErrorKind::Other.into());
        }
        disk.wrote(name, 0, &bytes);
        match disk.next(Op::Sync) {
            Fate::Done => {
                disk.synced(name);
                return Ok(());
            }
            Fate::Fails(_) => disk.sync_failed(name),
            Fate::Cut | Fate::Dead => {}
        }
        Err(std::io::ErrorKind::Other.into())
    }

    /// The file was removed, though its folder has not been synced.
    pub(super) fn deleted(&self, name: &str) {
        if let Some(image) = self.state().files.get_mut(name) {
            let durable = std::mem::take(&mut image.durable);
            image.ghost = if image.linked { Some(durable) } else { image.ghost.take() };
            image.unsynced.clear();
            image.deleted = true;
        }
    }

    /// A number below `n`.
    pub(super) fn below(&self, n: usize) -> usize {
        self.state().random.below(n)
    }

    /// Leaves in the folder what a power cut would leave: durable bytes, and of the others
    /// whatever chance decides.
    pub(super) fn lose_power(&self) -> std::io::Result<()> {
        let state = &mut *self.state();
        let random = &mut state.random;
        let mut names: Vec<_> = state.files.keys().cloned().collect();
        names.sort();
        for name in names {
            let image = &state.files[&name];
            let lives = !image.deleted && (image.linked || random.below(2) == 0);
            let left = match (lives, &image.ghost) {
                (true, _) => {
                    let mut bytes = image.durable.clone();
                    let kept = image.unsynced.iter().filter_map(|change| change.torn(random));
                    kept.collect::<Vec<_>>().iter().for_each(|change| change.apply(&mut bytes));
                    Some(bytes)
                }
                (false, Some(ghost)) if random.below(2) == 0 => Some(ghost.clone()),
                (false, _) => None,
            };
            match left {
                Some(bytes) => std::fs::write(&name, bytes)?,
                None => drop(std::fs::remove_file(&name)),
            }
            // What connections shared in memory is gone with them.
            let _ = std::fs::remove_file(format!("{name}-shm"));
        }
        Ok(())
    }
}

/// Takes the disk of this folder off the list.
pub(super) fn forget(folder: &str) {
    disks().remove(folder);
}
