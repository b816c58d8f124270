//! What goes over the socket of a live game: one JSON object per message, in both directions.

use std::borrow::Cow;

use damier_core::{Lang, Phrase, Side, phrase};
use serde::{Deserialize, Serialize};

use crate::live::{
    self, Answer, Command, Event, EventKind, Greeting, LiveGame, Over, PlayerName, Refusal, Room,
    Time,
};

/// The longest name a client may give its message.
const LONGEST_NONCE: usize = 64;

/// What a client says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMessage<'a> {
    /// The verb.
    #[serde(rename = "do", borrow)]
    verb: Cow<'a, str>,
    #[serde(default, borrow)]
    nonce: Option<Cow<'a, str>>,
    #[serde(default)]
    at: Option<usize>,
    #[serde(default, borrow)]
    turn: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    result: Option<Cow<'a, str>>,
    #[serde(default)]
    sequel: Option<bool>,
    #[serde(default, borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    word: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    token: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    lang: Option<Cow<'a, str>>,
}

/// The same, understood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ClientMessage {
    /// Who it is.
    Hello {
        /// The secret of a seat; a spectator has none.
        token: Option<String>,
        /// The language of answers.
        lang: Lang,
    },
    /// Asks whether the server is there.
    Ping,
    /// A player's command.
    Command {
        /// The client's name for this message.
        nonce: String,
        /// The number of turns on the board it answers.
        at: usize,
        /// The command.
        command: Command,
    },
}

const NOT_JSON: Phrase = phrase!("server.live.not-json");
const UNKNOWN: Phrase = phrase!("server.live.unknown");
const MISSING: Phrase = phrase!("server.live.missing");
const BAD_NONCE: Phrase = phrase!("server.live.bad-nonce");
const BAD_RESULT: Phrase = phrase!("server.live.bad-result");
const BAD_NAME: Phrase = phrase!("server.live.bad-name");
const BAD_WORD: Phrase = phrase!("server.live.bad-word");

/// Reads a message.
pub(crate) fn read(text: &str) -> Result<ClientMessage, Refusal> {
    let bad = Refusal::BadMessage;
    let said: RawMessage<'_> =
        serde_json::from_str(text).map_err(|error| bad(NOT_JSON.with(error.to_string())))?;
    let missing = |what: &str| bad(MISSING.with(short(&said.verb)).with(what));
    match &*said.verb {
        "hello" => {
            let lang = said.lang.as_deref().and_then(Lang::read).unwrap_or_default();
            return Ok(ClientMessage::Hello { token: said.token.map(Cow::into_owned), lang });
        }
        "ping" => return Ok(ClientMessage::Ping),
        _ => {}
    }
    let command = match &*said.verb {
        "turn" => Command::Turn(said.turn.as_deref().ok_or_else(|| missing("turn"))?.to_string()),
        "resign" => Command::Resign,
        "abort" => Command::Abort,
        "claim" => match said.result.as_deref() {
            Some("win") => Command::Claim { win: true },
            Some("abort") => Command::Claim { win: false },
            _ => return Err(bad(BAD_RESULT.say())),
        },
        "name" => {
            let name = said.name.as_deref().ok_or_else(|| missing("name"))?;
            Command::Name(PlayerName::read(name).ok_or_else(|| bad(BAD_NAME.say()))?)
        }
        "greet" => {
            let word = said.word.as_deref().ok_or_else(|| missing("word"))?;
            Command::Greet(Greeting::read(word).ok_or_else(|| bad(BAD_WORD.with(words())))?)
        }
        verb => offer(verb, said.sequel.unwrap_or(false))
            .ok_or_else(|| bad(UNKNOWN.with(short(verb))))?,
    };
    let at = said.at.ok_or_else(|| missing("at"))?;
    let nonce = said.nonce.as_deref().ok_or_else(|| missing("nonce"))?.to_string();
    if nonce.is_empty() || nonce.len() > LONGEST_NONCE {
        return Err(bad(BAD_NONCE.say()));
    }
    Ok(ClientMessage::Command { nonce, at, command })
}

/// Reads a verb such as `draw-accept`.
fn offer(verb: &str, sequel: bool) -> Option<Command> {
    let (what, answer) = verb.split_once('-')?;
    let answer = match answer {
        "offer" => Answer::Offer,
        "accept" => Answer::Accept,
        "decline" => Answer::Decline,
        _ => return None,
    };
    match what {
        "draw" => Some(Command::Draw(answer)),
        "takeback" => Some(Command::Takeback(answer)),
        "rematch" => Some(Command::Rematch(answer, sequel)),
        _ => None,
    }
}

/// The words that players may greet with, as a list.
fn words() -> String {
    Greeting::ALL.map(Greeting::word).join(", ")
}

/// As much of the client's own words as a complaint repeats.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A text in every language.
#[derive(Serialize)]
pub(crate) struct Words(Phrase);

impl From<Phrase> for Words {
    fn from(phrase: Phrase) -> Words {
        Words(phrase)
    }
}

