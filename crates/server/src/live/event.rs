//! What can happen in a live game, as it is stored: a [`Setup`] that never changes, and after it
//! one [`Event`] for everything that happened. Replaying the events gives the game again, so nothing
//! else needs to be kept.

use damier_core::play::{Ending, Termination};
use damier_core::{Outcome, Phrase, Side, phrase};
use damier_protocol::OutcomeKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clock::Setting;
use super::greeting::{Greeting, PlayerName};

/// What was agreed before the first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// The name of the game.
    pub game: String,
    /// Its rule options that are not at their default.
    pub rules: String,
    /// Where it begins, if not at the ordinary start.
    pub start: Option<String>,
    /// Where its rematches begin, if not at the ordinary start; differs from `start` in a sequel.
    pub opening: Option<String>,
    /// The clock, if any.
    pub clock: Option<Setting>,
    /// The digests of the tokens of the seats taken from the beginning, light and dark.
    pub seats: [Option<String>; 2],
    /// The game this one is a rematch of.
    pub previous: Option<String>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    /// Who did it; nobody in the case of the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The client's own number of the message that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// What both have left on the clock afterwards, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<[u64; 2]>,
    /// The digest of the token of a seat that was taken. Never shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// What it was. Databases of all versions call it `deed`.
    #[serde(rename = "deed")]
    pub kind: EventKind,
}

/// The kinds of things that happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum EventKind {
    /// The second player took the seat.
    Join,
    /// Both players are there and the clock starts.
    Begin,
    /// A turn was played.
    Turn {
        /// The turn.
        turn: String,
    },
    /// The game ended otherwise than by a turn.
    End {
        /// Who won; nothing if it was aborted.
        #[schemars(with = "Option<OutcomeKind>")]
        outcome: Option<String>,
        /// Why, in the word that records use, or `aborted`, or `length`.
        how: String,
    },
    /// A draw was offered.
    DrawOffer,
    /// The offer was declined.
    DrawDecline,
    /// Somebody asked to take a turn back.
    TakebackOffer,
    /// That was declined.
    TakebackDecline,
    /// Turns were taken back.
    Takeback {
        /// How many turns.
        count: usize,
    },
    /// Another game was offered.
    RematchOffer {
        /// Whether it is the sequel that the rules grant after a win.
        sequel: bool,
    },
    /// That was declined.
    RematchDecline,
    /// The rematch has begun.
    Rematch {
        /// The name of the live game it is.
        next: String,
    },
    /// The server stopped, and with it the clock.
    Pause,
    /// A player said what they want to be called.
    Name {
        /// The name.
        name: PlayerName,
    },
    /// A player greeted the other, or thanked them.
    Greet {
        /// With this word.
        word: Greeting,
    },
}

impl EventKind {
    /// The word for it, the same that its JSON has.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            EventKind::Join => "join",
            EventKind::Begin => "begin",
            EventKind::Turn { .. } => "turn",
            EventKind::End { .. } => "end",
            EventKind::DrawOffer => "draw-offer",
            EventKind::DrawDecline => "draw-decline",
            EventKind::TakebackOffer => "takeback-offer",
            EventKind::TakebackDecline => "takeback-decline",
            EventKind::Takeback { .. } => "takeback",
            EventKind::RematchOffer { .. } => "rematch-offer",
            EventKind::RematchDecline => "rematch-decline",
            EventKind::Rematch { .. } => "rematch",
            EventKind::Pause => "pause",
            EventKind::Name { .. } => "name",
            EventKind::Greet { .. } => "greet",
        }
    }

    /// The end of a game.
    pub(crate) fn end(over: Over) -> EventKind {
        EventKind::End { outcome: over.outcome().map(str::to_string), how: over.how().to_string() }
    }
}

/// How a live game ended. Unlike others it may end without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// With a result.
    Ended(Ending),
    /// Without one.
    Aborted,
    /// As a draw, since no game may become longer.
    TooLong,
}

const ABORTED: &str = "aborted";
const TOO_LONG: &str = "length";

impl Over {
    /// A win of this player.
    pub(crate) fn won(side: Side, how: Termination) -> Over {
        Over::Ended(Ending { outcome: Outcome::Won(side), how })
    }

