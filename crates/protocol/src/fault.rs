//! Answers that are no: a code for programs, a sentence for people.

use damier_core::{Lang, Message};
use damier_record::RecordError;
use serde::Serialize;

/// What kind of thing is wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
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
    /// There is no such search under way.
    NoSearch,
    /// The game has no player of this name.
    UnknownLevel,
    /// It would cost more than the program does for one request.
    TooMuchWork,
}

impl Code {
    /// All of them.
    pub const ALL: [Code; 11] = [
        Code::BadRequest,
        Code::UnknownGame,
        Code::BadRules,
        Code::BadPosition,
        Code::BadTurn,
        Code::BadRecord,
        Code::BadTable,
        Code::Over,
        Code::NoSearch,
        Code::UnknownLevel,
        Code::TooMuchWork,
    ];

    /// What is wrong, to be put together with the reason.
    pub(crate) fn because(self, message: Message) -> Fault {
        Fault(Box::new((self, message)))
    }
}

/// Why a request is refused. Boxed, since it is handed through so many functions.
#[derive(Clone, Debug)]
pub(crate) struct Fault(Box<(Code, Message)>);

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Code::BadRecord.because(error.say())
    }
}

#[derive(Serialize)]
struct Refusal {
    ok: bool,
    error: Reason,
}

#[derive(Serialize)]
struct Reason {
    code: Code,
    message: String,
}

impl Fault {
    /// The same complaint under another code.
    pub(crate) fn with_code(mut self, code: Code) -> Fault {
        self.0.0 = code;
        self
    }

    /// The answer.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let (code, message) = &*self.0;
        let error = Reason { code: *code, message: message.text(lang) };
        crate::answer::json(&Refusal { ok: false, error })
    }
}
