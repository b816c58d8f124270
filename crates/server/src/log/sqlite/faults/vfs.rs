//! A file layer of SQLite (a "VFS") that wraps the ordinary one and asks a [`Disk`] before every
//! operation whether it fails. Registered once per process under [`NAME`].
//!
//! `unsafe` because SQLite calls it through pointers: `sqlite3_file` is the head of a block of
//! `szOsFile` bytes that SQLite allocates and hands back with every call, of which the first part
//! is our [`File`] and the rest the ordinary layer's own.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Arc, Once};

use libsqlite3_sys as ffi;

use super::disk::{Disk, Fate, How, Op};

/// What connections ask for.
pub(crate) const NAME: &str = "damier-faults";
const NAME_C: &CStr = c"damier-faults";

#[repr(C)]
struct File {
    base: ffi::sqlite3_file,
    /// Nothing for temporary files, which no fault concerns.
    tracked: *mut Tracked,
}

struct Tracked {
    disk: Arc<Disk>,
    name: String,
}

/// Registers the layer.
pub(crate) fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: a null name asks for the default layer, which is never unregistered; the copy
        // we register lives for ever, and keeps the private data its borrowed functions expect.
        unsafe {
            let real = ffi::sqlite3_vfs_find(null());
            assert!(!real.is_null());
            let mut vfs = *real;
            vfs.szOsFile = size_of::<File>() as c_int + (*real).szOsFile;
            vfs.pNext = null_mut();
            vfs.zName = NAME_C.as_ptr();
            vfs.xOpen = Some(open);
            vfs.xDelete = Some(delete);
            vfs.xSleep = Some(sleep);
            let vfs = Box::leak(Box::new(vfs));
            assert_eq!(ffi::sqlite3_vfs_register(vfs, 0), ffi::SQLITE_OK);
        }
    });
}

/// SAFETY: the default layer is there once [`register`] has found it.
unsafe fn real_vfs() -> *mut ffi::sqlite3_vfs {
    unsafe { ffi::sqlite3_vfs_find(null()) }
}

/// SAFETY: `file` is one that [`open`] was given.
unsafe fn real(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    unsafe { file.cast::<File>().add(1).cast() }
}

/// SAFETY: `file` is one that [`open`] has filled and [`close`] has not emptied.
unsafe fn tracked<'a>(file: *mut ffi::sqlite3_file) -> Option<&'a Tracked> {
    unsafe { (*file.cast::<File>()).tracked.as_ref() }
}

fn fate(tracked: Option<&Tracked>, op: Op) -> Fate {
    tracked.map_or(Fate::Done, |tracked| tracked.disk.next(op))
}

/// SAFETY: `name` is null or a string of SQLite's.
unsafe fn text(name: *const c_char) -> Option<String> {
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })?;
    name.to_str().ok().map(str::to_string)
}

/// SAFETY: called by SQLite with a block of `szOsFile` bytes.
unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    unsafe {
        let ours = file.cast::<File>();
        (*ours).base.pMethods = null();
        (*ours).tracked = null_mut();
        let name_text = text(name);
        let disk = name_text.as_deref().and_then(Disk::of);
        let tracked = disk.zip(name_text).map(|(disk, name)| Tracked { disk, name });
        if fate(tracked.as_ref(), Op::Open) != Fate::Done {
            return ffi::SQLITE_CANTOPEN;
        }
        let was_there = tracked.as_ref().is_some_and(|t| std::path::Path::new(&t.name).exists());
        let vfs = real_vfs();
        let Some(real_open) = (*vfs).xOpen else { return ffi::SQLITE_ERROR };
        let code = real_open(vfs, name, real(file), flags, out);
        if code != ffi::SQLITE_OK {
            return code;
        }
        if let Some(tracked) = tracked {
            tracked.disk.opened(&tracked.name, was_there);
            (*ours).tracked = Box::into_raw(Box::new(tracked));
        }
        (*ours).base.pMethods = &METHODS;
        ffi::SQLITE_OK
    }
}

/// SAFETY: called by SQLite with a name.
unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    unsafe {
        let name_text = text(name).unwrap_or_default();
        let disk = Disk::of(&name_text);
        match disk.as_ref().map_or(Fate::Done, |disk| disk.next(Op::Delete)) {
            Fate::Done => {}
            _ => return ffi::SQLITE_IOERR_DELETE,
        }
        let vfs = real_vfs();
        let Some(real_delete) = (*vfs).xDelete else { return ffi::SQLITE_ERROR };
        let code = real_delete(vfs, name, sync);
        if let (ffi::SQLITE_OK, Some(disk)) = (code, disk) {
            disk.deleted(&name_text);
        }
        code
    }
}

/// SQLite waits for locks that are never given back by waiting; tests have no time for that.
unsafe extern "C" fn sleep(_: *mut ffi::sqlite3_vfs, microseconds: c_int) -> c_int {
    microseconds
}

