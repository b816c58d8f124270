//! Answers that are no: a code for programs, a sentence for people.

use damier_core::{Lang, Message};
use damier_record::RecordError;
use serde::{Serialize, Serializer};

/// What kind of thing is wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum ErrorCode {
    /// It is not of the form of a request.
    BadRequest,
    /// There is no such game.
    UnknownGame,
    /// The game has no such option or value.
    BadRules,
    /// The text is no position of the game.
    BadPosition,
    /// The turn, or the click, is not legal.
    BadTurn,
    /// The text is no record.
    BadRecord,
    /// The bytes are no table of a game.
    BadTable,
    /// The game is over.
    Over,
    /// No game is open under this number.
    NotOpen,
    /// So many games are open that some must be closed first.
    TooManyOpen,
    /// There is no such search under way.
    NoSearch,
    /// The game has no player of this name.
    UnknownLevel,
    /// It would cost more than the program does for one request.
    TooMuchWork,
}

impl ErrorCode {
    /// All of them.
    pub const ALL: [ErrorCode; 13] = [
        ErrorCode::BadRequest,
        ErrorCode::UnknownGame,
        ErrorCode::BadRules,
        ErrorCode::BadPosition,
        ErrorCode::BadTurn,
        ErrorCode::BadRecord,
        ErrorCode::BadTable,
        ErrorCode::Over,
        ErrorCode::NotOpen,
        ErrorCode::TooManyOpen,
        ErrorCode::NoSearch,
        ErrorCode::UnknownLevel,
        ErrorCode::TooMuchWork,
    ];

    /// As programs read it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            ErrorCode::BadRequest => "bad-request",
            ErrorCode::UnknownGame => "unknown-game",
            ErrorCode::BadRules => "bad-rules",
            ErrorCode::BadPosition => "bad-position",
            ErrorCode::BadTurn => "bad-turn",
            ErrorCode::BadRecord => "bad-record",
            ErrorCode::BadTable => "bad-table",
            ErrorCode::Over => "over",
            ErrorCode::NotOpen => "not-open",
            ErrorCode::TooManyOpen => "too-many-open",
            ErrorCode::NoSearch => "no-search",
            ErrorCode::UnknownLevel => "unknown-level",
            ErrorCode::TooMuchWork => "too-much-work",
        }
    }

    /// This code with its reason.
    pub(crate) fn because(self, message: Message) -> ApiError {
        ApiError(Box::new((self, message)))
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.text())
    }
}

/// Why a request is refused. Boxed, since it is handed through so many functions.
#[derive(Clone, Debug)]
pub struct ApiError(Box<(ErrorCode, Message)>);

impl ApiError {
    /// The code for programs.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.0
    }

    /// The reason for people.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.0.1
    }

    /// The same reason under another code.
    pub(crate) fn with_code(mut self, code: ErrorCode) -> ApiError {
        self.0.0 = code;
        self
    }

    /// As it is sent.
    #[must_use]
    pub fn body(&self, lang: Lang) -> ErrorBody {
        ErrorBody { code: self.code(), message: self.message().text(lang) }
    }
}

impl From<RecordError> for ApiError {
    fn from(error: RecordError) -> ApiError {
        ErrorCode::BadRecord.because(error.say())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// What is wrong, for programs.
    pub code: ErrorCode,
    /// What is wrong, for people, in the language of the request.
    pub message: String,
}
