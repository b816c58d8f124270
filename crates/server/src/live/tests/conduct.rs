//! The rules of conduct, with invented time; and that replaying what was stored gives the same game
//! again.

use std::time::Duration;

use damier_core::Side::{self, Dark, Light};
use damier_core::random::Random;
use damier_games::IDS;

use super::setup;
use crate::live::event::Over;
use crate::live::{
    Answer, Command, Event, EventKind, Greeting, LiveGame, PlayerName, Refusal, Setting, Setup,
    Time,
};

/// A game, its events and a clock that only moves when told to.
struct Sitting {
    game: LiveGame,
    events: Vec<Event>,
    now: Time,
    gone: bool,
}

impl Sitting {
    fn new(setup: Setup) -> Sitting {
        let game = LiveGame::new(setup).unwrap();
        Sitting { game, events: Vec::new(), now: Time(1 << 40), gone: false }
    }

    fn wait(&mut self, seconds: u64) {
        self.now = self.now.after(Duration::from_secs(seconds));
    }

    fn apply(&mut self, by: Option<Side>, kind: EventKind) -> Result<(), Refusal> {
        let nonce = Some(self.events.len().to_string());
        let (event, standing) = self.game.prepare(by, nonce, None, kind, self.now)?;
        self.game.apply_stored(&event, self.now).unwrap();
        assert_eq!(self.game.standing(), standing, "{event:?}");
        self.events.push(event);
        Ok(())
    }

    fn command(&mut self, by: Side, command: &Command) -> Result<(), Refusal> {
        if let Some(kind) = self.game.flag(self.now) {
            self.apply(None, kind)?;
        }
        let kind = self.game.decide(by, command, self.gone, Some("next"))?;
        self.apply(Some(by), kind)
    }

    /// Both players are there.
    fn begin(&mut self) {
        self.game.resume(self.now);
        if let Some(kind) = self.game.begin() {
            self.apply(None, kind).unwrap();
        }
    }

    /// Whoever is to move plays the turn of this number among the legal ones.
    fn play(&mut self, i: usize) {
        let by = self.game.play().to_move();
        let turns = self.game.game().turns(&self.game.play().position()).unwrap();
        let turn = turns[i % turns.len()].0.clone();
        self.command(by, &Command::Turn(turn)).unwrap();
    }

    fn over(&self) -> Option<(Option<&'static str>, &'static str)> {
        self.game.over().map(|over| (over.outcome(), over.how()))
    }

    fn left(&self) -> [u64; 2] {
        self.game.clock().unwrap().left(self.game.play().to_move(), self.now)
    }
}

/// Everything that can be seen of a game.
fn shown(game: &LiveGame, now: Time) -> String {
    let play = game.play();
    let clock = game.clock().map(|clock| (clock.left(play.to_move(), now), clock.runs()));
    format!(
        "{:?} {:?} {:?} {} {} {:?} {:?} {clock:?} {:?} {:?}",
        game.over(),
        game.offers(),
        game.next(),
        game.version(),
        play.position(),
        play.line(),
        play.occurrences(),
        Side::BOTH.map(|side| game.name(side)),
        game.greeting(),
    )
}

const OFFER: Answer = Answer::Offer;
const ACCEPT: Answer = Answer::Accept;
const DECLINE: Answer = Answer::Decline;

#[test]
fn draws_are_offered_accepted_declined_and_lapse() {
    let mut s = Sitting::new(setup("kono", None));
    assert_eq!(s.command(Dark, &Command::Draw(ACCEPT)), Err(Refusal::NoOffer));
    s.command(Dark, &Command::Draw(OFFER)).unwrap();
    assert_eq!(s.command(Dark, &Command::Draw(OFFER)), Err(Refusal::AlreadyOffered));
    assert_eq!(s.command(Dark, &Command::Draw(ACCEPT)), Err(Refusal::NoOffer), "one's own offer");
    s.command(Light, &Command::Draw(DECLINE)).unwrap();
    assert_eq!(
        s.command(Dark, &Command::Draw(OFFER)),
        Err(Refusal::AlreadyOffered),
        "at this turn"
    );
    s.play(0);
    s.command(Dark, &Command::Draw(OFFER)).unwrap();
    s.play(0);
    assert_eq!(s.game.offers().draw, Some(Dark), "offered, then played");
    s.play(0);
    assert_eq!(s.game.offers().draw, None, "the other played instead of answering");
    s.command(Light, &Command::Draw(OFFER)).unwrap();
    s.command(Dark, &Command::Draw(OFFER)).unwrap();
    assert_eq!(s.over(), Some((Some("draw"), "agreement")), "two who offer the same agree");
    assert_eq!(s.command(Light, &Command::Resign), Err(Refusal::Over));
}

