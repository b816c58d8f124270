//! One connection to a live game: says hello, passes wishes on, sends what happens, and notices
//! when the other end is gone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use damier_core::{Lang, Phrase, Side};
use futures_util::SinkExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant as Moment, Interval, MissedTickBehavior, interval_at, timeout};

use super::line::{Line, Out};
use super::message::{self, Heard, Says};
use super::refusal::Refusal;
use super::room::{Room, Speaker};
use super::{Live, Missing};
use crate::limits::Bucket;

/// The longest message; a turn is far shorter.
pub(super) const LONGEST: usize = 16 << 10;

/// How long a client may take to say hello, and to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a silent connection is asked whether it is there, and how often in vain.
const PING_EVERY: Duration = Duration::from_secs(20);
const PINGS_IN_VAIN: u32 = 3;

/// How many messages beyond the limit are refused before the connection is closed.
const WARNINGS: u32 = 50;

const HELLO_FIRST: Phrase = Phrase::new(
    "the first message is {\"do\":\"hello\"}",
    "le premier message est {\"do\":\"hello\"}",
);
const TEXT_ONLY: Phrase = Phrase::new("messages are text", "les messages sont du texte");

/// Serves a connection until it ends.
pub(super) async fn serve(mut socket: WebSocket, live: Arc<Live>, room: Arc<Room>, bucket: Bucket) {
    match timeout(PATIENCE, hello(&mut socket)).await {
        Ok(Some(Ok(hello))) => begin(socket, &live, room, hello, bucket).await,
        Ok(Some(Err(refusal))) => refuse(&mut socket, &refusal, Lang::En).await,
        Ok(None) => {}
        Err(_) => {
            let refusal = Refusal::BadMessage(HELLO_FIRST.say());
            refuse(&mut socket, &refusal, Lang::En).await;
        }
    }
}

/// The first message; nothing if the connection ends before it.
async fn hello(socket: &mut WebSocket) -> Option<Result<(Option<String>, Lang), Refusal>> {
    loop {
        let text = match socket.recv().await?.ok()? {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => continue,
            Frame::Close(_) => return None,
            Frame::Binary(_) => return Some(Err(Refusal::BadMessage(TEXT_ONLY.say()))),
        };
        return Some(match message::read(&text) {
            Ok(Heard::Hello { token, lang }) => Ok((token, lang)),
            Ok(_) => Err(Refusal::BadMessage(HELLO_FIRST.say())),
            Err(refusal) => Err(refusal),
        });
    }
}

