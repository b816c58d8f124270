//! What is on its way from a game to somebody who listens. Nobody waits for a slow listener, and
//! nobody's memory fills for one: what does not fit is lost and the connection is cut at once; they
//! will come back and get the state.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

/// What goes to a subscriber.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    /// A message, as JSON.
    Text(Utf8Bytes),
    /// The end, with the code and reason of a close frame.
    Close(u16, &'static str),
}

impl Frame {
    fn size(&self) -> usize {
        match self {
            Frame::Text(text) => text.len(),
            Frame::Close(..) => 0,
        }
    }
}

/// How many messages may wait for a listener.
const WAITING: usize = 256;

/// What a sender and its receiver share.
struct Load {
    bytes: AtomicUsize,
    most: usize,
    /// Whether something was lost, and a call for whoever waits for that.
    overflown: AtomicBool,
    lost: Notify,
}

/// The way to a listener.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Frame>,
    load: Arc<Load>,
}

/// The other end of it.
pub(crate) struct Waiting {
    receiver: mpsc::Receiver<Frame>,
    load: Arc<Load>,
}

impl Outbox {
    /// Both ends; at most so many bytes wait between them. One message is always taken.
    pub(crate) fn new(most: usize) -> (Outbox, Waiting) {
        let (sender, receiver) = mpsc::channel(WAITING);
        let load = Arc::new(Load {
            bytes: AtomicUsize::new(0),
            most,
            overflown: AtomicBool::new(false),
            lost: Notify::new(),
        });
        (Outbox { sender, load: Arc::clone(&load) }, Waiting { receiver, load })
    }

    /// Sends this, without waiting; what does not fit is lost, and the subscriber with it.
    pub(crate) fn send(&self, frame: Frame) {
        let size = frame.size();
        let before = self.load.bytes.fetch_add(size, Ordering::Relaxed);
        let fits = before == 0 || before + size <= self.load.most;
        let full = |error| matches!(error, mpsc::error::TrySendError::Full(_));
        if !fits || self.sender.try_send(frame).is_err_and(full) {
            self.load.bytes.fetch_sub(size, Ordering::Relaxed);
            self.load.overflown.store(true, Ordering::Relaxed);
            self.load.lost.notify_one();
        }
    }

    /// Sends a message.
    pub(crate) fn text(&self, text: impl Into<Utf8Bytes>) {
        self.send(Frame::Text(text.into()));
    }
}

impl Waiting {
    /// The next frame, once there is one; `None` when no more can come.
    pub(crate) async fn recv(&mut self) -> Option<Frame> {
        let frame = self.receiver.recv().await?;
        Some(self.taken(frame))
    }

    /// The next frame, if there is one now.
    pub(crate) fn try_recv(&mut self) -> Option<Frame> {
        let frame = self.receiver.try_recv().ok()?;
        Some(self.taken(frame))
    }

    fn taken(&self, frame: Frame) -> Frame {
        self.load.bytes.fetch_sub(frame.size(), Ordering::Relaxed);
        frame
    }

    /// Whether something has been lost.
    pub(crate) fn overflown(&self) -> bool {
        self.load.overflown.load(Ordering::Relaxed)
    }

    /// Waits until something has been lost because the listener did not keep up.
    pub(crate) async fn overflow(&self) {
        self.load.lost.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    async fn overflows(waiting: &Waiting) -> bool {
        tokio::time::timeout(Duration::from_millis(10), waiting.overflow()).await.is_ok()
    }

    #[tokio::test]
    async fn no_more_than_so_many_bytes_and_messages_wait() {
        let (outbox, mut waiting) = Outbox::new(100);
        outbox.text("x".repeat(1000));
        assert!(!overflows(&waiting).await, "one is always taken");
        outbox.text("y");
        assert!(overflows(&waiting).await);
        assert!(matches!(waiting.recv().await, Some(Frame::Text(text)) if text.len() == 1000));
        assert!(waiting.try_recv().is_none(), "what did not fit is lost");
        for _ in 0..100 {
            outbox.text("z");
        }
        assert!(!overflows(&waiting).await);
        while waiting.try_recv().is_some() {}
        for _ in 0..=WAITING {
            outbox.text("");
        }
        assert!(overflows(&waiting).await);
    }
}
