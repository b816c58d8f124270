//! What a client says: each message is a type, and all of them stand in one list, which reads
//! them and describes them.

use damier_core::{Lang, Message, Phrase, phrase};
use damier_protocol::ApiError;
use damier_protocol::decode::{Form, Given, decode};
use damier_protocol::schema::Schemas;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Refused;
use crate::live::{Answer, Command, Greeting, PlayerName, Refusal};

/// The longest name a client may give its message.
const LONGEST_NONCE: usize = 64;

/// A message, understood.
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

/// Says who one is: the first message of a connection, and no other.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Hello {
    /// The secret of a seat; a spectator has none.
    token: Option<String>,
    /// The language of messages for people; English if there is none, or none such.
    lang: Option<String>,
}

/// Asks whether the server is there; the answer is `pong`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Ping {}

/// A command that needs no more words.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Plain {
    /// The client's own name for the message: repeating one gives the same answer again.
    #[schemars(length(min = 1, max = LONGEST_NONCE))]
    nonce: String,
    /// The number of turns on the board that it answers.
    at: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Turn {
    /// The client's own name for the message: repeating one gives the same answer again.
    #[schemars(length(min = 1, max = LONGEST_NONCE))]
    nonce: String,
    /// The number of turns on the board that it answers.
    at: usize,
    /// The turn.
    turn: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// The client's own name for the message: repeating one gives the same answer again.
    #[schemars(length(min = 1, max = LONGEST_NONCE))]
    nonce: String,
    /// The number of turns on the board that it answers.
    at: usize,
    /// What is claimed.
    result: Claimed,
}

