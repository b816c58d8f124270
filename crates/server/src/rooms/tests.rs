//! Rooms over a log in memory that can be made to wait, to fail and to be written by somebody else;
//! restarts in the middle; what expires.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_core::Lang;
use damier_core::Side::{self, Dark, Light};
use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;

use super::*;
use crate::bus::{Frame, Outbox, Waiting};
use crate::config::Limits;
use crate::limits::RateLimits;
use crate::live::{Answer, Command, ConnectionId, Refusal, Request};
use crate::log::{Expiring, MemoryLog, Then, Write};
use crate::work::Shares;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// A log whose appends wait until somebody lets them through.
struct SlowLog {
    log: Arc<MemoryLog>,
    let_through: Arc<Semaphore>,
    failing: AtomicBool,
}

impl SlowLog {
    fn new() -> Arc<SlowLog> {
        let (let_through, failing) = (Arc::new(Semaphore::new(0)), AtomicBool::new(false));
        Arc::new(SlowLog { log: Arc::default(), let_through, failing })
    }
}

impl EventLog for SlowLog {
    fn submit(&self, writes: Vec<Write>, then: Then) {
        let (log, let_through) = (Arc::clone(&self.log), Arc::clone(&self.let_through));
        let failing = self.failing.load(Ordering::Relaxed);
        tokio::spawn(async move {
            let_through.acquire().await.unwrap().forget();
            match failing {
                true => then(Appended::Failed),
                false => log.submit(writes, then),
            }
        });
    }

    fn load<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<Option<Stored>, StoreError>> {
        self.log.load(game)
    }

    fn open_invitations<'a>(
        &'a self,
        inviter: &'a str,
        age: Duration,
    ) -> BoxFuture<'a, Result<usize, StoreError>> {
        self.log.open_invitations(inviter, age)
    }

    fn expiring(
        &self,
        expiring: Expiring,
        skip: usize,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.log.expiring(expiring, skip)
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.log.probe()
    }

    fn room_left(&self) -> Option<u64> {
        None
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.log.close()
    }
}

fn rooms(log: Arc<dyn EventLog>) -> Arc<Rooms> {
    let shares = Shares { threads: 1, running: 1, waiting: 9, low_priority: false };
    let pool = Arc::new(Pool::new(shares, Some(RateLimits::new(Limits::OFF))));
    Rooms::new(&Store::over(log), &Config::default(), pool)
}

fn setup() -> Setup {
    Setup {
        game: "kono".into(),
        rules: String::new(),
        start: None,
        opening: None,
        clock: None,
        seats: [Some("l".into()), Some("d".into())],
        previous: None,
    }
}

/// Somebody at a game, and what they have heard.
struct Guest {
    room: Arc<RoomHandle>,
    id: ConnectionId,
    seat: Side,
    waiting: Waiting,
}

impl Guest {
    fn sit(room: &Arc<RoomHandle>, id: u64, seat: Side) -> Guest {
        let (outbox, waiting) = Outbox::new(1 << 20);
        let id = ConnectionId(id);
        room.attach(id, Some(seat), Lang::En, outbox).unwrap();
        Guest { room: Arc::clone(room), id, seat, waiting }
    }

    fn asks(&self, nonce: &str, at: usize, command: Command) {
        let (from, seat, now) = (self.id, self.seat, self.room.time());
        let (nonce, next) = (nonce.to_string(), Some("next".to_string()));
        self.room.command(Request { from, seat, nonce, at, command, next, now });
    }

    /// What has been said so far, in a word each.
    fn heard(&mut self) -> Vec<String> {
        let next = || match self.waiting.try_recv()? {
            Frame::Text(text) => {
                let message: serde_json::Value = serde_json::from_str(&text).unwrap();
                let word = |name: &str| message[name].as_str().map(str::to_string);
                word("code").or(word("kind")).or(word("type"))
            }
            Frame::Close(code, _) => Some(code.to_string()),
        };
        std::iter::from_fn(next).collect()
    }

    /// The next word, which may take a while.
    async fn hears(&mut self) -> String {
        match self.waiting.recv().await.unwrap() {
            Frame::Text(text) => {
                let message: serde_json::Value = serde_json::from_str(&text).unwrap();
                let word = |name: &str| message[name].as_str().map(str::to_string);
                word("code").or(word("kind")).or(word("type")).unwrap()
            }
            Frame::Close(code, _) => code.to_string(),
        }
    }
}

fn turn(text: &str) -> Command {
    Command::Turn(text.into())
}

