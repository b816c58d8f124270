//! A room by itself: what goes in and what comes out, while the log is still thinking.

use std::time::Duration;

use damier_core::Side::{self, Dark, Light};

use super::setup;
use crate::live::{
    Append, Command, Conduct, ConnectionId, Effect, Event, EventKind, LiveGame, NotAttached,
    Refusal, Request, Room, Setting, Setup, Standing, Time,
};

const CONDUCT: Conduct = Conduct {
    turns: 100,
    events: 1000,
    spectators: 2,
    claim_after: [Duration::from_secs(60), Duration::from_secs(1000)],
    idle: Duration::from_secs(300),
};

const LIGHT: ConnectionId = ConnectionId(1);
const DARK: ConnectionId = ConnectionId(2);

fn at(seconds: u64) -> Time {
    Time(1_000_000 + seconds * 1000)
}

fn room(setup: Setup) -> Room {
    Room::new("g".into(), LiveGame::new(setup).unwrap(), CONDUCT, Duration::ZERO, at(0))
}

/// A room with both players connected; a clock has begun.
fn both(setup: Setup) -> Room {
    let clock = setup.clock.is_some();
    let mut room = room(setup);
    room.attach(LIGHT, Some(Light), at(0)).unwrap();
    let effects = room.attach(DARK, Some(Dark), at(0)).unwrap();
    match appended(&effects) {
        Some(append) => {
            assert_eq!((append.event.kind, clock), (EventKind::Begin, true));
            room.stored(at(0));
        }
        None => assert!(!clock),
    }
    room
}

fn timed() -> Setup {
    setup("kono", Some(Setting { initial: 60, increment: 0, only: None }))
}

fn request(seat: Side, nonce: &str, turns: usize, command: Command, seconds: u64) -> Request {
    let from = if seat == Light { LIGHT } else { DARK };
    let next = Some("next".to_string());
    Request { from, seat, nonce: nonce.into(), at: turns, command, next, now: at(seconds) }
}

fn turn(text: &str) -> Command {
    Command::Turn(text.into())
}

fn appended(effects: &[Effect]) -> Option<Append> {
    let mut all = effects.iter().filter_map(|effect| match effect {
        Effect::Append(append) => Some((**append).clone()),
        _ => None,
    });
    let first = all.next();
    assert!(all.next().is_none(), "one at a time");
    first
}

fn refused(effects: &[Effect]) -> Vec<Refusal> {
    let refusal = |effect: &Effect| match effect {
        Effect::Refuse { refusal, .. } => Some(refusal.clone()),
        _ => None,
    };
    effects.iter().filter_map(refusal).collect()
}

fn acked(effects: &[Effect]) -> Vec<(ConnectionId, String, u64)> {
    let ack = |effect: &Effect| match effect {
        Effect::Ack { to, nonce, version } => Some((*to, nonce.clone(), *version)),
        _ => None,
    };
    effects.iter().filter_map(ack).collect()
}

fn published(effects: &[Effect]) -> Vec<Event> {
    let event = |effect: &Effect| match effect {
        Effect::Publish(event) => Some(event.clone()),
        _ => None,
    };
    effects.iter().filter_map(event).collect()
}

/// Decide, append, tell: nobody hears of a turn, or sees it, before it is stored.
#[test]
fn nothing_is_told_before_it_is_stored_and_reading_waits_for_nothing() {
    let mut room = both(setup("kono", None));
    let effects = room.command(request(Light, "a", 0, turn("a1xa3"), 1));
    let append = appended(&effects).unwrap();
    assert_eq!((effects.len(), append.number, append.standing), (1, 1, None));
    assert_eq!(room.game().turns(), 0, "what is stored");
    // Somebody comes to watch, a player leaves, another connection asks: all at once.
    let watcher = ConnectionId(3);
    let effects = room.attach(watcher, None, at(2)).unwrap();
    assert_eq!(effects, [Effect::Welcome(watcher)]);
    assert_eq!(room.detach(DARK, at(3)), [Effect::PublishPresence]);
    assert_eq!(room.seats(at(5))[1].gone, Some(Duration::from_secs(2)));
    let refusal = Refusal::TooFast;
    let told = room.refuse(LIGHT, "x".into(), refusal.clone(), at(4));
    assert_eq!(told, [Effect::Refuse { to: LIGHT, nonce: "x".into(), refusal }]);
    let effects = room.stored(at(6));
    assert_eq!(acked(&effects), [(LIGHT, "a".into(), 1)]);
    assert_eq!(published(&effects), [append.event]);
    assert_eq!(room.game().turns(), 1);
}

