//! One connection to a live game: says hello, passes commands on, sends what happens, and notices
//! when the other end is gone, does not listen or says too much.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as WsMessage, Utf8Bytes, WebSocket, close_code};
use damier_core::{Lang, Phrase, Side, phrase};
use futures_util::SinkExt;
use tokio::sync::watch;
use tokio::time::{Instant as Moment, Interval, MissedTickBehavior, interval_at, timeout};

use crate::bus::{Frame, Outbox, Waiting};
use crate::limits::{Cost, RateLimits, SocketRate};
use crate::live::{Command, ConnectionId, NotAttached, Refusal, Request, TurnCheck};
use crate::rooms::{self, Missing, RoomHandle, Rooms};
use crate::wire::{self, ClientMessage, Refused, ServerMessage};
use crate::work::{NotDone, Pool};

/// The longest message; a turn is far shorter.
pub(super) const LONGEST: usize = 16 << 10;

/// How long a client may take to say hello, and to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection that is cut has to take the reason.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How often a silent connection is asked whether it is there, and how often in vain.
const PING_EVERY: Duration = Duration::from_secs(20);
const PINGS_IN_VAIN: u32 = 3;

/// How many messages beyond the limit are refused before the connection is closed.
const WARNINGS: u32 = 50;

/// How long checking a turn may wait and take. The rules themselves do with far less.
const CHECK_PATIENCE: Duration = Duration::from_secs(2);
const CHECK_TIME: Duration = Duration::from_millis(250);

const HELLO: &str = "{\"do\":\"hello\"}";
const HELLO_FIRST: Phrase = phrase!("server.live.hello-first");
const TEXT_ONLY: Phrase = phrase!("server.live.text-only");

/// What a connection needs of the server.
pub(super) struct Context {
    pub(super) rooms: Arc<Rooms>,
    pub(super) limits: Arc<RateLimits>,
    pub(super) pool: Arc<Pool>,
    pub(super) address: IpAddr,
}

impl Context {
    /// Asks the rules about a turn, away from the lock and from the threads that serve sockets.
    async fn check(&self, check: TurnCheck) -> Result<(), Refusal> {
        let Context { limits, pool, address, .. } = self;
        limits.may_work(*address).map_err(|_| Refusal::TooFast)?;
        let work = move |_: &crate::work::Deadline| check.run();
        match pool.run(*address, CHECK_PATIENCE, CHECK_TIME, work).await {
            Ok(checked) => checked.map_err(Refusal::BadTurn),
            Err(NotDone::Busy) => Err(Refusal::Busy),
            Err(NotDone::Broken) => Err(Refusal::Storage),
        }
    }
}

/// Serves a connection until it ends.
pub(super) async fn serve(mut socket: WebSocket, context: Context, room: Arc<RoomHandle>) {
    let rate = context.limits.socket();
    match timeout(PATIENCE, hello(&mut socket, &rate)).await {
        Ok(Some(Ok(hello))) => begin(socket, context, room, hello, rate).await,
        Ok(Some(Err(refused))) => refuse(&mut socket, refused, Lang::En).await,
        Ok(None) => {}
        Err(_) => refuse(&mut socket, hello_first(), Lang::En).await,
    }
}

fn hello_first() -> Refusal {
    Refusal::BadMessage(HELLO_FIRST.with(HELLO))
}

/// The first message; nothing if the connection ends before it.
async fn hello(
    socket: &mut WebSocket,
    rate: &SocketRate,
) -> Option<Result<(Option<String>, Lang), Refused>> {
    loop {
        let text = match socket.recv().await?.ok()? {
            WsMessage::Text(text) => text,
            WsMessage::Ping(_) | WsMessage::Pong(_) => match rate.take() {
                true => continue,
                false => return Some(Err(Refusal::TooFast.into())),
            },
            WsMessage::Close(_) => return None,
            WsMessage::Binary(_) => return Some(Err(Refusal::BadMessage(TEXT_ONLY.say()).into())),
        };
        return Some(wire::read(&text).and_then(|message| match message {
            ClientMessage::Hello { token, lang } => Ok((token, lang)),
            ClientMessage::Ping => Err(hello_first().into()),
            ClientMessage::Command { nonce, .. } => {
                Err(Refused { refusal: hello_first(), nonce: Some(nonce) })
            }
        }));
    }
}

