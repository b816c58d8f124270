//! What goes over the socket of a live game: one JSON object per message, in both directions. The
//! API's description and the types of the pages are made from the types that stand here.

mod client;

use damier_core::{Lang, Message, Side};
use damier_protocol::schema::Schemas;
use damier_protocol::{OutcomeKind, Texts};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::live::{self, Event, EventKind, Greeting, LiveGame, Refusal, Room, Time};

pub(crate) use client::{ClientMessage, read};

/// Something for each player.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct Both<T> {
    /// For light.
    light: T,
    /// For dark.
    dark: T,
}

impl<T> From<[T; 2]> for Both<T> {
    fn from([light, dark]: [T; 2]) -> Both<T> {
        Both { light, dark }
    }
}

/// A seat of a live game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveSeat")]
pub(crate) struct SeatView {
    /// Whether somebody has taken it.
    taken: bool,
    /// Whether they are connected.
    connected: bool,
    /// For how many seconds they have been away, if they are.
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

/// How a live game ended.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveEnding")]
struct OverView {
    /// Who won; nothing if it was aborted.
    #[schemars(with = "Option<OutcomeKind>")]
    outcome: Option<&'static str>,
    /// Why, in the word that records use, or `aborted`, or `length`.
    how: &'static str,
    /// Why, in words: the game's own if a turn ended it.
    #[schemars(with = "Texts")]
    words: Message,
}

impl OverView {
    /// The end of this game, if it has ended.
    fn of(game: &LiveGame) -> Option<OverView> {
        let (over, words) = (game.over()?, game.why_over()?);
        Some(OverView { outcome: over.outcome(), how: over.how(), words })
    }
}

/// The clock of a live game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveClock")]
pub(crate) struct ClockView {
    /// The seconds that each player began with.
    initial: u32,
    /// The seconds that are added after each turn.
    increment: u32,
    /// The only player whose time is counted; `null` if it is that of both.
    only: Option<Side>,
    /// The milliseconds that each player has left.
    left: Both<u64>,
    /// Whose time runs, if any does.
    running: Option<Side>,
}

/// What is offered and not answered yet.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveOffers")]
struct OffersView {
    /// Who offers a draw.
    draw: Option<Side>,
    /// Who asks to take a turn back.
    takeback: Option<Side>,
    /// Who offers another game.
    rematch: Option<RematchView>,
}

/// Another game that is offered.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveRematch")]
struct RematchView {
    /// Who offers it.
    by: Side,
    /// Whether it is the one that the rules grant after a win.
    sequel: bool,
}

/// A word that one player said to the other.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveGreeting")]
struct GreetingView {
    /// Who said it.
    by: Side,
    /// Which of the words it is.
    word: Greeting,
}

/// Everything about a live game now but the turns that led there.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveNow")]
pub(crate) struct Now {
    /// How many events there have been.
    version: u64,
    /// The position.
    position: String,
    /// Whose turn it is.
    to_move: Side,
    /// How the game ended, if it has.
    over: Option<OverView>,
    /// Who is there.
    seats: Both<SeatView>,
    /// The clock, if there is one.
    clock: Option<ClockView>,
    /// What is offered.
    offers: OffersView,
    /// The last greeting, until the player it was for has played a turn.
    greeting: Option<GreetingView>,
    /// What people call the rematch that the rules grant now, if they do.
    sequel: Option<Texts>,
    /// The name of the rematch, once it has begun.
    next: Option<String>,
    /// After how many seconds of absence a game can be claimed.
    claim_after: u64,
    /// How often the position has occurred.
    occurrences: usize,
}

impl Now {
    /// The game in this room.
    fn of(room: &Room, now: Time) -> Now {
        let game = room.game();
        let offers = game.offers();
        let rematch = offers.rematch.map(|(by, sequel)| RematchView { by, sequel });
        let sequel = game.sequel().and(game.game().sequel_name());
        Now {
            version: game.version(),
            position: game.play().position(),
            to_move: game.play().to_move(),
            over: OverView::of(game),
            seats: seats(room, now),
            clock: clock(room, now),
            offers: OffersView { draw: offers.draw, takeback: offers.takeback, rematch },
            greeting: game.greeting().map(|(by, word)| GreetingView { by, word }),
            sequel: sequel.map(Texts::from),
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

/// Why a message is not followed, and the client's name for it as far as it can be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) refusal: Refusal,
    pub(crate) nonce: Option<String>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { refusal, nonce: None }
    }
}

impl Refused {
    /// As the client is told.
    pub(crate) fn text(&self, lang: Lang) -> String {
        ServerMessage::error(&self.refusal, lang, self.nonce.as_deref(), None).text()
    }
}

/// What the server says of a live game.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum ServerMessage<'a> {
    /// The whole game, as one of its players or a spectator sees it.
    State(State<'a>),
    /// Something has happened and is stored.
    Event {
        /// How many events there are with this one.
        version: u64,
        /// Who did it; nobody in the case of the clock.
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
        /// Why, for people, in the language of the connection.
        message: String,
        /// The client's name for its message, if it gave it one that can be read.
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
#[derive(Serialize, JsonSchema)]
pub(crate) struct At {
    /// How many events there have been.
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
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct State<'a> {
    /// The name of the live game.
    id: &'a str,
    /// The game, by the name that programs use.
    game: &'a str,
    /// Options of its rules that are not at their default.
    rules: &'a str,
    /// The position it began with.
    start: String,
    /// The turns played so far.
    turns: Vec<String>,
    /// Which player is told this; a spectator is none.
    you: Option<Side>,
    /// The name of the game this one is a rematch of.
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

/// The messages of live games, described: the definitions `ClientMessage`, `ServerMessage`, and
/// one for each kind of what the server says (`LiveState`, `LiveEvent` …).
pub(crate) fn described(schemas: &mut Schemas) -> Map<String, Value> {
    let client = client::described(schemas);
    let server = schemas.sent_whole::<ServerMessage<'_>>();
    let mut all = Map::from_iter([("ClientMessage".to_owned(), client)]);
    let mut kinds = Vec::new();
    for kind in server["oneOf"].as_array().into_iter().flatten() {
        let name = live_name(kind["properties"]["type"]["const"].as_str().unwrap_or_default());
        kinds.push(json!({ "$ref": format!("#/components/schemas/{name}") }));
        all.insert(name, kind.clone());
    }
    let about = server["description"].clone();
    all.insert("ServerMessage".to_owned(), json!({ "description": about, "oneOf": kinds }));
    all
}

/// `LiveState` for `state`.
fn live_name(kind: &str) -> String {
    let (first, rest) = kind.split_at(kind.len().min(1));
    format!("Live{}{rest}", first.to_uppercase())
}