/// Whatever comes while an event is being stored is decided afterwards, in order.
#[test]
fn commands_wait_for_the_one_before_and_repetitions_are_acknowledged_once_stored() {
    let mut room = both(setup("kono", None));
    appended(&room.command(request(Light, "a", 0, turn("a1xa3"), 1))).unwrap();
    for _ in 0..2 {
        assert_eq!(room.command(request(Light, "a", 0, turn("a1xa3"), 1)), [], "the same again");
    }
    assert_eq!(
        room.command(request(Dark, "b", 0, Command::Draw(super::super::Answer::Offer), 1)),
        []
    );
    assert_eq!(room.command(request(Dark, "c", 1, turn("b4xb2"), 1)), []);
    let effects = room.stored(at(2));
    let twice = (LIGHT, "a".to_string(), 1);
    assert_eq!(acked(&effects), [twice.clone(), twice.clone(), twice.clone()]);
    assert_eq!(refused(&effects), [Refusal::OutOfDate], "the offer answers what was before");
    let append = appended(&effects).unwrap();
    assert_eq!((append.number, append.event.nonce.as_deref()), (2, Some("c")));
    // What is stored already does not wait for what is not.
    assert_eq!(acked(&room.command(request(Light, "a", 0, turn("a1xa3"), 1))), [twice]);
    assert_eq!(acked(&room.stored(at(3))), [(DARK, "c".into(), 2)]);
}

#[test]
fn no_more_commands_wait_than_may() {
    let mut room = both(setup("kono", None));
    appended(&room.command(request(Light, "a", 0, turn("a1xa3"), 1))).unwrap();
    let mut busy = 0;
    for i in 0..100 {
        let effects = room.command(request(Dark, &format!("b{i}"), 0, Command::Resign, 1));
        busy += usize::from(refused(&effects) == [Refusal::Busy]);
    }
    assert_eq!(busy, 100 - 64);
    let joined = room.join(7, "stranger".into(), at(1));
    assert_eq!(joined, [Effect::Joined(7, Err(Refusal::Busy))]);
    assert_eq!(refused(&room.stored(at(2))).len(), 64, "each hears what became of it");
}

/// Somebody else appended first, or the disk failed: what was not stored is not told.
#[test]
fn a_failed_append_closes_the_room_and_acknowledges_nothing() {
    let alone = Setup { seats: [Some("l".into()), None], ..setup("kono", None) };
    let mut room = room(alone);
    room.attach(LIGHT, Some(Light), at(0)).unwrap();
    let append = appended(&room.join(7, "d".into(), at(1))).unwrap();
    assert_eq!((append.standing, append.event.by), (Some(Standing::Playing), Some(Dark)));
    assert_eq!(room.join(8, "e".into(), at(1)), []);
    assert_eq!(room.command(request(Light, "a", 0, turn("a1xa3"), 1)), []);
    let effects = room.failed();
    let nobody = |ticket| Effect::Joined(ticket, Err(Refusal::Storage));
    assert_eq!(effects[..2], [nobody(7), nobody(8)]);
    assert_eq!(refused(&effects), [Refusal::Storage]);
    assert_eq!(effects.last(), Some(&Effect::Fail));
    assert!(room.closed());
    assert_eq!(room.deadline(), Some(at(1)), "to be let go at once");
    assert_eq!(room.attach(DARK, Some(Dark), at(2)), Err(NotAttached::Closed));
    let late = room.command(request(Light, "b", 0, Command::Abort, 2));
    assert_eq!(refused(&late), [Refusal::Closing]);
    assert_eq!(room.join(9, "d".into(), at(2)), [Effect::Joined(9, Err(Refusal::Closing))]);
}