/// Something for each player.
#[derive(Serialize)]
pub(crate) struct Both<T> {
    light: T,
    dark: T,
}

impl<T> From<[T; 2]> for Both<T> {
    fn from([light, dark]: [T; 2]) -> Both<T> {
        Both { light, dark }
    }
}

/// Who sits there and whether they are connected.
#[derive(Serialize)]
pub(crate) struct SeatView {
    taken: bool,
    connected: bool,
    /// In seconds.
    gone: Option<u64>,
    /// What the player wants to be called, if they have said so: 1 to 24 characters.
    name: Option<String>,
}

impl SeatView {
    /// This seat of the game.
    fn of(game: &LiveGame, side: Side, seat: live::Seat) -> SeatView {
        let live::Seat { taken, connected, gone } = seat;
        let name = game.name(side).map(|name| name.text().to_string());
        SeatView { taken, connected, gone: gone.map(|gone| gone.as_secs()), name }
    }
}

#[derive(Serialize)]
struct OverView {
    outcome: Option<&'static str>,
    how: &'static str,
    words: Words,
}

/// The clock.
#[derive(Serialize)]
pub(crate) struct ClockView {
    initial: u32,
    increment: u32,
    /// The only player whose time is counted; `null` if it is that of both.
    only: Option<Side>,
    left: Both<u64>,
    running: Option<Side>,
}

#[derive(Serialize)]
struct OffersView {
    draw: Option<Side>,
    takeback: Option<Side>,
    rematch: Option<RematchView>,
}

#[derive(Serialize)]
struct RematchView {
    by: Side,
    sequel: bool,
}

/// A word that one player said to the other.
#[derive(Serialize)]
struct GreetingView {
    /// Who said it.
    by: Side,
    /// Which of the words it is, such as `thanks`.
    word: Greeting,
}

/// Everything about the game now but the turns that led there.
#[derive(Serialize)]
pub(crate) struct Now {
    version: u64,
    position: String,
    to_move: Side,
    over: Option<OverView>,
    seats: Both<SeatView>,
    clock: Option<ClockView>,
    offers: OffersView,
    /// The last greeting, until the player it was for has played a turn.
    greeting: Option<GreetingView>,
    sequel: Option<Words>,
    next: Option<String>,
    claim_after: u64,
    occurrences: usize,
}

impl Now {
    /// The game in this room.
    fn of(room: &Room, now: Time) -> Now {
        let over = |over: Over| OverView {
            outcome: over.outcome(),
            how: over.how(),
            words: over.words().into(),
        };
        let game = room.game();
        let offers = game.offers();
        let rematch = offers.rematch.map(|(by, sequel)| RematchView { by, sequel });
        let sequel = game.sequel().and(game.game().sequel_name());
        Now {
            version: game.version(),
            position: game.play().position(),
            to_move: game.play().to_move(),
            over: game.over().map(over),
            seats: seats(room, now),
            clock: clock(room, now),
            offers: OffersView { draw: offers.draw, takeback: offers.takeback, rematch },
            greeting: game.greeting().map(|(by, word)| GreetingView { by, word }),
            sequel: sequel.map(Words::from),
            next: game.next().map(str::to_string),
            claim_after: room.claim_after().as_secs(),
            occurrences: game.play().occurrences(),
        }
    }
}

fn seats(room: &Room, now: Time) -> Both<SeatView> {
    let [light, dark] = room.seats(now);
    let game = room.game();
    [SeatView::of(game, Side::Light, light), SeatView::of(game, Side::Dark, dark)].into()
}

fn clock(room: &Room, now: Time) -> Option<ClockView> {
    let game = room.game();
    let clock = game.clock()?;
    let side = game.play().to_move();
    Some(ClockView {
        initial: clock.setting.initial,
        increment: clock.setting.increment,
        only: clock.setting.only,
        left: clock.left(side, room.charged(now)).into(),
        running: Some(side).filter(|side| clock.runs() && clock.setting.counts(*side)),
    })
}

/// What the server says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum ServerMessage<'a> {
    /// The whole game.
    State(State<'a>),
    /// Something has happened and is stored.
    Event {
        /// How many events there are with this one.
        version: u64,
        /// Who did it.
        by: Option<Side>,
        /// What it was.
        #[serde(flatten)]
        kind: &'a EventKind,
        /// The game afterwards.
        now: Now,
    },
    /// A command was granted and is stored.
    Ack {
        /// The client's name for it.
        nonce: &'a str,
        /// Which event it is.
        version: u64,
    },
    /// Somebody came or went.
    Presence {
        /// Who is there.
        seats: Both<SeatView>,
        /// The clock, which may have started.
        clock: Option<ClockView>,
    },
    /// A command was not granted.
    Error {
        /// Why, for programs.
        code: &'static str,
        /// Why, for people.
        message: String,
        /// The client's name for the command.
        #[serde(skip_serializing_if = "Option::is_none")]
        nonce: Option<&'a str>,
        /// Where the game is, for a client that is behind: the events that led there have been
        /// sent before this, and whoever lacks one connects again.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        at: Option<At>,
    },
    /// The answer to a ping.
    Pong,
}