    /// The player who won, if any.
    pub(crate) fn winner(self) -> Option<Side> {
        match self {
            Over::Ended(Ending { outcome: Outcome::Won(side), .. }) => Some(side),
            _ => None,
        }
    }

    /// `light`, `dark`, `draw` or nothing.
    pub(crate) fn outcome(self) -> Option<&'static str> {
        match self {
            Over::Ended(Ending { outcome: Outcome::Won(side), .. }) => Some(side.text()),
            Over::Ended(_) | Over::TooLong => Some("draw"),
            Over::Aborted => None,
        }
    }

    /// The word records use, or `aborted`, or `length`.
    pub(crate) fn how(self) -> &'static str {
        match self {
            Over::Ended(ending) => ending.how.text(),
            Over::Aborted => ABORTED,
            Over::TooLong => TOO_LONG,
        }
    }

    /// For people.
    pub(crate) fn words(self) -> Phrase {
        match self {
            Over::Ended(ending) => ending.how.words(),
            Over::Aborted => phrase!("server.live.aborted"),
            Over::TooLong => phrase!("server.live.too-long"),
        }
    }

    /// Reads what [`EventKind::end`] wrote.
    pub(crate) fn read(outcome: Option<&str>, how: &str) -> Option<Over> {
        let outcome = match outcome {
            None => return (how == ABORTED).then_some(Over::Aborted),
            Some("draw") if how == TOO_LONG => return Some(Over::TooLong),
            Some("draw") => Outcome::Drawn,
            Some(side) => Outcome::Won(Side::read(side)?),
        };
        Some(Over::Ended(Ending { outcome, how: Termination::read(how)? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<EventKind> {
        let over = Over::won(Side::Dark, Termination::Time);
        vec![
            EventKind::Join,
            EventKind::Begin,
            EventKind::Turn { turn: "a1xa3".into() },
            EventKind::end(over),
            EventKind::end(Over::Aborted),
            EventKind::end(Over::TooLong),
            EventKind::DrawOffer,
            EventKind::DrawDecline,
            EventKind::TakebackOffer,
            EventKind::TakebackDecline,
            EventKind::Takeback { count: 2 },
            EventKind::RematchOffer { sequel: true },
            EventKind::RematchDecline,
            EventKind::Rematch { next: "x".into() },
            EventKind::Pause,
            EventKind::Name { name: PlayerName::read("Noa").unwrap() },
            EventKind::Greet { word: Greeting::WellPlayed },
        ]
    }

    #[test]
    fn events_survive_storage_and_are_named_alike() {
        for kind in all() {
            let json = serde_json::to_value(&kind).unwrap();
            assert_eq!(json["kind"], kind.name());
            let event = Event {
                by: Some(Side::Dark),
                nonce: Some("n".into()),
                clock: Some([1, 2]),
                seat: None,
                kind,
            };
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event);
        }
    }

    /// As the first version of the server wrote it.
    #[test]
    fn events_of_old_databases_are_read() {
        let stored =
            r#"{"by":"light","nonce":"n","clock":[1,2],"deed":{"kind":"turn","turn":"a1xa3"}}"#;
        let event: Event = serde_json::from_str(stored).unwrap();
        assert_eq!(event.kind, EventKind::Turn { turn: "a1xa3".into() });
        assert_eq!(serde_json::to_string(&event).unwrap(), stored);
    }

    #[test]
    fn endings_survive_storage() {
        let ends = Termination::ALL.into_iter().flat_map(|(how, _)| {
            let drawn = Over::Ended(Ending { outcome: Outcome::Drawn, how });
            let others = [Over::Aborted, Over::TooLong];
            [Over::won(Side::Light, how), Over::won(Side::Dark, how), drawn]
                .into_iter()
                .chain(others)
        });
        for over in ends {
            assert_eq!(Over::read(over.outcome(), over.how()), Some(over));
        }
        assert_eq!(Over::read(Some("green"), "goal"), None);
        assert_eq!(Over::read(None, "goal"), None);
        assert_eq!(Over::read(Some("light"), "length"), None);
        assert_eq!(Over::read(Some("draw"), "tea"), None);
    }
}