#[test]
fn a_seat_is_given_once_and_again_to_the_same_token() {
    let alone = Setup { seats: [Some("l".into()), None], ..setup("kono", None) };
    let mut room = room(alone);
    appended(&room.join(1, "d".into(), at(1))).unwrap();
    assert_eq!(room.join(2, "d".into(), at(1)), [], "not before it is stored");
    assert_eq!(room.join(3, "e".into(), at(1)), []);
    let effects = room.stored(at(2));
    let told = |ticket, seat| Effect::Joined(ticket, seat);
    assert_eq!(effects[0], told(1, Ok(Dark)));
    assert_eq!(effects[2..], [told(2, Ok(Dark)), told(3, Err(Refusal::Taken))]);
    assert_eq!(room.join(4, "d".into(), at(3)), [told(4, Ok(Dark))]);
}

#[test]
fn the_deadline_is_the_flag_and_moves_with_the_turns() {
    let mut room = both(timed());
    assert_eq!(room.deadline(), Some(at(60)));
    assert_eq!(room.tick(at(59)), []);
    let append = appended(&room.command(request(Light, "a", 0, turn("a1xa3"), 10))).unwrap();
    assert_eq!(append.event.clock, Some([50_000, 60_000]));
    assert_eq!(room.deadline(), None, "not while an event is being stored");
    assert_eq!(room.tick(at(100)), [], "nor does a flag fall then");
    room.stored(at(40));
    assert_eq!(room.deadline(), Some(at(100)), "nobody is charged for the disk");
    let append = appended(&room.tick(at(100))).unwrap();
    assert_eq!(append.standing, Some(Standing::Over));
    assert!(matches!(&append.event.kind, EventKind::End { how, .. } if how == "time"));
    room.stored(at(100));
    assert_eq!(room.deadline(), None, "somebody is there");
    room.detach(LIGHT, at(110));
    room.detach(DARK, at(120));
    assert_eq!(room.deadline(), Some(at(420)), "then it leaves memory");
    assert!(room.enter(at(200)));
    room.tick(at(420));
    assert!(!room.closed(), "somebody has looked since");
    assert_eq!(room.deadline(), Some(at(500)));
    room.tick(at(500));
    assert!(room.closed() && !room.enter(at(501)));
}

/// A turn counts from when it came, however long it is checked or waits.
#[test]
fn a_turn_that_came_in_time_is_in_time() {
    let mut room = both(timed());
    let mine = request(Light, "a", 0, turn("a1xa3"), 59);
    room.check(&mine).unwrap().run().unwrap();
    assert_eq!(room.deadline(), None, "its clock stands while it is checked");
    assert_eq!(room.tick(at(70)), []);
    let offer = Command::Draw(super::super::Answer::Offer);
    let append = appended(&room.command(request(Dark, "b", 0, offer, 65))).unwrap();
    assert_eq!(append.event.by, Some(Dark), "the opponent does not make it fall either");
    assert_eq!(room.command(mine), []);
    let effects = room.stored(at(80));
    let append = appended(&effects).unwrap();
    assert_eq!(append.event.nonce.as_deref(), Some("a"), "{effects:?}");
    room.stored(at(81));
    assert_eq!(room.game().turns(), 1);
    // One that came too late is too late.
    let late = request(Dark, "c", 1, turn("b4xb2"), 142);
    assert!(room.check(&late).is_none());
    let end = appended(&room.command(late)).unwrap();
    assert!(matches!(end.event.kind, EventKind::End { .. }));
    assert_eq!(refused(&room.stored(at(142))), [Refusal::Over]);
}

#[test]
fn a_turn_is_checked_before_it_is_appended_whoever_forgot_to() {
    let mut room = both(setup("kono", None));
    let effects = room.command(request(Light, "a", 0, turn("a1-a2"), 1));
    assert!(matches!(&refused(&effects)[..], [Refusal::BadTurn(_)]));
    assert_eq!((room.game().turns(), room.game().version()), (0, 0));
    assert!(room.check(&request(Light, "a", 0, turn("a1-a2"), 1)).unwrap().run().is_err());
    assert!(room.check(&request(Light, "a", 1, turn("a1xa3"), 1)).is_none(), "out of date");
    assert!(room.check(&request(Dark, "a", 0, turn("a1xa3"), 1)).is_none(), "not their turn");
}

