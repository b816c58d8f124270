//! Why a command of a player is not granted: a stable code for programs, a sentence for people.

use damier_core::{Message, phrase};

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The message cannot be understood.
    BadMessage(Message),
    /// The token opens no seat.
    WrongToken,
    /// Spectators watch.
    NotAPlayer,
    /// Both seats are taken.
    Taken,
    /// The second seat is empty.
    Waiting,
    /// It is the other player's turn.
    NotYourTurn,
    /// The rules do not allow the turn.
    BadTurn(Message),
    /// The message answers another moment of the game.
    OutOfDate,
    /// The game is over.
    Over,
    /// The game is not over.
    NotOver,
    /// There is no offer to answer.
    NoOffer,
    /// This was offered already.
    AlreadyOffered,
    /// The player has not played a turn.
    NothingToTakeBack,
    /// The opponent is there, or has not been away long enough.
    NotGone,
    /// The game has gone too far to be aborted.
    TooLate,
    /// The rules grant no sequel here.
    NoSequel,
    /// A rematch was asked for often enough.
    TooOften,
    /// As many people watch as may.
    Full,
    /// More messages than anybody needs, or more work.
    TooFast,
    /// Others are served first.
    Busy,
    /// The server cannot keep it.
    Storage,
    /// The server is stopping.
    Closing,
}

impl Refusal {
    /// For programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Refusal::BadMessage(_) => "bad-message",
            Refusal::WrongToken => "wrong-token",
            Refusal::NotAPlayer => "not-a-player",
            Refusal::Taken => "taken",
            Refusal::Waiting => "waiting",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::BadTurn(_) => "bad-turn",
            Refusal::OutOfDate => "out-of-date",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::NoOffer => "no-offer",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::NotGone => "not-gone",
            Refusal::TooLate => "too-late",
            Refusal::NoSequel => "no-sequel",
            Refusal::TooOften => "too-often",
            Refusal::Full => "full",
            Refusal::TooFast => "too-fast",
            Refusal::Busy => "busy",
            Refusal::Storage => "storage",
            Refusal::Closing => "closing",
        }
    }

    /// For people.
    pub(crate) fn message(&self) -> Message {
        let phrase = match self {
            Refusal::BadMessage(message) | Refusal::BadTurn(message) => return message.clone(),
            Refusal::WrongToken => phrase!("server.live.wrong-token"),
            Refusal::NotAPlayer => phrase!("server.live.not-a-player"),
            Refusal::Taken => phrase!("server.live.taken"),
            Refusal::Waiting => phrase!("server.live.waiting"),
            Refusal::NotYourTurn => phrase!("server.live.not-your-turn"),
            Refusal::OutOfDate => phrase!("server.live.out-of-date"),
            Refusal::Over => phrase!("entry.over"),
            Refusal::NotOver => phrase!("server.live.not-over"),
            Refusal::NoOffer => phrase!("server.live.no-offer"),
            Refusal::AlreadyOffered => phrase!("server.live.already-offered"),
            Refusal::NothingToTakeBack => phrase!("server.live.nothing-to-take-back"),
            Refusal::NotGone => phrase!("server.live.not-gone"),
            Refusal::TooLate => phrase!("server.live.too-late"),
            Refusal::NoSequel => phrase!("server.live.no-sequel"),
            Refusal::TooOften => phrase!("server.live.too-often"),
            Refusal::Full => phrase!("server.live.full"),
            Refusal::Busy => phrase!("server.live.busy"),
            Refusal::TooFast => phrase!("server.live.too-fast"),
            Refusal::Storage => phrase!("server.live.storage"),
            Refusal::Closing => phrase!("server.live.closing"),
        };
        phrase.say()
    }
}