#[test]
fn turns_are_taken_back_to_before_the_askers_last() {
    let mut s = Sitting::new(setup("kono", None));
    assert_eq!(s.command(Light, &Command::Takeback(OFFER)), Err(Refusal::NothingToTakeBack));
    s.play(0);
    assert_eq!(s.command(Dark, &Command::Takeback(OFFER)), Err(Refusal::NothingToTakeBack));
    let (first, after_first) = (s.game.play().start(), s.game.play().position());
    s.command(Light, &Command::Takeback(OFFER)).unwrap();
    assert_eq!(s.command(Light, &Command::Takeback(ACCEPT)), Err(Refusal::NoOffer));
    s.command(Dark, &Command::Takeback(ACCEPT)).unwrap();
    assert_eq!((s.game.turns(), s.game.play().position()), (0, first.clone()));
    s.play(0);
    s.play(0);
    s.command(Light, &Command::Takeback(OFFER)).unwrap();
    s.command(Dark, &Command::Takeback(ACCEPT)).unwrap();
    assert_eq!((s.game.turns(), s.game.play().position()), (0, first), "two turns");
    s.play(0);
    assert_eq!(s.game.play().position(), after_first);
    s.command(Light, &Command::Takeback(OFFER)).unwrap();
    s.command(Dark, &Command::Takeback(DECLINE)).unwrap();
    assert_eq!(s.command(Light, &Command::Takeback(OFFER)), Err(Refusal::AlreadyOffered));
    s.play(0);
    s.command(Dark, &Command::Takeback(OFFER)).unwrap();
    s.play(0);
    assert_eq!(s.game.offers().takeback, None, "a turn answers the question");
}

#[test]
fn games_are_aborted_early_and_claimed_only_from_the_absent() {
    let mut s = Sitting::new(setup("kono", None));
    let claim = |win| Command::Claim { win };
    assert_eq!(s.command(Light, &claim(true)), Err(Refusal::NotGone));
    s.play(0);
    s.play(0);
    assert_eq!(s.command(Light, &Command::Abort), Err(Refusal::TooLate));
    s.gone = true;
    s.command(Light, &claim(true)).unwrap();
    assert_eq!(s.over(), Some((Some("light"), "abandoned")));

    let mut s = Sitting::new(setup("kono", None));
    s.play(0);
    s.command(Light, &Command::Abort).unwrap();
    assert_eq!(s.over(), Some((None, "aborted")));

    let alone = Setup { seats: [None, Some("d".into())], ..setup("kono", None) };
    let mut s = Sitting::new(alone);
    s.gone = true;
    assert_eq!(s.command(Dark, &claim(false)), Err(Refusal::Waiting));
    assert_eq!(s.command(Dark, &Command::Resign), Err(Refusal::Waiting));
    s.command(Dark, &Command::Abort).unwrap();
    assert_eq!(s.command(Dark, &Command::Rematch(OFFER, false)), Err(Refusal::Waiting));
}

#[test]
fn rematches_exchange_the_seats() {
    let start = "rrrr/rrrr/yyyy/yyyy r".to_string();
    let custom =
        Setup { start: Some(start.clone()), opening: Some(start.clone()), ..setup("kono", None) };
    let mut s = Sitting::new(custom);
    assert_eq!(s.command(Light, &Command::Rematch(OFFER, false)), Err(Refusal::NotOver));
    s.command(Light, &Command::Resign).unwrap();
    assert_eq!(s.command(Light, &Command::Rematch(OFFER, true)), Err(Refusal::NoSequel));
    s.command(Light, &Command::Rematch(OFFER, false)).unwrap();
    s.command(Dark, &Command::Rematch(DECLINE, false)).unwrap();
    s.command(Light, &Command::Rematch(OFFER, false)).unwrap();
    let next = s.game.rematch("old").unwrap();
    assert_eq!(next.seats, [Some("d".into()), Some("l".into())]);
    assert_eq!((next.start.as_deref(), next.previous.as_deref()), (Some(&*start), Some("old")));
    s.command(Dark, &Command::Rematch(ACCEPT, false)).unwrap();
    assert_eq!(s.game.next(), Some("next"));
    assert_eq!(s.command(Light, &Command::Rematch(OFFER, false)), Err(Refusal::AlreadyOffered));
}