async fn begin(
    mut socket: WebSocket,
    live: &Arc<Live>,
    mut room: Arc<Room>,
    (token, lang): (Option<String>, Lang),
    bucket: Bucket,
) {
    let seat = match token.map(|token| room.seat(&crate::ids::digest(&token))) {
        Some(None) => return refuse(&mut socket, &Refusal::WrongToken, lang).await,
        Some(seat) => seat,
        None => None,
    };
    let key = live.key();
    let stopping = live.stopping();
    let (line, inbox) = Line::new();
    while room.attach(key, seat, line.clone()).is_err() {
        // It was just forgotten, or could not be written: read it again.
        room = match live.room(&room.id).await {
            Ok(room) => room,
            Err(Missing::Stopping) => return refuse(&mut socket, &Refusal::Closing, lang).await,
            Err(why) => {
                tracing::error!("reading a live game: {why}");
                return refuse(&mut socket, &Refusal::Storage, lang).await;
            }
        };
    }
    let mut every = interval_at(Moment::now() + PING_EVERY, PING_EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connection =
        Connection { socket, room, seat, lang, line, bucket, warnings: 0, silent: 0 };
    connection.run(inbox, stopping, every).await;
    connection.room.detach(key);
}

/// Says why and hangs up.
async fn refuse(socket: &mut WebSocket, refusal: &Refusal, lang: Lang) {
    let text = Says::error(refusal, lang, None, None).text();
    let (code, reason) = match refusal {
        Refusal::Closing => (close_code::AWAY, "the server stops"),
        Refusal::Storage => (close_code::ERROR, "storage"),
        _ => (close_code::POLICY, refusal.code()),
    };
    let _ = timeout(PATIENCE, async {
        socket.send(Frame::Text(text.into())).await?;
        close(socket, code, reason).await
    })
    .await;
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) -> Result<(), axum::Error> {
    let reason = Utf8Bytes::from_static(reason);
    socket.send(Frame::Close(Some(CloseFrame { code, reason }))).await?;
    // The other end answers with a close frame; waiting for it keeps the last messages whole.
    let answer = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(Duration::from_secs(1), answer).await;
    Ok(())
}

/// Why a connection ends from our side.
type End = Option<(u16, &'static str)>;

struct Connection {
    socket: WebSocket,
    room: Arc<Room>,
    seat: Option<Side>,
    lang: Lang,
    line: Line,
    bucket: Bucket,
    warnings: u32,
    /// How many pings have had no answer.
    silent: u32,
}

impl Connection {
    async fn run(
        &mut self,
        mut inbox: mpsc::Receiver<Out>,
        mut stopping: watch::Receiver<bool>,
        mut every: Interval,
    ) {
        let end = loop {
            let step = tokio::select! {
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => self.hear(frame),
                    Some(Err(error)) => Err(hung_up(&error)),
                    None => Err(None),
                },
                Some(out) = inbox.recv() => self.send(out, &mut inbox).await,
                _ = every.tick() => self.ping().await,
                () = stopped(&mut stopping) => {
                    // What was stored before the stop is told before the end.
                    let last = match inbox.try_recv() {
                        Ok(out) => self.send(out, &mut inbox).await,
                        Err(_) => Ok(()),
                    };
                    last.and(Err(Some((close_code::AWAY, "the server stops"))))
                }
            };
            if let Err(end) = step {
                break end;
            }
        };
        if let Some((code, reason)) = end {
            let _ = timeout(PATIENCE, close(&mut self.socket, code, reason)).await;
        }
    }

    /// Follows a frame.
    fn hear(&mut self, frame: Frame) -> Result<(), End> {
        self.silent = 0;
        match frame {
            Frame::Text(text) => self.hear_text(&text),
            Frame::Binary(_) => {
                self.tell(&Refusal::BadMessage(TEXT_ONLY.say()));
                self.warn()
            }
            Frame::Ping(_) | Frame::Pong(_) => Ok(()),
            Frame::Close(_) => Err(None),
        }
    }

    fn hear_text(&mut self, text: &str) -> Result<(), End> {
        if !self.bucket.take(Instant::now()) {
            self.tell(&Refusal::TooFast);
            return self.warn();
        }
        match message::read(text) {
            Ok(Heard::Ping) => self.line.text(Says::Pong.text()),
            Ok(Heard::Hello { .. }) => self.tell(&Refusal::BadMessage(HELLO_FIRST.say())),
            Ok(Heard::Wish { nonce, at, wish }) => match self.seat {
                Some(seat) => {
                    let speaker = Speaker { seat, lang: self.lang, line: &self.line };
                    self.room.wish(&speaker, &nonce, at, &wish);
                }
                None => {
                    let refusal = &Refusal::NotAPlayer;
                    self.line.text(Says::error(refusal, self.lang, Some(&nonce), None).text());
                }
            },
            Err(refusal) => self.tell(&refusal),
        }
        Ok(())
    }

    fn tell(&self, refusal: &Refusal) {
        self.line.text(Says::error(refusal, self.lang, None, None).text());
    }

    /// Counts bad manners; there is an end to patience.
    fn warn(&mut self) -> Result<(), End> {
        self.warnings += 1;
        match self.warnings < WARNINGS {
            true => Ok(()),
            false => Err(Some((close_code::POLICY, "too fast"))),
        }
    }

    /// Sends this and what else is waiting, in as few packets as possible.
    async fn send(&mut self, first: Out, inbox: &mut mpsc::Receiver<Out>) -> Result<(), End> {
        let sending = async {
            let mut next = Some(first);
            while let Some(out) = next {
                match out {
                    Out::Text(text) => {
                        self.socket.feed(Frame::Text(text)).await.map_err(|_| None)?;
                    }
                    Out::Close(code, reason) => return Err(Some((code, reason))),
                }
                next = inbox.try_recv().ok();
            }
            self.socket.flush().await.map_err(|_| None)
        };
        timeout(PATIENCE, sending).await.unwrap_or(Err(None))?;
        match self.line.slow() {
            true => Err(Some((close_code::POLICY, "too slow"))),
            false => Ok(()),
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.silent >= PINGS_IN_VAIN {
            return Err(None);
        }
        self.silent += 1;
        let ping = self.socket.send(Frame::Ping(Default::default()));
        timeout(PATIENCE, ping).await.map_err(|_| None)?.map_err(|_| None)
    }
}

/// Waits until the server stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// What to say to a client whose frame could not be read.
fn hung_up(error: &axum::Error) -> End {
    let text = std::error::Error::source(error).map_or_else(String::new, ToString::to_string);
    match text.contains("too long") || text.contains("too big") {
        true => Some((close_code::SIZE, "too large")),
        false => None,
    }
}
