//! A session for browsers: four functions that take and give bytes by address and length.
//! `web/door.js` is the other side. The module imports nothing: no clock, no randomness, no C.
//!
//! | export | what it does |
//! |---|---|
//! | `alloc(length) -> address` | room for the caller to write to |
//! | `answer(address, length) -> place` | answers the request there, in UTF-8, and frees it |
//! | `add_table(address, length) -> place` | takes the table there, and says which it is or why not |
//! | `free(address, length)` | frees an answer |
//!
//! A place is a 64-bit number: the address in the upper half, the length in the lower.
//! Natively the crate is empty.
#![cfg(target_arch = "wasm32")]
// The boundary to JavaScript speaks in addresses; each use says why it is sound.
#![allow(unsafe_code)]

use std::cell::RefCell;

use damier_protocol::Session;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Gives bytes away: the caller frees them.
fn give(bytes: Box<[u8]>) -> *mut u8 {
    Box::into_raw(bytes).cast()
}

/// Takes bytes back that [`give`] gave.
///
/// # Safety
/// `address` and `length` are those of bytes given by [`give`] and not taken back yet.
unsafe fn take(address: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: the caller promises that this very box was given away.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) }
}

/// Where an answer lies.
fn place(answer: String) -> u64 {
    let bytes = answer.into_bytes().into_boxed_slice();
    let length = bytes.len() as u64;
    (give(bytes) as u64) << 32 | length
}

/// Room for `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    give(vec![0; length].into_boxed_slice())
}

/// Frees an answer.
///
/// # Safety
/// `address` and `length` are those of an answer that was not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(address: *mut u8, length: usize) {
    // SAFETY: answers are given by `give`.
    drop(unsafe { take(address, length) });
}

/// Answers a request and frees it.
///
/// # Safety
/// `address` and `length` are what was asked of [`alloc`] and what it gave, not used before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(address: *mut u8, length: usize) -> u64 {
    // SAFETY: the room was given by `give`.
    let request = unsafe { take(address, length) };
    let request = String::from_utf8_lossy(&request);
    place(SESSION.with_borrow_mut(|session| session.answer(&request)))
}

/// Takes a table in.
///
/// # Safety
/// As for [`answer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_table(address: *mut u8, length: usize) -> u64 {
    // SAFETY: the room was given by `give`.
    let bytes = unsafe { take(address, length) }.into_vec();
    place(SESSION.with_borrow_mut(|session| session.add_table(bytes)))
}