/// What can be claimed from an opponent who has been away for long.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Claimed {
    /// That the game is won.
    Win,
    /// That the game ends without a result.
    Abort,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rematch {
    /// The client's own name for the message: repeating one gives the same answer again.
    #[schemars(length(min = 1, max = LONGEST_NONCE))]
    nonce: String,
    /// The number of turns on the board that it answers.
    at: usize,
    /// Whether the rematch is meant that the rules grant after a win.
    #[serde(default)]
    sequel: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Name {
    /// The client's own name for the message: repeating one gives the same answer again.
    #[schemars(length(min = 1, max = LONGEST_NONCE))]
    nonce: String,
    /// The number of turns on the board that it answers; any will do.
    at: usize,
    /// The name: 1 to 24 visible characters.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Greet {
    /// The client's own name for the message: repeating one gives the same answer again.
    #[schemars(length(min = 1, max = LONGEST_NONCE))]
    nonce: String,
    /// The number of turns on the board that it answers; any will do.
    at: usize,
    /// One of the words there are.
    word: Greeting,
}

/// What all commands have.
trait NumberedCommand {
    fn into_parts(self) -> (String, usize);
}

macro_rules! numbered_commands {
    ($($message:ident)+) => {
        $(impl NumberedCommand for $message {
            fn into_parts(self) -> (String, usize) {
                (self.nonce, self.at)
            }
        })+
    };
}

numbered_commands! { Plain Turn Claim Rematch Name Greet }

macro_rules! commands {
    ($($(#[doc = $about:literal])+ $verb:literal $message:ident => $command:expr;)+) => {
        /// Reads the command with this verb; `None` if there is none.
        fn command(verb: &str, given: Given) -> Option<Result<(String, usize, Command), Message>> {
            Some(match verb {
                $($verb => decode::<$message>(given, Form::Json).map_err(why).and_then(|said| {
                    let command: fn(&$message) -> Result<Command, Message> = $command;
                    let command = command(&said)?;
                    let (nonce, at) = said.into_parts();
                    Ok((nonce, at, command))
                }),)+
                _ => return None,
            })
        }

        /// Every command: its verb, what it is for, its fields.
        fn commands(schemas: &mut Schemas) -> Vec<(&'static str, String, Value)> {
            vec![$(($verb, [$($about),+].concat(), schemas.read::<$message>())),+]
        }
    };
}

commands! {
    /// Plays a turn.
    "turn" Turn => |said| Ok(Command::Turn(said.turn.clone()));
    /// Resigns.
    "resign" Plain => |_| Ok(Command::Resign);
    /// Ends a game that has hardly begun, without a result.
    "abort" Plain => |_| Ok(Command::Abort);
    /// Ends a game whose other player has been away for long.
    "claim" Claim => |said| Ok(Command::Claim { win: matches!(said.result, Claimed::Win) });
    /// Offers a draw.
    "draw-offer" Plain => |_| Ok(Command::Draw(Answer::Offer));
    /// Accepts the draw that is offered.
    "draw-accept" Plain => |_| Ok(Command::Draw(Answer::Accept));
    /// Declines the draw that is offered.
    "draw-decline" Plain => |_| Ok(Command::Draw(Answer::Decline));
    /// Asks to take the last own turn back.
    "takeback-offer" Plain => |_| Ok(Command::Takeback(Answer::Offer));
    /// Lets the other player take a turn back.
    "takeback-accept" Plain => |_| Ok(Command::Takeback(Answer::Accept));
    /// Does not let the other player take a turn back.
    "takeback-decline" Plain => |_| Ok(Command::Takeback(Answer::Decline));
    /// Offers another game.
    "rematch-offer" Rematch => |said| Ok(Command::Rematch(Answer::Offer, said.sequel));
    /// Accepts the game that is offered.
    "rematch-accept" Rematch => |said| Ok(Command::Rematch(Answer::Accept, said.sequel));
    /// Declines the game that is offered.
    "rematch-decline" Rematch => |said| Ok(Command::Rematch(Answer::Decline, said.sequel));
    /// Says what one wants to be called.
    "name" Name => |said| {
        let name = PlayerName::read(&said.name).ok_or_else(|| BAD_NAME.say());
        Ok(Command::Name(name?))
    };
    /// Greets the other player, or thanks them.
    "greet" Greet => |said| Ok(Command::Greet(said.word));
}

const NOT_JSON: Phrase = phrase!("server.live.not-json");
const UNKNOWN: Phrase = phrase!("server.live.unknown");
const BAD_NONCE: Phrase = phrase!("server.live.bad-nonce");
const BAD_NAME: Phrase = phrase!("server.live.bad-name");

/// What is wrong with the form of a message.
fn why(error: ApiError) -> Message {
    error.message().clone()
}

/// What every message has.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "do")]
    verb: String,
}

/// Reads a message.
pub(crate) fn read(text: &str) -> Result<ClientMessage, Refused> {
    let given: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| Refusal::BadMessage(NOT_JSON.with(error.to_string())))?;
    let nonce = given.get("nonce").and_then(Value::as_str).filter(|nonce| is_nonce(nonce));
    let nonce = nonce.map(str::to_owned);
    understand(given).map_err(|why| Refused { refusal: Refusal::BadMessage(why), nonce })
}

fn is_nonce(text: &str) -> bool {
    (1..=LONGEST_NONCE).contains(&text.len())
}

fn understand(given: Map<String, Value>) -> Result<ClientMessage, Message> {
    let (head, rest): (Given, Given) = given.into_iter().partition(|(name, _)| name == "do");
    let Head { verb } = decode(head, Form::Json).map_err(why)?;
    match verb.as_str() {
        "hello" => {
            let Hello { token, lang } = decode(rest, Form::Json).map_err(why)?;
            let lang = lang.as_deref().and_then(Lang::read).unwrap_or_default();
            Ok(ClientMessage::Hello { token, lang })
        }
        "ping" => decode(rest, Form::Json).map(|Ping {}| ClientMessage::Ping).map_err(why),
        verb => {
            let unknown = || UNKNOWN.with(short(verb));
            let (nonce, at, command) = command(verb, rest).ok_or_else(unknown)??;
            match is_nonce(&nonce) {
                true => Ok(ClientMessage::Command { nonce, at, command }),
                false => Err(BAD_NONCE.say()),
            }
        }
    }
}

/// As much of the client's own words as a complaint repeats.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Every message, described: one of many objects, told apart by `do`.
pub(super) fn described(schemas: &mut Schemas) -> Value {
    let mut all = commands(schemas);
    all.insert(0, ("ping", String::new(), schemas.read::<Ping>()));
    all.insert(0, ("hello", String::new(), schemas.read::<Hello>()));
    let message = |(verb, about, mut schema): (&str, String, Value)| {
        if !about.is_empty() {
            schema["description"] = about.trim().into();
        }
        schema["properties"]["do"] = json!({ "const": verb });
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        schema["required"] = std::iter::once(json!("do")).chain(required).collect();
        schema
    };
    let all: Vec<Value> = all.into_iter().map(message).collect();
    json!({ "description": "What a client says to a live game.", "oneOf": all })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        read(text).unwrap_err().refusal.code()
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
        let claim = command(r#"{"do":"claim","nonce":"n","at":3,"result":"abort"}"#);
        assert_eq!(claim.2, Command::Claim { win: false });
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
            r#"{"do":"resign","nonce":"n","at":0,"turn":"a1xa3"}"#,
            r#"{"do":"claim","nonce":"n","at":0}"#,
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

    /// Whoever names a bad message is told which one it was, if the name is one.
    #[test]
    fn bad_messages_keep_their_names() {
        let nonce = |text: &str| read(text).unwrap_err().nonce;
        let named = [
            r#"{"nonce":"n"}"#,
            r#"{"nonce":"n","do":3}"#,
            r#"{"do":"dance","nonce":"n"}"#,
            r#"{"do":"turn","nonce":"n","at":0}"#,
            r#"{"do":"ping","nonce":"n"}"#,
        ];
        assert!(named.iter().all(|text| nonce(text).as_deref() == Some("n")));
        let nameless = ["", "[]", r#"{"do":"dance","nonce":""}"#, r#"{"do":"dance","nonce":7}"#];
        assert!(nameless.iter().all(|text| nonce(text).is_none()));
        let long = format!(r#"{{"do":"resign","at":0,"nonce":"{}"}}"#, "n".repeat(65));
        assert_eq!(nonce(&long), None);
    }

    /// Complaints name the field, in the language of whoever reads them.
    #[test]
    fn complaints_are_sentences() {
        let Err(Refused { refusal, .. }) = read(r#"{"do":"turn","nonce":"n","at":0}"#) else {
            panic!()
        };
        let [english, french] = [Lang::En, Lang::Fr].map(|lang| refusal.message().text(lang));
        assert!(english.contains("turn") && french.contains("turn") && english != french);
    }
}
