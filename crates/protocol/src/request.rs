//! All requests in one list, and what it takes to be one.

use damier_core::Lang;
use damier_core::budget::Budget;
use serde::Serialize;

use crate::decode::{Form, Given, decode};
use crate::error::{ApiError, ErrorBody, ErrorCode};
use crate::session::Session;
#[cfg(feature = "full")]
use crate::{Board, Rules, Start, Tables, TextBoard};
use crate::{
    Close, Coverage, Enter, Games, GoOn, Look, Open, Play, RecordRead, RecordWrite, Resolve,
    Sequel, Show, Stop, Think, Turns, Undo, Value, words,
};

/// Something that can be asked.
pub trait Handle {
    /// What is answered.
    type Answer;

    /// Answers, or says why not.
    fn handle(self, session: &mut Session, context: &Context<'_>)
    -> Result<Self::Answer, ApiError>;
}

/// Who asks, and what answering may cost.
pub struct Context<'b> {
    /// The language of everything that people read.
    pub lang: Lang,
    /// What may be spent.
    pub budget: &'b Budget<'b>,
}

macro_rules! requests {
    ($($(#[$attribute:meta])* $name:literal $request:ident,)+) => {
        /// A request of whatever kind.
        #[derive(Clone, Debug)]
        pub enum Request {
            $($(#[$attribute])* #[doc = concat!("`", $name, "`")] $request($request),)+
        }

        /// The answer to a [`Request`].
        #[derive(Serialize)]
        #[serde(untagged)]
        pub enum Answer {
            $($(#[$attribute])* #[doc = concat!("To `", $name, "`")]
              $request(<$request as Handle>::Answer),)+
        }

        impl Request {
            /// The names of all requests, as the field `do` gives them.
            pub const NAMES: &'static [&'static str] = &[$($(#[$attribute])* $name),+];

            /// Reads the request of this name.
            pub(crate) fn read(name: &str, given: Given) -> Result<Request, ApiError> {
                match name {
                    $($(#[$attribute])*
                      $name => decode(given, Form::Json).map(Request::$request),)+
                    _ => {
                        let message = words::NO_VERB.with(name).with(damier_core::List::plain(Request::NAMES.iter().copied()));
                        Err(ErrorCode::BadRequest.because(message))
                    }
                }
            }
        }

        #[cfg(feature = "schema")]
        impl Request {
            /// All requests and their answers.
            pub fn described(
                schemas: &mut crate::schema::Schemas,
            ) -> Vec<crate::schema::Described> {
                Vec::from([$($(#[$attribute])*
                    crate::schema::Described {
                        name: $name,
                        request: schemas.read::<$request>(),
                        answer: schemas.sent::<<$request as Handle>::Answer>(),
                    },
                )+])
            }
        }

        impl Handle for Request {
            type Answer = Answer;

            fn handle(
                self,
                session: &mut Session,
                context: &Context<'_>,
            ) -> Result<Answer, ApiError> {
                match self {
                    $($(#[$attribute])*
                      Request::$request(request) => {
                          request.handle(session, context).map(Answer::$request)
                      })+
                }
            }
        }
    };
}

requests! {
    "games" Games,
    #[cfg(feature = "full")]
    "rules" Rules,
    #[cfg(feature = "full")]
    "start" Start,
    "look" Look,
    "turns" Turns,
    "value" Value,
    "coverage" Coverage,
    "sequel" Sequel,
    #[cfg(feature = "full")]
    "board" Board,
    #[cfg(feature = "full")]
    "text-board" TextBoard,
    "record-read" RecordRead,
    #[cfg(feature = "full")]
    "tables" Tables,
    "open" Open,
    "play" Play,
    "undo" Undo,
    "show" Show,
    "enter" Enter,
    "resolve" Resolve,
    "record-write" RecordWrite,
    "close" Close,
    "think" Think,
    "go-on" GoOn,
    "stop" Stop,
}

/// An answer as it is sent: good or bad.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply<A> {
    /// What was asked for.
    Ok(A),
    /// Why there is none.
    Error(ErrorBody),
}

impl<A> Reply<A> {
    /// Puts an answer into words.
    pub fn new(answer: Result<A, ApiError>, lang: Lang) -> Reply<A> {
        match answer {
            Ok(answer) => Reply::Ok(answer),
            Err(error) => Reply::Error(error.body(lang)),
        }
    }
}