/// How far a game has come.
#[derive(Serialize)]
pub(crate) struct At {
    version: u64,
    /// How many turns are on the board.
    at: usize,
}

impl At {
    pub(crate) fn of(game: &LiveGame) -> At {
        At { version: game.version(), at: game.turns() }
    }
}

/// The whole game, as one of its players or a spectator sees it.
#[derive(Serialize)]
pub(crate) struct State<'a> {
    id: &'a str,
    game: &'a str,
    rules: &'a str,
    start: String,
    turns: Vec<String>,
    you: Option<Side>,
    previous: Option<&'a str>,
    #[serde(flatten)]
    now: Now,
}

impl<'a> ServerMessage<'a> {
    /// The whole game as `you` see it.
    pub(crate) fn state(
        id: &'a str,
        room: &'a Room,
        you: Option<Side>,
        now: Time,
    ) -> ServerMessage<'a> {
        let game = room.game();
        let setup = game.setup();
        ServerMessage::State(State {
            id,
            game: &setup.game,
            rules: &setup.rules,
            start: game.play().start(),
            turns: game.play().line(),
            you,
            previous: setup.previous.as_deref(),
            now: Now::of(room, now),
        })
    }

    /// What happened, for everybody.
    pub(crate) fn event(event: &'a Event, room: &Room, now: Time) -> ServerMessage<'a> {
        let now = Now::of(room, now);
        ServerMessage::Event { version: now.version, by: event.by, kind: &event.kind, now }
    }

    /// Who is there.
    pub(crate) fn presence(room: &Room, now: Time) -> ServerMessage<'a> {
        ServerMessage::Presence { seats: seats(room, now), clock: clock(room, now) }
    }

    /// Why not.
    pub(crate) fn error(
        refusal: &Refusal,
        lang: Lang,
        nonce: Option<&'a str>,
        at: Option<At>,
    ) -> ServerMessage<'a> {
        ServerMessage::Error {
            code: refusal.code(),
            message: refusal.message().text(lang),
            nonce,
            at,
        }
    }

    /// As it goes over the socket.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        read(text).unwrap_err().code()
    }

    #[test]
    fn messages_are_understood_or_refused() {
        let command = |text: &str| match read(text).unwrap() {
            ClientMessage::Command { nonce, at, command } => (nonce, at, command),
            other => panic!("{other:?}"),
        };
        let turn = command(r#"{"do":"turn","nonce":"n","at":3,"turn":"a1\u0078a3"}"#);
        assert_eq!(turn, ("n".to_string(), 3, Command::Turn("a1xa3".into())));
        let rematch = command(r#"{"do":"rematch-offer","nonce":"n","at":3,"sequel":true}"#);
        assert_eq!(rematch.2, Command::Rematch(Answer::Offer, true));
        let greet = command(r#"{"do":"greet","nonce":"n","at":3,"word":"well-played"}"#);
        assert_eq!(greet.2, Command::Greet(Greeting::WellPlayed));
        let name = command(r#"{"do":"name","nonce":"n","at":3,"name":" Noa "}"#);
        assert_eq!(name.2, Command::Name(PlayerName::read("Noa").unwrap()));
        let hello = ClientMessage::Hello { token: None, lang: Lang::Fr };
        assert_eq!(read(r#"{"do":"hello","token":null,"lang":"fr"}"#), Ok(hello));
        assert_eq!(read(r#"{"do":"ping"}"#), Ok(ClientMessage::Ping));
        for bad in [
            "",
            "{}",
            "[]",
            "3",
            r#"{"do":"dance","nonce":"n","at":0}"#,
            r#"{"do":"draw-maybe","nonce":"n","at":0}"#,
            r#"{"do":"turn","nonce":"n","at":0}"#,
            r#"{"do":"resign","nonce":"n"}"#,
            r#"{"do":"resign","at":0}"#,
            r#"{"do":"resign","nonce":"","at":0}"#,
            r#"{"do":"resign","nonce":"n","at":-1}"#,
            r#"{"do":"resign","nonce":"n","at":0,"why":"tired"}"#,
            r#"{"do":"claim","nonce":"n","at":0,"result":"money"}"#,
            r#"{"do":"greet","nonce":"n","at":0,"word":"go away"}"#,
            r#"{"do":"greet","nonce":"n","at":0}"#,
            r#"{"do":"name","nonce":"n","at":0,"name":"  "}"#,
            r#"{"do":"name","nonce":"n","at":0}"#,
        ] {
            assert_eq!(code(bad), "bad-message", "{bad}");
        }
        let long = format!(r#"{{"do":"resign","at":0,"nonce":"{}"}}"#, "n".repeat(65));
        assert_eq!(code(&long), "bad-message");
    }
}