async fn begin(
    mut socket: WebSocket,
    context: Context,
    mut room: Arc<RoomHandle>,
    (token, lang): (Option<String>, Lang),
    rate: SocketRate,
) {
    let seat = match token.map(|token| room.seat(&crate::ids::digest(&token))) {
        Some(None) => return refuse(&mut socket, Refusal::WrongToken, lang).await,
        Some(seat) => seat,
        None => None,
    };
    let Ok(id) = rooms::connection_id() else {
        return refuse(&mut socket, Refusal::Busy, lang).await;
    };
    let stopping = context.rooms.stopping();
    let (outbox, waiting) = Outbox::new(context.rooms.outbox());
    loop {
        match room.attach(id, seat, lang, outbox.clone()) {
            Ok(()) => break,
            Err(NotAttached::Full) => return refuse(&mut socket, Refusal::Full, lang).await,
            // It was just forgotten, or could not be written: read it again.
            Err(NotAttached::Closed) => {}
        }
        room = match context.rooms.room(&room.id, context.address).await {
            Ok(room) => room,
            Err(missing) => return refuse(&mut socket, refusal(&missing), lang).await,
        };
    }
    let mut every = interval_at(Moment::now() + PING_EVERY, PING_EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connection =
        Connection { socket, context, room, id, seat, lang, outbox, rate, warnings: 0, silent: 0 };
    connection.run(waiting, stopping, every).await;
    connection.room.detach(id);
}

/// What somebody who wants to listen hears. Whoever keeps the server should know why.
fn refusal(missing: &Missing) -> Refusal {
    match missing {
        Missing::Stopping => Refusal::Closing,
        Missing::Busy => Refusal::Busy,
        Missing::Unknown | Missing::Store(_) => {
            tracing::error!("reading a live game: {missing}");
            Refusal::Storage
        }
    }
}

/// Says why and hangs up.
async fn refuse(socket: &mut WebSocket, refused: impl Into<Refused>, lang: Lang) {
    let refused = refused.into();
    let text = refused.text(lang);
    let (code, reason) = match refused.refusal {
        Refusal::Closing => (close_code::AWAY, "the server stops"),
        Refusal::Storage => (close_code::ERROR, "storage"),
        Refusal::Busy => (close_code::AGAIN, "busy"),
        refusal => (close_code::POLICY, refusal.code()),
    };
    let _ = timeout(PATIENCE, async {
        socket.send(WsMessage::Text(text.into())).await?;
        close(socket, code, reason).await
    })
    .await;
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) -> Result<(), axum::Error> {
    let reason = Utf8Bytes::from_static(reason);
    socket.send(WsMessage::Close(Some(CloseFrame { code, reason }))).await?;
    // The other end answers with a close frame; waiting for it keeps the last messages whole.
    let answer = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(LAST_WORDS, answer).await;
    Ok(())
}

/// Why a connection ends from our side.
type End = Option<(u16, &'static str)>;

/// They do not read what they are sent.
const TOO_SLOW: End = Some((close_code::POLICY, "too slow"));

struct Connection {
    socket: WebSocket,
    context: Context,
    room: Arc<RoomHandle>,
    id: ConnectionId,
    seat: Option<Side>,
    lang: Lang,
    outbox: Outbox,
    rate: SocketRate,
    warnings: u32,
    /// How many pings have had no answer.
    silent: u32,
}

impl Connection {
    async fn run(
        &mut self,
        mut waiting: Waiting,
        mut stopping: watch::Receiver<bool>,
        mut every: Interval,
    ) {
        let end = loop {
            let step = tokio::select! {
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => self.hear(frame).await,
                    Some(Err(error)) => Err(hung_up(&error)),
                    None => Err(None),
                },
                Some(frame) = waiting.recv() => self.send(frame, &mut waiting).await,
                _ = every.tick() => self.ping().await,
                () = stopped(&mut stopping) => {
                    // What was stored before the stop is told before the end.
                    let last = match waiting.try_recv() {
                        Some(frame) => self.send(frame, &mut waiting).await,
                        None => Ok(()),
                    };
                    last.and(Err(Some((close_code::AWAY, "the server stops"))))
                }
            };
            if let Err(end) = step {
                break end;
            }
        };
        // What waits for them is of no use any more.
        drop(waiting);
        if let Some((code, reason)) = end {
            let patience = if end == TOO_SLOW { LAST_WORDS } else { PATIENCE };
            let _ = timeout(patience, close(&mut self.socket, code, reason)).await;
        }
    }

    /// Follows a frame. Whatever it is, it counts.
    async fn hear(&mut self, frame: WsMessage) -> Result<(), End> {
        self.silent = 0;
        let counted = self.rate.take()
            && self.context.limits.take(self.context.address, Cost::Message).is_ok();
        match frame {
            WsMessage::Close(_) => Err(None),
            // There is no answer to these that would say so.
            WsMessage::Ping(_) | WsMessage::Pong(_) if counted => Ok(()),
            WsMessage::Ping(_) | WsMessage::Pong(_) => self.warn(),
            _ if !counted => {
                self.tell(Refusal::TooFast);
                self.warn()
            }
            WsMessage::Text(text) => self.hear_text(&text).await,
            WsMessage::Binary(_) => {
                self.tell(Refusal::BadMessage(TEXT_ONLY.say()));
                self.warn()
            }
        }
    }

    async fn hear_text(&mut self, text: &str) -> Result<(), End> {
        match wire::read(text) {
            Ok(ClientMessage::Ping) => self.outbox.text(ServerMessage::Pong.text()),
            Ok(ClientMessage::Hello { .. }) => self.tell(hello_first()),
            Ok(ClientMessage::Command { nonce, at, command }) => match self.seat {
                Some(seat) => return self.hear_command(seat, nonce, at, command).await,
                None => self.tell(Refused { refusal: Refusal::NotAPlayer, nonce: Some(nonce) }),
            },
            Err(refused) => self.tell(refused),
        }
        Ok(())
    }

    /// Has the rules asked, if they must be, and passes the command on.
    async fn hear_command(
        &mut self,
        seat: Side,
        nonce: String,
        at: usize,
        command: Command,
    ) -> Result<(), End> {
        let next = if command.may_begin_game() { rooms::next_name() } else { None };
        let now = self.room.time();
        let request = Request { from: self.id, seat, nonce, at, command, next, now };
        let Some(check) = self.room.check(&request) else {
            self.room.command(request);
            return Ok(());
        };
        match self.context.check(check).await {
            Ok(()) => self.room.command(request),
            Err(refusal) => {
                let too_fast = refusal == Refusal::TooFast;
                self.room.refuse(request, refusal);
                if too_fast {
                    return self.warn();
                }
            }
        }
        Ok(())
    }

    fn tell(&self, refused: impl Into<Refused>) {
        self.outbox.text(refused.into().text(self.lang));
    }

    /// Counts a violation; after [`WARNINGS`] the socket is closed.
    fn warn(&mut self) -> Result<(), End> {
        self.warnings += 1;
        match self.warnings < WARNINGS {
            true => Ok(()),
            false => Err(Some((close_code::POLICY, "too fast"))),
        }
    }

    /// Sends this and what else is waiting, in as few packets as possible.
    async fn send(&mut self, first: Frame, waiting: &mut Waiting) -> Result<(), End> {
        let mut next = Some(first);
        while let Some(frame) = next {
            match frame {
                Frame::Text(text) => sent(self.socket.feed(WsMessage::Text(text)), waiting).await?,
                Frame::Close(code, reason) => return Err(Some((code, reason))),
            }
            next = waiting.try_recv();
        }
        sent(self.socket.flush(), waiting).await?;
        if waiting.overflown() { Err(TOO_SLOW) } else { Ok(()) }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.silent >= PINGS_IN_VAIN {
            return Err(None);
        }
        self.silent += 1;
        let ping = self.socket.send(WsMessage::Ping(Default::default()));
        timeout(PATIENCE, ping).await.map_err(|_| None)?.map_err(|_| None)
    }
}

/// Waits until something is sent, but not for long, and not while too much piles up behind it.
async fn sent(
    sending: impl Future<Output = Result<(), axum::Error>>,
    waiting: &Waiting,
) -> Result<(), End> {
    tokio::select! {
        done = timeout(PATIENCE, sending) => done.map_err(|_| TOO_SLOW)?.map_err(|_| None),
        () = waiting.overflow() => Err(TOO_SLOW),
    }
}

/// Waits until the server stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// What to say to a client whose frame could not be read.
fn hung_up(error: &axum::Error) -> End {
    let source = std::error::Error::source(error);
    match source.and_then(|error| error.downcast_ref::<tungstenite::Error>()) {
        Some(tungstenite::Error::Capacity(_)) => Some((close_code::SIZE, "too large")),
        _ => None,
    }
}