/// For each game whose rules grant one.
#[test]
fn sequels_follow_won_games_with_the_same_seats() {
    for id in IDS {
        let mut s = Sitting::new(setup(id, None));
        s.command(Light, &Command::Resign).unwrap();
        let game = damier_games::open(id, "").unwrap();
        let Some(start) = game.sequel(Dark) else {
            assert_eq!(s.command(Light, &Command::Rematch(OFFER, true)), Err(Refusal::NoSequel));
            continue;
        };
        s.command(Light, &Command::Rematch(OFFER, true)).unwrap();
        let next = s.game.rematch("old").unwrap();
        assert_eq!(next.seats, setup(id, None).seats);
        assert_eq!((next.start, next.opening.as_ref()), (Some(start), None));
        let mut again = Sitting::new(s.game.rematch("old").unwrap());
        again.command(Dark, &Command::Resign).unwrap();
        again.command(Dark, &Command::Rematch(OFFER, false)).unwrap();
        assert_eq!(again.game.rematch("x").unwrap().start, None, "back to the opening");
        // A draw grants nothing.
        let mut s = Sitting::new(setup(id, None));
        s.command(Light, &Command::Draw(OFFER)).unwrap();
        s.command(Dark, &Command::Draw(ACCEPT)).unwrap();
        assert_eq!(s.command(Light, &Command::Rematch(OFFER, true)), Err(Refusal::NoSequel));
    }
}

#[test]
fn the_clock_is_fair() {
    let clock = Setting { initial: 60, increment: 2, only: None };
    let mut s = Sitting::new(setup("kono", Some(clock)));
    s.wait(100);
    assert_eq!(s.left(), [60_000, 60_000], "not before both have come");
    s.begin();
    s.wait(10);
    s.play(0);
    assert_eq!(s.left(), [52_000, 60_000]);
    s.wait(20);
    s.play(0);
    assert_eq!(s.left(), [52_000, 42_000]);
    s.wait(5);
    s.command(Dark, &Command::Takeback(OFFER)).unwrap();
    s.command(Light, &Command::Takeback(ACCEPT)).unwrap();
    assert_eq!(s.left(), [47_000, 42_000], "time is not taken back");

    // The server stops in the middle of Dark's thoughts.
    s.wait(10);
    s.apply(None, EventKind::Pause).unwrap();
    let mut again = Sitting::new(s.game.setup().clone());
    s.events.iter().for_each(|event| again.game.apply(event).unwrap());
    again.now = s.now.after(Duration::from_secs(3600));
    assert_eq!(again.left(), [47_000, 32_000], "not charged while the server is down");
    again.wait(100);
    again.begin();
    assert!(again.events.is_empty() && again.game.ticking(), "it goes on when both are back");
    again.wait(31);
    assert_eq!(again.game.flag(again.now), None);
    again.wait(1);
    let turns = again.game.game().turns(&again.game.play().position()).unwrap();
    let late = Command::Turn(turns[0].0.clone());
    assert_eq!(again.command(Dark, &late), Err(Refusal::Over), "a turn that comes too late");
    assert_eq!(again.over(), Some((Some("light"), "time")));
    assert!(!again.game.ticking());

    // A crash instead: what was used since the last event is forgotten.
    let mut crashed = Sitting::new(s.game.setup().clone());
    s.events[..3].iter().for_each(|event| crashed.game.apply(event).unwrap());
    assert_eq!(crashed.left(), [52_000, 42_000]);
}

#[test]
fn messages_are_remembered_across_a_restart() {
    let mut s = Sitting::new(setup("kono", None));
    s.play(0);
    s.play(1);
    let mut again = LiveGame::new(s.game.setup().clone()).unwrap();
    s.events.iter().for_each(|event| again.apply(event).unwrap());
    for game in [&s.game, &again] {
        assert_eq!(game.answered(Light, "0"), Some(1));
        assert_eq!(game.answered(Dark, "1"), Some(2));
        assert_eq!(game.answered(Dark, "0"), None, "somebody else's");
    }
}

#[test]
fn damaged_events_are_errors() {
    let event = |kind| Event { by: None, nonce: None, clock: None, seat: None, kind };
    for kind in [
        EventKind::Join,
        EventKind::Turn { turn: "z9".into() },
        EventKind::Takeback { count: 1 },
        EventKind::End { outcome: Some("tea".into()), how: "goal".into() },
    ] {
        assert!(LiveGame::new(setup("kono", None)).unwrap().apply(&event(kind)).is_err());
    }
}

fn any_command(random: &mut Random, game: &LiveGame) -> Command {
    let answer = [OFFER, ACCEPT, DECLINE][random.below(3)];
    match random.below(60) {
        0..=3 => Command::Draw(if random.below(4) > 0 { OFFER } else { answer }),
        4..=12 => Command::Takeback(answer),
        13..=15 => Command::Rematch(answer, random.below(2) == 0),
        16 => Command::Abort,
        17 => Command::Claim { win: random.below(2) == 0 },
        18 if random.below(8) == 0 => Command::Resign,
        19 => Command::Turn("nonsense".into()),
        20 => Command::Name(PlayerName::read(["Noa", "Hery"][random.below(2)]).unwrap()),
        21 => Command::Greet(Greeting::ALL[random.below(Greeting::ALL.len())]),
        _ => {
            let turns = game.game().turns(&game.play().position()).unwrap();
            match turns.len() {
                0 => Command::Turn(String::new()),
                n => Command::Turn(turns[random.below(n)].0.clone()),
            }
        }
    }
}