/// While the log thinks, people come, look and are refused at once; what is not stored is told to
/// nobody.
#[tokio::test]
async fn nobody_waits_for_the_log_but_whoever_appends() {
    let log = SlowLog::new();
    log.let_through.add_permits(1);
    let rooms = rooms(log.clone());
    assert!(rooms.create("g", &setup(), HERE).await);
    let room = rooms.room("g", HERE).await.unwrap();
    let mut light = Guest::sit(&room, 1, Light);
    light.asks("a", 0, turn("a1xa3"));
    light.asks("a", 0, turn("a1xa3"));
    tokio::task::yield_now().await;
    let mut dark = Guest::sit(&room, 2, Dark);
    assert_eq!(dark.heard(), ["state", "presence"]);
    assert!(room.state().contains(r#""version":0"#), "what is stored");
    assert!(rooms.log().load("g").await.unwrap().unwrap().events.is_empty());
    assert_eq!(light.heard(), ["state", "presence", "presence"]);
    log.let_through.add_permits(1);
    assert_eq!(light.hears().await, "ack");
    assert_eq!(light.heard(), ["turn", "ack"], "the same again");
    assert_eq!(dark.heard(), ["turn"]);
    assert!(room.state().contains(r#""version":1"#));
}

/// Another server has appended to the same game: nothing is acknowledged, everybody is asked to
/// come again, and what is stored is what they find.
#[tokio::test]
async fn a_conflict_is_told_to_nobody_as_an_event_and_the_game_is_read_again() {
    let log = Arc::new(MemoryLog::default());
    let (one, two) = (rooms(log.clone()), rooms(log.clone()));
    assert!(one.create("g", &setup(), HERE).await);
    let (here, there) = (one.room("g", HERE).await.unwrap(), two.room("g", HERE).await.unwrap());
    let (mut light, mut other) = (Guest::sit(&here, 1, Light), Guest::sit(&there, 2, Light));
    light.asks("a", 0, turn("a1xa3"));
    while light.hears().await != "turn" {}
    other.asks("b", 0, turn("b1xb3"));
    let mut last = String::new();
    while last != "1011" {
        assert!(!["ack", "turn"].contains(&last.as_str()), "{last}");
        last = other.hears().await;
    }
    other.room.detach(other.id);
    let there = two.room("g", HERE).await.unwrap();
    let mut other = Guest::sit(&there, 3, Dark);
    assert!(there.state().contains("a1xa3"), "{}", there.state());
    other.asks("c", 1, turn("b4xb2"));
    while other.hears().await != "turn" {}
    assert_eq!(log.load("g").await.unwrap().unwrap().events.len(), 2);
}

#[tokio::test]
async fn a_failing_log_is_told_and_the_game_goes_on_from_what_is_stored() {
    let log = SlowLog::new();
    log.let_through.add_permits(1000);
    let rooms = rooms(log.clone());
    assert!(rooms.create("g", &setup(), HERE).await);
    let room = rooms.room("g", HERE).await.unwrap();
    let mut light = Guest::sit(&room, 1, Light);
    log.failing.store(true, Ordering::Relaxed);
    light.asks("a", 0, turn("a1xa3"));
    while light.hears().await != "1011" {}
    assert_eq!(room.join("somebody".into()).await, Err(Refusal::Closing));
    while rooms.in_memory() > 0 {
        tokio::task::yield_now().await;
    }
    log.failing.store(false, Ordering::Relaxed);
    let again = rooms.room("g", HERE).await.unwrap();
    assert!(!Arc::ptr_eq(&room, &again));
    let mut light = Guest::sit(&again, 2, Light);
    light.asks("a", 0, turn("a1xa3"));
    while light.hears().await != "ack" {}
}

/// The process ends between any two events: the next one finds everything that was told, and a
/// repeated command is acknowledged, not followed twice.
#[tokio::test]
async fn a_restart_in_the_middle_keeps_what_was_told_and_knows_what_was_asked() {
    let commands = [
        ("a", Light, 0, turn("a1xa3")),
        ("b", Dark, 1, turn("b4xb2")),
        ("c", Light, 2, Command::Takeback(Answer::Offer)),
        ("d", Dark, 2, Command::Takeback(Answer::Accept)),
        ("e", Light, 0, turn("b1xb3")),
        ("f", Dark, 1, Command::Resign),
        ("g", Light, 1, Command::Rematch(Answer::Offer, false)),
        ("h", Dark, 1, Command::Rematch(Answer::Accept, false)),
    ];
    for stop in 0..=commands.len() {
        let log = Arc::new(MemoryLog::default());
        let mut site = rooms(log.clone());
        assert!(site.create("g", &setup(), HERE).await);
        for round in 0..2 {
            let room = site.room("g", HERE).await.unwrap();
            let mut all = [Guest::sit(&room, 1, Light), Guest::sit(&room, 2, Dark)];
            let end = if round == 0 { stop } else { commands.len() };
            for (nonce, by, at, command) in &commands[..end] {
                let guest = &mut all[by.index()];
                guest.asks(nonce, *at, command.clone());
                loop {
                    match guest.hears().await.as_str() {
                        "ack" => break,
                        "state" | "presence" => {}
                        other if commands.iter().any(|(_, _, _, c)| kind(c) == other) => {}
                        other => panic!("{stop} {nonce}: {other}"),
                    }
                }
            }
            assert_eq!(log.load("g").await.unwrap().unwrap().events.len(), end, "{stop}");
            // Nothing of the first process is used any more.
            site = rooms(log.clone());
        }
        let state = site.room("g", HERE).await.unwrap().state();
        assert!(state.contains(r#""next":"next""#), "{state}");
        assert!(site.room("next", HERE).await.is_ok());
    }
}

fn kind(command: &Command) -> &'static str {
    match command {
        Command::Turn(_) => "turn",
        Command::Takeback(Answer::Offer) => "takeback-offer",
        Command::Takeback(_) => "takeback",
        Command::Resign => "end",
        Command::Rematch(Answer::Offer, _) => "rematch-offer",
        _ => "rematch",
    }
}

/// What has ended long enough ago is deleted; what goes on is not, however long it rests.
#[tokio::test]
async fn finished_games_and_old_invitations_are_deleted_and_others_are_not() {
    let log = Arc::new(MemoryLog::default());
    let rooms = rooms(log.clone());
    let open = Setup { seats: [Some("l".into()), None], ..setup() };
    for id in ["finished", "resting", "old"] {
        assert!(rooms.create(id, &setup(), HERE).await);
    }
    assert!(rooms.create("invitation", &open, HERE).await);
    assert_eq!(rooms.open_invitations(HERE).await.unwrap(), 1);
    for id in ["finished", "old"] {
        let mut light = Guest::sit(&rooms.room(id, HERE).await.unwrap(), 1, Light);
        light.asks("a", 0, Command::Resign);
        while light.hears().await != "end" {}
        light.room.detach(light.id);
    }
    // They have left memory; one of them is being looked at again.
    rooms.rooms().clear();
    let watched = Guest::sit(&rooms.room("old", HERE).await.unwrap(), 1, Light);
    rooms.expire(Some(Duration::from_secs(3600))).await.unwrap();
    assert!(rooms.room("finished", HERE).await.is_ok(), "too young");
    rooms.expire(Some(Duration::ZERO)).await.unwrap();
    let gone = async |id: &str| matches!(rooms.room(id, HERE).await, Err(Missing::Unknown));
    assert!(gone("finished").await);
    assert!(!gone("resting").await && !gone("invitation").await);
    assert!(!gone("old").await, "somebody is there");
    watched.room.detach(watched.id);
    rooms.expire(Some(Duration::ZERO)).await.unwrap();
    assert!(gone("old").await);
    rooms.delete_some(Expiring::Invitations(Duration::ZERO)).await.unwrap();
    assert!(gone("invitation").await && !gone("resting").await);
    assert_eq!(rooms.open_invitations(HERE).await.unwrap(), 0);
}

/// One task wakes every room at its own time, the earliest first.
#[tokio::test]
async fn rooms_are_woken_in_the_order_of_their_deadlines() {
    let log = Arc::new(MemoryLog::default());
    let rooms = rooms(log.clone());
    let mut games = Vec::new();
    for (i, seconds) in [3, 1, 2].into_iter().enumerate() {
        let clock = crate::live::Setting { initial: seconds, increment: 0, only: None };
        let id = format!("g{i}");
        assert!(rooms.create(&id, &Setup { clock: Some(clock), ..setup() }, HERE).await);
        let room = rooms.room(&id, HERE).await.unwrap();
        games.push((Guest::sit(&room, 1, Light), Guest::sit(&room, 2, Dark)));
    }
    let ends = games.iter_mut().enumerate().map(|(i, (light, _))| async move {
        while light.hears().await != "end" {}
        i
    });
    let mut ends: futures_util::stream::FuturesUnordered<_> = ends.collect();
    let mut order = Vec::new();
    while let Some(i) = futures_util::StreamExt::next(&mut ends).await {
        order.push(i);
    }
    assert_eq!(order, [1, 2, 0]);
}

/// A closed room does not take the deadline of the room that followed it.
#[tokio::test]
async fn a_room_that_was_closed_disturbs_nobody() {
    let log = SlowLog::new();
    log.let_through.add_permits(1000);
    let rooms = rooms(log.clone());
    let clock = crate::live::Setting { initial: 1, increment: 0, only: None };
    assert!(rooms.create("g", &Setup { clock: Some(clock), ..setup() }, HERE).await);
    let room = rooms.room("g", HERE).await.unwrap();
    let first = [Guest::sit(&room, 1, Light), Guest::sit(&room, 2, Dark)];
    let [mut light, dark] = first;
    while light.hears().await != "begin" {}
    log.failing.store(true, Ordering::Relaxed);
    light.asks("a", 0, turn("a1xa3"));
    while light.hears().await != "1011" {}
    log.failing.store(false, Ordering::Relaxed);
    let again = rooms.room("g", HERE).await.unwrap();
    let mut second = [Guest::sit(&again, 3, Light), Guest::sit(&again, 4, Dark)];
    light.room.detach(light.id);
    dark.room.detach(dark.id);
    while second[0].hears().await != "end" {}
}