/// Calls the ordinary layer's method of this name.
macro_rules! forward {
    ($file:expr, $method:ident $(, $arg:expr)*) => {{
        let inner = real($file);
        match (*(*inner).pMethods).$method {
            Some(method) => method(inner $(, $arg)*),
            None => ffi::SQLITE_IOERR,
        }
    }};
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    // 3 would add memory maps, which would go round us.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

// SAFETY of everything below: SQLite calls these with a file that `open` has filled, and with
// buffers of the lengths it names.

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe {
        let code = forward!(file, xClose);
        let ours = file.cast::<File>();
        if !(*ours).tracked.is_null() {
            drop(Box::from_raw((*ours).tracked));
            (*ours).tracked = null_mut();
        }
        code
    }
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    to: *mut c_void,
    amount: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    unsafe {
        match fate(tracked(file), Op::Read) {
            Fate::Done => forward!(file, xRead, to, amount, at),
            _ => ffi::SQLITE_IOERR_READ,
        }
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    amount: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    unsafe {
        let tracked = tracked(file);
        let fate = fate(tracked, Op::Write);
        let part = |tracked: &Tracked| tracked.disk.below(amount.max(1) as usize) as c_int;
        let (amount, code) = match (fate, tracked) {
            (Fate::Done, _) | (_, None) => (amount, ffi::SQLITE_OK),
            (Fate::Fails(How::Short), Some(tracked)) => (part(tracked), ffi::SQLITE_FULL),
            (Fate::Cut, Some(tracked)) => (part(tracked), ffi::SQLITE_IOERR_WRITE),
            (Fate::Fails(How::Full), _) => return ffi::SQLITE_FULL,
            (Fate::Fails(How::Broken) | Fate::Dead, _) => return ffi::SQLITE_IOERR_WRITE,
        };
        if amount > 0 {
            let code = forward!(file, xWrite, from, amount, at);
            if code != ffi::SQLITE_OK {
                return code;
            }
            if let Some(tracked) = tracked {
                let bytes = std::slice::from_raw_parts(from.cast::<u8>(), amount as usize);
                tracked.disk.wrote(&tracked.name, at as usize, bytes);
            }
        }
        code
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    unsafe {
        let tracked = tracked(file);
        match fate(tracked, Op::Truncate) {
            Fate::Done => {}
            _ => return ffi::SQLITE_IOERR_TRUNCATE,
        }
        let code = forward!(file, xTruncate, size);
        if let (ffi::SQLITE_OK, Some(tracked)) = (code, tracked) {
            tracked.disk.truncated(&tracked.name, size as usize);
        }
        code
    }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    unsafe {
        let Some(tracked) = tracked(file) else { return forward!(file, xSync, flags) };
        // The disk's own record of what is durable decides; a real sync would only take time.
        match tracked.disk.next(Op::Sync) {
            Fate::Done => {
                tracked.disk.synced(&tracked.name);
                ffi::SQLITE_OK
            }
            Fate::Fails(_) => {
                tracked.disk.sync_failed(&tracked.name);
                ffi::SQLITE_IOERR_FSYNC
            }
            Fate::Cut | Fate::Dead => ffi::SQLITE_IOERR_FSYNC,
        }
    }
}

unsafe extern "C" fn file_size(
    file: *mut ffi::sqlite3_file,
    size: *mut ffi::sqlite3_int64,
) -> c_int {
    unsafe { forward!(file, xFileSize, size) }
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    unsafe { forward!(file, xLock, level) }
}

unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    unsafe { forward!(file, xUnlock, level) }
}

unsafe extern "C" fn check_reserved_lock(file: *mut ffi::sqlite3_file, out: *mut c_int) -> c_int {
    unsafe { forward!(file, xCheckReservedLock, out) }
}

unsafe extern "C" fn file_control(
    file: *mut ffi::sqlite3_file,
    op: c_int,
    arg: *mut c_void,
) -> c_int {
    unsafe { forward!(file, xFileControl, op, arg) }
}

unsafe extern "C" fn sector_size(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe { forward!(file, xSectorSize) }
}

unsafe extern "C" fn device_characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe { forward!(file, xDeviceCharacteristics) }
}

unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    unsafe {
        match fate(tracked(file), Op::ShmMap) {
            Fate::Done => forward!(file, xShmMap, page, size, extend, out),
            Fate::Fails(How::Full | How::Short) => ffi::SQLITE_IOERR_SHMSIZE,
            _ => ffi::SQLITE_IOERR_SHMMAP,
        }
    }
}

unsafe extern "C" fn shm_lock(
    file: *mut ffi::sqlite3_file,
    offset: c_int,
    n: c_int,
    flags: c_int,
) -> c_int {
    unsafe {
        // Giving a lock back always works.
        if flags & ffi::SQLITE_SHM_LOCK != 0 {
            match fate(tracked(file), Op::ShmLock) {
                Fate::Done => {}
                Fate::Fails(How::Full | How::Short) => return ffi::SQLITE_BUSY,
                _ => return ffi::SQLITE_IOERR_SHMLOCK,
            }
        }
        forward!(file, xShmLock, offset, n, flags)
    }
}

unsafe extern "C" fn shm_barrier(file: *mut ffi::sqlite3_file) {
    unsafe {
        let inner = real(file);
        if let Some(barrier) = (*(*inner).pMethods).xShmBarrier {
            barrier(inner);
        }
    }
}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, delete: c_int) -> c_int {
    unsafe { forward!(file, xShmUnmap, delete) }
}
