//! The line from a game to somebody who listens. Nobody waits for a slow listener: what does not fit
//! is lost and the other end hangs up; they will come back and get the state.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// What a listener is sent.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The end, with the code and reason of a close frame.
    Close(u16, &'static str),
}

/// How many messages may wait for a listener.
const WAITING: usize = 256;

/// The line to a listener.
#[derive(Clone)]
pub(crate) struct Line {
    sender: mpsc::Sender<Out>,
    slow: Arc<AtomicBool>,
}

impl Line {
    /// A line and its other end.
    pub(crate) fn new() -> (Line, mpsc::Receiver<Out>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Line { sender, slow: Arc::default() }, receiver)
    }

    /// Sends this, without waiting.
    pub(crate) fn send(&self, out: Out) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(out) {
            self.slow.store(true, Ordering::Relaxed);
        }
    }

    /// Sends a message.
    pub(crate) fn text(&self, text: impl Into<Utf8Bytes>) {
        self.send(Out::Text(text.into()));
    }

    /// Whether something was lost because the listener did not keep up.
    pub(crate) fn slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed)
    }
}