/// With a clock the seats must be held all the time; without one what the log says counts.
#[test]
fn absence_counts_from_what_the_log_says_only_without_a_clock() {
    let claim = || Command::Claim { win: true };
    for (setup, quiet, expected) in [
        (timed(), 1000, Some(Refusal::NotGone)),
        (setup("kono", None), 999, Some(Refusal::NotGone)),
        (setup("kono", None), 1000, None),
    ] {
        let game = LiveGame::new(setup).unwrap();
        let quiet = Duration::from_secs(quiet);
        let mut room = Room::new("g".into(), game, CONDUCT, quiet, at(0));
        room.attach(LIGHT, Some(Light), at(0)).unwrap();
        let effects = room.command(request(Light, "a", 0, claim(), 0));
        assert_eq!(refused(&effects).first(), expected.as_ref());
        assert_eq!(appended(&effects).is_some(), expected.is_none());
    }
}

#[test]
fn a_stopping_server_stores_the_clock_after_what_is_in_flight() {
    let mut room = both(timed());
    appended(&room.command(request(Light, "a", 0, turn("a1xa3"), 10))).unwrap();
    assert_eq!(room.command(request(Dark, "b", 1, turn("b4xb2"), 10)), []);
    assert_eq!(room.pause(at(11)), []);
    let effects = room.stored(at(12));
    assert_eq!(acked(&effects), [(LIGHT, "a".into(), 1 + 1)]);
    assert_eq!(refused(&effects), [Refusal::Closing]);
    let append = appended(&effects).unwrap();
    assert_eq!(
        (&append.event.kind, append.event.clock),
        (&EventKind::Pause, Some([50_000, 60_000]))
    );
    assert_eq!(published(&room.stored(at(13))), [append.event]);
    assert!(!room.game().ticking() && room.pause(at(14)).is_empty());
}

#[test]
fn games_end_at_their_greatest_length_and_say_so_after_the_turn() {
    let conduct = Conduct { turns: 1, ..CONDUCT };
    let game = LiveGame::new(setup("kono", None)).unwrap();
    let mut room = Room::new("g".into(), game, conduct, Duration::ZERO, at(0));
    room.attach(LIGHT, Some(Light), at(0)).unwrap();
    appended(&room.command(request(Light, "a", 0, turn("a1xa3"), 1))).unwrap();
    let effects = room.stored(at(2));
    let end = appended(&effects).unwrap();
    assert_eq!((end.number, end.standing), (2, Some(Standing::Over)));
    assert_eq!(published(&room.stored(at(3))), [end.event]);
}

#[test]
fn players_always_get_in_and_the_oldest_gives_way() {
    let mut room = room(setup("kono", None));
    for i in 0..2 {
        room.attach(ConnectionId(100 + i), None, at(0)).unwrap();
    }
    assert_eq!(room.attach(ConnectionId(9), None, at(0)), Err(NotAttached::Full));
    // Names are random: age is the order in which they came.
    for i in 0..16 {
        room.attach(ConnectionId(1000 - i), Some(Light), at(0)).unwrap();
    }
    let effects = room.attach(ConnectionId(7), Some(Light), at(0)).unwrap();
    assert_eq!(effects, [Effect::GiveWay(ConnectionId(1000)), Effect::Welcome(ConnectionId(7))]);
}

#[test]
fn only_what_waits_for_nobody_retires() {
    let alone = || Setup { seats: [Some("l".into()), None], ..setup("kono", None) };
    assert_eq!(room(alone()).retire(), Some(0));
    assert_eq!(room(setup("kono", None)).retire(), None);
    let mut watched = room(alone());
    watched.attach(LIGHT, Some(Light), at(0)).unwrap();
    assert_eq!(watched.retire(), None);
    let mut over = both(setup("kono", None));
    appended(&over.command(request(Light, "a", 0, Command::Resign, 1))).unwrap();
    over.detach(LIGHT, at(2));
    over.detach(DARK, at(2));
    assert_eq!(over.retire(), None, "not while it is being stored");
    over.stored(at(3));
    assert_eq!(over.retire(), Some(1));
    assert!(over.closed());
}