#[test]
fn players_have_names_and_greet() {
    let name = |text: &str| Command::Name(PlayerName::read(text).unwrap());
    let alone = Setup { seats: [Some("l".into()), None], ..setup("kono", None) };
    let mut s = Sitting::new(alone);
    s.command(Light, &name("Noa")).unwrap();
    assert_eq!(s.game.name(Light).map(PlayerName::text), Some("Noa"), "whoever invites has one");
    assert_eq!(s.command(Light, &Command::Greet(Greeting::Hello)), Err(Refusal::Waiting));

    let mut s = Sitting::new(setup("kono", None));
    s.command(Dark, &Command::Greet(Greeting::Hello)).unwrap();
    assert_eq!(s.game.greeting(), Some((Dark, Greeting::Hello)));
    s.play(0);
    assert_eq!(s.game.greeting(), None, "whom it was for has played on");
    s.command(Light, &Command::Greet(Greeting::YourTurn)).unwrap();
    s.play(0);
    assert_eq!(s.game.greeting(), None);
    for i in 0..8 {
        s.command(Light, &name(&format!("Noa {i}"))).unwrap();
    }
    assert_eq!(s.command(Light, &name("Noa")), Err(Refusal::TooOften));
    s.command(Dark, &name("Hery")).unwrap();
    s.command(Light, &Command::Resign).unwrap();
    for _ in 1..20 {
        s.command(Dark, &Command::Greet(Greeting::Thanks)).unwrap();
    }
    let greet = Command::Greet(Greeting::Thanks);
    assert_eq!(s.command(Dark, &greet), Err(Refusal::TooOften));
    s.command(Light, &greet).unwrap();
    assert_eq!(s.game.greeting(), Some((Light, Greeting::Thanks)), "also after the end");
}

#[test]
fn a_clock_of_one_player_follows_that_player_into_the_rematch() {
    let clock = Setting { initial: 60, increment: 0, only: Some(Light) };
    let mut s = Sitting::new(setup("kono", Some(clock)));
    s.begin();
    s.wait(59);
    s.play(0);
    s.wait(3600);
    s.play(0);
    assert_eq!(s.left(), [1_000, 60_000]);
    s.wait(1);
    assert_eq!(s.command(Light, &Command::Resign), Err(Refusal::Over));
    assert_eq!(s.over(), Some((Some("dark"), "time")));
    s.command(Light, &Command::Rematch(OFFER, false)).unwrap();
    assert_eq!(s.game.rematch("old").unwrap().clock.unwrap().only, Some(Dark));
}

/// Whatever players do, in every game: refusals change nothing, and the stored events give the
/// same game again.
#[test]
fn replaying_gives_the_same_game() {
    let mut random = Random::new(7);
    let mut ends = std::collections::HashSet::new();
    for round in 0..40 {
        let id = IDS[round % IDS.len()];
        let clock = (round % 3 > 0).then_some(Setting { initial: 90, increment: 1, only: None });
        let mut s = Sitting::new(setup(id, clock));
        s.begin();
        for step in 0..300 {
            s.now = s.now.after(Duration::from_millis(random.below(2000) as u64));
            s.gone = random.below(3) == 0;
            let by = Side::BOTH[random.below(2)];
            let (before, count) = (shown(&s.game, s.now), s.events.len());
            let command = any_command(&mut random, &s.game);
            if s.command(by, &command).is_err() && s.events.len() == count {
                assert_eq!(shown(&s.game, s.now), before, "{command:?}");
            }
            if step % 20 == 0 {
                let mut again = LiveGame::new(s.game.setup().clone()).unwrap();
                s.events.iter().for_each(|event| again.apply(event).unwrap());
                if s.game.ticking() {
                    again.resume(s.events_at());
                    assert!(again.begin().is_none());
                }
                assert_eq!(shown(&again, s.events_at()), shown(&s.game, s.events_at()));
            }
        }
        ends.extend(s.game.over().map(Over::how));
    }
    assert!(ends.len() >= 4, "the games ended in various ways: {ends:?}");
}

impl Sitting {
    /// A moment at which the clock shows what was stored last.
    fn events_at(&self) -> Time {
        // Long before: nothing has been used since.
        Time(0)
    }
}
